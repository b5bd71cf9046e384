"""Zipped COLLADA (.zae): an archive with a manifest that names its main document, opened under limits.

Headers of a zip may be wrong, so a member is read up to one byte beyond its declared size, and no member's name is
ever used as a path. Only the manifest and the requested documents and images are unpacked. COLLADA 1.5 specification,
chapter "Zip archives".
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ..codes import ARCHIVE_DAMAGED, ARCHIVE_MANIFEST, ARCHIVE_UNSAFE, LIMIT
from ..diagnostics import Report
from ..errors import InputError, LimitError, UnsafeInput
from ..limits import Limits
from ..model import Origin
from .xml import nodes as xml

MANIFEST = "manifest.xml"
_ZIP = b"PK\x03\x04"
# The earliest date that ZIP can store. Without the time of writing, equal contents give equal bytes.
_TIMELESS = (1980, 1, 1, 0, 0, 0)
# Small documents may compress very well; only above this size does a high ratio mean a decompression bomb.
_RATIO_FROM = 10_000_000
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
)


def is_archive(data: bytes) -> bool:
    """Return True if bytes are a zip archive."""
    return data.startswith(_ZIP)


def unpacked(data: bytes, name: str, limits: Limits, report: Report) -> bytes:
    """Return the document itself: the main document of an archive, or the data unchanged.

    Raises:
        InputError: As for :func:`main_document`.
    """
    return main_document(data, name, limits, report) if is_archive(data) else data


def main_document(data: bytes, name: str, limits: Limits, report: Report) -> bytes:
    """Return the document that the archive's manifest names; without a usable manifest the first one by name, with a
    warning.

    Raises:
        InputError: The archive is damaged, or contains no document.
        LimitError: The archive unpacks to too much.
        UnsafeInput: A member is encrypted, or its name leaves the archive.
    """
    archive = Archive(data, name, limits)
    return archive.read(archive.main(report))


class Archive:
    """An archive whose members are checked before any of them is unpacked."""

    def __init__(self, data: bytes, name: str, limits: Limits) -> None:
        """Open an archive.

        Raises:
            InputError, LimitError, UnsafeInput: As for :func:`main_document`.
        """
        self.name = name
        self.limits = limits
        self._data = data
        with self._unpacking() as archive:
            self.members = {each.filename: each for each in archive.infolist() if _is_content(each)}
            _check(self.members, len(data), name, limits)

    def read(self, member: str) -> bytes:
        """Return the bytes of a member.

        Raises:
            InputError: The member is damaged.
            LimitError: The member is larger than declared.
        """
        with self._unpacking() as archive:
            return _read(archive, self.members[member], self.name)

    def find(self, path: str) -> bytes | None:
        """Return the bytes of the member at a path, in any spelling of the archive; None if there is none.

        Raises:
            InputError, LimitError: As for :meth:`read`.
        """
        spelt = {posixpath.normpath(each.replace("\\", "/")): each for each in self.members}
        member = spelt.get(posixpath.normpath(path))
        return self.read(member) if member is not None else None

    def main(self, report: Report) -> str:
        """Return the document that the manifest's ``dae_root`` names, else the first .dae or .xml by name."""
        if MANIFEST in self.members:
            named = _root_of(self.read(MANIFEST), f"{self.name}/{MANIFEST}", self.limits, report)
            if named in self.members:
                return named
        documents = sorted(
            each for each in self.members if each.lower().endswith((".dae", ".xml")) and each != MANIFEST
        )
        if not documents:
            message = "the archive contains no COLLADA document"
            raise InputError(ARCHIVE_DAMAGED, message, Origin(self.name))
        message = f"the manifest does not name a document of the archive; reading {documents[0]!a}"
        report.add(ARCHIVE_MANIFEST, message, Origin(self.name))
        return documents[0]

    @contextmanager
    def _unpacking(self) -> Iterator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
                yield archive
        except _BROKEN as error:
            message = f"the archive cannot be unpacked: {error}"
            raise InputError(ARCHIVE_DAMAGED, message, Origin(self.name)) from error


def pack(main: str, documents: Mapping[str, bytes]) -> bytes:
    """Return an archive with documents and a manifest that names the main one; the output is deterministic."""
    buffer = io.BytesIO()
    manifest = f'<?xml version="1.0" encoding="utf-8"?>\n<dae_root>./{main}</dae_root>\n'
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in {MANIFEST: manifest.encode(), **documents}.items():
            info = zipfile.ZipInfo(member, _TIMELESS)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return buffer.getvalue()


def _is_content(member: zipfile.ZipInfo) -> bool:
    return not member.is_dir() and not member.filename.startswith("__MACOSX/")


def _check(members: dict[str, zipfile.ZipInfo], size: int, name: str, limits: Limits) -> None:
    """Refuse an archive that is too large when unpacked, or whose members are encrypted or lead out of it."""
    at = Origin(name)
    if len(members) > limits.zip_members:
        message = f"the archive has {len(members)} members; zip_members allows {limits.zip_members}"
        raise LimitError(LIMIT, message, at)
    total = sum(each.file_size for each in members.values())
    if total > limits.zip_bytes:
        raise LimitError(LIMIT, f"the archive unpacks to {total} bytes; zip_bytes allows {limits.zip_bytes}", at)
    if total > _RATIO_FROM and total > limits.zip_ratio * size:
        raise LimitError(LIMIT, f"the archive unpacks to more than zip_ratio={limits.zip_ratio} allows", at)
    for each in members.values():
        path = each.filename.replace("\\", "/")
        if each.flag_bits & 1:
            raise UnsafeInput(ARCHIVE_UNSAFE, f"the member {path!a} is encrypted", at)
        if path.startswith("/") or ":" in path or ".." in path.split("/"):
            raise UnsafeInput(ARCHIVE_UNSAFE, f"the path of the member {path!a} leaves the archive", at)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    with archive.open(member) as stream:
        data = stream.read(member.file_size + 1)
    if len(data) > member.file_size:
        raise LimitError(LIMIT, f"the member {member.filename!a} is larger than declared", Origin(name))
    return data


def _root_of(manifest: bytes, name: str, limits: Limits, report: Report) -> str:
    root = xml.parse(manifest, name, limits, report)
    elements = [each for each in root.iter() if xml.is_element(each) and xml.local_name(each) == "dae_root"]
    text = (elements[0].text or "").strip() if elements else ""
    return posixpath.normpath(text.partition("#")[0]) if text else ""
