"""Attributes that no reader understood, as a new stage has them: on the prims of the robot, its bodies and joints.

They keep their types. Those of PhysX belong to the schema with their first name: ``physxRigidBody:linearDamping`` to
``PhysxRigidBodyAPI``, ``physxLimit:angular:damping`` to ``PhysxLimitAPI:angular``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace

from ..document.usda import Spec
from .naming import Naming

_FORM = re.compile(r"(?P<uniform>uniform )?(?P<type>\w+)(?P<array>\[\])? = (?P<value>.+)")
_SCALARS = {"bool": bool, "token": str, "string": str, **dict.fromkeys(("half", "float", "double"), float)}
_SCALARS |= dict.fromkeys(("int", "uint", "int64", "uint64"), int)
_ROWS = re.compile(r"(?:half|float|double|(?:color|point|vector|normal)(?=\d[fdh]))(?P<count>[234])[fdh]?|quat[fdh]")
_PHYSX = re.compile(r"physx(?P<schema>[A-Z]\w*)(?::(?P<instance>\w+))?:\w+")
_COPIED = re.compile(
    r"physx[A-Z]\w*(:\w+)+|isaac:(robotType|description|namespace|license|version|source|changelog)"
    r"|physics:(breakForce|breakTorque|velocity|angularVelocity|startsAsleep)"
    r"|drive:(angular|linear):physics:(type|targetPosition|targetVelocity)"
)
_WRITTEN = re.compile(
    r"physxJoint:(maxJointVelocity|armature)|physxJointAxis:.+|physxMimicJoint:.+|physxRigidBody:disableGravity"
    r"|physxArticulation:enabledSelfCollisions"
)
"""What the writer has numbers for, which need not be those of another stage."""
TYPE = "isaac:robotType"
SCENE = "PhysicsScene"
"""The prim of the scene, next to that of the robot."""


class Paths:
    """The paths of the prims of a robot, by its names of links and joints; those of links are bodies.

    Args:
        robot: The robot.
        bodies: The links that are bodies.
        naming: Makes the names of the prims.
        path: The path of the robot's prim, if that is not at the top of the stage.
    """

    def __init__(self, robot: Robot, bodies: list[str], naming: Naming, path: str | None = None) -> None:
        self.robot = path or f"/{naming.prim_name(robot.name or 'robot', {SCENE})}"
        self.bodies = {name: f"{self.robot}/Geometry/{each}" for name, each in naming.prim_names(bodies).items()}
        names = naming.prim_names(each.name for each in robot.all_joints)
        self.joints = {name: f"{self.robot}/Physics/{each}" for name, each in names.items()}


def is_copied(extension: Extension, engine: str) -> bool:
    """Return True for an attribute that a stage can have, and that is read back with the variant of an engine."""
    if extension.format != "usd" or extension.kind is not ExtensionKind.ATTRIBUTE:
        return False
    if _COPIED.fullmatch(extension.name) is None or _WRITTEN.fullmatch(extension.name) is not None:
        return False
    return attribute(extension) is not None and (engine == "physx" or _PHYSX.fullmatch(extension.name) is None)


def type_given(robot: Robot) -> bool:
    """Return True if the type of the robot for Isaac Sim is among the attributes that are copied."""
    return any(each.format == "usd" and each.name == TYPE for each in robot.extensions)


def attribute(extension: Extension) -> tuple[str, Any] | None:
    """Return the type and the value of an attribute; None if a stage cannot have it."""
    form = _FORM.fullmatch(extension.content)
    if form is None:
        return None
    try:
        value = json.loads(form["value"])
        value = [_value(form["type"], each) for each in value] if form["array"] else _value(form["type"], value)
    except (ValueError, TypeError):
        return None
    return f"{form['uniform'] or ''}{form['type']}{form['array'] or ''}", value


def as_read(extension: Extension) -> Extension:
    """Return an attribute as it reads back: numbers with the digits that their type has."""
    found = attribute(extension)
    if found is None:
        return extension
    kind = found[0].removeprefix("uniform ").removesuffix("[]")
    content = json.dumps(_rounded(kind, found[1]), ensure_ascii=False)
    return replace(extension, content=f"{found[0]} = {content}")


def _rounded(kind: str, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_rounded(kind, each) for each in value]
    if isinstance(value, bool | str) or (kind in _SCALARS and _SCALARS[kind] is int):
        return value
    if kind.startswith("half") or kind.endswith("h"):
        return float(np.float16(value))
    is_double = kind.startswith("double") or kind.endswith("d")
    return float(value) if is_double else float(np.float32(value))


def _value(kind: str, value: Any) -> Any:
    """Return a value of a type.

    Raises:
        TypeError: It is none.
    """
    wanted = _SCALARS.get(kind)
    if wanted is not None:
        if type(value) is wanted or (wanted is float and type(value) is int):
            return value
        raise TypeError(kind)
    row = _ROWS.fullmatch(kind)
    if row is None or not isinstance(value, list) or len(value) != int(row["count"] or 4):
        raise TypeError(kind)
    return tuple(_value("double", each) for each in value)


def put_copies(extensions: Iterable[Extension], at: Callable[[str], Spec | None], over: Callable[[str], Spec]) -> None:
    """Add attributes to the prims at their places.

    Args:
        extensions: Attributes.
        at: Returns the prim at a path.
        over: Returns what the variant of PhysX adds to the prim at a path.
    """
    for each in extensions:
        found, physx = attribute(each), _PHYSX.fullmatch(each.name)
        spec = at(each.place)
        if found is None or spec is None:
            continue
        if physx is not None:
            instance = f":{physx['instance']}" if physx["instance"] else ""
            spec = over(each.place).apply(f"Physx{physx['schema']}API{instance}")
        spec.put(found[0], each.name, found[1])
