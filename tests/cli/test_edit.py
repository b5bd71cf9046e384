"""``robotfmt edit`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import cli
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.kinematics.tree import roots

ARM = FIXTURES / "arm6" / "arm6.urdf"
SEMANTICS = FIXTURES / "arm6" / "arm6.srdf"
GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
UR10E = [FIXTURES / "ur10e" / name for name in ("ur10e.urdf", "ur10e.xrdf")]
Capture = pytest.CaptureFixture[str]


def run(*arguments: object) -> int:
    """Run the command line in this process."""
    try:
        return cli.main(["edit", *(str(each) for each in arguments)])
    except SystemExit as stop:  # argparse
        return int(stop.code or 0)


def test_operations_are_done_in_order(tmp_path: Path) -> None:
    one, other = tmp_path / "one.urdf", tmp_path / "other.urdf"
    assert run(GRIPPER, "--prefix", "a_", "--rename-link", "a_palm=hand", "-o", one) == 0
    assert run(GRIPPER, "--rename-link", "palm=hand", "--prefix", "a_", "-o", other) == 0
    assert robotfmt.read(one).links[0].name == "hand"
    assert robotfmt.read(other).links[0].name == "a_hand"


def test_each_operation_of_edit_changes_the_links(tmp_path: Path) -> None:
    def links(*arguments: object) -> list[str]:
        output = tmp_path / f"{len(list(tmp_path.iterdir()))}.urdf"
        assert run(GRIPPER, *arguments, "-o", output) == 0
        return [link.name for link in robotfmt.read(output).links]

    assert links("--suffix", "_z")[0] == "palm_z"
    assert links("--rename-joint", "grip=pinch") == links("--prefix", "")
    assert links("--extract", "left_finger") == ["left_finger", "left_pad"]
    assert links("--extract", "palm", "--tip", "left_finger", "--tip", "right_finger") == [
        "palm",
        "left_finger",
        "right_finger",
    ]
    # All other joints follow this one.
    assert links("--lock", "grip=0.02", "--merge-fixed") == ["palm"]
    assert links("--lock", "grip=0.02", "--merge-fixed", "--except", "left_finger") == ["palm", "left_finger"]


def test_attach_adds_another_robot(tmp_path: Path) -> None:
    output = tmp_path / "o.urdf"
    pose = "0 0 0.1 0 0 1.5707963267948966"
    reported = (
        "--attach",
        GRIPPER,
        "--at",
        "flange",
        "--pose",
        pose,
        "--joint",
        "held",
        "--part-prefix",
        "g_",
    )
    assert run(ARM, *reported, "-o", output) == 0
    robot = robotfmt.read(output)
    held = robot.joint_by_name["held"]
    assert (held.parent, held.child) == ("flange", "g_palm")
    poses = forward_kinematics(robot)
    assert held.pose_in_parent is not None
    assert held.pose_in_parent.xyz == (0.0, 0.0, 0.1)
    assert "g_left_pad" in poses


def test_the_root_can_be_changed(tmp_path: Path) -> None:
    kept, moved = tmp_path / "kept.urdf", tmp_path / "moved.urdf"
    assert run(ARM, "--reroot", "flange", "-o", kept) == 0
    assert run(ARM, "--reroot", "flange", "--move-frames", "-o", moved) == 0
    robots = [robotfmt.read(each) for each in (ARM, kept, moved)]
    assert [roots(each) for each in robots[1:]] == [["flange"], ["flange"]]
    assert len(robots[2].links) == len(robots[0].links) < len(robots[1].links)


def test_modifiers_are_applied_with_an_xrdf_too(tmp_path: Path) -> None:
    outputs = [tmp_path / "flat.urdf", tmp_path / "flat.xrdf"]
    assert run(*UR10E, "--apply-modifiers", "-o", outputs[0], "-o", outputs[1]) == 0
    flat = robotfmt.read(*outputs)
    assert flat.modifiers == ()
    assert roots(flat) == ["base_link"]
    assert flat.sphere_sets


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ((), "no operation given"),
        (("--tip", "palm"), "--tip must follow --extract"),
        (("--prefix", "a_", "--except", "palm"), "--except must follow --merge-fixed"),
        (("--attach", GRIPPER), "--attach requires --at LINK after it"),
        (("--attach", GRIPPER, "--at", "palm", "--pose", "1 2"), "'1 2' is not a pose"),
        (("--attach", GRIPPER, "--at", "palm", "--pose", "1 2 x"), "'1 2 x'"),
        (("--attach", GRIPPER, "--at", "palm"), "both robots have link 'palm'"),
        (("--rename-link", "palm"), "NAME=VALUE"),
        (("--lock", "grip=1"), "beyond its limit"),
        (("--reroot", "plam"), "did you mean 'palm'"),
    ],
)
def test_invalid_options_are_usage_errors(
    arguments: tuple[object, ...], reported: str, tmp_path: Path, capsys: Capture
) -> None:
    assert run(GRIPPER, *arguments, "-o", tmp_path / "o.urdf") == 2
    assert reported in capsys.readouterr().err
    assert not (tmp_path / "o.urdf").exists()


def test_an_overlay_document_cannot_store_renamed_links(tmp_path: Path, capsys: Capture) -> None:
    assert run(ARM, SEMANTICS, "--prefix", "a_", "-o", tmp_path / "o.srdf") == 2
    assert "[edit.links-changed]" in capsys.readouterr().err
    assert run(ARM, SEMANTICS, "--rename-group", "arm=all", "-o", tmp_path / "o.srdf") == 0
    assert robotfmt.read(ARM, tmp_path / "o.srdf").groups[0].name == "all"


def test_edit_with_json_and_with_several_inputs(tmp_path: Path, capsys: Capture) -> None:
    report = tmp_path / "report.json"
    folder = tmp_path / "out"
    wanted = ("--merge-fixed", "--to", "urdf", "--out-dir", folder, "--report", report, "--json")
    assert run(GRIPPER, ARM, *wanted) == 0
    reported = json.loads(capsys.readouterr().out)
    assert json.loads(report.read_text(encoding="utf-8")) == reported
    assert sorted(path.name for path in folder.glob("*.urdf")) == ["arm6.urdf", "gripper.urdf"]
    assert "tool0" not in robotfmt.read(folder / "arm6.urdf").link_by_name


def test_an_edited_robot_is_fitted_with_spheres_after_the_edits(tmp_path: Path) -> None:
    outputs = [tmp_path / "o.urdf", tmp_path / "o.xrdf"]
    reported = (
        "--prefix",
        "a_",
        "--fit-spheres",
        "--per-link",
        "2",
        "--effort",
        "0.05",
        "--no-clip-base",
        "-q",
    )
    few = ("--allow", "robot.default-self-collision")  # two spheres are too few for fingers that are closed
    assert run(GRIPPER, *reported, *few, "-o", outputs[0], "-o", outputs[1]) == 0
    (spheres,) = robotfmt.read(*outputs).sphere_sets
    assert {each.frame for each in spheres.frames} <= {"a_palm", "a_left_finger", "a_right_finger"}
