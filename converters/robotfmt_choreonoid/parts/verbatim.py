"""Nodes that the model has no record for: copied unchanged, inside the nodes that give their frame."""

from __future__ import annotations

from robotfmt.documents import tokens
from robotfmt.documents.yaml.document import canonical
from robotfmt.documents.yaml.lines import flow, number
from robotfmt.model import AxisAngle, Extension, ExtensionKind

from ..document.mappings import Part
from .frames import Frame

_NODES = {"visual": "Visual", "collision": "Collision"}


def verbatim(kind: str, part: Part, frame: Frame, mode: str, degrees: bool) -> Extension:
    """Return a node as an extension that is written among the elements of its link.

    Args:
        kind: The type of the node.
        part: The node.
        frame: The frame that contains the node.
        mode: The purpose of geometry in the surrounding node: ``both``, ``visual`` or ``collision``.
        degrees: True if angles in the document are in degrees.
    """
    content = canonical(part.mapping)
    if part.mapping.get("type") is None:
        inside = content.removeprefix("{")
        content = f'{{"type": {flow(kind)}{", " if part.mapping.entries else ""}{inside}'
    pose = _pose(frame, degrees)
    node = _NODES.get(mode)
    if pose or node is not None:
        content = f'{{"type": {flow(node or "Transform")}{pose}, "elements": [{content}]}}'
    return Extension(
        origin=part.origin, format="choreonoid", place="", kind=ExtensionKind.ENTRY, name="", content=content
    )


def _pose(frame: Frame, degrees: bool) -> str:
    parts = []
    if any(frame.position):
        parts.append(f'"translation": {_row(frame.position)}')
    if frame.turns:
        parts.append(f'"rotation": [{", ".join(_turn(each, degrees) for each in frame.turns)}]')
    if frame.is_scaled:
        parts.append(f'"scale": {_row(frame.scale)}')
    return "".join(f", {each}" for each in parts)


def _turn(turn: AxisAngle, degrees: bool) -> str:
    return _row((*turn.axis, tokens.degrees(turn.angle) if degrees else turn.angle))


def _row(numbers: tuple[float, ...]) -> str:
    return f"[{', '.join(map(number, numbers))}]"
