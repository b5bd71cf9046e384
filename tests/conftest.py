"""What all tests share: which are slow, how long hypothesis searches, and what is never garbage."""

from __future__ import annotations

import gc
import os
import sys
import zlib
from collections.abc import Iterator
from functools import cache
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
SLOW = (
    *("cli/test_missing_meshes", "cli/test_spheres", "collada/test_real_documents"),
    *("edit/test_proof", "edit/test_real", "openrave/test_writer", "oracles", "planning/test_describe"),
    *("planning/test_prepare", "selfcollision/test_wipers", "smurf/test_writer"),
    *("spheres/test_approximation", "spheres/test_damaged", "spheres/test_fit_cover"),
    *("spheres/test_fit_robot", "spheres/test_fit_tolerance", "spheres/test_lengths"),
    *("spheres/test_measure", "spheres/test_mount", "spheres/test_options", "spheres/test_repeatable"),
    *("spheres/test_solid", "srdf/test_corpus", "srdf/test_update_corpus", "test_bare", "test_collision_shapes"),
    *("test_example_robots", "test_examples", "test_fallback", "test_mutants", "test_pairs"),
    *("test_properties", "test_readme", "test_round_trip", "test_sensors", "urdf/test_corpus"),
    *("viewer/test_browser", "xacro/test_attacks", "xacro/test_expand", "xrdf/test_corpus"),
    "xrdf/test_update",
)
"""Files and folders that take more than ten seconds of one processor: real robots, other programs, fits of spheres."""
MANY = {
    *("collada/test_real_documents", "edit/test_real", "oracles/test_collada_parser", "oracles/test_corpus"),
    *("oracles/test_edits", "oracles/test_mujoco", "oracles/test_pinocchio"),
    *("oracles/test_urdf_to_collada", "oracles/test_urdf_written"),
    *("srdf/test_corpus", "srdf/test_update_corpus", "test_example_robots"),
    *("urdf/test_corpus", "xrdf/test_corpus", "xrdf/test_extensions"),
}
"""Files with tests that are repeated for hundreds of documents or places: of each one in :data:`TURNS` is taken."""
TURNS = 10
MOST = 8
"""The most cases of a test that are all taken."""
_LEFT_OUT: list[int] = []
"""How many cases of each test are left out."""
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=QUICK, **_COMMON)
settings.register_profile("thorough", max_examples=THOROUGH, **_COMMON)
settings.load_profile("thorough" if "CI" in os.environ else "quick")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in the list as slow; single tests of other files carry the mark themselves."""
    for item in items:
        if _name(item.path).startswith(SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Leave out most documents where there are hundreds, unless ROBOTFMT_ALL=1.

    Before they become tests: pytest has no public name for this place, and making ten thousand tests only to
    leave them out takes seconds in each process.
    """
    yield
    cases = metafunc._calls
    if len(cases) > MOST and _name(metafunc.definition.path) in MANY and not os.environ.get("ROBOTFMT_ALL"):
        metafunc._calls = [each for each in cases if not zlib.crc32(each.id.encode()) % TURNS] or cases[:1]
        _LEFT_OUT.append(len(cases) - len(metafunc._calls))


def pytest_report_collectionfinish() -> list[str]:
    """Say how many documents are left out."""
    return [f"left out: {sum(_LEFT_OUT)} documents of hundreds (ROBOTFMT_ALL=1 takes all)"] if _LEFT_OUT else []


@cache
def _name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


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
