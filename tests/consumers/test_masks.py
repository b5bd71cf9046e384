"""Ignored pairs as the bitmasks of shapes, and bitmasks in programs that take silence about them otherwise."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.colliding import touching_links
from robotfmt.model import CollisionMask, IgnoredPair, PlacedRobot, Robot, World
from robotfmt.model.record import replace
from robotfmt.settings import Settings

from .contact import Contact
from .judge import unclaimed
from .of_mujoco import of_mujoco

_BODY = """<body name="{name}" pos="0.1 0 0"><joint name="{name}_joint" range="-1 1"/>
<geom name="{name}_geom" type="sphere" size="0.3" mass="1" {mask}/>"""


def _chain(count: int, masks: dict[int, tuple[int, int]] | None = None) -> str:
    """An arm whose links all overlap."""
    given = {at: f'contype="{own}" conaffinity="{others}"' for at, (own, others) in (masks or {}).items()}
    bodies = "".join(_BODY.format(name=f"l{at}", mask=given.get(at, "")) for at in range(count))
    return f"<mujoco model='chain'><worldbody>{bodies}{'</body>' * count}</worldbody></mujoco>"


def _robot(count: int, folder: Path) -> Robot:
    (path := folder / "chain.xml").write_text(_chain(count))
    return robotfmt.read(path)


def _apart(robot: Robot) -> set[frozenset[str]]:
    """Return the pairs that Gazebo does not test, as SDFormat defines its bitmasks; each link has one shape."""
    masks = {each.name: each.collisions[0].collision_mask for each in robot.links if each.collisions}
    met = ((a, b, masks[a] or CollisionMask(collides_with=255), masks[b]) for a, b in combinations(masks, 2))
    return {frozenset((a, b)) for a, b, one, other in met if other is not None and not one.touches(other)}


def _neighbours(robot: Robot) -> set[frozenset[str]]:
    return {frozenset((each.parent or "", each.child or "")) for each in robot.joints}


@pytest.mark.parametrize("seed", range(12))
def test_bitmasks_keep_apart_what_is_ignored_and_let_all_else_touch(seed: int, tmp_path: Path) -> None:
    chosen = random.Random(seed)
    robot = _robot(chosen.randint(3, 9), tmp_path)
    every = list(combinations(touching_links(robot), 2))
    pairs = chosen.sample(every, len(every) // chosen.randint(2, 3))
    robot = replace(robot, ignored_pairs=tuple(IgnoredPair(first=a, second=b) for a, b in pairs))
    report = Report()
    robotfmt.write(robot, made := tmp_path / "made.sdf", report=report)
    there = robotfmt.read(made)
    near = _neighbours(there)
    lost = {each.subject for each in report.having("sdf.not-held") if "ignored pair" in each.subject}
    assert not lost
    assert _apart(there) - near == {each.links for each in robot.ignored_pairs} - near
    for mask in (it.collision_mask for each in there.links for it in each.collisions):
        assert mask is None or 0 < mask.collides_with < 1 << 16
        assert mask is None or mask.collides_with & 255


def test_pairs_beyond_16_bits_are_lost_but_no_links_that_may_touch_pass_through(tmp_path: Path) -> None:
    chosen = random.Random(1)
    robot = _robot(40, tmp_path)
    every = list(combinations(touching_links(robot), 2))
    reasons = {pair: chosen.choice(("Never", "Default")) for pair in chosen.sample(every, 300)}
    pairs = tuple(IgnoredPair(first=a, second=b, reason=reason) for (a, b), reason in reasons.items())
    report = Report()
    robotfmt.write(replace(robot, ignored_pairs=pairs), made := tmp_path / "made.sdf", report=report)
    there = robotfmt.read(made)
    held = _apart(there) - _neighbours(there)
    lost = [each.subject or "" for each in report.having("sdf.not-held")]
    lost_pairs = {frozenset(each.split("/")[1:]) for each in lost if each.startswith("ignored pair/")}
    ignored = {each.links for each in pairs} - _neighbours(there)
    assert held
    assert lost_pairs
    assert held == ignored - lost_pairs


def test_pairs_that_never_collide_give_way_to_those_that_do(tmp_path: Path) -> None:
    """A matching of 20 links needs more than 16 cliques; with half of its pairs free, fewer do."""
    robot = _robot(40, tmp_path)
    names = touching_links(robot)
    rows = [(names[at], names[at + 20], "Never" if at % 5 else "Default") for at in range(20)]
    pairs = tuple(IgnoredPair(first=a, second=b, reason=reason) for a, b, reason in rows)
    robotfmt.write(replace(robot, ignored_pairs=pairs), made := tmp_path / "made.sdf")
    wanted = {each.links for each in pairs if each.reason == "Default"}
    assert wanted <= _apart(robotfmt.read(made)) <= {each.links for each in pairs}


def test_drake_and_links_that_do_not_collide_get_no_bitmasks(tmp_path: Path) -> None:
    robot = _robot(3, tmp_path)
    robot = replace(robot, ignored_pairs=(IgnoredPair(first="l0", second="l2"),))
    robotfmt.write(robot, made := tmp_path / "drake.sdf", settings=Settings(options={"sdf.target": "drake"}))
    assert "bitmask" not in made.read_text()
    still = (tmp_path / "drake.sdf").read_text().replace("<self_collide>true", "<self_collide>false")
    made.write_text(still)
    robotfmt.convert(made, back := tmp_path / "back.sdf")
    assert "bitmask" not in back.read_text()


def _contact(path: Path) -> Contact:
    found = of_mujoco(path).contact
    assert found is not None
    return found


_MASKS = [{1: (2, 2)}, {0: (4, 1), 3: (2, 2)}, {0: (2, 4), 1: (4, 2), 2: (8, 8)}, {2: (1, 0), 3: (1, 0)}]


@pytest.mark.parametrize("masks", _MASKS, ids=str)
@pytest.mark.parametrize("target", ["sdf", "dae"])
def test_links_touch_as_before_there_and_back(masks: dict[int, tuple[int, int]], target: str, tmp_path: Path) -> None:
    (path := tmp_path / "chain.xml").write_text(_chain(5, masks))
    robotfmt.convert(path, there := tmp_path / f"there.{target}")
    robotfmt.convert(there, back := tmp_path / "back.xml")
    before, after = _contact(path), _contact(back)
    assert before.touching == after.touching
    if target == "sdf":
        assert unclaimed([path], "mjcf", "sdf", tmp_path) == []


def test_bitmasks_of_gazebo_touch_the_floor_in_mujoco(tmp_path: Path) -> None:
    mujoco: Any = oracle("mujoco")
    robot = replace(_robot(4, tmp_path), ignored_pairs=(IgnoredPair(first="l1", second="l3"),))
    robotfmt.write(robot, there := tmp_path / "there.sdf")
    robotfmt.convert(there, back := tmp_path / "back.xml")
    text = back.read_text().replace("<worldbody>", '<worldbody><geom name="floor" type="plane" size="9 9 1"/>')
    model = mujoco.MjModel.from_xml_string(text)
    mujoco.mj_forward(model, data := mujoco.MjData(model))
    bodies = {tuple(sorted(model.body(model.geom_bodyid[it]).name for it in each.geom)) for each in data.contact}
    assert {pair for pair in bodies if "l1" in pair and "l3" in pair} == set()
    assert {("l1", "world"), ("l2", "world"), ("l3", "world")} <= bodies


def test_links_of_two_robots_touch_whatever_pairs_each_of_them_ignores(tmp_path: Path) -> None:
    robot = replace(_robot(4, tmp_path), ignored_pairs=(IgnoredPair(first="l1", second="l3"),))
    both = World(name="w", robots=tuple(PlacedRobot(name=name, robot=replace(robot, name=name)) for name in "ab"))
    report = Report()
    robotfmt.write(both, made := tmp_path / "world.sdf", report=report)
    assert "bitmask" not in made.read_text()
    assert sum("ignored pair" in each.subject for each in report.having("sdf.not-held")) == 2


def test_bitmasks_of_all_robots_of_a_world_move_together(tmp_path: Path) -> None:
    """Robot a has bits that MuJoCo's default does not touch; b has bit 0 alone, and touches one link of a."""
    robots = [_masked(_robot(2, tmp_path), name, bits) for name, bits in (("a", (3, 2)), ("b", (1, 1)))]
    world = World(name="w", robots=tuple(PlacedRobot(name=each.name or "", robot=each) for each in robots))
    robotfmt.write(world, there := tmp_path / "there.sdf")
    robotfmt.convert(there, back := tmp_path / "back.xml")
    touching = {tuple(sorted(each)) for each in _contact(back).touching}
    names = {name.replace("/", "_") for pair in touching for name in pair}
    assert len([pair for pair in touching if {each[0] for each in pair} == {"a", "b"}]) == 2, names


