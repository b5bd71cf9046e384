"""A process that opens a document: start it, communicate with it, and end it with all its children."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

Message: TypeAlias = dict[str, Any]
_START = (
    "import sys; sys.path[:1] = []; sys.path += sys.argv[2:]; name = sys.argv[1]; sys.argv[1:] = [];"
    "from importlib import import_module; import_module(name).main()"
)
# Messages of the child are lines; a longer one is cut, which makes it invalid JSON.
_LINE = 1_000_000


class TooSlow(Exception):
    """The process did not answer in time."""


class Died(Exception):
    """The process ended without an answer, or gave an invalid one."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code
        """The exit code: negative for a signal, None if it did not end."""


class Program(NamedTuple):
    """What a process runs."""

    module: str
    """The module whose ``main`` is called."""
    packages: tuple[str, ...]
    """The packages that it needs besides robotfmt; the process sees no other installed one."""
    is_valid: Callable[[Message], bool]
    """Return True if a message has the expected form; the code in the process may be malicious."""


def ask(
    program: Program, request: Message, seconds: float, largest: int, reply: Callable[[Message], Message | None]
) -> tuple[Message, bytes]:
    """Return the answer of a new process to a request, and its body.

    Args:
        program: The program of the process.
        request: The request for its ``main``.
        seconds: The time limit.
        largest: The maximum size of the body in bytes.
        reply: Returns what answers a question of the process; None for a message that is its answer.

    Raises:
        TooSlow: The process did not answer in time.
        Died: The process ended without an answer.
    """
    deadline = time.monotonic() + seconds
    with _Process(program, largest) as process:
        process.send(request)
        while True:
            message, body = process.listen(deadline)
            answer = reply(message)
            if answer is None:
                return message, body
            process.send(answer)


class _Process:
    """A child process; it ends with the block, including its process group."""

    def __init__(self, program: Program, largest: int) -> None:
        self._program, self._largest = program, largest
        self._heard: queue.Queue[tuple[Message, bytes] | None] = queue.Queue()

    def __enter__(self) -> _Process:
        # Of our own environment only what Python cannot start without on Windows. Some documents go through sets,
        # whose order depends on the seed: the answer shall be the same every time.
        environment = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        environment["PYTHONHASHSEED"] = "0"
        self._popen = subprocess.Popen(
            [
                sys.executable,
                "-B",
                "-s",
                "-S",
                "-X",
                "utf8",
                "-c",
                _START,
                self._program.module,
                *_folders(self._program),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        self._popen.wait()
        self._listener.join(1.0)
        for stream in (self._popen.stdin, self._popen.stdout):
            # What has left the group may still hold the other end; then the listener still reads.
            if stream is not None and not (stream is self._popen.stdout and self._listener.is_alive()):
                _close(stream)

    def _kill(self) -> None:
        if os.name == "posix":
            try:
                os.killpg(self._popen.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._popen.kill()
        else:
            self._popen.kill()

    def send(self, message: Message) -> None:
        """Send a message."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(json.dumps(message).encode() + b"\n")
            self._popen.stdin.flush()
        except OSError:
            return  # it has ended, and listening reports how

    def listen(self, deadline: float) -> tuple[Message, bytes]:
        """Wait for the next message of the child; a deadline that passes is an error."""
        try:
            heard = self._heard.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TooSlow from None
        if heard is None:
            raise Died(self._ended())
        return heard

    def _ended(self) -> int | None:
        try:
            return self._popen.wait(1.0)
        except subprocess.TimeoutExpired:
            return None

    def _listen(self) -> None:
        """Read messages until the end, or until an invalid one."""
        assert self._popen.stdout is not None
        while True:
            heard = _message(self._popen.stdout, self._largest, self._program.is_valid)
            self._heard.put(heard)
            if heard is None:
                return


def _message(stream: IO[bytes], largest: int, is_valid: Callable[[Message], bool]) -> tuple[Message, bytes] | None:
    try:
        message = json.loads(stream.readline(_LINE))
        if not isinstance(message, dict) or not is_valid(message):
            return None
        size = int(message["body"])
        body = stream.read(size) if 0 <= size <= largest else b""
        return (message, body) if len(body) == size else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _close(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except OSError:
        return  # the rest cannot be received


def _folders(program: Program) -> list[str]:
    """Return the paths of robotfmt and of the packages of a program."""
    origins = [Path(spec.origin) for name in program.packages if (spec := find_spec(name)) and spec.origin]
    return list(dict.fromkeys(str(each.parent.parent) for each in (Path(__file__).parent, *origins)))
