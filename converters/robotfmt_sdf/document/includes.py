"""Models in other documents, which an ``<include>`` refers to: found and opened, under limits.

A URI leads to a folder with a ``model.config``, which names the document of the model, or to a document.
``model://NAME`` and ``package://NAME`` are packages; a plain path is searched next to the document, and a bare name
among the models. Nothing is downloaded: for ``https://fuel...`` the folder in Gazebo's local cache is used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from robotfmt.assets.locations import document_folders, document_root, is_within, normal
from robotfmt.assets.mesh_files import package_option
from robotfmt.assets.uris import Reference, parse
from robotfmt.context import Context
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.prolog import root_name
from robotfmt.errors import RobotfmtError
from robotfmt.model import Origin

from ..codes import INCLUDE_CYCLE, NOT_FOUND
from .undefined import document_of
from .versions import NEWEST, parsed
from .written_poses import Version

AsSdf: TypeAlias = Callable[[Path, Origin | None, Context], bytes]
_ROOTS = ("sdf", "gazebo")
_DEEPEST = 32
_LARGEST_CONFIG = 1_000_000
_FUEL = re.compile(r"https?://(fuel\.[^/]+)/(?:1\.0/)?([^/]+)/models/([^/]+)(?:/([^/]+))?/?", re.IGNORECASE)


class Includes:
    """Opens the documents that a document includes.

    Args:
        context: The context of the reader.
        as_sdf: Makes SDF of a document of another format: by its path, the place of the include, and the context.
    """

    def __init__(self, context: Context, as_sdf: AsSdf | None = None) -> None:
        self.context = context
        self._as_sdf = as_sdf
        self._count = 0
        self._size = 0
        self._is_full = False

    def open(self, include: Element, uri: str, chain: tuple[str, ...]) -> Element | None:
        """Return the included ``<model>``; None, with a report, if it cannot be found.

        Args:
            chain: The paths of the documents that lead to this one.
        """
        path = self._found(include, uri)
        if path is None:
            return None
        if not self._is_allowed(include, path, chain):
            return None
        try:
            return self._model(include, uri, path)
        except (RobotfmtError, OSError) as error:
            include.report(NOT_FOUND, f"'{uri}' cannot be read: {error}")
            return None

    def _is_allowed(self, include: Element, path: Path, chain: tuple[str, ...]) -> bool:
        # A link can lead to the same document by another name.
        if path.resolve() in [Path(each).resolve() for each in chain] or len(chain) > _DEEPEST:
            ring = " -> ".join(Path(each).parent.name or each for each in (*chain[-4:], str(path)))
            include.report(INCLUDE_CYCLE, f"models include themselves, or are nested too deeply: {ring}")
            return False
        limits = self.context.limits
        self._count += 1
        if self._count > limits.includes or self._size > limits.xml_bytes:
            if not self._is_full:
                message = f"the document includes more than {limits.includes} models (includes)"
                include.report(INCLUDE_CYCLE, message)
            self._is_full = True
            return False
        return True

    def _model(self, include: Element, uri: str, path: Path) -> Element | None:
        data = self.context.assets.document(str(path))
        self._size += len(data)
        self.context.assets.keep(str(path), data, path.parent)
        report, limits = self.context.report, self.context.limits
        if self._as_sdf is not None and root_name(data) not in _ROOTS:
            data = self._as_sdf(path, include.origin, self.context)
        document = document_of(data, str(path), report, limits)
        if document.root.tag not in _ROOTS:
            include.report(NOT_FOUND, f"'{uri}' is a <{document.root.tag}>, not an SDF document")
            return None
        model = document.root.find("model")
        if model is None:
            include.report(NOT_FOUND, f"'{uri}' has no model")
        return model

    def _found(self, include: Element, uri: str) -> Path | None:
        path, tried = self.sought(include, uri)
        if path is None:
            where = f"; looked for: {', '.join(tried)}" if tried else ""
            name = package_option(_model_of(uri))
            help = f"Add {name}, the folder of the model, or --root FOLDER, the folder of all models."
            include.report(NOT_FOUND, f"'{uri}' was not found{where}; the <include> is copied unchanged", help=help)
            include.document.reported.add((include.index, "uri"))
        return path

    def sought(self, include: Element, uri: str) -> tuple[Path | None, list[str]]:
        """Return the document of a URI, if it exists, and the searched places."""
        tried: list[str] = []
        for candidate, roots in self._candidates(uri, include.document.name):
            tried.append(str(candidate))
            if candidate.is_dir():
                candidate = _document_of(candidate) or candidate
            if candidate.is_file() and is_within(Path(os.path.realpath(candidate)), roots):
                return candidate, tried
        return None, tried

    def _candidates(self, uri: str, document: str) -> list[tuple[Path, list[Path]]]:
        """Return the candidate files, and the folders that each must not leave."""
        fuel = _FUEL.fullmatch(uri.strip())
        if fuel is not None:
            return self._package(_model_of(uri), "", document) + _cached(*fuel.groups())
        reference = _reference(uri)
        if reference.package is not None:
            return self._package(reference.package, reference.path, document)
        if reference.scheme is not None:
            return []
        first, _, rest = reference.path.strip("/").partition("/")
        return self._beside(reference.path, document) + self._package(first, rest, document)

    def _package(self, name: str, rest: str, document: str) -> list[tuple[Path, list[Path]]]:
        """Return the path of a named model, or of a document in it; never outside its folder."""
        folder = self.context.assets.package(name, document).path
        if folder is None or not is_within(normal(folder / rest), (folder,)):
            return []
        return [(normal(folder / rest), [folder, Path(os.path.realpath(folder))])]

    def _beside(self, path: str, document: str) -> list[tuple[Path, list[Path]]]:
        """Return the file at a path next to the document, unless it leaves the document's folders."""
        assets = self.context.assets
        found: list[tuple[Path, list[Path]]] = []
        for folder in document_folders(document):
            roots = [document_root(folder), *assets.roots, *assets.packages.values()]
            candidate = normal(folder / path)
            if is_within(candidate, roots):
                found.append((candidate, roots))
        return found


