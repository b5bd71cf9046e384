"""URDF with blocks beside its links and joints."""

from __future__ import annotations

from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.model import Robot
from robotfmt.model.record import replace

SHAPE = '<geometry><sphere radius="1"/></geometry>'
LINKS = f'<link name="a"><visual>{SHAPE}</visual><collision>{SHAPE}</collision></link><link name="b"/>'
JOINT = f'{LINKS}<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'


def robot_of(blocks: str, report: Report | None = None) -> Robot:
    """The robot of a document with some blocks behind two links and a joint."""
    return read_text(f'<robot name="r">{JOINT}{blocks}</robot>', "urdf", report)


def written(robot: Robot) -> str:
    """The blocks that are written for a robot, without white space between elements."""
    lines = write_bytes(robot, "urdf").decode().splitlines()
    text = "".join(line.strip() for line in lines)
    return text.partition("</joint>")[2].removesuffix("</robot>")


def bare(robot: Robot) -> Robot:
    """The robot alone, without anything of the document that it came from."""
    return replace(robot, extensions=(), layouts=())
