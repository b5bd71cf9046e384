"""The column of gravity: that of the world, and the bodies that it does not act on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from .difference import SAME, Array, Difference

GAZEBO = (0.0, 0.0, -9.8)
"""The gravity of an SDF world that gives none, in m/s^2."""


@dataclass(frozen=True)
class Gravity:
    """What pulls bodies."""

    world: Array | None
    """In m/s^2; None for a robot without a world."""
    share: Mapping[str, float]
    """The part of it that acts on each body that it does not act on as a whole."""

    def renamed(self, names: Mapping[str, str]) -> Gravity:
        """Return it with other names of bodies."""
        return replace(self, share={names.get(name, name): each for name, each in self.share.items()})


def of_gravity(before: Gravity | None, after: Gravity | None) -> Iterator[Difference]:
    """Yield what two programs have differently."""
    if before is None or after is None:
        return
    if before.world is not None and after.world is not None and not np.allclose(before.world, after.world, atol=SAME):
        yield Difference("world", f"gravity {before.world} -> {after.world}", ("gravity",), "gravity")
    for name in sorted(before.share.keys() | after.share.keys()):
        one, other = before.share.get(name, 1.0), after.share.get(name, 1.0)
        if abs(one - other) > SAME:
            yield Difference(name, f"it weighs {one:g} -> {other:g} of its weight", ("gravity",))


def gravity_of_mujoco(mujoco: Any, model: Any) -> Gravity:
    """Return the gravity of MuJoCo, and the bodies with compensation."""
    is_off = bool(model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY)
    shares = {model.body(each).name: 1.0 - float(model.body_gravcomp[each]) for each in range(1, model.nbody)}
    world = np.zeros(3) if is_off else model.opt.gravity.copy()
    return Gravity(
        world if model.nbody > 1 else None,
        {name: each for name, each in shares.items() if each != 1.0 and name},
    )


def gravity_of_sdf(document: Element, links: Mapping[str, Element]) -> Gravity:
    """Return the gravity of an SDF as libsdformat prints it, and its links without.

    Args:
        document: The root.
        links: The elements of links by their names.
    """
    world = document.find("world")
    text = world.findtext("gravity") if world is not None else None
    given = np.array([float(each) for each in text.split()]) if text else np.array(GAZEBO)
    off = [name for name, each in links.items() if (each.findtext("gravity") or "true").strip() in ("false", "0")]
    return Gravity(given if world is not None else None, dict.fromkeys(off, 0.0))
