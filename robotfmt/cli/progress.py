"""The progress of long work: one changing line on a terminal, a line every ten seconds in a log.

A thread writes it to stderr, because the work may report nothing for a while.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Event, Lock, Thread
from typing import TextIO

from .console import shown_progress

_PHASES = {
    "samples": "sampling poses",
    "search": "searching for contacts",
    "compiling": "compiling for this computer, once",
}
"""Steps of the library, in words for users; all other steps are names of links."""
_SECONDS_ON_TERMINAL, _SECONDS_IN_LOG = 0.5, 10.0
_LEAST_SECONDS = 2.0
"""The number of seconds after which the remaining time can be estimated."""
_CLEAR = "\r\033[K"


class Progress:
    """A progress line; call it with a step, the amount done, and the total.

    Until all is done its share never falls, whatever is called.

    Args:
        phase: The phase of work while steps are names of links.
        stream: The output stream; stderr by default.
        seconds: The interval of updates; the default depends on whether the stream is a terminal.
    """

    def __init__(self, phase: str, stream: TextIO | None = None, seconds: float | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        usual = _SECONDS_ON_TERMINAL if self._is_terminal else _SECONDS_IN_LOG
        self._seconds = seconds if seconds is not None else usual
        self._own_phase = phase
        self._phase, self._step, self._share = "", "", 0.0
        self._started, self._advanced, self._is_visible = 0.0, 0.0, False
        self._lock = Lock()
        self._over: Event | None = None
        shown_progress[:] = [self]

    def __call__(self, what: str, done: int, total: int) -> None:
        """Record the progress of the work."""
        share = done / total if total else 1.0
        with self._lock:
            if self._over is None:
                self._started = self._advanced = time.monotonic()
                self._share = share
            elif share > self._share:
                self._advanced, self._share = time.monotonic(), share
            self._phase, self._step = _PHASES.get(what, self._own_phase), "" if what in _PHASES else what
        if done >= total:
            self.stop()
        elif self._over is None:
            self._over = Event()
            Thread(target=self._show_while, args=(self._over,), daemon=True).start()

    def stop(self) -> None:
        """Stop showing progress until there is more to do."""
        if self._over is not None:
            self._over.set()
            self._over = None
        self.hide()

    def hide(self) -> None:
        """Clear the line for other output."""
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
                now = time.monotonic()
                text = self.line(now - self._started, now - self._advanced)
                try:
                    self._write(_CLEAR + text if self._is_terminal else text + "\n")
                    self._is_visible = self._is_terminal
                except (OSError, ValueError):
                    return  # the stream is closed

    def line(self, seconds: float, waited: float = 0.0) -> str:
        """Return the line after some seconds: the phase, the share that is done, the step, the remaining time.

        Args:
            seconds: The duration of the work so far.
            waited: The seconds since the share grew: one step may take longer than the estimate of the rest, which
                is then left out.
        """
        share = self._share
        parts = [f"{self._phase}: {int(share * 100)} %"]
        parts += [self._step] if self._step else []
        parts.append(f"{duration(seconds)} so far" if not self._is_terminal or seconds >= 1 else "")
        left = (seconds - waited) * (1 - share) / share - waited if share else 0.0
        if left >= 1 and seconds >= _LEAST_SECONDS:
            parts.append(f"about {duration(left)} left")
        text = ", ".join(filter(None, parts))
        return text[: _width() - 1] if self._is_terminal else text


def duration(seconds: float) -> str:
    """Return a duration in words: ``45 s``, ``2 min 5 s``, ``1 h 10 min``."""
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
