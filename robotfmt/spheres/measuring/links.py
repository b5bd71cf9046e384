"""The quality of a robot's spheres: coverage, protrusion and excess volume (spheres.md 1.3, 1.4), also as a readable
table.

The measures are samples, on points that are spread evenly: shares err by a tenth of a per cent or so at 20 000 samples,
volumes by a third of one; the largest depth and the largest protrusion are the largest that were met, a little below
the true ones. Nothing is shared with the fitting of spheres. :mod:`.solid` decides whether a point is inside a link.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from ...codes import USAGE
from ...codes.spheres import BUFFERED
from ...context import Context
from ...diagnostics import Report
from ...errors import UsageError
from ...mesh.repair import Repaired, Solidity, least_solid, repair
from ...mesh.triangles import Flags, Floats, Ints, Triangles
from ...model import Link, Robot
from ...model.record import replace
from ...settings import Settings, context_of
from ...surfaces.fallback import report_visual_shapes
from ...surfaces.loading import diagonals, link_boundary
from ..arrays import buffers_for, spheres_of_links
from ..lengths import Length, metres, refuse_too_long
from .distance import containing, sphere_gaps
from .solid import Solid, solid_of, spread

_SMALLEST = 1e-6
"""Spheres with a radius up to this many metres are placeholders."""
_COVERED = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkMeasure:
    """The quality of the spheres of one link."""

    link: str
    solid: Solidity
    """The kind of solid that is measured: as read, repaired, or a surface only."""
    spheres: int
    """The number of spheres, without disabled ones."""
    area: float
    """The area of the link's surface, including inner parts, in m^2."""
    volume: float
    """The volume of the solid, in m^3; for a surface only, the enclosed volume."""
    coverage: float
    """The share of the surface inside a sphere, in per cent."""
    outer_coverage: float
    """The share of the surface with free space on at least one side that is inside a sphere, in per cent."""
    inner_coverage: float
    """The share of the solid inside a sphere, in per cent; 100 if it has no volume."""
    uncovered_depth: float
    """The largest distance of a point of the surface from the spheres, in m."""
    mean_uncovered_depth: float
    """The mean distance of the surface from the spheres, in m; 0 for covered points."""
    protrusion: float
    """The largest protrusion of the spheres from the solid, or from the surface if there is no solid, in m."""
    mean_protrusion: float
    """The mean protrusion over the surface of the union of all spheres, in m; 0 for parts inside the solid."""
    excess_volume: float
    """The volume of the spheres outside the solid, in m^3."""
    shared_volume: float
    """The volume of the spheres inside the solid, in m^3."""

    @property
    def excess_share(self) -> float | None:
        """The excess volume in per cent of the solid's; None if it has none."""
        return 100 * self.excess_volume / self.volume if self.volume > 0 else None

    @property
    def iou(self) -> float | None:
        """Intersection over union of spheres and solid, between 0 and 1; None if the solid has no volume."""
        union = self.volume + self.excess_volume
        return self.shared_volume / union if self.volume > 0 else None


@dataclass(frozen=True, slots=True)
class Samples:
    """Points of a link, in metres."""

    surface: Floats
    outer: Flags
    """True for points with free space on a side."""
    inside: Floats
    volume: float


