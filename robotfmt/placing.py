"""Where the meshes of an output are: beside it in files, for the formats that have them in files.

``keep`` leaves a URI as it is, so far as it still leads to the same file from the new document's folder; ``copy``
puts every mesh into a folder beside the document. What lies inside a container is exported either way, unless
the file that it was made from is known.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from .codes import SHAPE_AS_MESH
from .context import Context
from .errors import MeshError
from .explain import explain
from .formats import Carries, Feature, Format
from .model import Capsule, Geometry, Link, Mesh, Origin, Robot

Meshes: TypeAlias = Literal["keep", "copy"]
SHAPE_TOLERANCE = 0.0005
"""How far the mesh of a shape may be from the shape, in metres."""
_SAFE = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)")
_LONGEST = 100


@dataclass(slots=True)
class Placement:
    """A robot whose meshes are placed for a document, and the files to be written for that."""

    robot: Robot
    files: dict[Path, bytes] = field(default_factory=dict)


def place(robot: Robot, document: Path, format: Format, meshes: Meshes, context: Context) -> Placement:
    """Place the meshes of a robot for a document of a format.

    Meshes that cannot be read keep their URIs; that is reported where they were looked for.
    """
    if format.embeds_meshes or format.holds(Feature.MESHES) is Carries.NONE:
        return Placement(robot)
    placer = _Placer(document, meshes, context)
    if format.holds(Feature.OTHER_SHAPES) is Carries.NONE:
        shaped = placer.each(robot, placer.shape_as_mesh)
        robot = explain(robot, shaped, SHAPE_AS_MESH, context.report)
    return Placement(placer.each(robot, placer.placed), placer.files)


class _Placer:
    """Places one geometry after the other, and collects the files."""

    def __init__(self, document: Path, meshes: Meshes, context: Context) -> None:
        self.document = document
        self.folder = document.absolute().parent
        self.copy = meshes == "copy"
        self.context = context
        self.files: dict[Path, bytes] = {}
        self._placed: dict[tuple[str | None, ...], Mesh] = {}

    def each(self, robot: Robot, change: Callable[[Geometry, str], Geometry]) -> Robot:
        """The robot with every geometry changed; itself if none is."""
        links = tuple(self._link(link, change) for link in robot.links)
        return robot if links == robot.links else replace(robot, links=links)

    def _link(self, link: Link, change: Callable[[Geometry, str], Geometry]) -> Link:
        def changed(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
            return tuple(change(geometry, link.name) for geometry in geometries)

        return replace(link, visuals=changed(link.visuals), collisions=changed(link.collisions))

    def shape_as_mesh(self, geometry: Geometry, link: str) -> Geometry:
        """A mesh for a shape that the format has no word for."""
        shape = geometry.shape
        if shape is None or isinstance(shape, Mesh | Capsule) or _is_plain(shape):
            return geometry
        from .mesh.shapes import tessellate
        from .mesh.stl import stl_bytes

        triangles = tessellate(shape, SHAPE_TOLERANCE)
        if triangles is None:
            return geometry
        data = stl_bytes(triangles)
        uri = self._file(f"{link}_{type(shape).__name__.lower()}.stl", data)
        return replace(geometry, shape=Mesh(uri=uri), origin=Origin(str(self.document)))

    def placed(self, geometry: Geometry, link: str) -> Geometry:
        """The geometry with a URI that leads to its mesh from the new document."""
        mesh = geometry.shape
        if not isinstance(mesh, Mesh) or mesh.uri is None:
            return geometry
        source = geometry.origin.document if geometry.origin is not None else None
        if source == str(self.document) and mesh.uri in {self._relative(path) for path in self.files}:
            return geometry
        key = (mesh.uri, mesh.submesh, source)
        if key not in self._placed:
            self._placed[key] = self._place(geometry, mesh, source)
        found = self._placed[key]
        if found.uri == mesh.uri:
            return geometry
        return replace(geometry, shape=replace(found, scale=mesh.scale), origin=Origin(str(self.document)))

    def _place(self, geometry: Geometry, mesh: Mesh, source: str | None) -> Mesh:
        assert mesh.uri is not None
        if "#" in mesh.uri:
            if mesh.source is not None and not self.copy:
                return Mesh(uri=mesh.source)
            return self._export(geometry, mesh)
        try:
            resolution = self.context.assets.resolve(mesh.uri, source)
            if self.copy:
                path, data = self.context.assets.load(mesh.uri, source)
                return Mesh(uri=self._file(path.name, data))
        except MeshError as error:
            self.context.report.extend_with(error.diagnostic)
            return mesh
        relative = ":" not in mesh.uri and not Path(mesh.uri).is_absolute()
        if relative and resolution.path is not None:
            return Mesh(uri=self._relative(resolution.path))
        return mesh

    def _export(self, geometry: Geometry, mesh: Mesh) -> Mesh:
        from .mesh.stl import stl_bytes
        from .mesh.surface import surface

        triangles = surface(replace(geometry, shape=replace(mesh, scale=None)), self.context)
        if triangles is None:
            return mesh
        assert mesh.uri is not None
        name = "_".join(filter(None, (mesh.uri.rpartition("#")[2], mesh.submesh)))
        return Mesh(uri=self._file(f"{name}.stl", stl_bytes(triangles)))

    def _file(self, name: str, data: bytes) -> str:
        """Plan a file in the folder of meshes; returns its URI. Equal content is one file."""
        folder = self.folder / f"{safe_name(self.document.stem)}_meshes"
        path = folder / safe_name(name)
        taken = {str(each).casefold(): each for each in self.files}
        other = taken.get(str(path).casefold())
        if other is not None and self.files[other] != data:
            path = path.with_stem(f"{path.stem}-{hashlib.sha256(data).hexdigest()[:8]}")
        self.files[path] = data
        self.context.assets.stage(path, data)
        return self._relative(path)

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.folder)).as_posix()


def safe_name(name: str) -> str:
    """A file name that every system takes: ASCII, no path, no device, at most 100 bytes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, dot, suffix = _SAFE.sub("_", plain).lstrip(".-").rpartition(".")
    if not dot:
        stem, suffix = suffix, ""
    whole = f"{stem[: _LONGEST - len(suffix) - 1] or 'mesh'}{dot}{suffix}"
    return f"_{whole}" if _RESERVED.match(whole) else whole


def _is_plain(shape: object) -> bool:
    return type(shape).__name__ in ("Box", "Sphere", "Cylinder", "Heightmap", "Extrusion")
