"""The measures of links as a readable table."""

from __future__ import annotations

from collections.abc import Sequence

from .measuring.links import LinkMeasure, total

_HEAD = (
    "link",
    "spheres",
    "coverage %",
    "uncovered mm",
    "protrusion mm",
    "mean mm",
    "excess volume %",
    "solid",
)


def table(measures: Sequence[LinkMeasure]) -> str:
    """Return one line for each link and one for the total, under a heading.

    The columns are the number of spheres; the share of the surface inside one; the largest depth of the rest; the
    largest and the mean protrusion from the solid; the volume outside the solid in per cent of its own; and the kind
    of solid.
    """
    return aligned([_HEAD, *(_row(each) for each in (*measures, total(measures)))], len(_HEAD) - 2)


def aligned(rows: Sequence[Sequence[str]], numbers: int) -> str:
    """Return rows as lines: a column of words, some columns of numbers, flush right, and words again."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths, numbers) for row in rows)


def _row(measure: LinkMeasure) -> tuple[str, ...]:
    excess = measure.excess_share
    return (
        measure.link,
        str(measure.spheres),
        f"{measure.coverage:.2f}",
        f"{1000 * measure.uncovered_depth:.2f}",
        f"{1000 * measure.protrusion:.2f}",
        f"{1000 * measure.mean_protrusion:.2f}",
        f"{excess:.1f}" if excess is not None else "-",
        measure.solid.value,
    )


def _line(row: Sequence[str], widths: Sequence[int], numbers: int) -> str:
    flush = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
    return "  ".join([row[0].ljust(widths[0]), *flush[1 : numbers + 1], *row[numbers + 1 :]])
