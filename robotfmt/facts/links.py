"""The facts of links, their inertia and their geometry, and of simulation settings: contact of shapes, links and
joints.
"""

from __future__ import annotations

from functools import partial

from ..model import Cage, CalibrationBoard, Geometry, Heightmap, Link, Material, Mesh, Node, Plane, Purpose, Robot
from ..model.features import Feature
from ..model.fields import given_fields
from ..model.record import replace
from .fact import Facts, Kind, Path, PlacedMesh, is_offset, kind_of, named
from .shapes import shapes_of

# Links

UP = (0.0, 0.0, 1.0)
"""The normal of a plane that does not give one."""
_PRIMITIVES = frozenset({"box", "sphere", "cylinder"})


def note_links(notes: Facts, robot: Robot) -> None:
    """Note every link and every material with a name."""
    for link, path in named(robot.links, "link"):
        notes.part(link, path, partial(_link, notes, robot, link, path), robot.materials)
    for material, path in named(_spare(robot), "material"):
        notes.node(path, Feature.COLORS, material)
        _material(notes, material, path)


def _spare(robot: Robot) -> list[Material]:
    """Return materials that no visual uses; the others are facts of the visuals."""
    used = {each.material.name for link in robot.links for each in link.visuals if each.material is not None}
    spare = (each for each in robot.materials if each.name is not None and each.name not in used)
    return list(dict.fromkeys(spare))  # duplicates are noted once


def _link(notes: Facts, robot: Robot, link: Link, path: Path) -> None:
    notes.node(path, Feature.LINKS, link)
    if link.static:
        notes.exact((*path, "static"), Feature.LINK_FLAGS, True, link)
    if link.visible is False:
        notes.exact((*path, "visible"), Feature.LINK_FLAGS, False, link)
    if link.enabled is False and link.collisions:
        notes.exact((*path, "enabled"), Feature.LINK_FLAGS, False, link)
    notes.parameters(link.parameters, path, Feature.LINK_PARAMETERS)
    _inertial(notes, link, (*path, "inertial"))
    for shape, part_path in shapes_of(link, path):
        _geometry(notes, robot, shape, part_path, Feature.VISUALS if part_path[-2] == "visual" else Feature.COLLISIONS)
    if link.lights:
        from .worlds import note_lights  # few links have any

        note_lights(notes, link.lights, path)


def _inertial(notes: Facts, link: Link, path: Path) -> None:
    """Note the mass, the centre of mass and the inertia of a link."""
    inertial = link.inertial
    if inertial is None:
        return
    is_known = not inertial.computed or inertial.mass is not None or inertial.inertia is not None
    notes.node(path, Feature.INERTIA if is_known else Feature.COMPUTED_INERTIA, inertial)
    notes.numbers((*path, "mass"), Feature.INERTIA, inertial.mass, inertial, "kg")
    if inertial.pose is not None and is_offset(inertial.pose.xyz):
        notes.numbers((*path, "centre of mass"), Feature.INERTIA, inertial.pose.xyz, inertial, "m")
    if inertial.computed:
        notes.exact((*path, "computed"), Feature.COMPUTED_INERTIA, True, inertial)
        notes.numbers((*path, "density"), Feature.COMPUTED_INERTIA, inertial.density, inertial, "kg/m^3")
    rows = inertial.link_inertia
    if rows is not None:
        flat = (*rows[0], *rows[1], *rows[2])
        notes.add((*path, "inertia"), Feature.INERTIA, Kind.TENSOR, flat, inertial, "kg m^2")
    elif inertial.inertia is not None:
        notes.fields(path, Feature.INERTIA, inertial.inertia, inertial, "kg m^2")


def _geometry(notes: Facts, robot: Robot, geometry: Geometry, path: Path, feature: Feature) -> None:
    notes.node(path, feature, geometry)
    notes.exact((*path, "name"), feature, geometry.name or None, geometry)
    if geometry.purpose in (Purpose.ENVIRONMENT, Purpose.SELF):
        notes.exact((*path, "purpose"), Feature.PURPOSES, geometry.purpose, geometry)
    if geometry.visible is False:
        notes.exact((*path, "visible"), Feature.LINK_FLAGS, False, geometry)
    notes.numbers((*path, "density"), Feature.COMPUTED_INERTIA, geometry.density, geometry, "kg/m^3")
    notes.numbers((*path, "mass"), Feature.COMPUTED_INERTIA, geometry.mass, geometry, "kg")
    _shape(notes, geometry, path, feature)
    if feature is Feature.VISUALS and geometry.material is not None:
        _material(notes, robot.resolved(geometry.material), path)


