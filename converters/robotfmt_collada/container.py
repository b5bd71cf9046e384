"""The container: a .dae as it is, or a .zae, a zip with a manifest that names its main document.

Headers of a zip may lie, so members are read one byte beyond what they claim, and no member's name is ever used
as a path. COLLADA 1.5 specification, chapter "Zip archives".
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib

from robotfmt.codes import LIMIT
from robotfmt.context import Context, Source
from robotfmt.documents import xml
from robotfmt.errors import InputError, LimitError, UnsafeInput
from robotfmt.limits import Limits
from robotfmt.model import Origin

from .codes import BAD_ARCHIVE, NO_MANIFEST, UNSAFE_MEMBER

MANIFEST = "manifest.xml"
_ZIP = b"PK\x03\x04"
_TIMELESS = (1980, 1, 1, 0, 0, 0)
_RATIO_FROM = 10_000_000


def is_archive(data: bytes) -> bool:
    """Whether the bytes are a zip archive."""
    return data.startswith(_ZIP)


def open_document(source: Source, context: Context) -> Source:
    """The document itself: of an archive its main document, of anything else the source.

    Raises:
        InputError: The archive is damaged, or holds no document.
        LimitError: It unpacks to too much.
        UnsafeInput: A member is encrypted, or its name leads out of the archive.
    """
    if not is_archive(source.data):
        return source
    members = unpack(source, context.limits)
    name = _main_document(source, members, context)
    return Source(source.name, members[name])


def unpack(source: Source, limits: Limits) -> dict[str, bytes]:
    """All members of an archive by name, without what macOS adds."""
    at = Origin(source.name)
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            infos = [info for info in archive.infolist() if _is_content(info)]
            _check(infos, source, limits)
            return {info.filename: _read(archive, info, limits, at) for info in infos}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise InputError(BAD_ARCHIVE, f"the archive cannot be unpacked: {error}", at) from error


def _is_content(info: zipfile.ZipInfo) -> bool:
    return not info.is_dir() and not info.filename.startswith("__MACOSX/")


def _check(infos: list[zipfile.ZipInfo], source: Source, limits: Limits) -> None:
    at = Origin(source.name)
    if len(infos) > limits.zip_members:
        raise LimitError(LIMIT, f"the archive has {len(infos)} members; zip_members allows fewer", at)
    total = sum(info.file_size for info in infos)
    if total > limits.zip_bytes:
        raise LimitError(LIMIT, f"the archive unpacks to {total} bytes; zip_bytes allows fewer", at)
    if total > _RATIO_FROM and total > limits.zip_ratio * len(source.data):
        raise LimitError(LIMIT, f"the archive unpacks to more than zip_ratio={limits.zip_ratio} allows", at)
    for info in infos:
        name = info.filename.replace("\\", "/")
        if info.flag_bits & 1:
            raise UnsafeInput(UNSAFE_MEMBER, f"the member '{name}' is encrypted", at)
        if name.startswith("/") or ":" in name or ".." in name.split("/"):
            raise UnsafeInput(UNSAFE_MEMBER, f"the member '{name}' leads out of the archive", at)


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits, at: Origin) -> bytes:
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise LimitError(LIMIT, f"the member '{info.filename}' is larger than it claims", at)
    return data


def _main_document(source: Source, members: dict[str, bytes], context: Context) -> str:
    """What the manifest's ``dae_root`` names, else the only .dae, else the first."""
    named = _manifest_root(source, members, context)
    if named in members:
        return named
    documents = sorted(
        name for name in members if name.lower().endswith((".dae", ".xml")) and name != MANIFEST
    )
    if not documents:
        raise InputError(BAD_ARCHIVE, "the archive holds no COLLADA document", Origin(source.name))
    message = f"the manifest names no document of the archive; '{documents[0]}' is read"
    context.report.add(NO_MANIFEST, message, Origin(source.name))
    return documents[0]


def _manifest_root(source: Source, members: dict[str, bytes], context: Context) -> str:
    if MANIFEST not in members:
        return ""
    root = xml.parse(members[MANIFEST], f"{source.name}/{MANIFEST}", context.limits, context.report)
    element = root if xml.local_name(root) == "dae_root" else next(root.iter("{*}dae_root"), None)
    text = (element.text or "").strip() if element is not None else ""
    return posixpath.normpath(text.partition("#")[0]) if text else ""


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
