"""Values of the model as JSON, with references to files that hold from the folder of the sidecar."""

from __future__ import annotations

import os
from pathlib import Path

from ..assets.locations import located
from ..model import Mesh, Node, Texture
from ..model.fields import fields_said
from ..model.json import to_object
from ..model.record import Record, replace


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
        for name, each in fields_said(value)
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
