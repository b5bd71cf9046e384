# Written by tests/support/stubs.py from the table in __init__.py.

from .arrays import round_up
from .fitting.options import Clip, FitOptions, GivenFit, GivenOptions
from .fitting.robot import fit
from .measuring.links import LinkMeasure, measure, total
from .surface import MeshSpheres, fit_mesh, measure_mesh

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
