"""Sensors and their data."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from .names import JointName, LinkName, SensorName
from .node import InterfaceType, Node, Parameter
from .pose import Pose
from .vectors import Matrix3, Vector3


class Noise(Node):
    """Random noise that is added to a measured value."""

    type: str | None = None
    """``none``, ``gaussian``, ``gaussian_quantized``."""
    mean: float | None = None
    stddev: float | None = None
    bias_mean: float | None = None
    """The mean of a constant bias."""
    bias_stddev: float | None = None
    dynamic_bias_stddev: float | None = None
    """The standard deviation of a drifting bias, and its correlation time in seconds."""
    dynamic_bias_correlation_time: float | None = None
    precision: float | None = None
    """The step to which values are rounded."""


class AxisNoise(Node):
    """The noise about x, y and z."""

    x: Noise | None = None
    y: Noise | None = None
    z: Noise | None = None


class View(str, Enum):
    """The view convention of a camera: the axis of its frame that it looks along."""

    FORWARD = "x"
    """x forward, z up: Gazebo."""
    OPTICAL = "z"
    """z forward, x right, y down, as pixels are counted: ROS, OpenRAVE."""
    GRAPHICS = "-z"
    """z to the viewer, x right, y up: OpenGL, VRML."""


class Camera(Node):
    """A pinhole camera."""

    view: View = View.OPTICAL
    name: str | None = None
    pose: Pose | None = None
    """The pose in the sensor that contains the camera."""
    width: int | None = None
    height: int | None = None
    channels: int | None = None
    format: str | None = None
    """The type of a value in the image: ``uint8``, ``float32``, ..."""
    pixel_format: str | None = None
    """The pixel format, if channels and type do not determine it: ``B8G8R8``, ``BAYER_RGGB8``."""
    measurement_time: float | None = None
    """The time for one image, in seconds."""
    gain: float | None = None
    intrinsic: tuple[float, float, float, float, float, float] | None = None
    """The upper two rows of the intrinsic matrix."""
    focal_length: float | None = None
    """The focal length in metres."""
    distortion_model: str | None = None
    """``plumb_bob``: the coefficients are k1, k2, p1, p2, k3, of which the last ones may be left out."""
    distortion: tuple[float, ...] | None = None
    distortion_center: tuple[float, float] | None = None
    """The centre relative to the width and the height."""
    horizontal_fov: float | None = None
    """The horizontal field of view in radians."""
    near: float | None = None
    far: float | None = None
    noise: Noise | None = None
    """The noise of every value of every pixel."""
    references: tuple[SensorName, ...] = ()
    """Sensors whose data the camera uses."""
    targets: tuple[str, ...] = ()
    """The targets of the camera."""


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
    """The number of distances for each sample; those between two samples are interpolated."""
    vertical_samples: int | None = None
    vertical_resolution: float | None = None
    vertical_min_angle: float | None = None
    vertical_max_angle: float | None = None
    range_resolution: float | None = None
    """The resolution of distances, in metres."""
    noise: Noise | None = None


class ForceTorque(Node):
    """A force and torque sensor: ranges, resolutions and overload limits, about x, y, z."""

    frame: str | None = None
    """The frame of the measurements: the joint's ``parent`` or ``child``, or the sensor's own: ``sensor``."""
    measure_direction: str | None = None
    """The direction of the measured force: ``child_to_parent`` or ``parent_to_child``."""
    force_noise: AxisNoise | None = None
    torque_noise: AxisNoise | None = None
    load_range_force: Vector3 | None = None
    load_range_torque: Vector3 | None = None
    load_resolution_force: Vector3 | None = None
    load_resolution_torque: Vector3 | None = None
    load_capacity_range_force: Vector3 | None = None
    load_capacity_range_torque: Vector3 | None = None


class OrientationReference(Node):
    """The orientation that the sensor reports as zero."""

    localization: str | None = None
    """``CUSTOM``, or one of ``NED``, ``ENU``, ``NWU``, ``GRAV_UP``, ``GRAV_DOWN``."""
    custom_rpy: Vector3 | None = None
    """The orientation in radians."""
    custom_rpy_frame: str | None = None
    gravity_x: Vector3 | None = None
    """The direction of x if only gravity is known."""
    gravity_x_frame: str | None = None


class Imu(Node):
    """An inertial measurement unit, with the noises or the covariances of its measurements."""

    measurement_time: float | None = None
    rotation_covariance: Matrix3 | None = None
    angular_velocity_covariance: Matrix3 | None = None
    linear_acceleration_covariance: Matrix3 | None = None
    angular_velocity_noise: AxisNoise | None = None
    linear_acceleration_noise: AxisNoise | None = None
    orientation_reference: OrientationReference | None = None
    measures_orientation: bool | None = None


class Odometry(Node):
    """A sensor of relative motion."""

    measurement_time: float | None = None
    target: str | None = None


class Contact(Node):
    """A sensor of contacts with some collision shapes."""

    collisions: tuple[str, ...] = ()
    """The names of the collision shapes."""
    topic: str | None = None


class Gps(Node):
    """A sensor of the position on earth and the velocity."""

    position_horizontal: Noise | None = None
    position_vertical: Noise | None = None
    velocity_horizontal: Noise | None = None
    velocity_vertical: Noise | None = None


class Altimeter(Node):
    """A sensor of height and vertical velocity."""

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
    """The type in the document, if more specific than the kind of data: ``depth``, ``gpu_ray``, ``accelerometer``.
    None means each format's plain type for such data: ``camera`` or ``base_pinhole_camera``.
    """
    link: LinkName | None = None
    pose: Pose | None = None
    """The pose in the link."""
    joint: JointName | None = None
    model: str | None = None
    """The name of the sensor's entry in a library."""
    update_rate: float | None = None
    """The rate in Hz."""
    always_on: bool | None = None
    visualize: bool | None = None
    """True to visualise the data."""
    topic: str | None = None
    """The name under which the data are published."""
    data: SensorData | None = None
    parameters: tuple[Parameter, ...] = ()
    interface: InterfaceType | None = None
    hardware_id: str | None = None
    reference: SensorName | None = None
    """The sensor whose data this one transforms (OpenRAVE)."""
    maker: str | None = None
    product: str | None = None
    """The product name."""
