"""Meshes that are made here, as meshes inside documents that exist only in memory: outputs write them to files."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePath

from ..assets.resolver import Assets
from ..mesh.dae_written import dae_bytes
from ..mesh.images import Images
from ..mesh.triangles import Triangles
from ..model import Geometry, Mesh


class EmbeddedMeshes:
    """Gives made meshes their documents.

    Args:
        assets: Keeps the documents.
        kind: What the meshes are, the end of their names.
    """

    def __init__(self, assets: Assets, kind: str) -> None:
        self._assets, self._kind = assets, kind
        self._names: set[str] = set()

    def mesh(self, surface: Triangles, link: str, near: Geometry) -> Mesh:
        """Return a mesh with a surface, named after its link, for a geometry from the same document as another one."""
        name = self._name(link)
        document = f"{name}.dae"
        beside = str(PurePath(near.origin.document).parent / document) if near.origin is not None else document
        self._assets.provide(beside, dae_bytes(surface, Images(), name))
        return Mesh(uri=f"{document}#{name}")

    def _name(self, link: str) -> str:
        """Return a new name that is an id of XML, and part of a URI."""
        plain = unicodedata.normalize("NFKD", link).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^A-Za-z0-9_-]", "_", plain)
        stem = f"{stem if stem[:1].isalpha() else f'_{stem}'}_{self._kind}"
        name, number = stem, 2
        while name in self._names:
            name, number = f"{stem}_{number}", number + 1
        self._names.add(name)
        return name
