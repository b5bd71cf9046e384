"""How operations report what they do, and what becomes of it over several of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from arms import arms
from featured import FEATURED
from real import FIXTURES

import robotfmt
from robotfmt import edit
from robotfmt.codes import LOCKED
from robotfmt.diagnostics import Fate, Report
from robotfmt.edit.journal import Journal
from robotfmt.edit.performing import perform
from robotfmt.edit.tracing import Verdict
from robotfmt.errors import InternalError, ModelError, UsageError
from robotfmt.facts import facts
from robotfmt.hub.editing import Changes, Edit, prove_edit
from robotfmt.hub.proof import unexplained
from robotfmt.model import Extension, ExtensionKind, Joint, JointType, Link, Origin, Pose, Robot
from robotfmt.model.record import replace

GRIPPER = FIXTURES / "gripper" / "gripper.urdf"


def reported(robot: Robot, *operations: Callable[[Robot, Report], Robot]) -> dict[str, Fate | None]:
    """What is reported of some operations, by subject."""
    journal, new = Journal(robot), robot
    for each in operations:
        new = each(new, journal)
    report = Report()
    prove_edit(journal, new, report)
    return {each.subject: each.fate for each in report if each.subject}


def test_a_change_without_a_reason_is_an_internal_error() -> None:
    def forgets(robot: Robot) -> Robot:
        return replace(robot, groups=robot.groups[1:])

    with pytest.raises(InternalError, match="unexpected change by an edit: group 'left': removed"):
        perform(arms(), forgets, lambda _: None, Report())
    with pytest.raises(InternalError, match=r"unexpected change by an edit: joint 'left_wrist'"):
        perform(
            arms(),
            lambda it: replace(it, joints=tuple(replace(each, axes=()) for each in it.joints)),
            lambda it: Verdict(LOCKED) if it.path[1] == "left_shoulder" else None,
            Report(),
        )


def test_an_unreported_change_is_an_internal_error() -> None:
    robot = arms()
    journal = Journal(robot)
    new = edit.extract(robot, "left_upper", report=journal)
    # Operations alone made it, and one forgot to say so.
    journal._verdicts.pop(("link", "torso"))
    with pytest.raises(InternalError, match="an edit did not report a change: link 'torso': removed"):
        prove_edit(journal, new, Report())


def test_subjects_are_those_of_the_source() -> None:
    found = reported(
        arms(),
        lambda it, report: edit.prefix(it, "a_", report=report),
        lambda it, report: edit.extract(it, "a_left_hand", report=report),
    )
    assert found["link/torso"] is Fate.REMOVED
    assert found["ignored pair/left_hand/right_hand"] is Fate.LOST
    assert not [each for each in found if "a_" in each]


def test_rows_that_are_renumbered_are_equal() -> None:
    found = reported(arms(), lambda it, report: edit.lock(it, {"left_shoulder": 0.5}, report=report))
    assert found["cspace/0"] is Fate.REMOVED
    assert "cspace/1" not in found


def test_a_change_that_is_undone_is_not_reported() -> None:
    found = reported(
        arms(),
        lambda it, report: edit.reroot(it, "left_hand", report=report),
        lambda it, report: edit.reroot(it, "torso", report=report),
    )
    # The chain became a list of joints and links, and stays one.
    assert {each.split("/")[0] for each in found} == {"group"}


def test_a_part_that_is_added_and_removed_again_is_not_reported() -> None:
    tool = Robot(name="tool", links=(Link(name="mount"),))
    found = reported(
        arms(),
        lambda it, report: edit.attach(it, tool, "left_hand", report=report),
        lambda it, report: edit.extract(it, "right_upper", report=report),
    )
    assert found["robot/tool/link/mount"] is Fate.REMOVED
    assert "joint/mount_mount" not in found


def test_facts_of_an_attached_robot_are_counted() -> None:
    journal = Journal(arms())
    other = replace(arms(), name="other")
    new = edit.attach(arms(), other, "left_hand", prefix="b_", pose=Pose((0.0, 0.0, 1.0)), report=journal)
    new = edit.attach(new, other, "right_hand", prefix="c_", report=journal)
    changes = Changes.of(journal, new)
    reported = {each.subject: each.fate for each in changes.claims}
    assert reported["robot/other/virtual joint/stand"] is Fate.REMOVED
    assert reported["robot/other#2/virtual joint/stand"] is Fate.REMOVED
    assert reported["joint/b_torso_mount"] is reported["joint/c_torso_mount"] is Fate.CHANGED
    assert len(journal.source) == 3 * len(facts(arms()))
    after = facts(new)
    tally = changes.tally(after, {fact.path for fact in after}, [], ())
    mounts = [fact for fact in after if fact.path[1:2] in (("b_torso_mount",), ("c_torso_mount",))]
    counted = tally.kept + tally.changed + tally.removed + tally.lost
    assert counted == len(journal.source) + len(mounts)
    assert tally.removed > 0


def test_one_line_more_or_less_is_noticed() -> None:
    journal = Journal(arms())
    new = edit.extract(edit.merge_fixed_joints(arms(), report=journal), "left_upper", report=journal)
    changes = Changes.of(journal, new)
    assert unexplained(changes.differences, changes.claims) == []
    for number, each in enumerate(changes.claims):
        rest = [*changes.claims[:number], *changes.claims[number + 1 :]]
        assert each.subject in {it.subject for it in unexplained(changes.differences, rest)}


def test_a_report_is_enough() -> None:
    report = Report()
    edit.lock(arms(), {"left_shoulder": 0.5}, report=report)
    assert {each.subject for each in report.having("edit.locked")} >= {"joint/left_shoulder/type"}


# By the hub


def convert(edited: Edit, folder: Path, **options: object) -> robotfmt.Conversion:
    return robotfmt.convert(GRIPPER, folder / "o.urdf", edit=edited, **options)  # type: ignore[arg-type]


def test_the_summary_counts_against_the_source(tmp_path: Path) -> None:
    before = len(facts(robotfmt.read(GRIPPER)))
    done = convert(lambda it, report, **_: edit.extract(it, "left_finger", report=report), tmp_path)
    tally = done.tally
    assert tally.kept + tally.removed + tally.changed + tally.lost + tally.approximated == before
    assert tally.removed > tally.kept > 0
    assert f"{tally.removed} removed" in str(tally)
    again = convert(lambda it, report, **_: edit.prefix(it, "a_", report=report), tmp_path, overwrite=True)
    assert (again.tally.kept, again.tally.changed, again.tally.removed) == (before, 0, 0)


def test_changes_of_the_caller_are_counted_and_no_error(tmp_path: Path) -> None:
    def changed(robot: Robot, *, report: Report, **_: object) -> Robot:
        robot = edit.prefix(robot, "a_", report=report)
        return replace(robot, links=tuple(replace(each, inertial=None) for each in robot.links))

    done = convert(changed, tmp_path)
    masses = [each for each in facts(robotfmt.read(GRIPPER)) if each.path[2:3] == ("inertial",)]
    assert masses
    assert done.tally.removed == len(masses)


def test_an_edit_that_loses_something_can_be_refused(tmp_path: Path) -> None:
    def lossy(robot: Robot, *, report: Report, **_: object) -> Robot:
        return edit.extract(robot, "left_finger", report=report)

    report = Report()
    with pytest.raises(ModelError, match="facts would be removed"):
        convert(lossy, tmp_path, fail_on=[Fate.REMOVED], report=report)
    assert report.having("edit.left-out")
    assert not (tmp_path / "o.urdf").exists()


# Of robots with each feature


def operations(robot: Robot) -> Iterator[tuple[str, Callable[[Robot, Report], Robot]]]:
    yield "prefix", lambda it, report: edit.prefix(it, "a_", report=report)
    yield "merge", lambda it, report: edit.merge_fixed_joints(it, report=report)
    yield "frames", lambda it, report: edit.merge_fixed_joints(it, keep_frames=True, report=report)
    yield "modifiers", lambda it, report: edit.apply_modifiers(it, report=report)
    yield "turned", lambda it, report: edit.apply_modifiers(it, upstream="turn", report=report)
    yield "attach", lambda it, report: edit.attach(it, arms(), it.links[0].name, prefix="b_", report=report)
    yield "twice", lambda it, report: edit.attach(it, it, it.links[0].name, prefix="b_", report=report)
    for link in (each.name for each in robot.links):
        yield f"extract {link}", partial(extract, link)
        yield f"reroot {link}", partial(reroot, link, False)
        yield f"move {link}", partial(reroot, link, True)
    for joint in robot.joints:
        yield f"lock {joint.name}", partial(lock, joint.name, len(joint.axes))


def extract(link: str, robot: Robot, report: Report) -> Robot:
    return edit.extract(robot, link, report=report)


def reroot(link: str, move: bool, robot: Robot, report: Report) -> Robot:
    return edit.reroot(robot, link, move_frames=move, report=report)


def lock(joint: str, count: int, robot: Robot, report: Report) -> Robot:
    return edit.lock(robot, {joint: (0.1,) * count}, report=report)


@pytest.mark.parametrize("robot", [*FEATURED.values(), arms()], ids=[*(each.name for each in FEATURED), "ARMS"])
def test_each_operation_gives_a_reason_for_every_change(robot: Robot) -> None:
    done = 0
    for name, operation in operations(robot):
        done += is_proved(name, robot, operation)
    assert done > 5
    assert is_proved("attach", arms(), lambda it, report: edit.attach(it, robot, "torso", prefix="b_", report=report))


def is_proved(name: str, robot: Robot, operation: Callable[[Robot, Report], Robot]) -> bool:
    """Whether an operation can be done, and explains what it does."""
    journal = Journal(robot)
    try:
        new = operation(robot, journal)
    except (UsageError, ModelError):
        return False
    changes = prove_edit(journal, new, Report())
    assert unexplained(changes.differences, changes.claims) == [], name
    return True


def test_a_new_part_with_the_name_of_a_removed_part_is_reported() -> None:
    found = reported(
        edit.fix_to_world(Robot(name="table", links=(Link(name="top"),))),
        lambda it, report: edit.merge_fixed_joints(it, report=report),
        lambda it, report: edit.fix_to_world(it, report=report),
    )
    assert found["joint/world_joint"] is Fate.CHANGED
    assert found["joint/world_joint#2"] is Fate.CHANGED


def test_one_of_several_equal_extensions_that_goes_is_reported() -> None:
    """Paths of COLLADA have no names: what three bodies contain is the same at the same place."""
    names = ("base", "upper", "fore")
    links = tuple(Link(name=name, origin=Origin("r.dae", 1, f"/COLLADA/{name}")) for name in names)
    extras = tuple(
        Extension(
            origin=Origin("r.dae", 1, f"/COLLADA/{name}/extra"),
            format="collada",
            place="/COLLADA/geometry",
            kind=ExtensionKind.ELEMENT,
            name="extra",
            content="<extra></extra>",
        )
        for name in names
    )
    joints = tuple(
        Joint(name=f"to_{child}", type=JointType.FIXED, parent=parent, child=child) for parent, child in pairwise(names)
    )
    robot = Robot(name="r", links=links, joints=joints, extensions=extras)
    found = reported(robot, lambda it, report: edit.extract(it, "upper", report=report))
    assert [fate for subject, fate in found.items() if subject.startswith("extension/")] == [Fate.REMOVED]
