"""Compile functions to machine code: the only module that uses numba.

Measured on a link of 7,000 faces with 32 spheres, on a busy machine: 96,000 trials took 0.9 to 1.3 CPU seconds, about
12 microseconds each; with arrays of numpy a move with 12 trials took 0.55 ms (spheres.md 6.3), 46 microseconds each.
The proof of a link with 240 spheres takes 1.5 CPU seconds instead of 14. Compiling everything for spheres takes 20 CPU
seconds and for contacts without coal 11, once for an installation, and loading what was compiled 0.8: the code is kept
next to the module, or else in the user's cache, and where neither can be written each process compiles it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
from numba.core import event

_F = TypeVar("_F", bound=Callable[..., Any])


def compiled(function: _F) -> _F:
    """Return the function, compiled at its first call.

    Functions copy arrays in loops: the first one that assigns an array to a slice compiles 2 to 3 CPU seconds longer,
    most of them for the text of an error about shapes.
    """
    # No wrappers for calls from C: without them everything compiles in nine tenths of the time.
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        made: Any = numba.njit(function, cache=True, **options)
    except RuntimeError:  # no folder for the cache can be written
        made = numba.njit(function, **options)
    return cast(_F, made)


@contextmanager
def watching_compilation(begin: Callable[[], None]) -> Iterator[None]:
    """Call a function whenever this process begins to compile another one; not when it loads what was compiled."""
    with event.install_listener("numba:compile", _Compilation(begin)):
        yield


class _Compilation(event.Listener):
    """Passes on that numba compiles a function (numba's documentation, Event API)."""

    def __init__(self, begin: Callable[[], None]) -> None:
        self._begin = begin

    def on_start(self, event: object) -> None:
        self._begin()

    def on_end(self, event: object) -> None:
        """Required by the interface; the next step of the work ends what was shown."""
