"""What is installed: the packages with their types, the command, the formats, and nothing that was not said."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import distribution, entry_points
from pathlib import Path

import robotfmt
from robotfmt import formats

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = [ROOT / "robotfmt", *sorted((ROOT / "converters").glob("robotfmt_*"))]


def test_every_package_has_types() -> None:
    assert len(PACKAGES) == 15
    assert all((package / "py.typed").is_file() for package in PACKAGES)


def test_every_package_beside_the_core_is_a_format() -> None:
    named = {each.value.partition(":")[0] for each in entry_points(group="robotfmt.formats")}
    assert {package.name for package in PACKAGES[1:]} <= named
    assert {each.name for each in formats.all_formats()} >= {"urdf", "srdf", "xrdf", "collada"}


def test_the_version_is_said_once() -> None:
    assert distribution("robotfmt").version == robotfmt.__version__
    assert robotfmt.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_what_is_imported_is_required() -> None:
    names = [re.split(r"[^A-Za-z0-9._-]", each)[0] for each in distribution("robotfmt").requires or []]
    required = {name.lower().replace("-", ".") for name in names}
    modules = {"lxml": "lxml", "numpy": "numpy", "collada": "pycollada", "ruamel": "ruamel.yaml", "yaml": "pyyaml"}
    modules |= {
        "highspy": "highspy",
        "joblib": "joblib",
        "manifold3d": "manifold3d",
        "msgspec": "msgspec",
        "numba": "numba",
        "pathspec": "pathspec",
        "tomli": "tomli",
        "typing_extensions": "typing.extensions",
    }
    modules |= {"scipy": "scipy", "shtab": "shtab", "trimesh": "trimesh", "xacro": "xacro", "coal": "coal"}
    own = {package.name for package in PACKAGES}
    modules_of = (path for package in PACKAGES for path in package.rglob("*.py") if "template" not in path.parts)
    foreign = {name for path in modules_of for name in imported(path)}
    assert {name for name in foreign if name not in own} <= set(modules)
    assert {modules[name] for name in foreign if name in modules} <= required


def imported(path: Path) -> set[str]:
    """The first names of what a file imports from elsewhere, the standard library apart."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found - set(sys.stdlib_module_names)


def test_the_top_of_the_repository_holds_what_belongs_there() -> None:
    known = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs",
        "mkdocs.yml",
        "robotfmt",
        "converters",
        "tests",
        "fixtures",
    }
    passing = {"build", "dist"}
    shown = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert known <= shown <= known | passing
