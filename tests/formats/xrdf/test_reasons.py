"""Reasons of ignored pairs stand in comments: read from there, written there, and never twice."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.model import IgnoredPair, Joint, JointType, LayoutItem, Link, Robot
from robotfmt_xrdf import FORMAT

HEAD = "format: xrdf\nformat_version: 1.0\n\n"
OWN = """\
self_collision:  # of the whole arm
  ignore:  # by hand
    # the base
    base: ["upper"]  # Adjacent
    upper:
      - "lower"  # Adjacent
      - "hand"
      - "tool # 1"  # Never: 0 of 100000 # by sampling
    hand: ["finger", "thumb"]  # User
"""


def read(text: str, robot: Robot | None = None, report: Report | None = None) -> Robot:
    assert FORMAT.read is not None
    context = Context(report=report if report is not None else Report())
    return FORMAT.read(Source("a.xrdf", (HEAD + text).encode()), robot, context)


def write(robot: Robot) -> str:
    assert FORMAT.write is not None
    return FORMAT.write(robot, Context(output="a.xrdf"))["a.xrdf"].decode()


def reported(robot: Robot) -> list[tuple[str, str, str | None]]:
    return [(each.first, each.second, each.reason) for each in robot.ignored_pairs]


def test_comments_on_the_lines_of_pairs_are_their_reasons() -> None:
    assert reported(read(OWN)) == [
        ("base", "upper", "Adjacent"),
        ("upper", "lower", "Adjacent"),
        ("upper", "hand", None),
        ("upper", "tool # 1", "Never: 0 of 100000 # by sampling"),
        ("hand", "finger", "User"),
        ("hand", "thumb", "User"),
    ]


def test_a_written_document_is_rewritten_byte_for_byte() -> None:
    assert write(read(OWN)) == HEAD + OWN


def test_comments_that_are_no_reasons_stay_comments() -> None:
    (section,) = (each for each in read(OWN).layouts[0].items if each.step == "self_collision")
    ignore = section.items[1]
    assert section.items[0] == LayoutItem(kind="trailing", step=" of the whole arm")
    assert ignore.items[:2] == (
        LayoutItem(kind="trailing", step=" by hand"),
        LayoutItem(kind="comment", step=" the base"),
    )
    kinds = {each.kind for key in ignore.items[2:] for each in key.items}
    assert kinds == {"key"}


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("a:  # Adjacent\n      - b\n      - c  # Never\n", ["Adjacent", "Never"]),
        ("a: [b,  # Adjacent\n        c]  # Never\n", ["Adjacent", "Never"]),
        ("a: [b, c]  #\n", [None, None]),
        ("a: [b, c]\n    # above d\n    d: [e]\n", [None, None, None]),
        ("a: &x [b]  # Never\n    c: *x\n", ["Never", None]),
        ("a: [b]  # one\n    a: [c]  # two\n", ["one", "two"]),
    ],
)
def test_reasons_in_comments_of_various_styles_are_read(text: str, reasons: list[str | None]) -> None:
    robot = read(f"self_collision:\n  ignore:\n    {text}")
    assert [each.reason for each in robot.ignored_pairs] == reasons
    written = write(robot)
    assert write(read(written.removeprefix(HEAD))) == written
    assert reported(read(written.removeprefix(HEAD))) == reported(robot)


def test_a_comment_on_all_pairs_stays_a_comment() -> None:
    robot = read("self_collision:\n  ignore: {a: [b], c: [d],  # by hand\n    e: [f]}  # Never\n")
    assert [each.reason for each in robot.ignored_pairs] == [None, None, "Never"]
    assert "  ignore:  # by hand\n" in write(robot)


def test_a_comment_on_unrecognised_content_stays_a_comment() -> None:
    robot = read("self_collision:\n  ignore:\n    a: 3  # Never\n")
    assert robot.ignored_pairs == ()
    assert "a: 3  # Never\n" in write(robot)


def test_a_new_reason_takes_the_place_of_the_comment() -> None:
    text = "self_collision:\n  ignore:\n    a: [b]  # Never\n"
    report = Report()
    robot = read(text, read(text.replace("Never", "User")), report)
    assert reported(robot) == [("a", "b", "Never")]
    (conflict,) = report.having("read.conflict")
    assert conflict.subject == "ignored pair/a/b/reason"
    assert 'a: ["b"]  # Never\n' in write(robot)


def test_a_reason_that_only_one_document_gives_is_kept() -> None:
    with_reason, without = (
        "self_collision: {ignore: {a: [b]}}  # no reason\n",
        "self_collision:\n  ignore:\n    b: [a] # Never\n",
    )
    for first, second in ((with_reason, without), (without, with_reason)):
        report = Report()
        robot = read(second, read(first), report)
        assert [each.reason for each in robot.ignored_pairs] == ["Never"]
        assert not report.having("read.conflict")


def robot_of(*reasons: str | None) -> Robot:
    names = [f"l{index}" for index in range(len(reasons) + 1)]
    joints = [Joint(name=f"j{child}", type=JointType.FIXED, parent="l0", child=child) for child in names[1:]]
    pairs = [
        IgnoredPair(first="l0", second=name, reason=reason) for name, reason in zip(names[1:], reasons, strict=True)
    ]
    links = tuple(Link(name=name) for name in names)
    return Robot(name="r", links=links, joints=tuple(joints), ignored_pairs=tuple(pairs))


def test_reasons_that_no_comment_can_hold_are_reported(tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(
        robot_of("Never", "f\u00fcr immer", "two\nlines", "", " wide ", "\u201cso\u201d"),
        tmp_path / "a.xrdf",
        report=report,
    )
    assert [(each.subject, each.message.partition(": ")[2]) for each in report.having("xrdf.reason")] == [
        ("ignored pair/l0/l2/reason", "reason 'f\u00fcr immer' -> 'f\\xfcr immer'"),
        ("ignored pair/l0/l3/reason", "reason 'two\nlines' -> 'two lines'"),
        ("ignored pair/l0/l4/reason", "reason '' -> nothing"),
        ("ignored pair/l0/l5/reason", "reason ' wide ' -> 'wide'"),
        ("ignored pair/l0/l6/reason", "reason '\u201cso\u201d' -> '\"so\"'"),
    ]
    back = robotfmt.read(tmp_path / "a.xrdf").ignored_pairs
    assert [each.reason for each in back] == ["Never", "f\\xfcr immer", "two lines", None, "wide", '"so"']


def test_srdf_to_xrdf_and_back_keeps_every_reason(tmp_path: Path) -> None:
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    robot = robot_of("Never", "Adjacent", None, "Default", "Never")
    robotfmt.write(robot, urdf)
    robotfmt.write(robot, srdf)
    there = robotfmt.convert([urdf, srdf], tmp_path / "r.xrdf")
    assert not [each for each in there.report if "ignored pair" in each.subject]
    back = robotfmt.convert([urdf, tmp_path / "r.xrdf"], tmp_path / "back.srdf")
    assert not [each for each in back.report if "ignored pair" in each.subject]
    assert robotfmt.read(urdf, tmp_path / "back.srdf").ignored_pairs == robot.ignored_pairs
