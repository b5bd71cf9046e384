"""What MoveIt wants to know: groups, end effectors, a state home, and pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from programs import needs
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.edit import prefix
from robotfmt.errors import UsageError
from robotfmt.model import (
    Axis,
    Base,
    Chain,
    CheckedPair,
    EndEffector,
    GripperJoint,
    Group,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Link,
    Manipulator,
    NamedState,
    Pose,
    Robot,
    UncheckedLink,
    VirtualJoint,
)
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions, describe
from robotfmt.planning.control import with_control
from robotfmt.planning.groups import with_groups, with_home
from robotfmt.planning.start import with_start
from robotfmt.selfcollision import classify
from robotfmt.settings import context_of

pytestmark = [pytest.mark.slow, needs("coal")]
RODS, SMALL = BROKEN / "planning" / "sound.urdf", BROKEN / "planning" / "sound.xrdf"
FEW = PlanOptions(samples=100)
FOOT = Joint(name="foot", type=JointType.FIXED, parent="torso", child="post")


@pytest.fixture
def rods() -> Robot:
    return robotfmt.read(RODS)


def reasons(robot: Robot) -> dict[tuple[str, str], str | None]:
    return {(each.first, each.second): each.reason for each in robot.ignored_pairs}


def test_an_arm_with_fingers(rods: Robot) -> None:
    report = Report()
    plan = describe(rods, FEW, report=report)
    made = plan.robot
    assert made.groups == (
        Group(name="arm", chains=(Chain(base="post", tip="tool"),)),
        Group(name="gripper", joints=("left", "right")),
    )
    assert made.end_effectors == (EndEffector(name="gripper", group="gripper", parent_link="tool", parent_group="arm"),)
    home, grip = made.states
    assert [(each.name, each.group) for each in made.states] == [("home", "arm"), ("home", "gripper")]
    assert [each.joint for each in home.values] == ["shoulder", "elbow"]
    assert grip.values == (JointValue(joint="left", values=(0.0,)),)
    assert made.virtual_joints == (
        VirtualJoint(name="base_joint", type="fixed", parent_frame="world", child_link="post"),
    )
    assert reasons(made)["post", "upper"] == "Adjacent"
    assert reasons(made)["post", "lower"] == "Never"
    assert (plan.groups, plan.ignored, dict(plan.spheres)) == (("arm", "gripper"), 9, {})
    (note,) = report.having("planning.groups")
    assert note.message == "created the groups 'arm' from 'post' to 'tool', 'gripper'"
    # Nothing that SRDF has no place for.
    kept = ("groups", "states", "end_effectors", "ignored_pairs", "virtual_joints")
    assert made == replace(rods, **{name: getattr(made, name) for name in kept})


def test_links_between_an_arm_and_its_fingers_belong_to_the_hand(tmp_path: Path) -> None:
    text = RODS.read_text(encoding="utf-8")
    palm = (
        '<link name="palm"><collision><geometry><box size="0.01 0.06 0.02"/></geometry></collision></link>'
        '<joint name="bolt" type="fixed"><parent link="tool"/><child link="palm"/></joint></robot>'
    )
    text = text.replace("</robot>", palm)
    for side in ("left", "right"):
        text = text.replace(
            f'<parent link="tool"/>\n    <child link="{side}_finger"/>',
            f'<parent link="palm"/>\n    <child link="{side}_finger"/>',
        )
    (tmp_path / "r.urdf").write_text(text, encoding="utf-8")
    made = describe(robotfmt.read(tmp_path / "r.urdf"), replace(FEW, tools=("tool",))).robot
    assert made.groups[1] == Group(name="gripper", links=("palm",), joints=("left", "right"))
    assert made.end_effectors[0].parent_link == "tool"


def test_several_tools_are_named_and_the_base_is_chosen(rods: Robot) -> None:
    made = describe(rods, replace(FEW, tools=("left_finger", "right_finger"), base="upper")).robot
    assert [each.name for each in made.groups] == ["left_arm", "right_arm", "both_arms"]
    assert made.groups[0].chains == (Chain(base="upper", tip="left_finger"),)
    assert made.end_effectors == ()
    with pytest.raises(UsageError, match="the link 'hand' does not exist"):
        describe(rods, replace(FEW, tools=("hand",)))
    with pytest.raises(UsageError, match="is not below"):
        describe(rods, replace(FEW, tools=("tool",), base="left_finger"))


def two_arms(rods: Robot) -> Robot:
    """The rods twice, on a frame without shape, half a metre apart."""
    left, right = (prefix(rods, before=f"{side}_") for side in ("left", "right"))
    joints = tuple(
        Joint(
            name=f"{side}_foot",
            type=JointType.FIXED,
            parent="torso",
            child=f"{side}_post",
            pose_in_parent=Pose((0, y, 0)),
        )
        for side, y in (("left", 0.25), ("right", -0.25))
    )
    links = (Link(name="torso"), *left.links, *right.links)
    return Robot(name="two", links=links, joints=(*joints, *left.joints, *right.joints))


def test_two_arms_have_two_groups_and_grippers(rods: Robot) -> None:
    made = describe(two_arms(rods), replace(FEW, samples=300)).robot
    arms = [Group(name=f"{it}_arm", chains=(Chain(base=f"{it}_post", tip=f"{it}_tool"),)) for it in ("left", "right")]
    grippers = [Group(name=f"{it}_gripper", joints=(f"{it}_left", f"{it}_right")) for it in ("left", "right")]
    both = Group(name="both_arms", groups=("left_arm", "right_arm"))
    assert made.groups == (arms[0], grippers[0], arms[1], grippers[1], both)
    assert [(each.name, each.parent_group) for each in made.end_effectors] == [
        ("left_gripper", "left_arm"),
        ("right_gripper", "right_arm"),
    ]
    assert [(each.name, each.group) for each in made.states] == [("home", each.name) for each in made.groups]
    assert reasons(made)["left_post", "right_post"] == "Never"


@pytest.mark.parametrize(
    ("names", "heights", "sides"),
    [
        (("RARM_5", "LARM_5"), (0.0, 0.0), ["right_arm", "left_arm", "both_arms"]),
        (("arm_1", "arm_2"), (-0.3, 0.3), ["right_arm", "left_arm", "both_arms"]),
        (("arm_1", "arm_2"), (0.0, 0.0), ["arm_1", "arm_2"]),
    ],
)
def test_sides_are_shown_by_names_or_places(
    names: tuple[str, str], heights: tuple[float, float], sides: list[str]
) -> None:
    joints = tuple(
        Joint(
            name=f"to_{name}",
            type=JointType.REVOLUTE,
            axes=(Axis(direction=(0.0, 0.0, 1.0)),),
            parent="torso",
            child=name,
            pose_in_parent=Pose((0, y, 0)),
        )
        for name, y in zip(names, heights, strict=True)
    )
    robot = Robot(name="two", links=tuple(Link(name=name) for name in ("torso", *names)), joints=joints)
    assert [each.name for each in with_groups(robot, names).groups] == sides


def test_the_base_of_a_document_stays(rods: Robot) -> None:
    drives = replace(rods, base=Base.PLANAR)
    made = describe(drives, FEW, report=(report := Report())).robot
    assert [each.type for each in made.virtual_joints] == ["planar"]
    assert report.having("planning.fixed-base") == []
    world = replace(rods, links=(Link(name="world"), *rods.links), joints=(replace(FOOT, parent="world"), *rods.joints))
    assert describe(world, FEW).robot.virtual_joints == ()


def test_groups_and_states_of_documents_stay(rods: Robot) -> None:
    group = Group(name="cspace", joints=("elbow",))
    made = describe(replace(rods, groups=(group,)), FEW).robot
    assert (made.groups, made.end_effectors) == ((group,), ())
    assert [(each.name, each.group) for each in made.states] == [("home", "cspace")]
    ready = NamedState(name="ready", group="cspace", values=(JointValue(joint="elbow", values=(1.0,)),))
    assert describe(replace(rods, groups=(group,), states=(ready,)), FEW).robot.states == (ready,)
    asked = describe(replace(rods, groups=(group,)), replace(FEW, tools=("tool",))).robot
    assert [each.name for each in asked.groups] == ["cspace", "arm", "gripper"]


def test_manipulators_are_groups(rods: Robot) -> None:
    grip = Manipulator(name="m", base="post", tip="tool", gripper_joints=(GripperJoint(joint="left"),))
    made = describe(replace(rods, manipulators=(grip,)), FEW).robot
    assert [(each.name, each.joints, each.chains) for each in made.groups] == [
        ("m", (), (Chain(base="post", tip="tool"),)),
        ("m_gripper", ("left",), ()),
    ]
    assert [(each.parent_link, each.parent_group) for each in made.end_effectors] == [("tool", "m")]


def test_home_is_moved_until_nothing_touches(rods: Robot) -> None:
    """Folded like that the right finger is in the post; it is between the two joints."""
    report = Report()
    folded = replace(FEW, samples=300, pose={"shoulder": 0.63, "elbow": 2.17, "left": 0.045})
    made = describe(rods, folded, report=report).robot
    (note,) = report.having("planning.pose-moved")
    assert note.message.startswith("'post' and 'right_finger' touch in the given pose; ")
    values = {each.joint: each.values[0] for state in made.states for each in state.values}
    assert values != folded.pose
    positions = tuple(JointValue(joint=name, values=(value,)) for name, value in values.items())
    pair = classify(replace(rods, default_positions=positions), samples=300).find("post", "right_finger")
    assert pair is not None
    assert not pair.default


def test_home_of_a_state(rods: Robot) -> None:
    up = NamedState(name="up", values=(JointValue(joint="shoulder", values=(-0.5,)),))
    folder = replace(rods, states=(up,))
    start = with_start(with_control(folder, FEW, Report()), replace(FEW, state="up"), Report(), context_of())
    made = with_home(replace(rods, groups=(Group(name="g", joints=("shoulder",)),)), start)
    assert made.states[0].values == up.values


@pytest.mark.parametrize(("reach", "code"), [(0.02, "planning.pose"), (0.0155, "planning.no-free-pose")])
def test_home_that_a_joint_frees_or_that_nothing_does(reach: float, code: str, tmp_path: Path) -> None:
    """A sphere that slides through a box gets out of it by 5 mm at the ends of its way, or by half a millimetre."""
    urdf = (
        '<robot name="r"><link name="frame"/>'
        '<link name="box"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>'
        '<link name="bead"><collision><geometry><sphere radius="0.005"/></geometry></collision></link>'
        '<joint name="bolt" type="fixed"><parent link="frame"/><child link="box"/></joint>'
        '<joint name="wire" type="prismatic"><parent link="frame"/><child link="bead"/><axis xyz="0 0 1"/>'
        f'<limit lower="-{reach}" upper="{reach}" effort="1" velocity="1"/></joint></robot>'
    )
    (tmp_path / "r.urdf").write_text(urdf, encoding="utf-8")
    report = Report()
    made = describe(robotfmt.read(tmp_path / "r.urdf"), replace(FEW, samples=2000), report=report).robot
    assert made.ignored_pairs == ()
    (reported,) = report.having(code)
    assert ("wire=0.01" if code == "planning.pose" else "'box' and 'bead' touch in the ") in reported.message
    (state,) = made.states
    assert (abs(state.values[0].values[0]) >= 0.016) == (code == "planning.pose")


def test_pairs_that_documents_check_or_leave_out_are_not_added(rods: Robot) -> None:
    checked = CheckedPair(first="lower", second="post")
    made = describe(replace(rods, checked_pairs=(checked,)), FEW).robot
    assert ("post", "lower") not in reasons(made)
    off = UncheckedLink(link="post")
    made = describe(replace(rods, unchecked_links=(off,)), FEW).robot
    assert [each for each in reasons(made) if "post" in each] == []


def test_a_robot_that_is_only_seen(tmp_path: Path) -> None:
    report = Report()
    made = describe(robotfmt.read(BROKEN / "planning" / "seen.urdf"), FEW, report=report).robot
    assert made.ignored_pairs == ()
    assert len(report.having("planning.no-collision-shapes")) == 1
    assert [each.name for each in made.groups] == ["arm"]


def test_pairs_of_documents_that_can_touch_are_reported(rods: Robot) -> None:
    report = Report()
    mine = IgnoredPair(first="right_finger", second="post", reason="User")
    made = describe(replace(rods, ignored_pairs=(mine,)), replace(FEW, samples=500), report=report).robot
    assert mine in made.ignored_pairs
    (found,) = report.having("collisions.ignored-pair")
    assert "(as User), but they touch at shoulder" in found.message


# The command


def test_the_command_writes_the_same_bytes_twice_and_its_checks_pass(tmp_path: Path) -> None:
    outputs = [tmp_path / name for name in ("a.srdf", "b.srdf")]
    for path in outputs:
        assert main(["srdf", str(RODS), "-o", str(path), "--samples", "300", "-q"]) == 0
    text = outputs[0].read_text(encoding="utf-8")
    assert text == outputs[1].read_text(encoding="utf-8")
    assert "cspace" not in text
    assert "sphere" not in text
    assert '<chain base_link="post" tip_link="tool"/>' in text
    assert '<end_effector name="gripper" parent_link="tool" group="gripper" parent_group="arm"/>' in text
    assert '<disable_collisions link1="post" link2="lower" reason="Never"/>' in text
    assert main(["check", str(RODS), str(outputs[0]), "--collisions", "--strict", "--samples", "300"]) == 0


def test_the_plan_is_in_the_json_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    output = str(tmp_path / "arm.srdf")
    assert main(["srdf", str(RODS), "-o", output, "--samples", "50", "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    folder = Path(robotfmt.__file__).parent / "schemas"
    jsonschema.validate(reported, json.loads((folder / "report.json").read_text(encoding="utf-8")))
    plan = reported["conversions"][0]["plan"]
    assert (plan["groups"], plan["ignored"]) == (["arm", "gripper"], 9)
    assert set(plan["seconds"]) == {"control", "pairs", "pose"}


def test_the_seed_option_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in ("1", "2"):
        given = ["srdf", str(RODS), "-o", str(tmp_path / f"{seed}.srdf"), "--samples", "50", "--seed", seed]
        assert main(given) == 0
    assert "50" not in (tmp_path / "1.srdf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "given", [["--samples", "0"], ["--pose", "elbow=x"], ["--tool", "nothing"], ["--per-link", "4"]]
)
def test_invalid_options_are_usage_errors(given: list[str], tmp_path: Path) -> None:
    command = ["srdf", str(RODS), "-o", str(tmp_path / "a.srdf"), *given]
    try:
        code = main(command)
    except SystemExit as left:
        code = int(str(left.code))
    assert code == 2
    assert not list(tmp_path.iterdir())


# What XRDF brings to SRDF


def test_an_srdf_of_a_plan_has_a_group_of_the_arms_name_and_reads_back(tmp_path: Path) -> None:
    out = tmp_path / "arm.srdf"
    assert main(["xrdf", str(RODS), str(SMALL), "-o", str(out), "--samples", "50", "-q"]) == 0
    robot = robotfmt.read(RODS, out)
    assert [each.name for each in robot.groups] == ["arm", "gripper"]
    assert [(each.name, each.group) for each in robot.states] == [("default", "arm")]
    back = tmp_path / "back.xrdf"
    assert main(["convert", str(RODS), str(out), str(back), "-q"]) == 0
    again = robotfmt.read(RODS, back)
    assert again.cspace is not None
    assert [each.joint for each in again.cspace.joints] == ["shoulder", "elbow"]


def test_a_plan_of_several_arms_has_a_group_with_every_arm(rods: Robot, tmp_path: Path) -> None:
    out, source = tmp_path / "arm.srdf", str(tmp_path / "two.urdf")
    robotfmt.write(two_arms(rods), source)
    assert main(["xrdf", source, "-o", str(out), "--per-link", "1", "--samples", "50", "-q"]) == 0
    robot = robotfmt.read(source, out)
    names = [each.name for each in robot.groups]
    assert "cspace" not in names
    both = next(each for each in robot.groups if each.name == "both_arms")
    assert both.groups == ("left_arm", "right_arm")
    assert [(each.name, each.group) for each in robot.states] == [("default", "both_arms")]


def test_no_groups_are_made_that_no_output_has_a_place_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["xrdf", str(RODS), str(SMALL), "--samples", "50"]
    assert main([*given, "-o", str(tmp_path / "a.xrdf")]) == 0
    assert "no output can store" not in capsys.readouterr().err
    assert main([*given, "-o", str(tmp_path / "a.xrdf"), "-o", str(tmp_path / "b.srdf"), "--overwrite"]) == 0
    assert "no output can store" not in capsys.readouterr().err
    assert "group" in (tmp_path / "b.srdf").read_text(encoding="utf-8")


def test_joints_of_a_part_of_an_arm_are_a_group(tmp_path: Path) -> None:
    out = tmp_path / "arm.srdf"
    given = ["xrdf", str(RODS), str(SMALL), "-o", str(out), "--joints", "elbow"]
    assert main([*given, "--samples", "50", "-q"]) == 0
    robot = robotfmt.read(RODS, out)
    (state,) = robot.states
    group = next(each for each in robot.groups if each.name == state.group)
    assert (group.name, group.joints) == ("arm_2", ("elbow",))
