"""Articulated systems: what a controller may do with the axes of a kinematics model.

A *motion* system instances a *kinematics* system, which instances kinematics models; either may nest others.
Limits in the joint are hard, those in a system's ``axis_info`` are soft (OpenRAVE's extension text, "Hard and Soft
Joint Limits"). Of two equal sets the soft one says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import degrees, written
from robotfmt.documents.xml import Node, make
from robotfmt.model import Axis, Joint, JointType, Limits, Motion, Robot

from .body import MODEL, Body, Ids
from .claims import claim, claim_below, claim_parameters, claim_texts
from .codes import ACCELERATION_AS_EFFORT, FIXED_BY_LIMITS, UNRESOLVED
from .index import Index
from .kinematics import axis_sid, bounds, in_si, write_limits

KINEMATICS = "body0_kinematics"
MOTION = "body0_motion"
_HARD = {"velocity": "hardMaxVel", "acceleration": "hardMaxAccel", "jerk": "hardMaxJerk"}
_SPEEDS = {
    "velocity": "speed",
    "acceleration": "acceleration",
    "deceleration": "deceleration",
    "jerk": "jerk",
}


@dataclass(slots=True, eq=False)
class System:
    """One body of a scene: the systems that are stacked on one another, and the models below them."""

    instance: Element
    """What the scene instances: a system or a model."""
    kinematics: list[Element] = field(default_factory=list)
    motions: list[Element] = field(default_factory=list)
    models: list[Element] = field(default_factory=list)
    instances: list[Element] = field(default_factory=list)
    """Every ``instance_*`` on the way, the scene's first."""

    @property
    def extras(self) -> list[Element]:
        """The extras of all levels: of the motion systems first, then the kinematics, then the instances."""
        levels = (*self.motions, *self.kinematics, *self.instances)
        return [child for level in levels for child in level.children if child.tag == "extra"]

    def name(self, index: Index) -> str | None:
        """What the body is called: the name of its instance, its system or its model, else an id of these."""
        target = index.url(self.instance.peek("url"))
        systems = [target] if target is not None and target not in self.models else []
        named = [self.instance, *self.models, *systems]
        names = [each.peek("name") for each in named]
        names += [each.peek("id") for each in (*self.models, *systems)]
        return next((name for name in names if name), self.instance.peek("sid"))


