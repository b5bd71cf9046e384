"""Share work among processes or machines: the only module that uses joblib."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

from joblib import Parallel, delayed  # type: ignore[import-untyped]
from joblib.externals.loky.process_executor import TerminatedWorkerError  # type: ignore[import-untyped]

OUT_OF_MEMORY = (MemoryError, TerminatedWorkerError)
"""The errors raised when memory runs out: the system kills a worker, or refuses to allocate more."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def run(
    function: Callable[[_Item], _Result], items: Sequence[_Item], workers: int | None = None
) -> Iterator[tuple[int, _Result]]:
    """Return the positions of items and the results of a function for them, each as soon as it is available.

    Args:
        function: A function of a module, so that other processes find it.
        items: The arguments of its calls.
        workers: The number of parallel calls, -1 for the number of cores; by default that of
            ``joblib.parallel_config``, or else one, in this process.
    """
    calls = (delayed(_numbered)(function, *each) for each in enumerate(items))
    if len(items) < 2:
        workers = 1
    found = Parallel(n_jobs=workers, return_as="generator_unordered")(calls)
    return cast(Iterator[tuple[int, _Result]], found)


def _numbered(function: Callable[[_Item], _Result], place: int, item: _Item) -> tuple[int, _Result]:
    return place, function(item)
