"""Errors and suggestions."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import robotfmt
from robotfmt.codes import UNKNOWN_FORMAT
from robotfmt.diagnostics import Suggestions
from robotfmt.errors import InputError, RobotfmtError
from robotfmt.model import Origin


def test_an_error_comes_whole_from_another_process() -> None:
    error = InputError(UNKNOWN_FORMAT, "what is it", Origin("a.x", 3), column=7, help="Give it a suffix.")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is InputError
    assert (again.code, again.at, again.diagnostic) == (error.code, error.at, error.diagnostic)
    assert again.diagnostic.help == "Give it a suffix."
    assert str(again) == str(error)


def test_an_error_of_reading_too(tmp_path: Path) -> None:
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
