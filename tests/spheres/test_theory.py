"""The theory in ``docs/spheres.md`` has the sections that the code cites, and names functions that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
THEORY = (ROOT / "docs" / "spheres.md").read_text("utf-8")
PACKAGE = ROOT / "robotfmt" / "spheres"
HEADINGS = set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\.? ", THEORY, re.MULTILINE))
CITED = re.compile(r"spheres\.md (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)")
DEFINED = re.compile(r"`(\w+)`\s+\(`([\w./]+\.py)`\)")
"""A function, and the module that it is in."""
MODULES = re.compile(r"`([\w./]+\.py)`")
MEMBERS = re.compile(r"`(\w+)\.(?!py`)(\w+)`")


def _citations() -> list[tuple[str, str]]:
    """Each section that a module cites, with the module."""
    found = []
    for folder in ("robotfmt", "converters", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = re.sub(r"\s*\n[#\s]*", " ", path.read_text("utf-8"))
            for match in CITED.finditer(text):
                name = path.relative_to(ROOT).as_posix()
                found += [(name, number) for number in re.findall(r"\d+(?:\.\d+)?", match[1])]
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _modules() -> list[Path]:
    return list(PACKAGE.rglob("*.py"))


def _names(path: Path) -> set[str]:
    """What a module defines or imports, and the methods of its classes."""
    tree = _tree(path)
    found = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return found | {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _located(name: str) -> Path | None:
    """The module that a path in the theory means: below the spheres, or else below the repository."""
    return next((each for each in (PACKAGE / name, ROOT / name) if each.is_file()), None)


def test_each_section_that_is_cited_exists() -> None:
    cited = _citations()
    assert len(cited) >= 10
    assert {(name, number) for name, number in cited if number not in HEADINGS} == set()


def test_sections_are_numbered_in_order() -> None:
    numbers = [tuple(map(int, each.split("."))) for each in re.findall(r"^#{2,3} ([\d.]+?)\.? ", THEORY, re.MULTILINE)]
    assert numbers == sorted(numbers)
    assert len(numbers) == len(set(numbers))


def test_references_within_the_theory_exist() -> None:
    prose = re.sub(r"^#.*$", "", THEORY, flags=re.MULTILINE)
    inner = set(re.findall(r"\((\d\.\d)\)|\bby (\d\.\d)\b|\bin (\d\.\d)\b|\bas (\d\.\d)\b|\band (\d\.\d)\b", prose))
    assert {each for found in inner for each in found if each} <= HEADINGS


@pytest.mark.parametrize("function, module", sorted(set(DEFINED.findall(THEORY))))
def test_a_function_of_the_map_is_in_the_module_that_it_names(function: str, module: str) -> None:
    path = _located(module)
    assert path is not None
    assert function in _names(path)


@pytest.mark.parametrize("owner, member", sorted(set(MEMBERS.findall(THEORY))))
def test_a_member_that_is_named_is_one_of_its_class_or_module(owner: str, member: str) -> None:
    found = set[str]()
    for path in _modules():
        if path.stem == owner:
            found |= _names(path)
        for node in _tree(path).body:
            if isinstance(node, ast.ClassDef) and node.name == owner:
                found |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                found |= {ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)}
    assert member in found


@pytest.mark.parametrize("module", sorted(set(MODULES.findall(THEORY))))
def test_each_module_that_is_named_exists(module: str) -> None:
    assert _located(module) is not None
