"""The columns of motion: masses, axes, base, and poses at ten configurations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from .behaviour import TINY_MASS, Axis, Behaviour, Body, Sample
from .difference import NAMELESS, SAME, Array, Difference

_WORDS = {
    "lower": "limit",
    "upper": "limit",
    "damping": "damping",
    "friction": "friction",
    "armature": "armature",
    "effort": "effort",
}
"""The fields of an axis, and what the report calls each."""


def of_bodies(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    for name, body in before.bodies.items():
        other = after.bodies.get(name)
        if other is None:
            if body.mass > TINY_MASS and name:
                yield Difference(name, f"body of {body.mass:g} kg: gone", ("link",))
        elif abs(body.mass - other.mass) > max(SAME * body.mass, TINY_MASS):
            yield Difference(name, f"mass {body.mass:g} -> {other.mass:g} kg", ("mass", "inertia"))
        elif body.mass > TINY_MASS and body.is_possible:
            yield from _of_inertia(name, body, other)


def _of_inertia(name: str, body: Body, other: Body) -> Iterator[Difference]:
    if not np.allclose(body.com, other.com, atol=SAME):
        yield Difference(name, f"centre of mass {body.com} -> {other.com}", ("centre of mass", "inertia"))
    size = max(float(np.abs(body.inertia).max()), 1e-9)
    if float(np.abs(body.inertia - other.inertia).max()) > 1e-4 * size + 1e-9:
        yield Difference(name, f"inertia {body.inertia.tolist()} -> {other.inertia.tolist()}", ("inertia",))


def of_axes(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    nameless = {each for each in before.axes if each.startswith(NAMELESS)}
    new = {each for each in after.axes if each not in before.axes}
    skipped = nameless | new if len(nameless) == len(new) else nameless
    for name in sorted((before.axes.keys() | after.axes.keys()) - skipped):
        one, other = before.axes.get(name), after.axes.get(name)
        if one is None and other is not None and other.lower == other.upper:
            continue  # it cannot move
        if one is None or other is None:
            words = "joint: moves -> not there" if other is None else "joint: not there -> moves"
            yield Difference(name, words, ("type", "removed", "added", "is called"))
            continue
        for field in _WORDS:
            a, b = getattr(one, field), getattr(other, field)
            if a is not None and b is not None and a != b and not np.isclose(a, b, rtol=SAME, atol=SAME):
                yield Difference(name, f"{field} {a:g} -> {b:g}", (_WORDS[field],))


def of_base(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    if before.floating is not None and after.floating is not None:
        common = before.bodies.keys() & after.bodies.keys()
        one, other = sorted(before.floating & common), sorted(after.floating & common)
        if one != other:
            yield Difference("base", f"floating {one} -> {other}", ("base",))


CONFIGURATIONS = 10


def of_poses(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    common = sorted(before.bodies.keys() & after.bodies.keys())
    axes = sorted(before.axes.keys() & after.axes.keys())
    apart: dict[str, float] = {}
    for values, poses in _samples(before, axes) if common else ():
        given = {name: values[name] for name in axes}
        one, other = _relative(poses, common), _relative(after.place(given), common)
        for name in common:
            apart[name] = max(apart.get(name, 0), float(np.abs(one[name] - other[name]).max()))
    yield from (
        Difference(name, f"pose {far:.2g} apart", ("pose", "origin")) for name, far in apart.items() if far > SAME
    )


def _samples(robot: Behaviour, axes: list[str]) -> Iterator[Sample]:
    """Yield the poses of a robot in some configurations of some axes."""
    yield from robot.samples
    numbers = np.random.default_rng(7)
    for _ in range(0 if robot.samples else CONFIGURATIONS):
        values = {name: _within(robot.axes[name], numbers.uniform()) for name in axes}
        yield values, robot.place(values)


def _within(axis: Axis, share: float) -> float:
    lower, upper = max(axis.lower, -1.0), min(axis.upper, 1.0)
    return lower + share * (upper - lower) if lower <= upper else axis.lower


def _relative(poses: Mapping[str, Array], names: list[str]) -> dict[str, Array]:
    first = np.linalg.inv(poses[names[0]])
    return {name: first @ poses[name] for name in names}
