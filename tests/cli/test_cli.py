"""The command line as a user meets it: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import cli
from robotfmt.facts import facts
from robotfmt.hub import reading

GRIPPER = str(FIXTURES / "gripper" / "gripper.urdf")
ARM = str(FIXTURES / "arm6" / "arm6.urdf")
DUAL_ARM = str(FIXTURES / "mobile_dual_arm" / "dual_arm.dae")
OPENRAVE_ARM = str(FIXTURES / "openrave_examples" / "arm.dae")
UR10E = [str(FIXTURES / "ur10e" / name) for name in ("ur10e.urdf", "ur10e.xrdf")]

Capture = pytest.CaptureFixture[str]


def run(*arguments: object) -> int:
    """Run the command line in this process."""
    try:
        return cli.main([str(each) for each in arguments])
    except SystemExit as stop:  # argparse
        return int(stop.code or 0)


def test_a_conversion_is_summed_up_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    assert run("convert", GRIPPER, tmp_path / "g.urdf") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"wrote {tmp_path / 'g.urdf'} ('gripper': 5 links, 4 joints, ")
    assert err.endswith("nothing lost\n")


def test_losses_are_shown_with_place_and_count(tmp_path: Path, capsys: Capture) -> None:
    assert run("convert", DUAL_ARM, tmp_path / "d.urdf") == 0
    err = capsys.readouterr().err
    assert "warning, lost [convert.no-place]: manipulator 'left_arm'" in err
    assert "dual_arm.dae:" in err
    assert " lost" in err.splitlines()[-1]


def test_several_in_and_several_out(tmp_path: Path) -> None:
    assert run("convert", *UR10E, "-o", tmp_path / "u.dae", "-o", tmp_path / "u.xrdf", "-q") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["u.dae", "u.xrdf"]


def test_a_batch_goes_on_after_a_bad_file(tmp_path: Path, capsys: Capture) -> None:
    bad = tmp_path / "bad.urdf"
    bad.write_text("<robot>")
    out = tmp_path / "out"
    assert run("convert", bad, GRIPPER, ARM, "--to", "collada", "--out-dir", out) == 3
    assert sorted(path.name for path in out.iterdir()) == ["arm6.dae", "gripper.dae"]
    err = capsys.readouterr().err.splitlines()
    assert err[0].partition(":")[0] == str(bad)
    written = [line for line in err if line.startswith((f"{GRIPPER} -> ", f"{ARM} -> "))]
    assert [line.partition(" -> ")[0] for line in written] == [str(GRIPPER), str(ARM)]


def test_a_batch_speaks_json(tmp_path: Path, capsys: Capture) -> None:
    assert run("convert", GRIPPER, ARM, "--to", "collada", "--out-dir", tmp_path, "--json") == 0
    records = json.loads(capsys.readouterr().out)["conversions"]
    assert [record["inputs"] for record in records] == [[GRIPPER], [ARM]]
    assert all(record["exit_code"] == 0 for record in records)


def test_a_batch_never_writes_two_inputs_to_one_file(tmp_path: Path) -> None:
    assert run("convert", GRIPPER, GRIPPER, "--to", "collada", "--out-dir", tmp_path / "out") == 2
    assert not (tmp_path / "out").exists()


def test_json_has_every_part_of_the_report(tmp_path: Path, capsys: Capture) -> None:
    assert run("convert", DUAL_ARM, tmp_path / "d.urdf", "--json") == 0
    out, err = capsys.readouterr()
    reported = json.loads(out)
    assert reported["schema"] == "robotfmt-report/2"
    (record,) = reported["conversions"]
    assert err == ""
    assert record["outputs"][0] == str(tmp_path / "d.urdf")
    assert record["counts"]["lost"] == sum(each.get("fate") == "lost" for each in record["diagnostics"])
    found = next(each for each in record["diagnostics"] if each.get("subject") == "manipulator/left_arm")
    assert (found["code"], found["severity"], found["fate"]) == (
        "convert.no-place",
        "warning",
        "lost",
    )
    assert found["file"] == DUAL_ARM
    assert found["line"] > 0
    counted = record["facts"]
    robot = facts(robotfmt.read(DUAL_ARM))
    fates = ("kept", "converted", "approximated", "lost")
    assert sum(counted[each] for each in fates) == len(robot)
    lost = {each["subject"] for each in record["diagnostics"] if each.get("fate") == "lost"}
    gone = [each for each in robot if any(f"{each.subject}/".startswith(f"{it}/") for it in lost)]
    assert counted["lost"] == len(gone)


def test_a_report_is_written_also_of_what_failed(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert run("convert", DUAL_ARM, tmp_path / "d.urdf", "--fail-on", "lost", "--report", report) == 1
    (record,) = json.loads(report.read_text(encoding="utf-8"))["conversions"]
    assert (record["exit_code"], record["outputs"], record["facts"]) == (1, [], None)
    assert record["counts"]["lost"] > 3
    assert not (tmp_path / "d.urdf").exists()
    assert run("convert", DUAL_ARM, tmp_path / "d.urdf", "--report", report) == 4
    assert run("convert", DUAL_ARM, tmp_path / "d.urdf", "--report", report, "--overwrite") == 0
    (record,) = json.loads(report.read_text(encoding="utf-8"))["conversions"]
    assert record["outputs"][0] == str(tmp_path / "d.urdf")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--fail-on", "assumed"], 1),
        (["--fail-on", "warning"], 1),
        (["--fail-on", "assumed", "--allow", "urdf.assumed-limit"], 0),
        (["--fail-on", "broken,repaired"], 0),
        (["--fail-on", "sold"], 2),
        (["--fail-on", "lost", "--allow", "urdf.gessed-limit"], 2),
    ],
)
def test_losses_can_be_allowed_or_refused(options: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / "r.dae").write_bytes(Path(OPENRAVE_ARM).read_bytes())
    assert run("convert", tmp_path / "r.dae", tmp_path / "r.urdf", "--to", "urdf@1.0", *options) == code
    assert (tmp_path / "r.urdf").exists() is (code == 0)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["convert", GRIPPER], 2),
        (["convert", GRIPPER, "out.klingon"], 2),
        (["convert", GRIPPER, "out.urdf", "--to", "urdf@9"], 2),
        (["convert", GRIPPER, "out.urdf", "-O", "collada.no=1"], 2),
        (["convert", GRIPPER, "out.urdf", "--limit", "no=1"], 2),
        (["convert", GRIPPER, "out.urdf", "--fail-on", "nonsense"], 2),
        (["convert", GRIPPER, "--out-dir", "out"], 2),
        (["convert", "missing.urdf", "out.dae"], 3),
        (["convert", GRIPPER, "out.dae", "--limit", "xml_elements=3"], 3),
        (["convert", DUAL_ARM, "out.urdf", "--fail-on", "lost"], 1),
        (["convert", GRIPPER, GRIPPER], 4),
        (["nonsense"], 2),
        ([], 2),
        (["info", "missing.urdf"], 3),
    ],
)
def test_exit_codes(
    arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == code
    assert list(tmp_path.iterdir()) == []
    out, err = capsys.readouterr()
    assert out == ""
    assert err
    assert "Traceback" not in err


def test_an_existing_output_is_refused_with_advice(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "g.dae"
    target.write_text("precious")
    assert run("convert", GRIPPER, target) == 4
    assert "--overwrite" in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert run("convert", GRIPPER, target, "--overwrite") == 0


def test_an_internal_fault_has_its_exit_code_and_names_debug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(reading, "read", fail)
    monkeypatch.setattr("robotfmt.cli.info.read_any", fail, raising=False)
    assert run("info", GRIPPER) == 70
    err = capsys.readouterr().err
    assert "ZeroDivisionError: oh" in err
    assert "--debug" in err


def test_names_cannot_play_with_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    evil = tmp_path / "evil.urdf"
    evil.write_text('<robot name="r"><link name="a&#x9b;31m"/><link name="a&#x9b;31m"/></robot>')
    assert run("convert", evil, tmp_path / "e.dae") == 1
    assert "\x9b" not in capsys.readouterr().err


def test_info_lists_the_parts_of_a_robot(capsys: Capture) -> None:
    assert run("info", DUAL_ARM) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["name", "dual_arm"] in lines
    assert ["manipulators", "2"] in lines


def test_info_draws_the_tree(capsys: Capture) -> None:
    assert run("info", GRIPPER, "--tree") == 0
    out = capsys.readouterr().out
    assert out.index("palm") < out.index("left_finger") < out.index("left_pad")


def test_info_speaks_json(capsys: Capture) -> None:
    assert run("info", GRIPPER, "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert record["name"] == "gripper"


def test_formats_are_listed(capsys: Capture) -> None:
    assert run("formats") == 0
    out = capsys.readouterr().out
    names = [line.split()[0] for line in out.splitlines()]
    assert names == [
        "choreonoid",
        "collada",
        "curobo",
        "hyrodyn",
        "joint_limits",
        "lula",
        "mesh",
        "mjcf",
        "openhrp",
        "openrave",
        "sdf",
        "smurf",
        "smurfs",
        "srdf",
        "urdf",
        "usd",
        "world",
        "xrdf",
    ]


def test_help_has_examples(capsys: Capture) -> None:
    for arguments in ([], ["convert"], ["info"], ["formats"], ["spheres"], ["spheres", "fit"]):
        assert run(*arguments, "--help") == 0
    assert capsys.readouterr().out.count("examples:") >= 3


def test_the_version_is_that_of_the_package() -> None:
    done = subprocess.run([sys.executable, "-m", "robotfmt", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"robotfmt {robotfmt.__version__}\n"


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f'"{sys.executable}" -m robotfmt info "{DUAL_ARM}" --tree | head -1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_documents_of_one_robot_are_checked_together(tmp_path: Path, capsys: Capture) -> None:
    urdf, srdf, xrdf = ARM, ARM.replace(".urdf", ".srdf"), tmp_path / "arm6.xrdf"
    robotfmt.convert([urdf, srdf], xrdf)
    text = xrdf.read_text(encoding="utf-8").replace("joint_3", "joint_33")
    xrdf.write_text(text, encoding="utf-8")
    assert run("check", xrdf, srdf, urdf, "--json") == 1
    (together,) = json.loads(capsys.readouterr().out)["robots"]
    assert together["documents"] == [urdf, str(xrdf), srdf]
    found = [each for each in together["findings"] if each["code"] == "xrdf.cspace-joint-unknown"]
    assert [(each["file"], each["severity"]) for each in found] == [(str(xrdf), "error")]
    assert (
        run("check", xrdf, "--strict", "--only", "xrdf.cspace-joint-unknown") == 0
    )  # alone it names no joint that there is not
    capsys.readouterr()
    assert run("check", urdf, GRIPPER, srdf, xrdf, "--json") == 0
    robots = json.loads(capsys.readouterr().out)["robots"]
    assert [each["documents"] for each in robots] == [[urdf, srdf], [GRIPPER], [str(xrdf)]]


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_shells_complete_commands(shell: str, capsys: Capture) -> None:
    assert run("completion", shell) == 0
    script = capsys.readouterr().out
    for word in ("convert", "check", "resolve", "spheres", *(["--fit-spheres", "sarif"] * (shell != "tcsh"))):
        assert word in script


def test_where_meshes_were_looked_for(tmp_path: Path, capsys: Capture) -> None:
    assert run("resolve", GRIPPER, "--json") in (0, 1)
    capsys.readouterr()
    assert run("resolve", "meshes/base.stl", "--in", ARM, "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert Path(found["path"]).samefile(Path(ARM).parent / "meshes" / "base.stl")
    assert run("resolve", "package://arms/meshes/a.stl", "--in", ARM) == 1
    assert "--package arms=FOLDER" in capsys.readouterr().out
    folder = tmp_path / "somewhere"
    (folder / "meshes").mkdir(parents=True)
    assert run("resolve", "package://arms/meshes/a.stl", "--package", f"arms={folder}", "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["tried"][0] == str(folder / "meshes" / "a.stl")
    (folder / "meshes" / "a.stl").write_bytes(b"solid a\nendsolid a\n")
    assert run("resolve", "package://arms/meshes/a.stl", "--package", f"arms={folder}") == 0
    capsys.readouterr()
    assert run("resolve", "http://example.org/a.stl", "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert "not a file" in found["refusal"]


def test_explain_shows_the_pages_of_codes(capsys: Capture) -> None:
    assert run("explain", "robot.cycle") == 0
    page = capsys.readouterr().out
    assert page.startswith("robot.cycle (error)\n")
    assert max(map(len, page.splitlines())) <= 100
    assert run("explain", "collada", "urdf") == 0
    loss = capsys.readouterr().out
    assert loss.startswith("collada -> urdf loses:\n")
    assert "  manipulators\n" in loss
    assert "urdf.assumed-limit" in loss
    assert run("explain", "xrdf") == 0
    assert len(capsys.readouterr().out.splitlines()) > 60
    assert run("explain", "robot.cicle") == 2
    assert "did you mean 'robot.cycle'" in capsys.readouterr().err
    assert run("explain", "--list", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)) > 250
