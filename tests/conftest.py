"""What all tests share: which are slow, how long hypothesis searches, and what is never garbage."""

from __future__ import annotations

import gc
import os
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
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
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=QUICK, **_COMMON)
settings.register_profile("thorough", max_examples=THOROUGH, **_COMMON)
settings.load_profile("thorough" if "CI" in os.environ else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is in the list as slow, and leave out most documents where there are hundreds.

    Single tests of other files carry the mark themselves. With ROBOTFMT_ALL=1 all documents are taken.
    """
    for item in items:
        if _name(item.path).startswith(SLOW):
            item.add_marker(pytest.mark.slow)
    if not os.environ.get("ROBOTFMT_ALL"):
        cases = Counter(_function(item) for item in items)
        left_out = [
            item for item in items if _turn(item) and cases[_function(item)] > MOST and _name(item.path) in MANY
        ]
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@cache
def _name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _turn(item: pytest.Item) -> int:
    """Return whose turn a test is, by the name of its document; 0 without one."""
    call = getattr(item, "callspec", None)
    return zlib.crc32(call.id.encode()) % TURNS if call is not None else 0


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of the search for garbage: there are thousands."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def shared_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fits of spheres take what earlier tests of the same process have worked out."""
    import shared_fits

    shared_fits.share(monkeypatch)
