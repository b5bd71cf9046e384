"""Write a world in JSON, and a document for each of its robots next to it."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from robotfmt import formats
from robotfmt.assets.output_folder import safe_name
from robotfmt.compare.adaptation import adapted
from robotfmt.context import Context
from robotfmt.model import (
    Extension,
    FormulaCoupling,
    Joint,
    Light,
    PlacedRobot,
    Pose,
    World,
    WorldFrame,
    WorldJoint,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .codes import FORMULA
from .document.records import pose_object, to_object
from .reader import MARK

_NUMBERS = re.compile(r"\[\n([-+.eE\d,\s]+)\]")
"""Rows of numbers, which are written in one line; no text has a line break in it."""


def adapt_world(world: World, context: Context) -> World:
    """Remove properties of a world that JSON cannot store: formulas of joints between robots."""
    return adapted(world, ((_without_formulas, FORMULA),), context.report)


def _without_formulas(world: World) -> World:
    joints = tuple(replace(each, joint=_plain(each.joint)) for each in world.joints)
    return world if joints == world.joints else replace(world, joints=joints)


def _plain(joint: Joint) -> Joint:
    axes = tuple(
        replace(each, coupling=None) if isinstance(each.coupling, FormulaCoupling) else each for each in joint.axes
    )
    return joint if axes == joint.axes else replace(joint, axes=axes)


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the document of a world; those of its robots are written through the context."""
    format = formats.find(context.option("robots"))
    files = _files(world, format.suffixes[0])
    for placed in world.robots:
        context.write(placed.robot, files[id(placed.robot)], format.name)
    whole: dict[str, Any] = {
        "world": MARK,
        "name": world.name,
        "gravity": world.gravity,
        "robots": [_robot(each, files[id(each.robot)]) for each in world.robots],
        "joints": list(map(_joint, world.joints)),
        "frames": list(map(_frame, world.frames)),
        "lights": list(map(_light, world.lights)),
        "extensions": list(map(_extension, world.extensions)),
    }
    given = {key: value for key, value in whole.items() if value not in (None, [])}
    text = json.dumps(given, indent=2, ensure_ascii=False, allow_nan=False)
    text = _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", text)
    return {context.output: f"{text}\n".encode()}


def _files(world: World, suffix: str) -> dict[int, str]:
    """Return the names of the documents of robots; a robot that is placed several times has one document."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    free = partial(free_name, taken=taken)
    for placed in world.robots:
        if id(placed.robot) not in found:
            stem = free(safe_name(f"{placed.name}.x").removesuffix(".x"))
            taken.add(stem)
            found[id(placed.robot)] = f"{stem}{suffix}"
    return found


def _placed(pose: Pose | None) -> dict[str, Any]:
    return pose_object(pose) if pose is not None else {}


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _robot(placed: PlacedRobot, file: str) -> dict[str, Any]:
    return _given(
        {
            "name": placed.name,
            "file": file,
            **_placed(placed.pose),
            "state": placed.state,
            "source": placed.source,
        }
    )


def _joint(it: WorldJoint) -> dict[str, Any]:
    ends = _given({"parent_robot": it.parent_robot, "child_robot": it.child_robot})
    return {**to_object(it.joint), **ends}


def _frame(it: WorldFrame) -> dict[str, Any]:
    return _given({"name": it.name, "robot": it.robot, "parent": it.parent, **_placed(it.pose)})


def _light(it: Light) -> dict[str, Any]:
    return {**to_object(replace(it, pose=None)), **_placed(it.pose)}


def _extension(it: Extension) -> dict[str, Any]:
    return {
        "format": it.format,
        "place": it.place,
        "kind": it.kind.value,
        "name": it.name,
        "content": it.content,
    }
