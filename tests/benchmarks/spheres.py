"""Collision spheres by robotfmt against others on the same surfaces, in the same run.

    python tests/benchmarks/spheres.py [MESH ...] [--robots] [--counts 8 16 32 64] [--effort N]

Surfaces are boxes and the like, or the files that are named, or with ``--robots`` meshes of ``example-robot-data``. For
each surface and number of spheres a line for robotfmt and one for each peer: how many spheres came back, the share of
the surface in them (robotfmt's is proved, the others' is sampled), the volume outside in per cent of the solid's,
intersection over union, the greatest protrusion and the depth of what is uncovered in per cent of the diagonal, CPU
seconds; and for a peer robotfmt's volume outside divided by its own, and the same of the protrusion (less than 1 is
better). At last the means over all surfaces, with the geometric means of these quotients. Measures are those of
``robotfmt spheres measure``.

Peers that are not installed are left out, saying so; a few quick fits before the first line make sure that nothing is
compiled while it counts. Peers, and robotfmt's other ways beside them:

- ``depth 0.5%``: robotfmt where the surface may lie outside by 0.5 % of its diagonal, which is proved too.
- ``enclosing``: the bounding sphere of trimesh; with one sphere only.
- ``k-means``: samples of the surface in groups by scipy's k-means, a sphere around each.
- ``urdf-spherizer`` (PyPI; its wheel works with any Python from 3.9 on, so ``pip install --ignore-requires-python
  --no-deps``): spheres around clusters of triangles, which cover by construction.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from robotfmt.spheres.measuring.links import measure_solid, samples_of
from robotfmt.spheres.measuring.solid import solid_of

Fit: TypeAlias = Callable[[Triangles, int, int], Floats | None]
"""Spheres, (n, 4) with centres and radii, for a number and an effort; None for a number that is not served."""
SAMPLES = 20_000
ROBOTS = (
    "panda_description/meshes/collision/link0.stl",
    "panda_description/meshes/visual/link5.dae",
    "panda_description/meshes/visual/hand.dae",
    "talos_data/meshes/arm/arm_2.stl",
    "talos_data/meshes/torso/torso_2.STL",
    "kinova_description/meshes/arm.dae",
)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a surface."""

    measure: LinkMeasure
    diagonal: float
    seconds: float
    """Of CPU."""

    @property
    def figures(self) -> list[float]:
        """What a line shows."""
        each, scale = self.measure, 100 / self.diagonal
        over, iou = each.excess_share, each.iou
        shares = [each.coverage, over if over is not None else np.nan, iou if iou is not None else np.nan]
        return [each.spheres, *shares, scale * each.protrusion, scale * each.uncovered_depth, self.seconds]

    def against(self, other: Result) -> list[float]:
        """Volume outside and protrusion, divided by another's."""
        mine, theirs = self.measure, other.measure
        return [mine.excess_volume / theirs.excess_volume, mine.protrusion / theirs.protrusion]


def ours(triangles: Triangles, count: int, effort: int) -> Floats:
    """By robotfmt, with the proof."""
    return _proved(triangles, count, effort, 0.0)


def half_percent(triangles: Triangles, count: int, effort: int) -> Floats:
    """By robotfmt, where some of the surface may lie outside."""
    return _proved(triangles, count, effort, 0.005 * _diagonal(triangles))


def _proved(triangles: Triangles, count: int, effort: int, depth: float) -> Floats:
    found = fit_mesh(triangles.vertices, triangles.faces, per_link=count, effort=effort, depth=depth)
    assert found.depth == depth
    return found.spheres


def _diagonal(triangles: Triangles) -> float:
    return float(np.linalg.norm(np.ptp(triangles.corners, axis=(0, 1))))


def enclosing(triangles: Triangles, count: int, _: int) -> Floats | None:
    """By trimesh: one sphere around everything."""
    import trimesh

    if count != 1:
        return None
    sphere = trimesh.Trimesh(triangles.vertices, triangles.faces, process=False).bounding_sphere.primitive
    return np.array([[*sphere.center, sphere.radius]])


