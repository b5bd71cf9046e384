"""README and the pages of docs say what is true: their sessions, tables, commands and links."""

from __future__ import annotations

import argparse
import importlib.util
import re
import shlex
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from robotfmt.cli import main, parser
from robotfmt.cli.formats import feature_table
from robotfmt.cli.parsing import Parser
from robotfmt.diagnostics import Fate

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "robotfmt" / "SKILL.md",
        *sorted((ROOT / "docs").glob("*.md")),
    )
}
LONGEST_README = 150
ROBOTS = Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "share" / "example-robot-data" / "robots"


def sessions(page: str) -> Iterator[tuple[str, str]]:
    """Every command that a page shows with its output, and that output."""
    for block in re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL):
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = entry.partition("\n")
            yield command, output.rstrip()


FINDING = ("check", "diff", "resolve")
"""Verbs that end with 1 if they find something."""
FOUND = re.compile(r"^error\[|\b[1-9]\d* (?:differences?|not found)", re.MULTILINE)


def is_shown(output: str, printed: str, mask: Callable[[str], str]) -> bool:
    """Return True if a page shows what is printed, or, with ``...`` for the rest, some of its lines in order."""
    if "\n...\n" not in f"\n{output}\n":
        return mask(output) == mask(printed)
    rest = map(mask, printed.splitlines())
    return all(mask(line) in rest for line in output.splitlines() if line != "...")


NUMBERED = {"spheres", "xrdf", "--collisions"}
"""Verbs and options whose numbers depend on the machine."""


def masked(text: str) -> str:
    """Numbers of spheres depend on the last bits of the machine's arithmetic."""
    return re.sub(r"[\d. ]+", "#", text)


def _pybullet_data() -> Path:
    """Return the folder of pybullet's robots; skip the test if they are not installed."""
    found = importlib.util.find_spec("pybullet_data")
    if found is None or found.origin is None:
        pytest.skip("pybullet is not installed: it has no wheels for this Python or system")
    return Path(found.origin).parent


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("shared_fits")
@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if "```console" in page])
def test_the_sessions_are_real(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from joblib import parallel_config  # type: ignore[import-untyped]

    if "robots/" in PAGES[name] and not ROBOTS.is_dir():
        pytest.skip("example-robot-data is not installed")
    if "pybullet_data/" in PAGES[name]:
        (tmp_path / "pybullet_data").symlink_to(_pybullet_data())
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    (tmp_path / "robots").symlink_to(ROBOTS)
    monkeypatch.chdir(tmp_path)
    for command, output in sessions(PAGES[name]):
        program, *arguments = shlex.split(command)
        assert program == "robotfmt"
        with parallel_config(backend="sequential"):  # in this process, where few moves are enough
            code = main(arguments)
        printed = capsys.readouterr()
        whole = (printed.out + printed.err).rstrip()
        finds = arguments[0] in FINDING and FOUND.search(whole) is not None
        assert code == int(finds or "nothing was written" in whole), command
        assert is_shown(output, whole, masked if NUMBERED.intersection(arguments) else str), command


def test_the_table_of_features_is_the_one_that_is_made() -> None:
    assert feature_table() in PAGES["docs/formats.md"]


def verbs_of(whole: Parser) -> Iterator[tuple[str, Parser]]:
    """The verbs with their parsers, without those within others."""
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def test_the_skill_is_printed_and_short(capsys: pytest.CaptureFixture[str]) -> None:
    """Its sessions are run with those of the other pages."""
    assert main(["--skill"]) == 0
    text = capsys.readouterr().out
    assert text == PAGES["robotfmt/SKILL.md"]
    assert text.startswith("---\nname: robotfmt\ndescription: ")
    assert text.count("\n") <= 120


def test_the_options_of_the_skill_exist() -> None:
    verbs = {name: set(each.names) for name, each in verbs_of(parser())}
    known = set().union(*verbs.values())
    text = PAGES["robotfmt/SKILL.md"]
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= known
    for command in re.findall(r"`robotfmt ([a-z][^`]*)`", text):
        verb, *rest = command.split()
        assert verb in verbs, command
        assert {each for each in rest if each.startswith("--")} <= verbs[verb], command


def test_the_fates_of_the_skill_are_those_of_reports() -> None:
    section = PAGES["robotfmt/SKILL.md"].partition("## Fates")[2].partition("## Python")[0]
    named = {name for row in re.findall(r"^\| ([a-z, -]+) \|", section, re.MULTILINE) for name in row.split(", ")}
    assert named - {"fate", "kept"} == {each.value for each in Fate} - {"changed", "removed", "cosmetic"}


def test_the_readme_is_short() -> None:
    assert README.count("\n") < LONGEST_README


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    found = re.findall(r"\]\((?!https?:)([^)#]+)", re.sub(r"```.*?```", "", PAGES[name], flags=re.DOTALL))
    home = (ROOT / name).parent
    assert not [link for link in found if not (home / link).exists()]


def test_the_command_for_the_tests_is_what_the_machine_runs() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", README, flags=re.DOTALL)
    assert commands[1] in PAGES["CONTRIBUTING.md"]
    assert len(commands) == 2
    assert all("\n" not in each for each in commands)
    run = ROOT / ".ci" / "run"
    if run.exists():
        assert run.read_text(encoding="utf-8").splitlines()[-1] == commands[1]
