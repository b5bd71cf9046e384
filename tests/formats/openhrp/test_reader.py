"""Read OpenHRP's bodies: numbers worked out by hand, shapes, sensors, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.errors import InputError, MeshError
from robotfmt.model import Box, Camera, Cylinder, ForceTorque, JointType, Laser, Limits, Mesh, Pose, View
from robotfmt_openhrp.parts.shapes import read_mesh

FOLDER = FIXTURES / "openhrp"


def test_an_arm_is_read() -> None:
    report = Report()
    robot = robotfmt.read(FOLDER / "arm.wrl", report=report)
    assert [each.message for each in report.having("openhrp.not-read")] == ["field torqueConst of Joint is not read"]
    assert (robot.name, [each.name for each in robot.links]) == ("arm", ["base", "shoulder", "hand"])
    assert robot.pose is not None
    assert robot.pose.xyz == (0, 0, 0.5)
    assert robot.pose.matrix[1][0] == pytest.approx(1)
    shoulder, hand = robot.joints
    axis = shoulder.axes[0]
    assert (shoulder.type, shoulder.dof_index, axis.direction) == (JointType.REVOLUTE, 0, (0, 1, 0))
    assert axis.hard == Limits(lower=-0.75, upper=1.25, velocity=2.5)
    assert axis.dynamics is not None
    assert axis.dynamics.armature == pytest.approx(0.2)  # 0.0005 * 20 * 20
    assert (hand.type, hand.axes[0].hard) == (JointType.PRISMATIC, Limits(lower=0, upper=0.3))
    mass = robot.link("hand").inertial
    assert mass is not None
    assert mass.mass == 0.5
    assert (mass.pose or Pose()).xyz == pytest.approx((0, 0, 0.1))


def test_shapes_and_sensors_of_the_arm() -> None:
    robot = robotfmt.read(FOLDER / "arm.wrl")
    (box,), (bar,) = robot.link("base").visuals, robot.link("shoulder").collisions
    assert box.shape == Box((0.4, 0.3, 0.2))
    assert box.material is not None
    assert box.material.color == (0.25, 0.5, 0.75, 0.75)
    assert bar.shape == Cylinder(0.05, 0.4)
    along = [row[2] for row in (bar.pose or Pose()).matrix]  # the y axis of VRML, turned by -90 degrees about z
    assert along == pytest.approx([1, 0, 0], abs=1e-12)
    strain, eye = robot.sensors
    assert (strain.joint, strain.pose) == ("shoulder", Pose((0.4, 0.0, 0.0)))
    assert isinstance(strain.data, ForceTorque)
    assert strain.data.load_range_force == (100, 100, 200)
    assert isinstance(eye.data, Camera)
    assert (eye.type, eye.data.view, eye.data.horizontal_fov) == ("depth", View.GRAPHICS, 1.25)
    assert eye.update_rate == 5


def test_a_floating_body() -> None:
    robot = robotfmt.read(FOLDER / "floater.wrl")
    assert [(each.type, each.child_link) for each in robot.virtual_joints] == [("floating", "hull")]
    assert (robot.joint("wheel").pose_in_parent or Pose()).xyz == (0, 0.5, 0)
    assert robot.joint("wheel").type is JointType.CONTINUOUS
    assert [each.type for each in robot.sensors] == ["gyro", "accelerometer", None]
    laser = robot.sensors[2].data
    assert isinstance(laser, Laser)
    assert (laser.min_angle, laser.max_angle) == (-1, 1)
    inline, scaled, faces = (each.shape for each in robot.link("hull").visuals)
    assert inline == Mesh("hull.wrl")
    data = (FOLDER / "floater.wrl").read_bytes()
    sizes = []
    for each in (scaled, faces):
        assert isinstance(each, Mesh)
        triangles = read_mesh(Source("floater.wrl", data), each, Context())
        sizes.append((triangles.vertices.max(axis=0) - triangles.vertices.min(axis=0)).tolist())
    assert sizes[0][0] / sizes[0][2] == pytest.approx(2, rel=0.05)
    assert sizes[1] == pytest.approx([0.5, 0.5, 0.5])


@pytest.mark.parametrize("name", ["arm", "floater", "door"])
def test_openhrp_becomes_a_urdf_and_a_body(name: str, tmp_path: Path) -> None:
    source = FOLDER / f"{name}.wrl"
    robotfmt.convert(source, tmp_path / "r.urdf")
    robotfmt.convert(source, tmp_path / "r.body")
    moving = [each.name for each in robotfmt.read(source).joints]
    assert [each.name for each in robotfmt.read(tmp_path / "r.urdf").joints] == moving
    assert [each.name for each in robotfmt.read(tmp_path / "r.body").joints] == moving


@pytest.mark.parametrize("text", ["", "Humanoid {", "DEF a Humanoid { humanoidBody DEF b Segment { } }"])
def test_a_document_without_a_body_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "no.wrl"
    path.write_text(f"#VRML V2.0 utf8\n{text or 'PROTO Humanoid [] { }'}")
    with pytest.raises(InputError):
        robotfmt.read(path)


def test_a_mesh_that_does_not_exist() -> None:
    data = (FOLDER / "door.wrl").read_bytes()
    with pytest.raises(MeshError):
        read_mesh(Source("door.wrl", data), Mesh("#9999"), Context())
