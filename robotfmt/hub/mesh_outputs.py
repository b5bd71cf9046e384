"""Where the meshes of an output are: beside it in files, for the formats that have them in files.

``keep`` leaves files where they are, and relative URIs lead to them from the new document's folder; ``copy`` puts
every mesh and texture into a folder beside the document, ``package://NAME`` into a folder of a package. What lies
inside a container is exported either way, unless the file that it was made from is known; and a mesh whose file is not
in the format that was asked for is written in that format.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..assets.output_folder import MeshFolder, keeps_name, safe_name
from ..assets.packages import is_package
from ..assets.resolver import IMAGES, document_root, located
from ..assets.uris import parse
from ..codes import (
    FILE_LEFT_BEHIND,
    FILE_OUTSIDE,
    MESH_CONVERTED,
    MESH_DAMAGED,
    MESH_EMPTY,
    MESH_FLAT,
    MESH_FORMAT,
    MESH_LOST,
    MESH_PACKAGE,
    MESH_REPAIRED,
    MESH_UNREADABLE,
    SHAPE_AS_MESH,
    USAGE,
)
from ..compare.adaptation import explain
from ..context import Context
from ..diagnostics import Report, Severity
from ..errors import MeshError, UsageError
from ..facts.difference import Difference
from ..formats import Carries, Format, MeshFiles
from ..model import Capsule, Geometry, Link, Material, Mesh, Origin, Purpose, Robot, Texture
from ..model.features import Feature
from ..model.record import replace
from .lost_appearance import LostAppearance, appearance_lost, tell_thickened

if TYPE_CHECKING:
    from ..mesh import Triangles

Meshes: TypeAlias = str
"""``keep``, ``copy``, or ``package://NAME/FOLDER``."""
DAMAGE = {each.slug for each in (MESH_DAMAGED, MESH_EMPTY, MESH_FORMAT, MESH_UNREADABLE)}
"""What is said of a mesh that cannot be converted whole."""
MeshFormat: TypeAlias = Literal["stl", "obj", "glb", "dae"]
SHAPE_TOLERANCE = 0.0005
"""How far the mesh of a shape may be from the shape, in metres."""


@dataclass(slots=True)
class Placement:
    """A robot whose meshes are placed for a document, and the files to be written for that."""

    robot: Robot
    files: dict[Path, bytes] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    """What the files lost of what they say themselves, which the facts of the robot do not tell."""


def place(
    robot: Robot,
    document: Path,
    format: Format,
    meshes: Meshes,
    context: Context,
    mesh_format: MeshFormat | None = None,
    demand: MeshFiles | None = None,
) -> Placement:
    """Place the meshes and textures of a robot for a document of a format.

    What cannot be read keeps leading to where it was looked for, and is reported when it is looked for.

    Args:
        demand: What the program demands that the document is written for.

    Raises:
        UsageError: The program reads no such mesh format, or no URIs of packages.
    """
    if format.holds(Feature.MESHES) is Carries.NONE:
        return Placement(robot)
    if demand is not None:
        meshes = _demanded(meshes, mesh_format, demand)
    placer = _Placer(document, meshes, context, mesh_format, demand)
    robot = placer.with_textures(robot)
    robot = explain(robot, placer.each(robot, placer.readable), MESH_LOST, context.report)
    if format.embeds_meshes:
        return Placement(placer.each(robot, placer.known), placer.folder.outputs())
    if format.holds(Feature.OTHER_SHAPES) is Carries.NONE:
        shaped = placer.each(robot, placer.shape_as_mesh)
        robot = explain(robot, shaped, SHAPE_AS_MESH, context.report)
    placed = placer.each(robot, placer.placed)
    placer.tell_package()
    placer.tell_flat()
    differences = appearance_lost(robot, placed, placer.converted, context.report)
    tell_thickened(robot, placed, placer.thickened, context.report)
    return Placement(placed, placer.folder.outputs(), differences)


def _demanded(meshes: Meshes, mesh_format: MeshFormat | None, demand: MeshFiles) -> Meshes:
    """Where the meshes go for a program."""
    if mesh_format is not None and mesh_format not in demand.formats:
        can = " and ".join(demand.formats)
        raise UsageError(USAGE, f"{demand.title} reads no {mesh_format} meshes; it reads {can}")
    if meshes not in ("keep", "copy"):
        raise UsageError(USAGE, f"{demand.title} reads no URIs of packages; leave out --meshes {meshes}")
    return "copy"


