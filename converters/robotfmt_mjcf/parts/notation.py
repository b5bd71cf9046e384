"""Poses, rotations and angles in the notation of a document."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.nodes import Content
from robotfmt.model import AxisAngles, Camera, Pose, Quaternion, Robot, Rotation, Rpy, is_identity
from robotfmt.model.pose import quaternion_of, rotation_matrix

from ..document.layout import MjcfLayout

_LEAST = 1e-12
"""The length below which MuJoCo refuses an axis."""

_ROUNDING = 1e-15
"""What is less in a quaternion is rounding of its computation."""


@dataclass(frozen=True)
class Notation:
    """The notation of angles: that of the source, or else radians and URDF's roll, pitch and yaw."""

    layout: MjcfLayout | None

    @property
    def degrees(self) -> bool:
        """True if angles are in degrees."""
        return self.layout is not None and self.layout.degrees

    @property
    def eulerseq(self) -> str:
        """The sequence of the axes of rotation; empty for a new document, which has quaternions."""
        return (self.layout.eulerseq or "xyz") if self.layout is not None else ""

    def angle(self, value: float | None) -> float | None:
        """Return an angle in the unit of the document."""
        return degrees(value) if value is not None and self.degrees else value

    def angles(self, values: tuple[float, ...]) -> tuple[float, ...]:
        """Return angles in the unit of the document."""
        return tuple(map(degrees, values)) if self.degrees else values

    def pose(self, pose: Pose | None) -> dict[str, Content | None]:
        """Return the attributes of a pose; none for the identity."""
        if pose is None or is_identity(pose):
            return {}
        position = pose.xyz if any(pose.xyz) else None
        return {"pos": position, **self.rotation(pose.rotation)}

    def rotation(self, rotation: Rotation | None) -> dict[str, Content | None]:
        """Return the attribute of a rotation; none for the identity."""
        match rotation:
            case None:
                return {}
            case Rpy() if self.eulerseq == "XYZ":
                return {"euler": self.angles(rotation.angles)} if any(rotation.angles) else {}
            case Quaternion(w, x, y, z) if self.layout is not None:
                return {"quat": (w, x, y, z)}
            case AxisAngles((turn,)) if math.hypot(*turn.axis) > _LEAST:
                return {"axisangle": (*turn.axis, *self.angles((turn.angle,)))}
        matrix = rotation_matrix(rotation)
        q = quaternion_of(matrix)
        found = tuple(0.0 if abs(each) < _ROUNDING else each for each in (q.w, q.x, q.y, q.z))
        return {"quat": found} if any(found[1:]) else {}


def layout_of(robot: Robot) -> MjcfLayout | None:
    """Return the layout of the document that a robot was read from, if it was an MJCF."""
    layout = robot.layout("mjcf")
    return layout if isinstance(layout, MjcfLayout) else None


ASPECT = (320, 240)
"""The width and the height of an image whose size is not given, as SDF takes them."""
FOVY = 45.0
"""The vertical field of view of MuJoCo in degrees, where none is given."""


def across_to_up(across: float, width: int, height: int) -> float:
    """Return the vertical field of view in degrees, given the horizontal one in radians."""
    up = math.degrees(2 * math.atan(math.tan(across / 2) * height / width))
    plain = round(up, 9)
    return plain if math.isclose(up_to_across(plain, width, height), across, rel_tol=1e-15) else up


def up_to_across(up: float, width: int, height: int) -> float:
    """Return the horizontal field of view in radians, given the vertical one in degrees."""
    return 2 * math.atan(math.tan(math.radians(up) / 2) * width / height)


def is_sized(camera: Camera) -> bool:
    """Return True if a camera has an image size that MuJoCo supports, or none."""
    is_plain = camera.width is None and camera.height is None
    return is_plain or ((camera.width or 0) > 1 and (camera.height or 0) > 1)


def has_view(camera: Camera) -> bool:
    """Return True if a camera has a field of view that MuJoCo supports."""
    return camera.horizontal_fov is not None and 0 < camera.horizontal_fov < 3.14
