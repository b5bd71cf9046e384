"""The facts of simulation settings: surfaces, links and joints."""

from __future__ import annotations

from ..model import Node, Robot
from ..model.features import Feature
from ..model.fields import fields_said
from .fact import Facts, Path, kind_of, named

_UNITS = {"stiffness": "N/m", "damping": "N s/m", "min_depth": "m", "max_velocity": "m/s"}
_TRUE_UNLESS_SAID = ("gravity",)


def note_simulation(say: Facts, robot: Robot) -> None:
    """Note surfaces, and the simulation settings of links, joints and the whole robot."""
    if robot.simulation is not None:
        _record(say, robot.simulation, ("simulation",), Feature.SIMULATION)
    for link, path in named(robot.links, "link"):
        if link.surface is not None:
            _record(say, link.surface, (*path, "surface"), Feature.SURFACES)
        if link.simulation is not None:
            _record(say, link.simulation, (*path, "simulation"), Feature.SIMULATION)
    for joint, path in (*named(robot.joints, "joint"), *named(robot.loops, "loop")):
        if joint.simulation is not None:
            _record(say, joint.simulation, (*path, "simulation"), Feature.SIMULATION)


def _record(say: Facts, it: Node, path: Path, feature: Feature) -> None:
    """Note a record without flags that have their default value."""
    specified = {name: value for name, value in fields_said(it) if value is not (name in _TRUE_UNLESS_SAID)}
    if specified:
        say.node(path, feature, it)
    for name, value in specified.items():
        say.add((*path, name), feature, kind_of(value), value, it, _UNITS.get(name, ""))
