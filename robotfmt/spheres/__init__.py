"""Collision spheres: balls that stand for the links of a robot, proved to contain them, and how good they are."""

from __future__ import annotations

from .balls import round_up
from .fitting.robot import fit
from .measuring.links import LinkMeasure, measure, total

__all__ = ["LinkMeasure", "fit", "measure", "round_up", "total"]
