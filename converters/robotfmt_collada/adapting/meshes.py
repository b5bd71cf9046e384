"""Surfaces that are embedded: of meshes, each of one material, and of shapes that OpenRAVE does not have."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from robotfmt.assets.locations import located
from robotfmt.assets.output_folder import safe_name
from robotfmt.context import Context
from robotfmt.mesh import Triangles, join
from robotfmt.mesh.save import has_own_appearance
from robotfmt.mesh.shapes import tessellate
from robotfmt.model import Geometry, Heightmap, Link, Material, Mesh, Origin, Robot, Shape, Texture
from robotfmt.model.record import replace
from robotfmt.surfaces.loading import hold, surface

from ..parts.shapes import has_words

_TOLERANCE = 0.0005
"""The largest deviation of the mesh of a shape, in metres."""


def with_surfaces(robot: Robot) -> Robot:
    """Drop shapes without a surface: those of an unknown kind or without a size, and heightmaps."""
    return _with_shapes(robot, lambda it, _: [it] if _has_surface(it.shape) else [])


def _has_surface(shape: Shape | None) -> bool:
    if shape is None or isinstance(shape, Heightmap):
        return False
    return isinstance(shape, Mesh) or has_words(shape) or tessellate(shape, _TOLERANCE) is not None


class Embedding:
    """Prepares the surfaces of a robot for its document.

    Args:
        context: Finds meshes, and gets those that are made.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._output = Path(context.output)
        self._here = Origin(context.output)
        self._made: set[str] = set()

    def readable(self, robot: Robot) -> Robot:
        """Drop meshes that cannot be read."""

        def change(it: Geometry, link: Link) -> Iterable[Geometry]:
            # Those of visuals are read with the materials that they give: :meth:`coloured` needs these.
            is_seen = any(it is each for each in link.visuals)
            is_readable = not isinstance(it.shape, Mesh) or surface(it, self._context, appearance=is_seen) is not None
            return [it] if is_readable else []

        return _with_shapes(robot, change)

    def shaped(self, robot: Robot) -> Robot:
        """Return the robot with meshes for the shapes that OpenRAVE does not have."""

        def change(it: Geometry, link: Link) -> Iterable[Geometry]:
            shape = it.shape
            if shape is None or isinstance(shape, Mesh) or has_words(shape):
                return [it]
            triangles = tessellate(shape, _TOLERANCE)
            kind = type(shape).__name__.lower()
            return [self._with_mesh(it, f"{link.name}_{kind}", triangles)] if triangles is not None else []

        return _with_shapes(robot, change)

    def coloured(self, robot: Robot) -> Robot:
        """Give visuals the materials of their meshes: a visual for each, as they are read."""

        def change(it: Geometry, link: Link) -> Iterable[Geometry]:
            triangles = surface(it, self._context, appearance=True) if isinstance(it.shape, Mesh) else None
            if triangles is None or not triangles.materials:
                return [it]
            if it.material is not None and not has_own_appearance(triangles):
                return [it]
            parts: dict[Material | None, list[Triangles]] = {}
            for material, part in triangles.parts():
                parts.setdefault(material, []).append(part.trimmed())
            if len(parts) == 1:
                return [replace(it, material=self._material(next(iter(parts))))]
            return [self._part(it, link, material, join(row)) for material, row in parts.items()]

        links = tuple(_changed(each, change, visuals=True, collisions=False) for each in robot.links)
        return _with_links(robot, links)

    def _part(self, it: Geometry, link: Link, material: Material | None, triangles: Triangles) -> Geometry:
        made = self._with_mesh(it, f"{link.name}_part", triangles.with_material(None))
        return replace(made, material=self._material(material))

    def _material(self, material: Material | None) -> Material | None:
        """Return a material of a mesh file with its image relative to the document."""
        if material is None or material.texture is None or material.texture.uri is None:
            return material
        it = material.texture
        place = located(it.uri or "", it.origin.document) if it.origin is not None else None
        if place is None:
            return material
        uri = Path(os.path.relpath(place.absolute(), self._output.parent.absolute())).as_posix()
        return replace(material, texture=Texture(origin=self._here, uri=uri))

    def _with_mesh(self, it: Geometry, stem: str, triangles: Triangles) -> Geometry:
        """Return a shape with a mesh that only the document will have."""
        folder = safe_name(f"{self._output.stem}_surfaces")
        uri = f"{folder}/{safe_name(f'{stem}_{len(self._made)}.dae')}"
        self._made.add(uri)
        mesh = Mesh(uri=uri)
        hold(mesh, self._here, triangles, self._context)
        return replace(it, shape=mesh, origin=self._here)


Change = Callable[[Geometry, Link], Iterable[Geometry]]


def _with_shapes(robot: Robot, change: Change) -> Robot:
    return _with_links(robot, tuple(_changed(each, change) for each in robot.links))


def _with_links(robot: Robot, links: tuple[Link, ...]) -> Robot:
    return robot if all(a is b for a, b in zip(links, robot.links, strict=True)) else replace(robot, links=links)


def _changed(link: Link, change: Change, visuals: bool = True, collisions: bool = True) -> Link:
    rows = tuple(
        tuple(new for each in row for new in change(each, link)) if is_changed else row
        for row, is_changed in ((link.visuals, visuals), (link.collisions, collisions))
    )
    return link if rows == (link.visuals, link.collisions) else replace(link, visuals=rows[0], collisions=rows[1])
