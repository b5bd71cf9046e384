"""Meshes, heights and materials among the assets, and shapes as geoms that name them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    Pose,
    Quaternion,
    Robot,
    Shape,
    Sphere,
    Texture,
    Vector3,
    compose,
    rotate,
)
from robotfmt.model.pose import inverse_rotation
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import APPROXIMATED, UNKNOWN_NAME
from ..document.classes import MAIN, kind_of
from ..document.expansion import Part
from ..document.layout import MjcfLayout, file_key, heightmap_size
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ClassedElement, numbers_of
from .notation import Notation

WHITE = (1.0, 1.0, 1.0, 1.0)
"""MuJoCo's default colour of a material."""


_PLAIN_TEXTURE = frozenset({"name", "type", "file"})
"""The attributes of a texture that is an image alone."""
SHELL = "shell"
"""The value of ``inertia`` for a mesh with mass on its surface only."""


@dataclass
class MeshAsset:
    """A mesh among the assets."""

    view: ClassedElement
    name: str
    mesh: Mesh
    pose: Pose | None
    """The pose of the file's frame in the frame of the geom."""
    inertia: str
    """The kind of its volume: ``legacy``, ``exact``, ``convex`` or ``shell``."""


class Assets:
    """The assets of a model by their names."""

    def __init__(self, model: Model, attached: Iterable[Model] = ()) -> None:
        self.model = model
        self._attached = {
            f"{each.prefix}{item.element.peek('name')}"
            for each in attached
            for item in each.parts("asset")
            if item.tag == "material"
        }
        """The materials of attached models, under their names in the document."""
        self._meshes: dict[str, Item] = {}
        self._read: dict[str, MeshAsset] = {}
        self._fields: dict[str, Item] = {}
        self.heightmaps: dict[str, Heightmap] = {}
        """The heightmaps of files that geoms have named, by their full names."""
        self.materials: dict[str, ClassedElement] = {}
        self._textures: dict[str, Item] = {}
        self._images: dict[str, str] = {}
        self.views: dict[int, ClassedElement] = {}
        """The meshes and materials that were read, by the ids of their items."""
        for item in model.parts("asset"):
            if item.tag == "mesh":
                self._meshes.setdefault(_name_of(item), item)
            elif item.tag == "hfield":
                self._fields.setdefault(_name_of(item), item)
            elif item.tag == "texture":
                self._textures.setdefault(_name_of(item), item)
            elif item.tag == "material":
                name = item.element.peek("name") or ""
                self.materials[name] = self.views[id(item)] = ClassedElement(item, model, "material", MAIN)

    def has_material(self, name: str) -> bool:
        """Return True if a material exists, in the model itself or in an attached one."""
        return name in self.materials or f"{self.model.prefix}{name}" in self._attached

    def mesh(self, name: str) -> MeshAsset | None:
        """Take the mesh with a name; None if it does not exist."""
        if name not in self._read:
            item = self._meshes.get(name)
            if item is None:
                return None
            self._read[name] = self._mesh(name, item)
        return self._read[name]

    def read_meshes(self) -> list[MeshAsset]:
        """Return the meshes that geoms have named."""
        return list(self._read.values())

    def heightmap(self, name: str) -> Heightmap | None:
        """Take the heightmap of a file; None if there is none with this name, or its heights are in the document."""
        full, item = f"{self.model.prefix}{name}", self._fields.get(name)
        if item is None or full in self.heightmaps:
            return self.heightmaps.get(full)
        element = item.element
        file = element.peek("file")
        size = element.numbers("size", 4) if file is not None else None
        if file is None or size is None:
            return None
        for each in ("name", "file"):
            element.take().attribute(each)
        item.place = f"/mujoco/asset/hfield[@name='{full}']"
        image = Texture(origin=element.origin, uri=self._uri(file, self.model.settings.meshdir))
        found = Heightmap(image, (2 * size[0], 2 * size[1], size[2]), size[3])
        self.heightmaps[full] = found
        return found

    def _mesh(self, name: str, item: Item) -> MeshAsset:
        """Return a mesh; one with a file is taken, and a mesh of vertices stays in the ledger."""
        view = self.views[id(item)] = ClassedElement(item, self.model, kind_of("asset", "mesh"), MAIN)
        element = item.element
        file = element.peek("file")
        scale = view.vector("scale")
        uri = self._uri(file, self.model.settings.meshdir) if file is not None else f"#{name}"
        mesh = Mesh(uri=uri, scale=scale)
        full = f"{self.model.prefix}{name}"
        if file is not None:
            element.take().attribute("name")
            element.attribute("file")
            item.place = f"/mujoco/asset/mesh[@name='{full}']"
        pose = self._pose(view, scale)
        inertia = view.peek("inertia") or "legacy"
        if inertia == SHELL:
            view.word("inertia")
        return MeshAsset(view, full, mesh, pose, inertia)

    def _uri(self, file: str, folder: str) -> str:
        """Return the path of a file in a folder of the document, relative to the folder of the main one."""
        document_folder = self.model.opener.folder
        if "://" in file or (not folder and not self.model.prefix):
            return file
        path = PurePosixPath(folder) / file if folder else PurePosixPath(file)
        if self.model.prefix and not path.is_absolute():
            return str(document_folder / path)
        return str(path)

    def _pose(self, view: ClassedElement, scale: Vector3 | None) -> Pose | None:
        """Return the pose of the file's frame: ``v' = scale * inverse(refquat) * (v - refpos)``."""
        position, turn = view.vector("refpos"), view.numbers("refquat", 4, 4)
        if position is None and turn is None:
            return None
        s = scale or (1.0, 1.0, 1.0)
        rotation = inverse_rotation(Quaternion(*turn)) if turn is not None and any(turn) else None
        if rotation is not None and len(set(s)) > 1:
            message = f"mesh '{view.peek('name')}' is rotated, and scaled along other axes; only the rotation is exact"
            view.element.report(APPROXIMATED, message)
        moved = rotate(Pose(None, rotation).matrix, position or (0.0, 0.0, 0.0))
        return Pose((-moved[0] * s[0], -moved[1] * s[1], -moved[2] * s[2]), rotation)

    def all_materials(self) -> list[Material]:
        """Take the materials that have a name, and return them."""
        found: list[Material] = []
        for name, view in self.materials.items():
            if not name:
                continue
            view.element.attribute("name")
            full = f"{self.model.prefix}{name}"
            view.item.place = f"/mujoco/asset/material[@name='{full}']"
            color = view.numbers("rgba", 4, 4)
            rgba = (color[0], color[1], color[2], color[3]) if color is not None else WHITE
            made = Material(origin=view.origin, name=full, color=rgba, texture=self._texture(view))
            metalness, roughness = _share(view, "metallic"), _share(view, "roughness")
            found.append(replace(made, metalness=metalness, roughness=roughness))
        return found

    def read_images(self) -> dict[str, str]:
        """Return the files of the textures that materials name, by the names of the textures."""
        self.all_materials()
        return self._images

    def _texture(self, material: ClassedElement) -> Texture | None:
        """Take the texture of a material if it is the image of a file that is laid on the surface as it is."""
        name = material.peek("texture") or ""
        item = self._textures.get(name)
        element = item.element if item is not None else None
        file = element.peek("file") if element is not None else None
        if item is None or element is None or not file or self.model.prefix or material.has("texrepeat"):
            return None
        if element.peek("type") != "2d" or not _PLAIN_TEXTURE.issuperset(element.attributes):
            return None
        material.word("texture")
        for each in _PLAIN_TEXTURE:
            element.take().attribute(each)
        item.place = f"/mujoco/asset/texture[@name='{name}']"
        self.views[id(item)] = ClassedElement(item, self.model, kind_of("asset", "texture"), MAIN)
        self._images[name] = self._uri(file, self.model.settings.texturedir)
        return Texture(origin=element.origin, uri=self._images[name])


