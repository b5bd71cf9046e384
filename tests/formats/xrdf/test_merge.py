"""Several documents about one robot: they add up, the later one wins, and a conflict names both places."""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic
from robotfmt.documents.source import Source
from robotfmt.model import Extension, ExtensionKind, IgnoredPair, JointValue, Robot
from robotfmt_xrdf import FORMAT

HEAD = "format: xrdf\nformat_version: 1.0\n"
FIRST = """\
modifiers: [set_base_frame: b]
default_joint_positions: {a: 1, b: 2}
cspace: {joint_names: [a], acceleration_limits: [1], jerk_limits: [1]}
tool_frames: [t]
geometry: {g: {spheres: {x: [{center: [0, 0, 0], radius: 1}]}}}
collision: {geometry: g}
self_collision: {geometry: g, ignore: {x: [y, z]}}
other: 1
"""


def _read(text: str, robot: Robot | None) -> tuple[Robot, list[Diagnostic]]:
    assert FORMAT.read is not None
    context = Context()
    name = "first" if robot is None else "second"
    whole = FORMAT.read(Source(f"{name}.xrdf", (HEAD + text).encode()), robot, context)
    return whole, [each for each in context.report if each.code == "read.conflict"]


def test_reading_a_document_twice_changes_nothing() -> None:
    robot, _ = _read(FIRST, None)
    again, conflicts = _read(FIRST, robot)
    assert again == robot
    assert conflicts == []


def test_documents_add_up() -> None:
    robot, _ = _read(FIRST, None)
    cspace = FIRST.splitlines()[2] + "\n"
    whole, conflicts = _read(
        "modifiers: [set_base_frame: b, set_base_frame: c]\n"
        "default_joint_positions: {c: 3}\n"
        "geometry: {h: }\n"
        "self_collision: {ignore: {z: [x, y]}}\n"
        "more: 2\n" + cspace,
        robot,
    )
    assert conflicts == []
    assert len(whole.modifiers) == 2
    assert [each.joint for each in whole.default_positions] == ["a", "b", "c"]
    assert whole.cspace == robot.cspace
    assert whole.tool_frames == ("t",)
    assert [each.name for each in whole.sphere_sets] == ["g", "h"]
    assert whole.world_collision == robot.world_collision
    assert whole.self_collision == robot.self_collision
    assert whole.ignored_pairs == (*robot.ignored_pairs, IgnoredPair(first="z", second="y"))
    assert [each.name for each in whole.extensions] == ["other", "more"]
    assert len(whole.layouts) == 2


def test_the_later_document_wins() -> None:
    robot, _ = _read(FIRST, None)
    whole, conflicts = _read(
        "default_joint_positions: {b: 5}\n"
        "cspace: {joint_names: [b], acceleration_limits: [1], jerk_limits: [1]}\n"
        "tool_frames: [u]\n"
        "geometry: {g: }\n"
        "collision: {geometry: g, buffer_distance: {x: 1}}\n"
        "self_collision: {geometry: g, buffer_distance: {x: 1}}\n",
        robot,
    )
    assert whole.default_positions == (
        JointValue(joint="a", values=(1.0,)),
        JointValue(joint="b", values=(5.0,)),
    )
    assert whole.cspace is not None
    assert [each.joint for each in whole.cspace.joints] == ["b"]
    assert whole.tool_frames == ("u",)
    assert whole.sphere_sets[0].frames == ()
    assert [each.subject for each in conflicts] == [
        "tool frame/0",
        "default position/b",
        "cspace",
        "world collision",
        "self collision",
        "spheres/g",
    ]
    reported = next(each for each in conflicts if each.subject == "default position/b")
    assert reported.message == "'default position/b' differs from the value at first.xrdf:4; second.xrdf:3 is used"
    assert (reported.file, reported.line) == ("second.xrdf", 3)


def test_a_conflict_with_a_value_of_no_document() -> None:
    robot = Robot(default_positions=(JointValue(joint="a", values=(0.0,)),))
    _, conflicts = _read("default_joint_positions: {a: 1}\n", robot)
    assert "at another place" in conflicts[0].message


def test_content_of_both_documents_is_carried_once() -> None:
    extension = Extension(format="xrdf", place="/", kind=ExtensionKind.ENTRY, name="other", content="1")
    whole, _ = _read(FIRST, Robot(extensions=(extension,)))
    assert whole.extensions == (extension,)


def test_of_a_pair_that_is_there_twice_the_first_counts() -> None:
    pair = IgnoredPair(first="x", second="y")
    robot = Robot(ignored_pairs=(pair,))
    whole, conflicts = _read("self_collision:\n  ignore:\n    x: [y]\n    y:\n      - x  # Adjacent\n", robot)
    assert whole.ignored_pairs[0] == pair
    assert conflicts == []
