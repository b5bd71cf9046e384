"""Remove unrecognised content with the part of the document that it is in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Extension, Origin, Robot
from ..model.record import replace
from .marks import keys_in, marks_in


def without_orphans(before: Robot, after: Robot) -> Robot:
    """Return the robot without extensions of removed nodes, such as a joint value of a state or the limits of a joint.

    Args:
        before: The marked robot before an operation.
        after: The marked robot after it.
    """
    if not after.extensions:
        return after
    there = set(keys_in(after))
    homes = _homes(before)
    kept = tuple(each for each in after.extensions if there.intersection(_home(each, homes) or there))
    return after if len(kept) == len(after.extensions) else replace(after, extensions=kept)


def _homes(robot: Robot) -> dict[tuple[str, str], list[int]]:
    """Return the keys of the nodes that were read from each element or key of each document."""
    found: dict[tuple[str, str], list[int]] = {}
    for mark in marks_in(robot):
        if mark.original is not None and not isinstance(mark.node, Extension | Robot):
            found.setdefault((mark.original.document, mark.original.path), []).append(mark.key)
    return found


def _home(extension: Extension, homes: dict[tuple[str, str], list[int]]) -> list[int]:
    """Return the nodes read from the innermost element around an extension that any node was read from."""
    origin = extension.origin
    if origin is None:
        return []
    return next((homes[way] for way in _ways(origin) if way in homes), [])


def _ways(origin: Origin) -> Iterable[tuple[str, str]]:
    """Return a path in a document, and all paths above it."""

    def above(path: str) -> Iterator[tuple[str, str]]:
        while path:
            yield origin.document, path
            path = path.rpartition("/")[0]

    return above(origin.path)