def read_system(index: Index, instance: Element, start: Element | None = None) -> System:
    """Walk from what a scene instances down to the kinematics models.

    Args:
        instance: What the scene instances, or where there is no scene a system or model itself.
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
        target = index.url(here.peek("url"))
        if target is None:
            here.report(UNRESOLVED, f"'{here.peek('url')}' is nothing in this document", "url")
        elif target.tag == "kinematics_model":
            system.models.append(target)
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
    """Read what the systems say about the axes of a body, and settle what kind of joint each is."""
    for owner in system.kinematics:
        for info in _axis_infos(owner, "kinematics"):
            _each(body, info, lambda axis, info=info: _read_kinematics(body, info, axis))  # type: ignore[misc]
    for owner in system.motions:
        for info in _axis_infos(owner, "motion"):
            _each(body, info, lambda axis, info=info: _read_motion(body, info, axis))  # type: ignore[misc]
    for draft in body.joints.values():
        axes = tuple(map(_settled_axis, draft.joint.axes))
        draft.joint = replace(draft.joint, axes=axes)
        if not draft.settled:
            draft.joint = _settled(body, draft.joint, draft.element)


def _axis_infos(owner: Element, part: str) -> list[Element]:
    system = owner.child(part)
    common = system.child("technique_common") if system is not None else None
    return common.children_of("axis_info") if common is not None else []


def _each(body: Body, info: Element, change: Callable[[Axis], Axis]) -> None:
    """Change the axis that an ``axis_info`` is about; one of a motion system names one of a kinematics system."""
    claim(info)
    reference = info.peek("axis")
    found = body.index.sidref(reference, info)
    if found is not None and found.element.tag == "axis_info":
        found = body.index.sidref(found.element.peek("axis"), found.element)
    target = body.axis_at(found) if found is not None else None
    if target is None:
        draft = body.joint((reference or "").rpartition("/")[0], info, "axis")
        target = (draft, 0) if draft is not None and draft.joint.axes else None
    if target is not None:
        draft, number = target
        if number < len(draft.joint.axes):
            draft.set_axis(number, change(draft.joint.axes[number]))


def _read_kinematics(body: Body, info: Element, axis: Axis) -> Axis:
    claim_below(info, "newparam", "active", "locked", "index", "limits", "min", "max", *_VALUES)
    _claim_index(info)
    parameters = {each.peek("sid"): each for each in info.children if each.tag == "newparam"}
    return replace(
        axis,
        active=_boolean(body, info.child("active"), info),
        locked=_boolean(body, info.child("locked"), info) or None,
        soft=_soft_limits(body, info, axis),
        circular=_boolean(body, parameters.get("circular"), info) or None,
        planning_weight=_number(body, parameters.get("planning_weight"), info),
        resolution=_number(body, parameters.get("discretization_resolution"), info),
    )


_VALUES = ("float", "int", "bool", "param")


def _claim_index(info: Element) -> None:
    """The index of a joint follows from its place among the actuators."""
    index = info.child("index")
    if index is not None:
        index.attribute("semantic")
        claim_texts(index, "int")
    claim_texts(info, "param")


def _soft_limits(body: Body, info: Element, axis: Axis) -> Limits | None:
    element = info.child("limits")
    if element is None:
        return axis.soft
    scale = 1.0 if axis.motion is Motion.TURN else body.index.unit(info)
    lower, upper = (
        in_si(_number(body, element.child(tag), info), axis.motion, scale) for tag in ("min", "max")
    )
    return Limits(origin=element.origin, lower=lower, upper=upper)


def _read_motion(body: Body, info: Element, axis: Axis) -> Axis:
    claim_below(info, "newparam", *_SPEEDS.values(), *_VALUES)
    claim_texts(info, "param")
    parameters = {each.peek("sid"): each for each in info.children if each.tag == "newparam"}
    for name, tag in _SPEEDS.items():
        said = _speed(body, info.child(tag), info, axis)
        hard = _speed(body, parameters.get(_HARD.get(name, "")), info, axis)
        axis = _with_speed(axis, name, said, hard, info)
    if body.producer.writes_effort_as_acceleration and axis.hard is not None:
        return replace(axis, hard=_effort(axis.hard, info))
    return axis


def _effort(hard: Limits, info: Element) -> Limits:
    if hard.acceleration is None:
        return hard
    message = f"acceleration {hard.acceleration:g} is the effort limit in files of this producer"
    info.report(ACCELERATION_AS_EFFORT, message)
    return replace(hard, effort=hard.acceleration, acceleration=None)


def _with_speed(axis: Axis, name: str, said: float | None, hard: float | None, info: Element) -> Axis:
    """One number is a hard limit; of two, the one that the hardware has is the hard one."""
    if hard is not None and said is not None and hard != said:
        axis = replace(axis, soft=_with(axis.soft, name, said, info))
    value = hard if hard is not None else said
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
    value = _number(body, parent, scope)
    if axis.motion is Motion.SLIDE:
        return in_si(value, axis.motion, body.index.unit(scope))
    return value if body.producer.speeds_in_radians else in_si(value, axis.motion, 1.0)


def _settled(body: Body, joint: Joint, element: Element) -> Joint:
    """Now that all limits are known: what kind of joint it is."""
    axis = joint.axis
    if axis is None or len(joint.axes) > 1:
        return joint
    if joint.type is JointType.CONTINUOUS and _has_range(axis.hard):
        joint = replace(joint, type=JointType.REVOLUTE)
    if joint.type is not JointType.REVOLUTE or not _is_zero(axis.hard) or axis.coupling is not None:
        return joint
    if body.producer.fixes_by_limits or axis.active is False:
        element.report(FIXED_BY_LIMITS, f"'{joint.name}' has limits 0..0; it is a fixed joint")
        return replace(joint, type=JointType.FIXED, axes=(_fixed_axis(axis),))
    return joint


def _settled_axis(axis: Axis) -> Axis:
    hard, soft = axis.hard, axis.soft
    if soft is None:
        return axis
    if not _has_range(hard):
        hard = replace(hard or Limits(origin=soft.origin), lower=soft.lower, upper=soft.upper)
    if hard is not None and (hard.lower, hard.upper) == (soft.lower, soft.upper):
        soft = replace(soft, lower=None, upper=None)
    return replace(axis, hard=hard, soft=soft if soft != Limits() else None)


def _fixed_axis(axis: Axis) -> Axis:
    """What is left of the axis of a joint that does not move."""
    hard = replace(axis.hard, lower=None, upper=None) if axis.hard is not None else None
    return replace(axis, hard=hard if hard != Limits() else None, active=None, locked=None)


def _has_range(limits: Limits | None) -> bool:
    return limits is not None and (limits.lower is not None or limits.upper is not None)


def _is_zero(limits: Limits | None) -> bool:
    return limits is not None and limits.lower == limits.upper == 0


def _leaf(body: Body, parent: Element | None, scope: Element) -> Element | None:
    """The element that holds a value: inside, or at the end of a chain of parameters."""
    if parent is None:
        return None
    for child in parent.children:
        if child.tag == "param":
            name = child.peek("ref") or child.text.strip()
            found = body.index.parameter(name, scope)
            return _leaf(body, found.element, scope) if found is not None else None
        if child.tag in _VALUES:
            return child.take()
    return parent


def _number(body: Body, parent: Element | None, scope: Element) -> float | None:
    leaf = _leaf(body, parent, scope)
    return leaf.text_number() if leaf is not None else None


def _boolean(body: Body, parent: Element | None, scope: Element) -> bool | None:
    leaf = _leaf(body, parent, scope)
    if leaf is None:
        return None
    return leaf.text_boolean() if leaf.tag != "int" else bool(leaf.text_number())


# Writing


def write_systems(robot: Robot, ids: Ids, extras: list[Node]) -> Node:
    """The two systems of a robot: kinematics, and on it motion with all of OpenRAVE's extras."""
    axes = list(each_axis(robot, ids))
    kinematics = make(
        "kinematics",
        None,
        make(
            "instance_kinematics_model",
            {"url": f"#{MODEL}", "sid": f"{MODEL}_inst"},
            *_parameters(KINEMATICS, f"{KINEMATICS}/{MODEL}_inst", axes),
        ),
        make("technique_common", None, *(_write_kinematics(each) for each in axes)),
    )
    motion = make(
        "motion",
        None,
        make(
            "instance_articulated_system",
            {"url": f"#{KINEMATICS}", "sid": f"{KINEMATICS}_inst"},
            *_parameters(MOTION, f"{KINEMATICS}/{KINEMATICS}", axes),
        ),
        make("technique_common", None, *(_write_motion(each) for each in axes)),
    )
    return make(
        "library_articulated_systems",
        {"id": "asystems"},
        make("articulated_system", {"id": KINEMATICS}, kinematics),
        make("articulated_system", {"id": MOTION}, motion, *extras),
    )


