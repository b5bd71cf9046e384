"""Collision checks: one set of spheres, for the world and for self-collisions.

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from robotfmt.codes import BAD_NUMBER, BAD_WORD
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Value
from robotfmt.model import (
    Buffer,
    CollisionSphere,
    CollisionUse,
    FrameSpheres,
    IgnoredPair,
    Robot,
    SphereSet,
)
from robotfmt.planning.yaml_terms import (
    Mentions,
    line_of_braces,
    names_in,
    read_frames,
    read_pairs,
    write_frames,
    write_pairs,
)

from ..codes import NO_SPHERES, NOT_LISTED, PLACE_HOLDERS

SET = "collision_spheres"
"""The name of the spheres in the model unless a comment gives another; fitting uses the same name."""
NAMED = "named "
"""The beginning of the comment that names the spheres."""
PLACE_HOLDER = {"1": -10.0, "2": -100.0}
"""The radius that cuRobo gives to spheres requested by number."""
# A number in place of a list asks for that many spheres: each becomes a record, so a typing error must not fill memory.
MOST_PLACE_HOLDERS = 10_000
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Collision:
    """The collision data of a document."""

    sets: tuple[SphereSet, ...] = ()
    world: CollisionUse | None = None
    itself: CollisionUse | None = None
    pairs: tuple[IgnoredPair, ...] = ()


# Reading


def read_collision(kinematics: Mapping, spheres: Mapping | None, version: str, names: Mentions) -> Collision:
    """Return the spheres, their buffers, and the ignored pairs of links.

    Args:
        spheres: The spheres of the document, or of the file that it names.
    """
    pairs = read_pairs(kinematics.get("self_collision_ignore"), names)
    frames = _read_frames(kinematics, spheres, version, names)
    if not frames:
        return Collision(pairs=pairs)
    name = _read_name(kinematics)
    assert spheres is not None
    world = _read_buffers(kinematics, "collision_sphere_buffer", frames, names)
    itself = _read_buffers(kinematics, "self_collision_buffer", frames, names)
    return Collision(
        sets=(SphereSet(origin=spheres.origin, name=name, frames=frames),),
        world=CollisionUse(origin=spheres.origin, spheres=name, buffers=world),
        itself=CollisionUse(origin=spheres.origin, spheres=name, buffers=itself),
        pairs=pairs,
    )


def _read_name(kinematics: Mapping) -> str:
    key = next(entry.name for entry in kinematics.entries if entry.key == "collision_spheres")
    return key.take_comment(NAMED).removeprefix(NAMED) or SET


def _read_frames(
    kinematics: Mapping, spheres: Mapping | None, version: str, names: Mentions
) -> tuple[FrameSpheres, ...]:
    """Return the spheres of the listed links, in that order; those of others stay in the ledger."""
    if spheres is None:
        return ()
    spheres.take()
    value = kinematics.get("collision_link_names")
    listed = names_in(value, "'collision_link_names'")
    if listed is None and spheres.entries:
        message = "'collision_link_names' is empty, so cuRobo loads none of the spheres; they are read anyway"
        (value or kinematics).report(NOT_LISTED, message)
    known = {name.source for name in listed} if listed is not None else None
    extra = _read_extra(kinematics, known, version, names)
    entries = [each for each in spheres.entries if each.key not in extra and _is_listed(each, known)]
    found = {each.frame: each for each in (*read_frames(entries, names, line_of_braces(spheres)), *extra.values())}
    with_some = {each.key for each in entries}
    for name in listed or ():
        if name.source not in found and name.source not in with_some:
            name.report(NO_SPHERES, f"the link {quoted(name.source)} is listed but has no spheres")
            found[name.source] = FrameSpheres(origin=name.origin, frame=names.link(name))
    order = found if listed is None else dict.fromkeys(name.source for name in listed)
    return tuple(found[name] for name in order if name in found)


def _is_listed(entry: Entry, listed: set[str] | None) -> bool:
    if listed is None or entry.key in listed:
        return True
    message = f"the link {quoted(entry.key)} has spheres but is not listed; they are copied unchanged"
    entry.name.report(NOT_LISTED, message)
    return False


def _read_extra(kinematics: Mapping, listed: set[str] | None, version: str, names: Mentions) -> dict[str, FrameSpheres]:
    """Return the placeholders of listed links; other requests stay in the ledger."""
    extra = kinematics.mapping("extra_collision_spheres")
    found: dict[str, FrameSpheres] = {}
    for entry in extra.entries if extra is not None else ():
        count = _read_count(entry) if entry.key not in found and _is_listed(entry, listed) else None
        if count is not None:
            radius = PLACE_HOLDER[version]
            sphere = CollisionSphere(origin=entry.origin, center=(0.0, 0.0, 0.0), radius=radius)
            entry.name.report(PLACE_HOLDERS, f"{count} placeholders for {quoted(entry.key)}")
            frame = names.link(entry.name)
            found[frame] = FrameSpheres(origin=entry.origin, frame=frame, spheres=(sphere,) * count)
    return found


def _read_count(entry: Entry) -> int | None:
    source = entry.value.source if isinstance(entry.value, Scalar) else ""
    if _COUNT.fullmatch(source) and int(source) <= MOST_PLACE_HOLDERS:
        entry.value.take()
        return int(source)
    message = f"the spheres for {quoted(entry.key)} must be a number of at most {MOST_PLACE_HOLDERS}"
    entry.value.report(BAD_NUMBER, message)
    return None


def _read_buffers(kinematics: Mapping, key: str, frames: Iterable[FrameSpheres], names: Mentions) -> tuple[Buffer, ...]:
    """Return the buffers: a mapping from links to distances, or one distance for all links with spheres."""
    value = kinematics.get(key)
    if isinstance(value, Scalar) and not value.is_null:
        distance = value.number()
        links = [each.frame for each in frames if each.spheres] if distance else []
        return tuple(Buffer(origin=value.origin, frame=link, distance=distance or 0.0) for link in links)
    mapping = kinematics.mapping(key)
    found: list[Buffer] = []
    for entry in mapping.entries if mapping is not None else ():
        distance = _read_distance(entry.value)
        if distance is not None:
            found.append(Buffer(origin=entry.origin, frame=names.link(entry.name), distance=distance))
    return tuple(found)


def _read_distance(value: Value) -> float | None:
    if isinstance(value, Scalar):
        return value.number()
    value.report(BAD_WORD, f"expected a number as buffer, got {value.kind}")
    return None


# Writing


def write_collision(robot: Robot, version: str) -> dict[str, Tree]:
    """Return the sections that :func:`read_collision` reads."""
    pairs = write_pairs(robot.ignored_pairs)
    if not robot.sphere_sets:
        return {"self_collision_ignore": Item(pairs, optional=True)}
    spheres = robot.sphere_sets[0]
    extra = [each for each in spheres.frames if _is_extra(each, version)]
    written = write_frames(each for each in spheres.frames if not _is_extra(each, version))
    world, itself = robot.world_collision or CollisionUse(), robot.self_collision or CollisionUse()
    return {
        "collision_link_names": [each.frame for each in spheres.frames],
        "collision_spheres": Item(written, beside=f"{NAMED}{spheres.name}" if spheres.name != SET else ""),
        "extra_collision_spheres": Item(_write_extra(extra), optional=True),
        "collision_sphere_buffer": Item(_write_world_buffers(world, spheres), optional=True),
        "self_collision_buffer": _write_buffers(itself),
        "self_collision_ignore": pairs,
    }


def _is_extra(frame: FrameSpheres, version: str) -> bool:
    """Return True if a frame has only placeholders like those that cuRobo creates."""
    center, radius = (0.0, 0.0, 0.0), PLACE_HOLDER[version]
    like = all((sphere.center, sphere.radius) == (center, radius) for sphere in frame.spheres)
    return like and 0 < len(frame.spheres) <= MOST_PLACE_HOLDERS


def _write_extra(frames: Iterable[FrameSpheres]) -> Tree:
    return {each.frame: Word(len(each.spheres)) for each in frames}


def _write_world_buffers(use: CollisionUse, spheres: SphereSet) -> Tree:
    """Return the buffers against the world: one number if all links with spheres have the same."""
    distances = {each.distance for each in use.buffers}
    links = {each.frame for each in use.buffers}
    if len(distances) == 1 and links == {each.frame for each in spheres.frames if each.spheres}:
        return distances.pop() or _write_buffers(use)
    return _write_buffers(use)


def _write_buffers(use: CollisionUse) -> Tree:
    buffers: dict[str, Tree] = {}
    for each in use.buffers:
        buffers.setdefault(each.frame, each.distance)
    return buffers
