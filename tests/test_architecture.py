"""The rules of dependency, and the other promises that the shape of the code makes."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest

from robotfmt import codes as core_codes
from robotfmt.codes import xacro as xacro_codes
from robotfmt.diagnostics import Code
from robotfmt.formats import all_formats

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "robotfmt" / "scaffold" / "template"
"""A package of its own, which is no part of robotfmt."""
SOURCES = sorted(
    path
    for path in (*(ROOT / "robotfmt").rglob("*.py"), *(ROOT / "converters").rglob("*.py"))
    if not path.is_relative_to(TEMPLATE)
)
FLOORS = (
    ("lazy",),
    ("model",),
    ("limits", "diagnostics", "schemas", "processes"),
    ("codes", "errors"),
    ("documents",),
    ("kinematics", "assets", "words"),
    ("context", "facts", "adapting"),
    ("mesh", "xacro", "gazebo"),
    ("formats",),
    ("surfaces", "edit", "kept", "load", "settings"),
    ("compare", "selfcollision"),
    ("spheres", "inertia"),
    ("validation", "collision_shapes"),
    ("targets",),
    ("planning", "hub"),
    ("converters",),
    ("render", "viewer", "testing", "scaffold", "setup", "fixing"),
    ("robotfmt", "cli"),
    ("__main__",),
)
"""Of whom each may import what is below it; ``robotfmt`` is the facade, ``converters`` are all formats."""
PLAN = {
    *("__init__.py", "codes.py", "reader.py", "writer.py", "revise.py", "adapt.py", "check.py", "words.py"),
    *("document", "adapting", "parts", "check"),
}
"""The modules and packages of a format; the guide says what is in each."""
LARGEST_RING = 4
FOREIGN = {
    "lxml": "documents/xml/nodes.py",
    "msgspec": "model/record.py",
    "pathspec": "cli/folders.py",
    "ruamel": "documents/yaml/events.py",
    "trimesh": "mesh/load.py",
    "yaml": "documents/yaml/events.py",
}
FOREIGN |= {"pxr": "converters/robotfmt_usd/document/child/openusd.py"}
FOREIGN |= {"xacro": "xacro/child/main.py", "coal": "selfcollision/narrow.py", "numba": "mesh/compiled.py"}
LONGEST_FUNCTION, LONGEST_FILE = 40, 500
MOST_MODULES = 7


class Outline(NamedTuple):
    """What the tests ask of a module; its tree, of a thousand nodes, is not kept."""

    imports: tuple[str, ...]
    docstring: str
    lengths: tuple[int, ...]
    """The numbers of lines of its functions."""
    bare: tuple[str, ...]
    """What is public and has no docstring."""
    lines: int


@cache
def outline(path: Path) -> Outline:
    text = path.read_text(encoding="utf-8")
    tree = parsed(text)
    nodes = list(ast.walk(tree))
    return Outline(
        tuple(imported(path, nodes)),
        ast.get_docstring(tree) or "",
        tuple(length(node) for node in nodes if isinstance(node, ast.FunctionDef)),
        tuple(name for name, node in public_in(tree) if ast.get_docstring(node) is None),
        text.count("\n"),
    )


def parsed(text: str) -> ast.Module:
    """The tree of a module. A search for garbage among nodes that are all in use takes longer than parsing them."""
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        gc.enable()


def length(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def module(path: Path) -> str:
    """The dotted name of a module; a package's is that of its ``__init__``."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    parts = parts[1:] if parts[0] == "converters" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {module(path): path for path in SOURCES}


