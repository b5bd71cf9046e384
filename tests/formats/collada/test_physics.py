"""Masses: what is none in files of OpenRAVE, and what is one everywhere else."""

from __future__ import annotations

import pytest
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.model import Inertia, Inertial, Link, Robot

TENSOR = Inertia(ixx=1e-7, ixy=0.0, ixz=0.0, iyy=1e-7, iyz=0.0, izz=1e-7)


def document(mass: float, tool: str) -> bytes:
    robot = Robot(name="r", links=(Link(name="l", inertial=Inertial(mass=mass, inertia=TENSOR)),))
    return write_bytes(robot, "collada").replace(b"robotfmt</authoring_tool>", f"{tool}</authoring_tool>".encode())


@pytest.mark.parametrize(
    ("mass", "tool", "is_there"),
    [
        (1e-10, "OpenRAVE Collada Writer", False),
        (2e-10, "OpenRAVE Collada Writer", True),
        (1e-10, "robotfmt", True),
    ],
)
def test_openraves_placeholder_mass_is_read_as_no_mass(mass: float, tool: str, is_there: bool) -> None:
    report = Report()
    robot = read_text(document(mass, tool), "collada", report)
    assert (robot.links[0].inertial is not None) is is_there
    assert ("collada.no-mass" in {each.code for each in report}) is not is_there
