"""What all tests share: which are slow, how long hypothesis searches, and what is never garbage."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
QUICK, THOROUGH = 15, 30
"""How many examples a property is tried on: by hand, and in CI."""
SLOW = (
    *("cli/test_missing_meshes", "cli/test_spheres", "collada/test_real_documents"),
    *("edit/test_proof", "edit/test_real", "oracles", "planning/test_prepare"),
    *("spheres/test_damaged", "spheres/test_fit_cover", "spheres/test_fit_robot", "spheres/test_lengths"),
    *("spheres/test_measure", "spheres/test_mount", "spheres/test_options"),
    *("srdf/test_corpus", "srdf/test_update_corpus", "test_bare", "test_example_robots", "test_fallback"),
    *("test_mutants", "test_readme", "test_round_trip", "test_sensors", "urdf/test_corpus"),
    *("viewer/test_browser", "xacro/test_attacks", "xacro/test_expand", "xrdf/test_corpus"),
    "xrdf/test_update",
)
"""Files and folders that take more than ten seconds of one processor: real robots, other programs, fits of spheres."""
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=QUICK, **_COMMON)
settings.register_profile("thorough", max_examples=THOROUGH, **_COMMON)
settings.load_profile("thorough" if "CI" in os.environ else "quick")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in the list as slow; single tests of other files carry the mark themselves."""
    for item in items:
        name = item.path.relative_to(HERE).with_suffix("").as_posix()
        if name.startswith(SLOW):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of the search for garbage: there are thousands."""
    gc.collect()
    gc.freeze()
