"""The changes from the robot that documents describe to the robot that they were written from, as JSON.

A change is a JSON object of one of these forms; ``was`` and ``of`` are digests of what the documents give::

    {"value": ..., "was": "3f0c..."}              another value, or a part that the documents lack
    {"gone": "3f0c..."}                            a part that only the documents have
    {"fields": {"hard": ...}, "of": "3f0c..."}     other fields of a record
    {"parts": {"elbow": ...}, "order": [...]}      other parts of a row, by their names or places

Changes of a robot have ``"names"`` besides: the links, joints and frames of the documents that they refer to. A part
that is added, removed or attached elsewhere has ``"with"``: the parts that the one in the documents refers to.

A change is recorded only if it changes a fact: numbers that differ by a rounding, and poses in another notation, are
the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from ..assets.locations import located
from ..facts import Whole, facts
from ..facts.difference import SameFile, compare
from ..model import Geometry, Link, Mesh, Node, PlacedRobot, Robot, Texture, World
from ..model.fields import given_fields
from ..model.json import to_object
from ..model.record import Record, replace
from .keys import Row, called, character, digest, keyed, related
from .restoring import restored

# Meshes of the document


def with_meshes_of(wanted: Whole, found: Whole, same_file: SameFile) -> Whole:
    """Return a robot or a world with the meshes of another one for those with the same surface at the same place on
    their link.
    """
    if isinstance(wanted, World) and isinstance(found, World):
        there = {each.name: each.robot for each in found.robots}
        robots = [_of_robot(each.robot, there.get(each.name), same_file) for each in wanted.robots]
        return wanted.with_robots(robots)
    return _of_robot(wanted, found, same_file) if isinstance(wanted, Robot) and isinstance(found, Robot) else wanted


def _of_robot(wanted: Robot, found: Robot | None, same_file: SameFile) -> Robot:
    if found is None:
        return wanted
    links = tuple(_with_meshes(each, found.link_by_name.get(each.name), same_file) for each in wanted.links)
    return replace(wanted, links=links) if any(a is not b for a, b in zip(links, wanted.links, strict=True)) else wanted


def _with_meshes(link: Link, found: Link | None, same_file: SameFile) -> Link:
    rows = (link.visuals, link.collisions)
    if found is None or not any(isinstance(each.shape, Mesh) for row in rows for each in row):
        return link
    visuals, collisions = (
        tuple(
            _with_mesh(each, (*found_row[place : place + 1], *found_row), same_file) for place, each in enumerate(row)
        )
        for row, found_row in zip(rows, (found.visuals, found.collisions), strict=True)
    )
    return replace(link, visuals=visuals, collisions=collisions)


def _with_mesh(it: Geometry, others: Sequence[Geometry], same_file: SameFile) -> Geometry:
    """Return a shape with the mesh, the pose and the origin of the one of some others that is the same.

    Comparing may mean to read two files, so the most probable one comes first.
    """
    if not isinstance(it.shape, Mesh):
        return it
    for each in others:
        if isinstance(each.shape, Mesh) and _is_same(it, each, same_file):
            return replace(it, origin=each.origin, shape=each.shape, pose=each.pose)
    return it


def _is_same(one: Geometry, other: Geometry, same_file: SameFile) -> bool:
    first, second = (
        Robot(links=(Link(name="", visuals=(Geometry(origin=it.origin, shape=it.shape, pose=it.pose),)),))
        for it in (one, other)
    )
    return not compare(facts(first), facts(second), same_file=same_file)


def _with_own_materials(robot: Robot) -> Robot:
    """Return a robot whose visuals have the whole materials that they name, unless the robot has these.

    Another visual may define the material, and a document may give that one a colour and no name.
    """
    known = {each.name for each in robot.materials}

    def whole(it: Geometry) -> Geometry:
        material = it.material
        if material is None or material.name in known or robot.resolved(material) == material:
            return it
        return replace(it, material=robot.resolved(material))

    links = (replace(each, visuals=tuple(map(whole, each.visuals))) for each in robot.links)
    return replace(robot, links=tuple(links))


# Encoding


def encoded(value: object, document: str | None, folder: Path) -> object:
    """Return a value as JSON-compatible objects.

    Args:
        document: The document that relative references are in, for records without an origin.
        folder: The folder that they shall be relative to.
    """
    return to_object(_moved(value, document, folder))


def _moved(value: object, document: str | None, folder: Path) -> object:
    if isinstance(value, tuple):
        return tuple(_moved(each, document, folder) for each in value)
    if not isinstance(value, Record):
        return value
    if isinstance(value, Node) and value.origin is not None:
        document = value.origin.document
    changes = {
        name: _moved(each, document, folder)
        for name, each in given_fields(value)
        if isinstance(each, Record | tuple) and not isinstance(each, str)
    }
    if isinstance(value, Mesh | Texture) and value.uri and document is not None:
        changes["uri"] = _relative(value.uri, document, folder)
    return replace(value, **changes) if changes else value


def _relative(uri: str, document: str, folder: Path) -> str:
    """Return a reference to the same file from another folder; one that is not relative stays."""
    path, mark, fragment = uri.partition("#")
    place = located(path, document) if path else Path(document).absolute()
    if place is None:
        return uri
    try:
        return Path(os.path.relpath(place, folder.absolute())).as_posix() + mark + fragment
    except ValueError:  # another drive of Windows
        return place.as_uri() + mark + fragment


# Changes

Change: TypeAlias = dict[str, Any]
_Parts: TypeAlias = dict[str, Record]
Same: TypeAlias = Callable[[Any, Any], bool]
"""Return True if two values at one place of a robot make no difference to its facts."""


class Ground(Record, kw_only=False):
    """What changes are recorded on."""

    same_file: SameFile
    """Compares files by content."""
    folder: Path
    """The folder of the sidecar, relative to which recorded files are named."""
    document: str | None = None
    """The document that parts without an origin come from."""

    def whole(self, wanted: object, found: object) -> Change:
        """Return the change to another value as a whole."""
        return {"value": encoded(wanted, self.document, self.folder), "was": digest(found)}


class Comparison:
    """Compares values of a robot's or a world's field by the facts of a robot that has nothing else."""

    def __init__(self, whole: Whole, same_file: SameFile) -> None:
        self._empty: Whole = World() if isinstance(whole, World) else Robot(materials=whole.materials)
        self._same_file = same_file

    def same(self, field: str, first: object, second: object) -> bool:
        """Return True if two values of a field are the same facts."""
        one, other = (facts(replace(self._empty, **{field: each})) for each in (first, second))
        return not compare(one, other, same_file=self._same_file)


def changes_of(wanted: Whole, found: Whole, ground: Ground) -> Change | None:
    """Return the changes from a robot or a world that was read to the wanted one; None if they have the same facts."""
    if not compare(facts(wanted), facts(found), same_file=ground.same_file):
        return None
    wanted = with_meshes_of(wanted, found, ground.same_file)
    wanted = _with_own_materials(wanted) if isinstance(wanted, Robot) else wanted
    comparison = Comparison(wanted, ground.same_file)
    fields: dict[str, Change] = {}
    for name in wanted.compared_fields:
        new, old = getattr(wanted, name), getattr(found, name)
        if new == old:
            continue
        change = _change(new, old, partial(comparison.same, name), ground)
        if change is not None:
            fields[name] = change
    made: Change = {"fields": fields, "of": None}
    return related(_with_whole_parts(wanted, found, made, ground), found)


def _with_whole_parts(wanted: Whole, found: Whole, change: Change, ground: Ground) -> Change:
    """Return changes with those parts as a whole whose facts depend on other parts: the place of a joint among all."""
    for name, new, old, keys in _left(wanted, found, change, ground, keyed):
        for key in keys:
            if new[key] != old.get(key):
                row = change["fields"].setdefault(name, {"parts": {}})
                row.setdefault("parts", {})[key] = ground.whole(new[key], old.get(key))
    for name, *_ in _left(wanted, found, change, ground, called):
        change["fields"][name] = ground.whole(getattr(wanted, name), getattr(found, name))
    return change


def _left(
    wanted: Whole, found: Whole, made: Change, ground: Ground, names_of: Callable[[Row], _Parts | None]
) -> list[tuple[str, _Parts, _Parts, set[str]]]:
    """Return the rows of which facts still differ with some changes: their parts by name, and the names of those."""
    left = compare(facts(wanted), facts(restored(found, made)), same_file=ground.same_file)
    names = {each.path[1] for each in left if len(each.path) > 1}
    rows: list[tuple[str, _Parts, _Parts, set[str]]] = []
    for name in wanted.compared_fields if names else ():
        new, old = (names_of(value) if isinstance(value, tuple) else None for value in _both(wanted, found, name))
        if new and old is not None and not names.isdisjoint(new) and new != old:
            rows.append((name, new, old, names & new.keys()))
    return rows


def _both(wanted: Whole, found: Whole, name: str) -> tuple[object, object]:
    return getattr(wanted, name), getattr(found, name)


def _change(wanted: Any, found: Any, same: Same, ground: Ground) -> Change | None:
    """Return the change from one value to another; None if it changes no fact."""
    if wanted == found:
        return None
    if isinstance(wanted, tuple) and isinstance(found, tuple):
        return _row_change(wanted, found, same, ground)
    if same(wanted, found):
        return None
    if isinstance(wanted, Record) and isinstance(found, Record) and wanted.record_type is found.record_type:
        return _record_change(wanted, found, same, ground)
    return ground.whole(wanted, found)


def _record_change(wanted: Record, found: Record, same: Same, ground: Ground) -> Change:
    """Return the change of the fields of a record, or of the whole one if facts depend on several fields at once."""
    if isinstance(wanted, PlacedRobot) and isinstance(found, PlacedRobot):
        return _placed_change(wanted, found, same, ground)
    # Listing a thousand collision shapes for each visual takes minutes, so the other rows are left out at first.
    for alone in (True, False):
        fields = _field_changes(wanted, found, same, ground, alone=alone)
        made: Change = {"fields": fields, "of": character(found)}
        if fields and same(wanted, restored(found, made)):
            return made
    return ground.whole(wanted, found)


def _field_changes(wanted: Record, found: Record, same: Same, ground: Ground, *, alone: bool) -> dict[str, Change]:
    """Return the changes of the fields of a record, each compared alone or together with the rows of the record."""
    # References to files start at the document that they were read from.
    found_here = replace(found, origin=wanted.origin) if isinstance(wanted, Node) else found
    fields: dict[str, Change] = {}
    for name in wanted.compared_fields:
        others = _empty_rows(found, name) if alone else {}

        def same_field(first: object, second: object, name: str = name, others: Mapping[str, Any] = others) -> bool:
            return same(replace(found_here, **others, **{name: first}), replace(found, **others, **{name: second}))

        change = _change(getattr(wanted, name), getattr(found, name), same_field, ground)
        if change is not None:
            fields[name] = change
    return fields


def _empty_rows(record: Record, without: str) -> dict[str, Any]:
    """Return the fields of a record that are rows of records, empty, except one."""
    rows = ((name, getattr(record, name)) for name in record.compared_fields if name != without)
    return {name: () for name, row in rows if isinstance(row, tuple) and row and isinstance(row[0], Record)}


def _placed_change(wanted: PlacedRobot, found: PlacedRobot, same: Same, ground: Ground) -> Change:
    """Return the change of a robot in a world, and of its place."""
    fields: dict[str, Change] = {}
    for name in found.compared_fields:
        new, old = getattr(wanted, name), getattr(found, name)
        if name == "robot":
            change = changes_of(new, old, ground)
        else:
            change = None if same(replace(found, **{name: new}), found) else ground.whole(new, old)
        if change is not None:
            fields[name] = change
    return {"fields": fields, "of": None}


def _row_change(wanted: Row, found: Row, same: Same, ground: Ground) -> Change | None:
    """Return the changes of the parts of a row, by their keys; None if there are none."""
    new, old = _parts(wanted, found)
    if new is None or old is None:
        return None if same(wanted, found) else ground.whole(wanted, found)
    parts: dict[str, Change] = {}
    for key, part in new.items():

        def same_part(first: object, second: object) -> bool:
            return same((first,), (second,))

        if key not in old:
            parts[key] = ground.whole(part, None)
            continue
        change = _change(part, old[key], same_part, ground)
        if change is not None:
            parts[key] = change
    parts |= {key: {"gone": digest(part)} for key, part in old.items() if key not in new}
    if not parts:
        return None
    return {"parts": parts} | _order([*new], _later(old, parts))


def _parts(wanted: Row, found: Row) -> tuple[dict[str, Record] | None, dict[str, Record] | None]:
    """Return the parts of two rows by their names, or else by their places if the rows are equally long."""
    new, old = keyed(wanted), keyed(found)
    if new is not None and old is not None:
        return new, old
    if len(wanted) == len(found) and all(isinstance(each, Record) for each in (*wanted, *found)):
        return _by_place(wanted), _by_place(found)
    return None, None


def _by_place(row: Row) -> dict[str, Any]:
    return {str(index): part for index, part in enumerate(row)}


def _later(old: Collection[str], parts: dict[str, Change]) -> list[str]:
    """Return the names of parts in the order that they have without one being recorded."""
    there = [key for key in old if "gone" not in parts.get(key, {})]
    return [*there, *(key for key in parts if key not in old)]


def _order(wanted: list[str], otherwise: list[str]) -> Change:
    return {} if wanted == otherwise else {"order": wanted}
