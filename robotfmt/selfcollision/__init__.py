"""Find the links of a robot that can touch, by exact checks of their shapes in many poses.

Imports ``surfaces``, ``edit`` and below; ``spheres``, ``validation`` and ``planning`` use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..formats.libraries import COLLISIONS, require

if TYPE_CHECKING:
    from .classifying import classify
    from .ignoring import with_ignored_pairs
    from .pairs import Classes, Pair, PairClass

_HOMES = {
    "Classes": "pairs",
    "Pair": "pairs",
    "PairClass": "pairs",
    "classify": "classifying",
    "with_ignored_pairs": "ignoring",
}

__all__ = ["Classes", "Pair", "PairClass", "classify", "with_ignored_pairs"]


def __getattr__(name: str) -> object:
    """Import names on first use: finding collisions needs numpy, and coal or numba; its results do not.

    Raises:
        UsageError: A function that finds collisions is imported, and a library that it needs is not installed.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.selfcollision' has no attribute '{name}'")
    if name == "classify":
        require(COLLISIONS, "robotfmt.selfcollision.classify")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
