"""Where the meshes of an output are: beside it in files, for the formats that have them in files.

``keep`` leaves files where they are, and relative URIs lead to them from the new document's folder; ``copy`` puts
every mesh and texture into a folder beside the document. What lies inside a container is exported either way, unless
the file that it was made from is known.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from .assets import document_root, located
from .codes import FILE_OUTSIDE, MESH_LOST, SHAPE_AS_MESH
from .context import Context
from .errors import MeshError
from .explain import explain
from .formats import Carries, Feature, Format
from .model import Capsule, Geometry, Link, Material, Mesh, Origin, Robot, Texture
from .model.record import replace

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
    """Place the meshes and textures of a robot for a document of a format.

    What cannot be read keeps leading to where it was looked for, and is reported when it is looked for.
    """
    if format.holds(Feature.MESHES) is Carries.NONE:
        return Placement(robot)
    placer = _Placer(document, meshes, context)
    robot = placer.with_textures(robot)
    robot = explain(robot, placer.each(robot, placer.readable), MESH_LOST, context.report)
    if format.embeds_meshes:
        return Placement(placer.each(robot, placer.known), placer.files)
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
        self._here = Origin(str(document))
        self._placed: dict[tuple[Mesh, str | None], Mesh] = {}
        self._is_outside_told = False

    def each(self, robot: Robot, change: Callable[[Geometry, str], Geometry | None]) -> Robot:
        """The robot with every geometry changed, or left out where that gives None; itself if none is."""
        links = tuple(self._link(link, change) for link in robot.links)
        return robot if links == robot.links else replace(robot, links=links)

    def _link(self, link: Link, change: Callable[[Geometry, str], Geometry | None]) -> Link:
        def changed(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
            found = (change(geometry, link.name) for geometry in geometries)
            return tuple(each for each in found if each is not None)

        return replace(link, visuals=changed(link.visuals), collisions=changed(link.collisions))

    def with_textures(self, robot: Robot) -> Robot:
        """The robot with URIs that lead to its textures from the new document."""

        def dressed(geometry: Geometry, _link: str) -> Geometry:
            material = geometry.material
            return geometry if material is None else replace(geometry, material=self._material(material))

        robot = self.each(robot, dressed)
        return replace(robot, materials=tuple(map(self._material, robot.materials)))

    def _material(self, material: Material) -> Material:
        texture = material.texture
        if texture is None or texture.uri is None:
            return material
        uri = self._copied(texture.uri, texture.origin) if self.copy else None
        uri = uri or self._moved(texture.uri, texture.origin)
        if uri == texture.uri:
            return material
        return replace(material, texture=Texture(origin=self._here, uri=uri))

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
        uri = self._file(f"{link}_{type(shape).__name__.lower()}.stl", stl_bytes(triangles))
        return replace(geometry, shape=Mesh(uri=uri), origin=self._here)

    def known(self, geometry: Geometry, _link: str) -> Geometry:
        """The geometry with a URI that leads from the new document to the file that its mesh is, or came from."""
        mesh = geometry.shape
        if not isinstance(mesh, Mesh) or mesh.uri is None:
            return geometry
        if "#" in mesh.uri:
            source = self._moved(mesh.source, geometry.origin) if mesh.source is not None else None
            return replace(geometry, shape=replace(mesh, source=source))
        uri = self._moved(mesh.uri, geometry.origin)
        if uri == mesh.uri:
            return geometry
        return replace(geometry, shape=replace(mesh, uri=uri), origin=self._here)

    def readable(self, geometry: Geometry, _link: str) -> Geometry | None:
        """Nothing of a mesh that would have to be exported and cannot."""
        mesh = geometry.shape
        inside = isinstance(mesh, Mesh) and mesh.uri is not None and "#" in mesh.uri
        if not isinstance(mesh, Mesh) or not inside or self._kept(mesh, geometry.origin) is not None:
            return geometry
        from .mesh.surface import surface

        return geometry if surface(geometry, self.context) is not None else None

    def placed(self, geometry: Geometry, _link: str) -> Geometry:
        """The geometry with a URI that leads to its mesh from the new document."""
        mesh, origin = geometry.shape, geometry.origin
        if not isinstance(mesh, Mesh) or mesh.uri is None or origin == self._here:
            return geometry
        key = (mesh, origin.document if origin is not None else None)
        if key not in self._placed:
            self._placed[key] = self._place(geometry, mesh, mesh.uri)
        found = self._placed[key]
        if found.uri == mesh.uri:
            return geometry
        return replace(geometry, shape=found, origin=self._here)

    def _place(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        origin = geometry.origin
        if "#" in uri:
            kept = self._kept(mesh, origin)
            if kept is None:
                return self._export(geometry, mesh, uri)
            return Mesh(uri=self._moved(kept, origin), scale=mesh.scale)
        copied = self._copied(uri, origin) if self.copy else None
        return Mesh(uri=copied or self._moved(uri, origin), scale=mesh.scale)

    def _kept(self, mesh: Mesh, origin: Origin | None) -> str | None:
        """The file that an embedded mesh came from, if it is still there, or in a package that may be elsewhere."""
        if self.copy or mesh.source is None or origin is None:
            return None
        path = located(mesh.source, origin.document)
        return mesh.source if path is None or path.is_file() else None

    def _moved(self, uri: str, origin: Origin | None) -> str:
        """A URI that leads to the same place from the new document."""
        path = located(uri, origin.document) if origin is not None else None
        if origin is None or path is None or Path(origin.document).absolute().parent == self.folder:
            return uri
        if not path.is_relative_to(document_root(self.folder)) and not self._is_outside_told:
            self._is_outside_told = True
            self.context.report.add(FILE_OUTSIDE, f"'{path}' stays where it is", origin)
        return self._relative(path)

    def _copied(self, uri: str, origin: Origin | None) -> str | None:
        """The URI of a copy; None, and that is reported, where there is nothing to copy."""
        try:
            path, data = self.context.assets.load(uri, origin.document if origin is not None else None)
        except MeshError as error:
            self.context.report.extend_with(error.diagnostic)
            return None
        return self._file(path.name, data)

    def _export(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        from .mesh.stl import stl_bytes
        from .mesh.surface import surface

        triangles = surface(geometry, self.context)
        if triangles is None:
            return mesh
        name = "_".join(filter(None, (uri.rpartition("#")[2], mesh.submesh)))
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
