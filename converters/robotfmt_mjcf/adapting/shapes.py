"""Shapes as geoms: names that are unique, shapes that MuJoCo supports, contact masks and materials that it stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from robotfmt.context import Context
from robotfmt.errors import RobotfmtError
from robotfmt.inertia.repair import moving_groups
from robotfmt.model import (
    CollisionMask,
    Geometry,
    Heightmap,
    Link,
    Material,
    Mesh,
    Origin,
    Plane,
    Pose,
    Purpose,
    Robot,
    compose,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..document.poses import of_direction
from ..parts.assets import WHITE, AssetWriter, is_image, is_native
from ..parts.geoms import geom_names, marks_of
from ..parts.notation import Notation
from ..parts.pairs import is_default, passes_default

BASE = 0.1
"""The thickness of the ground under heights that give none, in metres."""


def turned(robot: Robot) -> Robot:
    """Turn planes with a normal: in MJCF a plane is the xy plane of its geom."""

    def change(geometry: Geometry) -> Geometry:
        shape = geometry.shape
        if not isinstance(shape, Plane) or shape.normal is None or not any(shape.normal):
            return geometry
        pose = compose(geometry.pose, Pose(None, of_direction(shape.normal)))
        return replace(geometry, shape=replace(shape, normal=None), pose=pose)

    return _with_shapes(robot, change)


def grounded(robot: Robot) -> Robot:
    """Give the ground under heights the thickness that MuJoCo requires."""

    def change(geometry: Geometry) -> Geometry:
        shape = geometry.shape
        if not isinstance(shape, Heightmap) or shape.base or not shape.size or not is_native(geometry):
            return geometry
        return replace(geometry, shape=replace(shape, base=BASE))

    return _with_shapes(robot, change)


def supported(robot: Robot) -> Robot:
    """Drop shapes that MuJoCo does not support, and such without extent."""
    return _with_only(robot, lambda _, geometry: is_native(geometry))


def still(robot: Robot) -> Robot:
    """Drop planes of bodies that move: MuJoCo refuses a document for one of them."""
    moving = {name for group in moving_groups(robot) for name in group}
    return _with_only(robot, lambda link, each: link.name not in moving or not isinstance(each.shape, Plane))


def named(robot: Robot) -> Robot:
    """Give geoms of one name different names: all geoms of a document share one scope."""
    return named_apart([robot])[0]


def named_apart(robots: Iterable[Robot]) -> list[Robot]:
    """Return robots of one document in which no two geoms have the same name.

    A shape that is both seen and touched is one geom, which keeps its name.
    """
    robots = list(robots)
    names = [name for robot in robots for link in robot.links for name in geom_names(robot, link) if name]
    counts, taken = Counter(names), set(names)
    return [_renamed(each, counts, taken) for each in robots] if any(it > 1 for it in counts.values()) else robots


def _renamed(robot: Robot, counts: Counter[str], taken: set[str]) -> Robot:
    """Give shapes that share a name different ones; a shape for both uses keeps one name in both."""

    def changed(link: Link) -> Link:
        marks, rows = marks_of(robot, link), {"v": list(link.visuals), "c": list(link.collisions)}
        places = {"v": 0, "c": 0}
        for mark in marks:
            kinds = "vc" if mark == "b" else mark
            name = rows[kinds[0]][places[kinds[0]]].name
            new = name
            if name and counts[name] > 1:
                new = free_name(f"{link.name}_{name}", taken)
                taken.add(new)
            for kind in kinds:
                if new != name:
                    rows[kind][places[kind]] = replace(rows[kind][places[kind]], name=new)
                places[kind] += 1
        return replace(link, visuals=tuple(rows["v"]), collisions=tuple(rows["c"]))

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def found(robot: Robot, context: Context) -> Robot:
    """Drop meshes and heights whose files are not found: MuJoCo refuses a document for one of them."""

    def is_found(_: Link, geometry: Geometry) -> bool:
        uri = geometry.shape.uri if isinstance(geometry.shape, Mesh) else None
        uri = geometry.shape.image.uri if isinstance(geometry.shape, Heightmap) else uri
        return uri is None or uri.startswith("#") or _exists(uri, geometry.origin, context)

    return _with_only(robot, is_found)


def _exists(uri: str, origin: Origin | None, context: Context) -> bool:
    """Return True if a file is found from the document that names it, or from the output, next to which it is put."""
    for document in (origin.document if origin is not None else None, context.output):
        try:
            context.assets.load(uri, document)
        except RobotfmtError:
            continue
        return True
    return False


def unshared(robot: Robot) -> Robot:
    """Drop the names of materials that are no assets, because the document has another one of the name."""
    assets = AssetWriter([robot], None, Notation(None))

    def change(geometry: Geometry) -> Geometry:
        material = geometry.material
        if material is None or material.name is None or assets.is_shared(material, robot):
            return geometry
        return replace(geometry, material=replace(robot.resolved(material), name=None))

    return _with_shapes(robot, lambda shape: shape, change)


def textured(robot: Robot, context: Context) -> Robot:
    """Drop textures that MuJoCo does not read, or that are not found: it refuses a document for one."""

    def kept(material: Material) -> Material:
        texture = material.texture
        is_kept = texture is None or (is_image(texture) and _exists(texture.uri or "", texture.origin, context))
        return material if is_kept else replace(material, texture=None)

    return _with_materials(robot, kept)


def with_named_textures(robot: Robot) -> Robot:
    """Name the unnamed materials with images of visuals: MJCF has textures only in named assets."""
    named: dict[Material, Material] = {}
    taken = {each.name or "" for each in robot.materials}

    def called(material: Material) -> Material:
        if material.texture is None or material.name:
            return material
        if material not in named:
            stem = PurePosixPath(material.texture.uri or "").stem or "material"
            name = free_name(stem, taken)
            taken.add(name)
            named[material] = replace(material, name=name)
        return named[material]

    made = _with_materials(robot, called)
    return replace(made, materials=(*made.materials, *named.values())) if named else robot


def whitened(robot: Robot) -> Robot:
    """Give materials that have only an image the colour that MuJoCo multiplies it by."""

    def white(material: Material) -> Material:
        is_bare = material.texture is not None and material.color is None
        return replace(material, color=WHITE) if is_bare else material

    return _with_materials(robot, white)


def _with_materials(robot: Robot, change: Callable[[Material], Material]) -> Robot:
    """Return the robot with changed materials, its own and those of visuals."""

    def seen(geometry: Geometry) -> Geometry:
        material = geometry.material
        made = change(material) if material is not None else None
        return geometry if made is material else replace(geometry, material=made)

    materials = tuple(map(change, robot.materials))
    robot = robot if materials == robot.materials else replace(robot, materials=materials)
    return _with_shapes(robot, lambda shape: shape, seen)


def coloured(robot: Robot) -> Robot:
    """Drop materials of the robot that are no assets: those without a colour, and those that are not found by name."""
    known = AssetWriter([robot], None, Notation(None)).shared
    kept = tuple(each for each in robot.materials if each.name in known and known[each.name] == each)
    return robot if kept == robot.materials else replace(robot, materials=kept)


def in_contact(robot: Robot) -> Robot:
    """Keep what a geom of one purpose can have: masks of 31 bits and friction of what touches, and what is hidden."""
    is_mixed = passes_default(robot)

    def seen(geometry: Geometry) -> Geometry:
        if geometry.surface is None and geometry.collision_mask is None:
            return geometry
        return replace(geometry, surface=None, collision_mask=None)

    def touched(geometry: Geometry) -> Geometry:
        mask, surface = geometry.collision_mask, geometry.surface
        changes: dict[str, object] = {}
        if mask is not None and not (is_mask(mask) or (is_mixed and is_default(mask))):
            changes["collision_mask"] = None
        if surface is not None and surface.friction is None:
            changes["surface"] = None
        if geometry.visible is not None:
            changes["visible"] = None
        return replace(geometry, **changes) if changes else geometry

    return _with_shapes(robot, touched, seen)


def is_mask(mask: CollisionMask) -> bool:
    """Return True if MuJoCo can store a collision mask, and it is not the default one."""
    bits = (mask.own_category, mask.collides_with)
    return not is_default(mask) and bits != (0, 0) and all(0 <= each < 2**31 for each in bits)


def for_all(robot: Robot) -> Robot:
    """Drop purposes of shapes that MuJoCo does not distinguish."""

    def change(geometry: Geometry) -> Geometry:
        is_apart = geometry.purpose in (Purpose.SELF, Purpose.ENVIRONMENT)
        return replace(geometry, purpose=Purpose.COLLISION) if is_apart else geometry

    return _with_shapes(robot, change)


def shaded(robot: Robot) -> Robot:
    """Keep metalness and roughness, from 0 to 1, of materials that are assets: others are only a colour."""
    assets = AssetWriter([robot], None, Notation(None))

    def kept(material: Material, is_named: bool) -> Material:
        shares = {"metalness": material.metalness, "roughness": material.roughness}
        gone = {
            name: None for name, share in shares.items() if share is not None and not (is_named and 0 <= share <= 1)
        }
        return replace(material, **gone) if gone else material

    def change(geometry: Geometry) -> Geometry:
        material = geometry.material
        if material is None:
            return geometry
        made = kept(material, assets.is_shared(material, robot))
        return geometry if made is material else replace(geometry, material=made)

    materials = tuple(kept(each, assets.is_shared(each, robot)) for each in robot.materials)
    robot = robot if materials == robot.materials else replace(robot, materials=materials)
    return _with_shapes(robot, change)


def _with_only(robot: Robot, is_kept: Callable[[Link, Geometry], bool]) -> Robot:
    """Return the robot with some of the shapes of its links."""

    def changed(link: Link) -> Link:
        rows = (link.visuals, link.collisions)
        visuals, collisions = (tuple(each for each in row if is_kept(link, each)) for row in rows)
        return replace(link, visuals=visuals, collisions=collisions)

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)


def _with_shapes(
    robot: Robot,
    change: Callable[[Geometry], Geometry],
    seen: Callable[[Geometry], Geometry] | None = None,
) -> Robot:
    """Return the robot with changed shapes.

    Args:
        robot: The robot.
        change: Changes each shape, or each collision shape.
        seen: Changes each visual, if not as a collision shape.
    """

    def changed(link: Link) -> Link:
        rows = tuple(map(seen or change, link.visuals)), tuple(map(change, link.collisions))
        return link if rows == (link.visuals, link.collisions) else replace(link, visuals=rows[0], collisions=rows[1])

    links = tuple(map(changed, robot.links))
    return robot if links == robot.links else replace(robot, links=links)
