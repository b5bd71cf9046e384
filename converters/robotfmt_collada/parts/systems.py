"""Articulated systems: the limits of a controller on the axes of a kinematics model.

A *motion* system instances a *kinematics* system, which instances kinematics models; either may nest others. Limits
in the joint are hard, those in a system's ``axis_info`` are soft (OpenRAVE's extension text, "Hard and Soft Joint
Limits"). Of two equal sets the soft one is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Axis, Robot
from robotfmt.model.record import replace

from ..document.addresses import Index
from ..document.claims import claim, claim_parameters
from ..document.producer import Dialect
from .axes import WrittenAxis, each_axis, read_axis, write_axis
from .body import Body, Ids
from .joint_types import settled, settled_axis
from .speeds import read_speeds, write_speeds

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
    """Apply a function to the axis of each ``axis_info``; one of a motion system names one of a kinematics system."""
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
