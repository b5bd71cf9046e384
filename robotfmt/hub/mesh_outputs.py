"""Place the meshes of an output in files, for formats with separate mesh files.

``keep`` leaves files where they are, with relative URIs from the new document's folder; ``copy`` puts every mesh and
texture into a folder next to the document, ``package://NAME`` into a folder of a package. Meshes inside a container
are exported in any case, unless the file that they were made from is known. A mesh whose file does not have the
requested format is converted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TypeAlias

from ..assets.output_folder import MeshFolder
from ..assets.packages import is_package
from ..codes import (
    MESH_COLORS,
    MESH_LOST,
    MESH_PACKAGE,
    SHAPE_AS_MESH,
    USAGE,
)
from ..compare.adaptation import report_changes
from ..context import Context
from ..errors import UsageError
from ..facts.difference import Difference
from ..formats import Carries, Format, MeshFiles
from ..model import (
    Box,
    Capsule,
    Cylinder,
    Geometry,
    Heightmap,
    Link,
    Material,
    Mesh,
    Origin,
    Purpose,
    Robot,
    Sphere,
    Texture,
)
from ..model.features import Feature
from ..model.record import Record, field, replace
from .exports import Exports, MeshFormat, References, appearance_lost, report_thickened

Meshes: TypeAlias = str
"""``keep``, ``copy``, or ``package://NAME/FOLDER``."""
SHAPE_TOLERANCE = 0.0005
"""The largest deviation of the mesh of a shape, in metres."""
_NEVER_MESHES = (Box, Sphere, Cylinder, Capsule, Heightmap, Mesh)
"""The shapes that do not become meshes here: formats have steps of their own for them, or they have no triangles."""


class Placement(Record, kw_only=False):
    """A robot whose meshes are placed for a document, and the files to write."""

    robot: Robot
    files: dict[Path, bytes] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    """Losses in the appearance of mesh files, which is not in the facts of the robot."""


def put_meshes(
    robot: Robot,
    document: Path,
    format: Format,
    meshes: Meshes,
    context: Context,
    mesh_format: MeshFormat | None = None,
    demand: MeshFiles | None = None,
    folder: MeshFolder | None = None,
) -> Placement:
    """Place the meshes and textures of a robot for a document of a format.

    Unreadable meshes keep their URI targets, and are reported when they are searched.

    Args:
        demand: The requirements of the program that will read the document.
        folder: Where the files go, if other robots of the same document have theirs there too.

    Raises:
        UsageError: The program does not support the mesh format, or package URIs.
    """
    if format.holds(Feature.MESHES) is Carries.NONE:
        return Placement(robot)
    if demand is not None:
        meshes = _demanded(meshes, mesh_format, demand)
    placer = _Placer(document, meshes, context, mesh_format, demand, folder, parts=format.has_mesh_parts)
    robot = placer.with_images(robot)
    robot = report_changes(robot, placer.each(robot, placer.readable), MESH_LOST, context.report)
    if format.embeds_meshes:
        return Placement(placer.each(robot, placer.known), placer.folder.outputs())
    placer.wordless = None if format.holds(Feature.OTHER_SHAPES) is Carries.NONE else format.mesh_shapes
    robot = report_changes(robot, placer.each(robot, placer.shape_as_mesh), SHAPE_AS_MESH, context.report)
    placer.exports.touching = _touching(robot)
    return _placement(robot, report_changes(robot, placer.colored(robot), MESH_COLORS, context.report), placer)


def _placement(whole: Robot, robot: Robot, placer: _Placer) -> Placement:
    """Return a robot with its files, and what their appearance lost, also where a mesh has become one for each colour.

    Args:
        whole: The robot before its meshes were split.
        robot: The robot.
        placer: Places its files.
    """
    report, exports = placer.context.report, placer.exports
    placed = placer.each(robot, placer.placed)
    placer.report_package()
    exports.report_flat()
    steps = ((whole, robot), (robot, placed))
    differences = [each for step in steps for each in appearance_lost(*step, exports.converted, report)]
    report_thickened(robot, placed, exports.thickened, report)
    return Placement(placed, placer.folder.outputs(), differences)


