"""Collision spheres by robotfmt against others on the same surfaces, in the same run.

    python tests/benchmarks/spheres.py [MESH ...] [--robots] [--counts 8 16 32 64] [--effort N] [--ways NAME ...]

Surfaces are boxes and the like, or the files that are named, or with ``--robots`` ten meshes of
``example-robot-data``. For each surface and number of spheres a line for each way: how many spheres came back, the
share of the surface in them, the volume outside in per cent of the solid's, intersection over union, the greatest
protrusion and the depth of what is uncovered in per cent of the diagonal, CPU seconds. Then two comparisons of the
volume outside: ``whole``, once all radii have changed by the same until all samples are just covered; and ``ours``,
that of robotfmt's covering spheres with radii less by the same until they cover as little as these. At last the means
over all surfaces, and over those that are closed. Measures are those of ``robotfmt spheres measure``.

Peers that are not installed are left out, saying so; a few quick fits before the first line make sure that nothing is
compiled while it counts. All use one thread. Ways:

- ``robotfmt``: spheres that cover, which is proved.
- ``approximate``: robotfmt where only the volume counts.
- ``depth 0.5%``: robotfmt where the surface may lie outside by 0.5 % of its diagonal, which is proved too.
- ``MorphIt-B``, ``MorphIt-V``: the presets of ``morphit-rs`` (PyPI). Inside is what a ray decides there, so where a
  surface is open it gets the boundary of the solid that is measured, as cells of 1/160 of the diagonal.
- ``urdf-spherizer`` (PyPI; its wheel works with any Python from 3.9 on, so ``pip install --ignore-requires-python
  --no-deps``): spheres around clusters of triangles, which cover by construction.
- ``k-means``: samples of the surface in groups by scipy's k-means, a sphere around each.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

import numpy as np

from robotfmt.diagnostics import Report
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, join, load, tessellate
from robotfmt.mesh.repair import repair
from robotfmt.mesh.triangles import Floats
from robotfmt.model import Box, Capsule, Cone, Cylinder, Shape
from robotfmt.spheres import LinkMeasure, fit_mesh
from robotfmt.spheres.fitting.samples import spread
from robotfmt.spheres.fitting.shrink import enclosing_center
from robotfmt.spheres.measuring.links import Samples, measure_solid, samples_of
from robotfmt.spheres.measuring.solid import Solid, solid_of

SAMPLES = 5000
ROBOTS = (
    "panda_description/meshes/collision/link0.stl",
    "panda_description/meshes/visual/link5.dae",
    "panda_description/meshes/visual/hand.dae",
    "talos_data/meshes/arm/arm_2.stl",
    "talos_data/meshes/torso/torso_2.STL",
    "kinova_description/meshes/arm.dae",
    "ur_description/meshes/ur10/collision/upperarm.stl",
    "tiago_description/meshes/arm/arm_1_collision.dae",
    "z1_description/meshes/collision/z1_Link02.STL",
    "g1_description/meshes/left_elbow_link.STL",
)


@dataclass(frozen=True, eq=False)
class Surface:
    """What spheres are fitted to, and the solid that they are measured against."""

    triangles: Triangles
    solid: Solid
    points: Samples
    closed: bool

    @cached_property
    def sealed(self) -> Triangles:
        """The surface itself if it is closed, else the faces between cells inside and cells outside."""
        return self.triangles if self.closed else _boundary(self.solid)

    def measured(self, spheres: Floats) -> LinkMeasure:
        """Measure spheres."""
        return measure_solid(self.solid, self.points, spheres)

    def gaps(self, spheres: Floats) -> Floats:
        """How far each sample is from the nearest sphere; less than 0 inside."""
        best = np.full(len(self.points.surface), np.inf)
        for sphere in spheres:
            away = np.linalg.norm(self.points.surface - sphere[:3], axis=1) - sphere[3]
            np.minimum(best, away, out=best)
        return best


Fit: TypeAlias = Callable[[Surface, int, float], Floats]
"""Spheres, (n, 4) with centres and radii, for a number and an effort."""


def surface_of(triangles: Triangles) -> Surface:
    """Prepare triangles."""
    repaired = repair(triangles)
    solid = solid_of(repaired)
    return Surface(triangles, solid, samples_of(solid, SAMPLES), bool(repaired.closed.all()))


def _boundary(solid: Solid) -> Triangles:
    cells = np.indices(solid.filled.shape).reshape(3, -1).T
    inside = solid.surrounds(solid.origin + (cells + 0.5) * solid.pitch).reshape(solid.filled.shape)
    padded, corners = np.pad(inside, 1), []
    for axis in range(3):
        first, second = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
        steps = np.diff(padded.astype(np.int8), axis=axis)
        for step, ways in ((-1, (first, second)), (1, (second, first))):
            low = np.argwhere(steps == step).astype(np.float64) - 1
            low[:, axis] += 1
            a, b, c, d = low, low + ways[0], low + ways[0] + ways[1], low + ways[1]
            corners += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    flat = solid.origin + solid.pitch * np.concatenate(corners).reshape(-1, 3)
    vertices, faces = np.unique(flat.round(9), axis=0, return_inverse=True)
    return Triangles(vertices, faces.reshape(-1, 3))


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a surface."""

    figures: list[float]
    closed: bool


