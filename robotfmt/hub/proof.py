"""The proof of a conversion: what was claimed is what is true, and what was written is what was meant.

Three robots are held against one another by their facts: the one that was read, the one as the output can
say it (``Format.adapt``), and the one that reads back from what was written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from ..context import Context
from ..diagnostics import Diagnostic, Fate
from ..errors import RobotfmtError
from ..facts import Fact, Kind, Path, PlacedMesh
from ..facts.difference import TOLERANCE, Difference, compare, is_below, same, same_pose, same_reference
from ..formats import Carries, Format
from ..model import Geometry, Mesh, MeshDigest, Origin
from ..model.features import Feature

CLAIMS = (Fate.LOST, Fate.CONVERTED, Fate.APPROXIMATED, Fate.ASSUMED)
"""The fates that say that a fact is not what it was."""
EDITS = (Fate.REMOVED, Fate.CHANGED)
"""The fates of facts that an operation changes on request."""


class Files:
    """Compares meshes and textures by what they are, loading them only where their names do not settle it."""

    def __init__(self, context: Context, missing_by_name: bool = False) -> None:
        self.context = context
        self.missing_by_name = missing_by_name
        """Whether files that are both not there are the same if their URIs are."""
        self._digests: dict[object, MeshDigest | None] = {}

    def same(self, a: Fact, b: Fact) -> bool:
        """Whether two facts speak of the same image, or of the same surface at the same place on a link."""
        if same_reference(a, b):
            return True
        return self._same_bytes(a, b) if a.kind is Kind.FILE else self._same_surface(a, b)

    def _same_bytes(self, a: Fact, b: Fact) -> bool:
        one, other = (self._content(str(each.value), each.origin) for each in (a, b))
        if one is None and other is None and self.missing_by_name:
            return a.value == b.value
        return one is not None and one == other

    def _content(self, uri: str, origin: Origin | None) -> bytes | None:
        try:
            return self.context.assets.load(uri, origin.document if origin is not None else None)[1]
        except RobotfmtError:
            return None

    def _same_surface(self, a: Fact, b: Fact) -> bool:
        from ..mesh.digest import same_surface

        first, second = cast(PlacedMesh, a.value), cast(PlacedMesh, b.value)
        one, other = self._digest(first.mesh, a.origin), self._digest(second.mesh, b.origin)
        if one is not None and other is not None:
            return same_surface(one, first.pose, other, second.pose)
        if one is not None or other is not None:
            return False
        if self.missing_by_name and first == second:
            return True
        return first.mesh.scale == second.mesh.scale and same_pose(first, second) and self._same_file(a, b)

    def _same_file(self, a: Fact, b: Fact) -> bool:
        """Whether two meshes that cannot be read are at least the same bytes."""
        uris = (cast(PlacedMesh, each.value).mesh.uri for each in (a, b))
        one, other = (self._content(uri or "", each.origin) for uri, each in zip(uris, (a, b), strict=True))
        return one is not None and one == other

    def _digest(self, mesh: Mesh, origin: Origin | None) -> MeshDigest | None:
        from ..mesh.digest import digest
        from ..surfaces.loading import surface

        key = (mesh, origin.document if origin is not None else None)
        if key not in self._digests:
            triangles = surface(Geometry(origin=origin, shape=mesh), self.context)
            self._digests[key] = digest(triangles) if triangles is not None else None
        return self._digests[key]


def held_by(format: Format, facts: Iterable[Fact]) -> list[Fact]:
    """The facts that documents of a format can hold: none below a node that they cannot."""
    found: list[Fact] = []
    homeless: set[Path] = set()
    for fact in facts:
        if is_below(fact.path, homeless):
            continue
        if format.holds(fact.feature) is not Carries.NONE and _own(format, fact):
            found.append(fact)
        elif fact.kind is Kind.NODE:
            homeless.add(fact.path)
    return found


def _own(format: Format, fact: Fact) -> bool:
    """Some formats keep only what is foreign to all others beside their own."""
    partial = format.holds(Feature.EXTENSIONS) is not Carries.FULL
    return not (fact.feature is Feature.EXTENSIONS and partial and fact.path[1] != format.name)


def differences(
    before: Iterable[Fact], after: Iterable[Fact], format: Format, files: Files
) -> list[Difference]:
    """What differs between two robots in what a format can hold."""
    return compare(held_by(format, before), held_by(format, after), TOLERANCE, files.same)


def unexplained(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> list[Difference]:
    """The differences that no diagnostic names."""
    claimed = {claim.subject for claim in claims}
    return [each for each in found if each.subject not in claimed]


def untrue(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The claims of a loss, an approximation or an assumption that no difference bears out, at the fact or above it.

    One that does not say which fact it is about is never borne out.
    """
    real = {each.subject for each in found}
    return [each for each in claims if each.fate in CLAIMS and not _is_within(each.subject, real)]


