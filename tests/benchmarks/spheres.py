"""Collision spheres by robotfmt against others on the same surfaces, in the same run.

    python tests/benchmarks/spheres.py [SPHERES ...]

For each surface and number of spheres one line: the share of the surface that the peer's spheres cover, the
volume outside the surface and the greatest protrusion, each as robotfmt's divided by the peer's (less than 1
is better), and the time of both. Peers that are not installed are left out, saying so. Peers:

- ``enclosing``: the bounding sphere of trimesh; with one sphere only.
- ``k-means``: samples of the surface in groups by scipy's k-means, a ball around each.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.triangles import Floats
from robotfmt.model import Box, Capsule, Cone, Cylinder, Shape
from robotfmt.spheres.fitting.by_count import fit_count
from robotfmt.spheres.fitting.certify import grown_to_cover
from robotfmt.spheres.fitting.descend import enclosing_center
from robotfmt.spheres.fitting.field import field_of
from robotfmt.spheres.fitting.samples import spread
from robotfmt.spheres.measuring.links import measure_surface

Fit: TypeAlias = Callable[[Triangles, int], Floats | None]
"""Spheres, (n, 4) with centres and radii; None for a number that is not served."""
SAMPLES = 8000


def _joined(*shapes: Shape) -> Triangles:
    return join([made for shape in shapes if (made := tessellate(shape, 5e-4)) is not None])


SURFACES = {
    "box": _joined(Box((0.3, 0.15, 0.1))),
    "drum": _joined(Cylinder(0.05, 0.4)),
    "cone": _joined(Cone(0.1, 0.3)),
    "cross": _joined(Box((0.3, 0.05, 0.05)), Box((0.05, 0.3, 0.05)), Capsule(0.03, 0.3)),
}


def ours(triangles: Triangles, count: int) -> Floats:
    """By robotfmt, with the proof."""
    field = field_of(triangles)
    found = field.in_metres(fit_count(field, count, np.random.default_rng(0)))
    balls, _ = grown_to_cover(triangles.corners, found, 1e-3 * field.scale)
    return np.column_stack([balls.centers, balls.radii])


def enclosing(triangles: Triangles, count: int) -> Floats | None:
    """By trimesh: one sphere around everything."""
    import trimesh

    if count != 1:
        return None
    sphere = trimesh.Trimesh(triangles.vertices, triangles.faces, process=False).bounding_sphere.primitive
    return np.array([[*sphere.center, sphere.radius]])


def k_means(triangles: Triangles, count: int) -> Floats:
    """By scipy: groups of near samples, a ball around each."""
    from scipy.cluster.vq import kmeans2  # type: ignore[import-untyped]

    corners = triangles.corners
    points = spread(corners, float(np.ptp(corners, axis=(0, 1)).max()) / 100).points
    _, groups = kmeans2(points, count, minit="++", rng=0)
    balls = []
    for group in (points[groups == i] for i in np.unique(groups)):
        center = enclosing_center(group, rounds=300)
        balls.append([*center, np.linalg.norm(group - center, axis=1).max()])
    return np.array(balls)


PEERS: dict[str, Fit] = {"enclosing": enclosing, "k-means": k_means}


def timed(fit: Fit, triangles: Triangles, count: int) -> tuple[Floats | None, float]:
    """The spheres, and the seconds they took."""
    start = time.perf_counter()
    return fit(triangles, count), time.perf_counter() - start


def compare(surface: str, peer: str, count: int) -> None:
    """Print one line."""
    triangles = SURFACES[surface]
    try:
        theirs, their_time = timed(PEERS[peer], triangles, count)
    except ImportError as error:
        print(f"{peer} is left out: {error}")
        return
    if theirs is None:
        return
    mine, my_time = timed(ours, triangles, count)
    assert mine is not None
    a, b = measure_surface(triangles, mine, SAMPLES), measure_surface(triangles, theirs, SAMPLES)
    ratios = (
        f"outside {a.excess_volume / b.excess_volume:5.2f}  protrusion {a.protrusion / b.protrusion:5.2f}"
    )
    print(
        f"{surface:6} {count:3}  {peer:10} covers {b.coverage:6.2f} % (ours {a.coverage:6.2f} %)  "
        f"{ratios}  {my_time:5.2f} s : {their_time:5.2f} s"
    )


def main() -> None:
    """Compare on every surface with every peer."""
    for count in map(int, sys.argv[1:] or ("1", "8", "32")):
        for surface in SURFACES:
            for peer in PEERS:
                compare(surface, peer, count)


if __name__ == "__main__":
    main()
