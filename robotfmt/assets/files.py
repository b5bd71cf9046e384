"""Read a whole file under a size limit, write files atomically, and find whether files have changed since they were
opened.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, KeysView
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ..codes import (
    COMPRESSED,
    EMPTY_FILE,
    HTML_PAGE,
    LFS_POINTER,
    LIMIT,
    MISSING_FILE,
    NOT_A_FILE,
    OUTPUT_EXISTS,
    OUTPUT_FAILED,
    OUTPUT_IS_INPUT,
    OUTPUT_TWICE,
    UNREADABLE_FILE,
)
from ..diagnostics import Code
from ..errors import InputError, LimitError, OutputError
from ..model import Origin

if TYPE_CHECKING:
    from typing import BinaryIO


# Files

TEMPORARY = ".robotfmt-"
"""The prefix of the names of unfinished files."""
GZIPPED = frozenset({".wrl", ".vrml", ".iv"})
"""The suffixes of meshes that may be compressed with gzip."""
_LFS = b"version https://git-lfs.github.com/spec/"


def read_bytes(path: str, limit: int) -> bytes:
    """Return the whole content of a regular file.

    Raises:
        InputError: The file does not exist, is not a regular file, cannot be read, or is obviously something else.
        LimitError: The file has more bytes than the limit allows.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError as error:
        raise InputError(MISSING_FILE, "the file does not exist", Origin(path)) from error
    except (OSError, ValueError) as error:
        raise InputError(UNREADABLE_FILE, f"the file cannot be read: {error}", Origin(path)) from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise InputError(NOT_A_FILE, "the path is a folder, a pipe or a device, not a file", Origin(path))
        if status.st_size > limit:
            message = f"the file has {status.st_size} bytes; mesh_bytes allows {limit}"
            raise LimitError(LIMIT, message, Origin(path))
        data = _content(descriptor, status.st_size, limit)
    finally:
        os.close(descriptor)
    _refuse_wrong_content(path, data)
    return data


def read_stream(stream: BinaryIO, name: str, limit: int) -> bytes:
    """Return the whole content of a stream, such as standard input.

    Raises:
        InputError: The stream is empty, or obviously not a document.
        LimitError: The stream has more bytes than the limit allows.
    """
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise LimitError(LIMIT, f"the file has more than {limit} bytes, the limit mesh_bytes", Origin(name))
    _refuse_wrong_content(name, data)
    return data


def _content(descriptor: int, size: int, limit: int) -> bytes:
    """Return the content of an open file, even if it has grown; reading stops one byte beyond the limit."""
    parts = [os.read(descriptor, size + 1)]
    count = len(parts[0])
    while parts[-1] and count <= limit and not (len(parts) == 1 and count == size):
        parts.append(os.read(descriptor, limit + 1 - count))
        count += len(parts[-1])
    return b"".join(parts)


def _refuse_wrong_content(path: str, data: bytes) -> None:
    start = data[:64].lstrip().lower()
    found: tuple[Code, str] | None = None
    if not data:
        found = EMPTY_FILE, "the file is empty"
    elif data.startswith(_LFS):
        found = LFS_POINTER, "the file is a git-lfs pointer, not the file itself"
    elif start.startswith((b"<!doctype html", b"<html")):
        found = HTML_PAGE, "the file is a web page"
    elif data.startswith(b"\x1f\x8b") and Path(path).suffix.lower() not in GZIPPED:
        found = COMPRESSED, "the file is compressed with gzip"
    if found is not None:
        raise InputError(found[0], found[1], Origin(path))


def is_file(path: Path | str) -> bool:
    """Return True if a file exists; False also for names that the system rejects (too long, forbidden)."""
    return os.path.isfile(path)  # noqa: PTH113 - thousands are asked for by their names alone


def is_folder(path: Path) -> bool:
    """Return True if a folder exists, as for :func:`is_file`."""
    return os.path.isdir(path)  # noqa: PTH112


def check_outputs(paths: Iterable[Path], inputs: Iterable[str], overwrite: bool) -> None:
    """Refuse outputs that exist, that are inputs, or that have the same path.

    Raises:
        OutputError: An output is refused.
    """
    sources = [Path(path).stat() for path in inputs if Path(path).exists()]
    seen: set[str] = set()
    for path in paths:
        key = os.path.normcase(os.path.realpath(path))
        if key in seen:
            raise OutputError(OUTPUT_TWICE, f"'{path}' would be written twice", Origin(str(path)))
        seen.add(key)
        if overwrite or not path.exists():
            continue
        if any(os.path.samestat(path.stat(), source) for source in sources):
            raise OutputError(OUTPUT_IS_INPUT, f"'{path}' is one of the inputs", Origin(str(path)))
        raise OutputError(OUTPUT_EXISTS, f"'{path}' already exists", Origin(str(path)))


def holds(path: Path, data: bytes) -> bool:
    """Return True if a file exists and has exactly this content."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def write_files(files: list[tuple[Path, bytes]]) -> None:
    """Write several files, ending with the document that the others belong to.

    Each file goes to a temporary file in its folder first; only when all are on disk are they renamed. On any failure
    the files created by this call are removed.

    Raises:
        OutputError: A file cannot be written.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for path, data in files:
            destination = Path(os.path.realpath(path))
            destination.parent.mkdir(parents=True, exist_ok=True)
            staged.append((_stage(destination, data), destination))
        for temporary, destination in staged:
            temporary.replace(destination)
    except OSError as error:
        message = f"'{error.filename or files[-1][0]}' cannot be written: {error.strerror or error}"
        raise OutputError(OUTPUT_FAILED, message, Origin(str(files[-1][0]))) from error
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def _stage(destination: Path, data: bytes) -> Path:
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=TEMPORARY, dir=destination.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(destination))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _mode(destination: Path) -> int:
    """Return the mode of the file that is replaced, or the default of a new file."""
    try:
        return stat.S_IMODE(destination.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


# Whether files have changed

Stamp: TypeAlias = tuple[int, int] | None
"""The time of the last change of a file in nanoseconds, and its size; None for a file that does not exist."""


class Stamps:
    """The states of files when they were opened, or were not found."""

    def __init__(self) -> None:
        self._known: dict[str, Stamp] = {}

    def note(self, *paths: object) -> None:
        """Note the present state of files, if they are not known yet."""
        for path in map(str, paths):
            if path not in self._known:
                self._known[path] = _stamp(path)

    def are_old(self) -> bool:
        """Return True if a file has changed, has disappeared, or exists now."""
        return any(_stamp(path) != stamp for path, stamp in self._known.items())

    @property
    def paths(self) -> KeysView[str]:
        """The files."""
        return self._known.keys()

    def copy(self) -> Stamps:
        """Return the same states, independent of these."""
        made = Stamps()
        made._known = self._known.copy()
        return made


def _stamp(path: str) -> Stamp:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
