"""Spheres as arrays, and as records of a robot; those of its sphere sets on its links."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ..codes import USAGE
from ..errors import UsageError
from ..mesh.triangles import Choice, Floats
from ..model import CollisionSphere, CollisionUse, FrameSpheres, Pose, Robot, SphereSet
from ..model.pose import compose

DECIMALS = 6
"""The number of decimals of centres and radii in metres."""
_SPARE = 1e-9
"""The length in metres added to every radius, larger than rounding errors in double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Spheres:
    """Spheres in one frame."""

    centers: Floats
    """An array (n, 3), in metres."""
    radii: Floats
    """An array (n,), in metres."""

    def __len__(self) -> int:
        return len(self.radii)

    @property
    def rows(self) -> Floats:
        """An array (n, 4): centres and radii."""
        return np.column_stack([self.centers, self.radii])

    def moved(self, rotation: object, offset: object) -> Spheres:
        """Return the spheres rotated by a matrix and then moved."""
        turn = np.asarray(rotation, dtype=np.float64)
        return Spheres(self.centers @ turn.T + np.asarray(offset, dtype=np.float64), self.radii)

    def scaled(self, factor: float) -> Spheres:
        """Return the spheres scaled about the origin."""
        return Spheres(self.centers * factor, self.radii * factor)

    def grown(self, by: object) -> Spheres:
        """Return the spheres with a length added to their radii."""
        return Spheres(self.centers, self.radii + np.asarray(by, dtype=np.float64))

    def chosen(self, which: Choice) -> Spheres:
        """Return some of the spheres."""
        return Spheres(self.centers[which], self.radii[which])


def from_rows(rows: Floats) -> Spheres:
    """Return spheres from rows of x, y, z, radius."""
    return Spheres(rows[:, :3], rows[:, 3])


NO_SPHERES = Spheres(np.zeros((0, 3)), np.zeros(0))


def joined(parts: list[Spheres]) -> Spheres:
    """Return several arrays of spheres as one."""
    if not parts:
        return NO_SPHERES
    return Spheres(np.concatenate([each.centers for each in parts]), np.concatenate([each.radii for each in parts]))


def round_up(spheres: Iterable[CollisionSphere], decimals: int = DECIMALS) -> tuple[CollisionSphere, ...]:
    """Round spheres so that each contains the one it was made from.

    Centres are rounded to the nearest; their displacement is added to the radius, which is rounded up. The rounded
    spheres cover everything that the original ones were proved to cover. Disabled spheres keep their radius.

    Args:
        spheres: Centres and radii in metres.
        decimals: Digits after the point.
    """
    return tuple(_rounded(sphere, decimals) for sphere in spheres)


def _rounded(sphere: CollisionSphere, decimals: int) -> CollisionSphere:
    if sphere.disabled or sphere.center is None or sphere.radius is None:
        return sphere
    x, y, z = sphere.center
    center = (round(x, decimals), round(y, decimals), round(z, decimals))
    needed = sphere.radius + math.dist(sphere.center, center) + _SPARE
    radius = round(needed, decimals)
    if radius < needed:
        radius = round(radius + 10.0**-decimals, decimals)
    return CollisionSphere(origin=sphere.origin, center=center, radius=radius)


def spheres_of(spheres: Spheres) -> tuple[CollisionSphere, ...]:
    """Return the spheres as records of a robot, largest first."""
    order = np.lexsort((*spheres.centers.T[::-1], -spheres.radii))
    return tuple(
        CollisionSphere(center=(float(x), float(y), float(z)), radius=float(r))
        for (x, y, z), r in zip(spheres.centers[order], spheres.radii[order], strict=True)
    )


# The spheres of a robot


def sphere_set(robot: Robot, name: str | None) -> SphereSet:
    """Return the sphere set with a name; by default the set for collisions with the world, or else the only one.

    Raises:
        UsageError: The sphere set does not exist, or the choice is ambiguous.
    """
    known = {each.name: each for each in reversed(robot.sphere_sets)}
    if name is None and robot.world_collision is not None:
        name = robot.world_collision.spheres
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if not known:
        help = "Create spheres with robotfmt spheres fit, or also give the document that contains them."
        raise UsageError(USAGE, "the robot has no spheres", help=help)
    if name is None or name not in known:
        names = ", ".join(f"'{each}'" for each in reversed(known))
        asked = f"the sphere set '{name}' does not exist" if name is not None else "choose a sphere set"
        raise UsageError(USAGE, f"{asked}; the robot has: {names}")
    return known[name]


def used_set(robot: Robot) -> str | None:
    """Return the name of the spheres in use: those against the world, else those against the robot itself."""
    uses = (robot.world_collision, robot.self_collision)
    return next((use.spheres for use in uses if use is not None and use.spheres is not None), None)


