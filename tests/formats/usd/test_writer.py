"""Write stages: numbers worked out by hand, variants, names, places, rounding, the binary form."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import OutputError, UsageError
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import (
    Actuator,
    Axis,
    CollisionSphere,
    CollisionUse,
    Command,
    Dynamics,
    ElectricMotor,
    Frame,
    FrameSpheres,
    Group,
    Inertia,
    Inertial,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    NamedState,
    Parameter,
    Pose,
    Robot,
    Rpy,
    SphereSet,
)
from robotfmt.model.devices import ELECTRIC_MOTOR
from robotfmt.model.record import replace
from robotfmt.model.semantics import Base
from robotfmt.settings import Settings
from robotfmt_usd.document.child.crate import main as make_binary
from robotfmt_usd.document.single import single, single_quaternion
from robotfmt_usd.document.usda import Asset, Spec, literal, text_of
from robotfmt_usd.document.usda import Path as PrimPath
from robotfmt_usd.parts.naming import Naming

pytest.importorskip("pxr")
HALF = 0.25
"""A number that single precision has exactly."""


def link(name: str, mass: float = 1.0) -> Link:
    """A link whose moments are single precision's own."""
    inertia = Inertia(ixx=HALF, iyy=HALF, izz=HALF, ixy=0.0, ixz=0.0, iyz=0.0)
    return Link(name=name, inertial=Inertial(mass=mass, pose=Pose(), inertia=inertia))


def fixed(name: str, parent: str, child: str, at: tuple[float, float, float]) -> Joint:
    """A fixed joint."""
    return Joint(name=name, type=JointType.FIXED, parent=parent, child=child, pose_in_parent=Pose(at))


def arm(**changes: object) -> Robot:
    """A robot of two links and a flange, without anything to round."""
    limits = Limits(lower=-math.pi / 2, upper=math.pi / 2, velocity=math.pi, effort=HALF)
    axis = Axis(motion=Motion.TURN, direction=(0.0, 1.0, 0.0), hard=limits)
    elbow = Joint(
        name="elbow",
        type=JointType.REVOLUTE,
        parent="base",
        child="hand",
        pose_in_parent=Pose((0.0, 0.0, HALF)),
        axes=(axis,),
    )
    mount = Joint(
        name="mount", type=JointType.FIXED, parent="hand", child="flange", pose_in_parent=Pose((0.0, 0.0, 0.5))
    )
    plain = Robot(
        name="arm",
        base=Base.FIXED,
        links=(link("base"), link("hand"), Link(name="flange")),
        joints=(elbow, mount),
    )
    return replace(plain, **changes)


def written(robot: Robot, folder: Path, **options: str) -> str:
    """The text of a robot's stage."""
    given = {f"usd.{name}": value for name, value in options.items()}
    robotfmt.write(robot, folder / "arm.usda", settings=Settings(options=given), overwrite=True)
    return (folder / "arm.usda").read_text(encoding="utf-8")


def test_the_arm_in_degrees(tmp_path: Path) -> None:
    text = written(arm(), tmp_path)
    for line in (
        'defaultPrim = "arm"',
        "metersPerUnit = 1",
        'upAxis = "Z"',
        "float physics:lowerLimit = -90",
        "float physics:upperLimit = 90",
        "float newton:velocityLimit = 180",
        "float drive:angular:physics:maxForce = 0.25",
        "float drive:angular:physics:stiffness = 0",
        'uniform token physics:axis = "Y"',
        "rel physics:body0 = </arm/Geometry/base>",
        "point3f physics:localPos0 = (0, 0, 0.25)",
        "float3 physics:diagonalInertia = (0.25, 0.25, 0.25)",
        "quatf physics:principalAxes = (1, 0, 0, 0)",
        'string Physics = "physx"',
    ):
        assert line in text, line


def test_it_reads_back_the_same(tmp_path: Path) -> None:
    written(arm(), tmp_path)
    assert not robotfmt.diff(arm(), robotfmt.read(tmp_path / "arm.usda"))


