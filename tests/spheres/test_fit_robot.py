"""Fitting a robot: what is asked for, what is kept, and what is said."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import pytest
from efforts import DRAFT

from robotfmt.diagnostics import Report
from robotfmt.errors import ResourceError, UsageError
from robotfmt.model import (
    Box,
    CollisionSphere,
    CollisionUse,
    Cylinder,
    FrameSpheres,
    Geometry,
    Link,
    Mesh,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
    SphereSet,
)
from robotfmt.spheres import fit, round_up
from robotfmt.spheres.fitting import robot as fitting_robot
from robotfmt.spheres.fitting import work
from robotfmt.spheres.fitting.job import Fitted, Job, fit_job

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]


def _link(name: str, *shapes: Shape | None) -> Link:
    geometries = tuple(Geometry(shape=each, purpose=Purpose.COLLISION) for each in shapes)
    return Link(name=name, collisions=geometries)


BASE = _link("base", Box((0.1, 0.1, 0.05)))
TIP = _link("tip", Cylinder(0.02, 0.1))
ROBOT = Robot(name="robot", links=(BASE, Link(name="bare"), TIP))


def _frames(robot: Robot, name: str = "collision_spheres") -> dict[str, FrameSpheres]:
    (chosen,) = (each for each in robot.sphere_sets if each.name == name)
    return {frame.frame: frame for frame in chosen.frames}


def _codes(robot: Robot, **options: Any) -> list[str]:
    report = Report()
    fit(robot, report=report, **options)
    return [reported.code for reported in report]


def test_links_without_geometry_have_no_spheres() -> None:
    assert list(_frames(fit(ROBOT, per_link=1))) == ["base", "tip"]


def test_visual_geometry_serves_where_there_is_no_other() -> None:
    robot = Robot(links=(Link(name="link", visuals=(Geometry(shape=Sphere(0.1)),)),))
    assert len(_frames(fit(robot))["link"].spheres) == 1


@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_link_gets_no_more_spheres_than_asked_for(count: int) -> None:
    assert len(_frames(fit(Robot(links=(BASE,)), per_link=count, effort=DRAFT))["base"].spheres) <= count


def test_only_the_links_asked_for_get_new_spheres() -> None:
    first = fit(ROBOT, per_link=1)
    second = fit(first, per_link=2, effort=DRAFT, links=["base"])
    assert _frames(second)["tip"] == _frames(first)["tip"]
    assert len(_frames(second)["base"].spheres) == 2
    assert list(_frames(second)) == ["base", "tip"]


def test_the_set_serves_where_no_other_did() -> None:
    robot = fit(ROBOT, per_link=1, name="mine")
    assert robot.world_collision == CollisionUse(spheres="mine") == robot.self_collision


def test_other_sets_and_their_uses_stay() -> None:
    old = SphereSet(name="old", frames=(FrameSpheres(frame="base"),))
    robot = fit(Robot(links=(BASE,), sphere_sets=(old,), world_collision=CollisionUse(spheres="old")), per_link=1)
    assert robot.sphere_sets[0] == old
    assert robot.world_collision == CollisionUse(spheres="old")
    assert robot.self_collision == CollisionUse(spheres="collision_spheres")


@pytest.mark.parametrize(
    "options",
    [
        {"per_link": 4, "effort": DRAFT, "tolerance": 0.01},
        {"per_link": 0, "effort": DRAFT},
        {"tolerance": 0.0},
        {"tolerance": -1.0},
        {"tolerance": float("nan")},
        {"tolerance": float("inf")},
        {"seed": -1},
        {"links": ["nobody"]},
    ],
    ids=str,
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        fit(ROBOT, **options)


def test_progress_is_called_with_every_link() -> None:
    reported: list[tuple[str, int, int]] = []
    fit(ROBOT, per_link=1, progress=lambda *what: reported.append(what))
    assert {name for name, *_ in reported} == {"base", "tip"}
    assert [done / total for _, done, total in reported] == [0, 0.35, 0.7, 1]


def test_a_link_whose_geometry_has_no_surface_is_reported() -> None:
    robot = Robot(links=(_link("link", Box(None), Mesh("absent.stl")),))
    report = Report()
    assert not _frames(fit(robot, report=report))
    assert sorted(reported.code for reported in report) == ["mesh.missing", "spheres.no-surface"]


@pytest.mark.parametrize(
    ("shape", "help"),
    [
        (Mesh("absent.stl"), "Name the packages of its meshes with --package NAME=FOLDER."),
        (None, "Replace the shapes of 'link' that are not read by a box, cylinder, sphere, capsule or mesh."),
        (Box(None), "Give 'link' a box, cylinder, sphere, capsule or mesh: its shapes have no size or no end."),
    ],
)
def test_the_help_for_no_surface_names_the_cause(shape: Shape | None, help: str) -> None:
    report = Report()
    fit(Robot(links=(_link("link", shape),)), report=report)
    (found,) = report.having("spheres.no-surface")
    assert found.help == help


def test_a_part_without_a_surface_is_reported() -> None:
    assert _codes(Robot(links=(_link("link", Box(None), Box((0.1, 0.1, 0.1))),)), per_link=1) == [
        "spheres.partly",
        "spheres.fitted",
    ]


def test_fewer_spheres_than_asked_for_are_reported() -> None:
    assert _codes(Robot(links=(_link("link", Sphere(0.1)),)), per_link=2, effort=DRAFT) == [
        "spheres.fewer",
        "spheres.fitted",
    ]


def test_rounding_makes_spheres_that_contain_the_ones_before() -> None:
    before = CollisionSphere(center=(0.12345649, -1 / 3, 2e-7), radius=0.0123456)
    (after,) = round_up([before], decimals=4)
    assert after.center == (0.1235, -0.3333, 0.0)
    assert after.radius == 0.0125  # 0.0123456 and the 0.0000549 that the centre moved, rounded up


def test_rounding_leaves_place_holders_alone() -> None:
    holder = CollisionSphere(center=(1 / 3, 0.0, 0.0), radius=0.0)
    assert round_up([holder]) == (holder,)


def _total(robot: Robot) -> int:
    return sum(len(frame.spheres) for frame in _frames(robot).values())


def test_a_budget_is_for_all_links_together() -> None:
    totals = [_total(fit(ROBOT, budget=budget, effort=DRAFT)) for budget in (2, 8)]
    assert totals[0] == 2
    assert 5 <= totals[1] <= 8


def test_sphere_shapes_are_kept_although_they_are_many() -> None:
    spheres = tuple(Geometry(shape=Sphere(0.1), pose=Pose((x, 0.0, 0.0))) for x in (0.0, 1.0, 2.0))
    assert _total(fit(Robot(links=(Link(name="one", collisions=spheres),)))) == 3


def test_a_budget_goes_where_it_helps_most_and_by_volume_more_of_it_to_a_long_thin_link() -> None:
    sizes = {"large": (0.4, 0.4, 0.4), "rod": (0.05, 0.05, 0.9), "small": (0.06, 0.03, 0.03)}
    robot = Robot(name="three", links=tuple(_link(name, Box(size)) for name, size in sizes.items()))
    counts, report = {}, Report()
    for share in "volume", "protrusion":
        frames = _frames(fit(robot, budget=20, share=share, effort=DRAFT, report=report))
        counts[share] = {name: len(frame.spheres) for name, frame in frames.items()}
    assert counts["volume"]["large"] + counts["volume"]["rod"] >= 17
    assert sum(counts["volume"].values()) <= 20
    assert counts["protrusion"]["small"] == 1
    assert counts["protrusion"]["large"] > 8
    assert counts["volume"]["rod"] > counts["protrusion"]["rod"]
    (divided,) = report.having("spheres.divided")
    assert "the spheres protrude by up to" in divided.message


def test_a_budget_of_less_than_one_a_link_is_refused() -> None:
    with pytest.raises(UsageError, match="2 links have geometry"):
        fit(ROBOT, budget=1)


def test_a_budget_that_is_less_than_the_shapes_need_is_refused() -> None:
    spheres = tuple(Geometry(shape=Sphere(0.1), pose=Pose((x, 0.0, 0.0))) for x in (0.0, 1.0, 2.0))
    robot = Robot(name="spheres", links=(Link(name="one", collisions=spheres),))
    with pytest.raises(UsageError, match="need at least 3"):
        fit(robot, budget=2)


def _hungry(job: Job) -> Fitted:
    """As :func:`fit_job`, but the tip is more than memory holds."""
    if job.triangles.corners[:, :, 2].max() > 0.04:
        raise MemoryError
    return fit_job(job)


def _killed(job: Job) -> Fitted:
    """As the system ends a process that takes too much memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    return fit_job(job)


def test_links_are_named_for_which_memory_did_not_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting_robot, "fit_job", _hungry)
    with pytest.raises(ResourceError, match="not finished: 'tip'"):
        fit(ROBOT, workers=1)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_worker_that_is_killed_ends_in_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting_robot, "fit_job", _killed)
    monkeypatch.setattr(work, "_is_first", lambda function: False)  # that call, of the smallest surface, is made here
    with pytest.raises(ResourceError) as raised:
        fit(ROBOT, workers=2)
    assert raised.value.exit_code == 71
    assert raised.value.code.slug == "spheres.out-of-memory"
    assert "'base'" in str(raised.value)
    assert "'tip'" in str(raised.value)
