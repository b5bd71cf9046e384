"""Work that is shared among processes or machines: the one door to joblib."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

from joblib import Parallel, delayed  # type: ignore[import-untyped]
from joblib.externals.loky.process_executor import TerminatedWorkerError  # type: ignore[import-untyped]

OUT_OF_MEMORY = (MemoryError, TerminatedWorkerError)
"""What is raised when memory runs out: the system kills a worker, or refuses to give more."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def run(
    function: Callable[[_Item], _Result], items: Sequence[_Item], workers: int | None = None
) -> Iterator[_Result]:
    """Return the results of a function for items, in their order, each as soon as it and those before it are there.

    Args:
        function: Of a module, so that other processes find it.
        items: What it is called with.
        workers: How many at once, -1 for as many as there are cores; by default what ``joblib.parallel_config``
            says, or else one: then nothing leaves this process.
    """
    calls = (delayed(function)(item) for item in items)
    if len(items) < 2:
        workers = 1
    return cast(Iterator[_Result], Parallel(n_jobs=workers, return_as="generator")(calls))
