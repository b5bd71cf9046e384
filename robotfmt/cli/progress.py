"""How far long work is: one line that changes on a terminal, a line every ten seconds in a log.

It is written to stderr by a thread, since the work may not report anything for a while.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Event, Lock, Thread
from typing import TextIO

from .console import shown_progress

_PHASES = {"samples": "sampling poses", "search": "searching for contacts"}
"""Steps of the library, as people call them; all others are names of links."""
_SECONDS_ON_TERMINAL, _SECONDS_IN_LOG = 0.5, 10.0
_LEAST_SECONDS = 2.0
"""After which the time that is left can be estimated."""
_CLEAR = "\r\033[K"


class Progress:
    """A line about how far work is; it is called with a step, how much of it is done, and how much there is.

    Args:
        phase: What is done while steps are names of links.
        stream: Where it is shown; stderr by default.
        seconds: How often it is shown; by default that depends on whether the stream is a terminal.
    """

    def __init__(self, phase: str, stream: TextIO | None = None, seconds: float | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        usual = _SECONDS_ON_TERMINAL if self._is_terminal else _SECONDS_IN_LOG
        self._seconds = seconds if seconds is not None else usual
        self._own_phase = phase
        self._phase, self._step, self._done, self._total = "", "", 0, 0
        self._started, self._is_visible = 0.0, False
        self._lock = Lock()
        self._over: Event | None = None
        shown_progress[:] = [self]

    def __call__(self, what: str, done: int, total: int) -> None:
        """Take note of how far the work is."""
        phase = _PHASES.get(what, self._own_phase)
        with self._lock:
            if phase != self._phase or done < self._done or self._over is None:
                self._started = time.monotonic()
            self._phase, self._step = phase, "" if what in _PHASES else what
            self._done, self._total = done, total
        if done >= total:
            self.stop()
        elif self._over is None:
            self._over = Event()
            Thread(target=self._show_while, args=(self._over,), daemon=True).start()

    def stop(self) -> None:
        """Show nothing more until there is more to do."""
        if self._over is not None:
            self._over.set()
            self._over = None
        self.hide()

    def hide(self) -> None:
        """Clear the line, so that something else can be said."""
        with self._lock:
            if self._is_visible:
                self._write(_CLEAR)
                self._is_visible = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _show_while(self, over: Event) -> None:
        while not over.wait(self._seconds):
            with self._lock:
                if over.is_set():
                    return
                text = self.line(time.monotonic() - self._started)
                try:
                    self._write(_CLEAR + text if self._is_terminal else text + "\n")
                    self._is_visible = self._is_terminal
                except (OSError, ValueError):
                    return  # the stream is closed

    def line(self, seconds: float) -> str:
        """Return what is shown after some seconds of a phase: what is done, its share, the time that is left."""
        share = self._done / self._total if self._total else 0.0
        parts = [f"{self._phase}: {self._done} of {self._total} ({share * 100:.0f} %)"]
        parts += [self._step] if self._step else []
        parts.append(f"{duration(seconds)} so far" if not self._is_terminal or seconds >= 1 else "")
        left = seconds * (1 - share) / share if share else 0.0
        if left >= 1 and seconds >= _LEAST_SECONDS:
            parts.append(f"about {duration(left)} left")
        text = ", ".join(filter(None, parts))
        return text[: _width() - 1] if self._is_terminal else text


def duration(seconds: float) -> str:
    """Return a time as people say it: ``45 s``, ``2 min 5 s``, ``1 h 10 min``."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
