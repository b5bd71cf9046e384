"""The viewer from the command line: it is stopped as a user stops it."""

from __future__ import annotations

import json
import os
import signal
import sys
import urllib.request
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from visits import arm, plain_page

from robotfmt.cli import main
from robotfmt.viewer.server import Site

Capture = pytest.CaptureFixture[str]
HAND = {"hand": [[0, 0, 0, 0.06]]}


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("robotfmt.viewer.page")
    module.make_page = plain_page  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "robotfmt.viewer.page", module)


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """A shell that runs the tests in the background has them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def stop() -> None:
    """What Ctrl-C does."""
    os.kill(os.getpid(), signal.SIGINT)


def run(*arguments: object) -> int:
    """Run the command line in this process."""
    try:
        return main(["view", *map(str, arguments)])
    except SystemExit as stop:  # argparse
        return int(stop.code or 0)


class Browser:
    """Opens the page, saves spheres, and lets the user press Ctrl-C."""

    def __init__(self) -> None:
        self.url = self.shown = ""
        self.text = ""
        self.answer: Any = None

    def open(self, url: str) -> bool:
        """What ``webbrowser.open`` does."""
        self.url = url
        Thread(target=self._visit).start()
        return True

    def _visit(self) -> None:
        try:
            with urllib.request.urlopen(self.url, timeout=10) as answer:
                self.text = answer.read().decode()
                self.shown = answer.url
            address, token = self.shown.split("/?token=")
            headers = {"X-Robotfmt-Token": token, "Content-Type": "application/json", "Origin": address}
            data = json.dumps({"robot": 0, "spheres": HAND}).encode()
            asked = urllib.request.Request(address + "/save", data, headers)
            with urllib.request.urlopen(asked, timeout=10) as answer:
                self.answer = json.load(answer)
        finally:
            stop()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    found = Browser()
    monkeypatch.setattr(webbrowser, "open", found.open)
    return found


def test_view_and_save(tmp_path: Path, browser: Browser, capsys: Capture) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    assert run(*documents, "--pose", "j1=30deg") == 0
    assert '"pose": [{"j1": [[0.5235987755982988]]}]' in browser.text
    assert browser.answer["saved"] == "arm.xrdf"
    (found,) = browser.answer["text"]  # the check of what was written
    assert "warning [robot.link-without-spheres]: 'upper' has" in found
    assert "radius: 0.06" in (tmp_path / "arm.xrdf").read_text()
    printed = capsys.readouterr()
    assert printed.out == browser.shown + "\n"
    assert browser.shown.partition("=")[2] not in browser.url
    others = f"where limits or pairs are from it, {documents[0]}"
    assert f"Save writes {documents[1]} and, {others}; Ctrl-C stops the server" in printed.err
    assert "not understood" in printed.err
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(browser.url, timeout=1)


def test_json_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("no browser was wanted"))
    monkeypatch.setattr(Site, "serve_forever", lambda _: stop())
    assert run(*documents, "--beside", documents[0], "-o", tmp_path / "new.xrdf", "--no-browser", "--json") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.count("\n") == 1
    found = json.loads(printed.out)
    assert found == {"url": found["url"], "save": str(tmp_path / "new.xrdf")}
    assert found["url"].startswith("http://127.0.0.1:")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["arm.urdf", "arm.xrdf"]


def test_a_port_may_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    monkeypatch.setattr(Site, "serve_forever", lambda _: stop())
    assert run(*documents, "--no-browser") == 0
    port = int(capsys.readouterr().out.split(":")[2].partition("/")[0])
    assert run(*documents, "--no-browser", "--port", port) == 0
    assert f"http://127.0.0.1:{port}/" in capsys.readouterr().out

    def again(_: Site) -> None:
        assert run(*documents, "--no-browser", "--port", port) == 2
        stop()

    monkeypatch.setattr(Site, "serve_forever", again)
    assert run(*documents, "--no-browser", "--port", port) == 0
    assert f"the port {port} is not available" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "reported"),
    [
        (("nowhere.urdf",), 3, "does not exist"),
        (("arm.urdf", "--pose", "elbow=1"), 2, "the joint 'elbow' does not exist"),
        (("arm.urdf", "arm.xrdf", "--set", "h"), 2, "the sphere set 'h' does not exist"),
        (("arm.urdf", "--port", "65536"), 2, "65535"),
        (("arm.urdf", "--port", "-1"), 2, "--port"),
        (("arm.urdf", "--port", "http"), 2, "not a port"),
        (("arm.urdf", "-o", "new.urdf"), 2, "must end with .xrdf"),
        (("arm.urdf", "-o", "arm.xrdf"), 4, "already exists"),
        (("arm.urdf", "--beside", "nowhere.urdf"), 3, "does not exist"),
        ((), 2, "FILE"),
    ],
)
def test_invalid_options_are_refused(
    arguments: tuple[str, ...],
    code: int,
    reported: str,
    tmp_path: Path,
    browser: Browser,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arm(tmp_path, ".urdf", ".xrdf")
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == code
    output = capsys.readouterr()
    assert reported in output.err
    assert output.out == browser.url == ""


def test_a_fault_of_the_page_ends_the_viewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def broken(*_: object, **__: object) -> str:
        raise ValueError("no page")

    monkeypatch.setattr(sys.modules["robotfmt.viewer.page"], "make_page", broken)
    assert run(*arm(tmp_path, ".urdf"), "--no-browser") == 70
    assert "no page" in capsys.readouterr().err
