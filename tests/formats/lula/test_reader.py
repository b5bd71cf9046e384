"""The reader against numbers that were worked out by hand, and what becomes of a description."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import read_text
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, UsageError
from robotfmt.model import (
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    JointValue,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.settings import Settings
from robotfmt_lula import FORMAT

ARM = FIXTURES / "arm6"
POSITIONS = (0.0, 0.5, -1.25, 0.0, 0.75, 0.0001)


def sphere(x: float, y: float, z: float, radius: float) -> CollisionSphere:
    return CollisionSphere(center=(x, y, z), radius=radius)


def test_a_robot_description_is_read() -> None:
    report = Report()
    robot = robotfmt.read(ARM / "arm6-lula.yaml", report=report)
    assert robot.modifiers == (SetBaseFrame(frame="base_link"),)
    assert robot.cspace == CSpace(
        joints=tuple(
            CSpaceJoint(joint=f"joint_{number}", acceleration_limit=limit, jerk_limit=10000.0)
            for number, limit in enumerate((10.0, 10.0, 10.0, 12.0, 12.0), 1)
        )
    )
    assert robot.default_positions == tuple(
        JointValue(joint=f"joint_{number}", values=(value,)) for number, value in enumerate(POSITIONS, 1)
    )
    upper = FrameSpheres(frame="upper_arm", spheres=(sphere(0.0, 0.0, 0.1, 0.07), sphere(0.0, 0.0, 0.3, 0.06)))
    hand = FrameSpheres(frame="hand", spheres=(sphere(0.0, 0.02, -0.01, 0.05),))
    assert robot.sphere_sets == (SphereSet(name="collision_spheres", frames=(upper, hand)),)
    assert robot.world_collision == CollisionUse(spheres="collision_spheres")
    assert robot.self_collision is None
    kept = {each.name: each.content for each in robot.extensions}
    assert kept == {"subtree_root_link": '"shoulder"', "composite_task_spaces": "[]"} or kept == {
        "subtree_root_link": "shoulder",
        "composite_task_spaces": "[]",
    }
    assert {each.code for each in report} == {"document.not-understood"}


def test_a_description_becomes_an_xrdf(tmp_path: Path) -> None:
    urdf, output = ARM / "arm6.urdf", tmp_path / "arm.xrdf"
    done = robotfmt.convert([urdf, ARM / "arm6-lula.yaml"], output)
    lost = {each.subject.split("/entry/")[1].split("/")[0] for each in done.report.having("convert.no-place")}
    assert lost == {"subtree_root_link", "composite_task_spaces"}
    assert {each.code for each in done.report if each.code.startswith("xrdf.")} == {
        "xrdf.tool-frame-assumed",
        "xrdf.end-effector",
        "xrdf.self-collision-absent",
    }
    back = robotfmt.read(urdf, output)
    assert {each.subject for each in robotfmt.diff(done.robot, back)} == {"tool frame/0"} | {
        each.subject for each in done.report.having("convert.no-place")
    }


def test_lula_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can be read but not written"):
        robotfmt.convert(ARM / "arm6.urdf", tmp_path / "a.yaml", settings=Settings(target_format="lula"))


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"api_version: 1.0\ncspace: [a]\n", True),
        (b"# x\napi_version: 1.0\n\ncspace_to_urdf_rules:\n", True),
        (b"api_version: 1.0\njoint_limit_buffers: []\nrmp_params: {}\n", False),
        (b"format: xrdf\ncspace: {}\n", False),
        (b"robot_cfg:\n  api_version: 1.0\n", False),
        (b"", False),
    ],
)
def test_descriptions_of_lula_are_recognised(data: bytes, is_one: bool) -> None:
    assert FORMAT.sniff(data) is is_one


@pytest.mark.parametrize("text", ["api_version: [1.0]\n", "api_version: 2.0\n", "- a\n"])
def test_invalid_descriptions_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_text(text, "lula")


@pytest.mark.parametrize(
    "text",
    [
        "cspace: {a: b}\n",
        "cspace: [a, [b]]\ndefault_q: [1, 2]\n",
        "cspace: [a]\ndefault_q: 1\nacceleration_limits: [x]\njerk_limits: [.nan]\n",
        "cspace: [a]\ncspace_to_urdf_rules: [1, {name: b}, {name: b, rule: fixed, value: x}]\n",
        "cspace: [a]\ncspace_to_urdf_rules: {a: b}\n",
        "cspace: [a]\ncollision_spheres: [1, {a: 1}, {b: [1, {center: 1, radius: x}]}]\n",
        "cspace: [a]\nroot_link: [a]\n",
    ],
)
def test_damaged_values_are_reported_and_kept(text: str) -> None:
    report = Report()
    robot = read_text("api_version: 1.0\n" + text, "lula", report)
    assert [each for each in report if each.code != "document.not-understood"]
    assert robot.extensions
