"""Documents for one program: what it refuses or changes in silence is told, and what it wants is written."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report, Severity
from robotfmt.errors import UsageError
from robotfmt.hub.checking import check
from robotfmt.settings import Settings
from robotfmt.targets import options_for
from robotfmt_xrdf.document.consumers import CONSUMERS

FILES = BROKEN / "xrdf"
SOUND = (FILES / "sound.urdf", FILES / "sound.xrdf")
NEW = (FILES / "sound.urdf", FILES / "sound-2.0.xrdf")


def for_program(consumer: str, version: str = "") -> Settings:
    return Settings(options=options_for(consumer), target_format=f"xrdf@{version}" if version else None)


def found(consumer: str, *paths: Path) -> dict[str, Severity]:
    """The codes of a check for a program, each with its severity."""
    (done,) = check(*paths, settings=for_program(consumer))
    return {each.code: each.severity for each in done.report}


def written(consumer: str, folder: Path, *paths: Path) -> tuple[dict[str, object], Report]:
    """What a document for a program says, and what is told of it."""
    report = Report()
    robotfmt.convert(paths, folder / "out.xrdf", settings=for_program(consumer), report=report)
    document = yaml.safe_load((folder / "out.xrdf").read_bytes())
    assert isinstance(document, dict)
    return document, report


@pytest.mark.parametrize(
    ("document", "code", "severities"),
    [
        ("modifier-sibling-form", "modifier-sibling-form", ("warning", "error", "note")),
        ("joint-type-spelling", "joint-type-spelling", ("note", "error", "note")),
        ("version-string", "version-string", ("warning", "error", "note")),
        ("buffer-scalar", "buffer-scalar", ("error", "warning", "warning")),
        ("negative-radius", "negative-radius", ("warning", "note", "warning")),
        ("default-out-of-limits", "default-out-of-limits", ("error", "", "warning")),
        ("cspace-joint-unknown", "cspace-joint-unknown", ("error", "error", "warning")),
        ("self-geometry-differs", "self-geometry-differs", ("note", "error", "warning")),
        ("limits-length", "limits-length", ("error", "error", "error")),
        ("non-ascii", "non-ascii", ("warning", "warning", "warning")),
        ("duplicate-key", "duplicate-key", ("error", "error", "error")),
        ("self-collision-absent", "self-collision-absent", ("note", "error", "note")),
        ("defaults-absent", "defaults-absent", ("note", "error", "note")),
        ("tool-frames-empty", "tool-frames-empty", ("error", "error", "note")),
        ("cspace-order", "cspace-order", ("note", "error", "warning")),
        ("cspace-empty", "cspace-empty", ("note", "error", "warning")),
        ("buffered-radius", "buffered-radius", ("error", "warning", "warning")),
    ],
)
def test_each_program_sees_a_finding_in_its_own_way(document: str, code: str, severities: tuple[str, str, str]) -> None:
    for consumer, severity in zip(CONSUMERS, severities, strict=True):
        seen = found(consumer, SOUND[0], FILES / f"xrdf.{document}.xrdf")[f"xrdf.{code}"]
        assert not severity or seen.value == severity, consumer


def test_the_behaviour_of_a_consumer_is_reported() -> None:
    (done,) = check(FILES / "xrdf.version-string.xrdf", settings=for_program("curobo"))
    (reported,) = done.report.having("xrdf.version-string")
    assert reported.message == "'format_version' is the text '1.0' (cuRobo ends with a TypeError)"
    assert done.exit_code == 1


def test_cumotion_reads_the_robot_with_urdfdom(tmp_path: Path) -> None:
    text = SOUND[0].read_text(encoding="utf-8")
    lacking = tmp_path / "arm.urdf"
    lacking.write_text(text.replace(' effort="30" velocity="2"', ' velocity="2"'), encoding="utf-8")
    unlimited = tmp_path / "free.urdf"
    unlimited.write_text(
        text.replace('<limit lower="-2.5" upper="2.5" effort="30" velocity="2"/>', ""), encoding="utf-8"
    )
    assert found("cumotion", lacking)["urdf.limit-incomplete"] is Severity.ERROR
    assert found("cumotion", unlimited)["robot.no-limits"] is Severity.ERROR
    assert found("curobo", lacking)["urdf.limit-incomplete"] is Severity.WARNING
    assert Severity.ERROR not in found("cumotion", SOUND[0]).values()


@pytest.mark.parametrize("consumer", ["portable", *CONSUMERS])
def test_a_sound_document_is_sound_for_all(consumer: str) -> None:
    assert Severity.ERROR not in found(consumer, *SOUND).values()


def test_curobo_loads_2_0_without_spheres(tmp_path: Path) -> None:
    assert found("curobo", *NEW)["xrdf.target-version"] is Severity.ERROR
    assert found("curobo", *NEW)["xrdf.target-modifier"] is Severity.WARNING
    assert "xrdf.target-version" not in found("cumotion", *NEW)
    document, report = written("curobo", tmp_path, *NEW)
    assert document["format_version"] == 1.0
    (reported,) = report.having("xrdf.target-version")
    assert reported.severity is Severity.NOTE
    assert reported.message == "written in version 1.0 instead of 2.0, which cuRobo loads without spheres"
    assert not report.having("xrdf.target-modifier")
    message = r"xrdf 2.0 does not support xrdf.target=curobo, but 1.0 does"
    with pytest.raises(UsageError, match=message) as caught:
        robotfmt.convert(NEW, tmp_path / "two.xrdf", settings=for_program("curobo", "2.0"))
    assert "without any spheres" in (caught.value.diagnostic.help or "")


@pytest.mark.parametrize("consumer", ["cumotion", "isaacsim"])
def test_others_read_2_0(consumer: str, tmp_path: Path) -> None:
    document, report = written(consumer, tmp_path, *NEW)
    assert document["format_version"] == 2.0
    assert not report.having("xrdf.target-version")


def test_one_group_is_the_larger_one(tmp_path: Path) -> None:
    for consumer in ("curobo", "isaacsim"):
        (tmp_path / consumer).mkdir()
        document, report = written(consumer, tmp_path / consumer, *NEW)
        section = document["world_collision" if consumer == "isaacsim" else "collision"]
        assert section == {
            "geometry": "arm_with_hand",
            **({"buffer_distance": {}} if consumer == "curobo" else {}),
        }
        itself = document["self_collision"]
        assert isinstance(itself, dict)
        assert itself["geometry"] == "arm_with_hand"
        reported = {each.subject for each in report.having("xrdf.target-one-group")}
        assert reported == {"self collision/spheres"}
        geometry = document["geometry"]
        assert isinstance(geometry, dict)
        assert list(geometry) == ["arm", "arm_with_hand"]


def test_isaacsims_editor_passes_over_much(tmp_path: Path) -> None:
    (done,) = check(*SOUND, settings=for_program("isaacsim"))
    assert [(each.message, each.line) for each in done.report.having("xrdf.target-modifier")] == [
        ("Isaac Sim's editor ignores 'set_base_frame'", 5),
        ("Isaac Sim's editor ignores 'add_frame'", 7),
    ]
    (buffer,) = done.report.having("xrdf.target-buffer")
    assert buffer.message == "Isaac Sim's editor adds 0.01 to the radius of each sphere of 'hand'"
    _, report = written("isaacsim", tmp_path, *SOUND)
    assert len(report.having("xrdf.target-modifier")) == 2


def test_a_self_collision_that_checks_nothing(tmp_path: Path) -> None:
    lacking = (SOUND[0], FILES / "xrdf.target-self-collision.xrdf")
    assert "self_collision" not in written("portable", tmp_path, *lacking)[0]
    (tmp_path / "curobo").mkdir()
    document, report = written("curobo", tmp_path / "curobo", *lacking)
    assert document["self_collision"] == {
        "geometry": "arm_spheres",
        "buffer_distance": {},
        "ignore": {
            "base": ["upper_arm", "forearm", "hand"],
            "upper_arm": ["forearm", "hand"],
            "forearm": ["hand"],
        },
    }
    assert len(report.having("xrdf.target-self-collision")) == 7


def test_joints_have_the_order_of_the_robot(tmp_path: Path) -> None:
    other = (SOUND[0], FILES / "xrdf.target-order.xrdf")
    document, _ = written("portable", tmp_path, *other)
    assert document["cspace"] == {
        "joint_names": ["elbow", "shoulder"],
        "acceleration_limits": [12.0, 10.0],
        "jerk_limits": [600.0, 500.0],
    }
    (tmp_path / "curobo").mkdir()
    document, report = written("curobo", tmp_path / "curobo", *other)
    assert document["cspace"] == {
        "joint_names": ["shoulder", "elbow"],
        "acceleration_limits": [10.0, 12.0],
        "jerk_limits": [500.0, 600.0],
    }
    assert len(report.having("xrdf.target-order")) == 6


def test_curobo_gets_the_positions_of_joints_that_cannot_be_at_0(tmp_path: Path) -> None:
    urdf = tmp_path / "arm.urdf"
    text = SOUND[0].read_text(encoding="utf-8").replace('lower="0" upper="0.04"', 'lower="0.01" upper="0.04"', 1)
    urdf.write_text(text, encoding="utf-8")
    xrdf = tmp_path / "arm.xrdf"
    xrdf.write_text(SOUND[1].read_text(encoding="utf-8").replace("  left_grip: 0.02\n", ""), encoding="utf-8")
    assert written("portable", tmp_path, urdf, xrdf)[0]["default_joint_positions"] == {
        "shoulder": 0.5,
        "elbow": 1.0,
    }
    (tmp_path / "curobo").mkdir()
    document, report = written("curobo", tmp_path / "curobo", urdf, xrdf)
    assert document["default_joint_positions"] == {"shoulder": 0.5, "elbow": 1.0, "left_grip": 0.01}
    assert [each.subject for each in report.having("xrdf.default-assumed")] == ["default position/left_grip"]


def test_nothing_changes_where_nothing_has_to(tmp_path: Path) -> None:
    robotfmt.convert(SOUND, tmp_path / "portable.xrdf")
    for consumer in CONSUMERS:
        path = tmp_path / f"{consumer}.xrdf"
        done = robotfmt.convert(SOUND, path, settings=for_program(consumer))
        assert path.read_bytes() == (tmp_path / "portable.xrdf").read_bytes()
        assert str(done.tally).endswith("nothing lost")


def test_the_short_form_is_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reported = []
    for chosen in (["--target", "curobo"], ["-O", "xrdf.target=curobo"]):
        assert main(["check", *map(str, NEW), *chosen]) == 1
        reported.append(capsys.readouterr().out)
    assert reported[0] == reported[1]
    assert "[xrdf.target-version]" in reported[0]
    assert main(["convert", *map(str, NEW), str(tmp_path / "a.xrdf"), "--target", "curobo"]) == 1
    assert "error [xrdf.default-joint-mimic]" in capsys.readouterr().err  # which cuRobo refuses
    assert main(["check", str(SOUND[0]), "--target", "blender"]) == 2
    message = capsys.readouterr().err
    assert "no program is called 'blender'; there are: " in message
    assert {"gazebo", "mujoco", "curobo"} <= {each.strip(",") for each in message.split()}
