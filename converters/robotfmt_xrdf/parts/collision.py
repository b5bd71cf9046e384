"""Collision checks against the world (XRDF 1.0 §4), and self-collisions (§5).

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.adapting.sphere_sets import resolved
from robotfmt.diagnostics import Severity, quoted
from robotfmt.documents.yaml.compose import Item, Tree
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, Value
from robotfmt.model import Buffer, CollisionUse, IgnoredPair, SphereSet
from robotfmt.planning.yaml_terms import line_of_braces, reason_beside, write_pairs

from ..codes import (
    BUFFER_FRAME_UNKNOWN,
    BUFFER_NOT_MAP,
    BUFFER_SCALAR,
    COLLISION_GEOMETRY,
    COLLISION_GEOMETRY_LIST,
    COLLISION_IN_2_0,
    EMPTY_VALUE,
    IGNORE_FRAME_UNKNOWN,
    IGNORE_SELF_PAIR,
    IGNORE_SHAPE,
    KEY_OF_2_0,
)
from ..document import values
from ..document.mentions import Mentions
from ..document.versions import EXTENDED, WORLD

Sets = Iterable[SphereSet]


# Reading


def read_world_collision(root: Mapping, sets: Sets, mentions: Mentions) -> CollisionUse | None:
    """Return the settings for collisions with the world; ``collision`` in 1.0, ``world_collision`` in 2.0."""
    own, code = WORLD[mentions.version], COLLISION_IN_2_0 if mentions.version == EXTENDED else KEY_OF_2_0
    other = next(name for name in WORLD.values() if name != own)
    wrong = root.get(other)
    if wrong is not None:
        wrong.report(code, f"version {mentions.version} has '{own}' instead of '{other}'")
        mentions.moved[f"/{other}"] = f"/{own}"
    value = root.get(own) or wrong
    section = _section(value)
    if section is None:
        return CollisionUse(origin=value.origin) if value is not None and value.taken else None
    values.known(section, ("geometry", "buffer_distance"))
    if section.get("geometry") is None:
        section.report(COLLISION_GEOMETRY, f"'{own}' has no 'geometry'; {_groups(sets)}")
    return _use(section, sets, mentions)


def read_self_collision(
    root: Mapping, world: CollisionUse | None, sets: Sets, mentions: Mentions
) -> tuple[CollisionUse | None, tuple[IgnoredPair, ...]]:
    """Return the settings for self-collisions, and the ignored pairs."""
    value = root.get("self_collision")
    section = _section(value)
    if section is None:
        return (CollisionUse(origin=value.origin) if value is not None and value.taken else None), ()
    values.known(section, ("geometry", "buffer_distance", "ignore"))
    if section.get("geometry") is None:
        # In 1.0 it can only be that of 'collision' (XRDF 1.0 §5).
        clear = mentions.version == "1.0" and world is not None and world.spheres is not None
        severity = Severity.WARNING if clear else None
        message = f"'self_collision' has no 'geometry'; {_groups(sets)}"
        section.report(COLLISION_GEOMETRY, message, severity=severity)
    use = _use(section, sets, mentions)
    pairs = _ignore(section.get("ignore"), mentions)
    return (None if pairs and use == CollisionUse() else use), pairs


def _section(value: Value | None) -> Mapping | None:
    section = values.mapping(value, COLLISION_GEOMETRY)
    if section is not None:
        section.take()
    return section


def _use(section: Mapping, sets: Sets, mentions: Mentions) -> CollisionUse:
    name = _geometry(section.get("geometry"), sets)
    buffers = _buffers(section.get("buffer_distance"), name, sets, mentions)
    return CollisionUse(origin=section.origin, spheres=name, buffers=buffers)


def _geometry(value: Value | None, sets: Sets) -> str | None:
    if isinstance(value, Sequence) and len(value.items) == 1 and not value.items[0].is_null:
        value.report(COLLISION_GEOMETRY_LIST, "'geometry' is a list with one name")
        value.take()
        value = value.items[0]
    name = values.name(value, COLLISION_GEOMETRY)
    if name is None:
        return None
    if name.source not in {each.name for each in sets}:
        name.report(COLLISION_GEOMETRY, f"the group {quoted(name.source)} does not exist; {_groups(sets)}")
    return name.source


def _groups(sets: Sets) -> str:
    names = ", ".join(quoted(each.name) for each in list(sets)[:5])
    return f"the document has the groups {names}" if names else "the document has no groups"


def _buffers(value: Value | None, name: str | None, sets: Sets, mentions: Mentions) -> tuple[Buffer, ...]:
    if isinstance(value, Scalar) and not value.is_null:
        return _same_buffer(value, name, sets)
    found: list[Buffer] = []
    for entry in values.entries(value, BUFFER_NOT_MAP):
        distance = values.number(entry.value)
        if distance is not None:
            frame = mentions.frame(entry.name, BUFFER_FRAME_UNKNOWN)
            found.append(Buffer(origin=entry.origin, frame=frame, distance=distance))
    return tuple(found)


def _same_buffer(value: Scalar, name: str | None, sets: Sets) -> tuple[Buffer, ...]:
    """Read a single number for all frames, as cuRobo writes. Without spheres it applies to nothing, and stays in the
    ledger.
    """
    group = resolved(name, sets) if name is not None else None
    frames = [each.frame for each in group.frames if each.spheres] if group is not None else []
    where = f"{len(frames)} frame{'s' if len(frames) != 1 else ''}"
    value.report(BUFFER_SCALAR, f"'buffer_distance' is {quoted(value.source)} for {where}")
    distance = values.number(value) if frames else None
    if distance is None:
        return ()
    return tuple(Buffer(origin=value.origin, frame=frame, distance=distance) for frame in frames)


def _ignore(value: Value | None, mentions: Mentions) -> tuple[IgnoredPair, ...]:
    """Return the pairs in document order; those of a repeated frame are combined.

    XRDF has no element for a reason: it is the comment after the second frame, or after the first one for all of its
    pairs without one.
    """
    if isinstance(value, Sequence) and not value.items:
        value.report(EMPTY_VALUE, "'ignore' is an empty list instead of an empty mapping")
        value.take()
        return ()
    found: dict[str, list[IgnoredPair]] = {}
    entries = values.entries(value, IGNORE_SHAPE, union=True)
    opening = line_of_braces(value)
    for entry in entries:
        first = mentions.frame(entry.name, IGNORE_FRAME_UNKNOWN)
        pairs = found.setdefault(first, [])
        names = values.names(entry.value, IGNORE_SHAPE)
        common = reason_beside(entry.name, opening) if names else None
        for name in names:
            second = mentions.frame(name, IGNORE_FRAME_UNKNOWN)
            if first == second:
                name.report(IGNORE_SELF_PAIR, f"{quoted(first)} is listed to ignore itself")
            reason = reason_beside(name, opening) or common
            pairs.append(IgnoredPair(origin=name.origin, first=first, second=second, reason=reason))
    return tuple(pair for pairs in found.values() for pair in pairs)


# Writing


def write_world_collision(use: CollisionUse | None, whole: bool) -> Tree:
    """Return the section that :func:`read_world_collision` reads; ``whole`` adds an empty mapping if there are no
    buffers.
    """
    if use is None:
        return None
    return {"geometry": use.spheres, "buffer_distance": _write_buffers(use, whole)}


def write_self_collision(use: CollisionUse | None, pairs: tuple[IgnoredPair, ...], whole: bool) -> Tree:
    """Return the section that :func:`read_self_collision` reads."""
    if use is None and not pairs:
        return None
    return {
        "geometry": use.spheres if use is not None else None,
        "buffer_distance": _write_buffers(use, whole) if use is not None else None,
        "ignore": write_pairs(pairs),
    }


def _write_buffers(use: CollisionUse, whole: bool) -> Item:
    buffers: dict[str, Tree] = {}
    for each in use.buffers:
        buffers.setdefault(each.frame, each.distance)
    return Item(buffers, optional=not whole)
