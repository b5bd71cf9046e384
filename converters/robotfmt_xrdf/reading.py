"""What is known while a document is read: its version, and which names it uses where.

The names are looked up at the end, when the whole robot is known; without one nothing is said about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from robotfmt.diagnostics import Code, Severity, quoted
from robotfmt.documents.yaml import Scalar
from robotfmt.model import Extension, Joint, JointType, Limits, RemoveMimic, Robot

from .codes import (
    BASE_TWICE,
    BASE_UNKNOWN,
    DEFAULT_OUT_OF_LIMITS,
    FRAME_NAME_TAKEN,
    JOINT_NAME_TAKEN,
    REMOVE_MIMIC_TARGET,
)

_MOST_SUGGESTIONS = 50
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class JointCodes:
    """What to say of a joint that is not there, cannot move, or follows another one."""

    unknown: Code
    fixed: Code
    mimic: Code


class Reading:
    """The version of a document, and the names that it uses."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.moved: dict[str, str] = {}
        """Paths of mappings that will be written under other ones."""
        self._frames: list[tuple[Scalar, Code]] = []
        self._joints: list[tuple[Scalar, JointCodes]] = []
        self._positions: list[tuple[Scalar, float]] = []
        self._new_frames: list[Scalar] = []
        self._new_joints: list[Scalar] = []
        self._bases: list[Scalar] = []
        self._freed: list[Scalar] = []
        self._suggestions = 0

    def frame(self, name: Scalar, code: Code) -> str:
        """Note the name of a link or of an added frame."""
        self._frames.append((name, code))
        return name.source

    def joint(self, name: Scalar, codes: JointCodes) -> str:
        """Note the name of a joint that must be able to move."""
        self._joints.append((name, codes))
        return name.source

    def position(self, name: Scalar, position: float) -> None:
        """Note where a joint shall stand."""
        self._positions.append((name, position))

    def base(self, name: Scalar) -> str:
        """Note the name of the new base."""
        self._bases.append(name)
        return self.frame(name, BASE_UNKNOWN)

    def freed(self, name: Scalar) -> str:
        """Note the name of a joint that shall not follow another one any more."""
        self._freed.append(name)
        return name.source

    def new_frame(self, name: Scalar) -> str:
        """Note the name of a frame that is added."""
        self._new_frames.append(name)
        return name.source

    def new_joint(self, name: Scalar) -> str:
        """Note the name of a joint that is added."""
        self._new_joints.append(name)
        return name.source

    def moved_with(self, extension: Extension) -> Extension:
        """What nobody understood, at the place where its surroundings will be written."""
        for old, new in self.moved.items():
            if f"{extension.place}/".startswith(f"{old}/"):
                return replace(extension, place=new + extension.place[len(old) :])
        return extension

    def check(self, robot: Robot) -> None:
        """Report the names that clash, and those that there are not."""
        for base in self._bases[1:]:
            if base.source != self._bases[0].source:
                others = f"{quoted(base.source)} here, {quoted(self._bases[0].source)} on line"
                base.report(BASE_TWICE, f"the base is {others} {self._bases[0].line}")
        _check_new(self._new_frames, [link.name for link in robot.links], FRAME_NAME_TAKEN)
        _check_new(self._new_joints, [joint.name for joint in robot.joints], JOINT_NAME_TAKEN)
        if robot.links:
            for name, code in self._frames:
                if name.source not in robot.frame_names:
                    self._unknown(name, code, "link or added frame", robot.frame_names)
            freed = {each.joint for each in robot.modifiers if isinstance(each, RemoveMimic)}
            for name, codes in self._joints:
                self._check_joint(name, codes, robot, freed)
            for name, position in self._positions:
                _check_position(name, position, robot)
            for name in self._freed:
                self._check_freed(name, robot)

    def _check_joint(self, name: Scalar, codes: JointCodes, robot: Robot, freed: set[str]) -> None:
        joint = robot.joint_by_name.get(name.source)
        if joint is None:
            self._unknown(name, codes.unknown, "joint", robot.joint_by_name)
        elif joint.type is JointType.FIXED:
            name.report(codes.fixed, f"the joint {quoted(name.source)} is fixed")
        elif joint.coupling is not None and name.source not in freed:
            name.report(codes.mimic, f"the joint {quoted(name.source)} follows {_leader(joint)}")

    def _check_freed(self, name: Scalar, robot: Robot) -> None:
        joint = robot.joint_by_name.get(name.source)
        if joint is None:
            self._unknown(name, REMOVE_MIMIC_TARGET, "joint", robot.joint_by_name, Severity.WARNING)
        elif joint.coupling is None:
            message = f"the joint {quoted(name.source)} follows no other one"
            name.report(REMOVE_MIMIC_TARGET, message, severity=Severity.WARNING)

    def _unknown(
        self, name: Scalar, code: Code, kind: str, known: Iterable[str], severity: Severity | None = None
    ) -> None:
        self._suggestions += 1
        near = get_close_matches(name.source, known, 1) if self._suggestions <= _MOST_SUGGESTIONS else []
        hint = f"; did you mean {quoted(near[0])}?" if near else ""
        name.report(code, f"there is no {kind} {quoted(name.source)}{hint}", severity=severity)


def _check_position(name: Scalar, position: float, robot: Robot) -> None:
    joint = robot.joint_by_name.get(name.source)
    if joint is None or joint.axis is None or joint.type is JointType.CONTINUOUS:
        return
    limits = joint.axis.hard or Limits()
    below = limits.lower is not None and position < limits.lower - _ROUNDING
    above = limits.upper is not None and position > limits.upper + _ROUNDING
    if below or above:
        limit = limits.lower if below else limits.upper
        side = "below the lower" if below else "above the upper"
        name.report(DEFAULT_OUT_OF_LIMITS, f"{position:g} is {side} limit {limit:g} of {quoted(name.source)}")


def _check_new(names: list[Scalar], taken: Iterable[str], code: Code) -> None:
    lines: dict[str, int | None] = dict.fromkeys(taken)
    for name in names:
        if name.source in lines:
            line = lines[name.source]
            where = f"on line {line}" if line is not None else "in the robot"
            name.report(code, f"{quoted(name.source)} is taken already, {where}")
        lines.setdefault(name.source, name.line)


def _leader(joint: Joint) -> str:
    leader = getattr(joint.coupling, "joint", None)
    return quoted(leader) if isinstance(leader, str) else "others"
