"""Replace the spheres of a robot by those from a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from ..adapting.sphere_sets import union, with_set
from ..diagnostics import did_you_mean, quoted
from ..model import AddFrame, CollisionSphere, FrameSpheres, Robot, SphereSet
from ..model.record import replace
from ..spheres.arrays import with_clones
from .requests import Refused, Row

Rows = Mapping[str, Sequence[Row]]
"""The spheres of each link or frame."""


def with_spheres(robot: Robot, name: str, spheres: Rows) -> Robot:
    """Return the robot with only the given spheres in a sphere set; placeholders keep their positions.

    Args:
        name: The name of the set; a missing set is created, and used for collisions if no other set is.
        spheres: All spheres of the set and of the sets that it clones, which are shown together.

    Raises:
        Refused: A link does not exist, or a sphere of another set is missing.
    """
    _check_names(robot, spheres)
    known = next((each for each in robot.sphere_sets if each.name == name), SphereSet(name=name))
    old = union(known, ())
    own = _without_others(spheres, name, with_clones(robot, old)[1:])
    frames = {each.frame: each for each in old.frames}
    for frame in own:
        frames.setdefault(frame, FrameSpheres(frame=frame))
    found = [_filled(each, own.get(frame, ())) for frame, each in frames.items()]
    new = tuple(each for each in found if each.spheres or each in old.frames)
    if new == old.frames:
        return robot
    if not any(each.spheres for each in old.frames):
        return with_set(robot, replace(old, frames=new))
    sets = (replace(old, frames=new) if each.name == name else each for each in robot.sphere_sets)
    return replace(robot, sphere_sets=tuple(sets))


def _check_names(robot: Robot, spheres: Collection[str]) -> None:
    known = {
        *robot.link_by_name,
        *(each.name for each in robot.frames),
        *(each.frame for each in robot.modifiers if isinstance(each, AddFrame)),
        *(frame.frame for each in robot.sphere_sets for frame in each.frames),
    }
    wrong = next((name for name in spheres if name not in known), None)
    if wrong is not None:
        raise Refused(422, f"the robot has no link {quoted(wrong)}{did_you_mean(wrong[:80], known)}")


def _without_others(spheres: Rows, name: str, others: Sequence[SphereSet]) -> Rows:
    """Return the spheres without those of other sets."""
    left = dict(spheres)
    for other in others:
        for frame in union(other, ()).frames:
            found = Counter(left.get(frame.frame, ()))
            theirs = Counter(_row(each) for each in frame.spheres if not _is_hidden(each))
            if not theirs <= found:
                words = f"a sphere of {quoted(frame.frame)} belongs to the set {quoted(other.name)}"
                help = f"view the robot with --set {quoted(other.name)} to change it"
                raise Refused(422, f"{words}, of which {quoted(name)} is a clone; {help}")
            left[frame.frame] = list(_first(left.get(frame.frame, ()), found - theirs))
    return left


def _first(spheres: Sequence[Row], wanted: Counter[Row]) -> Iterator[Row]:
    """Return the given number of each sphere, the first ones."""
    for each in spheres:
        if wanted[each] > 0:
            wanted[each] -= 1
            yield each


def _filled(frame: FrameSpheres, spheres: Sequence[Row]) -> FrameSpheres:
    """Return the frame with other spheres; its placeholders keep their positions."""
    coming = iter(spheres)
    kept: list[CollisionSphere] = []
    for each in frame.spheres:
        sphere = None if _is_hidden(each) else next(coming, None)
        if _is_hidden(each):
            kept.append(each)
        elif sphere is not None:
            kept.append(_sphere(sphere))
    found = (*kept, *map(_sphere, coming))
    # What was proved of other spheres is not true of these.
    return frame if found == frame.spheres else replace(frame, spheres=found, remark=None)


def _is_hidden(sphere: CollisionSphere) -> bool:
    """Return True if a sphere is a placeholder, which the page does not show."""
    return sphere.disabled or sphere.center is None


def _row(sphere: CollisionSphere) -> Row:
    assert sphere.center is not None
    assert sphere.radius is not None
    return (*sphere.center, sphere.radius)


def _sphere(row: Row) -> CollisionSphere:
    x, y, z, radius = row
    return CollisionSphere(center=(x, y, z), radius=radius)
