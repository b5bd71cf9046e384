"""Zipped COLLADA: which document is the main one, and archives that are not to be trusted."""

from __future__ import annotations

import contextlib
import io
import zipfile

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.archive import main_document
from robotfmt.errors import InputError
from robotfmt.limits import Limits

MANIFEST = '<?xml version="1.0"?><dae_root>{}</dae_root>'


def _zip(members: dict[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return target.getvalue()


def _main(data: bytes, limits: Limits | None = None) -> bytes:
    return main_document(data, "it.zae", limits or Limits(), Report())


def test_the_manifest_names_the_main_document() -> None:
    members: dict[str, bytes | str] = {
        "manifest.xml": MANIFEST.format(" ./scene/b.dae#start "),
        "a.dae": b"a",
        "scene/b.dae": b"b",
    }
    assert _main(_zip(members)) == b"b"


def test_the_only_document_is_the_main_one() -> None:
    assert _main(_zip({"it.DAE": b"a", "__MACOSX/it.dae": b"x", "x.png": b""})) == b"a"


@pytest.mark.parametrize("manifest", [None, "absent.dae", "../a.dae", ""])
def test_without_a_usable_manifest_the_first_document_is_read_and_this_is_reported(manifest: str | None) -> None:
    members: dict[str, bytes | str] = {"b.dae": b"b", "a.dae": b"a"}
    if manifest is not None:
        members["manifest.xml"] = MANIFEST.format(manifest)
    report = Report()
    assert main_document(_zip(members), "it.zae", Limits(), report) == b"a"
    assert [each.code for each in report] == ["archive.manifest"]


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"manifest.xml": "<no", "a.dae": b""},
        {"manifest.xml": '<!DOCTYPE d [<!ENTITY e "a.dae">]><dae_root>&e;</dae_root>', "a.dae": b""},
        {"../a.dae": b""},
        {"/a.dae": b""},
        {"x\\..\\..\\a.dae": b""},
        {"c:a.dae": b""},
    ],
    ids=str,
)
def test_an_archive_without_one_sound_main_document_is_refused(members: dict[str, bytes | str]) -> None:
    with pytest.raises(InputError):
        _main(_zip(members))


@pytest.mark.parametrize(
    "limits",
    [Limits(zip_members=1), Limits(zip_bytes=100), Limits(zip_ratio=10)],
    ids=["members", "bytes", "ratio"],
)
def test_an_archive_beyond_a_limit_is_refused(limits: Limits) -> None:
    bomb = _zip({"a.dae": b"\0" * 11_000_000, "b.png": b""})
    assert len(_main(bomb, Limits(zip_ratio=2000))) == 11_000_000
    with pytest.raises(InputError, match="allows"):
        _main(bomb, limits)


def test_a_false_size_does_not_unpack_more() -> None:
    data = _zip({"a.dae": b"\0" * 100_000})
    lied = data.replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lied != data
    with contextlib.suppress(InputError):  # refusing it is as good
        assert len(_main(lied)) <= 10


def test_encrypted_archives_are_refused() -> None:
    data = bytearray(_zip({"a.dae": b"data"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(InputError, match="encrypted"):
        _main(bytes(data))


@pytest.mark.parametrize("cut", [0, 3, 30, 60])
def test_archives_that_are_cut_are_refused(cut: int) -> None:
    with pytest.raises(InputError):
        _main(_zip({"a.dae": b"data" * 50}, zipfile.ZIP_STORED)[:cut])


def test_a_member_that_is_damaged_is_refused() -> None:
    data = _zip({"a.dae": b"data" * 50}, zipfile.ZIP_STORED).replace(b"datadata", b"dataXata", 1)
    with pytest.raises(InputError):
        _main(data)