class _Placer:
    """Places one geometry after the other, and collects the files."""

    def __init__(
        self,
        document: Path,
        meshes: Meshes,
        context: Context,
        mesh_format: MeshFormat | None,
        demand: MeshFiles | None = None,
    ) -> None:
        self.here = document.absolute().parent
        self.folder = MeshFolder(document, meshes, context.assets, stems=demand is not None)
        self.copy = meshes != "keep"
        self.demand = demand
        self.thickened: set[str] = set()
        """URIs of flat meshes that were given a thickness."""
        self.format: MeshFormat | None = mesh_format
        self.context = context
        self._here = Origin(str(document))
        self._placed: dict[tuple[Mesh, str | None], dict[Material | None, Mesh]] = {}
        self.converted: LostAppearance = {}
        self._is_outside_reported = False
        self._flat = 0
        """How many surfaces lost normals or texture coordinates."""

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
        copied = self.copy or self._is_packed(texture)
        uri = self._copied(texture.uri, texture.origin) if copied else None
        uri = uri or self._moved(texture.uri, texture.origin)
        if uri == texture.uri:
            return material
        return replace(material, texture=Texture(origin=self._here, uri=uri))

    def _is_packed(self, texture: Texture) -> bool:
        """Whether an image is inside an archive, where nothing outside can refer to it."""
        document = texture.origin.document if texture.origin is not None else None
        return self.context.assets.is_packed(texture.uri or "", document)

    def shape_as_mesh(self, geometry: Geometry, link: str) -> Geometry:
        """A mesh for a shape that the format has no word for."""
        shape = geometry.shape
        if shape is None or isinstance(shape, Mesh | Capsule) or _is_plain(shape):
            return geometry
        from ..mesh.shapes import tessellate

        triangles = tessellate(shape, SHAPE_TOLERANCE)
        if triangles is None:
            return geometry
        uri, _ = self._saved(f"{link}_{type(shape).__name__.lower()}", triangles, self.format)
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
        from ..surfaces.loading import surface

        return geometry if surface(geometry, self.context, appearance=True) is not None else None

    def placed(self, geometry: Geometry, _link: str) -> Geometry:
        """The geometry with a URI that leads to its mesh from the new document."""
        mesh, origin = geometry.shape, geometry.origin
        if not isinstance(mesh, Mesh) or mesh.uri is None or origin == self._here:
            return geometry
        found = self._once(geometry, mesh, mesh.uri)
        if found.uri == mesh.uri:
            return geometry
        return replace(geometry, shape=found, origin=self._here)

    def _once(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        """Where a mesh is for the new document; for collisions in whatever it was dressed for a visual."""
        origin, material = geometry.origin, geometry.material
        document = origin.document if origin is not None else None
        dressed = self._placed.setdefault((mesh, document), {})
        if geometry.purpose is not Purpose.VISUAL and dressed:
            return next(iter(dressed.values()))
        if material not in dressed:
            dressed[material] = self._place(geometry, mesh, uri)
        return dressed[material]

    def _place(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        origin = geometry.origin
        if "#" in uri:
            kept = self._kept(mesh, origin)
            if kept is None:
                return self._export(geometry, mesh, uri)
            return Mesh(uri=self._moved(kept, origin), scale=mesh.scale)
        copied = self._convert(geometry, mesh, uri) or (self._copied(uri, origin) if self.copy else None)
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
        if origin is None or path is None or Path(origin.document).absolute().parent == self.here:
            return uri
        if not path.is_relative_to(document_root(self.here)) and not self._is_outside_reported:
            self._is_outside_reported = True
            self.context.report.add(FILE_OUTSIDE, f"'{path}' stays where it is", origin)
        return self._relative(path)

    def _copied(self, uri: str, origin: Origin | None) -> str | None:
        """The URI of a copy; None, and that is reported, where there is nothing to copy."""
        try:
            path, data = self.context.assets.load(uri, origin.document if origin is not None else None)
        except MeshError as error:
            self.context.report.extend_with(error.diagnostic)
            return None
        return self.folder.add(path.name, data, self._companions(path, data, origin), path.parent)

    def _companions(self, path: Path, data: bytes, origin: Origin | None) -> dict[str, bytes]:
        """What a file refers to; what cannot come along is told."""
        from ..mesh.companions import companions

        def missed(owner: str, name: str) -> None:
            what = f"'{owner}' refers to '{name}', which is not there, or nowhere that it may lead to"
            self.context.report.add(FILE_LEFT_BEHIND, what, origin)

        found = companions(path, data, self.context.assets, missed)
        for name in [each for each in found if not keeps_name(each)]:
            del found[name]
            what = f"'{path.name}' refers to '{name}', a name that not every system takes"
            self.context.report.add(FILE_LEFT_BEHIND, what, origin)
        return found

    def _convert(self, geometry: Geometry, mesh: Mesh, uri: str) -> str | None:
        """The URI of the mesh in the format that was asked for; None where it is in that format, or unreadable."""
        if self.format is None and self.demand is None:
            return None
        from ..mesh.contents import objection
        from ..mesh.save import appearance, unread_appearance
        from ..surfaces.loading import surface

        own = self.context.having(report=Report())
        triangles = surface(replace(geometry, shape=replace(mesh, scale=None)), own, appearance=True)
        self._tell_damage(own.report)
        if triangles is None:
            return None
        path, data = self.context.assets.load(uri, geometry.origin.document if geometry.origin else None)
        format = self._format_for(path, data, len(triangles))
        why = objection(data, path.suffix, format)
        if why is None and not own.report.having(MESH_REPAIRED.slug) and not self._is_flat(triangles):
            return None
        new, kept = self._saved(Path(parse(uri).path).stem, triangles, format)
        if (uri, new) not in self.converted:
            remark = "".join(f"; {each}" for each in (why, triangles.conventions) if each)
            self.context.report.add(MESH_CONVERTED, f"'{uri}' became '{new}'{remark}", geometry.origin)
            self.converted[uri, new] = (appearance(triangles) | unread_appearance(data, path.suffix)) - kept
        return new

    def _format_for(self, path: Path, data: bytes, triangles: int) -> str:
        """The format that a file shall have: the one that was asked for, else its own if the program reads that."""
        from ..mesh.contents import suffix_of

        format = self.format or (suffix_of(data) or path.suffix.lower())[1:]
        demand = self.demand
        if demand is None:
            return format
        is_large = format == "stl" and demand.most_stl is not None and triangles > demand.most_stl
        return demand.formats[0] if is_large or format not in demand.formats else format

    def _is_flat(self, triangles: Triangles) -> bool:
        """Whether a mesh has no volume, for a program that wants one."""
        from ..mesh.flat import is_flat

        return self.demand is not None and is_flat(triangles)

    def _tell_damage(self, found: Report) -> None:
        """Report what is wrong with a mesh that is converted; it is an error if triangles are lost."""
        for each in found:
            severity = Severity.ERROR if each.code in DAMAGE else each.severity
            self.context.report.extend_with(each, severity)

    def _export(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        """A mesh that lies inside a document, as a file; with what the visual wears, for who reads it from there."""
        from ..mesh.save import TEXTURES, appearance
        from ..surfaces.loading import surface

        triangles = surface(geometry, self.context, appearance=True)
        if triangles is None:
            return mesh
        own = appearance(triangles)
        if geometry.material is not None:
            triangles = triangles.wearing(geometry.material)
        format = self.format or ("obj" if own or TEXTURES in appearance(triangles) else "stl")
        stem = "_".join(filter(None, (uri.rpartition("#")[2], mesh.submesh)))
        new, kept = self._saved(stem, triangles, format)
        self.converted[mesh.uri, new] = own - kept
        return Mesh(uri=new)

    def _saved(self, stem: str, triangles: Triangles, format: str | None) -> tuple[str, frozenset[str]]:
        """The URI of a surface in a file of its own, and what that has of its appearance."""
        from ..mesh.flat import thickened
        from ..mesh.glb import IMAGES as HELD
        from ..mesh.images import Images, image_finder
        from ..mesh.save import kept_appearance, save

        format = format or "stl"
        is_flat = self._is_flat(triangles)
        triangles = thickened(triangles) if is_flat else triangles
        stem = safe_name(f"{stem}.{format}").removesuffix(f".{format}")
        images = Images(image_finder(self.context, HELD if format == "glb" else IMAGES))
        data, beside = save(triangles, format, stem, images)
        if format == "stl" and (triangles.normals is not None or triangles.texcoords is not None):
            self._flat += 1
        uri = self.folder.add(f"{stem}.{format}", data, beside)
        self.thickened |= {uri} if is_flat else set()
        return uri, kept_appearance(triangles, format, images)

    def tell_flat(self) -> None:
        """Say, once, what STL has no room for."""
        if self._flat:
            what = f"normals and texture coordinates of {self._flat} mesh files are left out"
            self.context.report.add(MESH_FLAT, what, self._here)

    def tell_package(self) -> None:
        """Say where the meshes of a package are, where no program would look for it."""
        package, home = self.folder.package, self.folder.home
        if package is None or not self.folder.files or is_package(home):
            return
        message = f"the meshes are in '{home}', which has no package.xml"
        flag = f"--root {quote(str(home.parent))}"
        help = f"robotfmt finds them with {flag}, others in ROS_PACKAGE_PATH; ROS wants a package.xml there."
        self.context.report.add(MESH_PACKAGE, message, self._here, help=help)

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.here)).as_posix()


def _is_plain(shape: object) -> bool:
    return type(shape).__name__ in ("Box", "Sphere", "Cylinder", "Heightmap", "Extrusion")