@dataclass(frozen=True, slots=True)
class WrittenAxis:
    """An axis with the names it has in a document."""

    joint: Joint
    axis: Axis
    joint_sid: str
    axis_sid: str
    number: int

    @property
    def path(self) -> str:
        """``joint3/axis0``."""
        return f"{self.joint_sid}/{self.axis_sid}"

    def parameter(self, system: str) -> str:
        """The parameter that stands for the axis in a system."""
        return f"{system}.{self.joint_sid}.{self.axis_sid}"


def each_axis(robot: Robot, ids: Ids) -> list[WrittenAxis]:
    """Every axis of every joint of the tree, numbered throughout; a joint without one has a still one."""
    found: list[WrittenAxis] = []
    for joint in robot.joints:
        for place, axis in enumerate(joint.axes or (Axis(),)):
            sid = axis_sid(axis, place)
            found.append(WrittenAxis(joint, axis, ids.joints[joint.name], sid, len(found)))
    return found


def _parameters(system: str, below: str, axes: list[WrittenAxis]) -> list[Node]:
    """The parameters of an instance: for the model, and for each axis. In the kinematics system they name
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


def scene_parameters(system: str, axes: list[WrittenAxis]) -> list[Node]:
    """The parameters of the instance of the motion system in a kinematics scene."""
    return _parameters(system, f"{MOTION}/{MOTION}", axes)


def _write_kinematics(each: WrittenAxis) -> Node:
    axis, joint = each.axis, each.joint
    flags = {
        "circular": ("bool", "true" if axis.circular else None),
        "planning_weight": ("float", _text(axis.planning_weight)),
        "discretization_resolution": ("float", _text(axis.resolution)),
    }
    soft = bounds(joint, axis, axis.soft if _has_range(axis.soft) else axis.hard)
    return make(
        "axis_info",
        {"sid": f"kai{each.number}", "axis": f"{MODEL}/{each.path}"},
        *(
            make("newparam", {"sid": sid}, make(kind, text=text))
            for sid, (kind, text) in flags.items()
            if text is not None
        ),
        make("active", None, make("bool", text="true" if _is_active(joint, axis) else "false")),
        make("locked", None, make("bool", text="true" if axis.locked else "false")),
        write_limits(soft, axis.motion, wrapped=True),
    )


def _is_active(joint: Joint, axis: Axis) -> bool:
    """What moves by a formula or not at all is not active, whatever was said."""
    moved = joint.type is not JointType.FIXED and axis.coupling is None
    return moved and axis.active is not False


def _write_motion(each: WrittenAxis) -> Node:
    axis = each.axis
    hard, soft = axis.hard or Limits(), axis.soft or Limits()
    parameters: list[Node] = []
    speeds: list[Node] = []
    for name, tag in _SPEEDS.items():
        strict, said = getattr(hard, name), getattr(soft, name)
        if name == "deceleration":
            continue
        if said is not None and strict is not None:
            parameters.append(
                make("newparam", {"sid": _HARD[name]}, make("float", text=_speed_text(strict, axis)))
            )
        value = said if said is not None else strict
        if value is not None:
            speeds.append(make(tag, None, make("float", text=_speed_text(value, axis))))
    return make(
        "axis_info",
        {"sid": f"mai{each.number}", "axis": f"{KINEMATICS}/kai{each.number}"},
        *parameters,
        *speeds,
    )


def _speed_text(value: float, axis: Axis) -> str:
    return written(degrees(value) if axis.motion is Motion.TURN else value)


def _text(value: float | None) -> str | None:
    return written(value) if value is not None else None
