"""The column of couplings: joints that follow another joint linearly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
from lxml import etree

from .difference import SAME, Difference

_SINGLE = ("revolute", "continuous", "prismatic")
_WORDS = ("mimic", "coupl", "follow", "leader")


@dataclass(frozen=True)
class Coupling:
    """The joint that is followed, and the factor and the offset (rad or m) of its value, from the poses drawn."""

    leader: str
    factor: float
    offset: float

    def renamed(self, names: Mapping[str, str]) -> Coupling:
        """Return it with another name of its leader."""
        return Coupling(names.get(self.leader, self.leader), self.factor, self.offset)


def of_couplings(before: Mapping[str, Coupling] | None, after: Mapping[str, Coupling] | None) -> Iterator[Difference]:
    """Yield the joints that follow another one in one program only, or otherwise."""
    if before is None or after is None:
        return
    for name in sorted(before.keys() | after.keys()):
        one, other = before.get(name), after.get(name)
        if one is None or other is None:
            yield Difference(name, "follows -> is free" if other is None else "is free -> follows", _WORDS)
        elif (
            one.leader != other.leader
            or not np.isclose((one.factor, one.offset), (other.factor, other.offset), rtol=SAME, atol=SAME).all()
        ):
            yield Difference(name, f"{one} -> {other}", _WORDS)


def couplings_of_mujoco(mujoco: Any, model: Any) -> dict[str, Coupling]:
    """Return the active equalities of two joints that are linear."""
    found = {}
    for each in range(model.neq):
        is_of_joints = int(model.eq_type[each]) == int(mujoco.mjtEq.mjEQ_JOINT) and model.eq_obj2id[each] >= 0
        offset, factor, *rest = map(float, model.eq_data[each][:5])
        if is_of_joints and model.eq_active0[each] and not any(rest):
            leader = model.joint(int(model.eq_obj2id[each])).name
            found[model.joint(int(model.eq_obj1id[each])).name] = Coupling(leader, factor, offset)
    return found


def couplings_of_urdf(path: Path) -> dict[str, Coupling]:
    """Return the ``<mimic>`` elements of a URDF with the defaults of urdfdom."""
    moving = (each for each in etree.parse(path).getroot().findall("joint") if each.get("type") in _SINGLE)
    joints = ((each.get("name", ""), each.find("mimic")) for each in moving)
    return {
        name: Coupling(it.get("joint", ""), float(it.get("multiplier", 1)), float(it.get("offset", 0)))
        for name, it in joints
        if it is not None
    }


def couplings_of_sdf(model: Element) -> dict[str, Coupling]:
    """Return the ``<mimic>`` elements of the joints of one axis of a model, by the names of the model itself."""
    joints = ((each.get("name", ""), each.findall("axis/mimic")) for each in model.findall("joint"))
    return {name: _coupling(mimics[0]) for name, mimics in joints if mimics}


def _coupling(mimic: Element) -> Coupling:
    factor, offset, reference = (_number(mimic, each) for each in ("multiplier", "offset", "reference"))
    return Coupling(mimic.get("joint", ""), factor, offset - factor * reference)


def _number(mimic: Element, name: str) -> float:
    return float(mimic.findtext(name) or 0)
