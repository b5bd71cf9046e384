"""What engines make of a stage that its document does not show: where PhysX, Newton and MuJoCo differ."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.diagnostics import Code
from robotfmt.documents.source import Source
from robotfmt.model import Robot

from .codes import (
    BODY_IN_INSTANCE,
    NO_DRIVE,
    NO_EFFORT,
    OLD_WORD,
    OTHER_UNITS,
    TWO_INERTIAS,
    TWO_JOINTS,
)
from .document.opening import stage_of
from .document.stage import Prim, Stage
from .parts.axes import WORDS_OF_TYPES
from .parts.bodies import BODY
from .parts.joints import TYPES

Finding = tuple[Code, str, Prim]


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report what engines read otherwise than the author of a stage may think."""
    stage = stage_of(source, context)
    joints = [each for each in stage.prims if each.type in TYPES]
    for rule in (_units(stage), _bodies(stage), _pairs(joints), _numbers(joints)):
        for code, message, prim in rule:
            context.report.add(code, message, prim.origin)


def _units(stage: Stage) -> Iterator[Finding]:
    units = stage.units
    if (units.length, units.mass, units.up) != (1.0, 1.0, "Z"):
        words = f"metersPerUnit {units.length:g}, kilogramsPerUnit {units.mass:g}, upAxis {units.up}"
        message = f"the stage has {words}; PhysX, Newton and MuJoCo read its numbers as metres and kilograms"
        yield OTHER_UNITS, message, stage.prims[0]


def _has_other(stage: Stage, engine: str) -> bool:
    """Return True if the stage has a variant for an engine that is not selected: the users of the engine select it."""
    return engine in map(str.lower, stage.passed_over)


def _bodies(stage: Stage) -> Iterator[Finding]:
    for_mujoco = not _has_other(stage, "mujoco")
    for prim in stage.prims:
        if not prim.has(BODY):
            continue
        if prim.is_proxy:
            yield BODY_IN_INSTANCE, f"body '{prim.name}' is inside an instance: engines do not simulate it", prim
        if for_mujoco and prim.has_value("newton:inertia") and any(prim.vector("physics:diagonalInertia") or ()):
            message = f"body '{prim.name}' has newton:inertia and diagonalInertia: MuJoCo refuses the stage"
            yield TWO_INERTIAS, message, prim


def _pairs(joints: list[Prim]) -> Iterator[Finding]:
    """Yield joints between two bodies that another joint connects."""
    known: dict[frozenset[str], Prim] = {}
    for prim in joints:
        ends = frozenset(each for number in (0, 1) for each in prim.targets(f"physics:body{number}")[:1])
        if len(ends) < 2 or prim.truth("physics:excludeFromArticulation", False):
            continue
        other = known.setdefault(ends, prim)
        if other is not prim:
            message = f"joint '{prim.name}' connects the same bodies as '{other.name}': PhysX reads one of them"
            yield TWO_JOINTS, message, prim


def _numbers(joints: list[Prim]) -> Iterator[Finding]:
    for prim in joints:
        word = WORDS_OF_TYPES.get(prim.type)
        if word is None:
            continue
        if word not in prim.instances("PhysicsDriveAPI"):
            yield NO_DRIVE, f"joint '{prim.name}' has no drive: PhysX gives its motor no force", prim
        elif not prim.has_value(f"drive:{word}:physics:maxForce"):
            yield NO_EFFORT, f"the drive of joint '{prim.name}' has no maxForce: its force has no limit", prim
        newer = ("newton:velocityLimit", f"physxJointAxis:{word}:maxJointVelocity")
        if prim.has_value("physxJoint:maxJointVelocity") and not any(map(prim.has_value, newer)):
            message = f"joint '{prim.name}' has its velocity limit in physxJoint alone, which Isaac Sim 6 does not read"
            yield OLD_WORD, message, prim
