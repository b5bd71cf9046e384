"""What is made once for all processes that run tests at the same time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 300
"""Seconds after which what another process makes has failed."""


def made_once(name: str, factory: pytest.TempPathFactory, make: Callable[[Path], None]) -> Path:
    """Return a folder that ``make`` fills in the first process that asks for it; the others wait."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, made, failed = shared / name, shared / f"{name}.made", shared / f"{name}.failed"
    try:
        (shared / f"{name}.begun").mkdir()
    except FileExistsError:
        wait_for(made, failed)
        return folder
    try:
        make(folder)
    except BaseException:  # a skip, too, is for those that wait
        failed.touch()
        raise
    made.touch()
    return folder


def wait_for(made: Path, failed: Path) -> None:
    """Wait until another process has made something; skip the test if it could not."""
    end = time.monotonic() + PATIENCE
    while not made.exists():
        if failed.exists():
            pytest.skip(f"{failed.stem} could not be made; the test that tried reports why")
        assert time.monotonic() < end, f"{made.stem} was not made within {PATIENCE} seconds"
        time.sleep(0.1)
