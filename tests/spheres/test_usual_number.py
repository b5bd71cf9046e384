"""Without a number a robot gets as many spheres as planners use: a few for each link that moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from efforts import DRAFT

from robotfmt.diagnostics import Report
from robotfmt.mesh.triangles import Triangles
from robotfmt.model import Axis, Box, Geometry, Joint, JointType, Limits, Link, Pose, Purpose, Robot, Shape, Vector3
from robotfmt.model.record import replace
from robotfmt.spheres import fit
from robotfmt.spheres.fitting.budget import Need, by_volume, usual_counts

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]


def _link(name: str, shape: Shape, at: Vector3 = (0.0, 0.0, 0.0)) -> Link:
    return Link(name=name, collisions=(Geometry(shape=shape, pose=Pose(at), purpose=Purpose.COLLISION),))


def _turns(name: str, parent: str, child: str, at: Vector3) -> Joint:
    axis = Axis(direction=(0.0, 1.0, 0.0), hard=Limits(lower=-1.5, upper=1.5))
    return Joint(name=name, type=JointType.REVOLUTE, parent=parent, child=child, pose_in_parent=Pose(at), axes=(axis,))


def _arm(base: Shape) -> Robot:
    """An arm of two links, with a small tip, on a base; it rests upright."""
    links = (
        _link("base", base),
        _link("upper", Box((0.06, 0.06, 0.3)), (0.0, 0.0, 0.15)),
        _link("lower", Box((0.05, 0.05, 0.25)), (0.0, 0.0, 0.125)),
        _link("tip", Box((0.01, 0.01, 0.02)), (0.0, 0.0, 0.01)),
    )
    joints = (
        _turns("shoulder", "base", "upper", (0.0, 0.0, 0.1)),
        _turns("elbow", "upper", "lower", (0.0, 0.0, 0.32)),
        _turns("wrist", "lower", "tip", (0.0, 0.0, 0.26)),
    )
    return Robot(name="arm", links=links, joints=joints)


def _counts(robot: Robot) -> dict[str, int]:
    return {frame.frame: len(frame.spheres) for frame in robot.sphere_sets[0].frames}


def test_small_links_get_fewer_spheres_than_the_usual_eight() -> None:
    assert usual_counts({"upper": 0.3, "lower": 0.3, "wrist": 0.07, "tip": 0.001}) == {
        "upper": 8,
        "lower": 8,
        "wrist": 5,
        "tip": 2,
    }
    hand = {f"finger{number}": 0.03 for number in range(20)}
    assert usual_counts({"upper": 0.3, **hand}) == {"upper": 8, **dict.fromkeys(hand, 5)}
    assert usual_counts({}) == {}


def test_a_division_keeps_to_least_and_largest_numbers() -> None:
    falling = Need(np.array([1.0, 2.0, 4.0, 8.0]), np.array([8.0, 4.0, 2.0, 1.0]))
    needs = {"large": Need(falling.counts, 100 * falling.excess), "small": falling, "still": falling}
    assert by_volume(needs, 10) == {"large": 8, "small": 1, "still": 1}
    assert by_volume(needs, 12, {"small": 4}, {"still": 2}) == {"large": 7, "small": 4, "still": 1}
    assert by_volume(needs, 40, {}, {"still": 2}) == {"large": 8, "small": 8, "still": 2}


def test_a_robot_without_a_number_gets_the_usual_one_and_a_summary() -> None:
    report = Report()
    counts = _counts(fit(_arm(Box((0.1, 0.1, 0.1))), effort=DRAFT, report=report))
    assert counts["base"] <= 3
    assert 1 <= counts["tip"] <= 2
    assert 6 <= sum(counts.values()) <= 8 + 8 + 2 + 3
    (note,) = report.having("spheres.fitted")
    assert f"{sum(counts.values())} spheres on 4 links cover its shapes (proved), protrude by up to" in note.message


def test_spheres_stay_inside_a_flat_base_instead_of_blocking_what_moves_above_it() -> None:
    report = Report()
    robot = fit(_arm(Box((0.3, 0.3, 0.01))), effort=DRAFT, report=report)
    (warning,) = report.having("spheres.flat-base")
    assert "spheres that cover 'base' above the mounting plane would protrude by" in warning.message
    (base,) = [frame for frame in robot.sphere_sets[0].frames if frame.frame == "base"]
    assert max(sphere.radius or 0.0 for sphere in base.spheres) <= 0.005


def _on_a_sheet(mesh_of: Callable[..., Geometry], high: float) -> Robot:
    """The arm on a sheet that rises on one side."""
    corners = np.array([[x, y, high * (x > 0)] for x in (-0.3, 0.3) for y in (-0.2, 0.2)])
    arm = _arm(Box((0.1, 0.1, 0.1)))
    sheet = replace(arm.links[0], collisions=(mesh_of(Triangles(corners, np.array([[0, 1, 2], [1, 3, 2]]))),))
    return replace(arm, links=(sheet, *arm.links[1:]))


def test_a_sheet_is_covered_by_more_spheres_than_other_bases(mesh_of: Callable[..., Geometry]) -> None:
    """Three would reach far above the mounting plane."""
    report = Report()
    counts = _counts(fit(_on_a_sheet(mesh_of, 0.05), effort=DRAFT, report=report))
    assert 6 <= counts["base"] <= 24
    assert not report.having("spheres.flat-base")
    (note,) = report.having("spheres.fitted")
    assert "cover its shapes (proved), protrude" in note.message


def test_a_sheet_too_flat_to_be_covered_gets_as_many_as_a_link_that_moves(mesh_of: Callable[..., Geometry]) -> None:
    """It has no room inside for spheres."""
    report = Report()
    counts = _counts(fit(_on_a_sheet(mesh_of, 0.01), effort=DRAFT, report=report))
    assert not report.having("spheres.flat-base")
    assert "no volume to approximate" in report.having("spheres.no-volume")[0].message
    assert 4 <= counts["base"] <= 8


def test_links_with_a_number_of_their_own_keep_it_beside_the_usual_one() -> None:
    robot = fit(_arm(Box((0.1, 0.1, 0.1))), effort=DRAFT, overrides={"upper": {"per_link": 5}})
    assert _counts(robot)["upper"] == 5
    alone = fit(robot, effort=DRAFT, links=["tip"], overrides={"tip": {"per_link": 3}})
    assert _counts(alone)["tip"] == 3
