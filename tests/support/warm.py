"""Compile what tests need, once: else each process that tests are run in compiles it for itself, at one time.

python tests/support/warm.py
"""

from __future__ import annotations

import compileall
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from efforts import DRAFT
from rods import rail

from robotfmt.mesh import tessellate
from robotfmt.model import Box, Cylinder
from robotfmt.selfcollision import classify
from robotfmt.spheres import fit_mesh, measure_mesh

WAYS: tuple[dict[str, Any], ...] = (
    {"per_link": 6, "effort": DRAFT},
    {"tolerance": 0.02},
    {"tolerance": 0.02, "inside": True},
    {"per_link": 3, "effort": DRAFT, "approximate": True},
)


ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Compile the modules, and the tests as pytest rewrites them; then all that spheres and contacts need."""
    for folder in ("robotfmt", "converters"):
        compileall.compile_dir(ROOT / folder, quiet=2)
    with redirect_stdout(StringIO()):
        pytest.main(["--collect-only", "-q", "-n", "0", str(ROOT / "tests")])
    fit_and_measure()
    find_contacts()


def fit_and_measure() -> None:
    """Fit spheres to two shapes in every way, and measure them."""
    for shape in (Box((0.1, 0.06, 0.04)), Cylinder(0.03, 0.1)):
        surface = tessellate(shape, 0.002)
        assert surface is not None
        for asked in WAYS:
            made = fit_mesh(surface.vertices, surface.faces, **asked)
            measure_mesh(surface.vertices, surface.faces, made.spheres, samples=100)


def find_contacts() -> None:
    """Look which links can touch, as in an environment without coal."""
    with patch.dict(sys.modules, {"coal": None}):
        classify(rail(1.0), samples=50)


if __name__ == "__main__":
    main()
