"""Parts of mesh files that have names: nodes of COLLADA and glTF, objects and groups of OBJ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn, TypeAlias

from ..codes import MESH_PART
from ..diagnostics import quoted
from ..errors import MeshError
from ..model import Origin
from .triangles import Triangles

Named: TypeAlias = "tuple[tuple[str | None, ...], Triangles]"
"""A part, with its names; the first is the one that programs know it by."""
_MOST = 8


def chosen(parts: Sequence[Named], wanted: str | None, name: str) -> list[Triangles]:
    """Return all parts, or those with a wanted name, by their first names if one of these is the wanted one.

    Raises:
        MeshError: No part has the name.
    """
    if wanted is None:
        return [part for _, part in parts]
    places = range(max((len(names) for names, _ in parts), default=0))
    rows = ([part for names, part in parts if names[place] == wanted] for place in places)
    found = next(filter(None, rows), None)
    return found if found is not None else refuse_part(wanted, (names[0] for names, _ in parts), name)


def refuse_part(wanted: str, names: Iterable[str | None], name: str) -> NoReturn:
    """Refuse a file without a part; the message has the names of its parts.

    Raises:
        MeshError: Always.
    """
    known = [quoted(each) for each in dict.fromkeys(names) if each]
    rest = f", and {len(known) - _MOST} more" if known[_MOST:] else ""
    has = f"; it has: {', '.join(known[:_MOST])}{rest}" if known else ""
    raise MeshError(MESH_PART, f"the mesh has no part '{wanted}'{has}", Origin(name))
