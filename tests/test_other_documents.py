"""YAML and XML files of other programs: neither read as a format that shares their suffix, nor written over."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.cli import main
from robotfmt.errors import InputError, UsageError

ARM = FIXTURES / "arm6" / "arm6.urdf"
SOLVERS = "arm:\n  kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin\n"
DIRECTIVES = "directives:\n- add_model:\n    name: arm\n    file: package://arm/arm.sdf\n"
PACKAGE = '<package format="3">\n  <name>arm</name>\n</package>\n'


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("kinematics.yaml", SOLVERS, "MoveIt's solvers of kinematics"),
        ("arm.dmd.yaml", DIRECTIVES, "Drake model directives"),
        ("package.xml", PACKAGE, "the manifest of a ROS package"),
    ],
)
def test_documents_of_other_programs_are_named(name: str, text: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=title) as caught:
        robotfmt.read(ARM, path)
    assert caught.value.code.slug == "file.unknown-format"


def test_yaml_that_no_format_knows_is_in_no_known_format(tmp_path: Path) -> None:
    path = tmp_path / "notes.yaml"
    path.write_text("a: 1\n")
    with pytest.raises(InputError, match="is not in a known format") as caught:
        robotfmt.read(ARM, path)
    assert caught.value.code.slug == "file.unknown-format"


@pytest.mark.parametrize(
    "name",
    [
        "arm.dmd.yaml",
        "pilz_cartesian_limits.yaml",
        "kinematics.yaml",
        "ompl_planning.yaml",
        "moveit_controllers.yaml",
        "package.xml",
    ],
)
def test_documents_of_other_programs_are_not_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("theirs\n")
    assert main(["convert", str(ARM), "-o", str(path), "--overwrite"]) == 2
    with pytest.raises(UsageError, match="which robotfmt does not write") as caught:
        robotfmt.convert(ARM, path)
    assert caught.value.code.slug == "file.unknown-format"
    assert path.read_text() == "theirs\n"


def test_a_format_that_is_named_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "kinematics.yaml"
    settings = Settings(target_format="curobo")
    robotfmt.convert([ARM, FIXTURES / "arm6" / "arm6-curobo-1.yml"], path, settings=settings)
    assert "robot_cfg:" in path.read_text()
