"""The order of a robot's joint values: that of its ``attach_actuator`` extras.

Each driven joint has such an extra, even if empty; joints without one come last, in document order. Joints that close
a loop have values, too, as in OpenRAVE's XML; its COLLADA reader passes them and their extras over.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from robotfmt.adapting import with_each_joint
from robotfmt.documents.xml.element import Element
from robotfmt.model import Joint, Robot
from robotfmt.model.record import replace

from ..document.values import first, technique_of
from .body import Body, JointDraft
from .joint_types import is_driven


def dof_order(body: Body, extras: Iterable[Element]) -> list[str]:
    """Return the names of the driven joints in the order of the robot's joint values, as far as extras specify it.

    Call it after formulas and systems were read, which determine the driven joints.
    """
    joints = Joints(body)
    found: dict[str, None] = {}
    for extra in extras:
        bind = _bind(extra)
        draft = joints.bound(bind) if bind is not None else None
        if draft is not None and is_driven(draft.joint):
            found[draft.joint.name] = None
    return list(found)


def dof_indices(body: Body, extras: Iterable[Element], names: Iterable[str]) -> dict[str, int]:
    """Return the index of each driven joint among the joint values; empty if the joints are already in that order.

    Args:
        names: The joints in the order of the robot.
    """
    drafts = body.joints
    natural = dict.fromkeys(name for name in names if name in drafts and is_driven(drafts[name].joint))
    given = (name for name in dof_order(body, extras) if name in natural)
    order = list(dict.fromkeys((*given, *natural)))
    if order == list(natural):
        return {}
    sizes = accumulate(len(drafts[name].joint.axes) for name in order)
    return dict(zip(order, (0, *sizes), strict=False))


def _bind(extra: Element) -> Element | None:
    technique = technique_of(extra) if extra.peek("type") == "attach_actuator" else None
    return first(technique, "bind_actuator") if technique is not None else None


class Joints:
    """Finds the joints of a body, without a report for missing ones."""

    def __init__(self, body: Body) -> None:
        self.body = body
        drafts = body.joints.values()
        self._elements: set[Element | None] = {draft.element for draft in drafts}
        self._names = {draft.element.peek("sid") for draft in drafts} | {*body.joints}

    def bound(self, bind: Element) -> JointDraft | None:
        """Return the joint that an actuator is bound to."""
        reference = bind.peek("joint") or ""
        found = self.body.index.sidref(reference, bind)
        near = {found.element, found.element.parent, *found.via} if found is not None else set()
        if near & self._elements or reference.rpartition("/")[2] in self._names:
            return self.body.joint(reference, bind)
        return None


def value_order(robot: Robot) -> list[Joint]:
    """Return the driven joints in the order of their values; those without an index last, as they are listed."""
    driven = filter(is_driven, robot.all_joints)
    return sorted(driven, key=lambda joint: (joint.dof_index is None, joint.dof_index or 0))


def with_value_indices(robot: Robot) -> Robot:
    """Return the robot with the indices that are read from a document, which only has the order of the values."""
    if all(joint.dof_index is None for joint in robot.all_joints):
        return robot
    order = value_order(robot)
    sizes = accumulate(len(joint.axes) for joint in order)
    names = (joint.name for joint in order)
    places = dict(zip(names, (0, *sizes), strict=False)) if order != list(filter(is_driven, robot.all_joints)) else {}
    return with_each_joint(robot, lambda joint: replace(joint, dof_index=places.get(joint.name)))
