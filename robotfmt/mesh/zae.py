"""The main document of a zipped COLLADA file (.zae), under limits; nothing else in it is unpacked."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib

from ..diagnostics import Report
from ..documents import xml
from ..errors import RobotfmtError
from ..limits import MEGABYTE, Limits
from .problems import check_limit, refuse

_FREE = 10 * MEGABYTE
"""Up to here the ratio does not matter."""
_MANIFEST = "manifest.xml"
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


def main_document(data: bytes, name: str, limits: Limits) -> bytes:
    """The document that the archive's manifest names, or else its only .dae file.

    Raises:
        MeshError: The archive is broken, encrypted, beyond a limit, or names files outside itself.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            _check(members, len(data), name, limits)
            return _read(archive, _main(archive, members, name, limits), name, limits)
    except _BROKEN as error:
        refuse(name, f"its archive is broken: {error}")


def _check(members: list[zipfile.ZipInfo], size: int, name: str, limits: Limits) -> None:
    check_limit(len(members), limits.zip_members, "members", "zip_members", name)
    total = sum(member.file_size for member in members)
    check_limit(total, limits.zip_bytes, "bytes unpacked", "zip_bytes", name)
    if total > _FREE:
        check_limit(total // max(size, 1), limits.zip_ratio, "bytes for each packed one", "zip_ratio", name)
    for member in members:
        path = member.filename.replace("\\", "/")
        if path.startswith("/") or ":" in path or ".." in path.split("/"):
            refuse(name, f"a member is called {ascii(member.filename)[:60]}, which leads out of the archive")
        if member.flag_bits & 1:
            refuse(name, "its members are encrypted")


def _main(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], name: str, limits: Limits
) -> zipfile.ZipInfo:
    by_name = {member.filename: member for member in members}
    if _MANIFEST in by_name:
        wanted = _root_of(_read(archive, by_name[_MANIFEST], name, limits), name, limits)
        if wanted not in by_name:
            refuse(name, f"its manifest names {ascii(wanted)[:60]}, which it does not have")
        return by_name[wanted]
    documents = [
        member
        for member in members
        if member.filename.lower().endswith(".dae") and "__MACOSX" not in member.filename
    ]
    if len(documents) != 1:
        refuse(name, f"it has no manifest and {len(documents)} COLLADA documents")
    return documents[0]


def _root_of(manifest: bytes, name: str, limits: Limits) -> str:
    try:
        root = xml.parse(manifest, name, limits, Report())
    except RobotfmtError as error:
        refuse(name, f"its manifest is broken: {error.diagnostic.message}")
    elements = [node for node in root.iter() if xml.is_element(node) and xml.local_name(node) == "dae_root"]
    text = (elements[0].text or "").strip() if elements else ""
    return posixpath.normpath(text.partition("#")[0])


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, limits: Limits) -> bytes:
    with archive.open(member) as stream:
        data = stream.read(limits.zip_bytes + 1)
    check_limit(len(data), limits.zip_bytes, "bytes unpacked", "zip_bytes", name)
    return data
