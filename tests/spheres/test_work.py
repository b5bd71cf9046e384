"""Work that is shared among processes: the first call is made here, so that its functions are compiled once."""

from __future__ import annotations

import os
from functools import partial

from robotfmt.spheres.fitting.work import run


def process_of(number: int, more: int) -> tuple[int, int]:
    """The sum of two numbers, and the process that found it."""
    return number + more, os.getpid()


def test_one_call_is_made_here_before_others_are_made_elsewhere() -> None:
    call = partial(process_of, more=10)
    first, *rest = run(call, [1, 2, 3], workers=2)
    assert first == (2, (13, os.getpid()))
    assert sorted((place, total) for place, (total, _) in rest) == [(0, 11), (1, 12)]
    assert os.getpid() not in {process for _, (_, process) in rest}
    again = list(run(call, [1, 2, 3], workers=2))
    assert os.getpid() not in {process for _, (_, process) in again}


def test_one_worker_is_this_process() -> None:
    found = list(run(partial(process_of, more=0), [5, 6], workers=1))
    assert found == [(0, (5, os.getpid())), (1, (6, os.getpid()))]
