"""Zipped COLLADA (.zae): an archive with a manifest that names its main document, opened under limits.

Headers of a zip may lie, so a member is read one byte beyond what it claims, and no member's name is ever used as
a path. Nothing is unpacked but the manifest, the main document, and the images that it refers to. COLLADA 1.5
specification, chapter "Zip archives".
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from ..codes import ARCHIVE_DAMAGED, ARCHIVE_MANIFEST, ARCHIVE_UNSAFE, LIMIT
from ..diagnostics import Report
from ..errors import InputError, LimitError, UnsafeInput
from ..limits import Limits
from ..model import Origin
from . import xml

MANIFEST = "manifest.xml"
_ZIP = b"PK\x03\x04"
_TIMELESS = (1980, 1, 1, 0, 0, 0)
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


def unpacked(data: bytes, name: str, limits: Limits, report: Report) -> bytes:
    """The document itself: of an archive its main document, of anything else the data.

    Raises:
        InputError: As of :func:`main_document`.
    """
    return main_document(data, name, limits, report) if is_archive(data) else data


def main_document(data: bytes, name: str, limits: Limits, report: Report) -> bytes:
    """The document that the archive's manifest names; without a usable manifest the first one by name, with a warning.

    Raises:
        InputError: The archive is damaged, or holds no document.
        LimitError: It unpacks to too much.
        UnsafeInput: A member is encrypted, or its name leads out of the archive.
    """
    with _opened(data, name, limits) as (archive, members):
        return _read(archive, members[_main(archive, members, name, limits, report)], name)


def main_name(data: bytes, name: str, limits: Limits) -> str:
    """What the main document is called inside the archive.

    Raises:
        InputError, LimitError, UnsafeInput: As of :func:`main_document`.
    """
    with _opened(data, name, limits) as (archive, members):
        return _main(archive, members, name, limits, Report())


def member(data: bytes, path: str, name: str, limits: Limits) -> bytes | None:
    """What lies at a path of the archive; None where nothing does.

    Raises:
        InputError, LimitError, UnsafeInput: As of :func:`main_document`.
    """
    with _opened(data, name, limits) as (archive, members):
        found = {posixpath.normpath(key.replace("\\", "/")): each for key, each in members.items()}.get(path)
        return _read(archive, found, name) if found is not None else None


@contextmanager
def _opened(
    data: bytes, name: str, limits: Limits
) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {each.filename: each for each in archive.infolist() if _is_content(each)}
            _check(members, len(data), name, limits)
            yield archive, members
    except _BROKEN as error:
        raise InputError(ARCHIVE_DAMAGED, f"the archive cannot be unpacked: {error}", Origin(name)) from error


def is_archive(data: bytes) -> bool:
    """Whether it is one, by its first bytes."""
    return data.startswith(_ZIP)


def pack(name: str, document: bytes) -> bytes:
    """An archive with a document and a manifest: the same bytes for the same document."""
    buffer = io.BytesIO()
    manifest = f'<?xml version="1.0" encoding="utf-8"?>\n<dae_root>./{name}</dae_root>\n'
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in ((MANIFEST, manifest.encode()), (name, document)):
            info = zipfile.ZipInfo(member, _TIMELESS)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return buffer.getvalue()


def _is_content(member: zipfile.ZipInfo) -> bool:
    return not member.is_dir() and not member.filename.startswith("__MACOSX/")


def _check(members: dict[str, zipfile.ZipInfo], size: int, name: str, limits: Limits) -> None:
    at = Origin(name)
    if len(members) > limits.zip_members:
        message = f"the archive has {len(members)} members; zip_members allows {limits.zip_members}"
        raise LimitError(LIMIT, message, at)
    total = sum(each.file_size for each in members.values())
    if total > limits.zip_bytes:
        raise LimitError(
            LIMIT, f"the archive unpacks to {total} bytes; zip_bytes allows {limits.zip_bytes}", at
        )
    if total > _RATIO_FROM and total > limits.zip_ratio * size:
        raise LimitError(LIMIT, f"the archive unpacks to more than zip_ratio={limits.zip_ratio} allows", at)
    for each in members.values():
        path = each.filename.replace("\\", "/")
        if each.flag_bits & 1:
            raise UnsafeInput(ARCHIVE_UNSAFE, f"the member {path!a} is encrypted", at)
        if path.startswith("/") or ":" in path or ".." in path.split("/"):
            raise UnsafeInput(ARCHIVE_UNSAFE, f"the member {path!a} leads out of the archive", at)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    with archive.open(member) as stream:
        data = stream.read(member.file_size + 1)
    if len(data) > member.file_size:
        raise LimitError(LIMIT, f"the member {member.filename!a} is larger than it claims", Origin(name))
    return data


def _main(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], name: str, limits: Limits, report: Report
) -> str:
    """What the manifest's ``dae_root`` names, else the first .dae."""
    if MANIFEST in members:
        manifest = _read(archive, members[MANIFEST], name)
        named = _root_of(manifest, f"{name}/{MANIFEST}", limits, report)
        if named in members:
            return named
    documents = sorted(
        each for each in members if each.lower().endswith((".dae", ".xml")) and each != MANIFEST
    )
    if not documents:
        raise InputError(ARCHIVE_DAMAGED, "the archive holds no COLLADA document", Origin(name))
    message = f"the manifest names no document of the archive; {documents[0]!a} is read"
    report.add(ARCHIVE_MANIFEST, message, Origin(name))
    return documents[0]


def _root_of(manifest: bytes, name: str, limits: Limits, report: Report) -> str:
    root = xml.parse(manifest, name, limits, report)
    elements = [each for each in root.iter() if xml.is_element(each) and xml.local_name(each) == "dae_root"]
    text = (elements[0].text or "").strip() if elements else ""
    return posixpath.normpath(text.partition("#")[0]) if text else ""
