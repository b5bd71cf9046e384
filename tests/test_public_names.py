"""What the public packages show, and that it exists."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from stubs import stubs

import robotfmt

PUBLIC = (
    "collision_shapes",
    "edit",
    "inertia",
    "kinematics",
    "model",
    "planning",
    "setup",
    "render",
    "selfcollision",
    "spheres",
    "validation",
)
QUICK = "import robotfmt, sys; {}; print(sorted({{'numpy', 'lxml', 'msgspec'}} & set(sys.modules)))"


def printed(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_package_shows_its_public_names_only(name: str) -> None:
    package = import_module(f"robotfmt.{name}")
    assert dir(package) == sorted(package.__all__)
    assert all(getattr(package, each) is not None for each in dir(package))


def test_every_package_with_public_names_shows_them_only() -> None:
    root = Path(robotfmt.__file__).parent
    texts = {path.parent.name: path.read_text(encoding="utf-8") for path in root.glob("*/__init__.py")}
    named = {name for name, text in texts.items() if "__all__ = " in text}
    shown = {name for name in named if re.search(r"^(def __dir__\(|__getattr__, __dir__, )", texts[name], re.MULTILINE)}
    assert shown == named >= set(PUBLIC)


def test_the_stubs_are_those_of_the_tables() -> None:
    """If this fails, run ``python tests/support/stubs.py``."""
    found = {path: path.read_text(encoding="utf-8") for path in Path(robotfmt.__file__).parent.rglob("*.pyi")}
    assert found == stubs()


def test_the_facade_shows_its_names_and_the_public_packages() -> None:
    shown = [each for each in dir(robotfmt) if each != "__version__"]
    assert {*robotfmt.__all__} < {*shown}
    assert not [each for each in shown if each.startswith("_")]
    assert {each for each in shown if each not in robotfmt.__all__} == {*PUBLIC, "errors"} - {"validation"}
    assert all(getattr(robotfmt, each) is not None for each in shown)


def test_the_packages_need_no_import_of_their_own() -> None:
    program = "import robotfmt; print(robotfmt.kinematics.forward_kinematics.__name__)"
    assert printed(program) == "forward_kinematics"


def test_listing_public_names_imports_nothing() -> None:
    assert printed(QUICK.format("dir(robotfmt)")) == "[]"


def test_an_unknown_name_has_a_suggestion() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import robotfmt; robotfmt.convertt"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "has no attribute 'convertt'. Did you mean: 'convert'?" in done.stderr


def public_functions() -> list[tuple[str, Callable[..., object]]]:
    """The functions that users call, and the methods of the classes that they see."""
    found: list[tuple[str, Callable[..., object]]] = []
    shown = [import_module(f"robotfmt.{name}") for name in PUBLIC if name in dir(robotfmt)]
    for package in (robotfmt, *shown):
        for name in package.__all__:
            it = getattr(package, name)
            methods = vars(it).items() if inspect.isclass(it) else ()
            found += [(f"{name}.{key}", each) for key, each in methods if inspect.isfunction(each) and key[0] != "_"]
            found += [(f"{package.__name__}.{name}", it)] if inspect.isfunction(it) else []
    return found


def test_users_give_settings_and_a_report_by_name_and_no_context() -> None:
    functions = public_functions()
    assert len(functions) > 60
    for name, each in functions:
        given = inspect.signature(each).parameters.values()
        assert not [it.name for it in given if it.name == "context" or "Context" in str(it.annotation)], name
        if name.startswith("robotfmt"):
            bundles = [it for it in given if it.name in ("settings", "report")]
            assert all(it.kind is inspect.Parameter.KEYWORD_ONLY for it in bundles), name
            assert all(it.default is None for it in bundles), name
