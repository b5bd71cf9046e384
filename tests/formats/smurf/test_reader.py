"""Read SMURF models and SMURFS scenes: the worked example, and what Phobos reads from models by others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN, CORPUS, some

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError
from robotfmt.model import JointType, Limits, Pose

SOUND = BROKEN / "smurf" / "sound.smurf"
FOLDER = CORPUS / "legacy" / "smurf"
READINGS = sorted((FOLDER / "readings").glob("*.json"))


def model(tmp_path: Path, text: str) -> robotfmt.Robot:
    (tmp_path / "arm.urdf").write_text(SOUND.with_suffix(".urdf").read_text())
    (tmp_path / "arm.smurf").write_text(f"modelname: arm\nfiles: [arm.urdf]\n{text}")
    return robotfmt.read(tmp_path / "arm.smurf")


def test_motors_are_actuators_with_soft_limits() -> None:
    robot = robotfmt.read(SOUND)
    assert [(each.name, each.joint, each.type) for each in robot.actuators] == [("hinge_motor", "hinge", "position")]
    axis = robot.joint("hinge").axes[0]
    assert axis.soft == Limits(lower=-0.5, upper=0.75, velocity=1.5, effort=5)
    assert axis.hard == Limits(lower=-1, upper=1, velocity=2, effort=10)


@pytest.mark.parametrize(
    ("locked", "kind", "count"),
    [
        ((3, 4, 5), JointType.BALL, 0),
        ((0, 1, 3, 4, 5), JointType.REVOLUTE, 1),
        ((0, 1, 3, 4), JointType.CYLINDRICAL, 2),
        ((3, 4), JointType.COMPOUND, 4),
        (range(6), JointType.FIXED, 0),
    ],
)
def test_directions_without_a_constraint_are_free(
    locked: tuple[int, ...], kind: JointType, count: int, tmp_path: Path
) -> None:
    axes = "".join(
        f"          - {{axis: [{', '.join('1' if place == each else '0' for place in range(6))}]}}\n" for each in locked
    )
    head = "submechanisms:\n  - name: ring\n    loop_constraints:\n      - cut_joint: hinge\n"
    bodies = "        predecessor_body: base\n        successor_body: upper\n        constraint_axes:\n"
    (loop,) = model(tmp_path, f"{head}{bodies}{axes}").loops
    assert (loop.name, loop.type, loop.parent, loop.child, len(loop.axes)) == (
        "hinge_loop",
        kind,
        "base",
        "upper",
        count,
    )


def test_masks_by_the_names_of_shapes(tmp_path: Path) -> None:
    robot = model(tmp_path, "collision:\n  - {name: base_collision, bitmask: 6}\n")
    mask = robot.link("base").collisions[0].collision_mask
    assert mask is not None
    assert mask.collides_with == 6


def test_annotations_add_to_a_urdf(tmp_path: Path) -> None:
    (tmp_path / "loops.yml").write_text("submechanisms: []\nposes:\n  - {name: up, joints: {hinge: 0.5}}\n")
    robot = robotfmt.read(SOUND.with_suffix(".urdf"), tmp_path / "loops.yml")
    assert [(each.name, each.values[0].values) for each in robot.states] == [("up", (0.5,))]


SCENE = """\
entities:
  - {name: tool, type: smurf, file: FILE, parent: "arm1::upper", anchor: parent,
     position: [0.05, 0, 0], rotation: [0, 0, 90]}
  - {name: arm1, type: smurf, file: FILE, position: [0, 0, 1], rotation: [90], anchor: world, pose: home}