def test_the_root_of_the_articulation_is_where_each_engine_wants_it(tmp_path: Path) -> None:
    pieces = written(arm(), tmp_path).partition('variantSet "Physics"')[2].split('"newton" (')
    physx, (newton, mujoco) = pieces[0], pieces[1].split('"mujoco" {')
    assert 'prepend apiSchemas = ["PhysicsArticulationRootAPI"' in physx.partition("{")[2].partition("{")[0]
    assert "over" not in newton.partition('["PhysicsArticulationRootAPI"')[0]
    assert mujoco.partition('["PhysicsArticulationRootAPI"')[0].count("over") == 2  # Geometry, and the root body
    assert "mjc:actuatorfrcrange:max = 0.25" in mujoco
    floating = written(arm(base=Base.FLOATING), tmp_path)
    assert "root_joint" not in floating
    assert floating.partition('variantSet "Physics"')[2].count('"PhysicsArticulationRootAPI"') == 3


def test_a_link_without_a_body_is_a_place_and_comes_back(tmp_path: Path) -> None:
    tool = Joint(
        name="screw", type=JointType.FIXED, parent="flange", child="tool", pose_in_parent=Pose((HALF, 0.0, 0.0))
    )
    robot = arm()
    robot = replace(robot, links=(*robot.links, link("tool")), joints=(*robot.joints, tool))
    text = written(robot, tmp_path)
    flange = text.partition('def Xform "flange"')[2].partition("}")[0]
    assert "PhysicsRigidBodyAPI" not in flange
    assert "IsaacSiteAPI" in flange
    # MuJoCo takes a joint at a prim that is no body for one at the world, so it is at the body of the flange.
    screw = text.partition('"screw"')[2]
    assert "rel physics:body0 = </arm/Geometry/hand>" in screw
    assert "point3f physics:localPos0 = (0.25, 0, 0.5)" in screw
    back = robotfmt.read(tmp_path / "arm.usda")
    assert back.joint("screw").parent == "flange"
    assert not robotfmt.diff(robot, back)


def test_frames_on_frames_are_placed_on_links(tmp_path: Path) -> None:
    frames = (
        Frame(name="camera", parent="hand", pose=Pose((0.0, 0.0, HALF))),
        Frame(name="lens", parent="camera", pose=Pose((HALF, 0.0, 0.0))),
    )
    robotfmt.write(arm(frames=frames), tmp_path / "arm.usda", report=(report := robotfmt.Report()))
    assert report.having("usd.frame")
    lens = robotfmt.read(tmp_path / "arm.usda").frames[1]
    assert (lens.parent, lens.pose) == ("hand", Pose((HALF, 0.0, HALF)))


def test_an_axis_between_the_axes_turns_both_frames(tmp_path: Path) -> None:
    robot = arm()
    elbow = robot.joints[0]
    slanted = replace(elbow, axes=(replace(elbow.axes[0], direction=(0.0, -0.6, 0.8)),))
    robot = replace(robot, joints=(slanted, robot.joints[1]))
    written(robot, tmp_path)
    back = robotfmt.read(tmp_path / "arm.usda")
    for angle in (0.0, 1.0):
        one, other = (forward_kinematics(each, {"elbow": angle})["hand"] for each in (robot, back))
        assert np.abs(one - other).max() < 2e-7


def test_followers_in_degrees(tmp_path: Path) -> None:
    robot = arm()
    coupling = LinearCoupling(joint="elbow", multiplier=HALF, offset=math.pi / 2)
    axis = Axis(motion=Motion.TURN, direction=(1.0, 0.0, 0.0), coupling=coupling)
    thumb = Joint(name="thumb", type=JointType.CONTINUOUS, parent="hand", child="tip", axes=(axis,))
    robot = replace(robot, links=(*robot.links, link("tip")), joints=(*robot.joints, thumb))
    text = written(robot, tmp_path)
    assert "float newton:mimicCoef0 = 90" in text
    assert "float newton:mimicCoef1 = 0.25" in text
    assert robotfmt.read(tmp_path / "arm.usda").joint("thumb").coupling == coupling


