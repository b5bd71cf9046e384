"""The examples of the documentation run, and print what they say that they print."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import robotfmt

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
PLANNING = ("fit_spheres", "plan_with_it")
MARK = "# It prints:\n#\n"


def promised(text: str) -> str:
    """What an example says that it prints: the comment at its end."""
    return re.sub(r"^#     ", "", text.partition(MARK)[2], flags=re.MULTILINE)


def masked(text: str) -> str:
    """Numbers of spheres depend on the last bits of the machine's arithmetic."""
    return re.sub(r"\d+(\.\d+)?", "#", text)


def marks(path: Path) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.slow,) if path.stem in PLANNING else ()


@pytest.mark.parametrize("path", [pytest.param(each, id=each.stem, marks=marks(each)) for each in EXAMPLES])
def test_an_example_prints_what_it_promises(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if path.stem in PLANNING:
        pytest.importorskip("coal")
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    expected = promised(path.read_text(encoding="utf-8"))
    assert expected
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out
    assert (masked(printed) == masked(expected)) if path.stem == "fit_spheres" else (printed == expected)


def test_the_page_about_python_begins_with_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    program, output = re.findall(r"^```(?:python)?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[:2]
    exec(compile(program, "python.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_the_page_about_python_names_every_example() -> None:
    assert len(EXAMPLES) >= 6
    assert {path.stem for path in EXAMPLES} == set(re.findall(r"\(examples/(\w+)\.py\)", PAGE))


def test_the_page_about_python_names_what_there_is() -> None:
    table = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert len(table) >= 10
    for line in table:
        first, second = line.split("|")[1:3]
        packages = re.findall(r"`robotfmt\.(\w+)`", first)
        home = getattr(robotfmt, packages[0]) if packages else robotfmt
        assert all(name in dir(robotfmt) for name in packages)
        names = re.findall(r"`(\w+)`", second) if packages else re.findall(r"`(\w+)`", first)
        assert all(hasattr(home, name) for name in names), line
