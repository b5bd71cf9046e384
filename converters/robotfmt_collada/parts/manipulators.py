"""Manipulators: arms with a tool frame, a gripper and inverse kinematics (the extension text, "manipulator").

Grippers have three spellings: ``gripper_joint`` with ``chucking_direction``, or with ``closing_direction``, and the
oldest, a ``gripper_axis`` for each axis. The first is written. What newer files of OpenRAVE have beyond the text
(``frame_endlink``, ``grippername``, the tool changer, the sets of grasps) are additional elements; empty ones are
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import FreeJoint, GripperJoint, IkSolver, Manipulator, Vector3
from robotfmt.model.record import replace

from ..codes import UNRESOLVED
from ..document.transforms import read_pose, write_pose
from ..document.values import OPENRAVE, children, claim_extra, first, name_of, read_number, technique_of
from .body import Body, Ids, JointDraft, LinkDraft
from .information import read_inner_interface, write_inner_interface

_CLOSING = ("chucking_direction", "closing_direction")
_TEXTS = {
    "grippername": "gripper",
    # An older name of OpenRAVE for the same element.
    "gripperid": "gripper",
    "toolChangerConnectedBodyToolName": "tool_changer_tool",
    "toolChangerLinkName": "tool_changer_link",
}
_GRASPS = "restrict_graspset_name"
_NUMBERED = re.compile(r"axis(\d{1,2})", re.ASCII)


def read_manipulators(body: Body, extras: Iterable[Element]) -> tuple[Manipulator, ...]:
    """Read every ``manipulator`` among some extras."""
    found: dict[str, Manipulator] = {}
    for extra in extras:
        manipulator = read_manipulator(body, extra, found)
        if manipulator is not None:
            found[manipulator.name] = manipulator
    return tuple(found.values())


def read_manipulator(body: Body, extra: Element, taken: Collection[str] = ()) -> Manipulator | None:
    """Return the manipulator of an extra; None if its links cannot be found, and then nothing is taken.

    Args:
        taken: The names of other manipulators.
    """
    technique = technique_of(extra) if extra.peek("type") == "manipulator" else None
    if technique is None:
        return None
    origin, tip = first(technique, "frame_origin"), first(technique, "frame_tip")
    base, end = _find_link(body, origin), _find_link(body, tip)
    if origin is None or tip is None or base is None or end is None:
        return None
    claim_extra(extra, technique)
    origin.attribute("link")
    tip.attribute("link")
    return Manipulator(
        origin=extra.origin,
        name=name_of(extra, "manipulator", taken),
        base=base.name,
        tip=end.name,
        tool=read_pose(tip, body.index.unit(tip)),
        direction=_read_direction(tip),
        gripper_joints=tuple(_read_gripper(body, technique, extra.parent or extra)),
        ik_solvers=tuple(_read_solver(body, each) for each in technique.children_of("iksolver")),
        end_link=_read_end_link(body, technique),
        grasp_sets=tuple(filter(None, (each.take_text() for each in technique.children_of(_GRASPS)))),
        **_read_texts(technique),
    )


def _read_end_link(body: Body, technique: Element) -> str | None:
    frame = first(technique, "frame_endlink")
    end = _find_link(body, frame)
    if frame is None or end is None:
        return None
    frame.attribute("link")
    return end.name


def _read_texts(technique: Element) -> dict[str, str]:
    """Return the texts that are not empty; if two spellings differ, the later one stays in the ledger."""
    found: dict[str, str] = {}
    for tag, field in _TEXTS.items():
        element = first(technique, tag)
        given = element.text.strip() if element is not None else ""
        if element is not None and found.get(field, given) == given:
            element.take_text()
            found[field] = given
    return {field: given for field, given in found.items() if given}


def _find_link(body: Body, frame: Element | None) -> LinkDraft | None:
    return body.link(frame.peek("link"), frame, "link") if frame is not None else None


def _read_direction(tip: Element) -> Vector3 | None:
    element = first(tip, "direction")
    values = element.text_numbers(3) if element is not None else None
    return (values[0], values[1], values[2]) if values is not None else None


def _read_gripper(body: Body, technique: Element, owner: Element) -> list[GripperJoint]:
    """Return the gripper's joints; one that cannot be found stays in the ledger."""
    found: list[GripperJoint] = []
    for element in children(technique, "gripper_joint", "gripper_axis"):
        old = element.tag == "gripper_axis"
        joint = _read_gripper_axis(body, element, owner) if old else _read_joint(body, element, owner)
        if joint is not None and old and found and found[-1].joint == joint.joint:
            found[-1] = replace(found[-1], closing=(*found[-1].closing, *joint.closing))
        elif joint is not None:
            found.append(joint)
    return found


