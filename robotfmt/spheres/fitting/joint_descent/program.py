"""The most promising step of all spheres: a linear program.

Solved by HiGHS (Huangfu and Hall, Mathematical Programming Computation 10, 2018), which resumes from its last solution
when samples are added, and at the next step. Measured on 143 programs of 32 and 8 spheres: a fifth of the time of
``scipy.optimize.linprog``, which has the same solver, but starts anew each time, and spends more time on checks than on
solving; and on descents of 8 and 32 spheres on five links: resuming from the last step saves 15 and 22 % of the whole
time.
"""

from __future__ import annotations

from typing import NamedTuple

import highspy
import numpy as np

from ....mesh.compiled import compiled
from ....mesh.triangles import Floats, Ints

_FIRST, _MORE = 4, 2
"""The number of samples per unknown that are included first, and of lost ones that are added."""
_ROUNDS = 12
_LOST = 0.25
"""The depth that a sample may lose, relative to the longest step."""
_OPTIONS: dict[str, bool | str | int] = {
    "output_flag": False,
    "presolve": "off",
    "solver": "simplex",
    "parallel": "off",
    "threads": 1,
    "simplex_dual_edge_weight_strategy": 1,
    "simplex_scale_strategy": 0,
}
"""Solver options. The programs are small, with numbers near 1: presolving and scaling take longer than they save."""
_HOPE = 0.5
"""The gain of each sample by growing all spheres in one step, relative to the longest step."""
_BASIC, _LOWER, _UPPER = (
    highspy.HighsBasisStatus.kBasic,
    highspy.HighsBasisStatus.kLower,
    highspy.HighsBasisStatus.kUpper,
)


class Limits(NamedTuple):
    """The depth that each of some samples gains by a step, as rows of a sparse table."""

    samples: Ints
    """An array (samples,): their indices."""
    starts: Ints
    """An array (samples + 1,): the start of each sample's entries."""
    owners: Ints
    """An array (entries,): spheres."""
    slopes: Floats
    """An array (entries, 4): the gain in depth by the moves of the sphere, and by its growth."""


class _Quiet(highspy.Highs):
    """A HiGHS solver without callbacks; version 1.16 prints its name on request, whatever the options."""

    def enableCallbacks(self) -> None:  # noqa: N802
        return


