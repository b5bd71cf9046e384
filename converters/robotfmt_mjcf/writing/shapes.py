"""Shapes, meshes and materials as geoms and assets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePosixPath

from robotfmt.assets.output_folder import former_stem
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    Material,
    Mesh,
    Plane,
    Robot,
    Shape,
    Sphere,
)
from robotfmt.model.renaming import free_name

from ..layout import MjcfLayout, mesh_key
from ..reading.assets import SHELL
from ..records.properties import is_share
from .written import Words

_SPACING = 1.0
"""The spacing of the grid that MuJoCo draws on a plane, in metres; the reader does not keep this value."""


def size_of(shape: Shape | None) -> tuple[float, ...] | None:
    """Return the value of ``size`` for a shape, in metres; None for an unsupported shape, or one without extent."""
    found: tuple[float | None, ...] | None = None
    match shape:
        case Box(size) if size is not None:
            found = tuple(each / 2 for each in size)
        case Sphere(radius):
            found = (radius,)
        case Cylinder(radius, length) | Capsule(radius, length):
            found = (radius, length / 2 if length is not None else None)
        case Ellipsoid(radii) if radii is not None:
            found = radii
    known = tuple(each for each in found or () if each is not None and 0 < each < math.inf)
    return known if found is not None and len(known) == len(found) else None


def is_native(geometry: Geometry) -> bool:
    """Return True if MuJoCo supports the shape of a geometry."""
    match geometry.shape:
        case Plane(normal):
            return normal is None
        case Heightmap(uri=uri):
            return uri.startswith("#")
        case Mesh(uri=uri):
            return uri is not None
    return size_of(geometry.shape) is not None


class Assets:
    """The meshes and materials of a document.

    Args:
        robots: The robots, adapted.
        layout: The forms of values in the source.
        words: The notation of poses.
    """

    def __init__(self, robots: Sequence[Robot], layout: MjcfLayout | None, words: Words) -> None:
        self.robots = robots
        self.words = words
        self._known = dict(layout.meshes) if layout is not None else {}
        # Without a volume that counts, MuJoCo loads open surfaces, and such as are inside out.
        self._inertia = SHELL if layout is None or layout.inertia == "false" else None
        self.meshes: dict[str, Node] = {}
        self._names: dict[tuple[str, str], str] = {}
        """The names of meshes, by files with scales and the names that they should have."""

    def shape(self, geometry: Geometry, asset: str = "") -> dict[str, Content | None]:
        """Return the attributes of a supported shape and of its pose.

        Args:
            geometry: The geometry.
            asset: The name of its mesh among the assets of the source.
        """
        shape, pose = geometry.shape, geometry.pose
        match shape:
            case Mesh():
                return {"type": "mesh", "mesh": self._mesh(shape, asset), **self.words.pose(pose)}
            case Heightmap(uri=uri):
                return {"type": "hfield", "hfield": uri[1:], **self.words.pose(pose)}
            case Plane(size=size):
                drawn = (size[0] / 2, size[1] / 2, _SPACING) if size is not None else (0.0, 0.0, _SPACING)
                return {"type": "plane", "size": drawn, **self.words.pose(pose)}
        word = type(shape).__name__.lower()
        return {"type": word, "size": size_of(shape), **self.words.pose(pose)}

    def _mesh(self, mesh: Mesh, asset: str) -> str:
        """Return the name of the asset of a mesh."""
        uri = mesh.uri or ""
        if uri.startswith("#"):
            return uri[1:]
        key = mesh_key(uri, mesh.scale), self._former(mesh, asset) or PurePosixPath(uri).stem or "mesh"
        if key not in self._names:
            name = self._names[key] = free_name(key[1], self.meshes)
            self.meshes[name] = make("mesh", {"name": name, "file": uri, "scale": mesh.scale, "inertia": self._inertia})
        return self._names[key]

    def _former(self, mesh: Mesh, asset: str) -> str | None:
        """Return the name that a mesh had in the source: the file is the same, or only its folder changed."""
        key, end, stem = mesh_key(mesh.uri, mesh.scale), f" {mesh.scale}", former_stem(mesh.uri or "")
        same = [name for name, its in self._known.items() if its == key]
        moved = [
            name
            for name, its in self._known.items()
            if its.endswith(end) and former_stem(its.removesuffix(end)) == stem
        ]
        fit = same or moved
        return asset if asset in fit else next(iter(fit), None)

    def look(self, geometry: Geometry, robot: Robot) -> dict[str, Content | None]:
        """Return the attributes of the appearance of a geometry."""
        material = geometry.material
        if material is None:
            return {}
        if self.is_shared(material, robot):
            return {"material": material.name}
        return {"rgba": material.color}

    @cached_property
    def shared(self) -> dict[str, Material]:
        """The materials among the written assets: those of the robot, and those of visuals."""
        found: dict[str, Material] = {}
        for robot in self.robots:
            visuals = (each for link in robot.links for each in link.visuals)
            worn = {each.material.name for each in visuals if each.material is not None}
            wanted = worn | {each.name for each in robot.materials}
            for name, each in robot.material_by_name.items():
                if name in wanted and each.color is not None and name:
                    found.setdefault(name, each)
        return found

    def is_shared(self, material: Material, robot: Robot) -> bool:
        """Return True if a material of a robot is written among the assets."""
        return material.name in self.shared and robot.resolved(material) == self.shared[material.name or ""]

    def written(self) -> list[Node]:
        """Return the materials, and the meshes that shapes have named."""
        materials = (_material(name, each) for name, each in self.shared.items())
        return [*materials, *self.meshes.values()]


def _material(name: str, material: Material) -> Node:
    shares = {"metallic": material.metalness, "roughness": material.roughness}
    native = {key: value for key, value in shares.items() if is_share(value)}
    return make("material", {"name": name, "rgba": material.color, **native})
