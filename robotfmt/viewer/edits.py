"""The edit of each document when a page is saved; the spheres of a robot are replaced by those from the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ..adapting.sphere_sets import union, with_set
from ..diagnostics import Report, did_you_mean, quoted
from ..hub.editing import Edit
from ..model import AddFrame, CollisionSphere, FrameSpheres, IgnoredPair, Node, Robot, SphereSet
from ..model.record import replace
from ..model.semantics import pair_of
from ..settings import Settings
from ..spheres.arrays import with_clones
from .changing import changed_pairs, with_defaults, with_limits, with_pairs, with_rates, with_tools
from .requests import Refused, Row, Save
from .saving import Place, Saving
from .shown import Shown

# Spheres

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
    wanted = _without_others(spheres, name, with_clones(robot, old)[1:])
    frames = {each.frame: each for each in old.frames}
    for frame in wanted:
        frames.setdefault(frame, FrameSpheres(frame=frame))
    found = [_filled(each, wanted.get(frame, ())) for frame, each in frames.items()]
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
    """Yield the first ones of equal spheres, as many of each as are wanted."""
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
    # The remark is about what was proved for the former spheres, and is not proved for the new ones.
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


# Edits

FIRST_SET = "collision_spheres"
"""The name of a first set of spheres without a given name."""
Change: TypeAlias = Callable[[Robot], Robot]


def edits_of(shown: Shown, wanted: Save, saving: Saving) -> tuple[Robot, dict[Place, Edit]]:
    """Return the changed robot, and the edit of each document.

    Limits of joints go to the document of the joint, pairs to all documents that have them; new pairs to the XRDF, or
    else to an SRDF, and everything else to the XRDF.

    Raises:
        Refused: The change is invalid, or belongs to a document that cannot be changed in place.
    """
    robot, limits = shown.robot, wanted.limits or {}
    limited = with_limits(robot, limits)
    with_others = _rest(wanted, shown.spheres or FIRST_SET)
    added, removed = changed_pairs(robot, wanted.pairs) if wanted.pairs is not None else ([], set())
    edited = with_pairs(with_others(limited), added, removed)
    check_pairs(robot, removed, saving)
    found: dict[Place, Change] = {place: lambda it: with_limits(it, limits) for place in _homes(robot, limited, saving)}
    home = _home(saving)
    for place in saving.places if added or removed else ():
        if place.overlay and (place is home or place.content is not None):
            found[place] = _pairs(added if place is home else [], removed)
    if with_others(limited) != limited or not found:
        found[saving.xrdf] = _both(with_others, found.get(saving.xrdf))
    return edited, {place: _edit(change) for place, change in found.items()}


def _edit(change: Change) -> Edit:
    def edit(robot: Robot, /, *, report: Report, settings: Settings) -> Robot:
        return change(robot)

    return edit


def _both(first: Change, second: Change | None) -> Change:
    return first if second is None else lambda robot: second(first(robot))


def _rest(wanted: Save, name: str) -> Change:
    """Return the changes for an XRDF: spheres, default positions, tool frames, limits of the configuration space."""

    def change(robot: Robot) -> Robot:
        robot = with_spheres(robot, name, wanted.spheres)
        robot = with_rates(robot, wanted.limits or {})
        if wanted.defaults is not None:
            robot = with_defaults(robot, wanted.defaults)
        return with_tools(robot, wanted.tools) if wanted.tools is not None else robot

    return change


def _pairs(added: list[IgnoredPair], removed: set[frozenset[str]]) -> Change:
    return lambda robot: with_pairs(robot, added, removed)


def _home(saving: Saving) -> Place:
    """Return the document for new pairs: the XRDF if it exists, else an overlay such as an SRDF, else a new XRDF."""
    srdf = (each for each in saving.places if each.overlay and each is not saving.xrdf)
    return saving.xrdf if saving.xrdf.content is not None else next(srdf, saving.xrdf)


# Documents that cannot be changed


def locked(node: Node | None, saving: Saving) -> str | None:
    """Return the reason why a record cannot be changed; None if it can."""
    document = node.origin.document if node is not None and node.origin is not None else None
    if document is None or saving.place_of(document) is not None:
        return None
    return f"it is from {quoted(document)}, which cannot be changed in place"


def _homes(robot: Robot, limited: Robot, saving: Saving) -> Iterator[Place]:
    """Yield the documents of the joints whose own limits are changed.

    Raises:
        Refused: A document cannot be changed in place.
    """
    found: dict[Place, None] = {}
    old = robot.joint_by_name
    for joint in limited.all_joints:
        if joint == old[joint.name]:
            continue
        place = saving.place_of(joint.origin.document if joint.origin is not None else None)
        if place is None:
            words = locked(joint, saving) or "no document that can be changed in place has it"
            raise Refused(422, f"the limits of {quoted(joint.name)} cannot be saved: {words}")
        found[place] = None
    return iter(found)


def check_pairs(robot: Robot, removed: Iterable[frozenset[str]], saving: Saving) -> None:
    """Refuse to check pairs again that are ignored in a document that cannot be changed.

    Raises:
        Refused: A pair is ignored in such a document.
    """
    gone = set(removed)
    sources: list[tuple[frozenset[str], Node]] = [(each.links, each) for each in robot.ignored_pairs]
    for each in robot.unchecked_links if gone else ():
        sources += [(pair_of(each.link, link.name), each) for link in robot.links]
    for links, node in sources:
        words = locked(node, saving) if links in gone else None
        if words is not None:
            names = " and ".join(quoted(each) for each in sorted(links))
            raise Refused(422, f"{names} cannot be checked against each other again: {words}")
