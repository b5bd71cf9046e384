"""What is installed: the packages with their types, the command, the formats, and nothing that was not said."""

from __future__ import annotations

from importlib.metadata import distribution, entry_points
from pathlib import Path

import robotfmt
from robotfmt import formats

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = [ROOT / "robotfmt", *sorted((ROOT / "converters").glob("robotfmt_*"))]


def test_every_package_has_types() -> None:
    assert len(PACKAGES) == 17
    assert all((package / "py.typed").is_file() for package in PACKAGES)


def test_every_package_but_the_core_is_a_format() -> None:
    named = {each.value.partition(":")[0] for each in entry_points(group="robotfmt.formats")}
    assert {package.name for package in PACKAGES[1:]} <= named
    assert {each.name for each in formats.all_formats()} >= {"urdf", "srdf", "xrdf", "collada"}


def test_the_version_is_declared_once() -> None:
    assert distribution("robotfmt").version == robotfmt.__version__
    assert robotfmt.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_top_of_the_repository_holds_what_belongs_there() -> None:
    known = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "docs",
        "mkdocs.yml",
        "robotfmt",
        "converters",
        "tests",
        "fixtures",
    }
    # What comes and goes: packages that are built, and the log that MuJoCo writes where a test runs it.
    passing = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    shown = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert known <= shown <= known | passing
