"""The format's record: what its documents look like."""

from __future__ import annotations

import pytest

from robotfmt.formats import Carries, Feature
from robotfmt_xrdf import FORMAT


@pytest.mark.parametrize(
    "data",
    [
        b"format: xrdf\n",
        b"# licence\n\nformat : 'xrdf'\n",
        b'"format": "xrdf"\n',
        b'{"format_version": 1.0, "format": "xrdf"}',
        b"a: 1\r\nformat: xrdf\r\n",
        b"\xef\xbb\xbfformat: xrdf\n",
        "\ufeffformat: xrdf\n".encode("utf-16-le"),
        "\ufeffformat: xrdf\n".encode("utf-16-be"),
        b"collision:\n" + b"  a: 1\n" * 10_000 + b"format: xrdf\n",
    ],
)
def test_xrdf_is_recognised(data: bytes) -> None:
    assert FORMAT.sniff(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<robot name='format: xrdf'/>",
        b"# format: xrdf\n",
        b"format: xrdfs\n",
        b"format: urdf\n",
        b"my_format: xrdf\n",
        b"robot_cfg:\n  kinematics: {}\n",
        b"\xff\xfe\x00",
    ],
)
def test_other_documents_are_not_recognised(data: bytes) -> None:
    assert not FORMAT.sniff(data)


def test_xrdf_only_adds_to_other_documents() -> None:
    assert FORMAT.overlay
    assert FORMAT.holds(Feature.LINKS) is Carries.NONE
    assert FORMAT.holds(Feature.PAIR_REASONS) is Carries.PARTIAL
    assert FORMAT.holds(Feature.SPHERES) is Carries.FULL
    assert FORMAT.versions == ("1.0", "2.0")
