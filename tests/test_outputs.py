"""Which format each output of a conversion is written in."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.cli import main
from robotfmt.errors import UsageError
from robotfmt.hub.outputs import outputs_of
from robotfmt.settings import Settings

ARM = FIXTURES / "arm6" / "arm6.urdf"


def chosen(to: str | None, *paths: str, **options: str) -> list[tuple[str, str]]:
    given = {name.replace("_", "."): value for name, value in options.items()}
    return [(each.format.name, each.version) for each in outputs_of(paths, Settings(target_format=to, options=given))]


@pytest.mark.parametrize(
    ("to", "paths", "expected"),
    [
        (None, ["r.urdf", "r.srdf"], [("urdf", ""), ("srdf", "")]),
        ("urdf@1.0", ["r.urdf", "r.srdf"], [("urdf", "1.0"), ("srdf", "")]),
        ("urdf@1.1", ["a.urdf", "b.urdf", "c.dae"], [("urdf", "1.1"), ("urdf", "1.1"), ("collada", "")]),
        ("urdf@1.2", ["r.robot", "r.dae"], [("urdf", "1.2"), ("collada", "")]),
        ("xrdf@2.0", ["r"], [("xrdf", "2.0")]),
        ("curobo@2", ["r.yml"], [("curobo", "2")]),
    ],
)
def test_the_name_of_an_output_decides_its_format_before_to(
    to: str | None, paths: list[str], expected: list[tuple[str, str]]
) -> None:
    assert chosen(to, *paths) == expected


@pytest.mark.parametrize("paths", [["r.srdf"], ["r.srdf", "r.dae"]])
def test_a_format_that_fits_no_output_is_refused(paths: list[str]) -> None:
    with pytest.raises(UsageError, match=r"--to urdf@1\.0 matches none of the outputs: 'r\.srdf' \(srdf\)") as caught:
        chosen("urdf@1.0", *paths)
    assert caught.value.diagnostic.help == "Name an output with .urdf, or remove --to."


def test_an_option_concerns_the_outputs_of_its_format() -> None:
    assert chosen(None, "r.urdf", "r.xrdf", urdf_version="1.1") == [("urdf", "1.1"), ("xrdf", "")]
    with pytest.raises(UsageError, match=r"urdf\.version cannot be '3'; choose from 1\.0, 1\.1, 1\.2"):
        chosen(None, "r.urdf", urdf_version="3")


def test_each_output_has_its_own_format(tmp_path: Path) -> None:
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    assert main(["convert", str(ARM), "-o", str(urdf), "-o", str(srdf), "--to", "urdf@1.0", "-q"]) == 0
    assert b"<link" in urdf.read_bytes()
    assert b"<link" not in srdf.read_bytes()
    assert main(["convert", str(ARM), "-o", str(srdf), "--to", "urdf@1.0", "--overwrite"]) == 2


def test_the_version_can_be_an_option_on_the_command_line(tmp_path: Path) -> None:
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    assert main(["convert", str(ARM), "-o", str(urdf), "-o", str(srdf), "-O", "urdf.version=1.1", "-q"]) == 0
    assert 'version="1.1"' in urdf.read_text(encoding="utf-8")