def sphere_counts(robot: Robot) -> dict[str, int]:
    """Return the number of spheres of each frame in the set in use; none if the robot has no spheres."""
    found: Counter[str] = Counter()
    for frame in frames_of(robot, sphere_set(robot, used_set(robot))) if robot.sphere_sets else ():
        found[frame.frame] += len(frame.spheres)
    return dict(found)


def with_clones(robot: Robot, chosen: SphereSet) -> list[SphereSet]:
    """Return a set and all sets whose spheres also belong to it, each once."""
    known = {each.name: each for each in reversed(robot.sphere_sets)}
    found = [chosen]
    for current in found:  # which grows as it goes
        for name in current.clones:
            if name in known and known[name] not in found:
                found.append(known[name])
    return found


def frames_of(robot: Robot, chosen: SphereSet) -> list[FrameSpheres]:
    """Return the spheres of each frame in a set, including its clones, each set once."""
    return [frame for each in with_clones(robot, chosen) for frame in each.frames]


def spheres_of_links(robot: Robot, name: str | None, buffers: Mapping[str, float] | None = None) -> dict[str, Floats]:
    """Return for each link with spheres (n, 4): centres in the link's frame and radii, in metres; without disabled
    ones.

    Args:
        robot: The robot with the spheres.
        name: The name of the set; see :func:`sphere_set`.
        buffers: The lengths in metres added to the radii of a frame's spheres; spheres that shrink to nothing are
            left out.

    Raises:
        UsageError: As for :func:`sphere_set`.
    """
    found: dict[str, list[Floats]] = {}
    for frame in frames_of(robot, sphere_set(robot, name)):
        link, pose = _link_of(robot, frame.frame)
        buffer = buffers.get(frame.frame, 0.0) if buffers is not None else None
        found.setdefault(link, []).extend(_rows(frame.spheres, pose, buffer))
    return {link: np.array(rows) for link, rows in found.items() if rows}


def buffers_of(use: CollisionUse | None) -> dict[str, float]:
    """Return the lengths in metres that a use adds to the radii of each frame's spheres."""
    return {each.frame: each.distance for each in reversed(use.buffers)} if use is not None else {}


def buffers_for(robot: Robot, name: str | None) -> dict[str, float]:
    """Return the lengths that planners add to the radii of a set, by frames: for the world, or else for
    self-collisions.

    Raises:
        UsageError: As for :func:`sphere_set`.
    """
    chosen = sphere_set(robot, name).name
    uses = (robot.world_collision, robot.self_collision)
    return next((buffers_of(use) for use in uses if use is not None and use.spheres in (None, chosen)), {})


def grown_spheres(robot: Robot) -> dict[str, Floats]:
    """Return the spheres of each link for self-collisions, (n, 4), with buffers; without those that shrink to nothing.

    Raises:
        UsageError: The choice of the sphere set is ambiguous.
    """
    use, world = robot.self_collision, robot.world_collision
    name = use.spheres if use is not None else None
    if name is None and world is not None:
        name = world.spheres  # the only ones that can be meant (XRDF 1.0 §5)
    return spheres_of_links(robot, name, buffers_of(use))


def _rows(spheres: tuple[CollisionSphere, ...], pose: Pose, buffer: float | None) -> Iterator[Floats]:
    for sphere in spheres:
        if sphere.disabled or sphere.center is None or sphere.radius is None:
            continue
        radius = sphere.radius + (buffer or 0.0)
        if buffer is None or radius > 0:
            yield np.append(np.array(pose.matrix) @ np.array(sphere.center) + np.array(pose.xyz), radius)


def _link_of(robot: Robot, name: str) -> tuple[str, Pose]:
    """Return the link that a frame is fixed to, and its pose in it."""
    frames = {frame.name: frame for frame in reversed(robot.frames)}
    pose, met = Pose(), set[str]()
    while name not in robot.link_by_name and name in frames and name not in met:
        met.add(name)
        pose = compose(frames[name].pose, pose)
        name = frames[name].parent
    return name, pose


def merged(robot: Robot, name: str, frames: Mapping[str, FrameSpheres], chosen: Collection[str] | None) -> SphereSet:
    """Return a set with the spheres of some links, in the order of the links; kept ones stay at their places.

    Args:
        robot: The robot whose set of this name is replaced.
        name: The name of the set.
        frames: The spheres by links.
        chosen: The requested links: the others keep their spheres; None for all of them.
    """
    old = next((each for each in robot.sphere_sets if each.name == name), None)
    if old is None or chosen is None:
        return SphereSet(name=name, frames=tuple(frames.values()))
    kept = {frame.frame: frame for frame in old.frames if frame.frame not in chosen}
    both = kept | dict(frames)
    links = [both.pop(link.name) for link in robot.links if link.name in both]
    return SphereSet(name=name, frames=(*links, *both.values()), clones=old.clones)
