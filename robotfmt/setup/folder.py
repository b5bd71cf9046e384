"""The contents of a client's folder, and how they are written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ..assets.files import check_outputs, write_files
from ..diagnostics import Report
from ..documents.yaml.compose import Tree, compose
from ..formats import options_assuming
from ..hub.conversion import write
from ..hub.exports import MeshFormat
from ..hub.mesh_outputs import Meshes
from ..model import Robot
from ..model.record import Record, field, replace
from ..settings import Settings


class Document(Record, kw_only=False):
    """Documents of one robot that are written and proved together."""

    robot: Robot
    names: tuple[str, ...]
    """Their paths in the folder; suffixes give the formats."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of formats, as in :class:`robotfmt.Settings`."""
    format: str | None = None
    """The format of documents whose suffix is that of several."""
    meshes: Meshes = "copy"
    """The place of meshes, as in :func:`robotfmt.write`."""
    mesh_format: MeshFormat | None = None


class Folder(Record, kw_only=False):
    """The contents of a folder."""

    documents: tuple[Document, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    """Files that no format describes, by their paths in the folder."""


def lay(folder: Folder, place: Path, report: Report, settings: Settings, *, overwrite: bool) -> tuple[Path, ...]:
    """Write the contents of a folder, and return the paths of all files.

    Args:
        folder: The contents.
        place: The folder, which is created.
        report, settings: Where diagnostics go; where meshes are, limits.
        overwrite: True to replace existing files.

    Raises:
        OutputError: A file exists already, or cannot be written.
        RobotfmtError: A document cannot be written; see :func:`robotfmt.write`.
    """
    texts = {place / name: text for name, text in folder.texts.items()}
    documents = [place / name for each in folder.documents for name in each.names]
    check_outputs([*texts, *documents], [], overwrite)
    write_files([(path, text.encode()) for path, text in texts.items()])
    files = list(texts)
    for each in folder.documents:
        files += write(
            each.robot,
            *(place / name for name in each.names),
            report=report,
            settings=_for(each, settings),
            overwrite=overwrite,
            meshes=each.meshes,
            mesh_format=each.mesh_format,
        )
    return tuple(files)


def _for(document: Document, settings: Settings) -> Settings:
    options = {**options_assuming(), **document.options, **settings.options}
    return replace(settings, options=options, target_format=document.format, robot=None)


# Texts


def yaml(tree: Tree) -> str:
    """Return a tree of mappings, lists and values as a YAML document."""
    return compose(tree, Robot(), format="")[0].decode()


def indented(value: object) -> str:
    """Return a value as a JSON document."""
    return json.dumps(value, indent=2) + "\n"
