"""libsdformat 12 as Debian has it: a program around its library, made on first use."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

_SOURCE = Path(__file__).with_name("sdf_reading.cpp")
_PACKAGES = "libsdformat-dev g++"
_SECONDS = 60


def read_with_libsdformat(document: Path, folders: Iterable[Path] = ()) -> tuple[dict[str, Any], list[str]]:
    """What the library reads of a document, and what it warns of.

    Args:
        folders: Where models are looked for.
    """
    paths = [word for folder in folders for word in ("--path", str(folder))]
    command = [str(_program()), *paths, str(document)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    lines = done.stdout.strip().splitlines()
    found: dict[str, Any] = json.loads(lines[-1]) if lines else {"ok": False, "errors": [done.stderr]}
    return found, [line for line in done.stderr.splitlines() if "Warning" in line or "Error" in line]


def elements_of(document: Path) -> ElementTree.Element:
    """The SDF that the library makes of a document, which may be a URDF."""
    reading, _ = read_with_libsdformat(document)
    return ElementTree.fromstring(reading["document"])


def _program() -> Path:
    compiler, configured = shutil.which("g++"), shutil.which("pkg-config")
    if compiler is None or configured is None:
        pytest.skip(f"no compiler is installed (apt-get install {_PACKAGES})")
    asked = subprocess.run(
        [configured, "--cflags", "--libs", "sdformat12"], capture_output=True, text=True, check=False
    )
    if asked.returncode:
        pytest.skip(f"libsdformat 12 is not installed (apt-get install {_PACKAGES})")
    return _built(compiler, asked.stdout)


@cache
def _built(compiler: str, flags: str) -> Path:
    """The program, built once for each of its versions and each of the library's."""
    version = hashlib.sha256(_SOURCE.read_bytes() + flags.encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "robotfmt-tests"
    program = folder / f"sdf_reading-{version}"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unready = program.with_suffix(f".{os.getpid()}")
        command = [compiler, "-O1", "-std=c++17", str(_SOURCE), "-o", str(unready), *flags.split()]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        unready.replace(program)
    return program
