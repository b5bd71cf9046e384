"""Sensors and actuators."""

from __future__ import annotations

from typing import TypeAlias

from .names import ActuatorName, JointName, LinkName, SensorName
from .node import InterfaceType, Node, Parameter
from .pose import Pose
from .record import Record, record
from .vectors import Matrix3, Vector3


@record()
class Camera(Node):
    """A pinhole camera."""

    width: int | None = None
    height: int | None = None
    channels: int | None = None
    format: str | None = None
    """Of a value in the image: ``uint8``, ``float32``, ..."""
    measurement_time: float | None = None
    """Seconds for one image."""
    gain: float | None = None
    intrinsic: tuple[float, float, float, float, float, float] | None = None
    """The upper two rows of the intrinsic matrix."""
    focal_length: float | None = None
    """In metres."""
    distortion_model: str | None = None
    distortion: tuple[float, ...] | None = None
    horizontal_fov: float | None = None
    """Radians."""
    near: float | None = None
    far: float | None = None
    references: tuple[SensorName, ...] = ()
    """Sensors whose data it uses."""
    targets: tuple[str, ...] = ()
    """What it looks at."""


@record()
class RectifiedSensor(Node):
    """A camera of a stereo camera, and the homography that rectifies its image."""

    sensor: SensorName
    rectification: Matrix3 | None = None


@record()
class StereoCamera(Node):
    """Two cameras; the frame is the first one's."""

    cameras: tuple[RectifiedSensor, ...] = ()


@record()
class Laser(Node):
    """A laser range finder that scans its xy plane, and with ``vertical_*`` also above and below it."""

    min_angle: float | None = None
    max_angle: float | None = None
    min_range: float | None = None
    max_range: float | None = None
    angle_increment: float | None = None
    time_increment: float | None = None
    measurement_time: float | None = None
    samples: int | None = None
    resolution: float | None = None
    vertical_samples: int | None = None
    vertical_min_angle: float | None = None
    vertical_max_angle: float | None = None


@record()
class ForceTorque(Node):
    """A sensor of force and torque: ranges, resolutions and what it survives, about x, y, z."""

    load_range_force: Vector3 | None = None
    load_range_torque: Vector3 | None = None
    load_resolution_force: Vector3 | None = None
    load_resolution_torque: Vector3 | None = None
    load_capacity_range_force: Vector3 | None = None
    load_capacity_range_torque: Vector3 | None = None


@record()
class Imu(Node):
    """An inertial measurement unit, with the covariances of what it measures."""

    measurement_time: float | None = None
    rotation_covariance: Matrix3 | None = None
    angular_velocity_covariance: Matrix3 | None = None
    linear_acceleration_covariance: Matrix3 | None = None


@record()
class Odometry(Node):
    """A sensor of how something has moved."""

    measurement_time: float | None = None
    target: str | None = None


SensorData: TypeAlias = Camera | StereoCamera | Laser | ForceTorque | Imu | Odometry


@record()
class Sensor(Node):
    """A sensor on a link or at a joint."""

    name: SensorName
    type: str
    """As its document calls it: ``base_pinhole_camera``, ``base_laser2d``, ``camera``, ..."""
    link: LinkName | None = None
    pose: Pose | None = None
    """In the link."""
    joint: JointName | None = None
    model: str | None = None
    """Which entry of a sensor library it is an instance of."""
    update_rate: float | None = None
    """Hz."""
    data: SensorData | None = None
    parameters: tuple[Parameter, ...] = ()
    interface: InterfaceType | None = None
    hardware_id: str | None = None


@record(kw_only=False)
class SpeedTorquePoint(Record):
    """What a motor can do at a speed."""

    speed: float
    torque: float


@record()
class ElectricMotor(Node):
    """A motor's data, in the units its document uses (OpenRAVE's text mixes rpm and 1/s)."""

    model_type: str | None = None
    gear_ratio: float | None = None
    assigned_power_rating: float | None = None
    max_speed: float | None = None
    no_load_speed: float | None = None
    stall_torque: float | None = None
    nominal_speed_torque_points: tuple[SpeedTorquePoint, ...] = ()
    max_speed_torque_points: tuple[SpeedTorquePoint, ...] = ()
    rotor_inertia: float | None = None
    torque_constant: float | None = None
    nominal_torque: float | None = None
    nominal_voltage: float | None = None
    speed_constant: float | None = None
    starting_current: float | None = None
    terminal_resistance: float | None = None
    max_instantaneous_torque: float | None = None
    coulomb_friction: float | None = None
    viscous_friction: float | None = None


@record()
class Actuator(Node):
    """What drives a joint."""

    name: ActuatorName
    joint: JointName | None
    type: str | None = None
    """``electric_motor``, ..."""
    model: str | None = None
    """Which entry of an actuator library it is an instance of."""
    motor: ElectricMotor | None = None
    parameters: tuple[Parameter, ...] = ()
    interface: InterfaceType | None = None
