"""Documents of VRML and Open Inventor in tests: their surfaces, measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robotfmt.diagnostics import Report
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

VRML2 = "#VRML V2.0 utf8\n"
VRML1 = "#VRML V1.0 ascii\n"
INVENTOR = "#Inventor V2.0 ascii\n"
INVENTOR1 = "#Inventor V1.0 ascii\n"
SQUARE = "[0 0 0, 1 0 0, 1 1 0, 0 1 0]"


def loaded(text: str, report: Report | None = None, limits: Limits | None = None) -> Triangles:
    """The surface of a document."""
    kept = report if report is not None else Report()
    return load(text.encode(), ".wrl", name="it.wrl", limits=limits or Limits(), report=kept)


def codes(text: str) -> list[str]:
    """The codes that a document raises."""
    report = Report()
    loaded(text, report)
    return [each.code for each in report]


def area(triangles: Triangles) -> float:
    a, b, c = triangles.corners.transpose(1, 0, 2)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def volume(triangles: Triangles) -> float:
    """The volume inside a closed surface; negative if it is inside out."""
    a, b, c = triangles.corners.transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


def normal(triangles: Triangles) -> list[float]:
    """The sum of the triangles' normals, each as long as its area."""
    a, b, c = triangles.corners.transpose(1, 0, 2)
    found: list[float] = (np.cross(b - a, c - a).sum(axis=0) / 2).tolist()
    return found


def box(triangles: Triangles) -> Sequence[float]:
    """The lowest x, y, z of the triangles, and the highest ones."""
    corners = triangles.corners.reshape(-1, 3)
    return [*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()]