physics: {gravity: {x: 0, y: 0, z: -9.5}}
"""


def test_a_scene(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(SOUND.with_suffix(".urdf").read_text())
    (tmp_path / "arm.smurf").write_text("modelname: arm\nfiles: [arm.urdf]\n")
    (tmp_path / "cell.smurfs").write_text(SCENE.replace("FILE", "arm.smurf"))
    world = robotfmt.read_world(tmp_path / "cell.smurfs")
    tool, arm = world.robots
    assert tool.pose is not None
    assert tool.pose.xyz == pytest.approx((0, 0.05, 1.1))  # the flange is 0.1 above the arm, which is turned by 90 deg
    assert [row[0] for row in tool.pose.matrix] == pytest.approx((-1, 0, 0), abs=1e-12)
    assert (arm.pose or Pose()).xyz == (0, 0, 1)
    assert arm.state == "home"
    assert [(each.parent_robot, each.joint.parent, each.child_robot) for each in world.joints] == [
        ("arm1", "upper", "tool"),
        (None, None, "arm1"),
    ]
    held = world.joints[0].joint.pose_in_parent or Pose()
    assert held.xyz == pytest.approx((0.05, 0, 0))
    assert world.gravity == (0, 0, -9.5)


def test_entities_without_robots_or_roots(tmp_path: Path) -> None:
    ring = "".join(
        f'<joint name="{a}{b}" type="fixed"><parent link="{a}"/><child link="{b}"/></joint>' for a, b in ("ab", "ba")
    )
    (tmp_path / "ring.urdf").write_text(f'<robot name="r"><link name="a"/><link name="b"/>{ring}</robot>')
    (tmp_path / "empty.smurfs").write_text("entities: []  # smurf\n")
    lines = (
        "{name: none, file: empty.smurfs}",
        "{name: one, type: smurf, file: ring.urdf, anchor: world, position: [1, 2], rotation: [1, 2]}",
        '{name: two, file: ring.urdf, parent: "one::a"}',
    )
    (tmp_path / "cell.smurfs").write_text("entities:\n" + "".join(f"  - {each}\n" for each in lines))
    report = Report()
    world = robotfmt.read_world(tmp_path / "cell.smurfs", report=report)
    assert [each.name for each in world.robots] == ["one", "two"]
    assert len(report.having("smurf.entity")) == 3
    assert len(report.having("number.bad")) == 2
    assert [each.name for each in world.extensions if each.format == "smurfs"] == ["position", "rotation"]


def test_a_long_chain_of_entities(tmp_path: Path) -> None:
    depth = 1100
    (tmp_path / "it.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    entities = "".join(
        f"  - {{name: e{i}, type: smurf, file: it.urdf, position: [1, 0, 0], parent: e{i - 1}}}\n"
        for i in reversed(range(depth))
    ).replace("parent: e-1", "parent: world")
    (tmp_path / "cell.smurfs").write_text(f"entities:\n{entities}")
    world = robotfmt.read_world(tmp_path / "cell.smurfs")
    assert (world.robots[0].pose or Pose()).xyz == (depth, 0, 0)


@pytest.mark.parametrize("file", ["cell.smurfs", "../../../../../../etc/passwd"])
def test_hostile_scenes(file: str, tmp_path: Path) -> None:
    (tmp_path / "cell.smurfs").write_text(f"entities:\n  - {{name: smurf, file: {file}}}\n")
    with pytest.raises(InputError):
        robotfmt.read_world(tmp_path / "cell.smurfs")


@pytest.mark.skipif(not READINGS, reason="there is no corpus of SMURF models")
@pytest.mark.parametrize("path", some(READINGS, every=3, named=("rh5v2",)), ids=lambda each: each.stem[-30:])
def test_a_model_is_what_phobos_reads(path: Path) -> None:
    wanted, report = json.loads(path.read_text()), Report()
    robot = robotfmt.read(FOLDER / path.stem.replace("__", "/"), report=report)
    assert list(report.errors) == []
    if not wanted["ok"]:  # Phobos cannot read it
        return
    assert {each["name"]: (each["parent"], each["child"], each["type"]) for each in wanted["joints"]} == {
        each.name: (each.parent, each.child, each.type.value if each.type else None) for each in robot.joints
    }
    assert {each["name"]: (each["joint"], each["type"]) for each in wanted["motors"]} == {
        each.name: (each.joint, each.type) for each in robot.actuators
    }
    assert [each["name"] for each in wanted["poses"]] == [each.name for each in robot.states]
    for each in wanted["joints"]:
        pose = robot.joint(each["name"]).pose_in_parent or Pose()
        assert pose.xyz == pytest.approx([row[3] for row in each["origin"][:3]], abs=1e-9)


def test_a_section_one_slip_away_is_misspelt(tmp_path: Path) -> None:
    motor = "[{name: m, joint: hinge, type: position}]"
    for section, codes in (("motros", ["document.misspelt"]), ("motors", []), ("engines", ["document.not-understood"])):
        (tmp_path / "arm.urdf").write_text(SOUND.with_suffix(".urdf").read_text())
        (tmp_path / "arm.smurf").write_text(f"modelname: arm\nfiles: [arm.urdf]\n{section}: {motor}\n")
        report = Report()
        robotfmt.read(tmp_path / "arm.smurf", report=report)
        assert [each.code for each in report if each.path.startswith(f"/{section}")] == codes
