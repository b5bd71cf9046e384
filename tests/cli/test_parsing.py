"""What the command line answers to arguments that are missing or misspelt."""

from __future__ import annotations

import json

import pytest
from real import FIXTURES

from robotfmt.cli import main

GRIPPER = str(FIXTURES / "gripper" / "gripper.urdf")
Capture = pytest.CaptureFixture[str]


def test_without_arguments_it_prints_its_help_and_fails_as_ruff_does(capsys: Capture) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: robotfmt")
    assert "convert robots between formats" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek", GRIPPER], "the verb 'chek' does not exist; did you mean 'check'?"),
        (["spheres", "fitt", GRIPPER], "the verb 'fitt' does not exist; did you mean 'fit'?"),
        (["fit", GRIPPER], "the verb 'fit' does not exist; did you mean 'spheres fit'?"),
        ([GRIPPER], "is a document, and no verb precedes it"),
        (["check", GRIPPER, "--mesh"], "robotfmt check has no option '--mesh'; did you mean '--meshes'?"),
        (["bogus"], "the verb 'bogus' does not exist; choose from convert, xrdf, "),
        (["--vresion"], "robotfmt has no option '--vresion'; did you mean '--version'?"),
        (["-x"], "robotfmt has no option '-x'\n"),
        (["check", "--meshs", GRIPPER], "robotfmt check has no option '--meshs'; did you mean '--meshes'?"),
        (
            ["check", GRIPPER, "--smples=3"],
            "robotfmt check has no option '--smples'; did you mean '--samples'?",
        ),
        (
            ["spheres", "fit", GRIPPER, "--budgt", "3"],
            "robotfmt spheres fit has no option '--budgt'; did you",
        ),
        (["formats", "urdf"], "unexpected argument 'urdf'"),
        (
            ["check", GRIPPER, "--output-format", "sarf"],
            "--output-format: the choice 'sarf' does not exist; did you mean",
        ),
        (
            ["check", GRIPPER, "--target", "curbo"],
            "no program is called 'curbo'; did you mean 'curobo'?",
        ),
        (["info", GRIPPER, "--from", "udrf"], "the format 'udrf' does not exist; did you mean 'urdf' or "),
        (["info", GRIPPER, "--from", "9"], "the format '9' does not exist; there are: choreonoid, collada, "),
        (
            ["info", GRIPPER, "--limit", "xmldepth=3"],
            "the limit 'xmldepth' does not exist; did you mean 'xml_depth'",
        ),
        (["convert", GRIPPER, "out.udrf"], "has none of the known suffixes; did you mean '.urdf'?"),
        (
            ["convert", GRIPPER, "out.urdf.xacro"],
            "'out.urdf.xacro' is the usual name of a xacro document, which robotfmt does not write\n"
            "  help: Write the robot that the source describes when it is expanded: name an output with .urdf, ",
        ),
        (["convert", GRIPPER, "out.pdf"], "help: Name the output with one of them, or its format with --to; "),
        (["explain", "urdf", "mujoco"], "help: MuJoCo reads mjcf and urdf: robotfmt explain urdf mjcf\n"),
        (["explain", "mjcf", "drake"], "help: Drake reads sdf, urdf and mjcf: robotfmt explain mjcf sdf\n"),
        (["explain", "gazebo"], "help: Gazebo reads sdf and urdf: robotfmt explain sdf\n"),
        (["explain", "moveit", "sdf"], "help: MoveIt reads urdf, srdf and joint_limits: robotfmt explain urdf sdf\n"),
        (["convert", GRIPPER, "out.9"], "has none of the known suffixes: .body, "),
        (
            ["convert", GRIPPER, "o.dae", "--fail-on", "loss"],
            "--fail-on has no value 'loss'; did you mean 'lost'?",
        ),
        (["info", GRIPPER, "-O", "collada.rond=3"], "collada has no option 'rond'; did you mean 'round'?"),
        (["info"], "the following arguments are required: FILE"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_mistyped_verbs_and_options_get_a_suggestion(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_the_help_of_the_verb_is_named(capsys: Capture) -> None:
    assert main(["spheres", "fit", GRIPPER, "--budgt", "3"]) == 2
    assert "  help: 'robotfmt spheres fit --help' lists the arguments.\n" in capsys.readouterr().err


def test_no_help_of_a_wrong_command_names_any_verb(capsys: Capture) -> None:
    for arguments in (["check", GRIPPER, "--limit", "x=1"], ["info", GRIPPER, "--package", "x"], [GRIPPER], ["fit"]):
        assert main(arguments) == 2
        printed = capsys.readouterr().err
        assert "VERB" not in printed
        assert "robotfmt " in printed.partition("help:")[2]


def test_errors_are_json_with_the_json_option(capsys: Capture) -> None:
    assert main(["info", GRIPPER, "--jason", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["code"], error["severity"]) == ("usage", "error")
    assert error["message"] == "robotfmt info has no option '--jason'; did you mean '--json'?"