def _reference(uri: str) -> Reference:
    return parse(uri.strip().replace("models://", "model://"))


def _model_of(uri: str) -> str:
    """Return the name of the model that a URI leads to: the folder that an option can name."""
    fuel = _FUEL.fullmatch(uri.strip())
    if fuel is not None:
        return unquote(fuel.group(3))
    reference = _reference(uri)
    return reference.name or reference.path.strip("/").partition("/")[0]


def _cached(server: str, owner: str, name: str, version: str | None) -> list[tuple[Path, list[Path]]]:
    """Return the folders of a model in Gazebo's cache, the newest version first."""
    home = Path(os.environ.get("GZ_FUEL_CACHE_PATH") or Path.home() / ".gz" / "fuel")
    folder = home / server / owner.lower() / "models" / unquote(name).lower()
    if version is not None and version.isdigit():
        return [(folder / version, [folder])]
    versions = [int(each.name) for each in folder.iterdir() if each.name.isdigit()] if folder.is_dir() else []
    return [(folder / str(each), [folder]) for each in sorted(versions, reverse=True)]


def _version(text: str) -> Version | None:
    return parsed(text)


def _document_of(folder: Path) -> Path | None:
    """Return the document that a ``model.config`` names: that of the newest SDF version."""
    config = next((folder / name for name in ("model.config", "manifest.xml") if (folder / name).is_file()), None)
    if config is None:
        return next((each for each in (folder / "model.sdf",) if each.is_file()), None)
    with config.open("rb") as opened:
        text = opened.read(_LARGEST_CONFIG).decode("utf-8", "replace")
    found: list[tuple[Version, str]] = []
    for attributes, name in re.findall(r"<sdf\b([^>]*)>\s*([^<\s][^<]*?)\s*</sdf>", text):
        declared = re.search(r"version\s*=\s*[\"']([^\"']*)[\"']", attributes)
        version = _version(declared.group(1)) if declared is not None else _version("0.0")
        if version is not None and version <= NEWEST:
            found.append((version, name))
    if not found:
        return None
    newest = max(version for version, _ in found)
    name = next(name for version, name in found if version == newest)
    path = normal(folder / name)
    return path if is_within(path, (folder,)) else None
