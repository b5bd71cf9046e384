"""Modules by others that judge ours: missing here, a test is skipped; missing where they are promised, it fails."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NoReturn

import pytest


def oracle(name: str) -> Any:
    """A module of the test extra. Continuous integration installs it, so that there its absence is a failure."""
    try:
        found = import_module(name)
    except ImportError as error:
        missing(name, error)
    if hasattr(found, "set_mju_user_warning"):
        found.set_mju_user_warning(print)  # MuJoCo appends its warnings to a file in the working folder otherwise
    return found


def needs(*names: str) -> pytest.MarkDecorator:
    """A mark that skips tests where a module is not installed; unlike ``importorskip`` it imports nothing."""
    absent = [each for each in names if find_spec(each) is None]
    return pytest.mark.skipif(bool(absent), reason=f"not installed: {', '.join(absent)}")


def missing(name: str, error: ImportError | None = None) -> NoReturn:
    """Skip a test, or in continuous integration fail, because a program is not there."""
    if os.environ.get("CI"):
        pytest.fail(f"{name} has to be there in continuous integration: {error or 'it is not installed'}")
    pytest.skip(f"{name} is not installed (pip install robotfmt[test])")
