"""The help of verbs: their own options, the general ones folded, and all of them on request."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from robotfmt.cli import main, parser
from robotfmt.cli.helping import FOLDED, help_of

Capture = pytest.CaptureFixture[str]


def _verbs(it: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in it._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield each
                yield from _verbs(each)


VERBS = {each.prog: each for each in _verbs(parser())}


def _names(verb: argparse.ArgumentParser) -> list[str]:
    actions = [each for each in verb._actions if each.help is not argparse.SUPPRESS and each.option_strings]
    return [next((it for it in each.option_strings if it.startswith("--")), each.option_strings[0]) for each in actions]


@pytest.mark.parametrize("name", VERBS)
def test_every_option_is_named_and_general_ones_are_not_described(name: str) -> None:
    text = help_of(VERBS[name])
    assert all(each in text for each in _names(VERBS[name]))
    for group in VERBS[name]._action_groups:
        assert (f"\n{group.title}:\n" in text) == (bool(group._group_actions) and group.title not in FOLDED)


@pytest.mark.parametrize("name", VERBS)
def test_help_begins_with_one_line_of_usage(name: str) -> None:
    first, second = help_of(VERBS[name]).split("\n")[:2]
    assert first.startswith(f"usage: {name} [OPTIONS]")
    assert second == ""


@pytest.mark.parametrize("name", ["robotfmt xrdf", "robotfmt srdf", "robotfmt edit"])
def test_the_options_of_a_verb_come_before_those_of_conversions(name: str) -> None:
    text = help_of(VERBS[name], ())
    own = "operations:" if name.endswith("edit") else "planning:"
    assert 0 < text.index(own) < text.index("writing:") < text.index("reading:")


def test_help_all_describes_every_option(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["xrdf", "--help", "all"])
    whole = capsys.readouterr().out
    assert "more options" not in whole
    assert "folder to search for packages" in whole
    with pytest.raises(SystemExit):
        main(["xrdf", "--help"])
    short = capsys.readouterr().out
    assert "folder to search for packages" not in short
    assert len(short.splitlines()) < 0.65 * len(whole.splitlines())


def test_help_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    body = help_of(VERBS["robotfmt check"]).partition("\nexamples:")[0]
    assert max(map(len, body.splitlines())) <= 60


def test_an_option_is_given_by_its_whole_name(capsys: Capture) -> None:
    assert main(["check", "arm.urdf", "--mesh"]) == 2
    assert "has no option '--mesh'" in capsys.readouterr().err