def imported(path: Path, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The absolute names of everything that a module imports, wherever it does, by string and lazily too."""
    package = module(path).split(".") if path.name == "__init__.py" else module(path).split(".")[:-1]
    for node in nodes:
        match node:
            case ast.Import():
                yield from (name.name for name in node.names)
            case ast.ImportFrom():
                base = package[: len(package) - node.level + 1] if node.level else []
                origin = ".".join([*base, *([node.module] if node.module else [])])
                names = (f"{origin}.{name.name}" for name in node.names)
                yield from (name if name in PATHS else origin for name in names)
            case ast.Call(func=ast.Name(id="import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield ".".join([*package, name[1:]]) if name.startswith(".") else name
            case ast.Assign(targets=[ast.Name(id="_EXPORTS")], value=ast.Dict() as table):
                yield from (f"{module(path)}.{home}" for home in ast.literal_eval(table))


def arrows(path: Path) -> set[str]:
    """The modules of robotfmt and its formats that a module imports."""
    found = set(outline(path).imports)
    return {name for name in found if name in PATHS} - {module(path)}


@cache
def all_arrows() -> Mapping[str, set[str]]:
    return {name: arrows(path) for name, path in PATHS.items()}


def room(name: str) -> str:
    """The package of robotfmt, or module at its top, that a module is in."""
    first, _, rest = name.partition(".")
    if first != "robotfmt":
        return "converters"
    return rest.partition(".")[0] or "robotfmt"


def owner(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "converters" else parts[0]


def test_imports_only_go_down() -> None:
    height = {name: number for number, floor in enumerate(FLOORS) for name in floor}
    assert {room(name) for name in PATHS} <= height.keys()
    upward = [
        (name, other)
        for name, others in all_arrows().items()
        for other in others
        if room(name) != room(other) and height[room(other)] >= height[room(name)]
    ]
    assert not upward


def rings(graph: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Modules that import one another, by way of others or not: the largest such sets (Tarjan 1972, iterative)."""
    left = {name: set(others) for name, others in graph.items()}
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            ring = reachable(left, error.args[1][0]) & reaching(left, error.args[1][0])
            yield ring
            left = {name: others - ring for name, others in left.items() if name not in ring}
        else:
            return


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found, pending = {start}, [start]
    while pending:
        new = graph.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return found


def reaching(graph: Mapping[str, set[str]], start: str) -> set[str]:
    back: dict[str, set[str]] = defaultdict(set)
    for name, others in graph.items():
        for other in others:
            back[other].add(name)
    return reachable(back, start)


def test_rings_are_small_and_in_one_folder() -> None:
    found = list(rings(all_arrows()))
    assert [ring for ring in found if len(ring) > LARGEST_RING] == []
    assert [ring for ring in found if len({PATHS[name].parent for name in ring}) > 1] == []


def test_the_top_of_robotfmt_has_few_modules_and_packages_that_the_page_names() -> None:
    top = ROOT / "robotfmt"
    assert len(list(top.glob("*.py"))) <= MOST_MODULES
    packages = {path.parent.name for path in top.glob("*/__init__.py")}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE)) == packages
    assert [floor.split() for floor in re.findall(r"^\d+\. (`\w+`(?: `\w+`)*)$", page, re.MULTILINE)] == [
        [f"`{name}`" for name in floor] for floor in FLOORS
    ]


def test_a_package_declares_what_it_imports_and_who_uses_it() -> None:
    for path in (ROOT / "robotfmt").glob("*/__init__.py"):
        assert re.search(r"\bImports\b", outline(path).docstring), path


def test_a_format_knows_no_other_format() -> None:
    guilty = [
        (path, name)
        for path in SOURCES
        if owner(path) != "robotfmt"
        for name in outline(path).imports
        if name.startswith("robotfmt_") and name.partition(".")[0] != owner(path)
    ]
    assert not guilty


def test_every_format_has_the_one_plan() -> None:
    for package in (ROOT / "converters").glob("robotfmt_*"):
        modules = {path.name for path in package.glob("*.py")}
        rooms = {path.parent.name for path in package.glob("*/__init__.py")}
        assert modules | rooms <= PLAN, package.name


def test_the_syntax_of_a_format_knows_no_robot() -> None:
    for path in (ROOT / "converters").glob("robotfmt_*/document/*.py"):
        known = {name.name for name in names_imported(path)}
        assert not known & {"Robot", "World"}, path
        own = {name.removeprefix(f"{owner(path)}.") for name in outline(path).imports}
        assert not [name for name in own if name.startswith(("parts", "adapting", "reader", "writer"))], path


