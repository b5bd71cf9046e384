"""ROS's collada_parser as Debian has it: a program around its library, made on first use."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_SOURCE = Path(__file__).with_suffix(".cpp")
_HEADER = Path("/usr/include/collada_parser/collada_parser.h")
_PACKAGES = "libcollada-parser-dev g++"
_SECONDS = 60
"""No document of a robot takes it longer."""


def read_with_ros(document: Path) -> dict[str, Any] | None:
    """What the parser prints of a document, or None if it refuses it or goes down over it."""
    done = subprocess.run([_program(), str(document)], capture_output=True, text=True, timeout=_SECONDS, check=False)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return None
    found: dict[str, Any] | None = json.loads(lines[-1])
    return found


def _program() -> Path:
    compiler = shutil.which("g++")
    if compiler is None or not _HEADER.exists():
        pytest.skip(f"ROS's collada_parser is not installed (apt-get install {_PACKAGES})")
    return _built(compiler)


@cache
def _built(compiler: str) -> Path:
    """The program, built once for each of its versions and each of the library's."""
    version = hashlib.sha256(_SOURCE.read_bytes() + str(_HEADER.stat().st_mtime).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "robotfmt-tests"
    program = folder / f"collada_parser-{version}"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unready = program.with_suffix(f".{os.getpid()}")
        # Its own pkg-config file asks for libraries that Debian does not have.
        command = [compiler, "-O1", "-std=c++17", str(_SOURCE), "-o", str(unready), "-lcollada_parser"]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        unready.replace(program)
    return program
