"""Explain the changes of an adaptation: every changed fact gets a diagnostic under its path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from ..diagnostics import Code, Report
from ..facts.difference import Difference, diff
from ..facts.names import first_name
from ..model import Robot, World
from ..model.record import Record, replace

_W = TypeVar("_W", Robot, World)
_Taken: TypeAlias = tuple[Robot | World, Robot | World, Code]
"""A step that changed something: what was before, what was after, and the code."""
Change: TypeAlias = tuple[Callable[[_W], _W], Code]
"""A change of a robot or a world, and the code that it is reported under."""
Step: TypeAlias = Change[Robot]


def report_changes(before: _W, after: _W, code: Code, report: Report) -> _W:
    """Report every fact that one step of an adaptation has changed, and return the robot after it."""
    if after is not before:
        report.diagnostics += [each.diagnosed(code) for each in diff(before, after)]
    return after


def adapted(whole: _W, steps: Iterable[Change[_W]], report: Report) -> _W:
    """Return the robot or the world after some steps. Every fact that they change together is reported, by the code of
    the last one.

    A change that a later step reverts is not reported.
    """
    before, taken = whole, list[_Taken]()
    for step, code in steps:
        after = step(whole)
        if after is not whole:
            first = taken.pop()[0] if taken and taken[-1][2] is code else whole
            taken.append((first, after, code))
            whole = after
    if taken:
        found = diff(before, whole)
        report.diagnostics += [each.diagnosed(code) for each, code in zip(found, _codes(found, taken), strict=True)]
    return whole


def _codes(found: Sequence[Difference], taken: Sequence[_Taken]) -> Iterator[Code]:
    """Yield the code of each difference: that of the last step that made it.

    Listing all facts after each step takes most of the time of an adaptation. Those of the parts that a step replaced
    are enough, unless a difference is not among theirs: parts without names are numbered.
    """
    last = taken[-1][2]
    if len(taken) == 1:
        yield from (last for _ in found)
        return
    wanted = {each.subject for each in found}
    of_parts = _by_subject(wanted, ((*_replaced(before, after), code) for before, after, code in reversed(taken)))
    codes = [_code(of_parts, each.subject) for each in found]
    if None in codes:
        of_steps = _by_subject(wanted, reversed(taken))
        codes = [_code(of_steps, each.subject) or last for each in found]
    yield from (each or last for each in codes)


def _by_subject(wanted: Collection[str], latest_first: Iterable[_Taken]) -> dict[str, Code]:
    """Return the codes of facts, until those of all that are wanted are known."""
    found: dict[str, Code] = {}
    missing = set(wanted)
    for before, after, code in latest_first:
        changed = {each.subject for each in diff(before, after)}
        found |= {subject: code for subject in changed if subject not in found}
        missing -= changed
        if not missing:
            break
    return found


def _code(codes: dict[str, Code], subject: str) -> Code | None:
    """Return the code of a fact, or of the fact that contains it."""
    while subject and subject not in codes:
        subject = subject.rpartition("/")[0]
    return codes.get(subject)


def _replaced(before: Robot | World, after: Robot | World) -> tuple[Robot | World, Robot | World]:
    """Return two robots or worlds with those of their parts that the other one does not have.

    Parts that were made of one joint are kept together: which of them has its name in the facts depends on all.
    """
    old: dict[str, tuple[Record, ...]] = {}
    new: dict[str, tuple[Record, ...]] = {}
    for name in before.compared_fields:
        one, other = getattr(before, name), getattr(after, name)
        if isinstance(one, tuple) and (one or other) and name != "materials":  # shapes name materials
            common = set(map(id, one)).intersection(map(id, other))
            firsts = {first_name(each) for each in (*one, *other) if id(each) not in common} - {None}
            old[name], new[name] = (_kept(parts, common, firsts) for parts in (one, other))
    return replace(before, **old), replace(after, **new)


def _kept(
    parts: Sequence[Record], common: Collection[int], firsts: Collection[tuple[str, str] | None]
) -> tuple[Record, ...]:
    """Return the parts of a robot that another one does not have, and those with their first names."""
    return tuple(each for each in parts if id(each) not in common or first_name(each) in firsts)
