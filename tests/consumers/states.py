"""The column of named states: keyframes of MuJoCo, group states of an SRDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree
from programs import oracle

from .difference import NAMELESS, SAME, Difference, Values

_WORDS = ("state", "keyframe")
_PLACE = "/mujoco/keyframe"


def of_states(before: Mapping[str, Values] | None, after: Mapping[str, Values] | None) -> Iterator[Difference]:
    """Yield the states that are gone, and the values of axes that differ, for axes that both have."""
    if before is None or after is None:
        return
    for name in sorted(before.keys() | after.keys()):
        one, other = before.get(name), after.get(name)
        if one is None or other is None:
            words = "state: not there -> there" if one is None else "state: gone"
            yield Difference(name.lstrip(NAMELESS), words, _WORDS, _PLACE if name.startswith(NAMELESS) else "")
            continue
        for axis in sorted(one.keys() & other.keys()):
            if not np.isclose(one[axis], other[axis], rtol=SAME, atol=SAME):
                yield Difference(name.lstrip(NAMELESS), f"{axis} {one[axis]:g} -> {other[axis]:g}", _WORDS)


def states_of_mujoco(model: Any, axes: Mapping[str, int]) -> dict[str, Values]:
    """Return the keyframes of MuJoCo: the values of hinges and slides, whose numbers are given by their names.

    Keyframes without a name in the pose that is drawn are places that ``<size nkey>`` keeps free.
    """
    found = {model.key(each).name or f"{NAMELESS}key_{each}": model.key_qpos[each] for each in range(model.nkey)}
    return {
        name: {axis: float(change[model.jnt_qposadr[joint]]) for axis, joint in axes.items()}
        for name, change in ((name, values - model.qpos0) for name, values in found.items())
        if not name.startswith(NAMELESS) or change.any()
    }


def states_of_srdf(urdf: Path, srdf: Path) -> dict[str, Values]:
    """Return the group states that pinocchio has of an SRDF, where a joint that follows another has no value.

    It gives all joints a value; only those that the document names count, as MoveIt leaves the others as they are.
    """
    pinocchio: Any = oracle("pinocchio")
    model = pinocchio.buildModelFromUrdf(str(urdf), True)
    pinocchio.loadReferenceConfigurations(model, str(srdf), False)
    given = _named(srdf)
    names = [entry.key() for entry in model.referenceConfigurations]
    return {
        name: {
            axis: value for axis, value in _values(model, model.referenceConfigurations[name]) if axis in given[name]
        }
        for name in names
    }


def _named(srdf: Path) -> dict[str, set[str]]:
    """Return the names of the joints of each state: the last state of a name counts for pinocchio."""
    root = etree.parse(srdf).getroot()
    return {
        each.get("name", ""): {joint.get("name", "") for joint in each.iter("joint")}
        for each in root.iter("group_state")
    }


def _values(model: Any, state: Any) -> Iterator[tuple[str, float]]:
    for index, name in enumerate(model.names):
        if not index or model.joints[index].nv != 1:
            continue
        at = model.idx_qs[index]
        is_circle = model.nqs[index] == 2
        yield name, float(np.arctan2(state[at + 1], state[at]) if is_circle else state[at])