def _share(view: ClassedElement, name: str) -> float | None:
    """Take a number between 0 and 1; another one stays in the ledger."""
    value = numbers_of(view.peek(name) or "")
    return view.number(name) if value is None or (len(value) == 1 and 0 <= value[0] <= 1) else None


def _name_of(item: Item) -> str:
    name = item.element.peek("name")
    if name:
        return name
    return PurePosixPath(item.element.peek("file") or "").stem


def with_heightmap(geometry: Geometry, part: Part, assets: Assets) -> Geometry:
    """Return a geometry with the heights that its element names; those without a file stay in the document."""
    name = part.view.word("hfield") or ""
    return replace(geometry, shape=assets.heightmap(name) or Heightmap(Texture(uri=f"#{name}")))


def with_mesh(geometry: Geometry, part: Part, assets: Assets) -> Geometry:
    """Return a geometry with the mesh that its element names."""
    name = part.view.word("mesh") or ""
    found = assets.mesh(name)
    if found is None:
        part.view.element.report(UNKNOWN_NAME, f"mesh '{name}' is not among the assets")
        return replace(geometry, shape=Mesh(uri=None))
    pose = compose(geometry.pose, found.pose) if found.pose is not None else geometry.pose
    return replace(geometry, shape=found.mesh, pose=pose)


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


class AssetWriter:
    """The meshes and materials of a document.

    Args:
        robots: The robots, adapted.
        layout: The forms of values in the source.
        words: The notation of poses.
    """

    def __init__(self, robots: Sequence[Robot], layout: MjcfLayout | None, words: Notation) -> None:
        self.robots = robots
        self.words = words
        self._known = {
            "mesh": dict(layout.meshes) if layout is not None else {},
            "hfield": dict(layout.heightmaps) if layout is not None else {},
        }
        # MuJoCo refuses open and inverted meshes because of their volume; with inertia="shell" it needs none.
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
        same = [name for name, known_key in self._known[kind].items() if known_key == key]
        moved = [
            name
            for name, known_key in self._known[kind].items()
            if known_key.endswith(end) and former_stem(known_key.removesuffix(end)) == stem
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
            used = {
                each.name
                for each in visuals
                if each is not None and each.name in known and robot.resolved(each) == known[each.name]
            }
            wanted = used | {each.name for each in robot.materials}
            for name, each in known.items():
                if name in wanted and name and (each.color is not None or is_image(each.texture)):
                    found.setdefault(name, each)
        return found

    def is_shared(self, material: Material, robot: Robot) -> bool:
        """Return True if a material of a robot is written among the assets."""
        return material.name in self.shared and robot.resolved(material) == self.shared[material.name or ""]

    def written(self) -> list[Node]:
        """Return the textures, the materials, and the meshes and heightmaps that shapes have named."""
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
            same = [
                name
                for name, known_uri in self._known_textures.items()
                if uri == known_uri or former_stem(known_uri) == stem
            ]
            self._textures[uri] = free_name(next(iter(same), stem or "texture"), self._textures.values())
        return self._textures[uri]


def is_image(texture: Texture | None) -> bool:
    """Return True if MuJoCo reads an image."""
    return texture is not None and PurePosixPath(texture.uri or "").suffix.lower() in _IMAGES
