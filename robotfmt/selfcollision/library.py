"""The library that checks contacts: coal, or where that is not installed, robotfmt's own functions (:mod:`.convex`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..codes.collisions import WITHOUT_COAL
from ..diagnostics import Report, diagnose
from ..formats.libraries import is_installed, require
from ..mesh.triangles import Floats, Triangles
from ..model import Shape
from .contact import Contact


class Library(Protocol):
    """The shapes of links in a form of its own, and their contacts. Meshes are surfaces, other shapes are solid."""

    def mesh_solid(self, triangles: Triangles) -> Any:
        """Return a surface in the frame of its link."""
        ...

    def shape_solid(self, shape: Shape, place: Floats) -> Any | None:
        """Return a shape, at a pose (4, 4) in its link; None for one that is checked as a surface."""
        ...

    def link_solid(self, solids: Sequence[Any]) -> Any:
        """Return all shapes of a link together."""
        ...

    def contact(self, first: Any, second: Any, margin: float = 0.0) -> Contact:
        """Return the contact check of two links.

        Args:
            first: The shapes of a link together.
            second: The shapes of another link.
            margin: The distance in metres below which shapes count as touching.
        """
        ...


def library(report: Report) -> Library:
    """Return coal; where it cannot be imported, robotfmt's own functions, which are reported once.

    Raises:
        UsageError: Neither coal nor numba is installed.
    """
    lack = "is not installed"
    if is_installed("coal"):
        try:
            from . import narrow

            return narrow
        except ImportError as error:  # it is there, but one of the libraries that it needs is not
            lack = f"cannot be imported ({error})"
    require(("numba",), "finding the links that can touch")
    from . import convex

    found = diagnose(WITHOUT_COAL, f"coal, the collision library, {lack}; {_INSTEAD}")
    report.extend_with(found, found.severity)
    return convex


_INSTEAD = (
    "contacts are found by robotfmt's own checks, which like coal count links up to 0.001 mm apart as touching, and "
    "take up to twice the time"
)
