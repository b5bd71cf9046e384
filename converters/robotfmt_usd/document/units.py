"""The units of a stage, each as its factor to SI units; angles are in degrees (UsdPhysics, "Units")."""

from __future__ import annotations

import math

from robotfmt.model import Pose
from robotfmt.model.pose import Quaternion

DEGREE = math.pi / 180
_HALF = math.sqrt(0.5)


class Units:
    """The units of lengths and masses, and the axis that is up."""

    def __init__(self, length: float, mass: float, up: str) -> None:
        self.length, self.mass = length, mass
        self.force = mass * length
        self.torque = self.inertia = mass * length * length
        self.density = mass / length**3 if length else 0.0
        self.up = up

    @property
    def remark(self) -> str:
        """What must be known of the units to read a value that is copied; nothing for metres, kilograms and z up."""
        if (self.length, self.mass, self.up.upper()) == (1.0, 1.0, "Z"):
            return ""
        return f" (units: {self.length:g} m, {self.mass:g} kg, {self.up} up)"

    @property
    def upright(self) -> Pose | None:
        """The rotation of the stage in a world whose z axis is up; None if it is none."""
        turns = {"Y": Quaternion(_HALF, _HALF, 0.0, 0.0), "X": Quaternion(_HALF, 0.0, -_HALF, 0.0)}
        turn = turns.get(self.up.upper())
        return Pose(None, turn) if turn is not None else None
