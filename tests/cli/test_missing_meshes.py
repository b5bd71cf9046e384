"""Meshes that are not there: every verb says how many, once; where they are needed it is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.cli import main
from robotfmt.diagnostics import Report, Severity
from robotfmt.errors import MeshError
from robotfmt.mesh import stl_bytes
from robotfmt.mesh.shapes import tessellate
from robotfmt.model import Box
from robotfmt.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
Capture = pytest.CaptureFixture[str]
DOCUMENT = """<robot name="r">
  <link name="a">
    <visual><geometry><mesh filename="package://hand/a.stl"/></geometry></visual>
    <collision><geometry><mesh filename="{collision}"/></geometry></collision>
  </link>
  <link name="b">
    <visual><geometry><mesh filename="package://hand/b.stl"/></geometry></visual>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="j" type="revolute">
    <parent link="a"/><child link="b"/><axis xyz="0 0 1"/><origin xyz="0 0 0.4"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
"""


def robot(folder: Path, collision: str) -> Path:
    """A robot without its visual meshes; its collision mesh is one of a file that is there or not."""
    triangles = tessellate(Box((0.1, 0.1, 0.1)), 0.01)
    assert triangles is not None
    (folder / "there.stl").write_bytes(stl_bytes(triangles))
    (folder / "r.urdf").write_text(DOCUMENT.format(collision=collision))
    return folder / "r.urdf"


def run(capsys: Capture, *arguments: object) -> tuple[int, list[str]]:
    """The exit code, and what is said of missing meshes."""
    code = main([str(each) for each in arguments])
    printed = capsys.readouterr()
    return code, [line for line in (printed.out + printed.err).splitlines() if "[mesh.missing]" in line]


@pytest.mark.parametrize(
    "verb",
    [
        "info {r}",
        "check {r}",
        "convert {r} {o}.urdf",
        "convert {r} {o}.urdf --meshes copy",
        "convert {r} {o}.urdf --mesh-format obj",
        "convert {r} {o}.dae",
        "convert {r} -o {o}.urdf -o {o}.dae",
        "edit {r} --prefix x_ -o {o}.urdf",
        "diff {r} {r}",
        "render {r} -o {o}.png",
        "xrdf {r} -o {o}.xrdf --per-link 1 --no-clip-base",
        "srdf {r} -o {o}.srdf",
        "spheres fit {r} -o {o}.xrdf --per-link 1 --no-clip-base",
    ],
)
def test_every_verb_warns_once_of_all(verb: str, tmp_path: Path, capsys: Capture) -> None:
    if verb.startswith(("xrdf", "srdf")):
        pytest.importorskip("coal")
    path = robot(tmp_path, "there.stl")
    code, lines = run(capsys, *verb.format(r=path, o=tmp_path / "out").split())
    assert len(lines) == 1
    assert "2 of 3 mesh files are missing: 'package://hand/a.stl' was not found" in lines[0]
    assert "warning" in lines[0]
    assert code == 0


@pytest.mark.parametrize(
    ("verb", "work"),
    [
        ("xrdf {r} -o {o} --per-link 1 --no-clip-base", "xrdf"),
        ("srdf {r} -o {o}.srdf", "srdf"),
        ("spheres fit {r} -o {o} --per-link 1 --no-clip-base", "fitting spheres"),
        ("convert {r} {o} --fit-spheres --per-link 1 --no-clip-base", "fitting spheres"),
        ("spheres measure {r} {x}", "measuring"),
    ],
)
def test_shapes_that_are_needed(verb: str, work: str, tmp_path: Path, capsys: Capture) -> None:
    if verb.startswith(("xrdf", "srdf")):
        pytest.importorskip("coal")
    out, spheres = tmp_path / "out.xrdf", tmp_path / "arm.xrdf"
    path = robot(tmp_path, "there.stl")
    assert run(capsys, "spheres", "fit", path, "-o", spheres, "--per-link", 1, "--no-clip-base")[0] == 0
    path = robot(tmp_path, "package://hand/c.stl")
    command = verb.format(r=path, o=out, x=spheres).split()
    code, (line,) = run(capsys, *command)
    assert code == 1
    assert not out.exists()
    assert f"error [mesh.missing]: a mesh file that {work} needs is missing: 'package://hand/c.stl'" in line
    code, lines = run(capsys, *command, "--allow", "mesh.missing,spheres.no-surface")
    assert code == 0
    assert not any("error" in each for each in lines)


def test_a_check_of_the_meshes_names_each_file_at_its_line(tmp_path: Path, capsys: Capture) -> None:
    path = robot(tmp_path, "package://hand/c.stl")
    code, lines = run(capsys, "check", path, "--meshes", "--output-format", "concise")
    assert code == 1
    assert [(each.split(":")[1], each.split(" ")[1]) for each in lines] == [
        ("3", "error"),
        ("4", "error"),
        ("7", "error"),
    ]
    code, lines = run(capsys, "check", path, "--meshes", "--allow", "mesh.missing")
    assert code == 0
    assert all("warning" in each for each in lines)


def test_a_check_of_collisions_needs_collision_meshes(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("coal")
    assert run(capsys, "check", robot(tmp_path, "there.stl"), "--collisions", "--samples", 10)[0] == 0
    path = robot(tmp_path, "package://hand/c.stl")
    code, (line,) = run(capsys, "check", path, "--collisions", "--samples", 10, "--output-format", "concise")
    assert code == 1
    assert "error" in line


def test_the_help_names_the_option_for_every_missing_package(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c" / "d" / "e"  # so that no guess finds files of other tests
    deep.mkdir(parents=True)
    path = robot(deep, "package://arm/c.stl")
    report = Report()
    robotfmt.read(path, report=report)
    (found,) = report.having("mesh.missing")
    assert (
        found.help == "Name its package's folder: --package hand=FOLDER Name its package's folder: --package arm=FOLDER"
    )
    assert (found.line, found.severity) == (3, Severity.WARNING)


def test_writing_a_robot_reports_missing_meshes(tmp_path: Path) -> None:
    arm = robotfmt.read(robot(tmp_path, "there.stl"))
    report = Report()
    robotfmt.write(arm, tmp_path / "o.urdf", report=report)
    (found,) = report.having("mesh.missing")
    assert found.message.startswith("2 of 3 mesh files are missing")


def test_a_warning_can_be_what_a_conversion_fails_on(tmp_path: Path, capsys: Capture) -> None:
    path, out = robot(tmp_path, "there.stl"), tmp_path / "o.urdf"
    assert run(capsys, "convert", path, out, "--fail-on", "warning")[0] == 1
    assert not out.exists()
    assert run(capsys, "convert", path, out, "--fail-on", "warning", "--allow", "mesh.missing")[0] == 0


def test_a_file_that_is_not_there_is_missing_wherever_it_would_be(tmp_path: Path, capsys: Capture) -> None:
    """Trust is asked for only where there is something to trust."""
    elsewhere = tmp_path / "far" / "there.stl"
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    path = robot(folder, f"file://{elsewhere}")
    assert main(["check", str(path), "--only", "mesh", "--json"]) == 0
    codes = [each["code"] for each in json.loads(capsys.readouterr().out)["robots"][0]["findings"]]
    assert codes == ["mesh.missing"]
    elsewhere.parent.mkdir()
    elsewhere.write_bytes((folder / "there.stl").read_bytes())
    assert main(["check", str(path), "--only", "mesh", "--json"]) == 0
    codes = [each["code"] for each in json.loads(capsys.readouterr().out)["robots"][0]["findings"]]
    assert codes == ["mesh.missing", "mesh.outside"]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///opt/ros/share/hand/meshes/there.stl",
        "/opt/ros/share/hand/meshes/there.stl",
        "package://hand/share/meshes/there.stl",
    ],
)
def test_paths_of_another_machine_are_mapped(uri: str, tmp_path: Path) -> None:
    path = robot(tmp_path, uri)
    (tmp_path / "meshes").mkdir()
    (tmp_path / "there.stl").rename(tmp_path / "meshes" / "there.stl")
    path.write_text(path.read_text().replace("package://hand/a.stl", uri).replace("package://hand/b.stl", uri))
    report = Report()
    robotfmt.read(path, report=report)
    (found,) = report.having("mesh.missing")
    assert found.help is not None
    option, _, value = found.help.rpartition(": ")[2].partition(" ") if "package" not in uri else ("--map-path", "", "")
    value = value or f"package://hand/share={tmp_path}"
    assert option == "--map-path"
    assert value in found.help
    old, _, new = value.partition("=")
    mapped = Report()
    robotfmt.read(path, report=mapped, settings=Settings(assets=Assets(path_map={old: Path(new)})))
    assert not mapped.having("mesh.missing")
    assert main(["check", str(path), "--meshes", "--map-path", value]) == 0


def test_a_mapped_path_stays_in_its_folder(tmp_path: Path) -> None:
    path = robot(tmp_path, "/opt/ros/../../there.stl")
    (tmp_path / "below").mkdir()
    assets = Assets(path_map={"/opt/ros": tmp_path / "below"})
    with pytest.raises(MeshError):
        assets.load("/opt/ros/../there.stl", str(path))
