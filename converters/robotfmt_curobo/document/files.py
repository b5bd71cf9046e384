"""Spheres in a separate file, as in version 1."""

from __future__ import annotations

import os
from pathlib import Path

from robotfmt.assets.locations import located
from robotfmt.codes import BAD_WORD
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, parse_document
from robotfmt.errors import RobotfmtError

from ..codes import SPHERES_FILE, SPHERES_NOT_FOUND

_SUFFIXES = (".yml", ".yaml")


def spheres_of_file(value: Scalar, context: Context) -> tuple[Mapping | None, Document | None]:
    """Return the spheres of the file that a document names, and that file; it must be in the document's folder or
    below.

    Raises:
        InputError: The file is not YAML.
    """
    name = _name(value.source, value.document.name)
    data = _data(name, context) if name is not None else None
    if name is None or data is None:
        reason = (
            "is outside the folder of the configuration, or is not a YAML file" if name is None else "does not exist"
        )
        value.report(SPHERES_NOT_FOUND, f"{quoted(value.source)} {reason}")
        return None, None
    document = parse_document(data, name=name, format="curobo", report=context.report, limits=context.limits)
    root = document.root
    spheres = root.get("collision_spheres") if isinstance(root, Mapping) else None
    if not isinstance(spheres, Mapping):
        root.report(BAD_WORD, "the sphere file has no mapping 'collision_spheres'")
        return None, document
    root.take()
    value.take()
    value.report(SPHERES_FILE, f"the spheres are read from {quoted(name)}")
    return spheres, document


def _name(path: str, document: str) -> str | None:
    """Return the file at a path in a document, absolute if the document's name is; None if it must not be opened."""
    found = located(path, document)
    if found is None or found.suffix.lower() not in _SUFFIXES:
        return None
    folder = Path(document).absolute().parent
    if not Path(os.path.realpath(found)).is_relative_to(os.path.realpath(folder)):
        return None
    return str(found) if Path(document).is_absolute() else os.path.relpath(found)


def _data(name: str, context: Context) -> bytes | None:
    try:
        return context.assets.document(name)
    except (RobotfmtError, OSError):
        return None
