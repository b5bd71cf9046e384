"""Spheres depend on nothing but the link and what is asked for: tests elsewhere take fits of one another for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from efforts import DRAFT

from robotfmt.model import Box, Cylinder, FrameSpheres, Geometry, Link, Purpose, Robot, Shape
from robotfmt.spheres import fit

pytestmark = pytest.mark.slow


def _link(name: str, shape: Shape) -> Link:
    return Link(name=name, collisions=(Geometry(shape=shape, purpose=Purpose.COLLISION),))


TIP = _link("tip", Cylinder(0.02, 0.1))
ROBOT = Robot(name="robot", links=(_link("base", Box((0.1, 0.1, 0.05))), Link(name="bare"), TIP))

APPROXIMATED: dict[str, Any] = {"per_link": 5, "approximate": True, "effort": 0.1}


@cache
def _alone() -> Robot:
    """The robot with spheres that this process has made by itself."""
    return fit(ROBOT, tolerance=0.03)


@cache
def _tip() -> Robot:
    """A robot that has one of its links only, likewise."""
    return fit(Robot(links=(TIP,)), tolerance=0.03)


def _frames(robot: Robot) -> dict[str, FrameSpheres]:
    return {frame.frame: frame for frame in robot.sphere_sets[0].frames}


def test_the_same_input_gives_the_same_spheres() -> None:
    robot = Robot(links=(TIP,))
    assert fit(robot, per_link=3, effort=DRAFT) == fit(robot, per_link=3, effort=DRAFT)
    assert fit(robot, tolerance=0.03) == _tip()


def test_an_approximation_is_the_same_again_and_another_with_another_seed() -> None:
    first, second, other = (fit(Robot(links=(TIP,)), **APPROXIMATED, seed=seed) for seed in (0, 0, 1))
    assert first == second
    assert _frames(first)["tip"].spheres != _frames(other)["tip"].spheres


def test_a_link_does_not_depend_on_the_others() -> None:
    assert _frames(_tip())["tip"] == _frames(_alone())["tip"]


def test_the_spheres_do_not_depend_on_the_worker_process() -> None:
    from joblib import parallel_config  # type: ignore[import-untyped]

    assert fit(ROBOT, tolerance=0.03, workers=2) == _alone()
    with parallel_config(backend="threading", n_jobs=2):
        assert fit(ROBOT, tolerance=0.03) == _alone()


def test_a_cluster_makes_the_same_spheres() -> None:
    from distributed import Client
    from joblib import parallel_config

    with (
        Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None),  # type: ignore[no-untyped-call]
        parallel_config(backend="dask"),
    ):
        assert fit(ROBOT, tolerance=0.03) == _alone()
