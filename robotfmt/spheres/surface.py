"""Collision spheres of a surface in arrays, without a robot: fitted to it, and measured against it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..codes import USAGE
from ..context import Context
from ..diagnostics import Report
from ..errors import UsageError
from ..mesh.repair import Repaired, Solidity, repair
from ..mesh.triangles import Floats, triangles_of
from ..model import Robot
from ..model.lookup import refuse_unknown
from ..model.record import replace
from ..settings import Settings, context_of
from ..surfaces.loading import diagonal, link_boundary
from .arrays import Spheres, from_rows
from .fitting.job import ROUNDING, fit_job, job_of
from .fitting.link_options import refuse_long
from .fitting.options import FitOptions, GivenOptions, overridden, refuse_unnumbered
from .lengths import Length, metres, refuse_too_long
from .measuring.links import LinkMeasure, aligned, measure_solid, measure_surface, samples_of
from .measuring.solid import solid_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack


# Fitting


@dataclass(frozen=True, slots=True, eq=False)
class MeshSpheres:
    """The spheres of a surface, with their proved properties; lengths in metres."""

    spheres: Floats
    """An array (n, 4): centres and radii, the largest first."""
    depth: float | None
    """The largest depth of the surface outside the spheres, 0 if they cover it; None if nothing is proved."""
    protrusion: float
    """The largest protrusion from the solid; the volume behind openings treated as closed is inside."""
    hollow: bool
    """True if the surface is open, with free space on both sides: it is covered as a thin wall."""
    solid: Solidity
    """The kind of solid that the proof refers to: as read, repaired, or a surface only."""
    iou: float | None = None
    """The intersection over union with the solid, between 0 and 1, if the spheres approximate it."""


def fit_mesh(
    vertices: ArrayLike, faces: ArrayLike, *, pinned: ArrayLike | None = None, **given: Unpack[GivenOptions]
) -> MeshSpheres:
    """Fit spheres to a surface that are proved to cover it, or that approximate it.

    Args:
        vertices: (n, 3), in metres.
        faces: (m, 3), indices of vertices. The surface may be open, have several parts, and touch itself.
        pinned: (k, 4), centres and radii of existing spheres: others are added for the rest. They are not in the
            result, but count towards the requested number.
        given: The fields of :class:`.options.FitOptions`, as for :func:`.robot.fit`; ``per_link`` is the maximum number
            of spheres. Lengths are metres, or texts such as ``5mm``. By default nothing protrudes further than 0.01 m.

    Raises:
        TypeError: A keyword is unknown.
        UsageError: The options contradict each other, the arrays are not a surface, or a length without a unit is more
            than half of the surface's diagonal.
    """
    refuse_unknown("fit_mesh", given, ("pinned", *GivenOptions.__annotations__))
    options = overridden(FitOptions(), given)
    refuse_unnumbered(options)
    kept = _spheres(pinned)
    if options.count is not None and len(kept) >= options.count:
        raise UsageError(USAGE, f"{len(kept)} spheres are pinned: a count of {options.count} leaves none for the rest")
    if options.count is not None:
        options = replace(options, count=options.count - len(kept))
    triangles = triangles_of(vertices, faces)
    refuse_long(given, {"": diagonal(triangles)})
    surface = repair(triangles)
    found = fit_job(job_of(surface, options, pinned=kept))
    order = np.lexsort((*found.spheres.centers.T[::-1], -found.spheres.radii))
    rows = found.spheres.rows[order]
    protrusion = max(found.protrusion + ROUNDING, 0.0)
    return MeshSpheres(rows, found.depth, protrusion, found.hollow, surface.solidity, found.iou)


def _spheres(rows: ArrayLike | None) -> Spheres:
    values = np.asarray(rows if rows is not None else np.zeros((0, 4)), dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != 4 or not np.isfinite(values).all() or (values[:, 3] <= 0).any():
        raise UsageError(USAGE, "spheres must be rows of x, y, z and a radius above 0")
    return from_rows(values)


def measure_mesh(
    vertices: ArrayLike,
    faces: ArrayLike,
    spheres: ArrayLike,
    *,
    samples: int = 20000,
    seed: int = 0,
    fill: Length | None = None,
) -> LinkMeasure:
    """Measure spheres against a surface that does not belong to a robot.

    Args:
        vertices: (n, 3), in metres.
        faces: (m, 3), indices of vertices.
        spheres: (k, 4): centres and radii; those that are not finite or have hardly any radius are ignored.
        samples: The number of points on the surface, which determines the others.
        seed: The start of the samples in their sequence.
        fill: As for :func:`.measuring.links.measure`.

    Raises:
        UsageError: The arrays are not a surface or spheres, ``samples`` is not positive, or ``fill`` is more than
            half of the surface's diagonal.
    """
    rows = np.asarray(spheres, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise UsageError(USAGE, f"spheres are rows of x, y, z, radius, not an array of shape {rows.shape}")
    if samples < 1:
        raise UsageError(USAGE, f"samples cannot be {samples}")
    triangles = triangles_of(vertices, faces)
    width = metres("fill", fill)
    refuse_too_long("fill", width, {"": diagonal(triangles)})
    return measure_surface(triangles, rows, samples, seed, width)


# The quality for each number of spheres

WEIGHTS = (0.0625, 0.25, 1.0, 4.0, 16.0)
"""The weights of the volume that an approximation leaves out."""
COUNTS = (8, 16, 32)
_SAMPLES = 20_000
_HEAD = (
    "favour",
    "spheres",
    "coverage %",
    "uncovered mm",
    "protrusion mm",
    "excess volume %",
    "IoU",
    "CPU s",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Spheres of a link, measured."""

    favour: float | None
    """The weight of the volume that an approximation leaves out; None for spheres that cover the link."""
    measure: LinkMeasure
    seconds: float
    """CPU seconds of the fit."""


