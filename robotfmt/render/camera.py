"""From where a scene is seen, and where its points come to lie in the picture.

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
"""Half of what is seen from above to below at a distance of 1 metre: 30 degrees, as with a lens of 67 mm."""
_FILLED = 0.94
"""How much of a picture the scene fills where no distance was given."""
_NEAREST = 1e-3
"""What is nearer to the camera than this part of its distance is not seen."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera stands: around what it looks at, in degrees and metres; z is up."""

    azimuth: float = 40.0
    """From the x axis, about z: from 0 one looks at what faces along x, from 90 at what faces along y."""
    elevation: float = 20.0
    """Above the ground: from 90 one looks down."""
    distance: float | None = None
    """To what it looks at; without one, so that the scene just fits."""
    look_at: Vector3 | None = None
    """Without one, the middle of what is seen."""
    parallel: bool = False
    """All rays parallel; what lies in the plane of the point looked at is as large as with perspective."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a camera sees of a scene in a picture of a size."""

    width: int
    height: int
    middle: tuple[float, float]
    """Where in the picture the point is that it looks at, in pixels from the left and from above."""
    scale: float
    """Pixels for a metre there."""
    axes: Floats
    """(3, 3): the directions to the right, up, and away from the camera."""
    center: Floats
    """What it looks at."""
    distance: float
    parallel: bool
    depths: tuple[float, float]
    """From the point looked at to the nearest and the farthest point that is seen, along the view."""

    @property
    def bend(self) -> float:
        """How much smaller things become for each metre that they are farther away: w is 1 + bend * away."""
        return 0.0 if self.parallel else 1 / self.distance

    @property
    def nearest(self) -> float:
        """The smallest w that is seen."""
        return 1 + self.bend * self.depths[0]

    @property
    def matrix(self) -> Floats:
        """(4, 4): from the world to ``(X, Y, Q, w)``."""
        right, up, away = (np.append(axis, -axis @ self.center) for axis in self.axes)
        one = np.array([0.0, 0.0, 0.0, 1.0])
        near, far = self.depths
        w = one + self.bend * away
        depth = (away - near * one) * ((1 + self.bend * far) / (far - near))
        return np.stack(
            [self.middle[0] * w + self.scale * right, self.middle[1] * w - self.scale * up, depth, w]
        )

    def depth(self, away: Floats) -> Floats:
        """``Q / w`` of points that are so far behind the one looked at."""
        near, far = self.depths
        part: Floats = (away - near) * ((1 + self.bend * far) / (far - near)) / (1 + self.bend * away)
        return part

    def at(self, pixels: Ints) -> tuple[Floats, Floats]:
        """Return how far to the right and up pixels are from the point looked at, in metres, in its plane.

        What is seen there at ``(x, y)`` is the ray ``(x, y, 0) + away * (bend * x, bend * y, 1)``.
        """
        row, column = np.divmod(pixels, self.width)
        return (column + 0.5 - self.middle[0]) / self.scale, (self.middle[1] - row - 0.5) / self.scale

    def band(self, top: int, height: int) -> View:
        """Some rows of the picture as a picture."""
        x, y = self.middle
        return replace(self, height=height, middle=(x, y - top))

    def project(self, points: Floats) -> Floats:
        """(n, 4): where points (n, 3) of the world come to lie, as ``(X, Y, Q, w)``."""
        matrix = self.matrix
        projected: Floats = points @ matrix[:, :3].T + matrix[:, 3]
        return projected

    def turned(self, points: Floats) -> Floats:
        """(n, 3): points of the world, to the right, up and away from what the camera looks at."""
        seen: Floats = (points - self.center) @ self.axes.T
        return seen


def view(camera: Camera, extent: Floats, size: tuple[int, int]) -> View:
    """Return what a camera sees of a scene.

    Args:
        camera: From where; whatever it leaves open is chosen so that the scene fits.
        extent: (n, 4): points and radii of spheres that the scene lies in; without any, one of a metre.
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
    """Return how far aside of the point looked at the camera has to look, and from how far, so that all is just seen.

    A point at (x, y, z) is between the left and the right edge if ``|x - aside| <= tangent (distance + z)``; of all
    points together each edge asks for one distance, and looking to the middle makes the two of opposite edges one.
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
