"""Give visuals the colours of their mesh files, for programs that read none from a file: a mesh for each colour.

The rule is RViz's and that of :mod:`robotfmt.render`: what a mesh file gives wins over the material of the visual. In
robots from SDF the material of the visual wins, and in those from MJCF a mesh file gives no colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..assets.output_folder import safe_name
from ..assets.uris import parse
from ..context import Context
from ..diagnostics import Report
from ..model import Geometry, Link, Material, Mesh, Robot
from ..model.record import replace
from ..model.renaming import free_name
from .exports import Exports

if TYPE_CHECKING:
    from ..mesh import Triangles
    from ..mesh.triangles import Ints

_Part: TypeAlias = "tuple[Material | None, Mesh]"
"""The material of a part of a mesh, None for that of the visual, and the part."""


class MeshColors:
    """Splits meshes by the colours of their files.

    Args:
        robot: The robot.
        exports: Writes the parts.
        context: Finds the meshes.
        placed: Returns a material with an image that the output finds.
    """

    def __init__(
        self, robot: Robot, exports: Exports, context: Context, placed: Callable[[Material], Material]
    ) -> None:
        self._robot, self._exports, self._placed = robot, exports, placed
        self._context = context.having(report=Report())
        self._by_visual = robot.layout("sdf") is not None
        self._split: dict[tuple[Mesh, str | None], list[_Part]] = {}
        self._materials: dict[str, Material] = dict(robot.material_by_name)
        self._named: dict[Material, Material] = {}
        """The named material of each colour."""

    def robot(self) -> Robot:
        """Return the robot with a visual for each colour of a mesh."""
        if self._robot.layout("mjcf") is not None:
            return self._robot
        links = tuple(map(self._link, self._robot.links))
        if links == self._robot.links:
            return self._robot
        return replace(self._robot, links=links, materials=(*self._robot.materials, *self._named.values()))

    def _link(self, link: Link) -> Link:
        visuals = tuple(part for each in link.visuals for part in self._visuals(each))
        return link if visuals == link.visuals else replace(link, visuals=visuals)

    def _visuals(self, visual: Geometry) -> Iterator[Geometry]:
        mesh = visual.shape
        is_given = self._by_visual and visual.material is not None
        parts = self._parts(visual, mesh) if isinstance(mesh, Mesh) and mesh.uri is not None and not is_given else []
        if not parts:
            yield visual
        for number, (material, part) in enumerate(parts, 1):
            name = visual.name if number == 1 or not visual.name else f"{visual.name}_{number}"
            home = visual.origin if part == mesh else self._exports.here
            yield replace(visual, origin=home, name=name, shape=part, material=material or visual.material)

    def _parts(self, visual: Geometry, mesh: Mesh) -> list[_Part]:
        """Return the parts of a mesh; none if its file has no colours."""
        key = mesh, visual.origin.document if visual.origin is not None else None
        if key not in self._split:
            self._split[key] = list(self._divided(visual, mesh))
        return self._split[key]

    def _divided(self, visual: Geometry, mesh: Mesh) -> Iterator[_Part]:
        """Yield the materials of a mesh, each with the part of the mesh that has it, which is saved as a file."""
        from ..surfaces.loading import surface

        triangles = surface(visual, self._context, appearance=True)
        rows = _rows(triangles) if triangles is not None else {}
        if triangles is None or not any(rows):
            return
        if len(rows) == 1:
            yield self._called(next(iter(rows)), mesh), mesh
            return
        gone = self._unread(visual, mesh)
        for number, (material, indices) in enumerate(rows.items(), 1):
            faces = triangles.only(np.isin(_material_numbers(triangles), indices)).trimmed().with_material(None)
            part = self._saved(faces, mesh, number)
            self._exports.converted[mesh.uri, part.uri] = gone
            yield self._called(material, mesh), part

    def _unread(self, visual: Geometry, mesh: Mesh) -> frozenset[str]:
        """Return what the file of a mesh looks like that is not read, such as images inside of it."""
        from ..mesh.save import unread_appearance

        document = visual.origin.document if visual.origin is not None else None
        path, data = self._context.assets.load(mesh.uri or "", document)
        return unread_appearance(data, path.suffix)

    def _saved(self, part: Triangles, mesh: Mesh, number: int) -> Mesh:
        stem = "_".join(filter(None, (_stem(mesh), mesh.submesh, str(number))))
        is_smooth = part.normals is not None or part.texcoords is not None
        uri, _ = self._exports.saved(stem, part, "obj" if is_smooth else None, mesh.uri)
        return Mesh(uri=uri)

    def _called(self, material: Material | None, mesh: Mesh) -> Material | None:
        """Return the material of a colour, with a name that no other one of the robot has."""
        if material is None:
            return None
        look = replace(material, name=None)
        if look not in self._named:
            name = free_name(safe_name(material.name or f"{_stem(mesh)}_color"), self._materials)
            self._materials[name] = self._named[look] = self._placed(replace(material, name=name))
        return self._named[look]


def _stem(mesh: Mesh) -> str:
    uri = mesh.uri or ""
    return uri.rpartition("#")[2] if "#" in uri else Path(parse(uri).path).stem


def _material_numbers(triangles: Triangles) -> Ints:
    """Return the index of each triangle's material, -1 for none: (m,)."""
    indices = triangles.material_indices
    return indices if indices is not None else np.full(len(triangles), -1, dtype=np.int64)


def _rows(triangles: Triangles) -> dict[Material | None, list[int]]:
    """Return the indices of materials by their appearance."""
    found: dict[Material | None, list[int]] = {}
    names: dict[Material, Material] = {}
    for index in np.unique(_material_numbers(triangles)).tolist():
        material = triangles.materials[index] if index >= 0 else None
        if material is None or (material.color is None and material.texture is None):
            found.setdefault(None, []).append(index)
            continue
        look = Material(color=material.color, texture=material.texture)
        first = names.setdefault(look, replace(look, name=material.name))
        found.setdefault(first, []).append(index)
    return found
