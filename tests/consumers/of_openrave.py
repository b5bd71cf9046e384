"""A robot as OpenRAVE has it, by a reading of its document that it made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from openrave_readings import DATA, XML, names_of_readings, pose, reading_of

from robotfmt.assets.resolver import Assets
from robotfmt.settings import Settings

from .behaviour import Axis, Behaviour, Body, Sample
from .difference import NAMELESS, Array, Values

_NO_MASS = 1e-10
"""OpenRAVE's mass of a link without a body."""
_ENDLESS = 9999.0
"""OpenRAVE's limits of what has none are larger."""
SETTINGS = Settings(assets=Assets(environment={"OPENRAVE_DATA": ":".join(str(XML / each) for each in DATA)}))
"""Finds files as OpenRAVE did."""


def of_openrave(path: Path) -> Behaviour:
    """Return what OpenRAVE has of the only body of a document.

    Raises:
        ValueError: It refused the document, or has several bodies of it.
    """
    name = path.relative_to(XML).as_posix()
    reading = reading_of(name) if name in names_of_readings() else None
    if reading is None or len(reading.get("bodies", ())) != 1:
        raise ValueError("OpenRAVE has no reading of it, or several bodies")
    (body,) = reading["bodies"]
    if any(each["passive"] and not each["static"] for each in body["joints"]):
        raise ValueError("it has joints whose values OpenRAVE does not give")
    if any(each["dof"] > 1 for each in body["joints"]):
        raise ValueError("it has joints of several degrees of freedom")
    at_rest = {"got": body["values"], "links": [each["transform"] for each in body["links"]]}
    moving = {each["name"] or f"{NAMELESS}{at}": each for at, each in enumerate(body["joints"]) if _moves(each)}
    return Behaviour(
        {each["name"]: _body(each) for each in body["links"]},
        {name: _axis(each["axes"][0]) for name, each in moving.items()},
        _unknown,
        samples=tuple(_sample(body, moving, each) for each in (at_rest, *(it for it in body["fk"] if not it["error"]))),
    )


def _moves(joint: dict[str, Any]) -> bool:
    return bool(joint["dofindex"] >= 0 and joint["dof"] == 1)


def _unknown(values: Values) -> Mapping[str, Array]:
    raise AssertionError(f"OpenRAVE gave the poses of some configurations only, not of {values}")


def _sample(body: dict[str, Any], moving: Mapping[str, Any], sample: dict[str, Any]) -> Sample:
    values = {name: float(sample["got"][each["dofindex"]]) for name, each in moving.items()}
    links = (each["name"] for each in body["links"])
    return values, {name: pose(each) for name, each in zip(links, sample["links"], strict=True)}


def _body(link: dict[str, Any]) -> Body:
    if link["mass"] == _NO_MASS:
        return Body(0.0, np.zeros(3), np.zeros((3, 3)))
    return Body(float(link["mass"]), np.array(link["com"]), np.array(link["inertia"]).reshape(3, 3))


def _axis(axis: dict[str, Any]) -> Axis:
    endless = axis["circular"]
    return Axis(_limit(axis["lower"], endless), _limit(axis["upper"], endless))


def _limit(value: float, endless: bool) -> float:
    return float(np.copysign(np.inf, value)) if endless or abs(value) > _ENDLESS else float(value)
