"""The work of a fit: surfaces that are equal, or mirror images of one another, are fitted once (spheres.md 4.5); the
rest is shared among processes or machines. The only module that uses joblib.

Meshes that were exported twice have different vertices and triangles; the criterion is that no point of one is further
from the other than about a hundredth of the diagonal, after flipping axes. The proof finds the parts of a twin that the
spheres of the other do not cover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import TypeVar, cast

import numpy as np
from joblib import Parallel, delayed  # type: ignore[import-untyped]
from joblib.externals.loky.process_executor import TerminatedWorkerError  # type: ignore[import-untyped]

from ...mesh.triangles import Floats
from ...model.record import replace
from ..arrays import Spheres
from ..grids import PointIndex
from .job import Fitted, Job
from .samples import spread

_NEAR = 0.01
"""The largest difference of twins, relative to the diagonal."""
_SIGNS = sorted(product((1.0, -1.0), repeat=3), reverse=True)
"""The sign changes: unchanged first, then mirrored, then rotated."""


class Twins:
    """The jobs that can use the spheres of another one."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        """Search for the twins of each job among earlier ones."""
        self._leaders: list[tuple[Job, _Shape]] = []
        self._followers: dict[str, tuple[str, Floats]] = {}
        for job in jobs:
            shape = _Shape(job)
            found = self._leader(job, shape)
            if found is None:
                self._leaders.append((job, shape))
            else:
                self._followers[job.key] = found

    @property
    def leaders(self) -> list[Job]:
        """The jobs that are fitted themselves."""
        return [job for job, _ in self._leaders]

    def adopting(self, job: Job, done: dict[str, Fitted]) -> Job:
        """Return a job that is not a leader, with the spheres of its twin."""
        leader, signs = self._followers[job.key]
        return replace(job, given=_mirrored(done[leader].spheres, signs))

    def evened(self, done: dict[str, Fitted]) -> dict[str, Fitted]:
        """Return all spheres with their largest radius in any of the twins."""
        radii = {job.key: done[job.key].spheres.radii for job in self.leaders}
        for key, (leader, _) in self._followers.items():
            radii[leader] = np.maximum(radii[leader], done[key].spheres.radii)
        return {
            key: _enlarged(found, radii[self._followers[key][0] if key in self._followers else key])
            for key, found in done.items()
        }

    def _leader(self, job: Job, shape: _Shape) -> tuple[str, Floats] | None:
        for other, known in self._leaders:
            if other.options == job.options and _is_plain(job) and _is_plain(other):
                for signs in map(np.array, _SIGNS):
                    if known.is_like(shape, signs):
                        return other.key, signs
        return None


def _is_plain(job: Job) -> bool:
    """Return True if the options apply to all sides of the surface alike."""
    return job.options.plane is None and not job.options.inside and not len(job.pinned)


def _mirrored(spheres: Spheres, signs: Floats) -> Spheres:
    return Spheres(spheres.centers * signs, spheres.radii)


def _enlarged(found: Fitted, radii: Floats) -> Fitted:
    growth = float((radii - found.spheres.radii).max(initial=0.0))
    return replace(found, spheres=Spheres(found.spheres.centers, radii), protrusion=found.protrusion + growth)


class _Shape:
    """Samples of a surface, with a search tree."""

    def __init__(self, job: Job) -> None:
        corners = job.triangles.corners
        self._low, self._high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        self._near = _NEAR * max(float(np.linalg.norm(self._high - self._low)), 1e-9)
        self._corners = corners
        self._places: PointIndex | None = None

    def is_like(self, other: _Shape, signs: Floats) -> bool:
        """Return True if two surfaces coincide after flipping axes."""
        if abs(self._near - other._near) > _NEAR * self._near:
            return False
        ends = np.sort([other._low * signs, other._high * signs], axis=0)
        if np.abs(ends - [self._low, self._high]).max() > self._near:
            return False
        return self._holds(other._corners * signs) and other._holds(self._corners * signs)

    def _holds(self, corners: Floats) -> bool:
        if self._places is None:
            self._places = PointIndex(spread(self._corners, self._near / 2).points)
        gaps, _ = self._places.nearest(spread(corners, 2 * self._near).points)
        return bool((gaps <= self._near).all())


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
    rest = list(enumerate(items))
    if len(items) < 2:
        workers = 1
    elif workers not in (None, 1) and _is_first(function):
        place, item = rest.pop()
        yield place, function(item)
    calls = (delayed(_numbered)(function, *each) for each in rest)
    yield from cast(Iterator[tuple[int, _Result]], Parallel(n_jobs=workers, return_as="generator_unordered")(calls))


_CALLED: set[Callable[..., object]] = set()
"""The functions that were called in this process, so that everything they need is compiled."""


def _is_first(function: Callable[[_Item], _Result]) -> bool:
    """Return True if a function was never called here: one call compiles for all workers, which would each compile the
    same at once.
    """
    whole = function.func if isinstance(function, partial) else function
    is_first = whole not in _CALLED
    _CALLED.add(whole)
    return is_first


def _numbered(function: Callable[[_Item], _Result], place: int, item: _Item) -> tuple[int, _Result]:
    return place, function(item)
