"""Collision spheres: spheres that represent the links of a robot, proved to contain them, with measures of their
quality.

``docs/spheres.md`` describes the theory, the terms, and the steps of a fit.

Imports ``selfcollision``, ``surfaces`` and below; ``validation``, ``planning``, ``render`` and ``viewer`` use it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..formats.libraries import FITTING, MEASURING, require

if TYPE_CHECKING:
    from .arrays import round_up
    from .fitting.mesh import MeshSpheres, fit_mesh
    from .fitting.options import Clip, FitOptions, GivenFit, GivenOptions
    from .fitting.robot import fit
    from .measuring.links import LinkMeasure, measure, total
    from .measuring.mesh import measure_mesh

_HOMES = {
    "GivenFit": "fitting.options",
    "GivenOptions": "fitting.options",
    "Clip": "fitting.options",
    "LinkMeasure": "measuring.links",
    "MeshSpheres": "fitting.mesh",
    "fit": "fitting.robot",
    "fit_mesh": "fitting.mesh",
    "measure": "measuring.links",
    "measure_mesh": "measuring.mesh",
    "round_up": "arrays",
    "total": "measuring.links",
    "FitOptions": "fitting.options",
}

_NEEDS = {"fitting": FITTING, "measuring": MEASURING}

__all__ = [
    "Clip",
    "FitOptions",
    "GivenFit",
    "GivenOptions",
    "LinkMeasure",
    "MeshSpheres",
    "fit",
    "fit_mesh",
    "measure",
    "measure_mesh",
    "round_up",
    "total",
]


def __getattr__(name: str) -> object:
    """Import names on first use: fitting and measuring need scipy, the spheres themselves do not.

    Raises:
        UsageError: A function that fits or measures is imported, and a library that it needs is not installed.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.spheres' has no attribute '{name}'")
    package = _HOMES[name].partition(".")[0]
    if package in _NEEDS and name[0].islower():
        require(_NEEDS[package], f"robotfmt.spheres.{name}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
