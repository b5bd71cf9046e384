"""Standard input and output as documents, both named ``-``; a file with this name is ``./-``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..assets.files import read_stream, write_files
from ..limits import Limits

STREAM = "-"


class StandardInput(Mapping[str, bytes]):
    """The document on standard input, by its name; it is read on demand, and only once."""

    _read: tuple[object, bytes] | None = None
    """Keep the content of the stream, which several conversions of one call may use."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.mesh_bytes

    def __getitem__(self, name: str) -> bytes:
        if name != STREAM:
            raise KeyError(name)
        read = StandardInput._read
        if read is None or read[0] is not sys.stdin:
            read = StandardInput._read = sys.stdin, read_stream(sys.stdin.buffer, STREAM, self._limit)
        return read[1]

    def __iter__(self) -> Iterator[str]:
        yield STREAM

    def __len__(self) -> int:
        return 1


def is_stream(path: str | Path) -> bool:
    """Return True for standard input or output."""
    return str(path) == STREAM


def put(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files, and those for standard output after all others are in place.

    Raises:
        OutputError: A file cannot be written.
    """
    write_files([(path, data) for path, data in files if not is_stream(path)])
    for path, data in files:
        if is_stream(path):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
