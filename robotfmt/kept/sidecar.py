"""The file of a sidecar: ``arm.mjcf.kept.json`` next to ``arm.xml``.

::

    {"schema": "robotfmt-kept/1", "kind": "Robot", "documents": [{"name": "arm.xml", "format": "mjcf"}],
     "change": {"fields": {"joints": {"parts": {"elbow": ...}}}}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..documents.source import Source
from ..facts import Whole
from ..model import Origin, Robot, World
from ..model.completion import BadRecord, parsed
from ..model.record import Record, replace
from .changes import Change
from .restoring import Stale, restored

SCHEMA = "robotfmt-kept/1"


class Sidecar(Record, kw_only=False):
    """The content that documents cannot store, to be kept in a file next to them."""

    name: str
    """The path of its file."""
    documents: tuple[tuple[str, str], ...]
    """The names of the files that it completes together, each with its format."""
    kind: str
    """``Robot`` or ``World``."""
    change: Change

    @property
    def data(self) -> bytes:
        """The bytes of its file."""
        documents = [{"name": name, "format": format} for name, format in self.documents]
        given = {"schema": SCHEMA, "kind": self.kind, "documents": documents, "change": self.change}
        return (json.dumps(given, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")

    def completed(self, whole: Whole, stale: Stale) -> Whole:
        """Return the robot or the world that documents describe with what they have no words for.

        Raises:
            BadRecord: The sidecar belongs to another kind of document, or was damaged.
        """
        if isinstance(whole, World) and self.kind == "Robot":
            return self._completed_world(whole, stale)
        change = self._of_robot(whole.name) if isinstance(whole, Robot) and self.kind == "World" else self.change
        made: Whole = restored(whole, change, stale, Origin(self.name))
        return made

    def _completed_world(self, world: World, stale: Stale) -> World:
        """Return a world whose only robot is completed."""
        if len(world.robots) != 1:
            raise BadRecord(f"completes one robot, and the world has {len(world.robots)}")
        (placed,) = world.robots
        robot: Robot = restored(placed.alone, self.change, stale, Origin(self.name))
        placed = replace(placed, robot=replace(robot, pose=None), pose=robot.pose)
        return replace(world, robots=(placed,))

    def _of_robot(self, name: str | None) -> Change:
        """Return the changes of a robot of the world; none if the world has no such robot."""
        fields = self.change.get("fields", {})
        robots = fields.get("robots", {}).get("parts", {})
        if not isinstance(robots, dict):
            raise BadRecord("has no robots of a world")
        nothing: Change = {"fields": {}}
        found: Change = robots.get(name or "", {}).get("fields", {}).get("robot", nothing)
        content = fields.get("extensions", {}).get("parts")
        if not content:
            return found
        # A robot that is read alone has the unrecognised content of its world, too.
        robot_content = found.get("fields", {}).get("extensions", {}).get("parts", {})
        return {**found, "fields": {**found.get("fields", {}), "extensions": {"parts": {**robot_content, **content}}}}


def parse(source: Source) -> Sidecar:
    """Return the sidecar of a file.

    Raises:
        BadRecord: It is not one; the message gives the reason.
    """
    try:
        given: dict[str, Any] = parsed(source.data.decode())
    except UnicodeDecodeError as error:
        raise BadRecord("is not text in UTF-8") from error
    if given.get("schema") != SCHEMA:
        raise BadRecord(f"has the schema {given.get('schema')!r}; expected '{SCHEMA}'")
    change, kind = given.get("change"), given.get("kind")
    if not isinstance(change, dict) or kind not in ("Robot", "World"):
        raise BadRecord("has no change of a robot or a world")
    return Sidecar(source.name, tuple(_documents(given.get("documents"))), kind, change)


def _documents(given: object) -> Sequence[tuple[str, str]]:
    rows = given if isinstance(given, list) else []
    found = [(each.get("name"), each.get("format")) for each in rows if isinstance(each, dict)]
    return [(name, format) for name, format in found if isinstance(name, str) and isinstance(format, str)]
