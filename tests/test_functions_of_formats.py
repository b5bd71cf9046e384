"""A format names its functions as strings; what is wrong with one is said when it is called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from robotfmt import formats, read
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.errors import UsageError
from robotfmt.formats import Format, all_formats, find
from robotfmt.model import Link, Robot
from robotfmt.model.record import replace


def sniff(data: bytes) -> bool:
    return False


PLAIN = Format(name="plain", title="Plain", versions=("1",), suffixes=(".plain",), carries={}, sniff=sniff)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("robotfmt_urdf.reader", "expected 'package.module:function'"),
        (":read", "expected 'package.module:function'"),
        ("robotfmt_urdf.reader:", "expected 'package.module:function'"),
        ("robotfmt_urdf.reder:read", "No module named 'robotfmt_urdf.reder'"),
        ("robotfmt_urdf.reader:reed", "robotfmt_urdf.reader has no function 'reed'; did you mean 'read'"),
        ("robotfmt_urdf.document.versions:VERSIONS", "robotfmt_urdf.document.versions has no function 'VERSIONS'"),
    ],
)
def test_a_wrong_place_is_an_error_that_names_format_and_field(place: str, reason: str) -> None:
    format = replace(PLAIN, read=place)
    assert format.read is not None
    with pytest.raises(UsageError) as caught:
        format.read(Source("a.plain", b""), None, Context())
    assert caught.value.code.slug == "format.no-function"
    assert caught.value.diagnostic.message.startswith(f"format 'plain': read='{place}': {reason}")


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("robotfmt_urdf.codes", "expected 'package.module:codes'"),
        ("robotfmt_urdf.code:CODES", "No module named 'robotfmt_urdf.code'"),
        ("robotfmt_urdf.codes:CODE", "robotfmt_urdf.codes has no codes 'CODE'; did you mean 'CODES'"),
    ],
)
def test_a_wrong_place_of_codes_is_an_error(place: str, reason: str) -> None:
    format = replace(PLAIN, codes=place)
    with pytest.raises(UsageError) as caught:
        assert format.codes
    assert caught.value.diagnostic.message.startswith(f"format 'plain': codes='{place}': {reason}")


def test_the_text_of_a_format_does_not_list_its_codes() -> None:
    assert "codes" not in repr(find("urdf")) and find("urdf").codes


@pytest.mark.parametrize(
    ("command", "imported"),
    [
        (["formats"], set()),
        (["explain", "robot.cycle"], set()),
        (["explain", "xrdf.negative-radius"], {"robotfmt_xrdf.codes"}),
    ],
    ids=" ".join,
)
def test_a_light_command_imports_no_codes_but_those_that_it_needs(command: list[str], imported: set[str]) -> None:
    code = (
        "import sys; from robotfmt.cli import main; main(sys.argv[1:]); "
        "print(*[each for each in sys.modules if each.startswith('robotfmt_')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    found = {each for each in done.stderr.split() if each.endswith(".codes")}
    assert found - {"robotfmt_urdf.codes"} == imported  # the versions of URDF report, so they import its codes


def test_a_format_accepts_functions_and_none() -> None:
    def read(source: Source, robot: Robot | None, context: Context) -> Robot:
        return Robot(name=source.name)

    format = replace(PLAIN, read=read)
    assert format.read is read
    assert format.write is None
    assert replace(format, read=None).read is None


def test_a_format_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        PLAIN.read = "a:b"  # type: ignore[misc]


def test_equal_places_make_equal_formats() -> None:
    assert replace(PLAIN, read="a:b") == replace(PLAIN, read="a:b") != replace(PLAIN, read="a:c")
    documents = [each for each in all_formats() if each.name not in ("hyrodyn", "smurfs")]  # read as SMURF is
    assert len({each.read for each in documents}) == len(documents)


def read_anything(source: Source, robot: Robot | None, context: Context) -> Robot:
    return Robot(links=(Link(name="base"),))


def test_a_second_robot_is_refused_also_where_the_format_accepts_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    format = replace(PLAIN, read=read_anything)
    monkeypatch.setattr(formats, "all_formats", lambda: (format,))
    paths = [tmp_path / "one.plain", tmp_path / "two.plain"]
    for path in paths:
        path.write_text("links")
    assert read(paths[0]).links
    with pytest.raises(UsageError) as caught:
        read(*paths)
    assert caught.value.code.slug == "document.second-robot"
    assert "two.plain' describes a second robot" in str(caught.value)
