"""References of elements: to meshes, and to nodes under an anchor of another YAML document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from robotfmt.assets.documents import find_document
from robotfmt.codes import LIMIT
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Value, iterate
from robotfmt.documents.yaml.parsing import copied
from robotfmt.errors import InputError, LimitError, RobotfmtError
from robotfmt.model import AxisAngles, Mesh, Pose

from ..codes import ELEMENT, PART_OF_MESH, RESOURCE_ANCHOR, RESOURCE_CYCLE, RESOURCE_MISSING
from ..document.mappings import Part, Scope
from ..document.parsing import parse
from .frames import UPRIGHT, Frame, reverse
from .shapes import Placed

_SUFFIXES = (".yaml", ".yml")
_UNITS = {"meter": 1.0, "millimeter": 0.001, "inch": 0.0254}
_AXES = {"Z": (), "Y": (reverse(UPRIGHT),)}
"""The upper axes of files, each with the turns that make it z."""


class Nodes:
    """Nodes of another document, and the part of that document that they belong to."""

    def __init__(self, value: Value, owner: Part, name: str) -> None:
        self.value = value
        self.owner = owner
        self.name = name


class Resources:
    """Finds what the elements of a body refer to, and reads each document once."""

    def __init__(self) -> None:
        self._documents: dict[str, Scope | None] = {}
        self._open: list[str] = []
        """The parts of documents whose nodes are being read."""
        self._copied = 0

    def nodes(self, part: Part) -> Nodes | None:
        """Return the nodes that a resource in YAML refers to, each time as a copy; None for any other resource."""
        uri = part.text_of("uri") or ""
        if not uri.lower().endswith(_SUFFIXES):
            return None
        scope = self._scope(uri, part)
        anchor = part.text("fragment") if part.get("fragment") is not None else part.text("node")
        if scope is None or part.text("uri") is None:
            return None
        found = scope.document.anchors.get(anchor or "") if anchor else scope.document.root
        if found is None:
            part.mapping.report(RESOURCE_ANCHOR, f"{quoted(uri)} has no anchor {quoted(anchor or '')}")
            return None
        name = f"{scope.document.name}#{anchor or ''}"
        self._count(found, name, part)
        copy = copied(found)
        holder = Mapping(scope.document, found.line, found.column)
        copy.parent, copy.step = holder, anchor or "elements"
        return Nodes(copy, Part(holder, scope), name)

    @contextmanager
    def inside(self, nodes: Nodes) -> Iterator[None]:
        """Read the nodes of another document."""
        self._open.append(nodes.name)
        try:
            yield
        finally:
            self._open.pop()

    def _count(self, value: Value, name: str, part: Part) -> None:
        """Count the values of a copy.

        Raises:
            InputError: The nodes contain themselves.
            LimitError: All copies together are too large.
        """
        if name in self._open:
            raise InputError(RESOURCE_CYCLE, f"nodes contain themselves: {quoted(name)}", part.origin)
        self._copied += sum(1 for _ in iterate(value))
        most = part.scope.context.limits.yaml_expanded_nodes
        if self._copied > most:
            message = f"resources expand to too many values; yaml_expanded_nodes allows {most}"
            raise LimitError(LIMIT, message, part.origin)

    def _scope(self, uri: str, part: Part) -> Scope | None:
        scope = part.scope
        name = find_document(uri, part.origin.document, scope.context.assets)
        if name is None:
            part.mapping.report(RESOURCE_MISSING, f"{quoted(uri)} is not found, or may not be opened")
            return None
        key = f"{scope.address}{uri}!"
        if key not in self._documents:
            self._documents[key] = self._read(name, key, part)
        return self._documents[key]

    def _read(self, name: str, address: str, part: Part) -> Scope | None:
        """Return the scope of a document that a node names; None, with a report, if it cannot be read."""
        scope = part.scope
        try:
            data = scope.context.assets.document(name)
            context, anchors = scope.context, scope.document.anchors
            document = parse(data, name, context.report, context.limits, anchors)
        except (RobotfmtError, OSError) as error:
            part.mapping.report(RESOURCE_MISSING, f"{quoted(name)} cannot be read: {error}")
            return None
        return Scope(
            scope.context,
            document,
            scope.degrees,
            address,
            scope.home or scope.document.root.origin,
            {},
            scope.kept,
        )

    def mesh(self, part: Part, frame: Frame) -> Placed | None:
        """Return the mesh of a resource in its frame."""
        uri = part.text("uri")
        if uri is None:
            part.mapping.report(ELEMENT, "a Resource has no uri")
            return None
        node = part.text_of("fragment") or part.text_of("node")
        if node is not None:
            message = f"only the part {quoted(node)} of {quoted(uri)} is meant; the whole mesh is used"
            part.mapping.report(PART_OF_MESH, message)
        frame = _converted(part.part("metadata"), frame)
        scale = frame.scale if frame.is_scaled else None
        return Placed(Mesh(uri=uri, scale=scale), frame)


def _converted(metadata: Part | None, frame: Frame) -> Frame:
    """Return a frame with the unit and the upper axis of a file."""
    if metadata is None:
        return frame
    factor = metadata.choice("length_unit", _UNITS) or 1.0
    turns = metadata.choice("upper_axis", _AXES) or ()
    return frame.inside(Pose(None, AxisAngles(turns)), (factor, factor, factor))
