"""What became of the collision shapes of links, as a readable table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..spheres.measuring.links import aligned

_HEAD = (
    "link",
    "shapes",
    "faces",
    "coverage %",
    "uncovered mm",
    "protrusion mm",
    "excess volume %",
    "seconds",
)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return one line for each link and one for the total, under a heading.

    Args:
        rows: The fields of :class:`.measure.LinkShapes`.
    """
    return aligned([_HEAD, *map(_row, rows), _total(rows)], len(_HEAD) - 1)


def _row(it: Mapping[str, Any]) -> tuple[str, ...]:
    excess = it["excess_share"]
    return (
        it["link"],
        f"{it['shapes_before']} -> {it['shapes_after']}",
        f"{it['faces_before']} -> {it['faces_after']}",
        f"{it['coverage']:.2f}",
        f"{1000 * it['uncovered_depth']:.2f}",
        f"{1000 * it['protrusion']:.2f}",
        f"{excess:.1f}" if excess is not None else "-",
        f"{it['seconds']:.1f}",
    )


def _total(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the sums of counts and seconds, and the worst of the measures."""

    def of(name: str) -> list[Any]:
        return [each[name] for each in rows if each[name] is not None]

    return (
        "total, worst",
        f"{sum(of('shapes_before'))} -> {sum(of('shapes_after'))}",
        f"{sum(of('faces_before'))} -> {sum(of('faces_after'))}",
        f"{min(of('coverage'), default=100.0):.2f}",
        f"{1000 * max(of('uncovered_depth'), default=0.0):.2f}",
        f"{1000 * max(of('protrusion'), default=0.0):.2f}",
        f"{max(of('excess_share'), default=0.0):.1f}",
        f"{sum(of('seconds')):.1f}",
    )
