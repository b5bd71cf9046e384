"""Robots by the names of the package robot_descriptions, of which the tests have a stand-in."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.errors import InputError

Capture = pytest.CaptureFixture[str]
ARM = FIXTURES / "arm6" / "arm6.urdf"
MODULES = {
    "__init__": "",
    "_cache": "raise AssertionError('nothing asks for it')",
    "arm_description": f"REPOSITORY_PATH = {str(ARM.parent)!r}\nURDF_PATH = {str(ARM)!r}\nSRDF_PATH = ''",
    "arm_mj_description": f"MJCF_PATH = {str(FIXTURES / 'mjcf' / 'leg.xml')!r}",
    "gone_description": "raise OSError('no\\n  network')",
    "empty_description": "PACKAGE_PATH = ''",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that has the package, which is the current one."""
    folder = tmp_path / "robot_descriptions"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in [each for each in sys.modules if each.partition(".")[0] == "robot_descriptions"]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def test_a_name_is_the_document_of_its_robot(package: Path, capsys: Capture) -> None:
    assert robotfmt.read("arm_description") == robotfmt.read(ARM)
    assert robotfmt.read("arm_mj_description") == robotfmt.read(FIXTURES / "mjcf" / "leg.xml")
    assert main(["check", "arm_description", "--output-format", "concise"]) == 0
    assert "1 document" in capsys.readouterr().err
    assert main(["convert", "arm_description", "out.xml", "-q"]) == 0
    assert Path("out.xml").is_file()


def test_a_file_and_a_folder_come_first(package: Path) -> None:
    Path("arm_description").write_text('<robot name="own"><link name="a"/></robot>', encoding="utf-8")
    assert robotfmt.read("arm_description").name == "own"
    assert "robot_descriptions" not in sys.modules


def test_a_xacro_document_has_the_arguments_of_its_module(package: Path) -> None:
    pytest.importorskip("xacro")
    text = (
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><xacro:arg name="a" default="x"/>'
        '<xacro:arg name="b" default="x"/><link name="$(arg a)$(arg b)"/></robot>'
    )
    Path("leg.xacro").write_text(text, encoding="utf-8")
    module = "XACRO_PATH = 'leg.xacro'\nXACRO_ARGS = {'a': 'y', 'b': 'y'}"
    (package / "leg_description.py").write_text(module, encoding="utf-8")
    with pytest.raises(InputError, match="xacro"):
        robotfmt.read("leg_description")
    settings = robotfmt.Settings(xacro=robotfmt.Xacro(arguments={"b": "z"}))
    assert [each.name for each in robotfmt.read("leg_description", settings=settings).links] == ["yz"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("amr_description", "has this name; did you mean 'arm_description'"),
        ("gone_description", "cannot load the robot: no network"),
        ("empty_description", "neither a URDF nor an MJCF"),
    ],
)
def test_names_without_a_robot_are_explained(name: str, words: str, package: Path) -> None:
    with pytest.raises(InputError, match=words) as caught:
        robotfmt.read(name)
    assert caught.value.diagnostic.code == "file.missing"


def test_without_the_package_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "robot_descriptions", None)
    monkeypatch.chdir(tmp_path)
    assert main(["info", "panda_description"]) == 3
    shown = capsys.readouterr().err
    assert "needs the package robot_descriptions, which is not installed" in shown
    assert "pip install robot_descriptions" in shown
    assert main(["info", "panda.urdf"]) == 3
    assert "robot_descriptions" not in capsys.readouterr().err
