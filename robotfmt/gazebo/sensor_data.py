"""The data of sensors in Gazebo: the elements of SDF.

Element names are those of the SDF specification, ``sensor.sdf`` and what it includes, versions 1.4 to 1.12.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..documents.xml.element import Element
from ..documents.xml.nodes import Node
from ..model import (
    Altimeter,
    Camera,
    Contact,
    ForceTorque,
    Gps,
    Imu,
    Laser,
    Magnetometer,
    MultiCamera,
    OrientationReference,
    SensorData,
    View,
)
from ..words.elements import Many, One, Part, Row, Table
from ..words.notations import FLAG, NUMBER, PAIR, POSE, VECTOR, WHOLE, WORD
from ..words.vocabulary import Below, Vocabulary
from .noise import NOISE, NOISE_OF_SAMPLES, ImuNoise, PerAxis

ANGLE_OF_VIEW = 1.047
"""The horizontal field of view of a camera that gives none, in radians (SDF specification, ``camera.sdf``)."""
_COLORS = {
    "L8": (1, "uint8"),
    "L16": (1, "uint16"),
    "R_FLOAT16": (1, "float16"),
    "R_FLOAT32": (1, "float32"),
    "R8G8B8": (3, "uint8"),
}
"""The pixel formats that are determined by channels and value type."""
_COLOR_WORDS = {given: word for word, given in _COLORS.items()}
_COEFFICIENTS = ("k1", "k2", "p1", "p2", "k3")
"""The coefficients in the order of the model's distortion, which is that of ROS."""


class _PixelFormat:
    """``image/format``: channels and value type if these determine it, else a word."""

    _word = One("image/format", "pixel_format", WORD)

    def read(self, element: Element) -> dict[str, Any]:
        return self._meant(self._word.read(element))

    def write(self, node: Node, record: Any) -> None:
        self._word.write(node, self._named(record))

    def supported(self, record: Any) -> dict[str, Any]:
        return self._meant(self._word.supported(self._named(record)))

    @property
    def words(self) -> dict[str, str]:
        return dict.fromkeys(("pixel_format", "channels", "format"), self._word.path)

    @staticmethod
    def _named(record: Any) -> Camera:
        return Camera(pixel_format=record.pixel_format or _COLOR_WORDS.get((record.channels, record.format)))

    @staticmethod
    def _meant(found: dict[str, Any]) -> dict[str, Any]:
        known = _COLORS.get(found.get("pixel_format", ""))
        return {"channels": known[0], "format": known[1]} if known is not None else found


class _Distortion:
    """``distortion``: the coefficients given without a gap."""

    def read(self, element: Element) -> dict[str, Any]:
        holder = element.find("distortion")
        given = [name for name in _COEFFICIENTS if holder is not None and holder.find(name) is not None]
        row = Row("distortion", tuple(given))
        values = row.read(element) if given == list(_COEFFICIENTS[: len(given)]) and given else None
        return {"distortion_model": "plumb_bob", "distortion": values} if values is not None else {}

    def write(self, node: Node, record: Any) -> None:
        if self.supported(record):
            # In SDF's order, which has the radial ones first.
            pairs = sorted(zip(_COEFFICIENTS, record.distortion, strict=False))
            Row("distortion", tuple(name for name, _ in pairs)).write(node, [value for _, value in pairs])

    def supported(self, record: Any) -> dict[str, Any]:
        values = record.distortion or ()
        fits = record.distortion_model == "plumb_bob" and 0 < len(values) <= len(_COEFFICIENTS)
        return {"distortion_model": "plumb_bob", "distortion": values} if fits else {}

    @property
    def words(self) -> dict[str, str]:
        return dict.fromkeys(("distortion_model", "distortion"), "distortion")


class _Intrinsics:
    """``lens/intrinsics``, which replace the field of view."""

    _row = Row("lens/intrinsics", ("fx", "fy", "cx", "cy", "s"))

    def read(self, element: Element) -> dict[str, Any]:
        values = self._row.read(element)
        if values is None:
            return {}
        fx, fy, cx, cy, skew = values
        return {"intrinsic": (fx, skew, cx, 0.0, fy, cy)}

    def write(self, node: Node, record: Any) -> None:
        if self.supported(record):
            fx, skew, cx, _, fy, cy = record.intrinsic
            self._row.write(node, (fx, fy, cx, cy, skew))

    def supported(self, record: Any) -> dict[str, Any]:
        fits = record.intrinsic is not None and record.intrinsic[3] == 0
        return {"intrinsic": record.intrinsic} if fits else {}

    @property
    def words(self) -> dict[str, str]:
        return {"intrinsic": self._row.path}