def test_a_tensor_is_turned_to_its_axes(tmp_path: Path) -> None:
    turned = Pose((0.0, 0.0, 0.0), Rpy(0.3, -0.4, 0.5))
    inertia = Inertia(ixx=0.1, iyy=0.2, izz=0.25, ixy=0.0, ixz=0.0, iyz=0.0)
    robot = arm()
    base = Link(name="base", inertial=Inertial(mass=1.0, pose=turned, inertia=inertia))
    robot = replace(robot, links=(base, *robot.links[1:]))
    written(robot, tmp_path)
    one, other = (each.link("base").inertial for each in (robot, robotfmt.read(tmp_path / "arm.usda")))
    assert one is not None
    assert other is not None
    assert np.abs(np.array(one.link_inertia) - np.array(other.link_inertia)).max() < 2e-7 * 0.25


def test_newton_gets_the_whole_tensor_and_mujoco_never(tmp_path: Path) -> None:
    inertia = Inertia(ixx=0.1, iyy=0.2, izz=0.25, ixy=0.01, ixz=-0.02, iyz=0.03)
    robot = arm()
    base = Link(name="base", inertial=Inertial(mass=1.0, pose=Pose((0.0, 0.0, 0.0)), inertia=inertia))
    thin = replace(inertia, ixx=0.0314743126, ixy=0.0, ixz=0.0, iyz=0.0)
    hand = Link(name="hand", inertial=Inertial(mass=1.0, pose=Pose((0.0, 0.0, 0.0)), inertia=thin))
    robot = replace(robot, links=(base, hand, *robot.links[2:]))
    text = written(robot, tmp_path, physics="newton")
    assert "double[] newton:inertia = [0.1, 0.2, 0.25, 0.01, -0.02, 0.03]" in variant(text, "newton")
    assert "double[] newton:inertia = [0.0314743126, 0.2, 0.25, 0, 0, 0]" in variant(text, "newton")
    assert text.count("newton:inertia") == text.count('"NewtonMassAPI"') == 2
    assert text.count("newton:inertia") == variant(text, "newton").count("newton:inertia")
    assert "physics:principalAxes = (0.9" in text  # PhysX and MuJoCo read the three moments
    back = [each.inertial for each in robotfmt.read(tmp_path / "arm.usda").links[:2]]
    assert [each.inertia for each in back if each is not None] == [inertia, thin]
    found = [each for checked in robotfmt.check(tmp_path / "arm.usda") for each in checked.report]
    assert "usd.two-inertias" not in {each.code for each in found}  # MuJoCo has a variant without
    assert "newton:inertia" not in written(robot, tmp_path)


def test_names_stay_apart() -> None:
    names = Naming().prim_names(["a.b", "a-b", "a_b", "1st", "", "überarm", "_", "²"])
    assert names["a_b"] == "a_b"
    assert len(set(names.values())) == len(names)
    assert all(each.isidentifier() and each.isascii() for each in names.values())


def test_names_have_the_letters_of_all_scripts_on_request(tmp_path: Path) -> None:
    names = ["überarm", "腕", "क्ष", "½ arm", "٣", "a\u0301", "x\u200d", "😀", "ªº"]
    made = Naming(unicode=True).prim_names(names)
    assert [made[each] for each in names[:3]] == names[:3]
    assert (made["½ arm"], made["٣"], made["😀"]) == ("__arm", "_٣", "_")
    sdf = pytest.importorskip("pxr.Sdf")
    assert all(sdf.Path.IsValidIdentifier(each) for each in made.values())
    robot = arm()
    links = (replace(robot.links[0], name="überarm"), *robot.links[1:])
    robot = replace(robot, links=links, joints=(replace(robot.joints[0], parent="überarm"), robot.joints[1]))
    text = written(robot, tmp_path, utf8="yes")
    assert "rel physics:body0 = </arm/Geometry/überarm>" in text
    assert "displayName" not in text
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "arm.usda"))
    assert 'def Xform "_berarm"' in written(robot, tmp_path)


