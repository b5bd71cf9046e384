"""An arm of three joints in a plane."""

from __future__ import annotations

from reading import read_text

from robotfmt.model import CSpace, CSpaceJoint, Robot
from robotfmt.model.record import replace

_JOINT = (
    '<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
    '<origin xyz="{xyz}"/><axis xyz="{axis}"/><limit lower="{low}" upper="{high}" effort="1" velocity="1"/></joint>'
)


def planar(axis: str = "0 0 1") -> Robot:
    """An arm of three links of one metre in a plane: at zero it is stretched out, and singular."""
    rows = [
        _JOINT.format(name="s", parent="base", child="a", xyz="0 0 0", axis=axis, low=-3, high=3),
        _JOINT.format(name="e", parent="a", child="b", xyz="1 0 0", axis=axis, low=-3, high=3),
        _JOINT.format(name="w", parent="b", child="c", xyz="1 0 0", axis=axis, low=-3, high=3),
        _JOINT.format(name="f", parent="base", child="d", xyz="0 0 1", axis=axis, low=0.5, high=1),
    ]
    links = "".join(f'<link name="{name}"/>' for name in ("base", "a", "b", "c", "d", "tip"))
    tip = '<joint name="t" type="fixed"><parent link="c"/><child link="tip"/><origin xyz="1 0 0"/></joint>'
    robot = read_text(f'<robot name="p">{links}{"".join(rows)}{tip}</robot>', "urdf")
    space = CSpace(joints=tuple(CSpaceJoint(joint=name) for name in ("s", "e", "w", "f")))
    return replace(robot, cspace=space, tool_frames=("tip",))
