"""How far long work is: on a terminal, in a log, and never where a machine listens."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.cli import console, main
from robotfmt.cli.progress import Progress, duration

ARM = str(FIXTURES / "arm6" / "arm6.urdf")
Capture = pytest.CaptureFixture[str]
SOON = 5.0


class Terminal(io.StringIO):
    """A stream that is shown to people."""

    def isatty(self) -> bool:
        return True


def until(condition: Callable[[], bool]) -> None:
    """Wait for another thread."""
    end = time.monotonic() + SOON
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    assert condition()


def test_a_log_has_lines() -> None:
    log = io.StringIO()
    shown = Progress("fitting spheres", log, seconds=0.01)
    shown("forearm", 1, 4)
    until(lambda: log.getvalue().count("\n") >= 2)
    shown("hand", 4, 4)
    lines = log.getvalue().splitlines()
    assert lines[0] == "fitting spheres: 25 %, forearm, 0 s so far"
    assert "\r" not in log.getvalue()


def test_a_terminal_has_one_line_which_goes_away() -> None:
    terminal = Terminal()
    shown = Progress("fitting spheres", terminal, seconds=0.01)
    shown("forearm", 1, 4)
    until(lambda: "forearm" in terminal.getvalue())
    shown("hand", 4, 4)
    said = terminal.getvalue()
    assert said.startswith("\r\033[Kfitting spheres: 25 %, forearm")
    assert said.endswith("\r\033[K")
    assert "\n" not in said
    time.sleep(0.05)
    assert terminal.getvalue() == said, "what is over is not shown"


def test_the_share_of_all_work_never_falls() -> None:
    shown = Progress("fitting spheres", io.StringIO(), seconds=60)
    shown("forearm", 3, 4)
    assert shown.line(30) == "fitting spheres: 75 %, forearm, 30 s so far, about 10 s left"
    assert shown.line(36, waited=6) == "fitting spheres: 75 %, forearm, 36 s so far, about 4 s left"
    assert shown.line(50, waited=20) == "fitting spheres: 75 %, forearm, 50 s so far"
    shown("samples", 2500, 10000)
    assert shown.line(1) == "sampling poses: 75 %, 1 s so far"
    shown("samples", 8000, 10000)
    assert shown.line(80) == "sampling poses: 80 %, 1 min 20 s so far, about 20 s left"
    shown("hand", 4, 4)
    shown("samples", 1, 4)  # other work
    assert shown.line(1) == "sampling poses: 25 %, 1 s so far"
    shown.stop()


def test_a_message_during_progress_has_a_separate_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    terminal = Terminal()
    shown = Progress("fitting spheres", terminal, seconds=0.01)
    console.print_message("something")
    assert terminal.getvalue() == "", "there is nothing to clear"
    shown("forearm", 1, 4)
    until(lambda: "forearm" in terminal.getvalue())
    shown._seconds = 60
    time.sleep(0.05)
    console.print_message("something")
    assert terminal.getvalue().endswith("25 %, forearm\r\033[K")
    shown.stop()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (125, "2 min 5 s"), (4210, "1 h 10 min")],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words


FIT = ["spheres", "fit", ARM, "--per-link", "1", "--no-clip-base", "--allow", "robot.default-self-collision"]


@pytest.mark.parametrize(
    ("arguments", "is_shown"),
    [
        ([*FIT, "-o", "out.xrdf"], True),
        ([*FIT, "-o", "out.xrdf", "-q"], False),
        ([*FIT, "-o", "out.xrdf", "--json"], False),
        (["check", ARM, "--collisions", "--samples", "3000"], True),
        (["check", ARM, "--collisions", "--samples", "100", "--output-format", "sarif"], False),
        (["check", ARM, "--collisions", "--samples", "100", "--json"], False),
    ],
)
def test_arguments_that_show_progress(
    arguments: list[str], is_shown: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    pytest.importorskip("coal")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("robotfmt.cli.progress._SECONDS_IN_LOG", 0.0005)
    assert main(arguments) == 0
    assert (" %, " in capsys.readouterr().err) is is_shown


def test_compiling_is_named() -> None:
    shown = Progress("fitting spheres", io.StringIO(), 60)
    shown("compiling", 0, 11)
    shown.stop()
    assert shown.line(10) == "compiling for this computer, once: 0 %, 10 s so far"


SETUP = ["setup", ARM, "--for", "pyroki", "--samples", "100", "--out-dir", "made"]


@pytest.mark.slow
@pytest.mark.usefixtures("shared_fits")
@pytest.mark.parametrize(
    "arguments",
    [
        [*FIT, "-o", "out.xrdf"],
        ["convert", ARM, "out.xrdf", "--budget", "30", "--allow", "robot.default-self-collision"],
        ["srdf", ARM, "-o", "out.srdf", "--samples", "100"],
        ["xrdf", ARM, "-o", "out.xrdf", "--samples", "100"],  # whose links are fitted several times
        SETUP,
    ],
    ids=lambda each: each[0],
)
def test_the_bar_of_a_command_never_goes_back_and_ends_at_the_whole(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given: list[float] = []
    lines: list[int] = []

    def note(self: Progress, what: str, done: int, total: int) -> None:
        record(self, what, done, total)
        given.append(done / total)
        lines.append(int(self.line(0).split(": ")[1].split(" %")[0]))

    record = Progress.__call__
    monkeypatch.setattr(Progress, "__call__", note)
    assert main(arguments) == 0
    assert len(set(given)) > 3
    assert given == sorted(given)
    assert lines == sorted(lines)
    assert (given[-1], lines[-1], given.count(1.0)) == (1.0, 100, 1)