def test_true_names_come_back(tmp_path: Path) -> None:
    robot = arm()
    links = (replace(robot.links[0], name="link 0.0"), *robot.links[1:])
    joints = (replace(robot.joints[0], name="joint-1", parent="link 0.0"), robot.joints[1])
    robot = replace(robot, name="my arm", links=links, joints=joints)
    written(robot, tmp_path)
    back = robotfmt.read(tmp_path / "arm.usda")
    assert (back.name, back.links[0].name, back.joints[0].name) == ("my arm", "link 0.0", "joint-1")


@pytest.mark.parametrize("name", ['a"b', "a\\b", "tab\there", "bell\x07", "line\nbreak", "\u00fc\u00a0", "\\x41"])
def test_every_character_of_a_name_comes_back(tmp_path: Path, name: str) -> None:
    robot = arm()
    written(
        replace(
            robot,
            links=(replace(robot.links[0], name=name), *robot.links[1:]),
            joints=(replace(robot.joints[0], parent=name), robot.joints[1]),
        ),
        tmp_path,
    )
    assert robotfmt.read(tmp_path / "arm.usda").links[0].name == name


def test_the_binary_form_is_the_same_stage_and_the_same_each_time(tmp_path: Path) -> None:
    data = set()
    for each in ("one", "two"):
        (tmp_path / each).mkdir()
        robotfmt.write(arm(), tmp_path / each / "arm.usdc")
        data.add((tmp_path / each / "arm.usdc").read_bytes())
    assert len(data) == 1
    assert data.pop().startswith(b"PXR-USDC")
    assert not robotfmt.diff(arm(), robotfmt.read(tmp_path / "one" / "arm.usdc"))
    robotfmt.write(arm(), tmp_path / "arm.usdz")
    assert (tmp_path / "arm.usdz").read_bytes().startswith(b"PK")
    assert not robotfmt.diff(arm(), robotfmt.read(tmp_path / "arm.usdz"))


def test_the_binary_form_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(make_binary)
    monkeypatch.setattr("robotfmt_usd.document.crate._exported", lambda *_: "no space is left")
    with pytest.raises(OutputError, match="no space is left") as error:
        robotfmt.write(arm(), tmp_path / "arm.usdc")
    assert error.value.diagnostic.code == "usd.not-written"
    monkeypatch.setattr("robotfmt_usd.document.crate.find_spec", lambda _: None)
    with pytest.raises(UsageError, match="usd-core"):
        robotfmt.write(arm(), tmp_path / "arm.usdc")


def test_meshes_are_inside_and_once(tmp_path: Path) -> None:
    arm6 = BROKEN.parent / "arm6" / "arm6.urdf"
    robotfmt.convert(arm6, tmp_path / "arm6.usda")
    text = (tmp_path / "arm6.usda").read_text(encoding="utf-8")
    assert "@/" not in text
    assert text.count("point3f[] points") < text.count("prepend references")
    before, after = robotfmt.read(arm6), robotfmt.read(tmp_path / "arm6.usda")
    kinds = {each.fact.feature.value for each in robotfmt.diff(before, after)}
    assert "meshes" not in kinds
    assert "collision geometry" not in kinds


def test_single_precision() -> None:
    assert single(0.1) == 0.1
    assert single(1 / 3) == 0.33333334
    turn = Pose(None, Rpy(0.1, 0.2, 0.3)).matrix
    once = single_quaternion(turn)
    again = single_quaternion(Pose(None, once).matrix)
    assert once == again


