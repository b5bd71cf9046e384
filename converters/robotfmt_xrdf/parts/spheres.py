"""Groups of collision spheres (XRDF 1.0 §3, and the clones of 2.0).

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.adapting.sphere_sets import together, union
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Value
from robotfmt.kinematics.tree import ring_of
from robotfmt.model import CollisionSphere, FrameSpheres, SphereSet
from robotfmt.planning.yaml_terms import line_of_braces, reason_beside, write_frames

from ..codes import (
    CLONE_CYCLE,
    CLONE_UNKNOWN,
    EMPTY_SPHERES,
    GEOMETRY_SHAPE,
    KEY_OF_2_0,
    SPHERE_FRAME_UNKNOWN,
    SPHERE_SHAPE,
)
from ..document import values as lenient
from ..document.mentions import Mentions

# Reading


def read_geometry(value: Value | None, mentions: Mentions) -> tuple[SphereSet, ...]:
    """Return the groups of spheres; groups with the same name are combined."""
    found: dict[str, SphereSet] = {}
    clones: list[Scalar] = []
    for entry in lenient.entries(value, GEOMETRY_SHAPE, union=True):
        group = _group(entry, mentions, clones)
        if group is not None:
            other = found.get(group.name)
            found[group.name] = group if other is None else union(other, (group,))
    _check_clones(found, clones)
    return tuple(found.values())


def _group(entry: Entry, mentions: Mentions, clones: list[Scalar]) -> SphereSet | None:
    group = lenient.mapping(entry.value, GEOMETRY_SHAPE)
    if group is None:
        return SphereSet(origin=entry.origin, name=entry.key) if entry.value.taken else None
    group.take()
    lenient.known(group, ("spheres", "clone"))
    names = _clone(group, mentions)
    clones.extend(names)
    frames: dict[str, FrameSpheres] = {}
    opening = line_of_braces(group.get("spheres"))
    for each in lenient.entries(group.get("spheres"), GEOMETRY_SHAPE, union=True):
        spheres = _frame(each, opening, mentions)
        if spheres is not None:
            other = frames.get(each.key)
            frames[each.key] = spheres if other is None else together(other, spheres)
    return SphereSet(
        origin=entry.origin,
        name=entry.key,
        frames=tuple(frames.values()),
        clones=tuple(name.source for name in names),
    )


def _frame(entry: Entry, opening: int | None, mentions: Mentions) -> FrameSpheres | None:
    items = None if entry.value.is_null else lenient.sequence(entry.value, GEOMETRY_SHAPE)
    if items is None and not entry.value.is_null:
        return None
    entry.value.take()
    if entry.value.is_empty:
        entry.value.report(EMPTY_SPHERES, f"{quoted(entry.key)} has no spheres")
    values = items.items if items is not None else []
    spheres = tuple(sphere for item in values if (sphere := _sphere(item, entry.key, mentions)) is not None)
    frame = mentions.frame(entry.name, SPHERE_FRAME_UNKNOWN)
    remark = reason_beside(entry.name, opening) if spheres else None
    return FrameSpheres(origin=entry.origin, frame=frame, spheres=spheres, remark=remark)


def _sphere(item: Value, frame: str, mentions: Mentions) -> CollisionSphere | None:
    if not isinstance(item, Mapping):
        item.report(SPHERE_SHAPE, f"a sphere must be a mapping, not {item.kind}")
        return None
    item.take()
    lenient.known(item, ("center", "radius"))
    for key in ("center", "radius"):
        if item.get(key) is None:
            item.report(SPHERE_SHAPE, f"the sphere has no '{key}'")
    center = lenient.vector(item.get("center"), SPHERE_SHAPE)
    value = item.get("radius")
    radius = lenient.number(value)
    if value is not None and radius is not None and radius <= 0:
        mentions.radius(value, frame, radius)
    return CollisionSphere(origin=item.origin, center=center, radius=radius)


def _clone(group: Mapping, mentions: Mentions) -> list[Scalar]:
    value = group.get("clone")
    if value is not None and mentions.version == "1.0":
        message = "'clone' requires version 2.0; in 1.0, each group lists all its spheres"
        value.report(KEY_OF_2_0, message)
    return lenient.names(value, GEOMETRY_SHAPE)


def _check_clones(sets: dict[str, SphereSet], clones: list[Scalar]) -> None:
    for name in clones:
        if name.source not in sets:
            name.report(CLONE_UNKNOWN, f"the group {quoted(name.source)} does not exist")
    ring = ring_of({name: group.clones for name, group in sets.items()})
    closing = next((name for name in clones if ring and name.source == ring[0]), None)
    if closing is not None:
        shown = " of ".join(map(quoted, (*ring, ring[0])))
        closing.report(CLONE_CYCLE, f"groups are clones of one another in a cycle: {shown}")


# Writing


def write_geometry(sets: Iterable[SphereSet]) -> dict[str, Tree]:
    """Return the section that :func:`read_geometry` reads."""
    found: dict[str, Tree] = {}
    for each in sets:
        found.setdefault(each.name, _write_group(each))
    return found


def _write_group(group: SphereSet) -> Tree:
    frames = union(group, ()).frames
    return {
        "spheres": write_frames(frames),
        "clone": Item(group.clones, optional=True),
    }
