"""Checking folders: which documents are found in them, and which are checked together."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.cli import configuration, main

ROBOT = '<robot name="r"><link name="a"/></robot>'
SCENE = '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">{}</COLLADA>'
Capture = pytest.CaptureFixture[str]


def lay(folder: Path, *names: str, text: str = ROBOT) -> None:
    """Write a document to each of some places in a folder."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def checked(capsys: Capture, *arguments: str) -> list[list[str]]:
    """The documents of each robot that a check of arguments finds, as they are named."""
    main(["check", *arguments, "--json", "-q"])
    return [each["documents"] for each in json.loads(capsys.readouterr().out)["robots"]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_robot_documents_are_found_and_nothing_else(here: Path, capsys: Capture) -> None:
    lay(here, "b.urdf", "a/a.urdf", "a/model.xml")
    lay(here, "package.xml", "a/notes.txt", text="<package/>")
    lay(here, "launch.yaml", text="robot: {cspace: none}")
    lay(here, "part.dae", text=SCENE.format("<library_geometries/>"))
    lay(here, "padded.dae", text=SCENE.format(" " * 100_000 + "<library_kinematics_models/>"))
    (here / "part.stl").write_bytes(b"solid part")
    assert checked(capsys) == checked(capsys, ".") == [["a/a.urdf"], ["a/model.xml"], ["b.urdf"], ["padded.dae"]]
    main(["check", ".", "-v"])
    assert "4 other files skipped: meshes, XML and YAML\n" in capsys.readouterr().err


def test_a_suffix_of_one_format_leaves_no_other_one(here: Path, capsys: Capture) -> None:
    lay(here, "arm.dae", "arm.yaml", text="format: xrdf\nformat_version: 1.0\n")
    assert checked(capsys, ".") == [["arm.yaml"]], "to search each mesh for the words of all formats takes long"


def test_named_files_can_be_treated_as_found(here: Path, capsys: Capture) -> None:
    lay(here, "arm.urdf", "old/arm.urdf", "model.xml", "hand.urdf.xacro")
    lay(here, "package.xml", "launch.yaml", text="<package/>")
    lay(here, "arm.srdf", text='<robot name="r"><group name="g"/></robot>')
    (here / "robotfmt.toml").write_text('exclude = ["old/"]\n')
    configuration.nearest_known.clear()
    names = [str(each.relative_to(here)) for each in sorted(here.rglob("*")) if each.is_file()]
    assert main(["check", *names, "-q"]) > 1, "a file that is named must be a robot document"
    capsys.readouterr()
    assert checked(capsys, "--as-in-folder", *names) == [["arm.urdf", "arm.srdf"], ["model.xml"]]


def test_the_number_of_checked_files_is_always_printed(here: Path, capsys: Capture) -> None:
    lay(here, "a.urdf", "b.urdf")
    lay(here, "c.yaml", text="a: 1")
    assert main(["check", "."]) == 0
    assert capsys.readouterr().err == "2 documents: nothing found\n"


def test_a_broken_document_is_found_by_its_suffix(here: Path, capsys: Capture) -> None:
    lay(here, "broken.urdf", text="<robot")
    assert main(["check", "."]) == 3
    assert "xml.syntax" in capsys.readouterr().out


def test_files_in_gitignore_are_not_checked(here: Path, capsys: Capture) -> None:
    (here / ".git" / "info").mkdir(parents=True)
    (here / ".git" / "info" / "exclude").write_text("private.urdf\n")
    (here / ".gitignore").write_text("# what is built\nbuild/\n*_generated.urdf\n!kept_generated.urdf\n\\\n")
    lay(here, "arm.urdf", "private.urdf", "build/arm.urdf", "arm_generated.urdf", "kept_generated.urdf")
    lay(here, "deep/other.urdf", "deep/arm_generated.urdf", "deep/own.urdf", "deep/build")
    (here / "deep" / ".gitignore").write_text("/own.urdf\n!arm_generated.urdf\n")
    found = [["arm.urdf"], ["deep/arm_generated.urdf"], ["deep/other.urdf"], ["kept_generated.urdf"]]
    assert checked(capsys, ".") == found
    assert checked(capsys, "deep") == found[1:3], "the rules of the folders above count"
    assert checked(capsys, "build/arm.urdf") == [["build/arm.urdf"]], "what is named is checked"
    assert checked(capsys, "build") == [["build/arm.urdf"]]


def test_outside_of_a_repository_rules_above_do_not_apply(here: Path, capsys: Capture) -> None:
    (here / ".gitignore").write_text("*.urdf\n")
    lay(here, "inside/arm.urdf")
    assert checked(capsys, "inside") == [["inside/arm.urdf"]]
    assert checked(capsys, ".") == []


def test_hostile_patterns_take_no_time(here: Path, capsys: Capture) -> None:
    lay(here, "a" * 200 + ".urdf")
    (here / ".gitignore").write_text("*" + "a*" * 12 + "b\n" + "**/a" * 12 + "\n*" + "a*" * 3 + "b\n")
    before = time.process_time()
    assert len(checked(capsys, ".")) == 1
    assert time.process_time() - before < 10


def test_deep_folders_are_searched(here: Path) -> None:
    deep = "/".join("d" * 500)
    lay(here, f"{deep}/a.urdf")
    program = (
        "import sys; from robotfmt.cli import main; main(['check', 'd', '-q']); sys.setrecursionlimit(400);"
        "main(['check', '.'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "1 document: nothing found\n"


def test_folders_of_tools_are_passed_over(here: Path, capsys: Capture) -> None:
    lay(here, ".venv/a.urdf", "node_modules/b.urdf", "install/c.urdf", "src/d.urdf")
    lay(here, "install/COLCON_IGNORE", text="")
    assert checked(capsys, ".") == [["src/d.urdf"]]


def test_links_to_folders_are_not_followed(here: Path, capsys: Capture) -> None:
    lay(here, "robots/a.urdf")
    (here / "robots" / "again").symlink_to(here / "robots", target_is_directory=True)
    (here / "robots" / "b.urdf").symlink_to(here / "robots" / "a.urdf")
    assert checked(capsys, "robots") == [["robots/a.urdf"]], "nor is one file checked twice"


def test_a_folder_without_robots_is_no_failure(here: Path, capsys: Capture) -> None:
    (here / "empty").mkdir()
    assert main(["check", "empty"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", "warning: no robot documents found in 'empty'\n0 documents: nothing found\n")


def test_xacro_is_run_only_when_asked(here: Path, capsys: Capture) -> None:
    pytest.importorskip("xacro")
    text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${1+1}"/></robot>'
    lay(here, "arm.urdf.xacro", text=text)
    lay(here, "b.urdf")
    assert main(["check", "."]) == 0
    assert "1 xacro document not checked (--xacro expands them)" in capsys.readouterr().err
    assert checked(capsys, ".", "--xacro") == [["arm.urdf.xacro (expanded)"], ["b.urdf"]]


def test_documents_of_one_name_belong_together(here: Path, capsys: Capture) -> None:
    lay(here, "a/arm.urdf", "b/hand.urdf", "many/x.urdf", "many/y.urdf")
    lay(
        here,
        "a/arm.srdf",
        "config/hand.srdf",
        "many/z.srdf",
        text='<robot name="r"><group name="g"/></robot>',
    )
    assert checked(capsys, ".") == [
        ["a/arm.urdf", "a/arm.srdf"],
        ["b/hand.urdf", "config/hand.srdf"],
        ["many/x.urdf"],
        ["many/y.urdf"],
        ["many/z.srdf"],
    ]


def test_configurations_of_one_robot_are_checked_one_by_one(capsys: Capture) -> None:
    arm6 = str(FIXTURES / "arm6")
    found = checked(capsys, arm6)
    names = [[Path(name).name for name in each] for each in found]
    assert names == [
        ["arm6.urdf", "arm6.srdf"],
        ["arm6.urdf", "arm6-curobo-1.yml"],
        ["arm6.urdf", "arm6-curobo-2.yml"],
        ["arm6.urdf", "arm6-lula.yaml"],
        ["arm6.urdf", "arm6_joint_limits.yaml"],
        ["arm6.urdf", "arm6_roboplan_joint_limits.yaml"],
    ]
    main(["check", arm6, "--output-format", "concise"])
    out, err = capsys.readouterr()
    assert "read.conflict" not in out, "they contradict one another, and not themselves"
    assert out.count("robot.unused-material") == 1, "what is found in the URDF is said once"
    assert err.startswith("7 documents: ")


def test_a_file_that_is_named_twice_is_checked_once(here: Path, capsys: Capture) -> None:
    lay(here, "robots/a.urdf", "robots/b.urdf")
    found = checked(capsys, "robots", "robots/b.urdf", "./robots")
    assert found == [["robots/b.urdf"], ["robots/a.urdf"]], "what is named comes first"


def test_no_pattern_library_is_loaded_without_patterns(here: Path) -> None:
    lay(here, "a.urdf")
    program = (
        "import sys; from robotfmt.cli import main; main(['check', '.', 'a.urdf', '-q']);"
        "print([each for each in ('pathspec', 'numpy', 'tomllib') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
