"""What was found of pairs goes out in each format, with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import IgnoredPair, Robot
from robotfmt.model.record import replace
from robotfmt.selfcollision import Classes, Pair, PairClass, classify, with_ignored_pairs

FOLDER = BROKEN / "collisions"
REASONS = {
    ("base", "upper"): "Adjacent",
    ("base", "lower"): "Never",
    ("base", "tray"): "Adjacent",
    ("upper", "lower"): "Adjacent",
    ("upper", "tray"): "Never",
    ("lower", "ball"): "Adjacent",
    ("lower", "tray"): "Never",
    ("ball", "tray"): "Never",
}
"""Of the rods: what can touch is the ball with the base and with the upper rod. The elbow is never lower than 43.9 cm
above the base, and the lower rod ends 38 cm away from it."""


@pytest.fixture(scope="module")
def rods() -> Robot:
    """The rods with what is found of them."""
    pytest.importorskip("coal")
    robot = robotfmt.read(FOLDER / "sound.urdf", FOLDER / "sound.xrdf")
    robot = replace(robot, ignored_pairs=())
    return with_ignored_pairs(robot, classify(robot, samples=500))


def test_pairs_have_moveits_reasons(rods: Robot) -> None:
    assert {(it.first, it.second): it.reason for it in rods.ignored_pairs} == REASONS


def test_pairs_that_are_there_stay() -> None:
    mine = IgnoredPair(first="b", second="a", reason="User")
    robot = Robot(name="r", ignored_pairs=(mine,))
    pairs = tuple(
        Pair(first=first, second=second, kind=kind, poses=100, joints=("j",))
        for first, second, kind in (
            ("a", "b", PairClass.NEVER),
            ("a", "c", PairClass.NEVER),
            ("a", "d", PairClass.ALWAYS),
            ("a", "e", PairClass.DEFAULT),
            ("a", "f", PairClass.SOMETIMES),
        )
    )
    found = Classes(pairs=pairs, samples=100, seed=0)
    never, always = (IgnoredPair(first="a", second=it, reason=why) for it, why in (("c", "Never"), ("d", "Always")))
    assert with_ignored_pairs(robot, found).ignored_pairs == (mine, never, always)
    reported = with_ignored_pairs(robot, found, evidence=True).ignored_pairs
    assert reported[1].reason == "Never: free in 100 poses (p < 0.03)"
    assert reported[2].reason == "Always: touch in 100 poses (free: p < 0.03)"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rods.xrdf", ('- "lower"  # Never', '- "upper"  # Adjacent')),
        ("rods.srdf", ('<disable_collisions link1="upper" link2="tray" reason="Never"/>',)),
        ("rods.yml", ('- "lower"  # Never', '- "upper"  # Adjacent')),
    ],
)
def test_every_format_writes_the_ignored_pairs(name: str, words: tuple[str, ...], rods: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(rods, tmp_path / name, report=report)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert [word for word in words if word not in text] == []
    again = robotfmt.read(FOLDER / "sound.urdf", tmp_path / name)
    expected = {frozenset((it.first, it.second)): it.reason for it in rods.ignored_pairs}
    assert {frozenset((it.first, it.second)): it.reason for it in again.ignored_pairs} == expected


def test_collada_has_the_pairs_without_their_reasons(rods: Robot, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(rods, tmp_path / "rods.dae", report=report)
    again = robotfmt.read(tmp_path / "rods.dae")
    given = [(each.first, each.second) for each in rods.ignored_pairs]
    assert sorted((each.first, each.second) for each in again.ignored_pairs) == sorted(given)
    lost = {each.subject for each in report if each.subject.endswith("/reason")}
    assert len(lost) == len([each for each in rods.ignored_pairs if each.reason])
