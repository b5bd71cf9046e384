"""What no reader took: attributes of the prims of robots, and prims that have nothing to do with them."""

from __future__ import annotations

from robotfmt.model import Extension, ExtensionKind

from ..document.stage import Prim
from .joints import TYPES
from .motors import MOTOR
from .poses import POSE

_DRAWING = frozenset({"Material", "Shader", "NodeGraph", "GeomSubset"})
"""Prims of appearances: what a renderer alone uses is left out."""
_OF_ROBOTS = frozenset({"", "Xform", "Scope", "PhysicsScene", "PhysicsCollisionGroup", MOTOR, *TYPES})
_ZEROS = ("physics:velocity", "physics:angularVelocity", "physics:startsAsleep", "physics:simulationOwner")
_ENDLESS = ("physics:breakForce", "physics:breakTorque")
_ORDERS = ("isaac:physics:robotLinks", "isaac:physics:robotJoints", "isaac:robot:namedPoses")
"""Lists of what the tree has anyway, for Isaac Sim."""
_SEEN = (
    "subsetFamily:",
    "visibility",
    "purpose",
    "material:binding",
    "physics:mass",
    "physics:density",
    "ui:",
    "kind",
    "proxyPrim",
)


def leftovers_of(prim: Prim) -> list[Extension]:
    """Return what was not read of a prim: an extension for each attribute, or one for a prim of another kind."""
    if prim.type in _DRAWING:
        return []
    if prim.is_shape or prim.type in _OF_ROBOTS:
        _skip_usual(prim)
        return [_extension(prim, prim.path or "/", name, content) for name, content in prim.left()]
    if prim.type == POSE and not any(prim.left()):
        return []
    content = "\n".join(f"{name}: {value}" for name, value in prim.left())
    made = _extension(prim, prim.path, prim.type, content)
    return [made] if prim.path else []


def _skip_usual(prim: Prim) -> None:
    """Take what means the same as nothing: speeds of zero, and forces without end at which a joint would break."""
    for name in _ZEROS:
        prim.skip_zero(name)
    for name in _ENDLESS:
        if prim.number(name) is not None:
            prim.give_back(name)
    prim.skip(*_SEEN) if prim.is_shape else prim.skip("visibility", "purpose", "ui:", "material:binding", *_ORDERS)
    for word in ("angular", "linear"):
        for name in (
            f"state:{word}:physics:velocity",
            *(f"drive:{word}:physics:{each}" for each in ("stiffness", "damping")),
        ):
            prim.skip_zero(name)


def _extension(prim: Prim, place: str, name: str, content: str) -> Extension:
    whole = name == prim.type
    return Extension(
        origin=prim.origin,
        format="usd",
        place=place,
        kind=ExtensionKind.ELEMENT if whole else ExtensionKind.ATTRIBUTE,
        name=name,
        content=content,
    )
