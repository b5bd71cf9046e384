"""The proof of a conversion: what was claimed is what is true, and what was written is what was meant.

Three robots are held against one another by their facts: the one that was read, the one as the target can
say it (``Format.adapt``), and the one that reads back from what was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from .context import Context
from .diagnostics import Diagnostic, Fate
from .difference import TOLERANCE, Difference, compare, is_below, same_reference
from .errors import RobotfmtError
from .facts import Fact, Kind, Path, PlacedMesh
from .formats import Carries, Feature, Format
from .model import Geometry, Mesh, MeshDigest, Origin

CLAIMS = (Fate.LOST, Fate.APPROXIMATED, Fate.GUESSED)
"""The fates that say that a fact is not what it was."""


class Files:
    """Compares meshes and textures by what they are, loading them only where their names do not settle it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._digests: dict[object, MeshDigest | None] = {}

    def same(self, a: Fact, b: Fact) -> bool:
        """Whether two facts speak of the same image, or of the same surface at the same place on a link."""
        if same_reference(a, b):
            return True
        return self._same_bytes(a, b) if a.kind is Kind.FILE else self._same_surface(a, b)

    def _same_bytes(self, a: Fact, b: Fact) -> bool:
        contents = [self._content(str(each.value), each.origin) for each in (a, b)]
        return contents[0] is not None and contents[0] == contents[1]

    def _content(self, uri: str, origin: Origin | None) -> bytes | None:
        try:
            return self.context.assets.load(uri, origin.document if origin is not None else None)[1]
        except RobotfmtError:
            return None

    def _same_surface(self, a: Fact, b: Fact) -> bool:
        from .mesh.digest import same_surface

        first, second = cast(PlacedMesh, a.value), cast(PlacedMesh, b.value)
        one, other = self._digest(first.mesh, a.origin), self._digest(second.mesh, b.origin)
        if one is None or other is None:
            return False
        return same_surface(one, first.pose, other, second.pose)

    def _digest(self, mesh: Mesh, origin: Origin | None) -> MeshDigest | None:
        from .mesh.digest import digest
        from .mesh.surface import surface

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
    said = {claim.subject for claim in claims}
    return [each for each in found if each.subject not in said]


def untrue(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The claims of a loss, an approximation or a guess that no difference bears out: at the fact or above it."""
    real = {each.subject for each in found}
    made = (each for each in claims if each.fate in CLAIMS and each.subject)
    return [each for each in made if not _is_within(each.subject, real)]


def _is_within(subject: str, wholes: Collection[str]) -> bool:
    while subject and subject not in wholes:
        subject = subject.rpartition("/")[0]
    return bool(subject)


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
