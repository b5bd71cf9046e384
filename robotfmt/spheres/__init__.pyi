# Written by tests/support/stubs.py from the table in __init__.py.

from .arrays import round_up
from .fitting.options import Clip, FitOptions, GivenFit, GivenOptions
from .fitting.robot import fit
from .measuring.links import LinkMeasure, measure, total
from .measuring.poses import PairPoses, PoseMeasure, measure_poses
from .surface import MeshSpheres, fit_mesh, measure_mesh

__all__ = [
    "Clip",
    "FitOptions",
    "GivenFit",
    "GivenOptions",
    "LinkMeasure",
    "MeshSpheres",
    "PairPoses",
    "PoseMeasure",
    "fit",
    "fit_mesh",
    "measure",
    "measure_mesh",
    "measure_poses",
    "round_up",
    "total",
]
