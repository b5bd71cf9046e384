"""Fit spheres to one link: its geometries as surfaces, and exact spheres where a shape allows it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...context import Context
from ...kinematics.forward import matrix
from ...mesh.repair import Repaired, join_repaired
from ...model import Capsule, Geometry, Link, Mesh, Pose, Sphere
from ...model.record import replace
from ...surfaces.loading import FINENESS, boundary, placed, shape_size
from ..arrays import NO_SPHERES, Spheres, joined
from .job import Fitted, Job, job_of
from .occupancy import Occupancy
from .options import FitOptions

# Exact spheres

_MOST = 1000
# Sixty halvings of an interval leave less than the rounding of a double.
_HALVINGS = 60


def exact_sphere(geometry: Geometry) -> Spheres | None:
    """Return the sphere for a sphere shape, in the link's frame; None for any other shape."""
    shape = geometry.shape
    if not isinstance(shape, Sphere) or shape.radius is None or not 0 < shape.radius < math.inf:
        return None
    position = geometry.pose.xyz if geometry.pose is not None else (0.0, 0.0, 0.0)
    return Spheres(np.array([position]), np.array([shape.radius]))


def capsule_chain(capsule: Capsule, count: int | None, tolerance: float) -> Spheres | None:
    """Return equal spheres along a capsule's axis that contain it, in the capsule's frame, in metres.

    Args:
        capsule: A capsule with a positive radius.
        count: The number of spheres; None for as few as the tolerance allows.
        tolerance: The largest protrusion, if no count is given.

    Returns:
        None if the capsule has no sizes, or would need too many spheres.
    """
    radius, length = capsule.radius, capsule.length
    if radius is None or length is None or not (0 < radius < math.inf and 0 <= length < math.inf):
        return None
    if length == 0:
        count = 1
    if count is None:
        count = _fewest(radius, length, tolerance)
    if count > _MOST:
        return None
    grown = _least_radius(radius, length, count)
    end = max(length / 2 - (grown - radius), 0.0)
    centers = np.zeros((count, 3))
    centers[:, 2] = np.linspace(-end, end, count) if count > 1 else 0.0
    return Spheres(centers, np.full(count, grown))


def _reach(radius: float, grown: float, count: int) -> float:
    """Return the length of the axis that ``count`` spheres can cover.

    The outermost centres may be inside the ends by the difference of the radii, because the cap's farthest point is
    its tip; neighbours meet on the mantle at half their distance.
    """
    return 2 * (grown - radius) + (count - 1) * 2 * math.sqrt(max(grown * grown - radius * radius, 0.0))


def _fewest(radius: float, length: float, tolerance: float) -> int:
    """Return the smallest number of spheres that contain a capsule and protrude by at most a tolerance."""
    grown = radius + tolerance
    step = 2 * math.sqrt(grown * grown - radius * radius)
    return 1 + max(math.ceil((length - 2 * tolerance) / step - 1e-9), 0)


def _least_radius(radius: float, length: float, count: int) -> float:
    """Return the smallest radius with which a number of spheres contains the capsule."""
    low, high = radius, radius + length / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _reach(radius, middle, count) >= length else (middle, high)
    return high


# Links

_SHARE = 0.05
"""The share of the tolerance for tessellation errors."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draft:
    """A link before its surface is fitted."""

    exact: Spheres = NO_SPHERES
    """The exact spheres of the link's sphere shapes, in the link's frame."""
    chain: Fitted | None = None
    """The spheres of the link's capsule, in the capsule's frame."""
    job: Job | None = None
    """The job for the surface without exact spheres."""
    surface: Repaired | None = None
    """The surface of everything without exact spheres."""
    pose: Pose | None = None
    """The pose of the only geometry, whose spheres are in its own frame: equal meshes have equal spheres wherever
    they are.
    """
    missing: int = 0
    """Geometries that have no surface."""
    protrusion: float = 0.0
    """The protrusion of the exact spheres, due to the least radius."""
    is_left: bool = False
    """True if a surface gets no spheres, because the maximum number is reached."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A geometry's surface in its own frame, and its deviation from the shape."""

    geometry: Geometry
    surface: Repaired
    slack: float

    @property
    def placed(self) -> Repaired:
        """The part's surface in the link's frame."""
        return replace(self.surface, triangles=placed(self.surface.triangles, self.geometry))


