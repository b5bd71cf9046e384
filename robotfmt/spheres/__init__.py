"""Collision spheres: spheres that stand for the links of a robot, proved to contain them, and how good they are.

Imports ``selfcollision``, ``surfaces`` and below; ``validation``, ``planning``, ``render`` and ``viewer`` use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..formats.libraries import FITTING, MEASURING, require

if TYPE_CHECKING:
    from .balls import round_up
    from .fitting.mesh import MeshSpheres, fit_mesh
    from .fitting.robot import fit
    from .fitting.wish import Asked, Clip, Wish
    from .measuring.links import LinkMeasure, measure, total
    from .measuring.mesh import measure_mesh

_HOMES = {
    "Asked": "fitting.wish",
    "Clip": "fitting.wish",
    "LinkMeasure": "measuring.links",
    "MeshSpheres": "fitting.mesh",
    "fit": "fitting.robot",
    "fit_mesh": "fitting.mesh",
    "measure": "measuring.links",
    "measure_mesh": "measuring.mesh",
    "round_up": "balls",
    "total": "measuring.links",
    "Wish": "fitting.wish",
}

_NEEDS = {"fitting": FITTING, "measuring": MEASURING}

__all__ = [
    "Asked",
    "Clip",
    "LinkMeasure",
    "MeshSpheres",
    "Wish",
    "fit",
    "fit_mesh",
    "measure",
    "measure_mesh",
    "round_up",
    "total",
]


def __getattr__(name: str) -> object:
    """Names are imported on first use: fitting and measuring need scipy, the balls themselves do not.

    Raises:
        UsageError: What fits or measures is asked for, and a library that it needs is not installed.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.spheres' has no attribute '{name}'")
    package = _HOMES[name].partition(".")[0]
    if package in _NEEDS and name[0].islower():
        require(_NEEDS[package], f"robotfmt.spheres.{name}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
