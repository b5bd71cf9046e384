"""Report the use of visual geometry for links without collision geometry."""

from __future__ import annotations

from collections.abc import Iterable

from ..codes.spheres import VISUAL_SHAPES
from ..diagnostics import Report
from ..model import Link


def only_visual(links: Iterable[Link]) -> list[Link]:
    """Return the links with visual geometry but no collision geometry."""
    return [each for each in links if each.visuals and not each.collisions]


def report_visual_shapes(links: Iterable[Link], report: Report) -> None:
    """Report, once, the links whose visual geometry is used."""
    found = only_visual(links)
    if not found or report.having(VISUAL_SHAPES.slug):
        return
    message = f"{named(found)} no collision geometry: using the visual geometry instead"
    report.add(VISUAL_SHAPES, message, found[0].origin, subject=f"link/{found[0].name}")


def named(links: list[Link]) -> str:
    """Return the links with the following verb: ``link 'a' has``, ``2 links ('a', 'b') have``."""
    names = ", ".join(f"'{each.name}'" for each in links)
    return f"link {names} has" if len(links) == 1 else f"{len(links)} links ({names}) have"
