"""Articulated systems: the limits of a controller on the axes of a kinematics model.

A *motion* system instances a *kinematics* system, which instances kinematics models; either may nest others. Limits
in the joint are hard, those in a system's ``axis_info`` are soft (OpenRAVE's extension text, "Hard and Soft Joint
Limits"). Of two equal sets the soft one is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Axis, Limits, Motion, Robot
from robotfmt.model.record import replace

from ..codes import ACCELERATION_AS_EFFORT
from ..document.addresses import Index
from ..document.claims import claim, claim_below, claim_parameters, claim_texts
from ..document.producer import Dialect
from ..document.values import read_number
from .axes import WrittenAxis, each_axis, read_axis, write_axis
from .body import Body, Ids
from .joint_types import settled, settled_axis
from .joints import in_si

# Speeds of axes

_HARD = {"velocity": "hardMaxVel", "acceleration": "hardMaxAccel", "jerk": "hardMaxJerk"}
_SPEEDS = {
    "velocity": "speed",
    "acceleration": "acceleration",
    "deceleration": "deceleration",
    "jerk": "jerk",
}


def read_speeds(body: Body, info: Element, axis: Axis) -> Axis:
    """Return an axis with the properties in an ``axis_info`` of a motion system."""
    claim_below(info, "newparam", *_SPEEDS.values(), "float", "int", "bool", "param")
    claim_texts(info, "param")
    parameters = {each.peek("sid"): each for each in info.children if each.tag == "newparam"}
    for name, tag in _SPEEDS.items():
        given = _speed(body, info.child(tag), info, axis)
        hard = _speed(body, parameters.get(_HARD.get(name, "")), info, axis)
        axis = _with_speed(axis, name, given, hard, info)
    if body.producer(info).writes_effort_as_acceleration and axis.hard is not None:
        return replace(axis, hard=_effort(axis.hard, info))
    return axis


def _effort(hard: Limits, info: Element) -> Limits:
    if hard.acceleration is None:
        return hard
    message = f"acceleration {hard.acceleration:g} is the effort limit in files written by this program"
    info.report(ACCELERATION_AS_EFFORT, message)
    return replace(hard, effort=hard.acceleration, acceleration=None)


def _with_speed(axis: Axis, name: str, given: float | None, hard: float | None, info: Element) -> Axis:
    """Return an axis with a speed limit. A single number is a hard limit; of two, the hardware's is the hard one."""
    if hard is None and given is not None and axis.soft is not None and getattr(axis.soft, name) is not None:
        # An inner kinematics system has given both the hard and the soft limit.
        return replace(axis, soft=_with(axis.soft, name, given, info))
    if hard is not None and given is not None and hard != given:
        axis = replace(axis, soft=_with(axis.soft, name, given, info))
    value = hard if hard is not None else given
    return replace(axis, hard=_with(axis.hard, name, value, info)) if value is not None else axis


def _with(limits: Limits | None, name: str, value: float, info: Element) -> Limits:
    limits = limits if limits is not None else Limits(origin=info.origin)
    match name:
        case "velocity":
            return replace(limits, velocity=value)
        case "acceleration":
            return replace(limits, acceleration=value)
        case "deceleration":
            return replace(limits, deceleration=value)
        case _:
            return replace(limits, jerk=value)


def _speed(body: Body, parent: Element | None, scope: Element, axis: Axis) -> float | None:
    value = read_number(body.index, parent, scope, body.override) if parent is not None else None
    if axis.motion is Motion.SLIDE:
        return in_si(value, axis.motion, body.index.unit(scope))
    return value if body.producer(scope).speeds_in_radians else in_si(value, axis.motion, 1.0)


def write_speeds(axis: Axis, below: str, number: int, dialect: Dialect) -> Node:
    """Return the ``axis_info`` of a motion system for the axis with this index.

    Args:
        below: The id of the kinematics system.
    """
    hard, soft = axis.hard or Limits(), axis.soft or Limits()
    parameters: list[Node] = []
    speeds: list[Node] = []
    for name, tag in _SPEEDS.items():
        strict, given = getattr(hard, name), getattr(soft, name)
        if name in _HARD and given is not None and strict is not None:
            parameters.append(
                make("newparam", {"sid": _HARD[name]}, make("float", text=_speed_text(strict, axis, dialect)))
            )
        value = given if given is not None else strict
        if value is not None:
            speeds.append(make(tag, None, make("float", text=_speed_text(value, axis, dialect))))
    return make(
        "axis_info",
        {"sid": f"mai{number}", "axis": f"{below}/kai{number}"},
        *parameters,
        *speeds,
    )


def _speed_text(value: float, axis: Axis, dialect: Dialect) -> str:
    return written(dialect.angle(value) if axis.motion is Motion.TURN else value)


_DEEPEST = 64
"""The maximum number of stacked systems."""


@dataclass(slots=True, eq=False)
class System:
    """One body of a scene: its stacked systems, and the models below them."""

    instance: Element
    """The target of the scene's instance: a system or a model."""
    kinematics: list[Element] = field(default_factory=list)
    motions: list[Element] = field(default_factory=list)
    models: list[Element] = field(default_factory=list)
    instances: list[Element] = field(default_factory=list)
    """Every ``instance_*`` on the way, the scene's first."""
    model_instances: dict[Element, Element] = field(default_factory=dict)
    """The instance of each model."""

    @property
    def extras(self) -> list[Element]:
        """The extras of all levels: of the motion systems first, then the kinematics, then the instances."""
        levels = (*self.motions, *self.kinematics, *self.instances)
        return [child for level in levels for child in level.children if child.tag == "extra"]

    def instances_of(self, model: Element) -> list[Element]:
        """Return the instances that led to a model, without those that led only to other models."""
        mine = self.model_instances.get(model)
        others = {each for each in self.model_instances.values() if each is not mine}
        return [each for each in self.instances if each not in others]

    def name(self, index: Index) -> str | None:
        """Return the name of the body: that of its instance, its system or its model, else an id of these."""
        target = index.target(self.instance)
        systems = [target] if target is not None and target not in self.models else []
        named = [self.instance, *self.models, *systems]
        names = [each.peek("name") for each in named]
        names += [each.peek("id") for each in (*self.models, *systems)]
        return next((name for name in names if name), self.instance.peek("sid"))


