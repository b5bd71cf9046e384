"""Write meshes to new files: embedded meshes, and meshes in a format that an output does not support."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from ..assets.locations import IMAGES
from ..assets.output_folder import MeshFolder, safe_name
from ..assets.uris import parse
from ..codes import (
    MESH_CONVERTED,
    MESH_DAMAGED,
    MESH_EMPTY,
    MESH_FLAT,
    MESH_FORMAT,
    MESH_NOT_READ,
    MESH_REPAIRED,
    MESH_UNREADABLE,
)
from ..context import Context
from ..diagnostics import Report, Severity
from ..formats import MeshFiles
from ..model import Geometry, Mesh, Origin
from ..model.record import replace
from .lost_appearance import LostAppearance

if TYPE_CHECKING:
    from ..mesh import Triangles

MeshFormat: TypeAlias = Literal["stl", "obj", "glb", "dae"]
DAMAGE = {each.slug for each in (MESH_DAMAGED, MESH_EMPTY, MESH_FORMAT, MESH_NOT_READ, MESH_UNREADABLE)}
"""The codes about a mesh that cannot be converted completely."""


class Exports:
    """Creates the mesh files of an output.

    Args:
        folder: The folder of the files.
        format: The requested format.
        demand: The requirements of the target program.
        context: Finds the meshes, and has the report.
        here: The output.
    """

    def __init__(
        self,
        folder: MeshFolder,
        format: MeshFormat | None,
        demand: MeshFiles | None,
        context: Context,
        here: Origin,
    ) -> None:
        self._folder, self._demand, self._context, self.here = folder, demand, context, here
        self._format: MeshFormat | None = format
        self.thickened: set[str] = set()
        """URIs of flat meshes that were given a thickness."""
        self.touching: frozenset[str | None] = frozenset()
        """URIs of the meshes of collision shapes."""
        self.converted: LostAppearance = {}
        self._flat = 0
        """The number of surfaces that lost normals or texture coordinates."""

    def convert(self, geometry: Geometry, mesh: Mesh, uri: str) -> str | None:
        """Return the URI of the mesh in the requested format; None if it already has that format, or is unreadable."""
        if self._format is None and self._demand is None:
            return None
        from ..mesh.contents import objection
        from ..mesh.save import appearance, unread_appearance
        from ..surfaces.loading import surface

        own = self._context.having(report=Report())
        triangles = surface(replace(geometry, shape=replace(mesh, scale=None)), own, appearance=True)
        self._tell_damage(own.report)
        if triangles is None:
            return None
        path, data = self._context.assets.load(uri, geometry.origin.document if geometry.origin else None)
        format = self._format_for(path, data, len(triangles))
        why = objection(data, path.suffix, format)
        if why is None and not own.report.having(MESH_REPAIRED.slug) and not self._is_too_flat(triangles, uri):
            return None
        written = format if format in get_args(MeshFormat) else "obj"
        new, kept = self.saved(Path(parse(uri).path).stem, triangles, written, uri)
        if (uri, new) not in self.converted:
            remark = "".join(f"; {each}" for each in (why, triangles.conventions) if each)
            self._context.report.add(
                MESH_CONVERTED, f"'{uri}' became '{new}'{remark}", geometry.origin, help=self._help
            )
            self.converted[uri, new] = (appearance(triangles) | unread_appearance(data, path.suffix)) - kept
        return new

    @property
    def _help(self) -> str | None:
        """The remedy for a converted mesh; None if it is converted on request."""
        demand = self._demand
        return f"Give the source a file that {demand.title} reads to keep it." if demand and not self._format else None

    def _format_for(self, path: Path, data: bytes, triangles: int) -> str:
        """Return the format for a file: the requested one, else its own if the program supports it."""
        from ..mesh.contents import suffix_of

        format = self._format or (suffix_of(data) or path.suffix.lower())[1:]
        demand = self._demand
        if demand is None:
            return format
        is_large = format == "stl" and demand.most_stl is not None and triangles > demand.most_stl
        return demand.formats[0] if is_large or format not in demand.formats else format

    def _is_too_flat(self, triangles: Triangles, uri: str | None) -> bool:
        """Return True if a mesh has no volume, for a program that requires one."""
        from ..mesh.save import count_corners, is_flat

        if self._demand is None or not is_flat(triangles):
            return False
        is_seen_only = uri is not None and uri not in self.touching
        return not (self._demand.flat_visuals and is_seen_only and count_corners(triangles) > 3)

    def _tell_damage(self, found: Report) -> None:
        """Report damage of a mesh that is converted; it is an error if triangles are lost."""
        for each in found:
            severity = Severity.ERROR if each.code in DAMAGE else each.severity
            self._context.report.extend_with(each, severity)

    def export(self, geometry: Geometry, mesh: Mesh, uri: str) -> Mesh:
        """Return an embedded mesh, or a part of a file, as a file, with the appearance of the visual."""
        from ..mesh.save import TEXTURES, appearance
        from ..surfaces.loading import surface

        triangles = surface(geometry, self._context, appearance=True)
        if triangles is None:
            return mesh
        own = appearance(triangles)
        if geometry.material is not None:
            triangles = triangles.wearing(geometry.material)
        format = self._format or ("obj" if own or TEXTURES in appearance(triangles) else "stl")
        whole = uri.rpartition("#")[2] if "#" in uri else Path(parse(uri).path).stem
        stem = "_".join(filter(None, (whole, mesh.submesh)))
        new, kept = self.saved(stem, triangles, format, mesh.uri)
        self.converted[mesh.uri, new] = own - kept
        return Mesh(uri=new)

    def saved(
        self, stem: str, triangles: Triangles, format: str | None = None, source: str | None = None
    ) -> tuple[str, frozenset[str]]:
        """Return the URI of a surface in a new file, and the parts of its appearance in it.

        Args:
            source: The URI of the mesh that it comes from.
        """
        from ..mesh.glb import IMAGES as HELD
        from ..mesh.images import Images, image_finder
        from ..mesh.save import kept_appearance, save, thickened

        format = format or self._format or "stl"
        is_flat = self._is_too_flat(triangles, source)
        triangles = thickened(triangles) if is_flat else triangles
        stem = safe_name(f"{stem}.{format}").removesuffix(f".{format}")
        images = Images(image_finder(self._context, HELD if format == "glb" else IMAGES))
        data, beside = save(triangles, format, stem, images)
        if format == "stl" and (triangles.normals is not None or triangles.texcoords is not None):
            self._flat += 1
        uri = self._folder.add(f"{stem}.{format}", data, beside)
        self.thickened |= {uri} if is_flat else set()
        return uri, kept_appearance(triangles, format, images)

    def tell_flat(self) -> None:
        """Report, once, the data that STL cannot store."""
        if self._flat:
            what = f"normals and texture coordinates of {self._flat} mesh files were dropped"
            self._context.report.add(MESH_FLAT, what, self.here)