def test_steps_go_from_robot_to_robot() -> None:
    readings = ("robotfmt.documents.xml.element", "robotfmt.documents.xml.document", "robotfmt.documents.yaml.document")
    for path in (ROOT / "converters").glob("robotfmt_*/adapting/*.py"):
        assert not [name for name in outline(path).imports if name in readings], path


def test_the_packages_of_a_format_import_one_another_in_one_direction() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for name, others in all_arrows().items():
        if name.startswith("robotfmt_"):
            graph[inside(name)] |= {inside(other) for other in others if other.startswith("robotfmt_")} - {inside(name)}
    assert list(rings(graph)) == []


def inside(name: str) -> str:
    """The module or package of a format that a module is in."""
    return ".".join(name.split(".")[:2])


def names_imported(path: Path) -> Iterator[ast.alias]:
    for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from node.names


def test_each_foreign_library_has_one_door() -> None:
    doors = defaultdict(set)
    for path in SOURCES:
        for name in outline(path).imports:
            top = name.partition(".")[0]
            if top in (*FOREIGN, "collada"):
                doors[top].add(str(path.relative_to(ROOT)).removeprefix("robotfmt/"))
    assert {name: doors[name] for name in FOREIGN} == {name: {door} for name, door in FOREIGN.items()}
    assert len(doors["collada"]) <= 1


LIGHT = (
    ["formats"],
    ["formats", "--matrix"],
    ["explain", "robot.cycle"],
    ["explain", "urdf", "collada"],
    ["info", str(ROOT / "fixtures/arm6/arm6.urdf"), "-q"],
    ["check", str(ROOT / "fixtures/broken/robot/sound.urdf"), "-q"],
    ["check", str(ROOT / "fixtures/ur10e/ur10e.xrdf"), "-q"],
    ["resolve", str(ROOT / "fixtures/arm6/arm6.urdf"), "-q"],
)


def test_imported_libraries_are_requirements() -> None:
    names = [re.split(r"[^A-Za-z0-9._-]", each)[0] for each in distribution("robotfmt").requires or []]
    required = {name.lower().replace("-", ".") for name in names}
    modules = {"lxml": "lxml", "numpy": "numpy", "collada": "pycollada", "ruamel": "ruamel.yaml", "yaml": "pyyaml"}
    modules |= {
        "coacd": "coacd",
        "highspy": "highspy",
        "joblib": "joblib",
        "manifold3d": "manifold3d",
        "msgspec": "msgspec",
        "numba": "numba",
        "pathspec": "pathspec",
        "tomli": "tomli",
        "typing_extensions": "typing.extensions",
    }
    modules |= {"mujoco": "mujoco", "pinocchio": "pin", "pydrake": "drake"}
    modules |= {"scipy": "scipy", "shtab": "shtab", "trimesh": "trimesh", "xacro": "xacro", "coal": "coal"}
    modules |= {"pxr": "usd.core"}
    own = {room(name) for name in PATHS} | {owner(path) for path in SOURCES}
    foreign = {name.partition(".")[0] for path in SOURCES for name in outline(path).imports} - own
    foreign -= set(sys.stdlib_module_names)
    assert foreign <= set(modules)
    assert {modules[name] for name in foreign} <= required


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
        its = outline(path)
        if its.lines > LONGEST_FILE:
            long.append((path, its.lines))
        long += [(path, length) for length in its.lengths if length > LONGEST_FUNCTION]
    assert not long


def test_everything_public_has_a_docstring() -> None:
    assert not [(path.name, name) for path in SOURCES for name in outline(path).bare]


def public_in(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The classes and functions of a module, and the methods of its public classes; protocols' are their class's."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                yield from ((f"{node.name}.{name}", inner) for name, inner in public_in(node))


def test_codes_are_unique_and_have_a_meaning() -> None:
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
