"""Losses of the appearance in converted mesh files, which is not in the facts of a robot."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias, cast

from ..codes import MESH_APPEARANCE_LOST, MESH_THICKENED
from ..diagnostics import Report
from ..facts import Fact, Kind, PlacedMesh, facts
from ..facts.difference import Difference
from ..model import Robot
from ..model.features import Feature

LostAppearance: TypeAlias = "dict[tuple[str | None, str | None], frozenset[str]]"
"""The lost parts of the appearance, by the URIs of a mesh before and after."""
_FEATURES = {"colours": Feature.COLORS, "textures": Feature.TEXTURES}


def appearance_lost(before: Robot, after: Robot, lost: LostAppearance, report: Report) -> list[Difference]:
    """Return the losses of all visual meshes as differences of facts; each is reported."""
    if not lost:
        return []
    old = {fact.path: fact for fact in facts(before) if fact.kind is Kind.MESH and fact.path[2] == "visual"}
    found: list[Difference] = []
    for fact in facts(after):
        if fact.kind is Kind.MESH and fact.path in old:
            source = old[fact.path]
            uris = _uri(source), _uri(fact)
            for what in sorted(lost.get(uris, ())):
                message = f"link {fact.path[1]}: the {what} of '{uris[0]}' are not in '{uris[1]}'"
                gone = Fact((*fact.path, what), _FEATURES[what], Kind.EXACT, True, source.origin)
                report.add(MESH_APPEARANCE_LOST, message, source.origin, subject=gone.subject)
                found.append(Difference(gone.path, gone, None))
    return found


def tell_thickened(before: Robot, after: Robot, uris: Collection[str], report: Report) -> None:
    """Report the meshes that were given a thickness, by their present URIs."""
    if not uris:
        return
    new = {fact.path: _uri(fact) for fact in facts(after) if fact.kind is Kind.MESH}
    for fact in facts(before):
        uri = new.get(fact.path)
        if uri in uris:
            message = (
                f"{' '.join(fact.path[:3])}: the mesh is flat; '{uri}' was given a thickness of a "
                "thousandth of its size"
            )
            report.add(MESH_THICKENED, message, fact.origin, subject=fact.subject)


def _uri(fact: Fact) -> str | None:
    return cast(PlacedMesh, fact.value).mesh.uri
