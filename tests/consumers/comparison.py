"""What two programs have differently, over all columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from .behaviour import Behaviour
from .contact import of_contact
from .couplings import Coupling, of_couplings
from .difference import Difference, Values
from .drives import of_drives
from .gravity import of_gravity
from .looks import of_colors, of_shapes
from .motion import of_axes, of_base, of_bodies, of_poses
from .overlaps import of_overlaps
from .sensing import Device, of_devices, of_plugins
from .states import of_states

Column: TypeAlias = Callable[[Behaviour, Behaviour], Iterable[Difference]]
COLUMNS: Mapping[str, Column] = {
    "bodies": of_bodies,
    "axes": of_axes,
    "base": of_base,
    "poses": of_poses,
    "states": lambda before, after: of_states(before.states, after.states),
    "actuators": lambda before, after: of_drives(before.drives, after.drives),
    "couplings": lambda before, after: of_couplings(before.couplings, after.couplings),
    "gravity": lambda before, after: of_gravity(before.gravity, after.gravity),
    "contact": lambda before, after: of_contact(before.contact, after.contact),
    "overlaps": lambda before, after: of_overlaps(
        before.overlaps, after.overlaps, (before.contact, after.contact), (before.looks, after.looks)
    ),
    "shapes": lambda before, after: of_shapes(before.looks, after.looks),
    "colours": lambda before, after: of_colors(before.looks, after.looks),
    "cameras": lambda before, after: of_devices(before.cameras, after.cameras, "sensor", "/camera"),
    "sensors": lambda before, after: of_devices(before.sensors, after.sensors, "sensor", "/mujoco/sensor"),
    "lights": lambda before, after: of_devices(before.lights, after.lights, "light", "/light"),
    "plugins": lambda before, after: of_plugins(before.plugins, after.plugins),
}
"""What is compared."""


def differences(before: Behaviour, after: Behaviour) -> list[Difference]:
    """Return what two programs have differently."""
    after = _renamed(after, before)
    return [each for column in COLUMNS.values() for each in column(before, after)]


def _renamed(it: Behaviour, like: Behaviour) -> Behaviour:
    """Return a robot with the names of another: a program may put the names of models before those of their parts."""
    bodies, axes = _names(it.bodies, like.bodies), _names(it.axes, like.axes)
    old = {new: name for name, new in axes.items()}
    return replace(
        it,
        bodies={bodies[name]: each for name, each in it.bodies.items()},
        axes={axes[name]: each for name, each in it.axes.items()},
        place=lambda values: {
            bodies[name]: pose for name, pose in it.place({old[name]: v for name, v in values.items()}).items()
        },
        floating=None if it.floating is None else frozenset(bodies[name] for name in it.floating),
        states=None if it.states is None else {name: _keyed(each, axes) for name, each in it.states.items()},
        drives=None if it.drives is None else {name: each.renamed(axes) for name, each in it.drives.items()},
        couplings=_coupled(it.couplings, axes),
        gravity=None if it.gravity is None else it.gravity.renamed(bodies),
        contact=None if it.contact is None else it.contact.renamed(bodies),
        overlaps=None if it.overlaps is None else it.overlaps.renamed(bodies),
        looks=None if it.looks is None else it.looks.renamed(bodies),
        cameras=_placed(it.cameras, bodies),
        sensors=_placed(it.sensors, bodies),
        lights=_placed(it.lights, bodies),
    )


def _placed(devices: Mapping[str, Device] | None, bodies: Mapping[str, str]) -> dict[str, Device] | None:
    return None if devices is None else {name: each.renamed(bodies) for name, each in devices.items()}


def _coupled(couplings: Mapping[str, Coupling] | None, names: Mapping[str, str]) -> dict[str, Coupling] | None:
    return None if couplings is None else {names.get(it, it): each.renamed(names) for it, each in couplings.items()}


def _keyed(values: Values, names: Mapping[str, str]) -> Values:
    return {names.get(name, name): each for name, each in values.items()}


def _names(names: Iterable[str], wanted: Iterable[str]) -> dict[str, str]:
    """Return what each name is called there: the same, or the only one with the same last part."""
    there = set(wanted)
    last = {each.split("::")[-1]: each for each in there}
    counts = Counter(each.split("::")[-1] for each in (*there,))
    own = Counter(each.split("::")[-1] for each in map(plain, names))
    found = {name: name for name in names if name in there}
    for name in names:
        if name in found:
            continue
        if name.removesuffix("_joint") in there - set(names):
            found[name] = name.removesuffix("_joint")  # it was called like a link, which SDF refuses
            continue
        end = plain(name).split("::")[-1]
        is_only = counts[end] == 1 and own[end] == 1
        found[name] = plain(name) if plain(name) in there or not is_only else last[end]
    return found


def plain(name: str) -> str:
    """Return a name whose scopes are separated by ``::``, as Gazebo and Drake do it."""
    return name.replace("/", "::")
