"""``robotfmt edit --collisions``: other collision shapes in the places of meshes, and the table of their measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..assets.mesh_files import require_files
from ..codes import USAGE
from ..context import Context
from ..errors import UsageError
from ..model import Robot
from ..settings import Settings
from .console import progress

RECORD = "collisions"
"""The name of the rows of the table in the record of a conversion."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user chose besides the operations."""

    settings: Callable[[], Settings]
    allow: Callable[[], Sequence[str]]
    """The codes that do not cause a failure."""
    fit: Callable[[], dict[str, Any]]
    """The arguments of a fit of spheres."""
    is_interactive: bool
    """True if progress is shown."""
    details: dict[str, object] = field(default_factory=dict)
    """What the operations add to the record of the conversion."""


def require_for_shapes(kinds: Sequence[str]) -> None:
    """Raise an error unless the libraries are installed that other collision shapes of some kinds need."""
    if kinds:
        from ..collision_shapes.options import require_libraries

        for kind in kinds:
            require_libraries(kind)


def replace_shapes(robot: Robot, given: Mapping[str, list[str]], context: Context, chosen: Chosen) -> Robot:
    """Return the robot with other collision shapes, and keep the rows of the table."""
    from ..collision_shapes import replace_collisions
    from ..collision_shapes.links import records

    kind = given[""][0]
    within, faces = given.get("within"), given.get("faces")
    bounds = {
        "within": within[-1] if within is not None else None,
        "faces": _count(faces[-1]) if faces is not None else None,
        "outside": "outside" in given,
    }
    spheres = chosen.fit() if kind == "spheres" else {}
    require_files(robot, context.assets, context.report, "replacing collision shapes", chosen.allow())
    shown = progress("replacing collision shapes", chosen.is_interactive)
    made, rows = replace_collisions(robot, kind, context, progress=shown, **bounds, **spheres)  # type: ignore[arg-type]
    if shown is not None:
        shown.stop()
    chosen.details[RECORD] = records(rows)
    return made


def show_tables(records: Sequence[Mapping[str, Any]], show: Callable[[str], None]) -> None:
    """Show what became of the collision shapes in each conversion."""
    with_rows = [record for record in records if record.get(RECORD)]
    if not with_rows:
        return
    from ..collision_shapes.measure import table  # loads scipy and numba

    for record in with_rows:
        if len(records) > 1:
            show(", ".join(record["inputs"]))
        show(table(record[RECORD]))


def _count(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(USAGE, f"--faces: '{text}' is not a number of faces; write 100")
    return int(text)