class Steps:
    """Consecutive steps of the same spheres: the tight constraints of the last one start the next."""

    def __init__(self) -> None:
        """Start without known constraints."""
        self._program = _program()
        self._tight = np.zeros(0, np.int64)
        self._columns: list[highspy.HighsBasisStatus] = []

    def best(self, slope: Floats, limits: Limits, spare: Floats, longest: float) -> Floats | None:
        """Return the step with the smallest sum of slopes, for which samples keep their depths.

        Most samples do not matter: those that were tight before and those with the smallest margins are included
        first, then those that are lost.

        Args:
            slope: (spheres, 4).
            limits: The gains of samples by the step.
            spare: (samples,): the depth that each may lose; negative if it must gain.
            longest: The largest change of places and radii.

        Returns:
            (spheres, 4), or None if none is found.
        """
        growth = np.zeros(slope.shape)
        growth[:, 3] = _HOPE
        least = np.minimum(-spare / longest, _gains(limits, growth))
        looked = np.zeros(0, np.int64)
        self._begin(slope.ravel() / max(float(np.abs(slope).max(initial=0.0)), 1e-12))
        new = self._first(limits, least, slope.size)
        for _ in range(_ROUNDS):
            self._add(_rows(limits, new), least[new])
            if not len(looked):
                self._resume(limits.samples[new])
            looked = np.concatenate([looked, new])
            way = self._solved()
            if way is None:
                return None
            lost = least - _gains(limits, way.reshape(slope.shape))
            lost[looked] = 0.0
            open_ = np.flatnonzero(lost > _LOST)
            new = open_[_largest(lost[open_], _MORE * slope.size)]
            if not len(new):
                self._remember(limits.samples[looked], way)
                return longest * way.reshape(slope.shape)
        return None

    def _begin(self, cost: Floats) -> None:
        """Set up unknowns from -1 to 1 with their costs."""
        self._program.clearModel()
        ones, none, empty = np.ones(len(cost)), np.zeros(0, np.int32), np.zeros(0)
        self._program.addCols(len(cost), cost, -ones, ones, 0, none, none, empty)

    def _first(self, limits: Limits, least: Floats, unknowns: int) -> Ints:
        """Return the samples to include first: fewer if the tight ones are known."""
        if not len(self._tight):
            return _largest(least, _FIRST * unknowns)
        return np.union1d(_largest(least, _MORE * unknowns), _places(limits.samples, self._tight))

    def _add(self, rows: tuple[Ints, Ints, Floats], least: Floats) -> None:
        """Add rows: lower bounds of products with the unknowns."""
        starts, columns, values = rows
        endless = np.full(len(least), highspy.kHighsInf)
        self._program.addRows(
            len(least), least, endless, len(values), starts.astype(np.int32), columns.astype(np.int32), values
        )

    def _resume(self, samples: Ints) -> None:
        """Start from the last step's solution, as far as it concerns the given samples."""
        if not self._columns:
            return
        basis = highspy.HighsBasis()
        basis.col_status = self._columns
        rows = [_BASIC] * len(samples)
        for row in _places(samples, self._tight):
            rows[row] = _LOWER
        basis.row_status = rows
        basis.valid = basis.alien = True
        self._program.setBasis(basis)

    def _solved(self) -> Floats | None:
        """Return the unknowns; None if the solver fails."""
        self._program.run()
        if self._program.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return np.array(self._program.getSolution().col_value)

    def _remember(self, samples: Ints, way: Floats) -> None:
        """Remember the tight constraints of a solution, and the bounds that unknowns have reached."""
        # Lists with the status of each row and column (getBasis) take twice as long.
        _, basic = self._program.getBasicVariables()  # type: ignore[attr-defined]  # missing in highspy's stubs
        is_tight = np.ones(len(samples), dtype=np.bool_)
        is_tight[-1 - basic[basic < 0]] = False
        self._tight = np.sort(samples[is_tight])
        self._columns = [_UPPER if value > 0 else _LOWER for value in way]
        for column in basic[basic >= 0]:
            self._columns[column] = _BASIC


def _largest(values: Floats, count: int) -> Ints:
    """Return the indices of a number of largest values."""
    if len(values) <= count:
        return np.arange(len(values))
    return np.sort(np.argpartition(-values, count)[:count])


def _places(values: Ints, some: Ints) -> Ints:
    """Return the positions of the values that are also in a second list; both lists are sorted."""
    places: Ints = np.searchsorted(values, some)
    there = places < len(values)
    places, some = places[there], some[there]
    found: Ints = places[values[places] == some]
    return found


def _program() -> highspy.Highs:
    program = _Quiet()  # type: ignore[no-untyped-call]
    for name, value in _OPTIONS.items():
        program.setOptionValue(name, value)
    return program


@compiled
def _gains(limits: Limits, way: Floats) -> Floats:
    """Return (samples,): the gains in depth by a step."""
    starts, owners, slopes = limits.starts, limits.owners, limits.slopes
    found = np.empty(len(starts) - 1)
    for p in range(len(found)):
        gain = 0.0
        for e in range(starts[p], starts[p + 1]):
            for axis in range(4):
                gain += slopes[e, axis] * way[owners[e], axis]
        found[p] = gain
    return found


@compiled
def _rows(limits: Limits, which: Ints) -> tuple[Ints, Ints, Floats]:
    """Return for some samples the starts of their entries, the unknowns, and the values."""
    starts, count = np.empty(len(which), np.int64), 0
    for k in range(len(which)):
        count += 4 * (limits.starts[which[k] + 1] - limits.starts[which[k]])
    columns, values, found = np.empty(count, np.int64), np.empty(count), 0
    for k in range(len(which)):
        starts[k] = found
        for e in range(limits.starts[which[k]], limits.starts[which[k] + 1]):
            for axis in range(4):
                columns[found], values[found] = 4 * limits.owners[e] + axis, limits.slopes[e, axis]
                found += 1
    return starts, columns, values
