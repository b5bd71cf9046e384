"""The proof of a conversion, an update or an edit: every claim is true, and every difference has one.

Three robots are compared by their facts: the source, the robot adapted to the output (``Format.adapt``), and the
robot that reads back from the output. :func:`prove` compares them for a document; an edit has only the first two, and
:func:`unexplained` is its proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from .. import codes
from ..context import Context
from ..diagnostics import Diagnostic, Fate, Report, Severity, diagnose
from ..documents.source import Source
from ..edit.tracing import BASE, COVERING
from ..errors import InternalError, RobotfmtError
from ..facts import PLACE, Fact, Kind, Path, PlacedMesh, Whole, facts
from ..facts.difference import (
    TOLERANCE,
    Difference,
    compare,
    is_below,
    numbered_alike,
    same,
    same_pose,
    same_reference,
    same_scale,
)
from ..facts.names import in_first_names, named_as, without_renamed
from ..facts.shapes import numbered_as
from ..formats import Carries, Format
from ..model import Geometry, Mesh, MeshDigest, Origin, Robot
from ..model.features import Feature
from ..model.record import Record, field
from ..settings import Settings
from .once import read_whole_world
from .reading import read_into
from .refusals import tolerated

if TYPE_CHECKING:
    from ..mesh.triangles import Triangles

START: Path = ("start",)
_NONE: Mapping[str, Format] = {}
CLAIMS = (Fate.LOST, Fate.CONVERTED, Fate.APPROXIMATED, Fate.ASSUMED)
"""The fates that claim a change of a fact."""


class Intent(Record, kw_only=False):
    """The intended content of a document."""

    format: Format
    robot: Sequence[Fact]
    adapted: Sequence[Fact]
    """The facts of the robot as the format can contain it."""
    claims: Iterable[Diagnostic]
    """The diagnostics about the difference between the two."""
    files: Files
    lost_in_files: Sequence[Difference] = ()
    """Losses in mesh files."""
    expected: Sequence[Fact] | None = None
    """The robot that must read back if an update leaves facts in their former form; by default the adapted one."""
    inner: Mapping[str, Format] = field(default_factory=dict)
    """The formats of robots of a world that have separate documents."""
    is_world: bool = False
    written: Whole | None = None
    """The robot or the world that was written, if its parts know how the source calls them."""


class Proof(Record, kw_only=False):
    """The result of reading a document back, with all objections: it is proved if there are none."""

    whole: Whole
    """The robot or the world that reads back."""
    shown: Whole
    """The same with the names of the parts in the source."""
    facts: Sequence[Fact]
    """The facts of the intended robot."""
    report: Report
    """The diagnostics of reading the document back."""
    held: set[Path]
    """The facts of the robot that reads back that the format supports, in any form."""
    kept: set[Path]
    """The facts of the original robot that are unchanged in the document."""
    unexplained: Sequence[Difference] = ()
    """The differences of the adapted robot without a diagnostic."""
    misread: Sequence[Difference] = ()
    """The differences between the document and the intent."""
    untrue: Sequence[Diagnostic] = ()
    """The claims without a difference."""

    def refuse(self, name: str, report: Report, allowed: Collection[str] = ()) -> None:
        """Report all objections to a document; those with allowed codes are warnings.

        Raises:
            InternalError: There are other objections: an internal error.
        """
        refuse((*self.unexplained, *self.misread), name, report, self.untrue, allowed)


def prove(intent: Intent, document: Source, base: Robot | None, settings: Settings) -> Proof:
    """Read back an output, and compare it with the intent.

    Args:
        base: The robot that the document only adds to, if it does.
    """
    format, report = intent.format, Report()
    overlaid = base if format.overlay else None
    if overlaid is not None and isinstance(intent.written, Robot):
        overlaid = without_renamed(overlaid, intent.written)
    whole: Whole
    if intent.is_world:
        settings.assets.provide(document.name, document.data)
        whole = read_whole_world(document, format, settings, report)
    else:
        whole = read_into(overlaid, [(document, format)], settings, report)
    shown = in_first_names(named_as(whole, intent.written)) if intent.written is not None else whole
    there = numbered_as(facts(shown), intent.adapted)
    misread = _misread(intent, there)
    if misread:  # the shapes of a link may be in another order, which means nothing
        other = numbered_alike(there, intent.adapted, intent.files.same)
        again = _misread(intent, other)
        there, misread = (other, again) if len(again) < len(misread) else (there, misread)
    if misread and overlaid is not None:
        misread = _without_base(misread, facts(overlaid))
    changed = differences(intent.robot, intent.adapted, format, intent.files, intent.inner)
    anything = compare(intent.robot, intent.adapted, same_file=intent.files.same)
    return Proof(
        whole=whole,
        shown=shown,
        facts=there,
        report=report,
        held={fact.path for fact in held_by(format, there, intent.inner)},
        # A fact that reads back unchanged is stored, whatever the format declares.
        kept=kept(intent.robot, there, intent.files),
        unexplained=unexplained(changed, intent.claims),
        misread=misread,
        untrue=untrue([*anything, *intent.lost_in_files], intent.claims),
    )


def believed(intent: Intent, adapted: Whole) -> Proof:
    """Return the expected content of a document, without reading it back."""
    held = held_by(intent.format, intent.adapted, intent.inner)
    same = kept(intent.robot, held, intent.files)
    paths = {fact.path for fact in held}
    shown = in_first_names(adapted)
    return Proof(whole=adapted, shown=shown, facts=intent.adapted, report=Report(), held=paths, kept=same)


def _misread(intent: Intent, there: Sequence[Fact]) -> list[Difference]:
    """Return the differences of the robot that reads back, except in facts that an update leaves unchanged."""
    found = differences(intent.adapted, there, intent.format, intent.files, intent.inner)
    if intent.expected is None or not found:
        return found
    wrong = {each.path for each in found}
    expected = differences(intent.expected, there, intent.format, intent.files, intent.inner)
    return [each for each in expected if each.path in wrong]


def _without_base(misread: Iterable[Difference], base: Iterable[Fact]) -> list[Difference]:
    """Remove content that only the base of an overlay has: pairs of links that the overlay expresses differently."""
    known = {fact.path for fact in base}
    return [each for each in misread if each.before is not None or each.path not in known]


def refuse(
    found: Iterable[Difference],
    name: str,
    report: Report,
    untrue: Iterable[Diagnostic] = (),
    allowed: Collection[str] = (),
) -> None:
    """Report differences without a claim, and claims without a difference, of a document or an edit.

    Args:
        allowed: The codes of objections that are only warnings.

    Raises:
        InternalError: Something else was reported: an internal error.
    """
    objections = [tolerated(each, allowed) for each in _objections(found, untrue, name)]
    report.diagnostics += objections
    errors = [each for each in objections if each.severity is Severity.ERROR]
    if errors:
        more = f" (and {len(errors) - 1} more)" if errors[1:] else ""
        raise InternalError(_CODES[errors[0].code], f"{errors[0].message}{more}")


_CODES = {each.slug: each for each in (codes.INTERNAL_DIFFERENCE, codes.INTERNAL_CLAIM)}


def _objections(found: Iterable[Difference], untrue: Iterable[Diagnostic], name: str) -> Iterator[Diagnostic]:
    for each in found:
        yield each.diagnosed(codes.INTERNAL_DIFFERENCE, where=name)
    for claim in untrue:
        message = f"{name}: {claim.message} ({claim.code})"
        yield diagnose(codes.INTERNAL_CLAIM, message, subject=claim.subject, change=claim.change)


class Files:
    """Compares meshes and textures by content, loading them only if their names do not decide."""

    def __init__(self, context: Context, missing_by_name: bool = False) -> None:
        self.context = context
        self.missing_by_name = missing_by_name
        """True to treat missing files with equal URIs as equal."""
        self._surfaces: dict[object, Triangles | None] = {}
        self._digests: dict[int, MeshDigest] = {}
        """The digests of surfaces, by their identities."""

    def same(self, a: Fact, b: Fact) -> bool:
        """Return True if two facts refer to the same image, or to the same surface at the same place on a link."""
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
        from ..mesh.digest import has_moved_corners, has_same_corners, same_surface

        first, second = cast(PlacedMesh, a.value), cast(PlacedMesh, b.value)
        one, other = self._surface(first.mesh, a.origin), self._surface(second.mesh, b.origin)
        if one is not None and other is not None:
            if same_pose(first, second) and has_same_corners(one, other):
                return True
            is_same = same_surface(self._digest(one), first.pose, self._digest(other), second.pose)
            return is_same and not has_moved_corners(one, first.pose, other, second.pose)
        if one is not None or other is not None:
            return False
        if self.missing_by_name and first == second:
            return True
        return same_scale(first.mesh, second.mesh) and same_pose(first, second) and self._same_file(a, b)

    def _same_file(self, a: Fact, b: Fact) -> bool:
        """Return True if two unreadable meshes have the same bytes, or are not there under names of the same words."""
        uris = [cast(PlacedMesh, each.value).mesh.uri or "" for each in (a, b)]
        one, other = (self._content(uri, each.origin) for uri, each in zip(uris, (a, b), strict=True))
        if one is None and other is None and "\\" in uris[0]:
            return uris[0].replace("\\", "/") == uris[1]  # a path of Windows
        return one is not None and one == other

    def _surface(self, mesh: Mesh, origin: Origin | None) -> Triangles | None:
        from ..surfaces.loading import surface

        key = (mesh, origin.document if origin is not None else None)
        if key not in self._surfaces:
            self._surfaces[key] = surface(Geometry(origin=origin, shape=mesh), self.context)
        return self._surfaces[key]

    def _digest(self, surface: Triangles) -> MeshDigest:
        from ..mesh.digest import digest

        if id(surface) not in self._digests:
            self._digests[id(surface)] = digest(surface)
        return self._digests[id(surface)]


def held_by(
    format: Format, found: Iterable[Fact], inner: Mapping[str, Format] = _NONE, is_based: bool | None = None
) -> list[Fact]:
    """Return the facts that documents of a format can store: none below a node that they cannot store.

    An overlay only names nodes of the robot that it adds to, and stores facts below them.

    Args:
        inner: The formats of the robots of a world that have separate documents, by their names.
        is_based: True if documents give the base; by default if these facts show that they do.
    """
    found = list(found)
    held: list[Fact] = []
    if is_based is None:
        is_based = _is_based(format, found)
    unplaced: set[Path] = set()
    for fact in found:
        if is_below(fact.path, unplaced) or (fact.path == BASE and not is_based):
            continue
        holder = inner.get(fact.owner, format) if fact.owner is not None and _is_inside(fact, format) else format
        if holder.holds(fact.feature) is not Carries.NONE and _own(holder, fact):
            held.append(fact)
        elif fact.kind is Kind.NODE and not format.overlay:
            unplaced.add(fact.path)
    return held


def _is_based(format: Format, found: Iterable[Fact]) -> bool:
    """Return True if documents give the base: one without links gives it by a virtual joint only."""
    return not format.overlay or any(fact.path[0] == "virtual joint" for fact in found)


def _is_inside(fact: Fact, format: Format) -> bool:
    """Return True for facts that the robot's own document stores: all except its place, its initial state, and its base
    if the document of the world has that.
    """
    if fact.feature is Feature.BASE and format.holds(Feature.BASE) is not Carries.NONE:
        return False
    return fact.own[:1] not in ((), PLACE, START)


def _own(format: Format, fact: Fact) -> bool:
    """Return False for unrecognised content of another format, which only a format of robotfmt's own can store."""
    if fact.feature is not Feature.EXTENSIONS or format.holds(Feature.EXTENSIONS) is Carries.FULL:
        return True
    return fact.own[1] in (format.name, format.inner)