def result_of(surface: Surface, spheres: Floats, ours: Floats, seconds: float) -> Result:
    """Measure spheres, and compare them with ours at equal cover."""
    each, scale = surface.measured(spheres), 100 / surface.solid.diagonal
    gaps = surface.gaps(spheres)
    off = float(np.quantile(surface.gaps(ours), (gaps <= 0).mean(), method="higher"))
    whole, equal = _over(surface, spheres, float(gaps.max())), _over(surface, ours, min(off, 0.0))
    shares = [each.coverage, *(np.nan if value is None else value for value in (each.excess_share, each.iou))]
    depths = [scale * each.protrusion, scale * each.uncovered_depth]
    return Result([each.spheres, *shares, *depths, seconds, whole, equal], surface.closed)


def _over(surface: Surface, spheres: Floats, by: float) -> float:
    """The volume outside after radii have grown by a length."""
    share = surface.measured(_grown(spheres, by)).excess_share
    return share if share is not None else np.nan


def _grown(spheres: Floats, by: float) -> Floats:
    found: Floats = spheres + np.array([0.0, 0.0, 0.0, by])
    return found[found[:, 3] > 0]


def ours(surface: Surface, count: int, effort: float) -> Floats:
    """By robotfmt, with the proof."""
    return _proved(surface, count, effort, 0.0)


def half_percent(surface: Surface, count: int, effort: float) -> Floats:
    """By robotfmt, where some of the surface may lie outside."""
    return _proved(surface, count, effort, 0.005 * surface.solid.diagonal)


def _proved(surface: Surface, count: int, effort: float, depth: float) -> Floats:
    mesh = surface.triangles
    found = fit_mesh(mesh.vertices, mesh.faces, per_link=count, effort=effort, depth=depth)
    assert found.depth == depth
    return found.spheres


def approximate(surface: Surface, count: int, effort: float) -> Floats:
    """By robotfmt, where only the volume counts."""
    mesh = surface.triangles
    return fit_mesh(mesh.vertices, mesh.faces, per_link=count, effort=effort, approximate=True).spheres


def k_means(surface: Surface, count: int, _: float) -> Floats:
    """By scipy: groups of near samples, a sphere around each."""
    from scipy.cluster.vq import kmeans2  # type: ignore[import-untyped]

    points = spread(surface.triangles.corners, surface.solid.diagonal / 100).points
    _, groups = kmeans2(points, count, minit="++", rng=0)
    spheres = []
    for group in (points[groups == i] for i in np.unique(groups)):
        center = enclosing_center(group, rounds=300)
        spheres.append([*center, np.linalg.norm(group - center, axis=1).max()])
    return np.array(spheres)


def morphit(preset: str) -> Fit:
    """By morphit-rs: spheres from a volume, moved by Adam."""

    def fit(surface: Surface, count: int, _: float) -> Floats:
        os.environ.setdefault("RAYON_NUM_THREADS", "1")
        import morphit_rs  # type: ignore[import-not-found,import-untyped,unused-ignore]

        mesh = morphit_rs.Mesh.from_arrays(surface.sealed.vertices, surface.sealed.faces)
        made = morphit_rs.pack(mesh, morphit_rs.Config.preset(preset, num_spheres=count, seed=42))
        return np.column_stack([made.centers, made.radii])

    return fit


def urdf_spherizer(surface: Surface, count: int, _: float) -> Floats:
    """By urdf-spherizer: spheres around clusters of triangles."""
    from urdf_spherizer import spherize_mesh  # type: ignore[import-not-found,import-untyped,unused-ignore]

    mesh = surface.triangles
    made = spherize_mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32), count)
    return np.array([[*center, radius] for center, radius in made])