def read_system(index: Index, instance: Element, start: Element | None = None) -> System:
    """Follow an instance of a scene down to the kinematics models.

    Args:
        instance: The scene's instance, or, without a scene, the system or model itself.
        start: The system or model itself, where there is no scene.
    """
    system = System(instance)
    pending = [instance] if start is None else []
    seen: set[Element] = set()
    if start is not None and start.tag == "kinematics_model":
        system.models.append(start)
    elif start is not None:
        pending = _inside(system, start)
    while pending:
        here = pending.pop(0)
        claim(here)
        claim_parameters(here)
        system.instances.append(here)
        target = index.instanced(here)
        if target is None:
            index.report_missing(here, "system or model")
        elif target.tag == "kinematics_model":
            system.models.append(target)
            system.model_instances[target] = here
        elif target not in seen:
            seen.add(target)
            pending.extend(_inside(system, target))
    return system


def _inside(system: System, target: Element) -> list[Element]:
    claim(target)
    found: list[Element] = []
    for tag, level in (("kinematics", system.kinematics), ("motion", system.motions)):
        part = target.child(tag)
        if part is not None:
            level.append(target)
            found += part.children_of("instance_kinematics_model", "instance_articulated_system")
    return found


def read_axes(body: Body, system: System) -> None:
    """Read the properties of a body's axes from the systems, and determine the type of each joint.

    Values of an outer system take precedence over those of the systems that it instances.
    """
    for owner in reversed(system.kinematics):
        for info in _axis_infos(owner, "kinematics"):
            _each(body, info, read_axis)
    for owner in reversed(system.motions):
        for info in _axis_infos(owner, "motion"):
            _each(body, info, read_speeds)
    for draft in body.joints.values():
        joint = replace(draft.joint, axes=tuple(map(settled_axis, draft.joint.axes)))
        draft.joint = settled(body, joint, draft.element)


def _axis_infos(owner: Element, part: str) -> list[Element]:
    system = owner.child(part)
    common = system.child("technique_common") if system is not None else None
    return common.children_of("axis_info") if common is not None else []


def _each(body: Body, info: Element, change: Callable[[Body, Element, Axis], Axis]) -> None:
    """Apply a function to the axis of an ``axis_info``; a motion system names one of a kinematics system."""
    claim(info)
    reference = info.peek("axis")
    found = body.index.sidref(reference, info)
    for _ in range(_DEEPEST):
        if found is not None and found.element.tag == "axis_info":
            found = body.index.sidref(found.element.peek("axis"), found.element)
    target = body.axis_at(found) if found is not None else None
    if target is None:
        draft = body.joint((reference or "").rpartition("/")[0], info, "axis")
        target = (draft, 0) if draft is not None else None
    if target is None:
        return
    draft, number = target
    if number < len(draft.joint.axes):
        draft.set_axis(number, change(body, info, draft.joint.axes[number]))


# Writing


def write_systems(robot: Robot, ids: Ids, extras: list[Node], dialect: Dialect) -> tuple[Node, Node]:
    """Return the two systems of a robot: kinematics, and on it motion with all of OpenRAVE's extras."""
    axes, model = list(each_axis(robot, ids)), ids.model
    kinematics = make(
        "kinematics",
        None,
        make(
            "instance_kinematics_model",
            {"url": f"#{model}", "sid": f"{model}_inst"},
            *_parameters(ids.kinematics, f"{ids.kinematics}/{model}_inst", axes),
        ),
        make("technique_common", None, *(write_axis(each, model) for each in axes)),
    )
    motion = make(
        "motion",
        None,
        make(
            "instance_articulated_system",
            {"url": f"#{ids.kinematics}", "sid": f"{ids.kinematics}_inst"},
            *_parameters(ids.motion, f"{ids.kinematics}/{ids.kinematics}", axes),
        ),
        make(
            "technique_common",
            None,
            *(write_speeds(each.axis, ids.kinematics, each.number, dialect) for each in axes),
        ),
    )
    return (
        make("articulated_system", {"id": ids.kinematics}, kinematics),
        make("articulated_system", {"id": ids.motion}, motion, *extras),
    )


def _parameters(system: str, below: str, axes: list[WrittenAxis]) -> list[Node]:
    """Return the parameters of an instance: for the model, and for each axis. In the kinematics system they name
    the elements themselves, in the others the parameters of the system below."""
    first = below.endswith("_inst")
    nodes = [_parameter(system, below)]
    for each in axes:
        lower = below.rpartition("/")[2]
        target = f"{below}/{each.path}" if first else f"{below.partition('/')[0]}/{each.parameter(lower)}"
        nodes.append(_parameter(each.parameter(system), target))
    return nodes


def _parameter(sid: str, target: str) -> Node:
    return make("newparam", {"sid": sid}, make("SIDREF", text=target))


def scene_parameters(ids: Ids, axes: list[WrittenAxis]) -> list[Node]:
    """Return the parameters of the instance of the motion system in a kinematics scene."""
    return _parameters(ids.scene, f"{ids.motion}/{ids.motion}", axes)