def measure(
    robot: Robot,
    *,
    name: str | None = None,
    bare: bool = False,
    report: Report | None = None,
    settings: Settings | None = None,
    samples: int = 20000,
    seed: int = 0,
    fill: Length | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> tuple[LinkMeasure, ...]:
    """Measure every link that has a surface.

    Args:
        robot: The robot, with a sphere set; the spheres of its clones are included.
        name: The name of the set; by default the one for collisions with the world, or else the only one.
        bare: True to leave out the buffers that planners add to the radii (XRDF ``buffer_distance``).
        report, settings: Where unreadable meshes, which are ignored, are reported; where meshes are, limits.
        samples, seed: The number of points on the surface of each link; where in their sequence they begin.
        fill: As for the fit: the width (metres, or ``5mm``) of openings to treat as closed (2 % of the diagonal).
        progress: Called with a link's name, the number of finished links, and the total.

    Raises:
        UsageError: The sphere set does not exist, ``samples`` is not positive, or ``fill`` is implausibly long.
    """
    context = context_of(report, settings)
    links = [link for link in robot.links if link.geometries]
    _refuse(samples, width := metres("fill", fill), links, context)
    buffers = {} if bare else buffers_for(robot, name)
    _report(buffers, links, context.report)
    spheres, show = spheres_of_links(robot, name, buffers), progress or (lambda *_: None)
    measures: list[LinkMeasure] = []
    for done, link in enumerate(links):
        show(link.name, done, len(links))
        repaired = link_boundary(link, context)
        if len(repaired.triangles):
            link_spheres, begin = spheres.get(link.name, np.zeros((0, 4))), seed + crc32(link.name.encode())
            measures.append(replace(measure_repaired(repaired, link_spheres, samples, begin, width), link=link.name))
    return tuple(measures)


def _refuse(samples: int, fill: float | None, links: Sequence[Link], context: Context) -> None:
    if samples < 1:
        raise UsageError(USAGE, f"samples cannot be {samples}")
    refuse_too_long("fill", fill, diagonals(links, context) if fill is not None else {})


def _report(buffers: Mapping[str, float], measured: Sequence[Link], report: Report) -> None:
    report_visual_shapes(measured, report)
    found = [1000 * each for each in buffers.values() if each]
    if found:
        least, most = f"{min(found):.4g}", f"{max(found):.4g}"
        distance = f"{most} mm" if least == most else f"{least} to {most} mm"
        links = "1 link" if len(found) == 1 else f"{len(found)} links"
        report.add(BUFFERED, f"the radii include the buffers that planners add: {distance} on {links}")


def total(measures: Sequence[LinkMeasure]) -> LinkMeasure:
    """Return the totals of links: sums of counts and volumes, weighted shares, and the largest depths."""
    area = sum(each.area for each in measures)
    volume = sum(each.volume for each in measures)

    def mean(values: Sequence[float], weights: Sequence[float], empty: float) -> float:
        whole = sum(weights)
        return sum(v * w for v, w in zip(values, weights, strict=True)) / whole if whole > 0 else empty

    areas, volumes = [each.area for each in measures], [each.volume for each in measures]
    return LinkMeasure(
        link="total",
        solid=least_solid(each.solid for each in measures),
        spheres=sum(each.spheres for each in measures),
        area=area,
        volume=volume,
        coverage=mean([each.coverage for each in measures], areas, 100.0),
        outer_coverage=mean([each.outer_coverage for each in measures], areas, 100.0),
        inner_coverage=mean([each.inner_coverage for each in measures], volumes, 100.0),
        uncovered_depth=max((each.uncovered_depth for each in measures), default=0.0),
        mean_uncovered_depth=mean([each.mean_uncovered_depth for each in measures], areas, 0.0),
        protrusion=max((each.protrusion for each in measures), default=0.0),
        mean_protrusion=mean([each.mean_protrusion for each in measures], areas, 0.0),
        excess_volume=sum(each.excess_volume for each in measures),
        shared_volume=sum(each.shared_volume for each in measures),
    )


def measure_surface(
    triangles: Triangles, spheres: Floats, samples: int = 20000, seed: int = 0, fill: float | None = None
) -> LinkMeasure:
    """Measure spheres, (n, 4) with centres and radii in metres, against one surface with triangles."""
    return measure_repaired(repair(triangles), spheres, samples, seed, fill)


def measure_repaired(repaired: Repaired, spheres: Floats, samples: int, seed: int, fill: float | None) -> LinkMeasure:
    """Measure spheres against one repaired surface."""
    solid = solid_of(repaired, fill or 0.0)
    return measure_solid(solid, samples_of(solid, samples, seed), spheres, seed)


def measure_solid(solid: Solid, points: Samples, spheres: Floats, seed: int = 0) -> LinkMeasure:
    """Measure spheres against a solid, with sample points that can be reused for several sets of spheres."""
    spheres = spheres[np.isfinite(spheres).all(axis=1) & (spheres[:, 3] > _SMALLEST)]
    samples = len(points.surface)
    gaps = sphere_gaps(points.surface, spheres)
    depth = np.maximum(gaps, 0.0) if len(spheres) else np.full(len(gaps), solid.diagonal)
    highest, mean = _protrusion(solid, spheres, max(3 * samples // 2, 1))
    excess, shared = _volumes(solid, spheres, 3 * samples, seed)
    return LinkMeasure(
        link="",
        solid=solid.solidity,
        spheres=len(spheres),
        area=_area(solid.corners),
        volume=points.volume,
        coverage=_share(gaps <= _COVERED),
        outer_coverage=_share(gaps[points.outer] <= _COVERED),
        inner_coverage=_share(sphere_gaps(points.inside, spheres) <= 0),
        uncovered_depth=float(depth.max()),
        mean_uncovered_depth=float(depth.mean()),
        protrusion=highest,
        mean_protrusion=mean,
        excess_volume=excess,
        shared_volume=shared,
    )


def _share(flags: Flags) -> float:
    """Return a share in per cent; 100 if the total is zero."""
    return 100 * float(flags.mean()) if len(flags) else 100.0


def _area(corners: Floats) -> float:
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(normals, axis=1).sum()) / 2


def samples_of(solid: Solid, count: int, seed: int = 0) -> Samples:
    """Return points of a solid: a number on its surface, and up to as many inside."""
    surface, normals = on_surface(solid.corners, count, seed)
    step = 0.004 * solid.diagonal * normals
    outer = ~(solid.surrounds(surface + step) & solid.surrounds(surface - step))
    extent = solid.high - solid.low
    box = solid.low + spread(5 * count, 3, seed) * extent
    inside = solid.surrounds(box)
    # The cells are known exactly: points represent only the volume inside beyond them.
    wound = float(np.prod(extent)) * float((inside & ~solid.filled_at(box)).mean())
    return Samples(surface, outer, box[inside][:count], solid.filled_volume + wound)


def on_surface(corners: Floats, count: int, seed: int) -> tuple[Floats, Floats]:
    """Return evenly distributed points on the triangles, with unit normals."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    heap = np.cumsum(areas)
    if heap[-1] <= 0:  # a surface of needles: every triangle counts the same
        heap = np.arange(1.0, len(corners) + 1)
    second, third = spread(count, 2, seed).T
    chosen = _in_turn(heap, count)
    root = np.sqrt(second)
    weights = np.stack([1 - root, root * (1 - third), root * third], axis=1)
    points: Floats = np.einsum("ij,ijk->ik", weights, corners[chosen])
    length = np.where(areas[chosen] > 0, areas[chosen], 1.0)
    return points, normals[chosen] / length[:, None]


def _in_turn(heap: Floats, count: int) -> Ints:
    """Return (count,): each element as often as its share requires, in order: consecutive points of a sequence are
    evenly distributed, unlike those in a slice of the cube.
    """
    places = (np.arange(count) + 0.5) / count * heap[-1]
    chosen: Ints = np.searchsorted(heap, places, side="right").clip(max=len(heap) - 1)
    return chosen


def _protrusion(solid: Solid, spheres: Floats, count: int) -> tuple[float, float]:
    """Return the largest and the mean protrusion of the spheres' surface from the solid."""
    if not len(spheres):
        return 0.0, 0.0
    areas = 4 * math.pi * spheres[:, 3] ** 2
    counts = np.maximum(np.round(count * areas / areas.sum()), 60).astype(np.int64)
    points = np.concatenate(
        [sphere[:3] + sphere[3] * _fibonacci(int(n)) for sphere, n in zip(spheres, counts, strict=True)]
    )
    weights = np.repeat(areas / counts, counts)
    exposed = sphere_gaps(points, spheres) >= -1e-7 * solid.diagonal
    points, weights = points[exposed], weights[exposed]
    if not len(points):
        return 0.0, 0.0
    heights = np.zeros(len(points))
    out = ~solid.inside(points)
    heights[out] = solid.heights(points[out])
    return float(heights.max()), float(weights @ heights / weights.sum())


def _fibonacci(count: int) -> Floats:
    """Return evenly distributed points on the unit sphere, along a Fibonacci spiral."""
    steps = np.arange(count) + 0.5
    heights = 1 - 2 * steps / count
    turns = steps * math.pi * (3 - math.sqrt(5))
    ring = np.sqrt(1 - heights**2)
    return np.stack([ring * np.cos(turns), ring * np.sin(turns), heights], axis=1)


def _volumes(solid: Solid, spheres: Floats, count: int, seed: int) -> tuple[float, float]:
    """Return the volume of the union of spheres outside the solid, and inside it, in m^3."""
    if not len(spheres):
        return 0.0, 0.0
    sizes = 4 / 3 * math.pi * spheres[:, 3] ** 3
    height, turn, away = spread(count, 3, seed).T
    chosen = _in_turn(np.cumsum(sizes), count)
    height, turn = 1 - 2 * height, 2 * math.pi * turn
    ring = np.sqrt(1 - height**2)
    directions = np.stack([ring * np.cos(turn), ring * np.sin(turn), height], axis=1)
    lengths = spheres[chosen, 3] * np.cbrt(away)
    points = spheres[chosen, :3] + directions * lengths[:, None]
    weights = sizes.sum() / count / np.maximum(containing(points, spheres), 1)
    inside = solid.surrounds(points)
    return float(weights[~inside].sum()), float(weights[inside].sum())


# The table for the terminal

_HEAD = (
    "link",
    "spheres",
    "coverage %",
    "uncovered mm",
    "protrusion mm",
    "mean mm",
    "excess volume %",
    "solid",
)


def table(measures: Sequence[LinkMeasure]) -> str:
    """Return one line for each link and one for the total, under a heading.

    The columns are the number of spheres; the share of the surface inside one; the largest depth of the rest; the
    largest and the mean protrusion from the solid; the volume outside the solid in per cent of its own; and the kind
    of solid.
    """
    return aligned([_HEAD, *(_row(each) for each in (*measures, total(measures)))], len(_HEAD) - 2)


def aligned(rows: Sequence[Sequence[str]], numbers: int) -> str:
    """Return rows as lines: a column of words, some columns of numbers, flush right, and words again."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths, numbers) for row in rows)


def _row(measure: LinkMeasure) -> tuple[str, ...]:
    excess = measure.excess_share
    return (
        measure.link,
        str(measure.spheres),
        f"{measure.coverage:.2f}",
        f"{1000 * measure.uncovered_depth:.2f}",
        f"{1000 * measure.protrusion:.2f}",
        f"{1000 * measure.mean_protrusion:.2f}",
        f"{excess:.1f}" if excess is not None else "-",
        measure.solid.value,
    )


def _line(row: Sequence[str], widths: Sequence[int], numbers: int) -> str:
    flush = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
    return "  ".join([row[0].ljust(widths[0]), *flush[1 : numbers + 1], *row[numbers + 1 :]])
