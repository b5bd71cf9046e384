"""What is asked of the writer: fewer decimals, and spheres as collision geometry."""

from __future__ import annotations

from pathlib import Path

import pytest
from extras import NAMESPACE
from lxml import etree

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import (
    Axis,
    Box,
    Buffer,
    CollisionSphere,
    CollisionUse,
    Frame,
    FrameSpheres,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Pose,
    Purpose,
    Robot,
    Rpy,
    Sphere,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings

BOX = Geometry(shape=Box((1.0, 1.0, 1.0)), purpose=Purpose.COLLISION)
ARM = Robot(
    name="arm",
    links=(
        Link(name="body", collisions=(BOX,)),
        Link(
            name="hand",
            collisions=(BOX,),
            inertial=Inertial(mass=0.123456, inertia=Inertia(ixx=1e-7, ixy=0, ixz=0, iyy=1e-7, iyz=0, izz=1e-7)),
        ),
    ),
    joints=(
        Joint(
            name="wrist",
            type=JointType.REVOLUTE,
            parent="body",
            child="hand",
            pose_in_parent=Pose((0.1234567, -0.0000001, 0.3), Rpy(0.0, 0.0, 0.5)),
            axes=(Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=2.0)),),
        ),
    ),
)


def _written(robot: Robot, path: Path, **options: str) -> tuple[Robot, Report]:
    report = Report()
    settings = Settings(options={f"collada.{name}": value for name, value in options.items()})
    robotfmt.write(robot, path, report=report, settings=settings)
    return robotfmt.read(path), report


def _texts(path: Path, tag: str) -> list[str]:
    root = etree.fromstring(path.read_bytes())
    return [each.text or "" for each in root.iter(f"{{{NAMESPACE}}}{tag}")]


@pytest.mark.parametrize("suffix", [".dae", ".zae"])
def test_poses_and_limits_are_rounded(tmp_path: Path, suffix: str) -> None:
    back, report = _written(ARM, tmp_path / f"arm{suffix}", round="3")
    (joint,) = back.joints
    assert joint.pose_in_parent is not None
    assert joint.pose_in_parent.xyz == (0.123, 0.0, 0.3)
    reported = report.having("collada.rounded")
    assert {each.subject for each in reported} >= {
        "joint/wrist/position",
        "joint/wrist/rotation",
        "joint/wrist/upper",
    }
    # 0.1234567 m is 0.0004567 m off; 0.5 rad is 28.648 degrees, which is less than 1e-5 rad off.
    assert reported[0].subject == "joint/wrist/position"
    assert all(each.message.endswith("no number is off by more than 4.6e-04") for each in reported)
    assert len(report.diagnostics) == len(reported)


def test_numbers_of_the_document(tmp_path: Path) -> None:
    _written(ARM, tmp_path / "arm.dae", round="3")
    assert {"0.123 0 0.3"} <= set(_texts(tmp_path / "arm.dae", "translate"))
    assert _texts(tmp_path / "arm.dae", "min")[0] == "-57.296"
    assert "0 0 1 28.648" in _texts(tmp_path / "arm.dae", "rotate")
    assert _texts(tmp_path / "arm.dae", "mass") == ["0.123456"]
    assert _texts(tmp_path / "arm.dae", "inertia") == ["1e-07 1e-07 1e-07"]


def test_numbers_that_rounding_keeps_are_not_reported(tmp_path: Path) -> None:
    plain = replace(ARM, joints=(replace(ARM.joints[0], pose_in_parent=Pose((0.1, 0.0, 0.3)), axes=()),))
    plain = replace(plain, joints=(replace(plain.joints[0], type=JointType.FIXED),))
    assert not _written(plain, tmp_path / "arm.dae", round="3")[1].diagnostics
    assert not _written(ARM, tmp_path / "other.dae")[1].diagnostics


BALLS = SphereSet(
    name="spheres",
    frames=(
        FrameSpheres(frame="hand", spheres=(CollisionSphere(center=(0.1, 0.0, 0.2), radius=0.05),)),
        FrameSpheres(
            frame="tool",
            spheres=(
                CollisionSphere(center=(0.0, 0.0, 0.1), radius=0.02),
                CollisionSphere(center=(0.0, 0.0, 0.0), radius=-1.0),
            ),
        ),
    ),
)
TIPS = SphereSet(
    name="tips",
    frames=(FrameSpheres(frame="hand", spheres=(CollisionSphere(center=(0, 0, 1.0), radius=0.5),)),),
)
TOOL = Frame(name="tool", parent="hand", pose=Pose((0.0, 0.0, 1.0)))


def _spheres(robot: Robot) -> list[tuple[float | None, tuple[float, float, float], Purpose]]:
    return [
        (each.shape.radius, each.pose.xyz if each.pose is not None else (0.0, 0.0, 0.0), each.purpose)
        for link in robot.links
        for each in link.collisions
        if isinstance(each.shape, Sphere)
    ]


def _with(world: str | None, own: str | None, *buffers: Buffer) -> Robot:
    return replace(
        ARM,
        frames=(TOOL,),
        sphere_sets=(BALLS, TIPS),
        world_collision=CollisionUse(spheres=world, buffers=buffers) if world else None,
        self_collision=CollisionUse(spheres=own) if own else None,
    )


def test_spheres_are_the_collision_geometry_of_their_links(tmp_path: Path) -> None:
    back, report = _written(_with("spheres", None), tmp_path / "arm.dae", spheres="collision")
    (first, second) = _spheres(back)
    assert (first[0], first[2]) == (0.05, Purpose.COLLISION)
    assert first[1] == pytest.approx((0.1, 0.0, 0.2))
    assert (second[0], second[2]) == (0.02, Purpose.COLLISION)
    assert second[1] == pytest.approx((0.0, 0.0, 1.1))
    assert [type(each.shape) for each in back.link_by_name["body"].collisions] == [Box]
    subjects = {each.subject for each in report.having("collada.spheres")}
    assert {
        "spheres/spheres",
        "world collision",
        "link/hand/collision/0/shape",
        "link/hand/collision/1",
    } <= subjects
    assert {each.subject for each in report.having("convert.no-place")} == {"frame/tool", "spheres/tips"}
    assert back.sphere_sets == ()


def test_two_sets_for_two_uses(tmp_path: Path) -> None:
    back, _ = _written(_with("spheres", "tips"), tmp_path / "arm.dae", spheres="collision")
    assert [purpose for *_, purpose in _spheres(back)] == [
        Purpose.ENVIRONMENT,
        Purpose.ENVIRONMENT,
        Purpose.SELF,
    ]


def test_shapes_have_no_buffers(tmp_path: Path) -> None:
    robot = _with("spheres", None, Buffer(frame="hand", distance=0.01))
    back, report = _written(robot, tmp_path / "arm.dae", spheres="collision")
    assert back.world_collision is None
    assert "world collision" in {each.subject for each in report.having("collada.spheres")}


def test_spheres_are_lost_without_the_option(tmp_path: Path) -> None:
    robot = _with("spheres", "tips", Buffer(frame="hand", distance=0.01))
    back, report = _written(robot, tmp_path / "arm.dae")
    assert _spheres(back) == []
    assert {"spheres/spheres", "spheres/tips"} <= {each.subject for each in report.having("convert.no-place")}
    assert (back.sphere_sets, back.world_collision, back.self_collision) == ((), None, None)


def test_which_spheres_is_not_clear(tmp_path: Path) -> None:
    with pytest.raises(robotfmt.RobotfmtError, match="spheres"):
        _written(_with(None, None), tmp_path / "arm.dae", spheres="collision")
