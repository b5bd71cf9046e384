"""Documents that are changed in place: what is new is said, and everything else is the same bytes."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import robotfmt
from robotfmt import formats
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import InternalError, ModelError, UsageError
from robotfmt.model import Robot
from robotfmt.model.record import replace

URDF = """<robot name="arm" version="1.2"><link name="base"/><link name="upper"/><link name="hand"/>
<joint name="j1" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1" acceleration="12"/></joint>
<joint name="j2" type="fixed"><parent link="upper"/><child link="hand"/></joint></robot>
"""
SRDF = """<robot name="arm"><disable_collisions link1="base" link2="upper" reason="Adjacent"/>
<disable_collisions link1="upper" link2="hand" reason="Adjacent"/></robot>
"""
XRDF = """\
# tuned by hand
format: xrdf
format_version: 1.0

default_joint_positions: {j1: 1e-1}  # home
cspace:
  joint_names: ['j1']
  acceleration_limits: [12]
  jerk_limits: [ 500 ]   # a guess
tool_frames: ["hand"]
collision:
  geometry: g
self_collision:
  geometry: "g"
  ignore:
    base: [upper]  # mine
geometry:
  g:
    spheres:
      upper:
      - {center: [0, 0, 0.1], radius: 0.2}  # big
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """The XRDF of an arm, with its URDF and SRDF beside it."""
    for suffix, text in ((".urdf", URDF), (".srdf", SRDF), (".xrdf", XRDF)):
        (tmp_path / f"arm{suffix}").write_text(text, encoding="utf-8", newline="")
    return tmp_path / "arm.xrdf"


def changed(path: Path, *inputs: str, **options: Any) -> str:
    """Update a document with its URDF and others; returns its text, with what did not change beside it."""
    robotfmt.update(path, *(path.with_suffix(suffix) for suffix in (".urdf", *inputs)), **options)
    return path.read_bytes().decode()


def larger(robot: Robot, **_: object) -> Robot:
    """The robot with another radius."""
    (group,) = robot.sphere_sets
    (frame,) = group.frames
    sphere = replace(frame.spheres[0], radius=0.25)
    return replace(robot, sphere_sets=(replace(group, frames=(replace(frame, spheres=(sphere,)),)),))


