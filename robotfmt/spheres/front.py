"""What each number of spheres of a link costs: the front between cover and approximation (spheres.md 3.8)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..codes import USAGE
from ..context import Context
from ..errors import UsageError
from ..mesh.repair import Repaired
from ..model import Robot
from ..surfaces.loading import link_boundary
from .fitting.options import GivenOptions
from .measuring.links import LinkMeasure, aligned, measure_solid, samples_of
from .measuring.solid import solid_of
from .surface import fit_mesh

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
    context: Context | None = None,
) -> Iterator[Choice]:
    """Fit spheres to a link in several ways, and measure each: from those that stay inside most to those that cover.

    Args:
        robot: The robot.
        link: The name of a link with a surface.
        counts: The numbers of spheres.
        weights: Of the volume that approximations leave out.
        effort, fill, seed: As for :func:`.fitting.robot.fit`; the width in metres.
        context: Loads the meshes.

    Raises:
        UsageError: The link does not exist or has no surface, or a number, a weight or the effort is invalid.
    """
    surface = _surface(robot, link, context or Context())
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
    """Return the surface of a link."""
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
