"""The ``<state>`` of a saved world: a recorded moment, which Gazebo classic restores and no other program applies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.model import PlacedRobot, Pose, Rpy

from ..codes import SAVED_STATE

_SAME = 1e-3
"""Distances in metres, and differences of rotation matrices, up to which a model has only settled on the ground."""
_SHOWN = 3


def report_saved_state(world: Element, placed: Iterable[PlacedRobot]) -> None:
    """Report the models that a saved state of a world places elsewhere, or adds; the world's own poses are used."""
    poses = {each.name: each.pose or Pose() for each in placed}
    for state in world.findall("state"):
        found = list(_elsewhere(state, poses))
        if found:
            more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            owner = f"the saved state of world '{world.peek('name')}'"
            message = f"{owner} is not applied; it places {', '.join(found[:_SHOWN])}{more}"
            state.report(SAVED_STATE, message)


def _elsewhere(state: Element, poses: Mapping[str, Pose]) -> Iterator[str]:
    """Yield, in words, the models that a state moves or adds."""
    for model in state.findall("model"):
        name, saved = model.peek("name") or "", _pose(model)
        if saved is None:
            continue
        if name not in poses:
            yield f"'{name}', which the world does not have"
        elif _differs(saved, poses[name]):
            yield f"'{name}' at {' '.join(f'{each:.4g}' for each in saved.xyz)} m"


def _pose(model: Element) -> Pose | None:
    element = model.find("pose")
    if element is None:
        return None
    try:
        x, y, z, roll, pitch, yaw = reals(element.text, 6)
    except BadToken:
        return None
    return Pose((x, y, z), Rpy(roll, pitch, yaw))


def _differs(one: Pose, other: Pose) -> bool:
    rows = (
        abs(a - b)
        for row, other_row in zip(one.matrix, other.matrix, strict=True)
        for a, b in zip(row, other_row, strict=True)
    )
    return math.dist(one.xyz, other.xyz) > _SAME or max(rows) > _SAME
