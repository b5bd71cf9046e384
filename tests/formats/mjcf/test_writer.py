"""MJCF that is written: words worked out by hand, what MJCF lacks, and what MuJoCo would refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from featured import FEATURED
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import ModelError
from robotfmt.formats import Feature
from robotfmt.model import (
    Axis,
    Base,
    CollisionMask,
    Dynamics,
    Frame,
    Geometry,
    IgnoredPair,
    Inertia,
    Inertial,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    NamedState,
    Pose,
    Purpose,
    Robot,
    Rpy,
    Sphere,
    Surface,
    World,
)
from robotfmt.model.pose import quaternion_of
from robotfmt.model.record import replace
from robotfmt.model.world import PlacedRobot
from robotfmt.settings import Settings

HEAVY = Inertial(
    mass=2.0,
    pose=Pose((0.0, 0.1, 0.0)),
    inertia=Inertia(ixx=0.02, ixy=0.0, ixz=0.0, iyy=0.03, iyz=0.0, izz=0.04),
)
TURN = Joint(
    name="turn",
    type=JointType.REVOLUTE,
    parent="base",
    child="arm",
    pose_in_parent=Pose((0.1, 0.2, 0.3), Rpy(0.1, 0.2, 0.3)),
    axes=(
        Axis(
            direction=(0.0, 1.0, 0.0),
            hard=Limits(lower=-1.0, upper=2.0, velocity=3.0, effort=9.0),
            dynamics=Dynamics(damping=0.5, friction=0.25, armature=0.125),
        ),
    ),
)
LIFT = Joint(
    name="lift",
    type=JointType.PRISMATIC,
    parent="arm",
    child="hand",
    axes=(
        Axis(
            motion=Motion.SLIDE,
            direction=(1.0, 0.0, 0.0),
            hard=Limits(lower=0.0, upper=0.5),
            coupling=LinearCoupling(joint="turn", multiplier=0.25, offset=0.125),
        ),
    ),
)
ARM = Robot(
    name="arm",
    links=(Link(name="base"), Link(name="arm", inertial=HEAVY), Link(name="hand", inertial=HEAVY)),
    joints=(TURN, LIFT),
)


REFUSED = ("mjcf.inertia",)
"""The codes of what MuJoCo refuses."""


def written(
    robot: Robot | World, folder: Path, report: Report | None = None, keep: bool = False, **options: str
) -> Any:
    """The elements of the document of a robot, which is proved when it is written."""
    path = folder / "robot.xml"
    settings = Settings(options={f"mjcf.{name}": value for name, value in options.items()})
    allow = REFUSED if report is not None else ()
    robotfmt.write(robot, path, report=report, settings=settings, overwrite=True, allow=allow, keep=keep)
    return ElementTree.parse(path).getroot()


def changed(robot: Robot, folder: Path) -> set[str]:
    """The paths of the facts that are other ones in the document that was written."""
    return {"/".join(each.path) for each in robotfmt.diff(robot, robotfmt.read(folder / "robot.xml"))}


def comes_back(robot: Robot | World, folder: Path) -> bool:
    """Return True if a document and its sidecar are the robot again."""
    report = Report()
    written(robot, folder, report, keep=True)
    read = robotfmt.read if isinstance(robot, Robot) else robotfmt.read_world
    return not report.having(Fate.LOST) and not robotfmt.diff(robot, read(folder / "robot.xml"))


def only(root: Any, path: str) -> dict[str, str]:
    found = root.findall(f".//{path}")
    assert len(found) == 1, [each.attrib for each in found]
    return dict(found[0].attrib)


def jointed(**changes: object) -> Robot:
    """The arm with something else said of the axis of its first joint."""
    turn = replace(TURN, axes=(replace(TURN.axes[0], **changes),))
    return replace(ARM, joints=(turn, replace(LIFT, axes=(replace(LIFT.axes[0], coupling=None),))))


def test_a_written_document_as_a_whole(tmp_path: Path) -> None:
    root = written(ARM, tmp_path)
    assert only(root, "compiler") == {"angle": "radian"}
    arm = only(root, "body[@name='arm']")
    # pinocchio misreads the orders of Euler angles: rotations are quaternions.
    assert ({*arm}, arm["pos"]) == ({"name", "pos", "quat"}, "0.1 0.2 0.3")
    wanted = quaternion_of(Pose(None, Rpy(0.1, 0.2, 0.3)).matrix)
    assert [float(each) for each in arm["quat"].split()] == pytest.approx([wanted.w, wanted.x, wanted.y, wanted.z])
    assert only(root, "joint[@name='turn']") == {
        "name": "turn",
        "axis": "0 1 0",
        "range": "-1 2",
        "actuatorfrcrange": "-9 9",
        "damping": "0.5",
        "frictionloss": "0.25",
        "armature": "0.125",
    }
    assert only(root, "joint[@name='lift']")["type"] == "slide"
    assert only(root, "body[@name='arm']/inertial") == {
        "pos": "0 0.1 0",
        "mass": "2",
        "diaginertia": "0.02 0.03 0.04",
    }
    assert only(root, "equality/joint") == {
        "joint1": "lift",
        "joint2": "turn",
        "polycoef": "0.125 0.25 0 0 0",
    }


def test_shapes_are_drawn_or_touch(tmp_path: Path) -> None:
    ball = Geometry(shape=Sphere(0.1))
    robot = replace(ARM, links=(Link(name="base", visuals=(ball,), collisions=(ball,)), *ARM.links[1:]))
    seen, touching = written(robot, tmp_path).iter("geom")
    assert (seen.get("contype"), seen.get("conaffinity"), seen.get("group")) == ("0", "0", "2")
    assert (touching.get("contype"), touching.get("group"), touching.get("size")) == (None, "3", "0.1")


def test_masks_and_friction(tmp_path: Path) -> None:
    mask, surface = CollisionMask(category=4, collides_with=3), Surface(friction=0.5, restitution=0.25)
    block = Geometry(shape=Sphere(0.1), purpose=Purpose.COLLISION, collision_mask=mask, surface=surface)
    robot = replace(ARM, links=(Link(name="base", collisions=(block,)), *ARM.links[1:]))
    geom = only(written(robot, tmp_path), "geom")
    assert (geom["contype"], geom["conaffinity"], geom["friction"]) == ("4", "3", "0.5")
    (touching,) = robotfmt.read(tmp_path / "robot.xml").links[0].collisions
    assert (touching.collision_mask, touching.surface) == (mask, Surface(friction=0.5))
    assert comes_back(robot, tmp_path)


def test_pairs_and_states(tmp_path: Path) -> None:
    values = (JointValue(joint="turn", values=(0.5,)), JointValue(joint="lift", values=(0.25,)))
    robot = replace(
        ARM,
        ignored_pairs=(IgnoredPair(first="base", second="hand", reason="Never"),),
        states=(NamedState(name="up", values=values), NamedState(name="half", values=values[:1])),
    )
    report = Report()
    root = written(robot, tmp_path, report)
    assert only(root, "exclude") == {"body1": "base", "body2": "hand"}
    # The state of one joint is a keyframe of both: the other joint is where its coupling holds it.
    assert {each.get("name"): each.get("qpos") for each in root.iter("key")} == {"up": "0.5 0.25", "half": "0.5 0.25"}
    assert [each.subject for each in report.having("mjcf.state")] == ["state/half/values"]
    assert comes_back(robot, tmp_path)


def test_a_state_in_another_order_is_the_same(tmp_path: Path) -> None:
    joints = [each.name for each in ARM.joints if each.axes]
    values = tuple(JointValue(joint=name, values=(0.1,)) for name in reversed(joints))
    robot = replace(ARM, states=(NamedState(name="home", values=values),))
    report = Report()
    robotfmt.write(robot, tmp_path / "a.xml", report=report)  # its proof finds no difference
    assert not report.errors


def test_facts_without_words_in_mjcf_are_lost_or_stored(tmp_path: Path) -> None:
    report = Report()
    assert written(ARM, tmp_path, report).find("custom") is None
    assert [each.subject for each in report.having(Fate.LOST)] == ["joint/turn/velocity"]
    assert [each.subject for each in report.having("mjcf.no-words")] == ["joint/turn/velocity"]
    assert changed(ARM, tmp_path) == {"joint/turn/velocity", "base"}
    assert comes_back(ARM, tmp_path)


@pytest.mark.parametrize("joint_type", [JointType.PLANAR, JointType.FLOATING, JointType.SCREW, JointType.COMPOUND])
def test_a_joint_is_a_row_of_elements(joint_type: JointType, tmp_path: Path) -> None:
    axes = {
        JointType.FLOATING: (),
        JointType.SCREW: (Axis(direction=(0.0, 0.0, 1.0), pitch=0.25),),
        JointType.COMPOUND: (
            Axis(direction=(0.0, 0.0, 1.0)),
            Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0)),
        ),
    }.get(joint_type, (Axis(direction=(0.0, 0.0, 1.0)),))
    joint = replace(TURN, type=joint_type, axes=axes)
    robot = replace(ARM, joints=(joint, replace(LIFT, axes=(replace(LIFT.axes[0], coupling=None),))))
    report = Report()
    root = written(robot, tmp_path, report)
    assert len(root.findall(".//body[@name='arm']/joint")) > 1
    assert {each.fate for each in report.having("mjcf.split-joint")} == {Fate.CONVERTED}
    assert len(robotfmt.read(tmp_path / "robot.xml").joints) > len(robot.joints)
    assert comes_back(robot, tmp_path)


@pytest.mark.parametrize(
    ("robot", "code"),
    [
        (replace(ARM, links=(ARM.links[0], Link(name="arm"), ARM.links[2])), "mjcf.assumed-inertia"),
        (
            replace(
                ARM,
                links=(
                    ARM.links[0],
                    Link(
                        name="arm",
                        inertial=replace(HEAVY, inertia=Inertia(ixx=1, ixy=0, ixz=0, iyy=1, iyz=0, izz=3)),
                    ),
                    ARM.links[2],
                ),
            ),
            "mjcf.inertia",
        ),
        (jointed(hard=Limits(lower=-1.0)), "mjcf.assumed-range"),
        (jointed(hard=None), "mjcf.joint-type"),
        (jointed(hard=Limits(lower=2.0, upper=-1.0)), "mjcf.unwritable-range"),
        (
            replace(ARM, links=(Link(name="base", visuals=(Geometry(shape=Sphere(0.0)),)), *ARM.links[1:])),
            "mjcf.no-geom",
        ),
        (FEATURED[Feature.FORMULAS], "mjcf.not-coupled"),
        (FEATURED[Feature.LOOPS], "mjcf.open-loop"),
        (replace(ARM, links=(*ARM.links, Link(name="loose"))), "mjcf.several-roots"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_facts_that_mujoco_would_ignore_are_reported(robot: Robot, code: str, tmp_path: Path) -> None:
    report = Report()
    if code in REFUSED:
        with pytest.raises(ModelError, match=code):
            written(robot, tmp_path)
        assert not (tmp_path / "robot.xml").exists()
    written(robot, tmp_path, report)
    assert report.having(code)
    assert comes_back(robot, tmp_path)
    sound = Report()
    written(ARM, tmp_path, sound)
    assert not sound.having(code)


def test_loops_are_closed_in_mujoco_too(tmp_path: Path) -> None:
    out, report = tmp_path / "bar.xml", Report()
    robotfmt.convert(FIXTURES / "four_bar" / "four_bar.dae", out, report=report, allow=REFUSED)
    connects = ElementTree.parse(out).getroot().findall("equality/connect")
    assert [(each.get("body1"), each.get("body2"), each.get("anchor")) for each in connects] == [
        ("coupler", "rocker", "0.3 0 0"),
        ("coupler", "rocker", "0.3 0 0.1"),
    ]
    assert not report.having("mjcf.open-loop")
    assert {each.subject for each in report.having("mjcf.loop")} >= {"loop/closing_joint/type", "loop/closing_joint_2"}
    lost = {each.subject for each in report.having(Fate.LOST) if each.subject.startswith("loop/")}
    assert lost == {f"loop/closing_joint/{name}" for name in ("lower", "upper", "velocity")}
    back = robotfmt.read(out)
    assert [(each.name, each.type) for each in back.loops] == [
        ("closing_joint", JointType.BALL),
        ("closing_joint_2", JointType.BALL),
    ]
    assert not [each for each in back.extensions if each.format == "mjcf"]


def test_a_frame_on_a_frame(tmp_path: Path) -> None:
    frames = (
        Frame(name="flange", parent="hand", pose=Pose((0.0, 0.0, 1.0))),
        Frame(name="tip", parent="flange", pose=Pose((0.0, 0.0, 0.5))),
    )
    report = Report()
    root = written(replace(ARM, frames=frames), tmp_path, report)
    assert only(root, "body[@name='hand']/site[@name='tip']")["pos"] == "0 0 1.5"
    assert {each.subject for each in report.having("mjcf.frame")} == {
        "frame/tip/parent",
        "frame/tip/position",
    }


def test_actuators_on_demand(tmp_path: Path) -> None:
    assert only(written(ARM, tmp_path, actuators="motor"), "motor") == {
        "name": "turn",
        "joint": "turn",
        "ctrlrange": "-9 9",
    }
    report = Report()
    assert only(written(ARM, tmp_path, report, actuators="position"), "position")["ctrlrange"] == "-1 2"
    assert report.having("mjcf.assumed-gain")


def test_a_root_link_called_world(tmp_path: Path) -> None:
    weld = replace(TURN, type=JointType.FIXED, parent="world", child="base", name="mount", axes=())
    robot = replace(ARM, links=(Link(name="world"), *ARM.links), joints=(weld, *ARM.joints))
    root = written(robot, tmp_path)
    # The world body is the link, and the weld to it is the place of the base.
    assert only(root, "worldbody/body")["pos"] == "0.1 0.2 0.3"
    back = robotfmt.read(tmp_path / "robot.xml")
    assert ([each.name for each in back.links], back.base) == (["base", "arm", "hand"], Base.FIXED)
    assert comes_back(robot, tmp_path)


def test_a_link_called_world_that_moves(tmp_path: Path) -> None:
    root = written(edit.rename(ARM, links={"hand": "world"}), tmp_path)
    assert [each.get("name") for each in root.iter("body")] == ["base", "arm", "world_link"]
    assert comes_back(edit.rename(ARM, links={"hand": "world"}), tmp_path)


def test_a_world_with_names_twice(tmp_path: Path) -> None:
    arms = (
        PlacedRobot(name="left", robot=ARM),
        PlacedRobot(name="right", robot=ARM, pose=Pose((1.0, 0.0, 0.0))),
    )
    world = World(name="cell", robots=arms, gravity=(0.0, 0.0, -1.5))
    root = written(world, tmp_path)
    assert [each.get("name") for each in root.findall("worldbody/body")] == ["left/base", "right/base"]
    assert only(root, "option") == {"gravity": "0 0 -1.5"}
    assert comes_back(world, tmp_path)


def test_the_source_is_recognised(tmp_path: Path) -> None:
    out = tmp_path / "leg.xml"
    robotfmt.convert(FIXTURES / "mjcf" / "leg.xml", out)
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<?xml")
    assert "<!-- A leg with what MJCF says" in text
    root = ElementTree.fromstring(text)
    assert only(root, "joint[@name='swing']")["range"] == "-60 45"
    assert only(root, "joint[@name='swing']")["ref"] == "10"
    assert [each.get("name") for each in root.findall(".//body[@name='thigh']/joint")] == ["swing", "spread"]
    assert only(root, "key")["qpos"] == "0 0 1 1 0 0 0 0.2 0.1 0.05 0.35"


def test_a_material_with_an_empty_name_gets_one(tmp_path: Path) -> None:
    grey = Material(name="", color=(0.5, 0.5, 0.5, 1.0))
    link = Link(name="a", inertial=HEAVY, visuals=(Geometry(shape=Sphere(0.1), material=Material(name="")),))
    path = tmp_path / "r.xml"
    robotfmt.write(Robot(name="r", links=(link,), materials=(grey,)), path)
    (visual,) = robotfmt.read(path).links[0].visuals
    assert visual.material is not None
    assert robotfmt.read(path).resolved(visual.material).color == grey.color