OURS = "robotfmt"
WAYS: dict[str, Fit] = {
    OURS: ours,
    "approximate": approximate,
    "depth 0.5%": half_percent,
    "MorphIt-B": morphit("MorphIt-B"),
    "MorphIt-V": morphit("MorphIt-V"),
    "urdf-spherizer": urdf_spherizer,
    "k-means": k_means,
}


def surfaces(asked: argparse.Namespace) -> dict[str, Triangles]:
    """What spheres are fitted to, by name."""
    files = list(asked.meshes)
    if asked.robots:
        held = [Path(str(each.locate())) for each in metadata.files("example-robot-data") or []]
        files += [each for name in ROBOTS for each in held if each.as_posix().endswith(name)]
    return {each.stem: _loaded(each) for each in files} or _shapes()


def _loaded(file: Path) -> Triangles:
    return load(
        file.read_bytes(),
        file.suffix.lower(),
        name=file.name,
        limits=Limits(),
        report=Report(),
        appearance=False,
    )


def _shapes() -> dict[str, Triangles]:
    return {
        "box": _joined(Box((0.3, 0.15, 0.1))),
        "drum": _joined(Cylinder(0.05, 0.4)),
        "cone": _joined(Cone(0.1, 0.3)),
        "cross": _joined(Box((0.3, 0.05, 0.05)), Box((0.05, 0.3, 0.05)), Capsule(0.03, 0.3)),
    }


def _joined(*shapes: Shape) -> Triangles:
    return join([made for shape in shapes if (made := tessellate(shape, 5e-4)) is not None])


def compared(
    name: str, triangles: Triangles, ways: Mapping[str, Fit], counts: Sequence[int], effort: float
) -> dict[tuple[int, str], Result]:
    """Print a surface's lines; the results by number and way."""
    surface, found = surface_of(triangles), {}
    _ = surface.sealed
    for count in counts:
        first: Floats | None = None
        for way, fit in ways.items():
            start = time.process_time()
            spheres = fit(surface, count, effort)
            seconds = time.process_time() - start
            first = spheres if first is None else first
            found[count, way] = result_of(surface, spheres, first, seconds)
            print(line(name, count, way, found[count, way].figures), flush=True)
    return found


def available(asked: Sequence[str]) -> dict[str, Fit]:
    """The ways that are installed."""
    small, found = surface_of(_joined(Box((0.3, 0.15, 0.1)))), {}
    for way in [OURS, *(way for way in asked if way != OURS)]:
        try:
            for count in 1, 3, 20:
                WAYS[way](small, count, 0.1)
        except ImportError as error:
            print(f"{way} is left out: {error}")
        else:
            found[way] = WAYS[way]
    return found


def line(name: str, count: int, way: str, figures: Sequence[float]) -> str:
    """What is shown of a surface, a number and a way."""
    spheres, cover, over, iou, height, depth, seconds, whole, equal = figures
    shown = f"{name:18} {count:3} {way:14} {spheres:6.1f} {cover:7.2f} {over:7.1f} {iou:6.3f}"
    return f"{shown} {height:6.2f} {depth:6.2f} {seconds:7.2f} {whole:7.1f} {equal:7.1f}"


def main() -> None:
    """Compare on every surface with every peer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("meshes", type=Path, nargs="*", metavar="MESH")
    parser.add_argument("--robots", action="store_true", help="meshes of example-robot-data")
    parser.add_argument("--counts", type=int, nargs="+", default=[8, 16, 32, 64], metavar="N")
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--ways", nargs="+", choices=[*WAYS], default=[*WAYS], metavar="NAME")
    asked = parser.parse_args()
    ways = available(asked.ways)
    names = "spheres  cover    over    iou   prot  depth   CPU s   whole    ours"
    print(f"{'surface':18}   n {'way':14} {names}")
    results = [compared(name, each, ways, asked.counts, asked.effort) for name, each in surfaces(asked).items()]
    for name, some in (
        ("mean", results),
        ("closed", [each for each in results if next(iter(each.values())).closed]),
    ):
        for count, way in some[0] if some else {}:
            means = np.mean([each[count, way].figures for each in some], axis=0)
            print(line(f"{name} of {len(some)}", count, way, means.tolist()))


if __name__ == "__main__":
    main()