def test_the_text_of_a_stage() -> None:
    spec = Spec("Xform", "r").apply("A").put("float", "b", 0.1).put("int[]", "c", np.array([1, 2])).relate("d", "/r")
    spec.children.append(Spec("Scope", "s"))
    text = text_of({"upAxis": "Z"}, [spec])
    assert text.splitlines() == [
        *("#usda 1.0", "(", '    upAxis = "Z"', ")", "", 'def Xform "r" (', '    prepend apiSchemas = ["A"]', ")", "{"),
        *(
            "    float b = 0.1",
            "    int[] c = [1, 2]",
            "    rel d = </r>",
            "",
            '    def Scope "s"',
            "    {",
            "    }",
            "}",
        ),
    ]
    assert literal(True) == "1"
    assert literal((1.0, 0.5)) == "(1, 0.5)"
    assert literal(float("-inf")) == "-inf"
    assert literal(Asset("a.png")) == "@./a.png@"
    assert literal(Asset("../a.png")) == "@../a.png@"
    assert literal(Asset("package://a/b.png")) == "@package://a/b.png@"
    assert literal([PrimPath("/a"), PrimPath("/b")]) == "[</a>, </b>]"


def test_what_a_stage_has_no_words_for_is_reported(tmp_path: Path) -> None:
    report = robotfmt.Report()
    robotfmt.write(arm(groups=(Group(name="g", links=("hand",)),)), tmp_path / "arm.usda", report=report)
    assert [each.code for each in report if "group" in each.message] == ["convert.no-place"]


def coupled(type: JointType, motion: Motion) -> Robot:
    """The arm with a thumb that follows its elbow."""
    robot = arm()
    axis = Axis(motion=motion, direction=(1.0, 0.0, 0.0), coupling=LinearCoupling(joint="elbow", multiplier=0.5))
    thumb = Joint(name="thumb", type=type, parent="hand", child="tip", axes=(axis,))
    return replace(robot, links=(*robot.links, link("tip")), joints=(*robot.joints, thumb))


def variant(text: str, engine: str) -> str:
    """What the variant of an engine has."""
    found = text.partition('variantSet "Physics"')[2].partition(f'"{engine}" ')[2]
    return found.partition('\n        "')[0]


def test_couplings_in_the_words_of_isaac_sim_5(tmp_path: Path) -> None:
    text = written(coupled(JointType.CONTINUOUS, Motion.TURN), tmp_path)
    physx = variant(text, "physx")
    for line in (
        '"PhysxMimicJointAPI:rotX"',
        "float physxMimicJoint:rotX:gearing = -0.5",
        "rel physxMimicJoint:rotX:referenceJoint = </arm/Physics/elbow>",
        'uniform token physxMimicJoint:rotX:referenceJointAxis = "rotY"',
        "float physics:lowerLimit = -1000000",  # PhysX couples no joint without limits
    ):
        assert line in physx, line
    assert "PhysxMimic" not in variant(text, "newton") + variant(text, "mujoco")
    report = robotfmt.Report()
    thumb = robotfmt.read(tmp_path / "arm.usda", report=report).joint("thumb")
    assert thumb.type is JointType.CONTINUOUS
    assert thumb.coupling == LinearCoupling(joint="elbow", multiplier=0.5)
    assert [each.code for each in report] == ["usd.unlimited"]


def test_a_coupling_of_physx_alone_is_read_and_one_that_differs_is_reported(tmp_path: Path) -> None:
    text = written(coupled(JointType.PRISMATIC, Motion.SLIDE), tmp_path)
    path = tmp_path / "arm.usda"
    path.write_text(text.replace("NewtonMimicAPI", "NoAPI").replace("newton:mimic", "no:mimic"), encoding="utf-8")
    coupling = robotfmt.read(path).joint("thumb").coupling
    assert isinstance(coupling, LinearCoupling)
    assert coupling.joint == "elbow"
    assert coupling.multiplier == pytest.approx(0.5)
    path.write_text(text.replace(":gearing = -", ":gearing = "), encoding="utf-8")
    report = robotfmt.Report()
    coupling = robotfmt.read(path, report=report).joint("thumb").coupling
    assert isinstance(coupling, LinearCoupling)
    assert coupling.multiplier == pytest.approx(0.5)
    assert any("physxMimicJoint:rotX:gearing" in each.message for each in report.having("document.not-understood"))