def _read_joint(body: Body, element: Element, owner: Element) -> GripperJoint | None:
    draft = body.joint(element.peek("joint"), element, "joint")
    if draft is None:
        return None
    element.attribute("joint")
    closing: dict[int, float] = {}
    for child in children(element, *_CLOSING):
        number = _axis_number(draft, child)
        direction = read_number(body.index, child, owner, body.override) if number is not None else None
        if number is None or direction is None or closing.get(number, direction) != direction:
            continue
        closing[number] = direction
        child.take().attribute("axis")
    return GripperJoint(origin=element.origin, joint=draft.joint.name, closing=tuple(closing.items()))


def _axis_number(draft: JointDraft, element: Element) -> int | None:
    """Return the index of an axis of a joint: by its sid, or by its number if the axes have other sids."""
    sid = (element.peek("axis") or "axis0").rpartition("/")[2]
    sids = [constraint.peek("sid") for constraint in draft.constraints]
    numbered = _NUMBERED.fullmatch(sid)
    if sid in sids:
        return sids.index(sid)
    if numbered is not None and int(numbered.group(1)) < len(sids):
        return int(numbered.group(1))
    element.report(UNRESOLVED, f"'{sid}' is not an axis of joint '{draft.joint.name}'", "axis")
    return None


def _read_gripper_axis(body: Body, element: Element, owner: Element) -> GripperJoint | None:
    """Return a joint of a gripper with its closing direction; None if the joint does not exist."""
    reference = element.peek("axis")
    draft = body.joint(reference, element, "axis")
    if draft is None:
        return None
    element.attribute("axis")
    found = body.index.sidref(reference, element)
    target = body.axis_at(found) if found is not None else None
    number = target[1] if target is not None else 0
    direction = element.number("closingdirection")
    child = first(element, "closingdirection")
    if child is not None and direction is None:
        direction = read_number(body.index, child, owner, body.override)
        if direction is not None:
            child.take()
    closing = ((number, direction),) if direction is not None else ()
    return GripperJoint(origin=element.origin, joint=draft.joint.name, closing=closing)


def _read_solver(body: Body, element: Element) -> IkSolver:
    free = (_read_free_joint(body, child) for child in children(element, "free_joint"))
    return IkSolver(
        origin=element.origin,
        type=element.attribute("type"),
        free_joints=tuple(joint for joint in free if joint is not None),
        interface=read_inner_interface(element),
    )


def _read_free_joint(body: Body, element: Element) -> FreeJoint | None:
    draft = body.joint(element.peek("joint"), element, "joint")
    if draft is None:
        return None
    element.attribute("joint")
    return FreeJoint(origin=element.origin, joint=draft.joint.name, step=element.number("stepsize"))


# Writing


def write_manipulator(manipulator: Manipulator, ids: Ids) -> Node:
    """Return the extra of a manipulator, in the spelling of the text."""
    return make(
        "extra",
        {"type": "manipulator", "name": manipulator.name},
        make(
            "technique",
            {"profile": OPENRAVE},
            make("frame_origin", {"link": ids.link(manipulator.base)}),
            _write_tip(manipulator, ids),
            *(_write_joint(joint, ids) for joint in manipulator.gripper_joints),
            *(_write_solver(solver, ids) for solver in manipulator.ik_solvers),
            *_write_texts(manipulator, ids),
        ),
    )


def _write_texts(manipulator: Manipulator, ids: Ids) -> list[Node]:
    end = manipulator.end_link
    tags = {field: tag for tag, field in reversed(_TEXTS.items())}
    given = ((tag, getattr(manipulator, field)) for field, tag in tags.items())
    return [
        *([make("frame_endlink", {"link": ids.link(end)})] if end is not None else []),
        *(make(tag, text=text) for tag, text in given if text is not None),
        *(make(_GRASPS, text=name) for name in manipulator.grasp_sets),
    ]


def _write_tip(manipulator: Manipulator, ids: Ids) -> Node:
    direction = manipulator.direction
    return make(
        "frame_tip",
        {"link": ids.link(manipulator.tip)},
        *write_pose(manipulator.tool),
        make("direction", text=direction) if direction is not None else None,
    )


def _write_joint(joint: GripperJoint, ids: Ids) -> Node:
    closing = (
        make("chucking_direction", {"axis": f"./axis{number}"}, make("float", text=direction))
        for number, direction in joint.closing
    )
    return make("gripper_joint", {"joint": ids.joint(joint.joint)}, *closing)


def _write_solver(solver: IkSolver, ids: Ids) -> Node:
    free = (_write_free_joint(joint, ids) for joint in solver.free_joints)
    return make("iksolver", {"type": solver.type}, *free, write_inner_interface(solver.interface))


def _write_free_joint(joint: FreeJoint, ids: Ids) -> Node:
    return make("free_joint", {"joint": ids.joint(joint.joint), "stepsize": joint.step})
