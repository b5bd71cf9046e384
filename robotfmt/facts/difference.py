"""The differences of two robots by their facts: physical, independent of their documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias, cast

from ..assets.locations import located
from ..diagnostics import Change, Code, Diagnostic, Fate, diagnose
from ..model import Mesh, Origin
from ..model.features import Feature
from ..model.record import Record, replace
from . import Fact, Kind, Path, PlacedMesh, Whole, facts
from .fact import flat
from .phrases import Wording, is_renaming, wording
from .shapes import matched

# A conversion of units loses about 1e-16 of a number, and a nanometre or a nanoradian is far below what a robot can be
# measured to.
TOLERANCE = 1e-9
Tolerance: TypeAlias = float | Callable[[Feature], float]
"""The largest differences of numbers that count as equal, of all features or of each: absolute for small ones,
relative for those above 1.
"""
SameFile: TypeAlias = Callable[[Fact, Fact], bool]
"""Return True if two facts about files are equal: for meshes, the same surface at the same place on their links."""


class Difference(Record, kw_only=False):
    """A fact of one robot only, or with another value in the other one."""

    path: Path
    before: Fact | None
    after: Fact | None
    error: float | None = None
    """The largest difference of two numbers, if numbers differ."""

    @property
    def subject(self) -> str:
        """The path as text, as diagnostics show it."""
        return "/".join(self.path)

    @property
    def fact(self) -> Fact:
        """The fact, in the first robot if it has it."""
        fact = self.before or self.after
        assert fact is not None
        return fact

    @property
    def origin(self) -> Origin | None:
        """The place in the document."""
        return self.fact.origin

    @property
    def is_renaming(self) -> bool:
        """True if only the name of a part differs: the facts below it are compared by themselves."""
        return is_renaming(self.before, self.after)

    def __str__(self) -> str:
        """The difference as text: ``joint 'elbow': upper limit 2.9 -> 2.8 rad``."""
        return str(self.wording)

    @property
    def wording(self) -> Wording:
        """The parts of the difference's description."""
        return wording(self.before, self.after)

    def diagnosed(
        self, code: Code, *, message: str | None = None, where: str = "", fate: Fate | None = None
    ) -> Diagnostic:
        """Return the diagnostic that reports the difference, with its values.

        Args:
            message: By default the description of the difference.
            where: The document, which precedes the message.
            fate: By default the code's own.
        """
        words = self._words(fate or code.fate) if message is None else message
        text = f"{where}{': ' if where else ''}{words}"
        return diagnose(code, text, self.origin, subject=self.subject, fate=fate, change=self.change)

    def reported(self, like: Diagnostic) -> Diagnostic:
        """Return the diagnostic that reports the difference with the code of another one."""
        made = replace(like, message=self._words(like.fate), subject=self.subject, change=self.change, column=None)
        at = self.origin
        return made if at is None else replace(made, file=at.document, line=at.line, path=at.path)

    @property
    def change(self) -> Change:
        """The values before and after, as in the description."""
        words = self.wording
        return Change(words.before, words.after, self.fact.feature.value, self.fact.unit or None)

    def _words(self, fate: Fate | None) -> str:
        words = self.wording
        return words.assumed if fate is Fate.ASSUMED else str(words)


class Differences(list[Difference]):
    """The differences of two robots; printed, they are one line each, and a line with their number."""

    def __str__(self) -> str:
        return "\n".join([*map(str, self), _counted(len(self))])

    def __repr__(self) -> str:
        return f"<{_counted(len(self))}>"


def _counted(number: int) -> str:
    return f"{number or 'no'} difference{'s' * (number > 1)}"


def diff(a: Whole, b: Whole, tolerance: Tolerance = TOLERANCE) -> list[Difference]:
    """Return the physical differences of two robots, or of two worlds.

    Args:
        tolerance: The largest differences of numbers that count as equal.
    """
    return compare(facts(a), facts(b), tolerance)


def compare(
    before: Iterable[Fact],
    after: Iterable[Fact],
    tolerance: Tolerance = TOLERANCE,
    same_file: SameFile | None = None,
) -> list[Difference]:
    """Return the differences of two lists of facts; for removed or added nodes only the topmost."""
    before, after = _apart(list(before), list(after))
    new = {fact.path: fact for fact in after}
    old = {fact.path: fact for fact in before}
    found: list[Difference] = []
    gone: set[Path] = set()
    for fact in before:
        other = new.get(fact.path)
        if other is None:
            if not is_below(fact.path, gone):
                found.append(Difference(fact.path, fact, None))
            gone.add(fact.path)
        elif other is not fact and not same(fact, other, tolerance, same_file or same_reference):
            found.append(Difference(fact.path, fact, other, _error(fact, other)))
    added: set[Path] = set()
    for fact in after:
        if fact.path not in old:
            if not is_below(fact.path, added):
                found.append(Difference(fact.path, None, fact))
            added.add(fact.path)
    return found


