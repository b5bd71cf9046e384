"""Write SMURF models and SMURFS scenes: the files and their sections, and that nothing changes on the way."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from pure import has_private_words
from real import CORPUS, FIXTURES, fixtures, some

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import (
    Axis,
    Base,
    CollisionMask,
    Geometry,
    IgnoredPair,
    Joint,
    JointType,
    Laser,
    Link,
    Material,
    PlacedRobot,
    Pose,
    Robot,
    RobotSimulation,
    Rpy,
    Sensor,
    Texture,
    World,
    WorldJoint,
    rotate,
)
from robotfmt.model.geometry import Box, Purpose
from robotfmt.model.record import replace
from robotfmt_smurf.codes import APPEARANCE

pytestmark = pytest.mark.slow
LEG = FIXTURES / "smurf" / "leg.smurf"
CELL = FIXTURES / "smurf" / "cell.smurfs"
MODELS = sorted((CORPUS / "legacy" / "smurf").rglob("*.smurf"))
CHANGED = (Fate.LOST, Fate.APPROXIMATED, Fate.ASSUMED, Fate.CONVERTED)


def plain(*links: str) -> Robot:
    joints = tuple(Joint(name=f"to_{child}", type=JointType.FIXED, parent=links[0], child=child) for child in links[1:])
    return Robot(name="r", links=tuple(Link(name=each) for each in links), joints=joints)


def test_the_files_of_a_model(tmp_path: Path) -> None:
    report = Report()
    done = robotfmt.convert(LEG, tmp_path / "leg.smurf", report=report)
    assert not [each for each in report if each.fate in CHANGED]
    assert {each.relative_to(tmp_path).as_posix() for each in done.files} == {
        "leg.smurf",
        "urdf/leg.urdf",
        *(f"leg_{each}.yml" for each in ("motors", "sensors", "collisions", "materials", "joints", "poses")),
        *(f"leg_{each}.yml" for each in ("submechanisms", "interfaces", "lights")),
    }
    assert robotfmt.diff(robotfmt.read(LEG), robotfmt.read(tmp_path / "leg.smurf")) == []
    text = (tmp_path / "leg_motors.yml").read_text()
    assert "maxSpeed: 3.5" in text
    assert "gear: 80" in text
    assert "minValue: -1.0" in text  # the crank's own limit, which MARS reads here alone
    sensors = (tmp_path / "leg_sensors.yml").read_text()
    assert sensors.index("orientation_offset") < sensors.index("position_offset")  # else Phobos fails
    assert (tmp_path / "leg_collisions.yml").read_text().startswith("collision:\n")
    assert "sensor" not in (tmp_path / "urdf" / "leg.urdf").read_text()


@pytest.mark.parametrize(
    ("axis", "ends"), [((0.0, 0.0, 1.0), ["base", "tip"]), ((0.6, 0.0, 0.8), ["ring_parent", "ring_child"])]
)
def test_a_loop_about_any_axis(axis: tuple[float, float, float], ends: list[str], tmp_path: Path) -> None:
    loop = Joint(name="ring", type=JointType.REVOLUTE, parent="base", child="tip", axes=(Axis(direction=axis),))
    robotfmt.write(replace(plain("base", "tip"), loops=(loop,)), tmp_path / "r.smurf")
    back = robotfmt.read(tmp_path / "r.smurf")
    (found,) = back.loops
    assert [found.parent, found.child] == ends
    assert found.type is JointType.REVOLUTE
    turned = found.axes[0].direction or (0.0, 0.0, 0.0)
    if ends[0] != "base":
        matrix = (back.joint("ring_parent_joint").pose_in_parent or Pose()).matrix
        turned = rotate(matrix, turned)
    assert turned == pytest.approx(axis)


def test_items_without_names_and_with_equal_ones(tmp_path: Path) -> None:
    (tmp_path / "leg.urdf").write_text((LEG.parent / "urdf" / "leg.urdf").read_text())
    items = ("{type: free}", "{name: a, type: 1R}", "{name: b, type: 2R}", "{name: a, type: 3R}")
    rows = "".join(f"  - {each}\n" for each in items)
    (tmp_path / "leg.smurf").write_text(f"modelname: leg\nfiles: [leg.urdf]\nsubmechanisms:\n{rows}")
    robotfmt.convert(tmp_path / "leg.smurf", tmp_path / "out" / "leg.smurf")
    text = (tmp_path / "out" / "leg_submechanisms.yml").read_text()
    assert text.count('name: "a"') == 2
    assert 'name: ""' not in text


def test_a_laser_that_looks_to_one_side(tmp_path: Path) -> None:
    laser = Laser(min_angle=0.5, max_angle=1.5)
    eye = Sensor(name="eye", link="base", pose=Pose((0.1, 0.0, 0.0)), data=laser)
    robotfmt.write(replace(plain("base"), sensors=(eye,)), tmp_path / "r.smurf")
    back = robotfmt.read(tmp_path / "r.smurf")
    assert back.sensors[0].data == Laser(min_angle=-0.5, max_angle=0.5)
    pose = back.joint("eye_joint").pose_in_parent or Pose()
    assert pose.xyz == (0.1, 0, 0)
    assert [row[:2] for row in pose.matrix[:2]] == [
        pytest.approx(row[:2]) for row in Pose((0.0, 0.0, 0.0), Rpy(0.0, 0.0, 1.0)).matrix[:2]
    ]


def test_two_masks_become_one_with_the_bits_of_both(tmp_path: Path) -> None:
    box = Geometry(
        shape=Box((1.0, 1.0, 1.0)),
        purpose=Purpose.COLLISION,
        collision_mask=CollisionMask(collides_with=4, category=1),
    )
    robot, report = plain("base"), Report()
    robot = robot.with_link(replace(robot.link("base"), collisions=(box,)))
    robotfmt.write(robot, tmp_path / "r.smurf", report=report)
    assert "bitmask: 5\n" in (tmp_path / "r_collisions.yml").read_text()
    assert len(report.having("smurf.mask")) == 1


def test_the_appearance_of_a_material_that_no_urdf_defines_is_lost_and_reported(tmp_path: Path) -> None:
    black = Material(name="black", ambient=(0.0, 0.0, 0.0, 1.0))
    shape = Geometry(shape=Box(size=(1.0, 1.0, 1.0)), purpose=Purpose.VISUAL, material=black)
    report = Report()
    robot = replace(plain("a"), links=(Link(name="a", visuals=(shape,)),))
    robotfmt.write(robot, tmp_path / "r.smurf", report=report)
    assert report.having(APPEARANCE.slug)


def test_a_scene(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(CELL, tmp_path / "cell.smurfs", report=report)
    assert not [each for each in report if each.fate in CHANGED]
    assert robotfmt.diff(robotfmt.read_world(CELL), robotfmt.read_world(tmp_path / "cell.smurfs")) == []
    text = (tmp_path / "cell.smurfs").read_text()
    assert 'anchor: "left::foot"' in text
    assert "colour: red" in text
    assert text.count('file: "left.smurf"') == 2


@pytest.mark.parametrize(
    ("base", "anchored", "code"),
    [
        (Base.FIXED, True, "smurfs.anchored"),
        (Base.FLOATING, False, None),
        (None, False, "convert.assumed-base"),
        (Base.PLANAR, False, "smurfs.base"),
    ],
)
def test_a_fixed_base_is_an_anchor(base: Base | None, anchored: bool, code: str | None, tmp_path: Path) -> None:
    report = Report()
    world = World(robots=(PlacedRobot(name="r", robot=replace(plain("base"), base=base)),))
    robotfmt.write(world, tmp_path / "cell.smurfs", report=report)
    back = robotfmt.read_world(tmp_path / "cell.smurfs")
    assert back.robots[0].robot.base is (Base.FIXED if anchored else Base.FLOATING)
    assert bool(back.joints) is anchored
    assert code is None or report.having(code)


@pytest.mark.parametrize("path", fixtures(".smurf", ".smurfs", ".urdf"), ids=lambda it: it.name)
def test_only_words_of_smurf_are_written(path: Path, tmp_path: Path) -> None:
    robotfmt.convert(path, tmp_path / "r.smurfs")
    written = [each for each in tmp_path.rglob("*") if each.suffix in (".smurfs", ".smurf", ".urdf", ".yml")]
    assert len(written) > 2
    assert not [each for each in written if has_private_words(re.sub("<!--.*?-->", "", each.read_text()).encode())]


def test_a_scene_in_sdf_and_back(tmp_path: Path) -> None:
    """Motors, states and sensors are there again too."""
    (tmp_path / "stand.urdf").write_text((FIXTURES / "smurf" / "stand.urdf").read_text())
    leg = robotfmt.read(LEG)
    own = tuple(each for each in leg.extensions if "loop_constraints" not in each.place)
    robotfmt.write(replace(leg, loops=(), extensions=own), tmp_path / "leg.smurf")
    entities = (
        "{name: a, type: urdf, file: stand.urdf, position: [0, 0.25, 0.9], rotation: [90], anchor: world}",
        '{name: b, type: urdf, file: stand.urdf, parent: "a::plate", anchor: parent, position: [0.5, 0, 0]}',
        "{name: c, type: urdf, file: stand.urdf, rotation: [10, 20, 30]}",
        "{name: d, type: smurf, file: leg.smurf, position: [3, 0, 1], pose: crouch}",
    )
    first, sdf, last = (tmp_path / each for each in ("cell.smurfs", "cell.sdf", "again.smurfs"))
    first.write_text("entities:\n" + "".join(f"  - {each}\n" for each in entities))
    robotfmt.convert(first, sdf, keep=True)
    robotfmt.convert(sdf, last, keep=True)
    assert robotfmt.diff(robotfmt.read_world(first), robotfmt.read_world(last)) == []


def test_a_robot_named_world_is_placed_in_the_world(tmp_path: Path) -> None:
    ground = replace(plain("world"), simulation=RobotSimulation(static=True))
    held = WorldJoint(
        joint=Joint(name="mount", type=JointType.FIXED, parent="world", child="plate"),
        parent_robot="world",
        child_robot="arm",
    )
    robots = (PlacedRobot(name="world", robot=ground), PlacedRobot(name="arm", robot=plain("plate")))
    robotfmt.write(World(robots=robots, joints=(held,)), tmp_path / "yard.smurfs")
    back = robotfmt.read_world(tmp_path / "yard.smurfs")
    assert {each.child_robot: each.parent_robot for each in back.joints} == {"world": None, "arm": "world"}


def test_a_scene_through_sdf(tmp_path: Path) -> None:
    """It has a loop that is several joints there, and hangs a robot on one that starts in another pose."""
    robotfmt.convert(CELL, tmp_path / "cell.sdf", keep=True)
    robotfmt.convert(tmp_path / "cell.sdf", tmp_path / "cell.smurfs", keep=True)
    first, between, last = (
        robotfmt.read_world(each) for each in (CELL, tmp_path / "cell.sdf", tmp_path / "cell.smurfs")
    )
    assert robotfmt.diff(first, between) == []
    assert robotfmt.diff(first, last) == []


@pytest.mark.skipif(not MODELS, reason="there is no corpus of SMURF models")
@pytest.mark.parametrize("path", some(MODELS, every=12, named=("example_mech",)), ids=lambda each: each.stem)
def test_models_by_others_do_not_change(path: Path, tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(path, tmp_path / "model.smurf", report=report, keep=True)
    assert not [each for each in report if each.fate in CHANGED]
    assert robotfmt.diff(robotfmt.read(path), robotfmt.read(tmp_path / "model.smurf")) == []


def boxes(count: int) -> Robot:
    shape = Geometry(shape=Box((1.0, 1.0, 1.0)), purpose=Purpose.COLLISION)
    robot = plain(*(f"l{index}" for index in range(count)))
    return replace(robot, links=tuple(replace(each, collisions=(shape,)) for each in robot.links))


def pairs_of(robot: Robot) -> set[frozenset[str]]:
    return {each.links for each in robot.ignored_pairs}


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_ignored_pairs_are_bitmasks(share: float, tmp_path: Path) -> None:
    names = combinations((f"l{index}" for index in range(10)), 2)
    rolls = Random(7)
    pairs = tuple(IgnoredPair(first=one, second=two) for one, two in names if rolls.random() < share)
    robot, report = replace(boxes(10), ignored_pairs=pairs), Report()
    robotfmt.write(robot, tmp_path / "r.smurf", report=report)
    back = robotfmt.read(tmp_path / "r.smurf")
    assert pairs_of(back) == pairs_of(robot)
    assert not report.having("smurf.pair")
    robotfmt.write(back, tmp_path / "again.smurf")
    assert robotfmt.diff(back, robotfmt.read(tmp_path / "again.smurf")) == []


def test_pairs_for_which_bits_do_not_suffice_are_reported(tmp_path: Path) -> None:
    rolls = Random(7)
    names = combinations((f"l{index}" for index in range(30)), 2)
    pairs = tuple(IgnoredPair(first=one, second=two) for one, two in names if rolls.random() < 0.5)
    robot, report = replace(boxes(30), ignored_pairs=pairs), Report()
    robotfmt.write(robot, tmp_path / "r.smurf", report=report)
    held = pairs_of(robotfmt.read(tmp_path / "r.smurf"))
    assert held <= pairs_of(robot)
    assert len({each.subject for each in report.having("smurf.pair")}) == len(pairs) - len(held) > 0


def test_pairs_of_bitmasks_are_in_an_srdf(tmp_path: Path) -> None:
    pair = (IgnoredPair(first="l0", second="l2"),)
    robotfmt.write(replace(boxes(3), ignored_pairs=pair), tmp_path / "r.smurf")
    robotfmt.convert(tmp_path / "r.smurf", tmp_path / "r.srdf")
    assert '<disable_collisions link1="l0" link2="l2"' in (tmp_path / "r.srdf").read_text()


def test_materials_of_one_name_keep_their_colours(tmp_path: Path) -> None:
    """A URDF's visual may define a material again, as another one."""
    own = Material(name="grey", texture=Texture(uri="grain.png"))
    link = Link(name="body", visuals=(Geometry(shape=Box((1.0, 2.0, 3.0)), material=own),))
    grey = Material(name="grey", color=(0.25, 0.5, 0.75, 1.0), shininess=1.0)
    robotfmt.write(Robot(name="r", links=(link,), materials=(grey,)), tmp_path / "r.smurf")
    (visual,) = robotfmt.read(tmp_path / "r.smurf").links[0].visuals
    assert visual.material is not None and visual.material.color is None
