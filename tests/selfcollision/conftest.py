"""Contacts by coal and by robotfmt's own checks, which must find the same."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(params=["coal", "own checks"])
def checks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a test is run with in turn: coal, and an environment without it."""
    kind = str(request.param)
    if kind == "coal":
        pytest.importorskip("coal")
    else:
        monkeypatch.setitem(sys.modules, "coal", None)
    return kind
