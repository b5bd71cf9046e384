"""The numbers of an axis: limits, dynamics, drives."""

from __future__ import annotations

from typing import Any, TypeVar

from robotfmt.model import Axis, Calibration, Command, Dynamics, Limits, Motion, Node, SafetyController, Vector3

from ..codes import EFFORT_ELSEWHERE, ONE_LIMIT, UNLIMITED
from ..document.stage import Prim
from ..words import ENDLESS, GAIN, POSITION, WORDS

AXES: dict[str, Vector3] = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
WORDS_OF_TYPES = {"PhysicsRevoluteJoint": "angular", "PhysicsPrismaticJoint": "linear"}
"""The word for the only axis of a joint, by the type of its prim."""
_DRIVE = "PhysicsDriveAPI"
_Record = TypeVar("_Record", bound=Node)


class AxisReader:
    """Reads one axis of a joint."""

    def __init__(self, prim: Prim, word: str, turns: bool) -> None:
        self.prim, self.word, self.turns = prim, word, turns

    def read(self, direction: Vector3, lower: str, upper: str) -> Axis:
        """Return the axis.

        Args:
            direction: Its direction in the frame of the joint.
            lower: The attribute of the lower limit.
            upper: The attribute of the upper limit.
        """
        return Axis(
            origin=self.prim.origin,
            motion=Motion.TURN if self.turns else Motion.SLIDE,
            direction=direction,
            hard=self._limits(lower, upper),
            dynamics=self._record(Dynamics, "damping friction armature spring_stiffness"),
            safety=self._record(SafetyController, "k_position k_velocity"),
            calibration=self._record(Calibration, "rising falling reference_position"),
        )

    def _limits(self, lower: str, upper: str) -> Limits | None:
        bounds = self._bounds(lower, upper)
        if (bounds[0] is None) != (bounds[1] is None):
            which = "upper" if bounds[0] is None else "lower"
            message = f"joint '{self.prim.name}' has an {which} limit only, which PhysX reads as locked"
            self.prim.stage.report.add(ONE_LIMIT, message.replace("an lower", "a lower"), self.prim.origin)
        values = {
            "lower": bounds[0],
            "upper": bounds[1],
            "velocity": self._bound("velocity"),
            "effort": self._bound("effort"),
        }
        given = {name: value for name, value in values.items() if value is not None}
        if values["effort"] is not None:
            report_effort(self.prim, values["effort"], "other words")
        self._take_repeated()
        return Limits(origin=self.prim.origin, **given) if given else None

    def _bounds(self, lower: str, upper: str) -> tuple[float | None, float | None]:
        """Return the limits of the position; none if they are as far as the writer has them for PhysX."""
        factor = POSITION.factor(self.prim.stage.units, self.turns)
        low, high = self._scaled(lower, factor), self._scaled(upper, factor)
        if self.turns and low is not None and high is not None and min(-low, high) >= ENDLESS * factor:
            message = f"joint '{self.prim.name}': limits of {ENDLESS:g} degrees mean that there is no limit"
            self.prim.stage.report.add(UNLIMITED, message, self.prim.origin)
            return None, None
        return low, high

    def _take_repeated(self) -> None:
        """Take MuJoCo's lower end of the range of forces, where it is the upper one's negative, and PhysX's friction of
        a joint that moves, where it is that of one that stands still.
        """
        prefix = f"physxJointAxis:{self.word}"
        if self.prim.peek(f"{prefix}:dynamicFrictionEffort") == self.prim.peek(f"{prefix}:staticFrictionEffort"):
            self.prim.skip(f"{prefix}:dynamicFrictionEffort")
        lower, upper = (self.prim.peek(f"mjc:actuatorfrcrange:{each}") for each in ("min", "max"))
        if isinstance(lower, int | float) and lower == -(upper or 0):
            self.prim.skip("mjc:actuatorfrcrange:min", "mjc:actuatorfrclimited")

    def _scaled(self, attribute: str, factor: float) -> float | None:
        value = self.prim.number(attribute)
        return value * factor if value is not None else None

    def _bound(self, field: str) -> float | None:
        value = self.number(field)
        if value is not None and value >= ENDLESS:
            message = f"joint '{self.prim.name}': {field} {value:g} means that there is no limit"
            self.prim.stage.report.add(UNLIMITED, message, self.prim.origin)
            return None
        return value

    def number(self, field: str) -> float | None:
        """Take a number in SI units: the attribute that counts; the others are taken where they agree with it."""
        found: float | None = None
        for word in WORDS[field]:
            name = word.attribute.format(self.word)
            if name.startswith("drive:") and self.word not in self.prim.instances(_DRIVE):
                continue  # engines do not read a drive that is not applied
            if found is None or not self.prim.has_value(name):
                found = (
                    found
                    if found is not None
                    else self._of(name, word.quantity.factor(self.prim.stage.units, self.turns))
                )
            elif self._agrees(name, word.quantity.factor(self.prim.stage.units, self.turns), found):
                self.prim.value(name)
        return found

    def _of(self, name: str, factor: float) -> float | None:
        row = self.prim.numbers(name, 1)
        value = row[0] if row is not None else self.prim.number(name)
        return value * factor if value is not None else None

    def _agrees(self, name: str, factor: float, value: float) -> bool:
        """Return True if an attribute, which is not taken, has the value of another one."""
        other = self.prim.peek(name)
        if not isinstance(other, int | float):
            return False
        return abs(float(other) * factor - value) <= 1e-6 * max(abs(value), 1.0)

    def _record(self, kind: type[_Record], names: str) -> _Record | None:
        given: dict[str, Any] = {name: value for name in names.split() if (value := self.number(name)) is not None}
        return kind(origin=self.prim.origin, **given) if given else None

    # Drives, UsdPhysicsDriveAPI, and states

    def drive(self) -> tuple[Command, dict[str, float]] | None:
        """Return what the drive of the axis controls, with its gains in SI units; None if it has no gains.

        The gains of a drive that accelerates are per mass of what it moves, which depends on the pose: they are left.
        """
        prefix = f"drive:{self.word}:physics"
        units, turns = self.prim.stage.units, self.turns
        if self.prim.word(f"{prefix}:type") == "acceleration":
            self.prim.give_back(f"{prefix}:type")
            return None
        for name in ("targetPosition", "targetVelocity"):
            self.prim.skip_zero(f"{prefix}:{name}")
        given = {
            "kp": self._scaled(f"{prefix}:stiffness", GAIN.factor(units, turns)),
            "kv": self._scaled(f"{prefix}:damping", GAIN.factor(units, turns)),
        }
        gains = {name: value for name, value in given.items() if value}
        if not gains:
            return None
        return Command.POSITION if "kp" in gains else Command.VELOCITY, gains

    def state(self) -> float | None:
        """Return the position in the scene (PhysicsJointStateAPI)."""
        factor = POSITION.factor(self.prim.stage.units, self.turns)
        values = [
            self._scaled(each.format(self.word), factor) for each in ("state:{}:physics:position", "newton:{}:position")
        ]
        return next((each for each in values if each is not None), None)


def report_effort(joint: Prim, effort: float, where: str) -> None:
    """Report an effort that drives of a joint do not have: engines take it from nothing else."""
    for word in joint.instances(_DRIVE):
        if not joint.has_value(f"drive:{word}:physics:maxForce"):
            message = (
                f"the effort {effort:g} of joint '{joint.name}' is in {where} alone: PhysX and Newton take no limit"
            )
            joint.stage.report.add(EFFORT_ELSEWHERE, message, joint.origin)