def test_numbers_in_the_words_of_physx_107_and_of_isaac_sim_5(tmp_path: Path) -> None:
    robot = arm()
    elbow = robot.joints[0]
    axis = replace(elbow.axes[0], dynamics=Dynamics(damping=180 / math.pi, friction=HALF, armature=0.5))
    text = written(replace(robot, joints=(replace(elbow, axes=(axis,)), robot.joints[1])), tmp_path)
    for line in (
        "float physxJointAxis:angular:maxJointVelocity = 180",
        "float physxJointAxis:angular:armature = 0.5",
        "float physxJointAxis:angular:staticFrictionEffort = 0.25",
        "float physxJointAxis:angular:dynamicFrictionEffort = 0.25",
        "float physxJointAxis:angular:viscousFrictionCoefficient = 1",
        "float physxJoint:maxJointVelocity = 180",
        "float physxJoint:armature = 0.5",
    ):
        assert line in variant(text, "physx"), line
    report = robotfmt.Report()
    assert robotfmt.read(tmp_path / "arm.usda", report=report).joints[0].axes[0].dynamics == axis.dynamics
    assert not list(report)


def test_named_states_are_poses_of_isaac_sim(tmp_path: Path) -> None:
    values = (JointValue(joint="elbow", values=(math.pi / 2,)),)
    states = (
        NamedState(name="up", group="all", values=values),
        NamedState(name="up", values=values),
        NamedState(name="to the side", values=(JointValue(joint="mount", values=(1.0,)), *values)),
        NamedState(name="nothing", values=(JointValue(joint="mount", values=(1.0,)),)),
    )
    report = robotfmt.Report()
    robotfmt.write(arm(states=states), tmp_path / "arm.usda", report=report)
    assert {each.code for each in report if "state" in each.message} == {"usd.no-words"}
    text = (tmp_path / "arm.usda").read_text(encoding="utf-8")
    pose = text.partition('def IsaacNamedPose "up"')[2].partition("}")[0]
    for line in (
        "bool isaac:robot:pose:valid = 1",
        "rel isaac:robot:pose:startLink = </arm/Geometry/base>",
        "rel isaac:robot:pose:endLink = </arm/Geometry/hand>",
        "rel isaac:robot:pose:joints = </arm/Physics/elbow>",
        "float[] isaac:robot:pose:jointValues = [90]",  # degrees
        "bool[] isaac:robot:pose:jointFixed = [0]",
        "double3 xformOp:translate = (0, 0, 0.25)",
    ):
        assert line in pose, line
    paths = ", ".join(f"</arm/NamedPoses/{each}>" for each in ("up", "up_2", "to_the_side"))
    assert f"rel isaac:robot:namedPoses = [{paths}]" in text
    report = robotfmt.Report()
    back = robotfmt.read(tmp_path / "arm.usda", report=report).states
    assert not list(report)
    assert [(each.name, each.group) for each in back] == [("up", None), ("up", None), ("to the side", None)]
    assert all(each.values == values for each in back)


def test_poses_that_are_not_of_the_robot_stay_what_they_are(tmp_path: Path) -> None:
    values = (JointValue(joint="elbow", values=(0.5,)),)
    text = written(arm(states=(NamedState(name="up", values=values),)), tmp_path)
    path = tmp_path / "arm.usda"
    path.write_text(text.replace("pose:joints = </arm/Physics/elbow>", "pose:joints = </arm/nothing>"))
    report = robotfmt.Report()
    robot = robotfmt.read(path, report=report)
    assert not robot.states
    assert [each.place for each in robot.extensions] == ["/arm/NamedPoses/up"]


@pytest.mark.parametrize("engine", ["physx", "newton", "mujoco"])
def test_what_only_another_engine_reads_wrongly_is_no_finding(tmp_path: Path, engine: str) -> None:
    written(arm(), tmp_path, physics=engine)
    (checked,) = robotfmt.check(tmp_path / "arm.usda")
    assert not [each.code for each in checked.report if each.code.startswith("usd.")]


