"""Stages with several robots: their places, joints between them, references for those that are alike, gravity."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from real import BROKEN, FIXTURES, WORLDS

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.model import (
    CollisionSphere,
    FrameSpheres,
    JointType,
    JointValue,
    NamedState,
    PlacedRobot,
    Pose,
    Robot,
    SphereSet,
    World,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings

Usd: Any = pytest.importorskip("pxr.Usd")
UsdPhysics: Any = pytest.importorskip("pxr.UsdPhysics")
LOST = re.compile(r"light|<|.*'revolute' -> 'continuous'")
"""Differences of what a stage has no words for: lights, what is only for Gazebo, and a second word for endless joints.
"""


def converted(name: str, folder: Path) -> Path:
    """The stage of a world."""
    robotfmt.convert(WORLDS / f"{name}.sdf", folder / f"{name}.usda")
    return folder / f"{name}.usda"


def kept(name: str, back: Path) -> list[str]:
    """The differences of a world that comes back, but for what a stage has no words for."""
    report = robotfmt.diff(robotfmt.read_world(WORLDS / f"{name}.sdf"), robotfmt.read_world(back), tolerance=1e-6)
    return [str(each) for each in report if not LOST.match(str(each))]


@pytest.mark.parametrize("name", ["two_arms", "pendulums", "nested"])
def test_a_world_comes_back(tmp_path: Path, name: str) -> None:
    assert not kept(name, converted(name, tmp_path))


@pytest.mark.parametrize("name", ["two_arms", "hall", "pendulums"])
def test_a_world_that_is_read_and_written_again_is_the_same(tmp_path: Path, name: str) -> None:
    path = converted(name, tmp_path)
    robotfmt.convert(path, tmp_path / "again.usda")
    assert (tmp_path / "again.usda").read_bytes() == path.read_bytes()


def test_robots_that_are_alike_are_references_to_one(tmp_path: Path) -> None:
    stage = Usd.Stage.Open(str(converted("two_arms", tmp_path)))
    left, right = (stage.GetPrimAtPath(f"/two_arms/{each}") for each in ("left", "right"))
    assert not left.HasAuthoredReferences()
    assert right.HasAuthoredReferences()
    bodies = [each.GetPath().pathString for each in stage.Traverse() if each.HasAPI(UsdPhysics.RigidBodyAPI)]
    assert [each for each in bodies if "/right/" in each] == [
        each.replace("/left/", "/right/") for each in bodies if "/left/" in each
    ]


def test_joints_between_robots_are_in_no_articulation(tmp_path: Path) -> None:
    path = converted("two_arms", tmp_path)
    stage = Usd.Stage.Open(str(path))
    grip = UsdPhysics.Joint(stage.GetPrimAtPath("/two_arms/Joints/right_grip"))
    assert grip.GetExcludeFromArticulationAttr().Get() is True
    assert [str(each) for each in grip.GetBody0Rel().GetTargets()] == ["/two_arms/right/Geometry/tool"]
    world = robotfmt.read_world(path)
    joints = {each.name: (each.joint.type, each.parent_robot, each.child_robot) for each in world.joints}
    assert joints == {
        "left_grip": (JointType.FIXED, "left", "bar"),
        "right_grip": (JointType.BALL, "right", "bar"),
    }


def test_gravity_is_that_of_the_moon(tmp_path: Path) -> None:
    assert robotfmt.read_world(converted("two_arms", tmp_path)).gravity == (0.0, 0.0, -1.62)
    assert 'def PhysicsScene "PhysicsScene"\n{\n}' in written_arm(tmp_path)


def written_arm(folder: Path) -> str:
    """The stage of one robot."""
    robotfmt.convert(FIXTURES / "arm6" / "arm6.urdf", folder / "arm6.usda", base="fixed")
    return (folder / "arm6.usda").read_text()


def test_a_static_model_is_shapes_without_a_body(tmp_path: Path) -> None:
    path = converted("hall", tmp_path)
    stage = Usd.Stage.Open(str(path))
    ground = stage.GetPrimAtPath("/hall/ground")
    assert not any(each.HasAPI(UsdPhysics.RigidBodyAPI) for each in Usd.PrimRange(ground))
    assert any(each.HasAPI(UsdPhysics.CollisionAPI) for each in Usd.PrimRange(ground))
    placed = robotfmt.read_world(path).placed("ground")
    assert placed.robot.simulation is not None
    assert placed.robot.simulation.static
    assert [each.name for each in placed.robot.links] == ["ground"]


def test_what_a_world_loses_is_reported(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(WORLDS / "rail.sdf", tmp_path / "rail.usda", report=report)
    lost = " ".join(each.message for each in report if each.code == "usd.no-words")
    assert "frame 'dock'" in lost


def test_a_joint_can_hold_a_robot_in_the_world(tmp_path: Path) -> None:
    worlds = robotfmt.read_world(WORLDS / "pendulums.sdf"), robotfmt.read_world(converted("pendulums", tmp_path))
    given, joint = (next(each for each in it.joints if each.name == "hang") for it in worlds)
    assert (joint.parent_robot, joint.child_robot) == (given.parent_robot, given.child_robot)
    assert None in (joint.parent_robot, joint.child_robot)
    assert (joint.joint.parent, joint.joint.child) == (given.joint.parent, given.joint.child)


def test_isaac_layers_are_of_one_robot(tmp_path: Path) -> None:
    settings = Settings(options={"usd.layout": "isaac"})
    with pytest.raises(UsageError, match=r"usd\.layout=isaac is for one robot"):
        robotfmt.convert(WORLDS / "two_arms.sdf", tmp_path / "two.usda", settings=settings)
    chosen = Settings(options={"usd.layout": "isaac"}, robot="left")
    robotfmt.convert(WORLDS / "two_arms.sdf", tmp_path / "left.usda", settings=chosen)
    assert (tmp_path / "payloads" / "base.usda").is_file()


def two_of(robot: Robot) -> World:
    """A world with a robot twice, of which the second one has another mass."""
    heavy = replace(robot.links[0], inertial=replace(robot.links[0].inertial, mass=5.0))
    other = replace(robot, links=(heavy, *robot.links[1:]))
    return World(
        name="two",
        robots=(
            PlacedRobot(name="einer", robot=replace(robot, name="einer")),
            PlacedRobot(name="größer", robot=replace(other, name="größer"), pose=Pose((1.0, 0.0, 0.0))),
        ),
    )


def test_robots_of_a_world_have_their_poses_and_spheres(tmp_path: Path) -> None:
    state = NamedState(name="up", values=(JointValue(joint="elbow", values=(0.5,)),))
    ball = CollisionSphere(center=(0.0, 0.0, 0.25), radius=0.25)
    spheres = SphereSet(name="all", frames=(FrameSpheres(frame="hand", spheres=(ball,)),))
    arm = replace(robotfmt.read(BROKEN / "usd" / "sound.usda"), states=(state,), sphere_sets=(spheres,))
    path, settings = tmp_path / "two.usda", Settings(options={"usd.utf8": "yes"})
    robotfmt.write(two_of(arm), path, settings=settings)
    assert "rel isaac:robot:namedPoses = </two/größer/NamedPoses/up>" in path.read_text(encoding="utf-8")
    report = Report()
    world = robotfmt.read_world(path, report=report)
    assert not list(report)
    assert [each.name for each in world.robots] == ["einer", "größer"]
    for each in world.robots:
        assert each.robot.states[0].values[0].values == pytest.approx((0.5,))
        assert each.robot.sphere_sets[0].frames[0].spheres == (ball,)
        assert len(each.robot.link("hand").visuals) == 1  # the box, and no sphere


def test_what_is_unread_and_a_type_are_of_one_robot(tmp_path: Path) -> None:
    arm = robotfmt.read(BROKEN / "usd" / "usd.copied.usda")
    assert arm.extensions
    report = Report()
    robotfmt.write(two_of(arm), tmp_path / "two.usda", report=report)
    assert [each for each in report.having("usd.no-words") if "linearDamping" in each.message]
    settings = Settings(options={"usd.robot_type": "aerial"})
    with pytest.raises(UsageError, match="robot_type is for one robot"):
        robotfmt.write(two_of(arm), tmp_path / "two.usda", settings=settings, overwrite=True)


def test_what_a_stage_of_several_robots_has_besides_is_lost(tmp_path: Path) -> None:
    robotfmt.write(two_of(robotfmt.read(BROKEN / "usd" / "sound.usda")), tmp_path / "two.usda")
    text = (tmp_path / "two.usda").read_text(encoding="utf-8")
    text = text.replace(
        "float physics:mass = 5", "float physics:mass = 5\n                float physxRigidBody:linearDamping = 2"
    )
    (tmp_path / "more.usda").write_text(text, encoding="utf-8")
    report = Report()
    robotfmt.convert(tmp_path / "more.usda", tmp_path / "made.usda", report=report)
    assert [each for each in report.having("usd.no-words") if "linearDamping" in each.message]
    assert not robotfmt.read_world(tmp_path / "made.usda").extensions
