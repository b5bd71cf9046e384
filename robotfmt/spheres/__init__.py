"""Collision spheres: spheres that represent the links of a robot, proved to contain them, with measures of their
quality.

``docs/spheres.md`` describes the theory, the terms, and the steps of a fit.

Its names are imported on first use: fitting and measuring need scipy, the spheres themselves do not. Imports
``selfcollision``, ``surfaces`` and below; ``validation``, ``planning``, ``render`` and ``viewer`` use it.
"""

from __future__ import annotations

from ..formats.libraries import COLLISIONS, FITTING, MEASURING, needing
from ..lazy import export

_EXPORTS = {
    "arrays": "round_up",
    "fitting.options": "Clip FitOptions GivenFit GivenOptions",
    "fitting.robot": "fit",
    "measuring.links": "LinkMeasure measure total",
    "measuring.poses": "PairPoses PoseMeasure measure_poses",
    "surface": "MeshSpheres fit_mesh measure_mesh",
}
_NEEDS = {"fit fit_mesh": FITTING, "measure measure_mesh total": MEASURING, "measure_poses": COLLISIONS}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS, check=needing(__name__, _NEEDS))