def _apart(before: list[Fact], after: list[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Return the facts of each list that the other one does not have: most are those of parts that are in both."""
    common = set(map(id, before)).intersection(map(id, after))
    one, other = ([fact for fact in side if id(fact) not in common] for side in (before, after))
    return one, other


def compare_shapes(
    before: Iterable[Fact],
    after: Iterable[Fact],
    tolerance: Tolerance = TOLERANCE,
    same_file: SameFile | None = None,
) -> list[Difference]:
    """Return the differences of robots of two documents.

    Where one of several shapes of a link is missing, the others are compared with those that they are like.
    """
    before = list(before)
    return compare(before, numbered_alike(after, before, same_file, tolerance), tolerance, same_file)


def numbered_alike(
    found: Iterable[Fact], like: Iterable[Fact], same_file: SameFile | None = None, tolerance: Tolerance = TOLERANCE
) -> list[Fact]:
    """Return the facts of a robot in which shapes have the numbers of those of another robot that they are like."""

    def is_same(one: Fact, other: Fact) -> bool:
        return same(one, other, tolerance, same_file or same_reference)

    return matched(found, like, is_same)


def is_below(path: Path, wholes: Collection[Path]) -> bool:
    """Return True if a fact is below one of some paths."""
    return bool(wholes) and any(path[:length] in wholes for length in range(1, len(path)))


def same(a: Fact, b: Fact, tolerance: Tolerance, same_file: SameFile) -> bool:
    """Return True if two facts with the same path are equal: a cone's length does not equal a cylinder's."""
    if a.kind is not b.kind or a.feature is not b.feature:
        return False
    match a.kind:
        case Kind.NODE:
            return a.present_name == b.present_name
        case Kind.MESH | Kind.FILE:
            return same_file(a, b)
    if a.kind is Kind.EXACT or a.value == b.value:
        return a.value == b.value
    error = _error(a, b)
    return error is not None and error <= within(tolerance, a.feature)


def within(tolerance: Tolerance, feature: Feature) -> float:
    """Return the tolerance for numbers of a feature."""
    return tolerance(feature) if callable(tolerance) else tolerance


def same_reference(a: Fact, b: Fact) -> bool:
    """Compare references without opening files: the same file at the same place."""
    if a.kind is Kind.FILE:
        one_file, other_file = _places(cast(str, a.value), a.origin, cast(str, b.value), b.origin)
        return one_file == other_file
    first, second = cast(PlacedMesh, a.value), cast(PlacedMesh, b.value)
    one, other = first.mesh, second.mesh
    if one is other and first.pose is second.pose and a.origin is b.origin:
        return True
    places = _places(one.source or one.uri, a.origin, other.source or other.uri, b.origin)
    same_part = one.submesh == other.submesh and (one.centered or False) == (other.centered or False)
    same_file = places[0] == places[1] and same_part
    return same_file and same_scale(one, other) and same_pose(first, second)


def same_scale(one: Mesh, other: Mesh) -> bool:
    """Return True if two meshes have the same scale; without one it is 1."""
    return (one.scale or _UNSCALED) == (other.scale or _UNSCALED)


def _places(a: str | None, at: Origin | None, b: str | None, there: Origin | None) -> tuple[str | None, str | None]:
    """Return the targets of two URIs; the URI of a robot that was not read from a document has the target of the
    other one.
    """
    return (a, b) if at is None or there is None else (_place(a, at), _place(b, there))


def _place(uri: str | None, origin: Origin | None) -> str | None:
    path = located(uri, origin.document) if uri is not None and origin is not None else None
    return str(path) if path is not None else uri


def same_pose(a: PlacedMesh, b: PlacedMesh, tolerance: float = TOLERANCE) -> bool:
    """Return True if two meshes are at the same place on their links."""
    one = (*flat(a.pose.xyz if a.pose else 0.0), *flat(a.pose.matrix if a.pose else _ONE))
    other = (*flat(b.pose.xyz if b.pose else 0.0), *flat(b.pose.matrix if b.pose else _ONE))
    return max(abs(x - y) for x, y in zip(_padded(one), _padded(other), strict=True)) <= tolerance


_UNSCALED = (1.0, 1.0, 1.0)
_ONE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _padded(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return (0.0,) * (12 - len(numbers)) + numbers


def _error(a: Fact, b: Fact) -> float | None:
    """Return the largest difference of corresponding numbers; relative if they are above 1."""
    one, other = flat(a.value), flat(b.value)
    if not one or len(one) != len(other):
        return None
    least = max(1.0, *map(abs, one), *map(abs, other)) if a.kind is Kind.TENSOR else 1.0
    return max(abs(x - y) / max(least, abs(x), abs(y)) for x, y in zip(one, other, strict=True))
