"""``--target``: what programs make of documents, in checks, conversions and configurations."""

from __future__ import annotations

from pathlib import Path

import pytest
from faulty_robots import SDF, URDF, URDFS
from real import BROKEN

from robotfmt.cli import main
from robotfmt.diagnostics import Severity
from robotfmt.hub.checking import check
from robotfmt.settings import Settings

FILES = BROKEN / "targets"


def found(program: str, *paths: Path) -> dict[str, Severity]:
    """The codes of a check for a program."""
    (done,) = check(*paths, settings=Settings(target=program))
    return {each.code: each.severity for each in done.report}


def test_one_finding_is_an_error_for_some_programs_only(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(URDFS["inertia-triangle"], encoding="utf-8")
    assert found("mujoco", path)["robot.inertia-triangle"] is Severity.ERROR
    assert found("pinocchio", path)["robot.inertia-triangle"] is Severity.WARNING
    path.write_text(URDFS["limits-reversed"], encoding="utf-8")
    assert found("drake", path)["robot.limits-reversed"] is Severity.ERROR
    assert found("mujoco", path)["robot.limits-reversed"] is Severity.WARNING


def test_a_format_that_is_not_read_is_named_with_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FILES / "target.format.sdf"), "--target", "moveit"]) == 1
    shown = capsys.readouterr().out
    assert "MoveIt does not read sdf; it reads urdf, srdf, joint_limits" in shown
    assert f"robotfmt convert {FILES / 'target.format.sdf'} {FILES / 'target.format.urdf'} --target moveit" in shown


def test_an_overlay_that_is_not_read_is_a_note() -> None:
    both = found("mujoco", FILES / "sound.urdf", FILES / "sound.srdf")
    assert both["target.format"] is Severity.NOTE


def test_what_another_document_may_have_is_a_note() -> None:
    assert found("moveit", FILES / "sound.urdf")["target.needs"] is Severity.NOTE
    assert found("moveit", FILES / "sound.urdf", FILES / "target.needs.srdf")["target.needs"] is Severity.WARNING


def test_many_names_are_cut(tmp_path: Path) -> None:
    links = "".join(f'<link name="l{each}"/>' for each in range(6))
    joints = "".join(
        f'<joint name="j{each}" type="continuous"><parent link="l{each}"/><child link="l{each + 1}"/></joint>'
        for each in range(5)
    )
    (tmp_path / "arm.urdf").write_text(f'<robot name="arm">{links}{joints}</robot>', encoding="utf-8")
    (done,) = check(tmp_path / "arm.urdf", settings=Settings(target="pyroki"))
    messages = [each.message for each in done.report.having("target.refused")]
    assert messages == ["joints with no velocity limit: 'j0', 'j1', 'j2' and 2 more; pyroki refuses the robot"]


def test_the_option_of_mujoco_changes_what_it_refuses(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    block = '<mujoco><compiler balanceinertia="true"/></mujoco>'
    path.write_text(URDFS["inertia-rounded"], encoding="utf-8")
    assert found("mujoco", path)["robot.inertia-rounded"] is Severity.ERROR
    path.write_text(URDFS["inertia-rounded"].replace("</robot>", f"{block}</robot>"), encoding="utf-8")
    assert found("mujoco", path)["robot.inertia-rounded"] is Severity.NOTE


def test_a_conversion_reports_what_the_program_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, made = str(FILES / "target.refused.urdf"), str(tmp_path / "arm.urdf")
    assert main(["convert", source, made, "--target", "roboplan"]) == 1
    assert "[target.refused]: joint with the name of a link: 'hand'; roboplan" in capsys.readouterr().err
    assert main(["convert", source, made, "--overwrite", "--target", "pinocchio"]) == 0
    assert main(["convert", source, str(tmp_path / "arm.srdf"), "--target", "genesis"]) == 2
    assert "--target has no effect: genesis reads urdf, mjcf" in capsys.readouterr().err
    assert main(["convert", source, made, "--target", "roboplam"]) == 2
    assert "no program is called 'roboplam'; did you mean 'roboplan'" in capsys.readouterr().err


def test_of_the_programs_of_a_configuration_one_must_read_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, programs, code in (("one", '"pinocchio", "gazebo"', 0), ("none", '"pinocchio", "newton"', 1)):
        place = tmp_path / folder
        place.mkdir()
        (place / "robotfmt.toml").write_text(f"targets = [{programs}]\n", encoding="utf-8")
        (place / "arm.sdf").write_text(SDF, encoding="utf-8")
        (place / "hand.urdf").write_text(URDF, encoding="utf-8")
        assert main(["check", str(place)]) == code
        assert ("target.format" in capsys.readouterr().out) is bool(code)


def test_the_target_of_settings_is_the_option_of_formats(tmp_path: Path) -> None:
    import robotfmt

    settings = Settings(target="mujoco")
    robotfmt.convert(FILES / "sound.urdf", tmp_path / "arm.urdf", settings=settings)
    assert 'discardvisual="false"' in (tmp_path / "arm.urdf").read_text(encoding="utf-8")
