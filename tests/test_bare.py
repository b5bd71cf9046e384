"""In an environment with robotfmt alone, every verb works but those that need an extra, and these say which."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from once import made_once
from real import FIXTURES
from squares import VERTEX, document

pytestmark = pytest.mark.slow
ROOT = FIXTURES.parent
ARM = str(FIXTURES / "arm6" / "arm6.urdf")
UR10E = [str(FIXTURES / "ur10e" / f"ur10e.{suffix}") for suffix in ("urdf", "xrdf")]
EXTRAS = ("coal", "highspy", "joblib", "numba", "scipy", "xacro")
MEGABYTES = 200
"""More than the environment of README takes (150 MB), for the libraries of other platforms and years."""
WORKING = {
    "convert": ["convert", ARM, "out.dae"],
    "hull": ["check", "hull.urdf", "--meshes"],
    "hull, copied": ["convert", "hull.urdf", "out.urdf", "--meshes", "copy", "--mesh-format", "stl"],
    "stl": ["convert", ARM, "out.urdf", "--meshes", "copy", "--mesh-format", "obj"],
    "check": ["check", ARM, "--meshes"],
    "diff": ["diff", ARM, ARM],
    "edit": ["edit", ARM, "--prefix", "left_", "-o", "out.urdf"],
    "info": ["info", ARM, "--meshes"],
    "report": ["convert", *UR10E, "out.dae", "--report", "out.html"],
    "render": ["render", ARM, "-o", "out.png", "--size", "64x64"],
    "hull, drawn": ["render", "hull.urdf", "-o", "out.png", "--size", "64x64"],
}
NEEDING = {
    "xrdf": ["xrdf", ARM, "-o", "out.xrdf"],
    "srdf": ["srdf", ARM, "-o", "out.srdf"],
    "fitted on the way": ["convert", ARM, "out.xrdf", "--fit-spheres"],
    "fit": ["spheres", "fit", ARM, "-o", "out.xrdf"],
    "measure": ["spheres", "measure", *UR10E],
    "collisions": ["check", *UR10E, "--collisions"],
    "hulls": ["edit", ARM, "--collisions", "hull", "-o", "out.urdf"],
    "decomposed": ["edit", ARM, "--collisions", "decompose", "-o", "out.urdf"],
}


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with robotfmt and what it requires, installed from the package index."""
    folder = made_once("bare", tmp_path_factory, install)
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def install(folder: Path) -> None:
    """Make that environment by this one's pip; only what runs is compiled, as the rest takes half a minute."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    options = ("--quiet", "--disable-pip-version-check", "--no-compile")
    command = [sys.executable, "-m", "pip", "--python", str(folder), "install", *options, str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "CI" not in os.environ:
        pytest.skip(f"robotfmt could not be installed in a fresh environment: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr


@pytest.fixture
def hull(tmp_path: Path) -> str:
    """A robot whose mesh is the convex hull of another geometry of a COLLADA file."""
    corners = "0 0 0 1 0 0 0 1 0 0 0 1 0.1 0.1 0.1"
    surfaces = f'<triangles count="2">{VERTEX}<p>0 1 2 3 4 0</p></triangles>'
    geometry = '<geometry id="h"><convex_mesh convex_hull_of="#g"/></geometry>'
    text = document(surfaces, '<instance_geometry url="#h"/>', extra_geometry=geometry, positions=corners)
    (tmp_path / "hull.dae").write_text(text, encoding="utf-8")
    shape = '<geometry><mesh filename="hull.dae"/></geometry>'
    robot = f'<robot name="r"><link name="a"><collision>{shape}</collision></link></robot>'
    (tmp_path / "hull.urdf").write_text(robot, encoding="utf-8")
    return str(tmp_path / "hull.urdf")


def run(python: Path, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run robotfmt of that environment; what this one's path adds is left out."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [str(python), "-m", "robotfmt", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.usefixtures("hull")
@pytest.mark.parametrize("verb", WORKING)
def test_a_verb_needs_no_extra(verb: str, bare: Path, tmp_path: Path) -> None:
    done = run(bare, WORKING[verb], tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", NEEDING)
def test_a_verb_names_the_extra_that_it_needs(verb: str, bare: Path, tmp_path: Path) -> None:
    done = run(bare, NEEDING[verb], tmp_path)
    assert done.returncode == 2, done.stderr
    assert "error [usage.not-installed]: " in done.stderr
    assert "pip install 'robotfmt[planning]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_types_are_installed(bare: Path) -> None:
    (installed,) = next(bare.parent.parent.rglob("site-packages")).glob("robotfmt")
    here = ROOT / "robotfmt"
    stubs = {path.relative_to(here) for path in here.rglob("*.pyi")}
    assert stubs
    assert {path.relative_to(installed) for path in installed.rglob("*.pyi")} == stubs


def test_the_environment_is_light(bare: Path) -> None:
    libraries = next(bare.parent.parent.rglob("site-packages"))
    assert not [name for name in EXTRAS if (libraries / name).exists()]
    counted = [path for path in libraries.rglob("*") if "pip" not in path.relative_to(libraries).parts[0]]
    assert sum(path.stat().st_size for path in counted if path.is_file()) < MEGABYTES * 1e6
