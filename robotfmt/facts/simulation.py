"""The facts of simulation settings: contact of shapes, links and joints."""

from __future__ import annotations

from functools import partial

from ..model import Geometry, Link, Node, Robot
from ..model.features import Feature
from ..model.fields import given_fields
from ..model.record import replace
from .fact import Facts, Path, kind_of, named
from .shapes import shapes_of

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


def note_simulation(say: Facts, robot: Robot) -> None:
    """Note surfaces, and the simulation settings of links, joints and the whole robot."""
    its = robot.simulation
    if its is not None:
        _record(say, replace(its, self_collide=None), ("simulation",), Feature.SIMULATION)
    if its is not None and its.self_collide is False:
        # Links that collide are no fact: they do so in every format but one.
        say.exact(("self-collision",), Feature.SIMULATION, "off", its)
    for link, path in named(robot.links, "link"):
        say.part(link, (*path, "simulation"), partial(_link, say, link, path))
    for joint, path in (*named(robot.joints, "joint"), *named(robot.loops, "loop")):
        if joint.simulation is not None:
            _record(say, joint.simulation, (*path, "simulation"), Feature.SIMULATION)


def _link(say: Facts, link: Link, path: Path) -> None:
    for shape, its_path in shapes_of(link, path):
        _shape(say, shape, its_path)
    if link.simulation is not None:
        _record(say, link.simulation, (*path, "simulation"), Feature.SIMULATION)


def _shape(say: Facts, it: Geometry, path: Path) -> None:
    if it.surface is not None:
        _record(say, it.surface, (*path, "surface"), Feature.SURFACES)
    mask = it.collision_mask
    if mask is not None:
        both = (mask.own_category, mask.collides_with)
        say.exact((*path, "collision mask"), Feature.COLLISION_MASKS, both, mask)
    say.numbers((*path, "laser retro"), Feature.SIMULATION, it.laser_retro, it)
    say.exact((*path, "script"), Feature.SIMULATION, it.script, it)


def _record(say: Facts, it: Node, path: Path, feature: Feature) -> None:
    """Note a record without flags that have their default value."""
    specified = {name: value for name, value in given_fields(it) if value is not (name in _TRUE_UNLESS_SAID)}
    if specified:
        say.node(path, feature, it)
    for name, value in specified.items():
        say.add((*path, name), feature, kind_of(value), value, it, _UNITS.get(name, ""))
