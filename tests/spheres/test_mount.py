"""Spheres of what is fixed to the root end at the plane that the robot is mounted on."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from efforts import DRAFT
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report, Severity
from robotfmt.mesh.triangles import Floats
from robotfmt.model import (
    Axis,
    Box,
    Cylinder,
    Geometry,
    Joint,
    JointType,
    Limits,
    Link,
    Pose,
    Purpose,
    Robot,
    Rpy,
    Shape,
    Sphere,
    VirtualJoint,
)
from robotfmt.model.record import replace
from robotfmt.spheres import Clip, fit

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
FOOT = 0.05
"""Half the height of the foot, in metres."""
MODES: list[dict[str, Any]] = [{"tolerance": 0.03}, {"per_link": 3, "effort": DRAFT}, {"budget": 9, "effort": DRAFT}]
LOOSE: dict[str, Any] = {"tolerance": 0.05}


def _link(name: str, shape: Shape, pose: Pose | None = None) -> Link:
    return Link(name=name, collisions=(Geometry(shape=shape, pose=pose, purpose=Purpose.COLLISION),))


def _arm(foot: Shape | None = None, limits: Limits | None = None) -> Robot:
    """A foot with a post on its side and an arm that turns about x; the arm rests upright."""
    joints = (
        Joint(
            name="side",
            type=JointType.FIXED,
            parent="foot",
            child="post",
            pose_in_parent=Pose((0.1, 0.0, 0.0), Rpy(np.pi / 2, 0.0, 0.0)),
        ),
        Joint(
            name="shoulder",
            type=JointType.REVOLUTE,
            parent="foot",
            child="arm",
            pose_in_parent=Pose((0.0, 0.0, 0.1)),
            axes=(Axis(direction=(1.0, 0.0, 0.0), hard=limits or Limits(lower=-3.0, upper=3.0)),),
        ),
    )
    links = (
        _link("foot", foot or Box((0.14, 0.12, 2 * FOOT))),
        _link("post", Box((0.04, 2 * FOOT, 0.04))),  # stands on the same plane, turned by 90 degrees
        _link("arm", Cylinder(0.02, 0.3), Pose((0.0, 0.0, 0.15))),
    )
    return Robot(name="arm", links=links, joints=joints)


def _spheres(robot: Robot, link: str) -> Floats:
    (frame,) = [each for each in robot.sphere_sets[0].frames if each.frame == link]
    return np.array([(*sphere.center, sphere.radius) for sphere in frame.spheres if sphere.center])


def _lowest(robot: Robot) -> dict[str, float]:
    """How low the spheres of the foot and of the post reach, in the frame of the foot."""
    foot, post = _spheres(robot, "foot"), _spheres(robot, "post")
    # The y axis of the post is the z axis of the foot.
    return {
        "foot": float((foot[:, 2] - foot[:, 3]).min()),
        "post": float((post[:, 1] - post[:, 3]).min()),
    }


@lru_cache
def _fitted(mode: int) -> tuple[Robot, str]:
    """The arm with spheres, and what is said of the plane."""
    report = Report()
    made = fit(_arm(), report=report, **MODES[mode])
    (note,) = [each.message for each in report if each.code == "spheres.clipped"]
    return made, note


def _messages(robot: Robot, code: str, **asked: Any) -> list[str]:
    report = Report()
    fit(robot, report=report, **{**LOOSE, **asked})
    return [each.message for each in report if each.code == code]


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_no_sphere_of_the_base_is_below_the_mounting_plane(mode: int) -> None:
    made, note = _fitted(mode)
    assert {each.frame for each in made.sphere_sets[0].frames} == {"foot", "post", "arm"}
    assert min(_lowest(made).values()) >= -FOOT - 1e-5
    plane, layer = note.split("; ")
    assert plane == "spheres of 'foot', 'post' end at the mounting plane, z = -50 mm of 'foot'"
    assert layer.startswith("a layer of up to ")


def test_spheres_may_pass_the_mounting_plane_without_clip_base() -> None:
    report = Report()
    made = fit(_arm(), report=report, clip_base=False, **LOOSE)
    assert min(_lowest(made).values()) < -FOOT - 1e-3
    assert [each.code for each in report] == ["spheres.fitted"]


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_all_that_is_above_the_layer_is_covered(mode: int) -> None:
    made, note = _fitted(mode)
    spheres = _spheres(made, "foot")
    layer = float(note.split("up to ")[1].split(" mm")[0]) / 1000
    assert layer <= MODES[mode].get("tolerance", 2 * FOOT)
    points = (np.random.default_rng(0).random((20000, 3)) - 0.5) * (0.14, 0.12, 2 * FOOT)
    side = np.arange(len(points)) % 3
    rows = np.arange(len(points))
    points[rows, side] = np.copysign(np.array((0.07, 0.06, FOOT))[side], points[rows, side])
    points = points[points[:, 2] > layer - FOOT]
    gaps = (np.linalg.norm(points[:, None] - spheres[:, :3], axis=2) - spheres[:, 3]).min(axis=1)
    assert gaps.max() <= 1e-9


def test_a_sphere_that_touches_the_plane_stays_one_sphere() -> None:
    made = fit(_arm(Sphere(FOOT)), **LOOSE)
    assert _spheres(made, "foot") == pytest.approx(np.array([[0.0, 0.0, 0.0, FOOT]]), abs=2e-6)


def _driving(robot: Robot) -> list[Robot]:
    """The same robot, free to move in ways that a document can say."""
    cart = Joint(name="cart", type=JointType.PLANAR, parent="ground", child="foot")
    return [
        replace(robot, virtual_joints=(VirtualJoint(name="v", type=kind, parent_frame="odom", child_link="foot"),))
        for kind in ("floating", "planar")
    ] + [replace(robot, links=(Link(name="ground"), *robot.links), joints=(cart, *robot.joints))]


@pytest.mark.parametrize("place", range(3))
def test_a_mobile_robot_has_no_mounting_plane(place: int) -> None:
    assert _messages(_driving(_arm())[place], "spheres.clipped") == []


def test_a_virtual_joint_that_is_fixed_changes_nothing() -> None:
    held = VirtualJoint(name="v", type="fixed", parent_frame="world", child_link="foot")
    assert len(_messages(replace(_arm(), virtual_joints=(held,)), "spheres.clipped")) == 1


def test_a_robot_on_legs_has_no_mounting_plane() -> None:
    leg = _link("arm", Cylinder(0.02, 0.3), Pose((0.0, 0.0, -0.3)))
    robot = _arm(limits=Limits(lower=-0.5, upper=0.5))
    assert _messages(replace(robot, links=(*robot.links[:2], leg)), "spheres.clipped") == []


def test_an_arm_that_hangs_by_default_but_can_be_raised_has_a_mounting_plane() -> None:
    hanging = _link("arm", Cylinder(0.02, 0.3), Pose((0.0, 0.0, -0.3)))
    robot = _arm()
    assert len(_messages(replace(robot, links=(*robot.links[:2], hanging)), "spheres.clipped")) == 1


def test_a_robot_without_moving_links_has_no_mounting_plane() -> None:
    robot = _arm()
    assert _messages(replace(robot, links=robot.links[:2], joints=robot.joints[:1]), "spheres.clipped") == []


def test_a_clip_option_replaces_the_mounting_plane() -> None:
    asked: dict[str, Any] = {"overrides": {"foot": {"clip": Clip("z", -0.03)}}}
    made = fit(_arm(), **LOOSE, **asked)
    assert _lowest(made)["foot"] >= -0.03
    assert _lowest(made)["post"] >= -FOOT - 1e-5
    planes = [each.split(";")[0] for each in _messages(_arm(), "spheres.clipped", **asked)]
    assert planes == [
        "spheres of 'foot' end at the plane z -0.03",
        "spheres of 'post' end at the mounting plane, z = -50 mm of 'foot'",
    ]


def test_a_fit_of_one_link_knows_the_plane() -> None:
    made = fit(_arm(), links=["post"], **LOOSE)
    post = _spheres(made, "post")
    assert (post[:, 1] - post[:, 3]).min() >= -FOOT - 1e-5


@pytest.mark.parametrize("asked", MODES, ids=str)
def test_a_link_with_shape_that_gets_no_sphere_is_an_error(asked: dict[str, Any]) -> None:
    report, foot = Report(), Robot(links=_arm().links[:1])
    fit(foot, report=report, overrides={"foot": {"clip": Clip("z", 0.2)}}, **asked)
    (error,) = [each for each in report if each.severity is Severity.ERROR]
    assert error.code == "spheres.none"
    assert error.message == "link 'foot' gets no sphere: it does not rise above the plane z 0.2"


def test_a_link_too_thin_for_spheres_inside_is_an_error() -> None:
    leaf = Robot(links=(_link("leaf", Box((0.1, 0.1, 1e-5))),))
    (message,) = _messages(leaf, "spheres.none", inside=True, tolerance=0.01)
    assert message == "link 'leaf' gets no sphere: none fits inside it"


SOUND = str(BROKEN / "spheres" / "sound.urdf")
GONE = ["--clip-plane", "foot", "z", "1"]


@pytest.mark.parametrize(
    "command",
    [["spheres", "fit", SOUND, "-o"], ["convert", SOUND, "--fit-spheres", "-o"], ["xrdf", SOUND, "-o"]],
    ids=lambda each: each[0],
)
@pytest.mark.parametrize("suffix", ["xrdf", "yml"])
def test_nothing_is_written_without_its_spheres(command: list[str], suffix: str, tmp_path: Path) -> None:
    if command[0] == "xrdf":
        pytest.importorskip("coal")
    output = tmp_path / f"lamp.{suffix}"
    assert main([*command, str(output), *GONE, "-q"]) == 1
    assert not output.exists()
    assert main([*command, str(output), *GONE, "-q", "--allow", "spheres.none"]) == 0
    assert output.exists()


def test_nor_is_a_document_updated(tmp_path: Path) -> None:
    output = tmp_path / "lamp.xrdf"
    assert main(["spheres", "fit", SOUND, "-o", str(output), "--per-link", "1", "-q"]) == 0
    before = output.read_bytes()
    assert main(["spheres", "fit", SOUND, "--update", str(output), *GONE, "-q"]) == 1
    assert output.read_bytes() == before


LAMP = str(BROKEN / "spheres" / "spheres.clipped.urdf")


@pytest.mark.parametrize("suffix", ["xrdf", "yml"])
def test_every_output_has_spheres_above_the_table(suffix: str, tmp_path: Path) -> None:
    output = tmp_path / f"lamp.{suffix}"
    lowest = []
    for more in ([], ["--no-clip-base"]):
        command = [
            "convert",
            LAMP,
            "-o",
            str(output),
            "--fit-spheres",
            "--tolerance",
            "4cm",
            "-q",
            "--overwrite",
        ]
        assert main([*command, *more]) == 0
        spheres = _spheres(robotfmt.read(LAMP, output), "foot")
        lowest.append(float((spheres[:, 2] - spheres[:, 3]).min()))
    assert lowest[0] >= -0.02 - 1e-5
    assert lowest[1] < -0.021
