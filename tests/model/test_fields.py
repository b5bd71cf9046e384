"""Walks over records."""

from __future__ import annotations

from robotfmt.model import AxisNoise, Camera, Imu, MultiCamera, Noise, Sensor
from robotfmt.model.fields import without_empty


def test_nodes_without_values_are_left_out() -> None:
    noisy = AxisNoise(x=Noise(), y=Noise(mean=0.1))
    assert without_empty(Imu(angular_velocity_noise=noisy)) == Imu(angular_velocity_noise=AxisNoise(y=Noise(mean=0.1)))
    assert without_empty(Imu(linear_acceleration_noise=AxisNoise(x=Noise()))) == Imu()


def test_a_row_keeps_its_length() -> None:
    assert without_empty(MultiCamera(cameras=(Camera(noise=Noise()),))) == MultiCamera(cameras=(Camera(),))


def test_a_record_without_nodes_to_change_is_returned_itself() -> None:
    sensor = Sensor(name="a", data=Imu(measures_orientation=True))
    assert without_empty(sensor) is sensor
