"""Shapes of vertices inside a body: the geometry nodes of VRML 2.0, in YAML.

They become meshes whose URI is the path of the node in the document. To read one it is written as VRML.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from robotfmt.assets.documents import find_document
from robotfmt.codes import MESH_EMPTY
from robotfmt.context import Context
from robotfmt.diagnostics import Report, quoted
from robotfmt.documents.source import Source
from robotfmt.documents.tokens import written
from robotfmt.documents.yaml.document import Document, Mapping, Sequence, Value, unescape
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.model import Mesh, Origin

from ..document.mappings import Part, Scope, number
from ..document.parsing import in_degrees, parse

if TYPE_CHECKING:
    from robotfmt.mesh import Triangles

KINDS = ("IndexedFaceSet", "Extrusion", "ElevationGrid")
_ROWS = {
    "coord_index": ("coordIndex", 1),
    "cross_section": ("crossSection", 2),
    "spine": ("spine", 3),
    "scale": ("scale", 2),
    "height": ("height", 1),
}
"""The lists of numbers: name in VRML, and length of a row; Choreonoid ignores an incomplete last row."""
_NUMBERS = {
    "x_dimension": "xDimension",
    "z_dimension": "zDimension",
    "x_spacing": "xSpacing",
    "z_spacing": "zSpacing",
}
_TRUTHS = {"ccw": "ccw", "begin_cap": "beginCap", "end_cap": "endCap"}
_COORDINATES, _ORIENTATION = "coordinate", "orientation"


def read_mesh(source: Source, mesh: Mesh, context: Context) -> Triangles:
    """Return the triangles of a geometry node in a body.

    Raises:
        MeshError: The document has no such node, or its vertices are not sound.
    """
    from robotfmt.mesh.vrml.reader import read_vrml  # few bodies have any

    document = _parsed(source.data, source.name, context.limits, None)
    root = document.root
    *outer, path = (mesh.uri or "").partition("#")[2].split("!")
    steps = [unescape(step) for step in path.split("/")[1:]]
    found: Value | None = root
    for uri in outer:
        name = find_document(uri, document.name, context.assets)
        data = context.assets.document(name) if name is not None else b""
        document = _parsed(data, name or uri, context.limits, document)
    if outer:  # the first step is an anchor
        found = document.anchors.get(steps.pop(0), document.root)
    for step in steps:
        found = _inside(found, step)
    if not isinstance(found, Mapping):
        raise MeshError(MESH_EMPTY, f"the body has no geometry {quoted(mesh.uri or '')}", Origin(source.name))
    scope = Scope(context, document, in_degrees(root))
    return read_vrml(as_vrml(Part(found, scope)).encode(), source.name, context.limits, context.report)


@lru_cache(maxsize=4)
def _parsed(data: bytes, name: str, limits: Limits, outer: Document | None) -> Document:
    """Return a document whose report was given when the body was read."""
    anchors = outer.anchors if outer is not None else None
    return parse(data, name, Report(), limits, anchors)


def _inside(value: Value | None, step: str) -> Value | None:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, Sequence) and step.isdecimal() and int(step) < len(value.items):
        return value.items[int(step)]
    return None


def as_vrml(part: Part) -> str:
    """Return a geometry node as a document of VRML 2.0; take what it contains."""
    fields = [
        *(f"{name} [{_whole_rows(part, key, width)}]" for key, (name, width) in _ROWS.items() if part.get(key)),
        *(f"{name} {part.text(key)}" for key, name in _NUMBERS.items() if part.get(key)),
        *(f"{name} {str(part.truth(key) is not False).upper()}" for key, name in _TRUTHS.items() if part.get(key)),
    ]
    if part.get(_COORDINATES):
        fields.append(f"coord Coordinate {{ point [{_whole_rows(part, _COORDINATES, 3)}] }}")
    if part.get(_ORIENTATION):
        fields.append(f"orientation [{' '.join(map(written, _turns(part)))}]")
    return f"#VRML V2.0 utf8\nShape {{ geometry {part.text('type')} {{ {' '.join(fields)} }} }}\n"


def _whole_rows(part: Part, key: str, width: int) -> str:
    row = _row(part, key)
    return " ".join(map(written, row[: len(row) // width * width]))


def _row(part: Part, key: str) -> list[float]:
    value = part.get(key)
    return list(_numbers(value)) if value is not None else []


def _numbers(value: Value) -> Iterator[float]:
    """Yield the numbers of a list, or of lists in it."""
    if isinstance(value, Sequence):
        value.take()
        for each in value.items:
            yield from _numbers(each)
    else:
        found = number(value)
        if found is not None:
            yield found


def _turns(part: Part) -> Iterator[float]:
    for index, each in enumerate(_row(part, _ORIENTATION)):
        yield part.scope.angle(each) if index % 4 == 3 else each
