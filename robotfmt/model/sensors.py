"""Sensors, and what they measure with."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from .names import JointName, LinkName, SensorName
from .node import InterfaceType, Node, Parameter
from .pose import Pose
from .vectors import Matrix3, Vector3


class Noise(Node):
    """What is added to a measured value at random."""

    type: str | None = None
    """``none``, ``gaussian``, ``gaussian_quantized``."""
    mean: float | None = None
    stddev: float | None = None
    bias_mean: float | None = None
    """Of the bias that is drawn once."""
    bias_stddev: float | None = None
    dynamic_bias_stddev: float | None = None
    """Of a bias that wanders, and the time in seconds in which it forgets where it was."""
    dynamic_bias_correlation_time: float | None = None
    precision: float | None = None
    """The step to which values are rounded."""


class AxisNoise(Node):
    """The noise about x, y and z: of each its own, or the same of all."""

    each: Noise | None = None
    """Of the axes that have none of their own."""
    x: Noise | None = None
    y: Noise | None = None
    z: Noise | None = None


class View(str, Enum):
    """How a camera stands in its frame: which axis it looks along."""

    FORWARD = "x"
    """x to where it looks, z up: Gazebo."""
    OPTICAL = "z"
    """z to where it looks, x right, y down: as pixels are counted; ROS, OpenRAVE."""
    GRAPHICS = "-z"
    """z to the viewer, x right, y up: OpenGL, VRML."""


class Camera(Node):
    """A pinhole camera."""

    view: View = View.OPTICAL
    name: str | None = None
    pose: Pose | None = None
    """In the sensor that it is a part of."""
    width: int | None = None
    height: int | None = None
    channels: int | None = None
    format: str | None = None
    """Of a value in the image: ``uint8``, ``float32``, ..."""
    pixel_format: str | None = None
    """A word for how pixels are stored, where channels and format do not say all: ``B8G8R8``, ``BAYER_RGGB8``."""
    measurement_time: float | None = None
    """Seconds for one image."""
    gain: float | None = None
    intrinsic: tuple[float, float, float, float, float, float] | None = None
    """The upper two rows of the intrinsic matrix."""
    focal_length: float | None = None
    """In metres."""
    distortion_model: str | None = None
    """``plumb_bob``: the coefficients are k1, k2, p1, p2, k3, of which the last ones may be left out."""
    distortion: tuple[float, ...] | None = None
    distortion_center: tuple[float, float] | None = None
    """As parts of the width and the height."""
    horizontal_fov: float | None = None
    """Radians."""
    near: float | None = None
    far: float | None = None
    noise: Noise | None = None
    """Of every value of every pixel."""
    references: tuple[SensorName, ...] = ()
    """Sensors whose data it uses."""
    targets: tuple[str, ...] = ()
    """What it looks at."""


class RectifiedSensor(Node):
    """A camera of a stereo camera, and the homography that rectifies its image."""

    sensor: SensorName
    rectification: Matrix3 | None = None


class StereoCamera(Node):
    """Two cameras; the frame is the first one's."""

    cameras: tuple[RectifiedSensor, ...] = ()


class MultiCamera(Node):
    """Cameras that take their images at the same time."""

    cameras: tuple[Camera, ...] = ()


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
    """How many distances are given for each sample; those between two of them are interpolated."""
    vertical_samples: int | None = None
    vertical_resolution: float | None = None
    vertical_min_angle: float | None = None
    vertical_max_angle: float | None = None
    range_resolution: float | None = None
    """The step of the distances, in metres."""
    noise: Noise | None = None


class ForceTorque(Node):
    """A sensor of force and torque: ranges, resolutions and what it survives, about x, y, z."""

    frame: str | None = None
    """In which it measures: of the joint's ``parent`` or ``child``, or its own: ``sensor``."""
    measure_direction: str | None = None
    """On whom the force that it gives acts: ``child_to_parent`` or ``parent_to_child``."""
    force_noise: AxisNoise | None = None
    torque_noise: AxisNoise | None = None
    load_range_force: Vector3 | None = None
    load_range_torque: Vector3 | None = None
    load_resolution_force: Vector3 | None = None
    load_resolution_torque: Vector3 | None = None
    load_capacity_range_force: Vector3 | None = None
    load_capacity_range_torque: Vector3 | None = None


class OrientationReference(Node):
    """Which orientation counts as none."""

    localization: str | None = None
    """``CUSTOM``, or one of ``NED``, ``ENU``, ``NWU``, ``GRAV_UP``, ``GRAV_DOWN``."""
    custom_rpy: Vector3 | None = None
    """Radians."""
    custom_rpy_frame: str | None = None
    gravity_x: Vector3 | None = None
    """The direction of x where only gravity is known."""
    gravity_x_frame: str | None = None


class Imu(Node):
    """An inertial measurement unit, with the noises or the covariances of what it measures."""

    measurement_time: float | None = None
    rotation_covariance: Matrix3 | None = None
    angular_velocity_covariance: Matrix3 | None = None
    linear_acceleration_covariance: Matrix3 | None = None
    angular_velocity_noise: AxisNoise | None = None
    linear_acceleration_noise: AxisNoise | None = None
    orientation_reference: OrientationReference | None = None
    measures_orientation: bool | None = None


class Odometry(Node):
    """A sensor of how something has moved."""

    measurement_time: float | None = None
    target: str | None = None


class Contact(Node):
    """A sensor of what touches some collision shapes."""

    collisions: tuple[str, ...] = ()
    """Their names."""
    topic: str | None = None


class Gps(Node):
    """A sensor of where on the earth it is, and how fast it moves."""

    position_horizontal: Noise | None = None
    position_vertical: Noise | None = None
    velocity_horizontal: Noise | None = None
    velocity_vertical: Noise | None = None


class Altimeter(Node):
    """A sensor of height, and how fast it changes."""

    position: Noise | None = None
    velocity: Noise | None = None


class Magnetometer(Node):
    """A sensor of the magnetic field."""

    noise: AxisNoise | None = None


SensorData: TypeAlias = (
    Camera
    | StereoCamera
    | MultiCamera
    | Laser
    | ForceTorque
    | Imu
    | Odometry
    | Contact
    | Gps
    | Altimeter
    | Magnetometer
)


class Sensor(Node):
    """A sensor on a link or at a joint."""

    name: SensorName
    type: str | None = None
    """What the document calls it, where that says more than what its data are: ``depth``, ``gpu_ray``,
    ``accelerometer``. None is each format's own plain word for such data: ``camera`` or ``base_pinhole_camera``."""
    link: LinkName | None = None
    pose: Pose | None = None
    """In the link."""
    joint: JointName | None = None
    model: str | None = None
    """Which entry of a sensor library it is an instance of."""
    update_rate: float | None = None
    """Hz."""
    always_on: bool | None = None
    visualize: bool | None = None
    """Whether what it senses is shown."""
    topic: str | None = None
    """The name under which its data are published."""
    data: SensorData | None = None
    parameters: tuple[Parameter, ...] = ()
    interface: InterfaceType | None = None
    hardware_id: str | None = None
    reference: SensorName | None = None
    """The sensor whose data it takes and transforms (OpenRAVE)."""
    maker: str | None = None
    product: str | None = None
    """What its maker calls it."""
