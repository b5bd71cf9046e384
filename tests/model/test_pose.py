"""Poses: what was written stays, and every language says the same rotation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import write_bytes

from robotfmt.documents.tokens import degrees, radians
from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    Joint,
    JointType,
    Link,
    Pose,
    Quaternion,
    Robot,
    Rotation,
    RotationMatrix,
    Rpy,
    axis_angles_of,
    compose,
    inverse,
    quaternion_of,
    rotation_matrix,
    rpy_of,
)

angles = st.floats(-7, 7)
components = st.floats(-1, 1)
quaternions = st.tuples(components, components, components, components).filter(lambda q: sum(x * x for x in q) > 0.01)


def close(a: object, b: object, tolerance: float = 1e-12) -> bool:
    return bool(np.abs(np.array(a) - np.array(b)).max() < tolerance)


def test_rpy_turns_about_fixed_axes() -> None:
    # URDF: R = Rz(yaw) Ry(pitch) Rx(roll). Roll of 90 degrees takes y to z; then yaw of 90 leaves z.
    matrix = rotation_matrix(Rpy(math.pi / 2, 0.0, math.pi / 2))
    assert close(np.array(matrix) @ [0, 1, 0], [0, 0, 1])
    assert close(np.array(matrix) @ [1, 0, 0], [0, 1, 0])


def test_axis_angle_by_hand() -> None:
    turn = AxisAngles((AxisAngle((0.0, 0.0, 2.0), math.pi / 2),))
    assert rotation_matrix(turn) == ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def test_successive_rotations_are_about_the_rotated_axes() -> None:
    turns = AxisAngles((AxisAngle((0.0, 0.0, 1.0), math.pi / 2), AxisAngle((1.0, 0.0, 0.0), math.pi / 2)))
    # First about z, then about the new x: the old z axis, seen in the turned frame's y, points along -x... by hand.
    expected = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    assert close(rotation_matrix(turns), expected)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2, 1.5708, -1.5708, 1.57079632])
@given(roll=angles, yaw=angles)
def test_rpy_at_the_poles(pitch: float, roll: float, yaw: float) -> None:
    matrix = rotation_matrix(Rpy(roll, pitch, yaw))
    back = rpy_of(RotationMatrix(matrix))
    assert close(rotation_matrix(back), matrix)


@given(quaternions)
def test_every_notation_is_the_same_rotation(numbers: tuple[float, float, float, float]) -> None:
    quaternion = Quaternion(*numbers)
    matrix = rotation_matrix(quaternion)
    reported: list[Rotation] = [rpy_of(quaternion), axis_angles_of(quaternion), quaternion_of(matrix)]
    assert all(close(rotation_matrix(each), matrix) for each in reported)


@given(angles, angles, angles)
def test_rpy_comes_back_from_turns_to_the_bit(roll: float, pitch: float, yaw: float) -> None:
    rpy = Rpy(roll, pitch, yaw)
    assert rpy_of(axis_angles_of(rpy)) == rpy


@given(st.tuples(angles, angles, angles), quaternions)
def test_inverse_undoes(position: tuple[float, float, float], numbers: tuple[float, float, float, float]) -> None:
    pose = Pose(position, Quaternion(*numbers))
    there_and_back = compose(pose, inverse(pose))
    assert close(there_and_back.xyz, (0, 0, 0), 1e-11)
    assert close(there_and_back.matrix, np.eye(3))


@given(angles, angles)
def test_a_pure_turn_is_undone_to_the_bit(first: float, second: float) -> None:
    pose = Pose(None, AxisAngles((AxisAngle((1.0, 0.0, 0.0), first), AxisAngle((0.0, 1.0, 0.0), second))))
    assert inverse(inverse(pose)) == pose


@given(st.floats(-400, 400))
def test_degrees_come_back_to_the_bit(angle: float) -> None:
    assert radians(degrees(radians(angle))) == radians(angle)


def test_different_notations_of_one_rotation_are_not_equal() -> None:
    assert Pose(None, Rpy(0.0, 0.0, 0.0)) != Pose(None, None)
    assert hash(Pose((1.0, 2.0, 3.0))) == hash(Pose((1.0, 2.0, 3.0)))


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_a_pose_with_a_number_that_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Pose((number, 0.0, 0.0))
    with pytest.raises(ValueError, match="not a rotation"):
        Quaternion(0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("length", [1e-320, 1e-200, 1e-160, 1e-10, 1.0, 1e160, 1e300])
def test_an_axis_of_any_length_is_a_direction(length: float) -> None:
    half_turn = AxisAngles((AxisAngle((length, 0.0, 0.0), math.pi),))
    assert close(rotation_matrix(half_turn), ((1, 0, 0), (0, -1, 0), (0, 0, -1)))
    oblique = AxisAngles((AxisAngle((length, length, 0.0), math.pi),))
    assert close(rotation_matrix(oblique), ((0, 1, 0), (1, 0, 0), (0, 0, -1)))


@pytest.mark.parametrize("length", [5e-324, 1e-200, 1e-160, 1.0, 1e160, 1e308])
def test_a_quaternion_of_any_length_is_a_rotation(length: float) -> None:
    assert close(rotation_matrix(Quaternion(length, 0.0, 0.0, length)), ((0, -1, 0), (1, 0, 0), (0, 0, 1)))


def test_any_rotation_has_roll_pitch_and_yaw_and_no_rotation_has_none() -> None:
    assert Pose(None, Rpy(0.1, 0.2, 0.3)).rpy == Rpy(0.1, 0.2, 0.3).angles == (0.1, 0.2, 0.3)
    assert Pose(None, Quaternion(1.0, 1.0, 0.0, 0.0)).rpy == pytest.approx((math.pi / 2, 0.0, 0.0))
    assert Pose((1.0, 0.0, 0.0)).rpy is None


@pytest.mark.parametrize("format", ["sdf", "openrave"])
def test_quaternions_are_written_with_length_1_since_programs_do_not_scale_them(format: str) -> None:
    turned = Pose((0.0, 0.0, 0.0), Quaternion(0.0, 3.0, 0.0, 4.0))
    joint = Joint(name="j", type=JointType.FIXED, parent="a", child="b", pose_in_parent=turned)
    robot = Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))
    written = write_bytes(robot, format)
    assert {"sdf": b"0.6 0 0.8 0</pose>", "openrave": b"<quat>0 0.6 0 0.8</quat>"}[format] in written