_CAMERA: tuple[Part, ...] = (
    One("@name", "name", WORD),
    One("pose", "pose", POSE),
    One("horizontal_fov", "horizontal_fov", NUMBER),
    One("image/width", "width", WHOLE),
    One("image/height", "height", WHOLE),
    _PixelFormat(),
    One("clip/near", "near", NUMBER),
    One("clip/far", "far", NUMBER),
    One("noise", "noise", NOISE_OF_SAMPLES),
    _Distortion(),
    One("distortion/center", "distortion_center", PAIR),
    _Intrinsics(),
)
_LASER: tuple[Part, ...] = (
    One("scan/horizontal/samples", "samples", WHOLE),
    One("scan/horizontal/resolution", "resolution", NUMBER),
    One("scan/horizontal/min_angle", "min_angle", NUMBER),
    One("scan/horizontal/max_angle", "max_angle", NUMBER),
    One("scan/vertical/samples", "vertical_samples", WHOLE),
    One("scan/vertical/resolution", "vertical_resolution", NUMBER),
    One("scan/vertical/min_angle", "vertical_min_angle", NUMBER),
    One("scan/vertical/max_angle", "vertical_max_angle", NUMBER),
    One("range/min", "min_range", NUMBER),
    One("range/max", "max_range", NUMBER),
    One("range/resolution", "range_resolution", NUMBER),
    One("noise", "noise", NOISE_OF_SAMPLES),
)
_REFERENCE = Table(
    OrientationReference,
    (
        One("localization", "localization", WORD),
        One("custom_rpy", "custom_rpy", VECTOR),
        One("custom_rpy@parent_frame", "custom_rpy_frame", WORD),
        One("grav_dir_x", "gravity_x", VECTOR),
        One("grav_dir_x@parent_frame", "gravity_x_frame", WORD),
    ),
)
_IMU: tuple[Part, ...] = (
    One("orientation_reference_frame", "orientation_reference", _REFERENCE),
    ImuNoise(),
    One("enable_orientation", "measures_orientation", FLAG),
)
_FORCE_TORQUE: tuple[Part, ...] = (
    One("frame", "frame", WORD),
    One("measure_direction", "measure_direction", WORD),
    PerAxis("force", "force_noise"),
    PerAxis("torque", "torque_noise"),
)
_CONTACT: tuple[Part, ...] = (Many("collision", "collisions", WORD), One("topic", "topic", WORD))
_GPS: tuple[Part, ...] = (
    One("position_sensing/horizontal/noise", "position_horizontal", NOISE),
    One("position_sensing/vertical/noise", "position_vertical", NOISE),
    One("velocity_sensing/horizontal/noise", "velocity_horizontal", NOISE),
    One("velocity_sensing/vertical/noise", "velocity_vertical", NOISE),
)
_ALTIMETER: tuple[Part, ...] = (
    One("vertical_position/noise", "position", NOISE),
    One("vertical_velocity/noise", "velocity", NOISE),
)


def _camera(**given: Any) -> Camera:
    """Convert a camera's view axis. Gazebo's cameras look along x. The frame of urdfdom's is the optical one."""
    return Camera(view=View.FORWARD, **given)


@dataclass(frozen=True)
class Kind:
    """The data of sensors with certain types."""

    record: type[SensorData]
    make: Callable[..., SensorData]
    tag: str
    """The tag of the child with the data; empty if there are several."""
    parts: tuple[Part, ...]
    words: tuple[str, ...]
    """The types, the plain one first."""


_CAMERAS = (
    "camera",
    *("depth", "depth_camera", "rgbd", "rgbd_camera", "thermal", "thermal_camera"),
    *("segmentation", "segmentation_camera", "boundingbox", "boundingbox_camera"),
    *("wideanglecamera", "wideangle_camera"),
)
KINDS = (
    Kind(Camera, _camera, "camera", _CAMERA, _CAMERAS),
    Kind(MultiCamera, MultiCamera, "", (Many("camera", "cameras", Table(_camera, _CAMERA)),), ("multicamera",)),
    Kind(Laser, Laser, "ray", _LASER, ("ray", "gpu_ray")),
    Kind(Laser, Laser, "lidar", _LASER, ("lidar", "gpu_lidar")),
    Kind(Imu, Imu, "imu", _IMU, ("imu",)),
    Kind(ForceTorque, ForceTorque, "force_torque", _FORCE_TORQUE, ("force_torque",)),
    Kind(Contact, Contact, "contact", _CONTACT, ("contact",)),
    Kind(Gps, Gps, "gps", _GPS, ("gps",)),
    Kind(Gps, Gps, "navsat", _GPS, ("navsat",)),
    Kind(Altimeter, Altimeter, "altimeter", _ALTIMETER, ("altimeter",)),
    Kind(Magnetometer, Magnetometer, "magnetometer", (PerAxis("", "noise"),), ("magnetometer",)),
)
VOCABULARY: Vocabulary = {kind.record: (Below(kind.tag, kind.parts),) for kind in reversed(KINDS)}
KIND_OF = {word: kind for kind in KINDS for word in kind.words}
WORDS_OF = {kind.record: kind.words for kind in reversed(KINDS)}
"""The types for a record: those of the first kind that has it, the plain one first."""
OPAQUE = (
    *("air_pressure", "air_speed", "logical_camera", "rfid", "rfidtag", "sonar"),
    *("wireless_receiver", "wireless_transmitter", "custom"),
)
"""Further types of Gazebo; their data are not read."""
