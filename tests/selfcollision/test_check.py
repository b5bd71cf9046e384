"""``robotfmt check --collisions``: what it says, and when it says nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from real import BROKEN

from robotfmt.cli import main
from robotfmt.hub.checking import check
from robotfmt.selfcollision.pairs import Collisions

FOLDER = BROKEN / "collisions"


def reported(*names: str, samples: int = 300) -> list[str]:
    """The findings about collisions in documents, with their codes."""
    pytest.importorskip("coal")
    (done,) = check(*(FOLDER / each for each in names), collisions=Collisions(samples=samples))
    return [f"{each.code}: {each.message}" for each in done.report if each.code.startswith("collisions.")]


def test_an_ignored_pair_that_can_touch_is_shown_with_a_pose() -> None:
    (finding,) = reported("sound.urdf", "collisions.ignored-pair.srdf")
    head = "collisions.ignored-pair: the pair 'upper' and 'ball' is ignored (as Never), but they touch at elbow "
    assert finding.startswith(head)
    assert 2.96 < abs(float(finding[len(head) :])) <= 3.05


def test_a_list_that_is_right_raises_nothing() -> None:
    assert reported("sound.urdf", "sound.srdf") == []


def test_neighbours_that_touch_by_default_are_reported_where_pairs_are_listed(tmp_path: Path) -> None:
    """The lower rod and the ball overlap; nobody minds in a URDF, which has no pairs."""
    listed = (FOLDER / "sound.srdf").read_text(encoding="utf-8")
    line = '  <disable_collisions link1="lower" link2="ball" reason="Adjacent"/>\n'
    assert line in listed
    (tmp_path / "less.srdf").write_text(listed.replace(line, ""), encoding="utf-8")
    urdf = (FOLDER / "sound.urdf").read_text(encoding="utf-8").replace('radius="0.05"', 'radius="0.2"')
    (tmp_path / "near.urdf").write_text(urdf, encoding="utf-8")
    (finding,) = reported(str(tmp_path / "near.urdf"), str(tmp_path / "less.srdf"))
    assert (
        finding == "collisions.default-pose: 'lower' and 'ball' touch in the default pose, and are checked "
        "for collisions"
    )
    assert reported(str(tmp_path / "near.urdf")) == []


def test_links_without_spheres_are_not_checked_for_a_reader_of_spheres(tmp_path: Path) -> None:
    text = (FOLDER / "collisions.default-pose.xrdf").read_text(encoding="utf-8")
    (tmp_path / "all.xrdf").write_text(text, encoding="utf-8")
    assert len(reported("sound.urdf", str(tmp_path / "all.xrdf"))) == 1
    head, ball, tail = text.partition("      ball:\n")
    tray = "      tray:\n" + tail.partition("      tray:\n")[2]
    (tmp_path / "less.xrdf").write_text(head + tray, encoding="utf-8")
    assert ball
    assert reported("sound.urdf", str(tmp_path / "less.xrdf")) == []


def test_without_coal_the_same_is_found_and_a_note_names_the_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "coal", None)
    documents = [str(FOLDER / name) for name in ("sound.urdf", "collisions.ignored-pair.srdf")]
    assert main(["check", *documents, "--collisions", "--samples", "300", "--json"]) == 0
    (robot,) = json.loads(capsys.readouterr().out)["robots"]
    codes = [each["code"] for each in robot["findings"]]
    assert codes.count("collisions.without-coal") == 1
    assert codes.count("collisions.ignored-pair") == 1


def test_without_coal_and_numba_one_is_shown_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "coal", None)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert main(["check", str(FOLDER / "sound.urdf"), "--collisions"]) == 2
    assert "needs coal or numba, which is not installed" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--samples", "0"], ["--samples", "1e3"], ["--seed", "-1"]])
def test_numbers_that_make_no_sense(option: list[str]) -> None:
    assert main(["check", str(FOLDER / "sound.urdf"), "--collisions", *option]) == 2


def test_a_robot_of_many_links_takes_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A snake of 60 links: of its 1770 pairs only so many are searched as are allowed, the nearest first."""
    pytest.importorskip("coal")
    shape = '<collision><geometry><box size="0.02 0.02 0.06"/></geometry></collision>'
    links = [f'<link name="l{i}">{shape}</link>' for i in range(60)]
    joints = [
        f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/>'
        f'<origin xyz="0 0 0.08"/><axis xyz="{i % 2} {1 - i % 2} 0"/>'
        '<limit lower="-0.3" upper="0.3" effort="1" velocity="1"/></joint>'
        for i in range(59)
    ]
    path = tmp_path / "snake.urdf"
    path.write_text(f'<robot name="snake">{"".join(links + joints)}</robot>', encoding="utf-8")
    searched: list[float] = []
    monkeypatch.setattr("robotfmt.selfcollision.looking._SEARCHED", 3)

    def note(what: str, done: int, total: int) -> None:
        if what == "search":
            searched.append(done / total)

    (done,) = check(path, collisions=Collisions(samples=20, progress=note))
    assert len(searched) == 2, "the pairs that are searched at once, and the end"
    assert searched[-1] == 1
    assert not done.report.having("collisions.always")


def test_spheres_that_block_two_links_are_found_checked_or_ignored(tmp_path: Path) -> None:
    blocking = "collisions.spheres-block: the spheres of 'upper' and 'ball' overlap in 100 % of the poses in which no"
    checked = (FOLDER / "collisions.spheres-block.xrdf").read_text(encoding="utf-8")
    assert [each for each in reported("sound.urdf", "collisions.spheres-block.xrdf") if each.startswith(blocking)]
    ignored = checked.replace("upper: [lower]", "upper: [lower, ball]")
    (tmp_path / "ignored.xrdf").write_text(ignored, encoding="utf-8")
    assert ignored != checked
    refuted, found = reported("sound.urdf", str(tmp_path / "ignored.xrdf"))
    assert refuted.startswith("collisions.ignored-pair: ")
    assert found.startswith(blocking)
    assert found.endswith(", and the pair is ignored although its shapes can touch")


def test_spheres_that_overlap_in_few_poses_block_nothing() -> None:
    assert not [each for each in reported("sound.urdf", "sound.xrdf") if "spheres-block" in each]
