"""Compile what the spheres need, once: else each process that tests are run in compiles it for itself, at one time.

python tests/support/warm.py
"""

from __future__ import annotations

from typing import Any

from efforts import DRAFT

from robotfmt.mesh import tessellate
from robotfmt.model import Box, Cylinder
from robotfmt.spheres import fit_mesh, measure_mesh

WAYS: tuple[dict[str, Any], ...] = (
    {"per_link": 6, "effort": DRAFT},
    {"tolerance": 0.02},
    {"tolerance": 0.02, "inside": True},
)


def main() -> None:
    """Fit spheres to two shapes in every way, and measure them."""
    for shape in (Box((0.1, 0.06, 0.04)), Cylinder(0.03, 0.1)):
        surface = tessellate(shape, 0.002)
        assert surface is not None
        for asked in WAYS:
            made = fit_mesh(surface.vertices, surface.faces, **asked)
            measure_mesh(surface.vertices, surface.faces, made.spheres, samples=100)


if __name__ == "__main__":
    main()
