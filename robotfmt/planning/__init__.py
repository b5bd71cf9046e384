"""Derive everything that a planner needs from a robot's geometry: the work of ``robotfmt xrdf`` and ``robotfmt srdf``.

``prepare`` (``asking``) is a list of steps (``preparing``), each in a separate module: the controlled joints
(``control``, with ``limbs`` if no document specifies them), the spheres, the pairs to ignore (``pairs``), and a
default pose (``start``). ``describe`` creates what MoveIt needs: ``groups``, pairs, and a state ``home``;
``renew_pairs`` only the pairs.

Imports ``validation`` and below; the formats of planners and the verbs ``xrdf`` and ``srdf`` use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..formats.libraries import COLLISIONS, require

if TYPE_CHECKING:
    from .asking import GivenPlan, prepare
    from .describing import describe, renew_pairs
    from .plan import Plan, PlanOptions

_HOMES = {
    "GivenPlan": "asking",
    "Plan": "plan",
    "PlanOptions": "plan",
    "describe": "describing",
    "prepare": "asking",
    "renew_pairs": "describing",
}

_NEEDS = {"describe": COLLISIONS, "renew_pairs": COLLISIONS}

__all__ = ["GivenPlan", "Plan", "PlanOptions", "describe", "prepare", "renew_pairs"]


def __getattr__(name: str) -> object:
    """Import names on first use: describing needs numpy and scipy, the options do not.

    Raises:
        UsageError: A function that describes is imported, and a library that it needs is not installed; ``prepare``
            checks that when it is called.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.planning' has no attribute '{name}'")
    if name in _NEEDS:
        require(_NEEDS[name], f"robotfmt.planning.{name}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
