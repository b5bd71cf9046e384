"""Named poses of Isaac Sim (IsaacNamedPose): positions of joints, of those that turn in degrees."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.model import JointValue, Motion, NamedState

from ..document.stage import Prim, Stage, shortest
from ..words import POSITION
from .arrays import array
from .bodies import given_name
from .joints import Connection

POSE, PREFIX = "IsaacNamedPose", "isaac:robot:pose:"


def named_poses(stage: Stage, connections: Iterable[Connection]) -> tuple[NamedState, ...]:
    """Return the poses of the joints of a robot; what else a stage has of the kind is left."""
    by_path = {each.prim.path: each for each in connections if len(each.joint.axes) == 1}
    return tuple(made for each in stage.of_type(POSE) if (made := _state(each, by_path)) is not None)


def _state(prim: Prim, by_path: dict[str, Connection]) -> NamedState | None:
    values = array(prim.stage, prim, f"{PREFIX}jointValues").ravel().tolist()
    paths = prim.peek_targets(f"{PREFIX}joints")
    if not paths or len(values) != len(paths) or not all(each in by_path for each in paths):
        return None
    prim.skip(*(f"{PREFIX}{each}" for each in ("joints", "jointValues", "startLink", "endLink")))
    if prim.peek(f"{PREFIX}valid") is True:
        prim.skip(f"{PREFIX}valid")
    if not array(prim.stage, prim, f"{PREFIX}jointFixed").any():
        prim.skip(f"{PREFIX}jointFixed")
    rows = [(by_path[path], shortest(float(value))) for path, value in zip(paths, values, strict=True)]
    found = tuple(
        JointValue(origin=prim.origin, joint=each.joint.name, values=(value * _factor(each),)) for each, value in rows
    )
    return NamedState(origin=prim.origin, name=given_name(prim), values=found)


def _factor(connection: Connection) -> float:
    turns = connection.joint.axes[0].motion is Motion.TURN
    return POSITION.factor(connection.prim.stage.units, turns)
