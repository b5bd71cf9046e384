"""No sphere protrudes further than the tolerance: held against libigl's signed distances."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from programs import needs

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.triangles import Floats
from robotfmt.model import Box, Cylinder, Geometry, Link, Robot
from robotfmt.spheres import fit
from robotfmt.surfaces import link_surface

pytestmark = [pytest.mark.slow, needs("igl"), pytest.mark.usefixtures("shared_fits")]
STEPS = np.arange(2000) + 0.5
RING, TURN = np.sqrt(1 - (1 - STEPS / 1000) ** 2), STEPS * 2.399963229728653
SPREAD = np.stack([RING * np.cos(TURN), RING * np.sin(TURN), 1 - STEPS / 1000], axis=1)
"""Points spread evenly over the unit sphere."""


def _box(size: tuple[float, float, float], at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Triangles:
    made = tessellate(Box(size), 1.0)
    assert made is not None
    return Triangles(made.vertices + at, made.faces)


def _drum() -> Triangles:
    made = tessellate(Cylinder(0.04, 0.15), 1e-4)
    assert made is not None
    return made


CROSS = join([_box((0.2, 0.03, 0.03)), _box((0.03, 0.2, 0.03)), _box((0.03, 0.03, 0.2))])
"""Long faces of each bar run through the others."""
TEE = join([_box((0.06, 0.02, 0.02)), _box((0.02, 0.03, 0.02))])
SURFACES = {
    "a box": (_box((0.12, 0.08, 0.05)), 0.01),
    "a drum": (_drum(), 0.01),
    "a cross": (CROSS, 0.01),
    "a plate": (_box((0.2, 0.1, 0.001)), 0.02),
    "a small tee": (TEE, 0.01),
}


def _fitted(link: Link, tolerance: float, report: Report | None = None) -> Floats:
    (chosen,) = fit(Robot(links=(link,)), tolerance=tolerance, report=report).sphere_sets
    rows = [(*sphere.center, sphere.radius) for frame in chosen.frames for sphere in frame.spheres if sphere.center]
    return np.array(rows, dtype=np.float64)


def _protrusion(triangles: Triangles, spheres: Floats) -> float:
    """Of the exposed points on the spheres; less than 0 is inside the solid."""
    points = np.concatenate([sphere[:3] + sphere[3] * SPREAD for sphere in spheres])
    away = np.min([np.linalg.norm(points - sphere[:3], axis=1) - sphere[3] for sphere in spheres], axis=0)
    igl = pytest.importorskip("igl")
    distances = igl.signed_distance(
        points[away > -1e-9],
        triangles.vertices,
        triangles.faces,
        igl.SIGNED_DISTANCE_TYPE_WINDING_NUMBER,
    )[0]
    return float(distances.max())


@pytest.mark.parametrize("name", SURFACES)
def test_no_sphere_protrudes_further_than_the_tolerance(name: str, mesh_of: Callable[..., Geometry]) -> None:
    surface, tolerance = SURFACES[name]
    link = Link(name="link", collisions=(mesh_of(surface),))
    report = Report()
    spheres = _fitted(link, tolerance, report)
    assert _protrusion(link_surface(link, Context()), spheres) <= tolerance
    assert [each.code for each in report] == ["spheres.fitted"]


def test_faces_inside_a_solid_do_not_multiply_its_spheres(mesh_of: Callable[..., Geometry]) -> None:
    assert len(_fitted(Link(name="link", collisions=(mesh_of(TEE),)), 0.01)) < 9


def test_a_small_link_needs_few_spheres(mesh_of: Callable[..., Geometry]) -> None:
    small = Link(name="link", collisions=(mesh_of(_box((0.02, 0.01, 0.01))),))
    assert len(_fitted(small, 0.01)) == 1


def test_a_tolerance_that_needs_too_many_spheres_is_widened_and_reported(
    mesh_of: Callable[..., Geometry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robotfmt.spheres.fitting.by_tolerance.MOST", 12)
    report = Report()
    surface = _box((0.12, 0.08, 0.05))
    spheres = _fitted(Link(name="link", collisions=(mesh_of(surface),)), 0.005, report)
    (reported,) = report.having("spheres.tolerance")
    stated = float(reported.message.split()[-2]) / 1000
    assert 0.005 < _protrusion(surface, spheres) <= stated * 1.005
    assert len(spheres) <= 12
