"""What a robot does, in the words of no program: what each of them has of the same robot is compared by these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Values: TypeAlias = Mapping[str, float]
Placing: TypeAlias = Callable[[Values], Mapping[str, Array]]
Sample: TypeAlias = tuple[Values, Mapping[str, Array]]
"""The values of the axes, and the poses of the bodies."""

TINY_MASS = 1e-5
"""kg: a link that weighs less has no mass: programs refuse bodies without any."""
NAMELESS = "#"
"""What the names of joints begin with that have none: they get one in the output."""
_SAME = 1e-6
_WORDS = {
    "lower": "limit",
    "upper": "limit",
    "damping": "damping",
    "friction": "friction",
    "armature": "armature",
    "effort": "effort",
}
"""The fields of an axis, and what the report calls each."""


@dataclass(frozen=True)
class Body:
    """What moves: its mass in kg, its centre of mass in m, and its inertia about that in kg m^2, in the link's axes."""

    mass: float
    com: Array
    inertia: Array

    @property
    def is_possible(self) -> bool:
        """Whether a body can have this inertia: Drake and MuJoCo replace others by their own."""
        small, middle, large = np.linalg.eigvalsh(self.inertia)
        return bool(small > 0 and large <= (small + middle) * (1 + 1e-9))


@dataclass(frozen=True)
class Axis:
    """A joint of one degree of freedom, in SI units; a limit that is not there is infinite."""

    lower: float
    upper: float
    damping: float | None = None
    friction: float | None = None
    armature: float | None = None
    effort: float | None = None


@dataclass(frozen=True)
class Behaviour:
    """A robot as one program has it; None where this program has no such thing."""

    bodies: Mapping[str, Body]
    axes: Mapping[str, Axis]
    place: Placing
    """The poses (4, 4) of the bodies at values of the axes; axes that are not named are at their default."""
    floating: frozenset[str] | None = None
    """The bodies that are connected to nothing."""
    fixed: frozenset[str] | None = None
    """The joints that do not move; None where they are not joints of their own."""
    samples: tuple[Sample, ...] = ()
    """All that is known of the poses, for a program that only left some."""


@dataclass(frozen=True)
class Difference:
    """Something that two programs have differently: what it is of, and in words."""

    subject: str
    words: str
    by: tuple[str, ...]
    """What a line of the report that claims it speaks of, beside the subject: one of these."""


def differences(before: Behaviour, after: Behaviour) -> list[Difference]:
    """Return what two programs have differently."""
    after = _renamed(after, before)
    return [
        *_of_bodies(before, after),
        *_of_axes(before, after),
        *_of_base(before, after),
        *_of_poses(before, after),
    ]


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
    )


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


def _of_bodies(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    for name, body in before.bodies.items():
        other = after.bodies.get(name)
        if other is None:
            if body.mass > TINY_MASS and name:
                yield Difference(name, f"body of {body.mass:g} kg: gone", ("link",))
        elif abs(body.mass - other.mass) > max(_SAME * body.mass, TINY_MASS):
            yield Difference(name, f"mass {body.mass:g} -> {other.mass:g} kg", ("mass", "inertia"))
        elif body.mass > TINY_MASS and body.is_possible:
            yield from _of_inertia(name, body, other)


def _of_inertia(name: str, body: Body, other: Body) -> Iterator[Difference]:
    if not np.allclose(body.com, other.com, atol=_SAME):
        yield Difference(name, f"centre of mass {body.com} -> {other.com}", ("centre of mass", "inertia"))
    size = max(float(np.abs(body.inertia).max()), 1e-9)
    if float(np.abs(body.inertia - other.inertia).max()) > 1e-4 * size + 1e-9:
        yield Difference(name, f"inertia {body.inertia.tolist()} -> {other.inertia.tolist()}", ("inertia",))


def _of_axes(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    nameless = {each for each in before.axes if each.startswith(NAMELESS)}
    new = {each for each in after.axes if each not in before.axes}
    skipped = nameless | new if len(nameless) == len(new) else nameless
    for name in sorted((before.axes.keys() | after.axes.keys()) - skipped):
        one, other = before.axes.get(name), after.axes.get(name)
        if one is None and other is not None and other.lower == other.upper:
            continue  # it cannot move
        if one is None or other is None:
            words = "joint: moves -> not there" if other is None else "joint: not there -> moves"
            yield Difference(name, words, ("type", "removed", "added"))
            continue
        for field in _WORDS:
            a, b = getattr(one, field), getattr(other, field)
            if a is not None and b is not None and a != b and not np.isclose(a, b, rtol=_SAME, atol=_SAME):
                yield Difference(name, f"{field} {a:g} -> {b:g}", (_WORDS[field],))


def _of_base(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    if before.floating is not None and after.floating is not None:
        common = before.bodies.keys() & after.bodies.keys()
        one, other = sorted(before.floating & common), sorted(after.floating & common)
        if one != other:
            yield Difference("base", f"floating {one} -> {other}", ("base",))


CONFIGURATIONS = 10


def _of_poses(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    common = sorted(before.bodies.keys() & after.bodies.keys())
    axes = sorted(before.axes.keys() & after.axes.keys())
    apart: dict[str, float] = {}
    for values, poses in _samples(before, axes) if common else ():
        given = {name: values[name] for name in axes}
        one, other = _relative(poses, common), _relative(after.place(given), common)
        for name in common:
            apart[name] = max(apart.get(name, 0), float(np.abs(one[name] - other[name]).max()))
    yield from (
        Difference(name, f"pose {far:.2g} apart", ("pose", "origin")) for name, far in apart.items() if far > _SAME
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