def spheres(**changes: object) -> Robot:
    """The arm with two sets of spheres, on links and on a frame."""
    ball, dot = (
        CollisionSphere(center=(0.0, 0.0, HALF), radius=HALF),
        CollisionSphere(center=(1.0, 0.0, 0.0), radius=0.125),
    )
    hidden = CollisionSphere(center=(0.0, 0.0, 0.0), radius=-1.0)
    all_of_it = SphereSet(
        name="all",
        frames=(
            FrameSpheres(frame="hand", spheres=(ball, dot, hidden)),
            FrameSpheres(frame="flange", spheres=(dot,)),
            FrameSpheres(frame="lens", spheres=(ball,)),
        ),
    )
    sets = (all_of_it, SphereSet(name="for the world", frames=(FrameSpheres(frame="base", spheres=(ball,)),)))
    frames = (Frame(name="lens", parent="hand", pose=Pose((0.0, HALF, 0.0), Rpy(0.0, 0.0, 1.0))),)
    return arm(sphere_sets=sets, frames=frames, world_collision=CollisionUse(spheres="all"), **changes)


def test_spheres_are_guides_in_scopes_of_their_links(tmp_path: Path) -> None:
    report = robotfmt.Report()
    robotfmt.write(spheres(), tmp_path / "arm.usda", report=report)
    assert {each.code for each in report if "sphere" in each.message or "collision" in each.message} == {"usd.no-words"}
    text = (tmp_path / "arm.usda").read_text(encoding="utf-8")
    sphere = text.partition('def Scope "spheres_all"')[2].partition("}")[0]
    assert 'uniform token purpose = "guide"' in sphere
    assert "double radius = 0.125" in sphere
    assert "PhysicsCollisionAPI" not in text
    report = robotfmt.Report()
    back = robotfmt.read(tmp_path / "arm.usda", report=report)
    assert not list(report)
    sets = {each.name: {it.frame: it.spheres for it in each.frames} for each in back.sphere_sets}
    assert {name: set(frames) for name, frames in sets.items()} == {
        "all": {"hand", "lens", "flange"},
        "for the world": {"base"},
    }
    found = [(each.center, each.radius) for each in sets["all"]["hand"]]
    assert found == [((0, 0, HALF), HALF), ((1, 0, 0), 0.125)]
    assert not any(each.collisions or each.visuals for each in back.links)


def test_spheres_collide_on_request(tmp_path: Path) -> None:
    report, chosen = robotfmt.Report(), Settings(options={"usd.spheres": "colliders"})
    robotfmt.write(spheres(), tmp_path / "arm.usda", report=report, settings=chosen)
    assert report.having("usd.spheres")
    back = robotfmt.read(tmp_path / "arm.usda")
    assert [each.name for each in back.sphere_sets] == ["for the world"]
    assert {each.name: len(each.collisions) for each in back.links} == {"base": 0, "hand": 3, "flange": 1}


def test_each_joint_has_a_motor_that_mujoco_reads(tmp_path: Path) -> None:
    text = written(arm(), tmp_path)
    motor = text.partition('def MjcActuator "elbow"')[2].partition("}")[0]
    assert "rel mjc:target = </arm/Physics/elbow>" in motor
    assert 'uniform token mjc:forceLimited = "true"' in motor
    assert "uniform double mjc:forceRange:max = 0.25" in motor
    assert "biasType" not in motor
    assert text.count("MjcActuator") == text.count('"MjcJointAPI"') == 1
    assert not robotfmt.read(tmp_path / "arm.usda").actuators


