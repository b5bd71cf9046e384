"""The child's end of the conversation: a line of JSON each way, with a body of bytes, and the limits of the system."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

# The time is kept by the other process; the limit of CPU time is for the case that it has died.
_BOUNDS = {"CORE": 0, "NPROC": 0}


class Asker:
    """The process that started this one, as seen from here; nothing else can be printed or read."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        sys.stdin = sys.stdout = sys.stderr = Path(os.devnull).open("r+", encoding="utf-8")  # noqa: SIM115

    def listen(self) -> Any:
        """Wait for the next message of the parent, a JSON value on one line."""
        return json.loads(self._in.readline())

    def send(self, message: dict[str, object], body: bytes = b"") -> None:
        """Send a message with a body."""
        line = json.dumps(message | {"body": len(body)}).encode("ascii", "replace")
        self._out.write(line + b"\n" + body)
        self._out.flush()


def limit(seconds: int, memory: int, files: int = 64, written: int = 0) -> None:
    """Limit the resources of the process, as far as the system can.

    Args:
        seconds: The CPU time.
        memory: The address space in bytes.
        files: The number of open files.
        written: The size of a file that it may write, in bytes.
    """
    try:
        import resource
    except ImportError:  # Windows; the other process still ends this one in time
        return
    bounds = _BOUNDS | {"CPU": seconds + 1, "AS": memory, "NOFILE": files, "FSIZE": written}
    for name, bound in bounds.items():
        number = getattr(resource, f"RLIMIT_{name}", None)
        if number is None:
            continue
        hardest = resource.getrlimit(number)[1]
        value = bound if hardest == resource.RLIM_INFINITY else min(bound, hardest)
        try:
            resource.setrlimit(number, (value, value))
        except (OSError, ValueError):
            continue  # macOS knows some limits by name only
