"""Write meshes to new files: embedded meshes, and meshes in a format that an output does not support; the references of
an output to the original files or to copies of them, and what of the appearance is lost.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from ..assets.locations import IMAGES, document_root, located
from ..assets.output_folder import MeshFolder, keeps_name, safe_name
from ..assets.uris import parse
from ..codes import (
    FILE_LEFT_BEHIND,
    FILE_OUTSIDE,
    MESH_APPEARANCE_LOST,
    MESH_CONVERTED,
    MESH_DAMAGED,
    MESH_EMPTY,
    MESH_FLAT,
    MESH_FORMAT,
    MESH_NOT_READ,
    MESH_REPAIRED,
    MESH_THICKENED,
    MESH_UNREADABLE,
)
from ..context import Context
from ..diagnostics import Report, Severity
from ..errors import MeshError
from ..facts import Fact, Kind, PlacedMesh, facts
from ..facts.difference import Difference
from ..formats import MeshFiles
from ..model import Geometry, Mesh, Origin, Robot
from ..model.features import Feature
from ..model.record import replace

if TYPE_CHECKING:
    from ..mesh import Triangles


# Lost appearance

LostAppearance: TypeAlias = "dict[tuple[str | None, str | None], frozenset[str]]"
"""The lost parts of the appearance, by the URIs of a mesh before and after."""
_FEATURES = {"colours": Feature.COLORS, "textures": Feature.TEXTURES}


def appearance_lost(before: Robot, after: Robot, lost: LostAppearance, report: Report) -> list[Difference]:
    """Return the losses of all visual meshes as differences of facts; each is reported."""
    if not lost:
        return []
    old = {fact.path: fact for fact in facts(before) if fact.kind is Kind.MESH and fact.path[2] == "visual"}
    found: list[Difference] = []
    for fact in facts(after):
        if fact.kind is Kind.MESH and fact.path in old:
            source = old[fact.path]
            uris = _uri(source), _uri(fact)
            for what in sorted(lost.get(uris, ())):
                message = f"link {fact.path[1]}: the {what} of '{uris[0]}' are not in '{uris[1]}'"
                gone = Fact((*fact.path, what), _FEATURES[what], Kind.EXACT, True, source.origin)
                report.add(MESH_APPEARANCE_LOST, message, source.origin, subject=gone.subject)
                found.append(Difference(gone.path, gone, None))
    return found


def report_thickened(before: Robot, after: Robot, uris: Collection[str], report: Report) -> None:
    """Report the meshes that were given a thickness, by their present URIs."""
    if not uris:
        return
    new = {fact.path: _uri(fact) for fact in facts(after) if fact.kind is Kind.MESH}
    for fact in facts(before):
        uri = new.get(fact.path)
        if uri in uris:
            message = (
                f"{' '.join(fact.path[:3])}: the mesh is flat; '{uri}' was given a thickness of a "
                "thousandth of its size"
            )
            report.add(MESH_THICKENED, message, fact.origin, subject=fact.subject)


def _uri(fact: Fact) -> str | None:
    return cast(PlacedMesh, fact.value).mesh.uri


# Exports

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

        quiet = self._context.having(report=Report())
        triangles = surface(replace(geometry, shape=replace(mesh, scale=None)), quiet, appearance=True)
        self._report_damage(quiet.report)
        if triangles is None:
            return None
        path, data = self._context.assets.load(uri, geometry.origin.document if geometry.origin else None)
        format = self._format_for(path, data, len(triangles))
        why = objection(data, path.suffix, format)
        if why is None and not quiet.report.having(MESH_REPAIRED.slug) and not self._is_too_flat(triangles, uri):
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
        formats = " or ".join(each.upper() for each in demand.formats) if demand else ""
        return f"Use {formats} in the source to avoid this." if demand and not self._format else None

    def _format_for(self, path: Path, data: bytes, triangles: int) -> str:
        """Return the format for a file: the requested one, else its own if the program supports it."""
        from ..mesh.contents import suffix_of

        return self._supported(self._format or (suffix_of(data) or path.suffix.lower())[1:], triangles)

    def _supported(self, format: str, triangles: int) -> str:
        """Return a format if the program supports it for this number of triangles, else the program's first one."""
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

    def _report_damage(self, found: Report) -> None:
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
        file_appearance = appearance(triangles)
        if geometry.material is not None:
            triangles = triangles.with_material(geometry.material)
        wanted = self._format or ("obj" if file_appearance or TEXTURES in appearance(triangles) else "stl")
        format = self._supported(wanted, len(triangles))
        whole = uri.rpartition("#")[2] if "#" in uri else Path(parse(uri).path).stem
        stem = "_".join(filter(None, (whole, mesh.submesh)))
        new, kept = self.saved(stem, triangles, format, mesh.uri)
        self.converted[mesh.uri, new] = file_appearance - kept
        return Mesh(uri=new)

    def saved(
        self, stem: str, triangles: Triangles, format: str | None = None, source: str | None = None
    ) -> tuple[str, frozenset[str]]:
        """Return the URI of a surface in a new file, and the parts of its appearance in it.

        Args:
            source: The URI of the mesh that it comes from.
        """
        from ..mesh.companions import Images, image_finder
        from ..mesh.glb import IMAGES as HELD
        from ..mesh.save import kept_appearance, save, thickened

        format = format or self._supported(self._format or "stl", len(triangles))
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

    def report_flat(self) -> None:
        """Report, once, the data that STL cannot store."""
        if self._flat:
            what = f"normals and texture coordinates of {self._flat} mesh files were dropped"
            self._context.report.add(MESH_FLAT, what, self.here)


