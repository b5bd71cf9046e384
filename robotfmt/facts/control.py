"""The facts of actuators, transmissions and controllers."""

from __future__ import annotations

from collections.abc import Iterable

from ..documents.tokens import written_all
from ..model import Component, Controller, Interface, JointComponent, Parameter, Robot, Transmission
from ..model.features import Feature
from .fact import Facts, Path, named


def note_control(say: Facts, robot: Robot) -> None:
    """Note actuators, transmissions and controllers."""
    for actuator, path in named(robot.actuators, "actuator"):
        say.record(path, Feature.ACTUATORS, actuator, without=("name", "motor", "parameters"))
        say.parameters(actuator.parameters, path, Feature.ACTUATORS)
        if actuator.motor is not None:
            say.record((*path, "motor"), Feature.ACTUATORS, actuator.motor, without=())
    for transmission, path in named(robot.transmissions, "transmission"):
        _transmission(say, transmission, path, Feature.TRANSMISSIONS)
    for controller, path in named(robot.controllers, "controller"):
        _controller(say, controller, path)


def _transmission(say: Facts, it: Transmission, path: Path, feature: Feature) -> None:
    say.record(path, feature, it, without=("name", "joints", "actuators"))
    for end, its_path in (*named(it.joints, "joint"), *named(it.actuators, "actuator")):
        say.record((*path, *its_path), feature, end)


def _controller(say: Facts, it: Controller, path: Path) -> None:
    feature = Feature.CONTROLLERS
    parts = ("name", "joints", "sensors", "gpios", "transmissions", "parameters")
    say.record(path, feature, it, without=parts)
    _parameters(say, it.parameters, path)
    for kind, components in (("joint", it.joints), ("sensor", it.sensors), ("gpio", it.gpios)):
        for component, its_path in named(components, kind):
            _component(say, component, (*path, *its_path))
    for transmission, its_path in named(it.transmissions, "transmission"):
        _transmission(say, transmission, (*path, *its_path), feature)


def _component(say: Facts, it: Component, path: Path) -> None:
    say.node(path, Feature.CONTROLLERS, it)
    if isinstance(it, JointComponent):
        say.exact((*path, "mimic"), Feature.CONTROLLERS, it.mimic, it)
    _parameters(say, it.parameters, path)
    interfaces = (*named(it.commands, "command"), *named(it.states, "state"))
    for interface, its_path in interfaces:
        _interface(say, interface, (*path, *its_path))


def _interface(say: Facts, it: Interface, path: Path) -> None:
    say.record(path, Feature.CONTROLLERS, it, without=("name", "parameters"))
    _parameters(say, it.parameters, path)


def _parameters(say: Facts, parameters: Iterable[Parameter], path: Path) -> None:
    """Note parameters as texts, as drivers receive them."""
    for it, its_path in named(parameters, "parameter"):
        text = it.values if isinstance(it.values, str) else written_all(it.values)
        say.exact((*path, *its_path), Feature.CONTROLLERS, text, it)