def _masked(robot: Robot, name: str, bits: tuple[int, int]) -> Robot:
    masks = iter(CollisionMask(collides_with=each) for each in bits)
    links = (
        replace(each, collisions=tuple(replace(it, collision_mask=mask) for it in each.collisions))
        if each.collisions and (mask := next(masks))
        else each
        for each in robot.links
    )
    return replace(robot, name=name, links=tuple(links), layouts=())


_JOINED = """<Robot name="arm"><KinBody {of_body}>
<Body name="l0"><Geom type="box"><extents>1 1 1</extents></Geom></Body>
<Body name="l1"><Geom type="box"><extents>1 1 1</extents></Geom></Body>
<Body name="l2"><Geom type="box"><extents>1 1 1</extents></Geom></Body>
<Joint name="a" type="hinge"><Body>l0</Body><Body>l1</Body><axis>0 0 1</axis></Joint>
<Joint name="b" type="hinge"><Body>l1</Body><Body>l2</Body><axis>0 0 1</axis></Joint>
</KinBody></Robot>"""


def _near(robot: Robot) -> set[frozenset[str]]:
    return {pair for pair in _neighbours(robot) if "world" not in pair}


@pytest.mark.parametrize("target", ["sdf", "xml", "dae", "robot.xml", "body", "smurf"])
def test_planners_get_the_pairs_that_simulators_do_not_test_because_of_a_joint(target: str, tmp_path: Path) -> None:
    robot = replace(_robot(4, tmp_path), ignored_pairs=(), neighbours_pass=False)
    robotfmt.write(robot, tmp_path / "arm.urdf")
    robotfmt.convert(tmp_path / "arm.urdf", there := tmp_path / f"there.{target}")
    report = Report()
    robotfmt.convert(there, tmp_path / "back.srdf", report=report)
    assert {each.links for each in robotfmt.read(tmp_path / "back.srdf").ignored_pairs} == _near(robot)
    assert len(report.having("convert.joined-pair")) == len(_near(robot))
    robotfmt.convert(tmp_path / "arm.urdf", tmp_path / "plain.srdf")
    assert not robotfmt.read(tmp_path / "plain.srdf").ignored_pairs


