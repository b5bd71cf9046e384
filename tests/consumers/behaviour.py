"""What a robot does, in the words of no program: what each of them has of the same robot is compared by these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from .contact import Contact
from .couplings import Coupling
from .difference import Array, Values
from .drives import Drive
from .gravity import Gravity
from .looks import Looks
from .overlaps import Overlaps
from .sensing import Device

Placing: TypeAlias = Callable[[Values], Mapping[str, Array]]
Sample: TypeAlias = tuple[Values, Mapping[str, Array]]
"""The values of the axes, and the poses of the bodies."""

TINY_MASS = 1e-5
"""kg: a link that weighs less has no mass: programs refuse bodies without any."""


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
    """A robot as one program has it; None where what we have of this program does not tell."""

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
    states: Mapping[str, Values] | None = None
    """The named states (keyframes); none where the format has none, so that their loss has to be claimed."""
    drives: Mapping[str, Drive] | None = None
    """The actuators; none likewise."""
    couplings: Mapping[str, Coupling] | None = None
    """The joints that follow another one."""
    gravity: Gravity | None = None
    contact: Contact | None = None
    overlaps: Overlaps | None = None
    """The contacts at the default pose."""
    looks: Looks | None = None
    cameras: Mapping[str, Device] | None = None
    sensors: Mapping[str, Device] | None = None
    """Those that are no cameras."""
    lights: Mapping[str, Device] | None = None
    plugins: Mapping[str, int] | None = None
    """How often a plugin of Gazebo of each name is there; none for MuJoCo."""
