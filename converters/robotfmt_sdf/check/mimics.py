"""Checks of joints that follow an axis of another one."""

from __future__ import annotations

from robotfmt.codes import BAD_WORD
from robotfmt.documents.xml.element import Element

_AXES = ("axis", "axis2")


def check_mimics(model: Element) -> None:
    """Report axes that joints of a model mimic and that the joints of these names do not have."""
    joints = {each.peek("name"): each for each in model.findall("joint")}
    for joint in joints.values():
        for axis in (joint.find(tag) for tag in _AXES):
            mimic = axis.find("mimic") if axis is not None else None
            leader = joints.get(mimic.peek("joint")) if mimic is not None else None
            if mimic is not None and leader is not None and leader.peek("type") != "fixed":
                _check(joint, mimic, leader)


def _check(joint: Element, mimic: Element, leader: Element) -> None:
    word = mimic.peek("axis") or "axis"
    found = [tag for tag in _AXES if leader.find(tag) is not None]
    if word not in found:
        mimic.report(
            BAD_WORD,
            f"joint '{joint.peek('name')}' mimics the axis '{word}' of joint '{leader.peek('name')}'; "
            f"expected {' or '.join(found) or 'a joint with an axis'}; Gazebo refuses the document",
            "axis" if mimic.peek("axis") is not None else None,
        )