def test_planners_get_all_pairs_back_that_bitmasks_and_joints_keep_apart(tmp_path: Path) -> None:
    robot = _robot(5, tmp_path)
    ignored = {*_near(robot), frozenset(("l0", "l2")), frozenset(("l1", "l4"))}
    pairs = tuple(IgnoredPair(first=a, second=b) for a, b in map(sorted, ignored))
    robotfmt.write(replace(robot, ignored_pairs=pairs), tmp_path / "there.sdf")
    robotfmt.convert(tmp_path / "there.sdf", tmp_path / "back.srdf")
    assert {each.links for each in robotfmt.read(tmp_path / "back.srdf").ignored_pairs} == ignored


@pytest.mark.parametrize(
    ("word", "count"), [("", 2), ("makejoinedlinksadjacent='1'", 2), ("makejoinedlinksadjacent='0'", 0)]
)
def test_openrave_can_test_links_that_a_joint_connects(word: str, count: int, tmp_path: Path) -> None:
    (path := tmp_path / "arm.robot.xml").write_text(_JOINED.format(of_body=word))
    robotfmt.convert(path, tmp_path / "arm.srdf")
    assert len(robotfmt.read(tmp_path / "arm.srdf").ignored_pairs) == count


def test_a_body_with_other_pairs_lists_those_of_neighbours_for_choreonoid(tmp_path: Path) -> None:
    robot = replace(_robot(4, tmp_path), ignored_pairs=(IgnoredPair(first="l0", second="l2"),))
    robotfmt.write(robot, made := tmp_path / "made.body")
    there = {each.links for each in robotfmt.read(made).ignored_pairs}
    assert there == {*_near(robot), frozenset(("l0", "l2"))}


def test_mujoco_without_its_filter_tests_neighbours(tmp_path: Path) -> None:
    whole = _chain(4).replace("<worldbody>", '<option><flag filterparent="disable"/></option><worldbody>')
    (path := tmp_path / "chain.xml").write_text(whole)
    robotfmt.convert(path, tmp_path / "chain.srdf")
    assert not robotfmt.read(tmp_path / "chain.srdf").ignored_pairs


def test_shapes_that_touch_in_a_document_without_contacts_are_reported(tmp_path: Path) -> None:
    off = '<option><flag contact="disable"/></option><worldbody>'
    (path := tmp_path / "chain.xml").write_text(_chain(4).replace("<worldbody>", off))
    assert _contact(path).touching == frozenset()
    assert unclaimed([path], "mjcf", "sdf", tmp_path) == []
    report = Report()
    robotfmt.convert(path, back := tmp_path / "back.xml", report=report)
    assert len(report.having("mjcf.contact-off")) == 1
    assert _contact(back).touching == frozenset()
