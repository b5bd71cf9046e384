"""The camera, and the projection of a scene.

A view is one matrix that takes a point of the world ``(x, y, z, 1)`` to ``(X, Y, Q, w)``. ``X / w`` and ``Y / w`` are
pixels from the left and upper edge; ``Q / w`` grows from 0 at the nearest point of the scene to 1 at the farthest,
and is linear in the picture, so that it can be interpolated there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ..mesh.triangles import Floats, Ints
from ..model import Vector3

_TANGENT = math.tan(math.radians(15))
"""Half of the vertical extent seen at a distance of 1 metre: 30 degrees, as with a lens of 67 mm."""
_FILLED = 0.94
"""The share of a picture that the scene fills if no distance is given."""
_NEAREST = 1e-3
"""Objects closer to the camera than this share of its distance are not shown."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The position of a camera around its target, in degrees and metres; z is up."""

    azimuth: float = 40.0
    """The angle from the x axis, about z: 0 shows surfaces that face along x, 90 along y."""
    elevation: float = 20.0
    """The angle above the ground: 90 looks down."""
    distance: float | None = None
    """The distance to the target; without one, the scene just fits."""
    look_at: Vector3 | None = None
    """The target; without one, the middle of the scene."""
    parallel: bool = False
    """True for parallel rays; the plane of the target has the same size as with perspective."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The projection of a scene into a picture of some size."""

    width: int
    height: int
    middle: tuple[float, float]
    """The position of the target in the picture, in pixels from the left and from the top."""
    scale: float
    """The pixels per metre at the target."""
    axes: Floats
    """An array (3, 3): the directions to the right, up, and away from the camera."""
    center: Floats
    """The target."""
    distance: float
    parallel: bool
    depths: tuple[float, float]
    """The distances along the view from the target to the nearest and the farthest visible point."""

    @property
    def bend(self) -> float:
        """The perspective shrinking per metre of distance: w is 1 + bend * away."""
        return 0.0 if self.parallel else 1 / self.distance

    @property
    def nearest(self) -> float:
        """The smallest visible w."""
        return 1 + self.bend * self.depths[0]

    @property
    def matrix(self) -> Floats:
        """A matrix (4, 4): from the world to ``(X, Y, Q, w)``."""
        right, up, away = (np.append(axis, -axis @ self.center) for axis in self.axes)
        one = np.array([0.0, 0.0, 0.0, 1.0])
        near, far = self.depths
        w = one + self.bend * away
        depth = (away - near * one) * ((1 + self.bend * far) / (far - near))
        return np.stack([self.middle[0] * w + self.scale * right, self.middle[1] * w - self.scale * up, depth, w])

    def depth(self, away: Floats) -> Floats:
        """Return ``Q / w`` of points at a distance behind the target."""
        near, far = self.depths
        part: Floats = (away - near) * ((1 + self.bend * far) / (far - near)) / (1 + self.bend * away)
        return part

    def at(self, pixels: Ints) -> tuple[Floats, Floats]:
        """Return the distances of pixels from the target to the right and up, in metres, in its plane.

        The ray at ``(x, y)`` is ``(x, y, 0) + away * (bend * x, bend * y, 1)``.
        """
        row, column = np.divmod(pixels, self.width)
        return (column + 0.5 - self.middle[0]) / self.scale, (self.middle[1] - row - 0.5) / self.scale

    def band(self, top: int, height: int) -> View:
        """Return some rows of the picture as a view."""
        x, y = self.middle
        return replace(self, height=height, middle=(x, y - top))

    def project(self, points: Floats) -> Floats:
        """Return (n, 4): the projections of points (n, 3) of the world, as ``(X, Y, Q, w)``."""
        matrix = self.matrix
        projected: Floats = points @ matrix[:, :3].T + matrix[:, 3]
        return projected

    def turned(self, points: Floats) -> Floats:
        """Return (n, 3): the coordinates of points of the world to the right, up and away from the target."""
        seen: Floats = (points - self.center) @ self.axes.T
        return seen


def view(camera: Camera, extent: Floats, size: tuple[int, int]) -> View:
    """Return the view of a camera on a scene.

    Args:
        camera: The camera; missing values are chosen so that the scene fits.
        extent: (n, 4): points and radii of spheres that contain the scene; by default one of a metre.
        size: Width and height of the picture in pixels.
    """
    axes = _axes(camera)
    extent = extent if len(extent) else np.array([[0.0, 0.0, 0.0, 1.0]])
    points, radii = extent[:, :3], extent[:, 3]
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    center = np.array(camera.look_at) if camera.look_at is not None else middle
    seen = (points - center) @ axes.T
    aside, distance = _framing(seen, radii, camera, size[0] / size[1])
    center = center + aside @ axes[:2]
    near, far = float((seen[:, 2] - radii).min()), float((seen[:, 2] + radii).max())
    room = 1e-6 * max(distance, far - near)
    near = near - room if camera.parallel else max(near - room, (_NEAREST - 1) * distance)
    scale = size[1] / (2 * _TANGENT * distance)
    halves = size[0] / 2, size[1] / 2
    depths = near, max(far, near) + room
    return View(*size, halves, scale, axes, center, distance, camera.parallel, depths)


def _framing(seen: Floats, radii: Floats, camera: Camera, aspect: float) -> tuple[Floats, float]:
    """Return the sideways offset of the view from the target, and the distance at which everything is just visible.

    A point at (x, y, z) is between the left and the right edge if ``|x - aside| <= tangent (distance + z)``; each
    edge requires one distance for all points together, and looking to the middle makes those of opposite edges equal.
    """
    tangents = _FILLED * _TANGENT * np.array([aspect, 1.0])
    z = 0.0 if camera.parallel else seen[:, 2:]
    high = ((seen[:, :2] + radii[:, None]) / tangents - z).max(axis=0)
    low = ((radii[:, None] - seen[:, :2]) / tangents - z).max(axis=0)
    aside = tangents * (high - low) / 2 if camera.look_at is None else np.zeros(2)
    distance = np.maximum(high - aside / tangents, low + aside / tangents).max()
    return aside, camera.distance if camera.distance is not None else max(float(distance), 1e-6)


def _axes(camera: Camera) -> Floats:
    azimuth, elevation = math.radians(camera.azimuth), math.radians(camera.elevation)
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    return np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [-ce * ca, -ce * sa, -se]])
