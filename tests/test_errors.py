"""Errors and suggestions."""

from __future__ import annotations

import pickle
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules, walk_packages

import pytest

import robotfmt
from robotfmt.codes import UNKNOWN_FORMAT
from robotfmt.diagnostics import Report, Suggestions
from robotfmt.errors import InputError, ModelError, RobotfmtError
from robotfmt.model import Origin

FORMATS = [each.name for each in iter_modules() if each.name.startswith("robotfmt_")]
ARGUMENTS = {
    "code": UNKNOWN_FORMAT,
    "message": "what is it",
    "at": Origin("a.x", 3),
    "reason": "is not a number",
    "problem": "found a tab",
    "line": 3,
    "expected": "a number",
    "status": 404,
    "words": "there is none",
    "what": "package",
    "kind": "prims",
    "name": "arm",
}
FINDINGS = tuple(Report().add(UNKNOWN_FORMAT, f"the {each}. finding") for each in range(22))
KEYWORDS = {"findings": FINDINGS, "column": 7, "help": "Give it a suffix.", "finite": False}


def test_an_error_can_be_pickled() -> None:
    error = InputError(UNKNOWN_FORMAT, "what is it", Origin("a.x", 3), column=7, help="Give it a suffix.")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is InputError
    assert (again.code, again.at, again.diagnostic) == (error.code, error.at, error.diagnostic)
    assert again.diagnostic.help == "Give it a suffix."
    assert str(again) == str(error)


def modules() -> list[str]:
    """All modules of robotfmt and of its formats, without what runs on import."""
    packages = [robotfmt, *(import_module(each.name) for each in iter_modules() if each.name in FORMATS)]
    found = [it for each in packages for it in walk_packages(each.__path__, f"{each.__name__}.")]
    return [each.name for each in found if not each.name.endswith("__main__")]


def errors() -> dict[str, type[Exception]]:
    """Every class of exceptions that they define."""
    return {
        f"{name}.{kind.__name__}": kind
        for name in modules()
        for kind in vars(import_module(name)).values()
        if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == name
    }


def made(kind: type[Exception]) -> Exception:
    """An error with a value for each of its arguments."""
    names = list(signature(kind.__init__).parameters)
    values = [ARGUMENTS[each] for each in names if each not in ("self", "args", "kwargs", *KEYWORDS)]
    return kind(*values or ["what is wrong"], **{each: KEYWORDS[each] for each in names if each in KEYWORDS})


def test_every_error_class_can_be_pickled() -> None:
    found = errors()
    assert {"robotfmt.errors.MeshError", "robotfmt.documents.tokens.BadToken"} < found.keys()
    for name, kind in found.items():
        error = made(kind)
        vars(error)["attempts"] = 3
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind, name
        assert (str(again), again.args) == (str(error), error.args), name
        assert vars(again) == vars(error), name


def test_an_error_lists_its_findings() -> None:
    error = InputError(UNKNOWN_FORMAT, "too many", findings=FINDINGS[:2])
    assert str(error).splitlines() == [str(error.diagnostic), f"  {FINDINGS[0]}", f"  {FINDINGS[1]}"]
    long = str(InputError(UNKNOWN_FORMAT, "too many", findings=FINDINGS)).splitlines()
    assert len(long) == 22
    assert long[-1] == "  and 2 more: see the error's 'findings'"
    assert InputError(UNKNOWN_FORMAT, "alone").findings == ()


def test_the_exception_for_a_robot_with_errors_lists_them(tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    joint = "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
    path.write_text(f"<robot name='r'><link name='a'/>{joint}</robot>", encoding="utf-8")
    with pytest.raises(ModelError, match="the child of joint 'j', 'b', is not a link") as caught:
        robotfmt.convert(path, tmp_path / "b.urdf")
    assert {each.code for each in caught.value.findings} == {"robot.unknown-link"}


def test_a_long_message_too() -> None:
    error = InputError(UNKNOWN_FORMAT, "x" * 1000)
    assert pickle.loads(pickle.dumps(error)).args == ("x" * 1000,)


def test_an_error_of_a_reader_can_be_pickled(tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    path.write_text("<robot name='r'>\n<link>", encoding="utf-8")
    with pytest.raises(RobotfmtError) as caught:
        robotfmt.read(path)
    error = caught.value
    error.__cause__ = error.__context__ = None  # dask pickles these too, and lxml's cannot be
    again = pickle.loads(pickle.dumps(error))
    assert again.diagnostic == error.diagnostic


def test_after_many_unknown_names_none_is_suggested() -> None:
    suggestions = Suggestions()
    assert suggestions.hint("elbo", ["elbow", "wrist"]) == "; did you mean 'elbow'?"
    assert suggestions.hint("xyz", ["elbow", "wrist"]) == ""
    found = [suggestions.nearest("elbo", ["elbow"]) for _ in range(50)]
    assert found == ["elbow"] * 48 + [None] * 2
