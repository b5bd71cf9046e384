"""Robots by their joints alone."""

from __future__ import annotations

from robotfmt.model import Axis, Joint, JointType, Limits, LinearCoupling, Link, Robot


def tree(text: str) -> Robot:
    """A robot of words such as ``base>a`` (turns), ``a-b`` (fixed), ``b~c`` (follows the joint before)."""
    joints: list[Joint] = []
    for word in text.split():
        sign = next(each for each in ">-~" if each in word)
        parent, child = word.split(sign)
        coupling = LinearCoupling(joint=joints[-1].name) if sign == "~" else None
        axis = Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=2.0), coupling=coupling)
        joints.append(
            Joint(
                name=f"to_{child}",
                type=JointType.FIXED if sign == "-" else JointType.REVOLUTE,
                parent=parent,
                child=child,
                axes=() if sign == "-" else (axis,),
            )
        )
    names = dict.fromkeys(name for each in joints for name in (each.parent, each.child) if name is not None)
    return Robot(name="tree", links=tuple(Link(name=name) for name in names), joints=tuple(joints))