def k_means(triangles: Triangles, count: int, _: int) -> Floats:
    """By scipy: groups of near samples, a sphere around each."""
    from scipy.cluster.vq import kmeans2  # type: ignore[import-untyped]

    points = spread(triangles.corners, _diagonal(triangles) / 100).points
    _, groups = kmeans2(points, count, minit="++", rng=0)
    spheres = []
    for group in (points[groups == i] for i in np.unique(groups)):
        center = enclosing_center(group, rounds=300)
        spheres.append([*center, np.linalg.norm(group - center, axis=1).max()])
    return np.array(spheres)


def urdf_spherizer(triangles: Triangles, count: int, _: int) -> Floats:
    """By urdf-spherizer: spheres around clusters of triangles."""
    from urdf_spherizer import spherize_mesh  # type: ignore[import-not-found,import-untyped,unused-ignore]

    made = spherize_mesh(triangles.vertices.astype(np.float32), triangles.faces.astype(np.uint32), count)
    return np.array([[*center, radius] for center, radius in made])


OURS = "robotfmt"
WAYS: dict[str, Fit] = {
    OURS: ours,
    "depth 0.5%": half_percent,
    "enclosing": enclosing,
    "k-means": k_means,
    "urdf-spherizer": urdf_spherizer,
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
    name: str, triangles: Triangles, counts: Sequence[int], effort: int
) -> dict[tuple[int, str], Result]:
    """Print a surface's lines; the results by number and way."""
    solid = solid_of(repair(triangles))
    points, found = samples_of(solid, SAMPLES), {}
    for count in counts:
        for way, fit in available().items():
            start = time.process_time()
            spheres = fit(triangles, count, effort)
            seconds = time.process_time() - start
            if spheres is None:
                continue
            found[count, way] = Result(measure_solid(solid, points, spheres), solid.diagonal, seconds)
            mine = found[count, OURS]
            print(
                line(name, count, way, found[count, way].figures, mine.against(found[count, way])), flush=True
            )
    return found


def available() -> dict[str, Fit]:
    """The ways that are installed."""
    small, found = _joined(Box((0.3, 0.15, 0.1))), {}
    for way, fit in WAYS.items():
        try:
            for count in 1, 3, 20:
                fit(small, count, 1)
        except ImportError as error:
            print(f"{way} is left out: {error}")
        else:
            found[way] = fit
    WAYS.clear()
    WAYS.update(found)
    return found


def line(name: str, count: int, way: str, figures: Sequence[float], quotients: Sequence[float]) -> str:
    """What is shown of a surface, a number and a way."""
    spheres, cover, over, iou, height, depth, seconds = figures
    shown = f"{name:18} {count:3} {way:14} {spheres:6.1f} {cover:7.2f} {over:7.1f} {iou:6.3f}"
    ratios = "" if way == OURS else f"  {quotients[0]:6.2f} {quotients[1]:6.2f}"
    return f"{shown} {height:6.2f} {depth:6.2f} {seconds:7.2f}{ratios}"


def main() -> None:
    """Compare on every surface with every peer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("meshes", type=Path, nargs="*", metavar="MESH")
    parser.add_argument("--robots", action="store_true", help="meshes of example-robot-data")
    parser.add_argument("--counts", type=int, nargs="+", default=[8, 16, 32, 64], metavar="N")
    parser.add_argument("--effort", type=int, default=1)
    asked = parser.parse_args()
    available()
    print(
        f"{'surface':18}   n way            spheres  cover    over    iou   prot  depth   CPU s   our over/theirs, prot"
    )
    results = [compared(name, each, asked.counts, asked.effort) for name, each in surfaces(asked).items()]
    for count, way in results[0]:
        both = [(each[count, OURS], each[count, way]) for each in results]
        means = np.mean([theirs.figures for _, theirs in both], axis=0)
        quotients = np.exp(np.mean(np.log([mine.against(theirs) for mine, theirs in both]), axis=0))
        print(line("mean", count, way, means, quotients))


if __name__ == "__main__":
    main()