def draft(
    link: Link,
    options: FitOptions,
    context: Context,
    pinned: Spheres = NO_SPHERES,
    occupancy: Occupancy | None = None,
) -> Draft:
    """Return the work for spheres that contain the link's collision geometry, or its visual geometry.

    Args:
        link: A link with at least one geometry.
        options: The number or quality of spheres.
        context: Loads the meshes.
        pinned: Existing spheres that it keeps; they count towards the number in the options.
        occupancy: Where other links pass.
    """
    exact = [] if options.plane is not None else _exact(link, options, len(pinned))
    left = [each for each in link.geometries if not (exact and exact_sphere(each) is not None)]
    parts = [part for each in left if (part := _part(each, options, context)) is not None]
    exact_spheres = _not_nested(joined(exact))
    known = joined([pinned, exact_spheres])
    found = Draft()
    count = None if options.count is None else options.count - len(known)
    is_full = count is not None and count <= 0
    if parts and not is_full:
        found = _draft_parts(parts, replace(options, count=count), known, occupancy)
    return replace(
        found,
        exact=exact_spheres,
        surface=join_repaired([part.surface for part in parts]),
        missing=len(left) - len(parts),
        protrusion=_raised(link, options) if exact else 0.0,
        is_left=bool(parts) and is_full,
    )


def _raised(link: Link, options: FitOptions) -> float:
    """Return the difference of the least radius to the smallest of a link's spheres, in metres."""
    spheres = [sphere for each in link.geometries if (sphere := exact_sphere(each)) is not None]
    return max(options.min_radius - float(joined(spheres).radii.min()), 0.0)


def _exact(link: Link, options: FitOptions, pinned: int) -> list[Spheres]:
    """Return the spheres of a link's sphere shapes, unless there are too many."""
    exact = [sphere for each in link.geometries if (sphere := exact_sphere(each)) is not None]
    if options.count is not None and len(exact) > options.count - pinned - (len(exact) < len(link.geometries)):
        return []
    return [Spheres(each.centers, np.maximum(each.radii, options.min_radius)) for each in exact]


def finished(link: Draft, done: Mapping[str, Fitted]) -> Fitted:
    """Return the spheres of a link in its frame.

    Args:
        link: The draft.
        done: The results, by the keys of jobs.
    """
    found = link.chain or Fitted(depth=None if link.is_left else 0.0)
    if link.job is not None:
        found = done[link.job.key]
    spheres = found.spheres.moved(link.pose.matrix, link.pose.xyz) if link.pose is not None else found.spheres
    return replace(
        found,
        spheres=joined([link.exact, spheres]),
        surface=link.surface,
        missing=link.missing,
        protrusion=max(found.protrusion, link.protrusion) if len(link.exact) else found.protrusion,
    )


def _part(geometry: Geometry, options: FitOptions, context: Context) -> _Part | None:
    slack = 0.0
    if geometry.shape is not None and not isinstance(geometry.shape, Mesh):
        slack = FINENESS * shape_size(geometry.shape)
        if options.count is None:
            slack = min(slack, _SHARE * options.tolerance)
    found = boundary(geometry, context, slack or None)
    return _Part(geometry, found, slack) if found is not None else None


def _not_nested(spheres: Spheres) -> Spheres:
    """Return the spheres without those that are inside another one."""
    gaps = np.linalg.norm(spheres.centers[:, None] - spheres.centers, axis=2)
    inside = gaps + spheres.radii[:, None] <= spheres.radii
    # Of equal spheres each lies in the other: the first one stays.
    order = np.arange(len(spheres))
    inside &= ~inside.T | (order[:, None] > order)
    return spheres.chosen(~inside.any(axis=1))


def _draft_parts(parts: list[_Part], options: FitOptions, pinned: Spheres, occupancy: Occupancy | None) -> Draft:
    if len(parts) > 1 or len(pinned) or options.plane is not None:
        whole = join_repaired([part.placed for part in parts])
        return Draft(job=job_of(whole, options, max(part.slack for part in parts), pinned, occupancy))
    part = parts[0]
    pose = part.geometry.pose or Pose()
    chain = _chain(part.geometry.shape, options) if isinstance(part.geometry.shape, Capsule) else None
    if chain is not None:
        return Draft(chain=chain, pose=pose)
    seen = occupancy.seen_from(matrix(pose)) if occupancy is not None else None
    return Draft(job=job_of(part.surface, options, part.slack, occupancy=seen), pose=pose)


def _chain(capsule: Capsule, options: FitOptions) -> Fitted | None:
    """Return a capsule as a chain of spheres; None if that is not possible."""
    spheres = (
        capsule_chain(capsule, options.count, options.tolerance + options.depth)
        if not options.inside and not options.approximate
        else None
    )
    if spheres is None or capsule.radius is None:
        return None
    # However deep the surface may lie outside: half of the capsule stays.
    radii = np.maximum(spheres.radii - options.depth, max(options.min_radius, capsule.radius / 2))
    protrusion = float(radii.max() - capsule.radius)
    return Fitted(spheres=Spheres(spheres.centers, radii), protrusion=protrusion, depth=options.depth)
