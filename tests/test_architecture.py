"""The rules of dependency, and the other promises that the shape of the code makes."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotfmt import codes as core_codes
from robotfmt.codes import xacro as xacro_codes
from robotfmt.diagnostics import Code
from robotfmt.formats import all_formats

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "robotfmt").rglob("*.py"), *(ROOT / "converters").rglob("*.py")])
FOREIGN = {"lxml": "documents/xml.py", "ruamel": "documents/yaml_events.py", "trimesh": "mesh/load.py"}
FOREIGN |= {"xacro": "xacro/child/main.py", "coal": "selfcollision/narrow.py"}
LONGEST_FUNCTION, LONGEST_FILE = 40, 400


def imports(path: Path) -> Iterator[str]:
    """The absolute names of everything that a module imports."""
    package = list(path.relative_to(ROOT).with_suffix("").parts)
    package = package[1:] if package[0] == "converters" else package
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


def owner(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "converters" else parts[0]


def test_the_hub_knows_no_format() -> None:
    guilty = [
        (path, name)
        for path in SOURCES
        if owner(path) == "robotfmt"
        for name in imports(path)
        if name.startswith("robotfmt_")
    ]
    assert not guilty


def test_a_format_knows_no_other_format() -> None:
    guilty = [
        (path, name)
        for path in SOURCES
        if owner(path) != "robotfmt"
        for name in imports(path)
        if name.startswith("robotfmt_") and name.partition(".")[0] != owner(path)
    ]
    assert not guilty


def test_the_model_imports_nothing_of_the_rest() -> None:
    guilty = [
        (path, name)
        for path in (ROOT / "robotfmt" / "model").glob("*.py")
        for name in imports(path)
        if name.startswith("robotfmt") and not name.startswith("robotfmt.model")
    ]
    assert not guilty


def test_each_foreign_library_has_one_door() -> None:
    doors = defaultdict(set)
    for path in SOURCES:
        for name in imports(path):
            top = name.partition(".")[0]
            if top in (*FOREIGN, "collada"):
                doors[top].add(str(path.relative_to(ROOT / "robotfmt")))
    assert {name: doors[name] for name in FOREIGN} == {name: {door} for name, door in FOREIGN.items()}
    assert len(doors["collada"]) <= 1


LIGHT = (
    ["formats"],
    ["formats", "--matrix"],
    ["explain", "robot.cycle"],
    ["explain", "urdf", "collada"],
    ["info", str(ROOT / "fixtures/arm6/arm6.urdf"), "-q"],
    ["check", str(ROOT / "fixtures/arm6/arm6.urdf"), "-q"],
    ["check", str(ROOT / "fixtures/ur10e/ur10e.xrdf"), "-q"],
    ["resolve", str(ROOT / "fixtures/arm6/arm6.urdf"), "-q"],
)


@pytest.mark.parametrize("arguments", LIGHT, ids=lambda each: " ".join(each[:2])[:20])
def test_light_verbs_load_nothing_heavy(arguments: list[str]) -> None:
    program = (
        f"import sys; from robotfmt.cli import main; main({arguments!r});"
        "print(sorted({'numpy', 'trimesh', 'scipy', 'collada'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_checking_spheres_loads_no_meshes() -> None:
    files = [str(ROOT / f"fixtures/ur10e/ur10e.{suffix}") for suffix in ("urdf", "xrdf")]
    program = (
        f"import sys; from robotfmt.cli import main; main(['check', *{files!r}, '-q']);"
        "print(sorted({'trimesh', 'scipy', 'collada'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_nothing_of_xacro_is_loaded_unasked() -> None:
    arm = str(ROOT / "fixtures/arm6/arm6.urdf")
    program = (
        f"import sys; from robotfmt.cli import main; main(['check', {arm!r}, '-q']);"
        "print([each for each in sys.modules if 'xacro' in each or each in ('subprocess', 'queue')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_functions_and_files_are_short() -> None:
    long = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > LONGEST_FILE:
            long.append((path, text.count("\n")))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append((path, length))
    assert not long


def test_every_public_function_has_a_docstring() -> None:
    bare = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and isinstance(node, ast.ClassDef) and ast.get_docstring(node) is None:
                bare.append((path.name, node.name))
    assert not bare


def test_codes_are_unique_and_say_what_they_mean() -> None:
    known = [code for code in vars(core_codes).values() if isinstance(code, Code)]
    known += xacro_codes.CODES
    known += [code for format in all_formats() for code in format.codes]
    slugs = [code.slug for code in known]
    assert len(slugs) == len(set(slugs))
    assert all("." in code.slug or code.slug == "usage" for code in known)
    assert all(code.title.endswith(".") for code in known)


def test_nothing_names_a_machine() -> None:
    texts = [*SOURCES, ROOT / "README.md", ROOT / "pyproject.toml", *(ROOT / "fixtures").rglob("*.md")]
    words = ["/" + word + "/" for word in ("work", "tmp", "root", "farm")]
    guilty = [path for path in texts if any(word in path.read_text(encoding="utf-8") for word in words)]
    assert not guilty
