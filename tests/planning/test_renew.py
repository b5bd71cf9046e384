"""Ignored pairs of documents that are found anew; everything else stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import needs
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.model import Geometry, IgnoredPair, Mesh, Purpose, Robot
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions, renew_pairs
from robotfmt.selfcollision import Pair, PairClass
from robotfmt.selfcollision.ignoring import is_found, renewed

pytestmark = needs("coal")
RODS, STALE = BROKEN / "planning" / "sound.urdf", BROKEN / "planning" / "stale.srdf"
FEW = PlanOptions(samples=500)


def pair(first: str, second: str, reason: str | None) -> IgnoredPair:
    return IgnoredPair(first=first, second=second, reason=reason)


def renew(*pairs: IgnoredPair, robot: Robot | None = None) -> tuple[dict[tuple[str, str], str | None], list[str]]:
    """What becomes of the pairs of the rods, and what is said of those that are not ignored any more."""
    robot = robot if robot is not None else robotfmt.read(RODS)
    report = Report()
    plan = renew_pairs(replace(robot, ignored_pairs=pairs), FEW, report=report)
    codes = ("planning.pair-removed", "collisions.ignored-pair")
    reported = [each.message for each in report if each.code in codes]
    return {(each.first, each.second): each.reason for each in plan.robot.ignored_pairs}, reported


def test_a_document_without_pairs_gets_pairs() -> None:
    found, reported = renew()
    assert found == {
        ("post", "upper"): "Adjacent",
        ("post", "lower"): "Never",
        ("post", "left_finger"): "Never",
        ("upper", "lower"): "Adjacent",
        ("upper", "left_finger"): "Never",
        ("upper", "right_finger"): "Never",
        ("lower", "left_finger"): "Adjacent",
        ("lower", "right_finger"): "Adjacent",
        ("left_finger", "right_finger"): "Never",
    }
    assert reported == []


@pytest.mark.parametrize("reason", ["Never", "never", "ADJACENT", " Always ", "default", "Adjacent"])
def test_pairs_that_can_touch_are_removed_if_a_program_gave_the_reason(reason: str) -> None:
    found, reported = renew(pair("right_finger", "post", reason))
    assert not {("right_finger", "post"), ("post", "right_finger")} & found.keys()
    (message,) = reported
    assert message.startswith(f"'right_finger' and 'post' ({reason}): they touch at shoulder ")


@pytest.mark.parametrize("reason", ["User", "", None, "Never mind", "Never: it is in the way", "Grasp"])
def test_pairs_that_can_touch_stay_for_any_other_reason_and_are_reported(reason: str | None) -> None:
    found, reported = renew(pair("right_finger", "post", reason))
    assert found["right_finger", "post"] == reason
    (message,) = reported
    why = f" (as {reason})" if reason else ""
    assert message.startswith(f"the pair 'post' and 'right_finger' is ignored{why}, but they touch at shoulder ")


def test_reasons_that_hold_stay_as_they_are_written_and_others_are_corrected() -> None:
    found, reported = renew(
        pair("lower", "post", "NEVER"),
        pair("post", "upper", "Never"),
        pair("upper", "lower", "adjacent"),
        pair("left_finger", "right_finger", "Default"),
        pair("upper", "left_finger", "User"),
    )
    assert found["lower", "post"] == "NEVER"
    assert found["post", "upper"] == "Adjacent"
    assert found["upper", "lower"] == "adjacent"
    assert found["left_finger", "right_finger"] == "Never"
    assert found["upper", "left_finger"] == "User"
    assert ("post", "lower") not in found
    assert len(found) == 9
    assert reported == []


def test_pairs_of_missing_or_shapeless_links_are_removed() -> None:
    found, reported = renew(
        pair("post", "old_tool", "Never"), pair("tool", "post", "Never"), pair("old_tool", "x", "User")
    )
    assert reported == [
        "'post' and 'old_tool' (Never): link 'old_tool' does not exist",
        "'tool' and 'post' (Never): they have no collision shapes",
    ]
    assert found["old_tool", "x"] == "User"


def test_pairs_of_links_of_which_nothing_is_known_stay() -> None:
    robot = robotfmt.read(RODS)
    lost = Geometry(shape=Mesh("nowhere.stl"), purpose=Purpose.COLLISION)
    finger = robot.link_by_name["right_finger"]
    links = tuple(replace(each, collisions=(lost,)) if each is finger else each for each in robot.links)
    found, reported = renew(pair("post", "right_finger", "Never"), robot=replace(robot, links=links))
    assert found["post", "right_finger"] == "Never"
    assert reported == []


def test_reasons_written_by_robotfmt_are_recognised() -> None:
    evidence = [
        "Never: free in 100 poses (p < 0.03), at least 31 mm apart",
        "Always: touch in 998 of 1000 poses",
        "Never: fixed to one another, 185 mm apart at the nearest",
        "Always: fixed to one another, and touch",
    ]
    assert all(map(is_found, (*evidence, "never", "ALWAYS", "Default", " adjacent")))
    others = ("", "User", "Never in collision", "Never: free as a bird", "Adjacent: by design", "not always")
    assert not any(map(is_found, (*others, None)))


def test_reasons_of_robotfmt_are_renewed_if_the_finding_changes() -> None:
    def never(distance: float) -> Pair:
        joints = ("j",)
        return Pair(first="a", second="b", kind=PairClass.NEVER, joints=joints, poses=100, distance=distance)

    reported = pair("a", "b", "Never: free in 100 poses (p < 0.03), 11 mm apart at the nearest")
    assert renewed(reported, never(0.011)) is reported
    new = renewed(reported, never(0.0382))
    assert new is not None
    assert new.reason == "Never: free in 100 poses (p < 0.03), 38.2 mm apart at the nearest"


# The command


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_all_but_the_pairs_stays_byte_for_byte(newline: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.srdf"
    text = STALE.read_text(encoding="utf-8")
    path.write_bytes(text.replace("\n", newline).encode())
    assert main(["srdf", str(RODS), "--update", str(path), "-q"]) == 0
    never = '  <disable_collisions link1="{}" link2="{}" reason="{}"/>\n'
    new = "".join(
        never.format(*each)
        for each in (
            ("post", "left_finger", "Never"),
            ("upper", "lower", "Adjacent"),
            ("upper", "left_finger", "Never"),
            ("upper", "right_finger", "Never"),
            ("lower", "left_finger", "Adjacent"),
            ("lower", "right_finger", "Adjacent"),
            ("left_finger", "right_finger", "Never"),
        )
    )
    gone = '<disable_collisions link1="post" link2="right_finger" reason="Never"/> '
    assert gone in text
    expected = text.replace(gone, "").replace("</robot>", f"{new}</robot>")
    assert path.read_bytes() == expected.replace("\n", newline).encode()
    assert main(["srdf", str(RODS), "--update", str(path), "-q"]) == 0
    assert path.read_bytes() == expected.replace("\n", newline).encode()


def test_the_command_reports_what_it_removed_and_what_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arm.srdf"
    text = STALE.read_text(encoding="utf-8").replace(
        'link2="right_finger" reason="Never"/>', 'link2="right_finger" reason="Never"/><disable_collisions'
        ' link1="right_finger" link2="post" reason="User"/>'
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
    assert main(["srdf", str(RODS), "--update", str(path), "--samples", "500"]) == 0
    printed = capsys.readouterr().err
    assert "note [planning.pair-removed]: 'post' and 'right_finger' (Never): they touch at shoulder" in printed
    assert "warning [collisions.ignored-pair]: the pair 'post' and 'right_finger' is ignored (as User)" in printed
    assert 'link1="right_finger" link2="post" reason="User"' in path.read_text(encoding="utf-8")
    assert main(["srdf", str(RODS), "--update", str(path), "--fail-on", "warning"]) == 1
    assert main(["srdf", str(RODS), "--update", str(path), "-o", "x.srdf"]) == 2


def test_the_pairs_of_an_xrdf_are_renewed(tmp_path: Path) -> None:
    path = tmp_path / "arm.xrdf"
    text = (BROKEN / "planning" / "sound.xrdf").read_text(encoding="utf-8")
    ignore = 'geometry: "small"\n  ignore:\n    post:\n      - "right_finger"  # Never\n      - "lower"  # mine\n'
    head, _, tail = text.rpartition('geometry: "small"\n')
    path.write_text(f"{head}{ignore}{tail}", encoding="utf-8")
    assert main(["srdf", str(RODS), "--update", str(path), "-q"]) == 0
    pairs = {(each.first, each.second): each.reason for each in robotfmt.read(RODS, path).ignored_pairs}
    assert ("post", "right_finger") not in pairs
    assert pairs["post", "lower"] == "mine"
    assert pairs["post", "upper"] == "Adjacent"


def test_a_robot_of_openrave(tmp_path: Path) -> None:
    """Its manipulators become groups; an update of the SRDF changes pairs alone."""
    dae, srdf = tmp_path / "arm.dae", tmp_path / "arm.srdf"
    assert main(["convert", str(RODS), str(STALE), str(dae), "-q"]) == 0
    robot = robotfmt.read(dae)
    assert [each.name for each in robot.manipulators] == ["arm"]
    assert main(["srdf", str(dae), "-o", str(srdf), "--samples", "300", "-q"]) == 0
    written = srdf.read_text(encoding="utf-8")
    assert '<group name="arm">\n    <chain base_link="post" tip_link="tool"/>\n  </group>' in written
    lines = [line for line in written.splitlines(keepends=True) if 'reason="Never"' not in line]
    assert len(lines) < len(written.splitlines())
    srdf.write_text("".join(lines), encoding="utf-8")
    assert main(["srdf", str(dae), "--update", str(srdf), "-q"]) == 0
    # The COLLADA document also ignores a pair that can touch, which was reported; it has no words for reasons, so that
    # the SRDF has the pair without one, as one of its user's.
    assert '  <disable_collisions link1="post" link2="right_finger"/>' in written.splitlines()
    assert sorted(srdf.read_text(encoding="utf-8").splitlines()) == sorted(written.splitlines())
