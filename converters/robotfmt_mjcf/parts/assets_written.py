"""Shapes, meshes and materials as geoms and assets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
    Texture,
)
from robotfmt.model.renaming import free_name

from ..document.layout import MjcfLayout, file_key, heightmap_size
from .assets import SHELL
from .notation import Words

_UNREAD = frozenset({".jpg", ".jpeg", ".tif", ".tiff", ".tga", ".bmp", ".gif", ".asc", ".dem", ".nc"})
"""Files of heights that MuJoCo does not read: it reads PNG, and its own binary files."""
_IMAGES = (".png", ".ktx")
"""The images that MuJoCo reads as textures."""
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
        case Heightmap(Texture(uri=uri), size):
            if uri is None:
                return False
            is_read = PurePosixPath(uri).suffix.lower() not in _UNREAD
            return uri.startswith("#") or (is_read and size is not None and min(size) > 0)
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
        self._known = {
            "mesh": dict(layout.meshes) if layout is not None else {},
            "hfield": dict(layout.heightmaps) if layout is not None else {},
        }
        # Without a volume that counts, MuJoCo loads open surfaces, and such as are inside out.
        self._inertia = SHELL if layout is None or layout.inertia == "false" else None
        self._shells = layout.shells if layout is not None else frozenset[str]()
        self.files: dict[str, dict[str, Node]] = {"mesh": {}, "hfield": {}}
        """The meshes and heightmaps, by their kinds and their names."""
        self._known_textures = dict(layout.textures) if layout is not None else {}
        self._textures: dict[str, str] = {}
        """The names of textures, by their files."""
        self._names: dict[tuple[str, str, str], str] = {}
        """Their names, by their kinds, files with scales, and the names that they should have."""

    def shape(self, geometry: Geometry, asset: str = "") -> dict[str, Content | None]:
        """Return the attributes of a supported shape and of its pose.

        Args:
            geometry: The geometry.
            asset: The name of its mesh or heightmap among the assets of the source.
        """
        shape, pose = geometry.shape, geometry.pose
        match shape:
            case Mesh():
                return {"type": "mesh", "mesh": self._mesh(shape, asset), **self.words.pose(pose)}
            case Heightmap():
                return {"type": "hfield", "hfield": self._heightmap(shape, asset), **self.words.pose(pose)}
            case Plane(size=size):
                drawn = (size[0] / 2, size[1] / 2, _SPACING) if size is not None else (0.0, 0.0, _SPACING)
                return {"type": "plane", "size": drawn, **self.words.pose(pose)}
        word = type(shape).__name__.lower()
        return {"type": word, "size": size_of(shape), **self.words.pose(pose)}

    def _mesh(self, mesh: Mesh, asset: str) -> str:
        """Return the name of the asset of a mesh."""
        inertia = SHELL if asset in self._shells else self._inertia
        return self._file("mesh", mesh.uri or "", mesh.scale, asset, {"scale": mesh.scale, "inertia": inertia})

    def _heightmap(self, map: Heightmap, asset: str) -> str:
        """Return the name of the asset of a heightmap."""
        size = heightmap_size(map)
        return self._file("hfield", map.image.uri or "", size, asset, {"size": size})

    def _file(
        self, kind: str, uri: str, size: tuple[float, ...] | None, asset: str, given: Mapping[str, Content | None]
    ) -> str:
        """Return the name of the asset of a file; it is written at its first use."""
        if uri.startswith("#"):
            return uri[1:]
        wanted = self._former(kind, uri, size, asset) or PurePosixPath(uri).stem or kind
        key = kind, file_key(uri, size), wanted
        if key not in self._names:
            name = self._names[key] = free_name(wanted, self.files[kind])
            self.files[kind][name] = make(kind, {"name": name, "file": uri, **given})
        return self._names[key]

    def _former(self, kind: str, uri: str, size: tuple[float, ...] | None, asset: str) -> str | None:
        """Return the name that an asset had in the source: the file is the same, or only its folder changed."""
        key, end, stem = file_key(uri, size), f" {size}", former_stem(uri)
        same = [name for name, its in self._known[kind].items() if its == key]
        moved = [
            name
            for name, its in self._known[kind].items()
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
            known = robot.material_by_name
            visuals = (each.material for link in robot.links for each in link.visuals)
            worn = {
                each.name
                for each in visuals
                if each is not None and each.name in known and robot.resolved(each) == known[each.name]
            }
            wanted = worn | {each.name for each in robot.materials}
            for name, each in known.items():
                if name in wanted and name and (each.color is not None or is_image(each.texture)):
                    found.setdefault(name, each)
        return found

    def is_shared(self, material: Material, robot: Robot) -> bool:
        """Return True if a material of a robot is written among the assets."""
        return material.name in self.shared and robot.resolved(material) == self.shared[material.name or ""]

    def written(self) -> list[Node]:
        """Return the materials, and the meshes and heightmaps that shapes have named."""
        materials = [self._material(name, each) for name, each in self.shared.items()]
        images = (make("texture", {"name": name, "type": "2d", "file": uri}) for uri, name in self._textures.items())
        return [*images, *materials, *self.files["mesh"].values(), *self.files["hfield"].values()]

    def _material(self, name: str, material: Material) -> Node:
        shares = {"metallic": material.metalness, "roughness": material.roughness}
        texture = self._texture(material.texture.uri) if material.texture is not None else None
        return make("material", {"name": name, "texture": texture, "rgba": material.color, **shares})

    def _texture(self, uri: str | None) -> str | None:
        """Return the name of the texture of an image."""
        if uri is None:
            return None
        if uri not in self._textures:
            stem = former_stem(uri)
            same = [name for name, its in self._known_textures.items() if uri == its or former_stem(its) == stem]
            self._textures[uri] = free_name(next(iter(same), stem or "texture"), self._textures.values())
        return self._textures[uri]


def is_image(texture: Texture | None) -> bool:
    """Return True if MuJoCo reads an image."""
    return texture is not None and PurePosixPath(texture.uri or "").suffix.lower() in _IMAGES