# References


class References:
    """The references of a document to write.

    Args:
        document: The document.
        folder: The folder of copies.
        copies: True to copy files instead of referring to the originals.
        context: Finds the files, and has the report.
    """

    def __init__(self, document: Path, folder: MeshFolder, copies: bool, context: Context) -> None:
        self._document, self._home = document, document.absolute().parent
        self._folder, self._copies, self._context = folder, copies, context
        self._is_outside_reported = False
        self._known_packages: set[str] = set()

    def kept(self, mesh: Mesh, origin: Origin | None) -> str | None:
        """Return the file that an embedded mesh came from, if it still exists, or is in a package that may be
        elsewhere.
        """
        if self._copies or mesh.source is None or origin is None:
            return None
        path = located(mesh.source, origin.document)
        return mesh.source if path is None or path.is_file() else None

    def moved(self, uri: str, origin: Origin | None) -> str:
        """Return the URI of the same file relative to the new document, which needs it there."""
        path = self._other_place(uri, origin)
        if path is None:
            self._report_package(uri, origin)
        elif not path.is_relative_to(document_root(self._home)) and not self._is_outside_reported:
            self._is_outside_reported = True
            self._context.report.add(FILE_OUTSIDE, f"'{path}' stays where it is", origin)
        return self.rebased(uri, origin)

    def rebased(self, uri: str, origin: Origin | None) -> str:
        """Return the URI of the same file relative to the new document, which has all that is in the file."""
        path = self._other_place(uri, origin)
        return uri.replace("\\", "/") if path is None else self._relative(path)

    def _other_place(self, uri: str, origin: Origin | None) -> Path | None:
        """Return the file of a URI that is relative to a document in another folder than the new one."""
        if origin is None or Path(origin.document).absolute().parent == self._home:
            return None
        return located(uri, origin.document)

    def _report_package(self, uri: str, origin: Origin | None) -> None:
        """Report, once, a package that is found from the source, because that is in it, and not from the output."""
        name = parse(uri).package
        if name is None or name in self._known_packages or origin is None:
            return
        self._known_packages.add(name)
        there, here = (self._found(uri, each) for each in (origin.document, str(self._document)))
        if there is not None and here is None:
            message = f"package '{name}' is found from '{Path(origin.document).name}', and not from here: '{uri}'"
            help = f"Copy the meshes with --meshes copy, or give programs the path of package '{name}'."
            self._context.report.add(FILE_OUTSIDE, message, origin, help=help)

    def _found(self, uri: str, document: str) -> Path | None:
        try:
            return self._context.assets.resolve(uri, document).path
        except MeshError:
            return None

    def copied(self, uri: str, origin: Origin | None) -> str | None:
        """Return the URI of a copy; None, with a report, if the file does not exist."""
        try:
            path, data = self._context.assets.load(uri, origin.document if origin is not None else None)
        except MeshError as error:
            self._context.report.extend_with(error.diagnostic)
            return None
        return self._folder.add(path.name, data, self._companions(path, data, origin), path.parent)

    def _companions(self, path: Path, data: bytes, origin: Origin | None) -> dict[str, bytes]:
        """Return the companions of a file; those that cannot be copied are reported."""
        from ..mesh.companions import companions

        def missed(owner: str, name: str) -> None:
            what = f"'{owner}' refers to '{name}', which does not exist, or is outside the permitted folders"
            self._context.report.add(FILE_LEFT_BEHIND, what, origin)

        found = companions(path, data, self._context.assets, missed)
        for name in [each for each in found if not keeps_name(each)]:
            del found[name]
            what = f"'{path.name}' refers to '{name}', a file name that some systems do not allow"
            self._context.report.add(FILE_LEFT_BEHIND, what, origin)
        return found

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self._home)).as_posix()
