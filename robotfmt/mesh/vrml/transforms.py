"""The transforms of nodes, as matrices for columns.

``Transform``: VRML 2.0, 6.52; its VRML 1.0 and Open Inventor form differs in one name (``scaleFactor``). Matrices of
Open Inventor are for rows: the translation is their last row.
"""

from __future__ import annotations

import numpy as np

from ...model import AxisAngle, axis_angle_matrix
from ..triangles import Floats
from .document import Document, Node

UNITS = {
    "METERS": 1.0,
    "CENTIMETERS": 1e-2,
    "MILLIMETERS": 1e-3,
    "MICROMETERS": 1e-6,
    "MICRONS": 1e-6,
    "NANOMETERS": 1e-9,
    "ANGSTROMS": 1e-10,
    "KILOMETERS": 1e3,
    "FEET": 0.3048,
    "INCHES": 0.0254,
    "POINTS": 0.0254 / 72,
    "YARDS": 0.9144,
    "MILES": 1609.344,
    "NAUTICAL_MILES": 1852.0,
}
"""The units of ``Units`` in metres."""
_ORIGIN, _ONES, _NO_TURN = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.0, 0.0, 1.0, 0.0)
_AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def matrix_of(document: Document, node: Node) -> Floats | None:
    """Return the transform of a node; None if it has none.

    Raises:
        MeshError: A field is invalid.
    """
    match node.kind:
        case "Transform":
            return _transform(document, node)
        case "MatrixTransform":
            return _matrix(document, node)
        case "Translation":
            return _moved(document.vector(node, "translation", _ORIGIN))
        case "Scale":
            return _scaled(document.vector(node, "scaleFactor", _ONES))
        case "Rotation":
            return _turned(document.vector(node, "rotation", _NO_TURN))
        case "RotationXYZ":
            words = document.words(node, "axis", "X", tuple(_AXES))
            axis = _AXES[words[0]] if words else _AXES["X"]
            return _turned(np.array([*axis, document.scalar(node, "angle", 0.0)]))
    return None


def unit_of(document: Document, node: Node) -> float:
    """Return the unit of a ``Units`` node in metres."""
    words = document.words(node, "units", "METERS", tuple(UNITS))
    return UNITS[words[0]] if words else 1.0


def _transform(document: Document, node: Node) -> Floats:
    """Return T C R SR S SR^-1 C^-1."""
    scale = "scaleFactor" if "scaleFactor" in node.fields else "scale"
    center = document.vector(node, "center", _ORIGIN)
    tilt = _turned(document.vector(node, "scaleOrientation", _NO_TURN))
    turn = _turned(document.vector(node, "rotation", _NO_TURN))
    sized = tilt @ _scaled(document.vector(node, scale, _ONES)) @ tilt.T
    move = _moved(document.vector(node, "translation", _ORIGIN) + center)
    found: Floats = move @ turn @ sized @ _moved(-center)
    return found


def _matrix(document: Document, node: Node) -> Floats:
    rows = document.vector(node, "matrix", np.eye(4).reshape(-1).tolist()).reshape(4, 4)
    if (rows[:3, 3] != 0).any() or rows[3, 3] == 0:
        document.refuse(node, "has a perspective matrix, which is not supported")
    found: Floats = rows.T / rows[3, 3]
    return found


def _moved(offset: Floats) -> Floats:
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def _scaled(factors: Floats) -> Floats:
    return np.diag([*factors.tolist(), 1.0])


def _turned(turn: Floats) -> Floats:
    x, y, z, angle = turn.tolist()
    matrix = np.eye(4)
    matrix[:3, :3] = axis_angle_matrix(AxisAngle((x, y, z), angle))
    return matrix
