"""What all tests share: how many cases are taken, how long hypothesis searches, and what is never garbage."""

from __future__ import annotations

import gc
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
if sys.dont_write_bytecode and sys.pycache_prefix is None:
    # Without a place for it, each process compiles all tests and rewrites their assertions: 12 CPU seconds. What is
    # asked for with PYTHONDONTWRITEBYTECODE is that none lies beside the sources.
    sys.pycache_prefix, sys.dont_write_bytecode = str(HERE.parent / ".pytest_cache" / "bytecode"), False
QUICK, THOROUGH = 15, 20
"""How many examples a property is tried on: by hand, and in CI."""
TURNS = 10
"""Of tests marked ``many``, which are repeated for hundreds of documents or places, one in so many is taken."""
MOST = 8
"""The most cases of a test that are all taken."""
_LEFT_OUT: list[int] = []
"""How many cases of each test are left out."""
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=QUICK, **_COMMON)
settings.register_profile("thorough", max_examples=THOROUGH, **_COMMON)
settings.load_profile("thorough" if "CI" in os.environ else "quick")


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Leave out most cases of tests that are marked ``many``, unless ROBOTFMT_ALL=1.

    Before they become tests: pytest has no public name for this place, and making ten thousand tests only to
    leave them out takes seconds in each process.
    """
    yield
    cases = metafunc._calls
    if len(cases) > MOST and metafunc.definition.get_closest_marker("many") and not os.environ.get("ROBOTFMT_ALL"):
        metafunc._calls = [each for each in cases if not zlib.crc32(each.id.encode()) % TURNS] or cases[:1]
        _LEFT_OUT.append(len(cases) - len(metafunc._calls))


def pytest_report_collectionfinish() -> list[str]:
    """Say how many documents are left out."""
    return [f"left out: {sum(_LEFT_OUT)} documents of hundreds (ROBOTFMT_ALL=1 takes all)"] if _LEFT_OUT else []


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage while tests are collected, and leave the tests out afterwards: there are thousands."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def shared_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fits of spheres take what earlier tests of the same process have worked out."""
    import shared_fits

    shared_fits.share(monkeypatch)
