"""Where a stage declares the root of an articulation: engines decide by it whether a robot is fixed or floats."""

from __future__ import annotations

from ..codes import NO_ROOT, ROOT_ON_BODY
from ..document.stage import Prim, Stage
from .axes import WORDS_OF_TYPES
from .bodies import BODY
from .trees import ROOT

_MUJOCO = "mujoco"
"""A variant for MuJoCo, which accepts the root on a body alone."""


def report_roots(stage: Stage) -> None:
    """Report a stage with joints and without a root, and bodies that a joint fixes and that float in PhysX."""
    moving = [each for each in stage.prims if each.type in WORDS_OF_TYPES]
    if moving and not any(each.has(ROOT) for each in stage.prims):
        message = f"no prim has {ROOT}: Newton refuses the stage, PhysX simulates each body by itself"
        stage.report.add(NO_ROOT, message, moving[0].origin)
    if any(each.lower() == _MUJOCO for each in stage.selected):
        return
    for joint in stage.prims:
        body = _fixed_by(stage, joint) if joint.type == "PhysicsFixedJoint" and not joint.has(ROOT) else None
        if body is not None and body.has(ROOT) and not any(each.has(ROOT) for each in stage.above(body.parent)):
            message = f"body '{body.name}' is fixed by joint '{joint.name}' and has {ROOT}: it floats in PhysX"
            stage.report.add(ROOT_ON_BODY, message, body.origin)


def _fixed_by(stage: Stage, joint: Prim) -> Prim | None:
    """Return the body that a joint fixes in the world; None if it connects two bodies."""
    ends = [stage.prim(each) for number in (0, 1) for each in joint.targets(f"physics:body{number}")]
    inside = [each for each in ends if each is not None and each.has(BODY)]
    return inside[0] if len(inside) == 1 else None