def differences(
    before: Iterable[Fact],
    after: Iterable[Fact],
    format: Format,
    files: Files,
    inner: Mapping[str, Format] = _NONE,
) -> list[Difference]:
    """Return the differences of two robots or worlds in the facts that a document of a format can store."""
    before, after = list(before), list(after)
    # A base that only one of the two gives by a virtual joint is the base of the other one, too.
    is_based = _is_based(format, (*before, *after))
    one, other = (held_by(format, each, inner, is_based) for each in (before, after))
    return compare(one, other, TOLERANCE, files.same)


def unexplained(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> list[Difference]:
    """Return the differences without a diagnostic for them, or for a node removed with them."""
    found, claims = list(found), list(claims)
    removed, reported = gone(found, claims), {claim.subject for claim in claims}
    return [
        each
        for each in found
        if each.subject not in reported and not (each.after is None and is_below(each.path, removed))
    ]


def gone(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> set[Path]:
    """Return the nodes that were removed with all their descendants."""
    wholes = {claim.subject for claim in claims if claim.fate in COVERING}
    return {each.path for each in found if each.after is None and each.subject in wholes}


def untrue(found: Iterable[Difference], claims: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the claims of a loss, an approximation or an assumption without a difference at the fact or above it.

    A claim without a subject is always untrue.
    """
    found = list(found)
    real = {each.subject for each in found if not each.is_renaming}
    called = {each.subject for each in found if each.is_renaming}
    claims = (each for each in claims if each.fate in CLAIMS and each.subject not in called)
    return [each for each in claims if not whole_of(each.subject, real)]


def whole_of(subject: str, wholes: Collection[str]) -> str:
    """Return a subject, or its nearest ancestor among some; an empty text if there is none."""
    while subject and subject not in wholes:
        subject = subject.rpartition("/")[0]
    return subject


def kept(before: Iterable[Fact], after: Iterable[Fact], files: Files) -> set[Path]:
    """Return the paths of the facts that read back equal, within the tolerance of the proof."""
    new = {fact.path: fact for fact in after}
    return {fact.path for fact in before if fact.path in new and same(fact, new[fact.path], TOLERANCE, files.same)}


def lost(before: Iterable[Fact], kept: Collection[Path]) -> list[Fact]:
    """Return the facts that no output keeps: for a lost node only the node itself."""
    found: list[Fact] = []
    gone: set[Path] = set()
    for fact in before:
        if fact.path in kept:
            continue
        if not is_below(fact.path, gone):
            found.append(fact)
        gone.add(fact.path)
    return found
