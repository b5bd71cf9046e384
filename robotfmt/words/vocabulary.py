"""What a format has words for: which fields of each record, and where each is in a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ..model.record import Record


class HasWords(Protocol):
    """What has words for fields of a record."""

    @property
    def words(self) -> Mapping[str, str]:
        """The fields, each with the path that has it."""
        ...


Vocabulary: TypeAlias = Mapping[type[Record], tuple[HasWords, ...]]
"""What has the words for the fields of each record; the tables of ``MAPPING.md`` are made of it."""


@dataclass(frozen=True)
class Below:
    """Parts in an element with a tag: only what they have words for."""

    tag: str
    parts: tuple[HasWords, ...]

    @property
    def words(self) -> dict[str, str]:
        """See :class:`HasWords`."""
        found = {field: path for part in self.parts for field, path in part.words.items()}
        return {field: _joined(self.tag, path) for field, path in found.items()}


@dataclass(frozen=True)
class OfAttributes:
    """Parts of a table of keys that are attributes of an element: only what they have words for."""

    parts: tuple[HasWords, ...]

    @property
    def words(self) -> dict[str, str]:
        """See :class:`HasWords`."""
        return {field: f"@{name}" for part in self.parts for field, name in part.words.items()}


@dataclass(frozen=True)
class Known:
    """Words of fields that functions of their own read and write, such as several fields in one element."""

    words: Mapping[str, str]
    """See :class:`HasWords`."""


def _joined(tag: str, path: str) -> str:
    return f"{tag}{path}" if path[:1] in ("", "@") or not tag else f"{tag}/{path}"


def wordless(vocabulary: Vocabulary) -> dict[type[Record], tuple[str, ...]]:
    """Return the fields that have no words, by the records of a vocabulary."""
    found: dict[type[Record], tuple[str, ...]] = {}
    for kind, parts in vocabulary.items():
        known = {field for part in parts for field in part.words}
        found[kind] = tuple(name for name in kind.compared_fields if name not in known)
    return found
