"""The work of reading and checking a document grows with its length: twice the parts, about twice the lines of code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from robotfmt.cli import main

ROOT = "PhysicsRigidBodyAPI"
_KINDS: dict[str, tuple[str, Callable[[int], str]]] = {
    "robots of MJCF": (
        "r.xml",
        lambda n: (
            "<mujoco><worldbody>"
            + _rows(n, '<body name="b{0}"><joint/><geom size="1"/></body>')
            + "</worldbody></mujoco>"
        ),
    ),
    "links of MJCF": (
        "r.xml",
        lambda n: (
            '<mujoco><worldbody><body name="r"><geom size="1"/>'
            + _rows(n, '<body name="b{0}"><joint name="j{0}"/><geom size="1"/></body>')
            + "</body></worldbody></mujoco>"
        ),
    ),
    "bodies of OpenRAVE": (
        "r.robot.xml",
        lambda n: (
            '<Robot name="r"><KinBody>'
            + _rows(n, '<Body name="b{0}"><Geom type="box"><extents>1 1 1</extents></Geom></Body>')
            + "</KinBody></Robot>"
        ),
    ),
    "joints of OpenRAVE": (
        "r.robot.xml",
        lambda n: (
            '<Robot name="r"><KinBody><Body name="b0"/>'
            + "".join(
                f'<Body name="b{i}"/><Joint name="j{i}" type="hinge"><Body>b{i - 1}</Body><Body>b{i}</Body></Joint>'
                for i in range(1, n)
            )
            + "</KinBody></Robot>"
        ),
    ),
    "links of URDF": (
        "r.urdf",
        lambda n: (
            '<robot name="r"><link name="l"/>'
            + _rows(
                n,
                '<link name="l{0}"/><joint name="j{0}" type="fixed"><parent link="l"/><child link="l{0}"/></joint>',
            )
            + "</robot>"
        ),
    ),
    "models of SDF": (
        "r.sdf",
        lambda n: (
            '<sdf version="1.9"><world name="w">'
            + _rows(n, '<model name="m{0}"><link name="l"/></model>')
            + "</world></sdf>"
        ),
    ),
    "bodies of a stage": (
        "r.usda",
        lambda n: (
            '#usda 1.0\n(\n upAxis = "Z"\n metersPerUnit = 1\n)\n'
            + _rows(n, f'def Xform "l{{0}}" (prepend apiSchemas = ["{ROOT}"]) {{{{\n}}}}\n')
        ),
    ),
}


def _rows(count: int, row: str) -> str:
    return "".join(row.format(each) for each in range(count))


def lines_of(document: Path) -> int:
    """The number of lines of robotfmt that are executed to check a document."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if "robotfmt" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        main(["check", str(document), "-q"])
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("kind", _KINDS)
def test_twice_the_parts_are_at_most_two_and_a_half_times_the_work(kind: str, tmp_path: Path) -> None:
    name, made = _KINDS[kind]
    if name.endswith(".usda"):
        pytest.importorskip("pxr")
    counts = []
    for size in (40, 400, 800):  # the first one imports what is needed
        document = tmp_path / str(size) / name
        document.parent.mkdir()
        document.write_text(made(size))
        counts.append(lines_of(document))
    assert counts[2] < 2.5 * counts[1]
