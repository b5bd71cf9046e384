"""Two arms on a torso without shape: they are no neighbours, and what calls them so is wrong."""

from __future__ import annotations

import re
from math import cos, sin
from pathlib import Path

import pytest

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.hub.checking import check
from robotfmt.model import IgnoredPair
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions, prepare
from robotfmt.selfcollision import PairClass, classify
from robotfmt.selfcollision.pairs import Collisions

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("checks", "shared_fits")]


def wipers(reach: float) -> str:
    """Two blades on a bare bar, 50 cm apart; they cross if they are longer than 25 cm and turn inwards."""
    arms = "".join(
        f'<link name="{name}"><collision><origin xyz="0 0 {reach / 2}"/><geometry>'
        f'<box size="0.02 0.02 {reach}"/></geometry></collision></link>'
        f'<joint name="turn_{name}" type="revolute"><parent link="bar"/><child link="{name}"/>'
        f'<origin xyz="0 {y} 0"/><axis xyz="1 0 0"/><limit lower="-1.2" upper="1.2" effort="1" velocity="1"/></joint>'
        for name, y in (("left", 0.25), ("right", -0.25))
    )
    return f'<robot name="wipers"><link name="bar"/>{arms}</robot>'


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    """The URDF of blades that cross, with an SRDF beside it that calls them adjacent."""
    path = tmp_path / "wipers.urdf"
    path.write_text(wipers(0.5), encoding="utf-8")
    path.with_suffix(".srdf").write_text(
        '<robot name="wipers"><disable_collisions link1="left" link2="right" reason="Adjacent"/></robot>',
        encoding="utf-8",
    )
    return path


def test_siblings_on_a_bare_link_are_looked_at(crossing: Path) -> None:
    (pair,) = classify(robotfmt.read(crossing), samples=300).pairs
    assert (pair.kind, pair.joints) == (PairClass.SOMETIMES, ("turn_left", "turn_right"))
    crossing.write_text(wipers(0.22), encoding="utf-8")
    (pair,) = classify(robotfmt.read(crossing), samples=300).pairs
    assert pair.kind is PairClass.NEVER
    # Turned inwards to the ends of their ranges, the lower corners of their tips are nearest.
    assert pair.distance == pytest.approx(2 * (0.25 - 0.22 * sin(1.2) - 0.01 * cos(1.2)), abs=1e-5)
    assert pair.reason == "free in 300 poses (p < 0.01), 82.7 mm apart at the nearest"


def test_check_names_a_pose_in_which_links_that_are_called_adjacent_touch(crossing: Path) -> None:
    (done,) = check(crossing, crossing.with_suffix(".srdf"), collisions=Collisions(samples=300))
    (message,) = [each.message for each in done.report if each.code == "collisions.ignored-pair"]
    number = r"-?[0-9.]+"
    assert re.fullmatch(
        r"the pair 'left' and 'right' is ignored \(as Adjacent, which is wrong\), "
        rf"but they touch at turn_left {number}, turn_right {number}",
        message,
    )


def test_a_plan_reports_the_pairs_of_documents_that_do_not_hold(
    crossing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = crossing.with_name("out.xrdf")
    given = [str(crossing), str(crossing.with_suffix(".srdf")), "-o", str(out)]
    assert main(["xrdf", *given, "--samples", "200", "--per-link", "1", "--tool", "left"]) == 0
    printed = capsys.readouterr().err
    assert "warning [collisions.ignored-pair]: the pair 'left' and 'right' is ignored (as Adjacent" in printed
    assert '["right"]  # Adjacent' in out.read_text(encoding="utf-8")  # what documents say stays


def test_a_plan_does_not_report_pairs_that_hold(crossing: Path) -> None:
    crossing.write_text(wipers(0.22), encoding="utf-8")
    robot = robotfmt.read(crossing)
    robot = replace(robot, ignored_pairs=(IgnoredPair(first="right", second="left", reason="User"),))
    report = Report()
    plan = prepare(robot, PlanOptions(samples=200, spheres={"per_link": 1}, tools=("left",)), report=report)
    assert plan.robot.ignored_pairs == robot.ignored_pairs
    assert report.having("collisions.ignored-pair") == []


def test_neighbours_in_the_default_pose_are_those_of_the_same_definition(tmp_path: Path) -> None:
    """The blades' spheres overlap, but siblings are no neighbours; the blade and the foot on its joint are."""
    foot = (
        '<link name="foot"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>'
        '<joint name="turn" type="revolute"><parent link="foot"/><child link="bar"/>'
        '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>'
    )
    (tmp_path / "r.urdf").write_text(wipers(0.3).replace("</robot>", foot), encoding="utf-8")
    spheres = "".join(
        f'<link_sphere_approximation link="{name}"><sphere center="0 0 0" radius="0.3"/></link_sphere_approximation>'
        for name in ("left", "right", "foot")
    )
    (tmp_path / "r.srdf").write_text(f'<robot name="wipers">{spheres}</robot>', encoding="utf-8")
    (done,) = check(tmp_path / "r.urdf", tmp_path / "r.srdf")
    overlaps = {each.message.split(" overlap")[0] for each in done.report.having("robot.default-self-collision")}
    assert overlaps == {"'left' and 'right'", "'left' and 'foot'", "'right' and 'foot'"}
    # Between the foot and a blade are two joints that move.
    assert done.report.having("robot.adjacent-not-ignored") == []
    text = (tmp_path / "r.urdf").read_text(encoding="utf-8")
    (tmp_path / "r.urdf").write_text(text.replace('"turn" type="revolute"', '"turn" type="fixed"'), encoding="utf-8")
    (done,) = check(tmp_path / "r.urdf", tmp_path / "r.srdf")
    found = {each.message.split(",")[0] for each in done.report.having("robot.adjacent-not-ignored")}
    assert found == {"'left' and 'foot' are adjacent", "'right' and 'foot' are adjacent"}
