"""Links that nothing is checked against, spelled out as pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.adapting import spell_out_pairs
from robotfmt.diagnostics import Report
from robotfmt.model import (
    CheckedPair,
    IgnoredPair,
    Joint,
    JointType,
    Link,
    Robot,
    SetBaseFrame,
    UncheckedLink,
)
from robotfmt.model.record import replace

NAMES = ("base", "arm", "hand", "cover", "shell")
ROBOT = Robot(
    name="r",
    links=tuple(Link(name=name) for name in NAMES),
    joints=tuple(
        Joint(name=f"{child}_joint", type=JointType.FIXED, parent=parent, child=child)
        for parent, child in (("base", "arm"), ("arm", "hand"), ("arm", "cover"), ("base", "shell"))
    ),
    unchecked_links=(UncheckedLink(link="cover"), UncheckedLink(link="shell")),
    checked_pairs=(
        CheckedPair(first="base", second="cover", reason="User"),
        CheckedPair(first="shell", second="arm"),
    ),
    ignored_pairs=(
        IgnoredPair(first="arm", second="shell", reason="Adjacent"),
        IgnoredPair(first="base", second="arm", reason="Adjacent"),
    ),
)
"""A cover and a shell that nothing is checked against, but for the base and the cover."""

# All pairs of five links are ten. The cover's are those with base, arm, hand and shell: not checked but for the base's.
# The shell's further ones are those with base, arm and hand: that with the arm is enabled and disabled, and ignored.
SPELLED_OUT = (
    ("arm", "shell", "Adjacent"),
    ("base", "arm", "Adjacent"),
    ("cover", "arm", "Unchecked"),
    ("cover", "hand", "Unchecked"),
    ("cover", "shell", "Unchecked"),
    ("shell", "base", "Unchecked"),
    ("shell", "hand", "Unchecked"),
)


def pairs(robot: Robot) -> tuple[tuple[str, str, str | None], ...]:
    return tuple((each.first, each.second, each.reason) for each in robot.ignored_pairs)


def test_worked_out_by_hand() -> None:
    found = spell_out_pairs(ROBOT)
    assert pairs(found) == SPELLED_OUT
    assert (found.unchecked_links, found.checked_pairs) == ((), ())
    assert spell_out_pairs(found) is found


def test_a_checked_pair_without_unchecked_links_is_dropped() -> None:
    robot = replace(ROBOT, unchecked_links=(), ignored_pairs=())
    assert spell_out_pairs(robot) == replace(robot, checked_pairs=())


def test_without_links_nothing_can_be_spelled_out() -> None:
    robot = replace(ROBOT, links=(), joints=())
    assert spell_out_pairs(robot) is robot


def test_a_missing_link_has_no_pairs() -> None:
    robot = replace(ROBOT, unchecked_links=(UncheckedLink(link="nobody"),), ignored_pairs=())
    assert spell_out_pairs(robot).ignored_pairs == ()


def test_pairs_are_spelled_out_only_among_the_given_links() -> None:
    assert pairs(spell_out_pairs(ROBOT, among={"arm", "hand", "cover"}))[2:] == SPELLED_OUT[2:4]


@pytest.mark.parametrize("suffix", [".dae", ".xrdf"])
def test_formats_that_know_pairs_alone_get_pairs(suffix: str, tmp_path: Path) -> None:
    urdf, output, report = tmp_path / "r.urdf", tmp_path / f"out{suffix}", Report()
    robotfmt.write(replace(ROBOT, unchecked_links=(), checked_pairs=(), ignored_pairs=()), urdf)
    robotfmt.write(ROBOT, output, report=report)
    back = robotfmt.read(output) if suffix == ".dae" else robotfmt.read(urdf, output)
    reasons = suffix != ".dae"  # OpenRAVE has no reasons
    assert {frozenset(each[:2]): each[2] for each in pairs(back)} == {
        frozenset(each[:2]): each[2] if reasons else None for each in SPELLED_OUT
    }
    assert {each.subject for each in report.having("convert.unchecked-links")} == {
        *("unchecked link/cover", "unchecked link/shell"),
        *("checked pair/base/cover", "checked pair/arm/shell"),
        *("ignored pair/arm/cover", "ignored pair/cover/hand", "ignored pair/cover/shell"),
        *("ignored pair/base/shell", "ignored pair/hand/shell"),
    }
    kept = ("unchecked", "checked", "ignored")
    lost = [each.subject for each in report.having("convert.no-place") if each.subject.startswith(kept)]
    assert not [each for each in lost if not each.endswith("/reason")]


def test_no_pair_names_what_a_new_base_cuts_off(tmp_path: Path) -> None:
    urdf, output = tmp_path / "r.urdf", tmp_path / "out.xrdf"
    robot = replace(ROBOT, modifiers=(SetBaseFrame(frame="arm"),), ignored_pairs=())
    robotfmt.write(replace(ROBOT, unchecked_links=(), checked_pairs=(), ignored_pairs=()), urdf)
    robotfmt.write(robot, output)
    assert pairs(robotfmt.read(urdf, output)) == SPELLED_OUT[2:4]


def test_an_srdf_of_the_same_robot_restores_unchecked_links(tmp_path: Path) -> None:
    robotfmt.write(ROBOT, tmp_path / "r.urdf")
    robotfmt.write(ROBOT, tmp_path / "r.srdf")
    assert robotfmt.read(tmp_path / "r.urdf", tmp_path / "r.srdf").unchecked_links == ROBOT.unchecked_links


COARSE = """<robot name="r">
  <disable_default_collisions link="l0_coarse"/>
  <disable_default_collisions link="l1_coarse"/>
  <disable_default_collisions link="l2_coarse"/>
  <disable_default_collisions link="l3_coarse"/>
  <enable_collisions link1="l0_coarse" link2="l2_coarse"/>
  <enable_collisions link1="l0_coarse" link2="l3_coarse"/>
  <enable_collisions link1="l3_coarse" link2="l1_coarse"/>
  <disable_collisions link1="l0" link2="l1" reason="Adjacent"/>
</robot>"""
"""As MoveIt's SRDF of the Panda has it: links with coarse shapes beside the fine ones, checked against each other."""


def test_coarse_links_are_checked_against_each_other_only(tmp_path: Path) -> None:
    names = [f"l{number}{kind}" for number in range(4) for kind in ("", "_coarse")]
    joints = tuple(Joint(name=f"to_{name}", type=JointType.FIXED, parent="l0", child=name) for name in names[1:])
    robotfmt.write(Robot(name="r", links=tuple(Link(name=name) for name in names), joints=joints), tmp_path / "r.urdf")
    (tmp_path / "r.srdf").write_text(COARSE, "utf-8")
    robotfmt.convert([tmp_path / "r.urdf", tmp_path / "r.srdf"], tmp_path / "r.xrdf")
    found = {frozenset(each[:2]): each[2] for each in pairs(robotfmt.read(tmp_path / "r.urdf", tmp_path / "r.xrdf"))}
    assert found.pop(frozenset(("l0", "l1"))) == "Adjacent"
    # Each of 4 coarse links with 4 fine ones, and of 6 pairs of coarse ones the 3 that nobody enables.
    assert len(found) == 16 + 3
    assert set(found.values()) == {"Unchecked"}
    coarse = {pair for pair in found if all(name.endswith("_coarse") for name in pair)}
    assert coarse == {
        frozenset(("l0_coarse", "l1_coarse")),
        frozenset(("l1_coarse", "l2_coarse")),
        frozenset(("l2_coarse", "l3_coarse")),
    }