def _touching(robot: Robot) -> frozenset[str | None]:
    """Return the URIs of the meshes of collision shapes."""
    shapes = (each.shape for link in robot.links for each in link.collisions)
    return frozenset(each.uri for each in shapes if isinstance(each, Mesh))


def _demanded(meshes: Meshes, mesh_format: MeshFormat | None, demand: MeshFiles) -> Meshes:
    """Return the place of the meshes for a program."""
    if mesh_format is not None and mesh_format not in demand.formats:
        can = " and ".join(demand.formats)
        raise UsageError(USAGE, f"{demand.title} does not read {mesh_format} meshes; it reads {can}")
    if meshes not in ("keep", "copy"):
        raise UsageError(USAGE, f"{demand.title} does not read package URIs; remove --meshes {meshes}")
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
        folder: MeshFolder | None = None,
        parts: bool = False,
    ) -> None:
        self._here, self._parts = Origin(str(document)), parts
        self.context, self.copies, self._demand = context, meshes != "keep", demand
        self.folder = folder or MeshFolder(document, meshes, context.assets, stems=demand is not None)
        self.references = References(document, self.folder, self.copies, context)
        self.exports = Exports(self.folder, mesh_format, demand, context, self._here)
        self._placed: dict[tuple[Mesh, str | None], dict[Material | None, Mesh]] = {}
        self.wordless: tuple[str, ...] | None = ()
        """The classes of the shapes that meshes replace; None for all."""

    def each(self, robot: Robot, change: Callable[[Geometry, str], Geometry | None]) -> Robot:
        """Return the robot with a function applied to every geometry, dropping those for which it returns None."""
        links = tuple(self._link(link, change) for link in robot.links)
        return robot if links == robot.links else replace(robot, links=links)

    def _link(self, link: Link, change: Callable[[Geometry, str], Geometry | None]) -> Link:
        def changed(geometries: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
            found = (change(geometry, link.name) for geometry in geometries)
            return tuple(each for each in found if each is not None)

        return replace(link, visuals=changed(link.visuals), collisions=changed(link.collisions))

    def with_images(self, robot: Robot) -> Robot:
        """Return the robot with URIs of its images relative to the new document."""
        robot = self.each(robot, self._pictured)
        return replace(robot, materials=tuple(map(self.material, robot.materials)))

    def _pictured(self, geometry: Geometry, _link: str) -> Geometry:
        material, shape = geometry.material, geometry.shape
        if material is not None:
            geometry = replace(geometry, material=self.material(material))
        if isinstance(shape, Heightmap):
            geometry = replace(geometry, shape=replace(shape, image=self._image(shape.image)))
        return geometry

    def material(self, material: Material) -> Material:
        """Return a material with URIs of its images relative to the new document."""
        images = {name: self._image(image) for name, image in material.images.items()}
        return replace(material, **images) if images != material.images else material

    def _image(self, image: Texture) -> Texture:
        if image.uri is None or image.uri.startswith("#"):
            return image
        copied = self.copies or self._is_packed(image)
        uri = self.references.copied(image.uri, image.origin) if copied else None
        uri = uri or self.references.moved(image.uri, image.origin)
        return image if uri == image.uri else Texture(origin=self._here, uri=uri)

    def _is_packed(self, texture: Texture) -> bool:
        """Return True if an image is inside an archive, where outside documents cannot refer to it."""
        document = texture.origin.document if texture.origin is not None else None
        return self.context.assets.is_packed(texture.uri or "", document)

    def colored(self, robot: Robot) -> Robot:
        """Return the robot with a visual for each colour that a mesh file has, if the program takes none from there."""
        if self._demand is None or self._demand.colors:
            return robot
        from .mesh_colors import MeshColors  # imports numpy

        return MeshColors(robot, self.exports, self.context, self.material).robot()

    def shape_as_mesh(self, geometry: Geometry, link: str) -> Geometry:
        """Return a mesh for a shape that the format has no words for."""
        shape = geometry.shape
        if shape is None or isinstance(shape, _NEVER_MESHES):
            return geometry
        if self.wordless is not None and type(shape).__name__ not in self.wordless:
            return geometry
        from ..mesh.shapes import tessellate

        triangles = tessellate(shape, SHAPE_TOLERANCE)
        if triangles is None:
            return geometry
        uri, _ = self.exports.saved(f"{link}_{type(shape).__name__.lower()}", triangles)
        return replace(geometry, shape=Mesh(uri=uri), origin=self._here)

    def known(self, geometry: Geometry, _link: str) -> Geometry:
        """Return the geometry with a URI relative to the new document for the file that its mesh is, or came from."""
        mesh = geometry.shape
        if not isinstance(mesh, Mesh) or mesh.uri is None:
            return geometry
        if "#" in mesh.uri:
            source = self.references.rebased(mesh.source, geometry.origin) if mesh.source is not None else None
            return replace(geometry, shape=replace(mesh, source=source))
        uri = self.references.rebased(mesh.uri, geometry.origin)
        if uri == mesh.uri:
            return geometry
        return replace(geometry, shape=replace(mesh, uri=uri), origin=self._here)

    def readable(self, geometry: Geometry, _link: str) -> Geometry | None:
        """Return the geometry, or None for a mesh that would have to be exported but cannot be read."""
        mesh = geometry.shape
        if not isinstance(mesh, Mesh) or mesh.uri is None:
            return geometry
        inside = "#" in mesh.uri and self.references.kept(mesh, geometry.origin) is None
        if not inside and not self._is_foreign_part(mesh):
            return geometry
        from ..surfaces.loading import surface

        return geometry if surface(geometry, self.context, appearance=True) is not None else None

    def placed(self, geometry: Geometry, _link: str) -> Geometry:
        """Return the geometry with the URI of its mesh relative to the new document."""
        mesh, origin = geometry.shape, geometry.origin
        if not isinstance(mesh, Mesh) or mesh.uri is None or origin == self._here:
            return geometry
        found = self._once(geometry, mesh, mesh.uri)
        if found.uri == mesh.uri:
            return geometry
        return replace(geometry, shape=found, origin=self._here)

    def _once(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        """Return the place of a mesh for the new document; collision geometry uses the file exported for a visual."""
        origin, material = geometry.origin, geometry.material
        document = origin.document if origin is not None else None
        by_material = self._placed.setdefault((mesh, document), {})
        if geometry.purpose is not Purpose.VISUAL and by_material:
            return next(iter(by_material.values()))
        if material not in by_material:
            by_material[material] = self._place(geometry, mesh, uri)
        return by_material[material]

    def _place(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        """Return a mesh for the new document: exported if the file cannot be referred to, converted if the format
        demands it, copied on request, and else the original with its path adapted.
        """
        origin = geometry.origin
        if "#" in uri:
            kept = self.references.kept(mesh, origin)
            if kept is None:
                return self.exports.export(geometry, mesh, uri)
            return Mesh(uri=self.references.moved(kept, origin), scale=mesh.scale)
        if self._is_foreign_part(mesh):
            return self.exports.export(geometry, mesh, uri)
        converted = self.exports.convert(geometry, mesh, uri)
        if converted is not None:
            return Mesh(uri=converted, scale=mesh.scale)
        new = self.references.copied(uri, origin) if self.copies else None
        new = new or self.references.moved(uri, origin)
        return Mesh(uri=new, scale=mesh.scale, submesh=mesh.submesh, centered=mesh.centered)

    def _is_foreign_part(self, mesh: Mesh) -> bool:
        """Return True for a part of a file, in a format that has no parts of files."""
        return mesh.submesh is not None and not self._parts

    def report_package(self) -> None:
        """Report the location of meshes in a package that programs would not find."""
        package, home = self.folder.package, self.folder.home
        if package is None or not self.folder.files or is_package(home):
            return
        message = f"the meshes are in '{home}', which has no package.xml"
        flag = f"--root {quote(str(home.parent))}"
        help = (
            f"robotfmt finds them with {flag}, other programs through ROS_PACKAGE_PATH; ROS requires a "
            "package.xml there."
        )
        self.context.report.add(MESH_PACKAGE, message, self._here, help=help)
