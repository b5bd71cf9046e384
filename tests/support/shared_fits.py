"""Fits that tests of one process share: equal jobs have equal spheres, and equal surfaces equal fields.

That they have is what ``tests/spheres/test_repeatable.py`` tests, without this.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import lru_cache

import pytest

from robotfmt.spheres import surface
from robotfmt.spheres.fitting import budget, job, robot
from robotfmt.spheres.fitting.candidates import MedialAxis
from robotfmt.spheres.fitting.job import Fitted, Job
from robotfmt.spheres.fitting.surface_field import SurfaceField

_MOST = 64
_FITTED: dict[bytes, Fitted] = {}
_FIELDS: dict[bytes, tuple[SurfaceField, SurfaceField]] = {}
_fit, _fields_of = job.fit_job, job.surface_fields_of


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fits in this process take what earlier ones have worked out of the same."""
    monkeypatch.setattr(robot, "fit_job", _fit_job)
    monkeypatch.setattr(surface, "fit_job", _fit_job)
    monkeypatch.setattr(job, "surface_fields_of", _surface_fields_of)
    monkeypatch.setattr(budget, "surface_fields_of", _surface_fields_of)
    monkeypatch.setattr(job, "MedialAxis", _axis_of)


_axis_of = lru_cache(_MOST)(MedialAxis)


def _fit_job(asked: Job) -> Fitted:
    key = _digest(asked)
    if key not in _FITTED:
        _FITTED[key] = _fit(asked)
    return _FITTED[key]


def _surface_fields_of(asked: Job) -> tuple[SurfaceField, SurfaceField]:
    key = _digest((asked.surface, asked.options.fill, asked.options.inside, asked.occupancy))
    if key not in _FIELDS:
        while len(_FIELDS) >= _MOST:
            del _FIELDS[next(iter(_FIELDS))]
        _FIELDS[key] = _fields_of(asked)
    return _FIELDS[key]


def _digest(value: object) -> bytes:
    return hashlib.sha256(pickle.dumps(value)).digest()