def test_nothing_to_change_writes_nothing(arm: Path) -> None:
    before = arm.stat()
    done = robotfmt.update(arm, arm.with_suffix(".urdf"))
    assert done.files == ()
    assert arm.read_bytes() == XRDF.encode()
    assert (arm.stat().st_ino, arm.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_an_edit_changes_its_line_only(arm: Path) -> None:
    assert changed(arm, edit=larger) == XRDF.replace("radius: 0.2}", "radius: 0.25}")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_marks_encodings_and_line_ends_stay(arm: Path, mark: bytes, encoding: str) -> None:
    text = XRDF.rstrip("\n").replace("\n", "\r\n").replace("hand", "h\u00e4nd")
    arm.with_suffix(".urdf").write_text(URDF.replace("hand", "h\u00e4nd"), encoding="utf-8")
    arm.write_bytes(mark + text.encode(encoding))
    robotfmt.update(arm, arm.with_suffix(".urdf"), edit=larger)
    assert arm.read_bytes() == mark + text.replace("0.2}", "0.25}").encode(encoding)


def test_pairs_are_added_and_those_that_are_there_keep_their_reasons(arm: Path) -> None:
    added = "    base: [upper]  # mine\n    upper: [hand]  # Adjacent\n"
    assert changed(arm, ".srdf") == XRDF.replace("    base: [upper]  # mine\n", added)
    assert changed(arm, ".srdf") == arm.read_text(encoding="utf-8")


def test_an_update_uses_limits_of_the_joints(arm: Path) -> None:
    faster = URDF.replace('acceleration="12"', 'acceleration="15" jerk="90"')
    arm.with_suffix(".urdf").write_text(faster, encoding="utf-8")
    report = Report()
    wanted = XRDF.replace("[12]", "[15.0]").replace("[ 500 ]", "[ 90.0 ]")
    assert changed(arm, report=report, merge=False) == XRDF
    assert changed(arm, report=report) == wanted
    subjects = [each.subject for each in report.having("read.conflict")]
    assert subjects == ["cspace/0/acceleration_limit", "cspace/0/jerk_limit"]


def test_an_update_adds_no_assumed_values(arm: Path) -> None:
    """A conversion would add tool frames and the limits; an update only what is wanted."""
    text = XRDF.replace('tool_frames: ["hand"]\n', "").replace("  acceleration_limits: [12]\n", "")
    arm.write_text(text, encoding="utf-8")
    (arm.with_suffix(".urdf")).write_text(URDF.replace(' acceleration="12"', ""), encoding="utf-8")
    assert changed(arm, edit=larger) == text.replace("0.2}", "0.25}")


def test_one_buffer_for_all_gets_lines_of_its_own_when_one_differs(arm: Path) -> None:
    text = XRDF.replace("  geometry: g\n", "  geometry: g\n  buffer_distance: 0.01  # all\n")
    arm.write_text(text, encoding="utf-8")
    assert changed(arm) == text

    def edit(robot: Robot, **_: object) -> Robot:
        use = robot.world_collision
        assert use is not None
        (buffer,) = use.buffers
        return replace(robot, world_collision=replace(use, buffers=(replace(buffer, distance=0.02),)))

    report = Report()
    lines = "  buffer_distance:  # all\n    upper: 0.02\n"
    assert changed(arm, edit=edit, report=report) == text.replace("  buffer_distance: 0.01  # all\n", lines)
    assert len(report.having("update.rewritten")) == 1


def test_a_document_with_errors_can_be_changed_but_gets_no_new_ones(arm: Path) -> None:
    text = XRDF.replace("[ 500 ]", "[ -500 ]")
    arm.write_text(text, encoding="utf-8")
    report = Report()
    text = text.replace("0.2}", "0.25}")
    assert changed(arm, edit=larger, report=report) == text
    assert [each.code for each in report.errors] == ["xrdf.limits-not-positive"]

    def edit(robot: Robot, **_: object) -> Robot:
        assert robot.cspace is not None
        joints = (replace(robot.cspace.joints[0], acceleration_limit=-1.0),)
        return replace(robot, cspace=replace(robot.cspace, joints=joints))

    with pytest.raises(ModelError, match="would introduce errors"):
        robotfmt.update(arm, arm.with_suffix(".urdf"), edit=edit)
    assert arm.read_text(encoding="utf-8") == text


def test_links_cannot_be_changed(arm: Path) -> None:
    def edit(robot: Robot, **_: object) -> Robot:
        return replace(robot, links=robot.links[:-1])

    with pytest.raises(UsageError, match="cannot store them"):
        robotfmt.update(arm, arm.with_suffix(".urdf"), edit=edit)


def test_other_formats_are_not_updated(arm: Path) -> None:
    made = arm.with_suffix(".dae")
    robotfmt.convert(arm.with_suffix(".urdf"), made)
    with pytest.raises(UsageError, match="formats that can: choreonoid, sdf, srdf, urdf, xrdf"):
        robotfmt.update(made, arm)


def test_an_edit_of_a_urdf_changes_its_line_only(arm: Path) -> None:
    urdf = arm.with_suffix(".urdf")
    text = URDF.replace("<joint", "<!-- turns -->\n<joint", 1).replace("\n", "\r\n")
    urdf.write_text(text, encoding="utf-8", newline="")

    def edit(robot: Robot, **_: object) -> Robot:
        joint = robot.joint("j1")
        assert joint.axis is not None
        hard = replace(joint.axis.hard, upper=0.75)
        return robot.with_joint(replace(joint, axes=(replace(joint.axis, hard=hard),)))

    robotfmt.update(urdf, edit=edit, merge=False)
    assert urdf.read_bytes().decode() == text.replace('upper="1"', 'upper="0.75"')


def test_a_urdf_of_several_robots_is_rewritten(arm: Path) -> None:
    """Which says so: no place in it is known for a change."""
    report, urdf = Report(), arm.with_suffix(".urdf")
    urdf.write_text(f"<world>{URDF}</world>", encoding="utf-8")

    def edit(robot: Robot, **_: object) -> Robot:
        return replace(robot, name="other")

    robotfmt.update(urdf, edit=edit, merge=False, report=report)
    assert len(report.having("update.rewritten")) == 1
    assert robotfmt.read(urdf).name == "other"


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "something else": lambda data: data.replace(b"[ 500 ]", b"[ 501 ]"),
    "what is wanted not": lambda data: data.replace(b"0.25}", b"0.2}"),
    "a reason": lambda data: data.replace(b"# mine", b"# yours"),
    "a pair gone": lambda data: data.replace(b"base: [upper]", b"base: []"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_wrong_edit_is_noticed(arm: Path, damage: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    xrdf = formats.find("xrdf")
    revise = xrdf.revise
    assert revise is not None
    broken = replace(xrdf, revise=lambda *given: damage(revise(*given)))
    monkeypatch.setattr(formats, "of_input", lambda path, _: broken if path.endswith(".xrdf") else formats.find("urdf"))
    with pytest.raises(InternalError):
        robotfmt.update(arm, arm.with_suffix(".urdf"), edit=larger)
    assert arm.read_text(encoding="utf-8") == XRDF


def test_fitted_spheres_replace_those_of_links(arm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Frames that are no links keep theirs; another limit of the joint is none of the fit's business."""
    solid = '<link name="upper"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>'
    urdf = arm.with_suffix(".urdf")
    urdf.write_text(URDF.replace('<link name="upper"/>', solid).replace('"12"', '"15"'), encoding="utf-8")
    held = "      held: [{center: [0, 0, 0], radius: -100}]\n"
    arm.write_text(XRDF + held, encoding="utf-8")
    command = ["spheres", "fit", str(urdf), "--update", str(arm), "--per-link", "1"]
    assert main(command) == 0
    fitted = XRDF.replace("[0, 0, 0.1], radius: 0.2}", "[0, 0, 0.0], radius: 0.200001}") + held
    fitted = fitted.replace(
        "      upper:",
        "      upper:  # proved: the surface is covered, nothing protrudes by more than 0.1 mm",
    )
    assert arm.read_text(encoding="utf-8") == fitted
    capsys.readouterr()
    assert main(command) == 0
    assert "nothing to change" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [["-o", "b.xrdf"], ["--to", "xrdf"], ["--meshes", "copy"], ["--no-verify"], ["--out-dir", "x"]]
)
def test_options_that_do_not_go_with_update_are_usage_errors(
    arm: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(arm.with_suffix(".urdf")), "--update", str(arm), *option]) == 2
    assert "--update cannot be combined with" in capsys.readouterr().err


def test_losses_of_other_inputs_are_reported_and_can_be_refused(arm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    srdf = arm.with_suffix(".srdf")
    srdf.write_text(SRDF.replace("</robot>", '<group name="g"><joint name="j1"/></group></robot>'), encoding="utf-8")
    command = ["convert", str(arm.with_suffix(".urdf")), str(srdf), str(arm), "--update", str(arm)]
    assert main([*command, "--fail-on", "lost"]) == 1
    assert arm.read_text(encoding="utf-8") == XRDF
    assert main(command) == 0
    assert "group 'g' is lost; no output format stores it" in capsys.readouterr().err
    assert "upper: [hand]  # Adjacent" in arm.read_text(encoding="utf-8")