def _is_within(subject: str, wholes: Collection[str]) -> bool:
    return bool(_whole(subject, wholes))


def _whole(subject: str, wholes: Collection[str]) -> str:
    """A subject, or the next above it that is among some; nothing if there is none."""
    while subject and subject not in wholes:
        subject = subject.rpartition("/")[0]
    return subject


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the facts of a robot, each counted once; all but the assumed ones add up to all of them.

    What an edit adds counts as if the robot had had it.
    """

    kept: int
    converted: int
    approximated: int
    lost: int
    assumed: int
    """Facts that the robot did not have."""
    changed: int = 0
    """By an edit."""
    removed: int = 0
    """By an edit."""

    def __str__(self) -> str:
        """In words: ``412 facts kept, 3 approximated, 5 lost``."""
        names = ("changed", "removed", "converted", "approximated", "lost", "assumed")
        parts = [f"{count} {name}" for name in names if (count := getattr(self, name))]
        if not self.lost and not self.approximated:
            parts.insert(0, "nothing lost")
        return ", ".join([f"{self.kept} fact{'s' if self.kept != 1 else ''} kept", *parts])


def tally(before: Sequence[Fact], kept: Collection[Path], claims: Iterable[Diagnostic]) -> Tally:
    """Count what became of facts: kept unchanged, said otherwise, or neither."""
    claims = [claim for claim in claims if claim.fate in (*CLAIMS, *EDITS)]
    claimed = {claim.subject: claim.fate for claim in claims}
    wholes = {subject: fate for subject, fate in claimed.items() if fate is not Fate.CHANGED}
    counts: Counter[Fate | None] = Counter()
    for fact in before:
        if fact.path not in kept:
            fate = claimed.get(fact.subject) or wholes.get(_whole(fact.subject, wholes))
            counts[Fate.APPROXIMATED if fate is Fate.ASSUMED else fate or Fate.LOST] += 1
    known = {fact.subject for fact in before}
    return Tally(
        kept=sum(fact.path in kept for fact in before),
        converted=counts[Fate.CONVERTED],
        approximated=counts[Fate.APPROXIMATED],
        lost=counts[Fate.LOST],
        assumed=sum(claim.fate is Fate.ASSUMED and claim.subject not in known for claim in claims),
        changed=counts[Fate.CHANGED],
        removed=counts[Fate.REMOVED],
    )


def kept(before: Iterable[Fact], after: Iterable[Fact], files: Files) -> set[Path]:
    """The facts that are the same afterwards."""
    new = {fact.path: fact for fact in after}
    return {
        fact.path for fact in before if fact.path in new and same(fact, new[fact.path], TOLERANCE, files.same)
    }


def lost(before: Iterable[Fact], kept: Collection[Path]) -> list[Fact]:
    """The facts that nothing keeps: of a node and what is below it only the node."""
    found: list[Fact] = []
    gone: set[Path] = set()
    for fact in before:
        if fact.path in kept:
            continue
        if not is_below(fact.path, gone):
            found.append(fact)
        gone.add(fact.path)
    return found