def _shape(notes: Facts, geometry: Geometry, path: Path, owner: Feature) -> None:
    """Note a shape. A mesh is one fact with its pose, because another mesh at another pose can be the same surface."""
    shape = geometry.shape
    if isinstance(shape, Mesh):
        placed = PlacedMesh(shape, geometry.pose)
        notes.add((*path, "mesh"), Feature.MESHES, Kind.MESH, placed, geometry)
        return
    if shape is None:
        return
    name = type(shape).__name__.lower()
    feature = Feature.PRIMITIVES if name in _PRIMITIVES else Feature.OTHER_SHAPES
    feature = Feature.CAPSULES if name == "capsule" else feature
    notes.exact((*path, "shape"), feature, name, geometry)
    if isinstance(shape, Cage):
        _walls(notes, shape, path, feature, geometry)
        shape = replace(shape, walls=())
    if isinstance(shape, Plane) and shape.normal == UP:
        shape = replace(shape, normal=None)
    if isinstance(shape, Heightmap):
        notes.file((*path, "image"), feature, shape.image.uri, shape.image)
        notes.numbers((*path, "size"), feature, shape.size, geometry, "m")
        notes.numbers((*path, "base"), feature, shape.base, geometry, "m")
    else:
        notes.fields(path, feature, shape, geometry, "" if isinstance(shape, CalibrationBoard) else "m")
    notes.pose(geometry.pose, path, owner, geometry)


def _walls(notes: Facts, cage: Cage, path: Path, feature: Feature, at: Geometry) -> None:
    for index, wall in enumerate(cage.walls):
        where = (*path, "wall", str(index))
        notes.fields(where, feature, replace(wall, pose=None), at, "m")
        notes.pose(wall.pose, where, feature, at)


def _material(notes: Facts, material: Material, path: Path) -> None:
    notes.numbers((*path, "color"), Feature.COLORS, material.color, material)
    for name, value in given_fields(material):
        if name in ("ambient", "specular", "emission", "shininess"):
            notes.numbers((*path, name), Feature.APPEARANCE, value, material)
        if name in ("metalness", "roughness"):
            notes.numbers((*path, name), Feature.SHADING, value, material)
    for name, image in material.images.items():
        feature = Feature.TEXTURES if name == "texture" else Feature.SHADING
        notes.file((*path, name), feature, image.uri or None, image)


# Simulation

_UNITS = {
    "stiffness": "N/m",
    "damping": "N s/m",
    "min_depth": "m",
    "max_velocity": "m/s",
    "slip": "m/s/N",
    "second_slip": "m/s/N",
    "patch_radius": "m",
    "surface_radius": "m",
    "torsional_slip": "rad/s/(N m)",
    "restitution_threshold": "m/s",
}
_TRUE_UNLESS_SAID = ("gravity",)


def note_simulation(notes: Facts, robot: Robot) -> None:
    """Note surfaces, and the simulation settings of links, joints and the whole robot."""
    simulation = robot.simulation
    if simulation is not None:
        _record(notes, replace(simulation, self_collide=None), ("simulation",), Feature.SIMULATION)
    if simulation is not None and simulation.self_collide is False:
        # Only "off" is a fact: links of a robot collide with one another by default, except in SDF.
        notes.exact(("self-collision",), Feature.SIMULATION, "off", simulation)
    for link, path in named(robot.links, "link"):
        notes.part(link, (*path, "simulation"), partial(_contact_of_link, notes, link, path))
    for joint, path in (*named(robot.joints, "joint"), *named(robot.loops, "loop")):
        if joint.simulation is not None:
            _record(notes, joint.simulation, (*path, "simulation"), Feature.SIMULATION)


def _contact_of_link(notes: Facts, link: Link, path: Path) -> None:
    for shape, part_path in shapes_of(link, path):
        _contact_of_shape(notes, shape, part_path)
    if link.simulation is not None:
        _record(notes, link.simulation, (*path, "simulation"), Feature.SIMULATION)


def _contact_of_shape(notes: Facts, it: Geometry, path: Path) -> None:
    if it.surface is not None:
        _record(notes, it.surface, (*path, "surface"), Feature.SURFACES)
    mask = it.collision_mask
    if mask is not None:
        both = (mask.own_category, mask.collides_with)
        notes.exact((*path, "collision mask"), Feature.COLLISION_MASKS, both, mask)
    notes.numbers((*path, "laser retro"), Feature.SIMULATION, it.laser_retro, it)
    notes.exact((*path, "script"), Feature.SIMULATION, it.script, it)


def _record(notes: Facts, it: Node, path: Path, feature: Feature) -> None:
    """Note a record without flags that have their default value."""
    specified = {name: value for name, value in given_fields(it) if value is not (name in _TRUE_UNLESS_SAID)}
    if specified:
        notes.node(path, feature, it)
    for name, value in specified.items():
        notes.add((*path, name), feature, kind_of(value), value, it, _UNITS.get(name, ""))