def test_a_geared_servo_comes_back_and_its_drive_feels_the_gear(tmp_path: Path) -> None:
    gains = tuple(Parameter(name=name, values=(value,)) for name, value in (("kp", 32.0), ("kv", 2.0)))
    servo = Actuator(
        name="servo",
        joint="elbow",
        type=ELECTRIC_MOTOR,
        command=Command.POSITION,
        motor=ElectricMotor(gear_ratio=2.0),
        parameters=gains,
    )
    robot = arm(actuators=(servo,))
    text = written(robot, tmp_path)
    motor = text.partition('def MjcActuator "servo"')[2].partition("}")[0]
    assert "mjc:gear = [2, 0, 0, 0, 0, 0]" in motor
    assert "mjc:forceRange:max = 0.125" in motor  # twice that is the effort of the joint
    assert "mjc:gainPrm = [32, 0, 0, 0, 0, 0, 0, 0, 0, 0]" in motor
    assert "mjc:biasPrm = [0, -32, -2, 0, 0, 0, 0, 0, 0, 0]" in motor
    assert f"drive:angular:physics:stiffness = {128 * math.pi / 180:.7}" in text
    back = robotfmt.read(tmp_path / "arm.usda")
    assert not robotfmt.diff(robot, back)
    assert not back.extensions


def test_a_motor_without_gains_is_controlled_by_its_force(tmp_path: Path) -> None:
    report = Report()
    servo = Actuator(name="servo", joint="elbow", command=Command.POSITION, model="EC-90")
    robotfmt.write(arm(actuators=(servo,)), tmp_path / "arm.usda", report=report)
    assert "usd.motor" in {each.code for each in report}
    assert robotfmt.read(tmp_path / "arm.usda").actuators[0].command is Command.EFFORT


def test_normals_are_those_of_faces_where_a_file_has_none(tmp_path: Path) -> None:
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    rows = [f"v {x} {y} {z}" for x, y, z in corners] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    (tmp_path / "corner.obj").write_text("\n".join(rows))
    urdf = "<robot name='r'><link name='a'><{0}><geometry><mesh filename='corner.obj'/></geometry></{0}></link></robot>"
    (tmp_path / "r.urdf").write_text(urdf.format("visual"))
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.usda", base="fixed")
    text = (tmp_path / "r.usda").read_text()
    third = float(np.round(1 / math.sqrt(3), 5))
    assert f"[(0, 0, -1), (0, -1, 0), (-1, 0, 0), ({third}, {third}, {third})]" in text.replace(".0", "")
    assert 'interpolation = "uniform"' in text


def test_a_joint_without_effort_has_a_motor_without_force(tmp_path: Path) -> None:
    robot = arm()
    elbow = robot.joints[0]
    weak = replace(elbow.axes[0], hard=replace(elbow.axes[0].limits, effort=0.0))
    robot = replace(robot, joints=(replace(elbow, axes=(weak,)), robot.joints[1]))
    motor = written(robot, tmp_path).partition('def MjcActuator "elbow"')[2].partition("}")[0]
    assert "mjc:gear = [0, 0, 0, 0, 0, 0]" in motor
    assert "forceRange" not in motor  # MuJoCo refuses a range of zero
    report = robotfmt.Report()
    back = robotfmt.read(tmp_path / "arm.usda", report=report)
    assert back.joints[0].axes[0].limits.effort == 0
    assert not list(report)
    assert not back.actuators


def test_nothing_that_is_written_is_unread(tmp_path: Path) -> None:
    gear = ElectricMotor(gear_ratio=3.0)
    servo = Actuator(name="servo", joint="elbow", type=ELECTRIC_MOTOR, command=Command.EFFORT, motor=gear)
    hip = Joint(name="hip", type=JointType.BALL, parent="hand", child="leg")
    robot = arm(actuators=(servo,))
    elbow = robot.joints[0]
    strong = replace(elbow.axes[0], hard=replace(elbow.axes[0].limits, effort=0.3))
    joints = (replace(elbow, axes=(strong,)), robot.joints[1], hip)
    written(replace(robot, links=(*robot.links, link("leg")), joints=joints), tmp_path)
    report = robotfmt.Report()
    robotfmt.read(tmp_path / "arm.usda", report=report)
    assert not report.having("document.not-understood")