def front(
    robot: Robot,
    link: str,
    *,
    counts: Sequence[int] = COUNTS,
    weights: Sequence[float] = WEIGHTS,
    effort: float = 1.0,
    fill: float | None = None,
    seed: int = 0,
    report: Report | None = None,
    settings: Settings | None = None,
) -> Iterator[Choice]:
    """Fit spheres to a link in several ways, and measure each: from those that stay inside most to those that cover.

    Args:
        robot: The robot.
        link: The name of a link with a surface.
        counts: The numbers of spheres.
        weights: Of the volume that approximations leave out.
        effort, fill, seed: As for :func:`.fitting.robot.fit`; the width in metres.
        report, settings: Where the findings go; where meshes are, limits.

    Raises:
        UsageError: The link does not exist or has no surface, or a number, a weight or the effort is invalid.
    """
    surface = _surface(robot, link, context_of(report, settings))
    vertices, faces = surface.triangles.vertices, surface.triangles.faces
    solid = solid_of(surface, fill or 0.0)
    points = samples_of(solid, _SAMPLES)
    for count in counts:
        for favour in (*weights, None):
            start = time.process_time()
            given = GivenOptions(per_link=count, effort=effort, fill=fill, seed=seed)
            if favour is not None:
                given["approximate"], given["favour"] = True, favour
            found = fit_mesh(vertices, faces, **given)
            seconds = time.process_time() - start
            yield Choice(favour, measure_solid(solid, points, found.spheres), seconds)


def _surface(robot: Robot, link: str, context: Context) -> Repaired:
    """Return the surface of a link; a missing link, or one without a surface, is an error."""
    if link not in robot.link_by_name:
        raise UsageError(USAGE, f"the robot has no link named {link!r}")
    found = link_boundary(robot.link_by_name[link], context)
    if not len(found.triangles):
        raise UsageError(USAGE, f"the link {link!r} has no surface to fit spheres to")
    return found


def front_table(choices: Sequence[Choice]) -> str:
    """Return one line for each choice, under a heading."""
    return aligned([_HEAD, *map(_row, choices)], len(_HEAD) - 1)


def _row(choice: Choice) -> tuple[str, ...]:
    each = choice.measure
    excess, iou = each.excess_share, each.iou
    return (
        f"{choice.favour:g}" if choice.favour is not None else "must cover",
        str(each.spheres),
        f"{each.coverage:.1f}",
        f"{1000 * each.uncovered_depth:.1f}",
        f"{1000 * each.protrusion:.1f}",
        f"{excess:.1f}" if excess is not None else "-",
        f"{iou:.3f}" if iou is not None else "-",
        f"{choice.seconds:.1f}",
    )
