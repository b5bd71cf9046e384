"""Have the installed programs load documents, for ``check --load`` and ``convert --load``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..diagnostics import Report
from ..hub.checking import Check, check
from ..hub.reading import opened
from ..load.comparing import report_loading
from ..settings import Settings


def load_checked(done: Check, settings: Settings, report: Report) -> None:
    """Load the documents of a check that describe robots, and report what programs make of them."""
    for name in done.documents:
        if done.failure or not Path(name).is_file():
            continue
        ((source, format),) = opened([name], settings, Report())
        if not format.overlay:
            report_loading(source.name, format.name, done.robots, report)


def load_written(files: Iterable[Path], settings: Settings, report: Report) -> None:
    """Load the documents that a conversion wrote, and report what programs make of them."""
    for done in check(*map(str, files), settings=settings):
        load_checked(done, settings, report)
