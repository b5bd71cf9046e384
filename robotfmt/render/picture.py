"""Pictures of robots, as arrays of pixels, and as PNG in red, green, blue and possibly opacity (W3C PNG, third
edition).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Mapping
from itertools import product
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..assets.files import check_outputs, write_files
from ..codes import USAGE
from ..diagnostics import Report
from ..errors import UsageError
from ..hub.reading import PathLike
from ..mesh.triangles import Floats
from ..model import Robot
from ..model.geometry import Rgba
from ..settings import Settings
from .camera import Camera, View, view
from .paint import paint
from .scene import Scene, make_scene

# Pictures

Picture: TypeAlias = NDArray[np.uint8]
"""An array (height, width, 3), or (height, width, 4) with opacity for a translucent background."""

SIZE = (800, 600)
BACKGROUND: Rgba = (0.93, 0.94, 0.95, 1.0)
_SAMPLES = 2
"""The number of rows and columns of sample points in each pixel."""
_MOST = 1 << 21
"""The maximum number of sample points processed at once."""
_LARGEST = 16384


def render(
    robot: Robot,
    *,
    size: tuple[int, int] = SIZE,
    camera: Camera | None = None,
    positions: Mapping[str, ArrayLike] | None = None,
    show: Collection[str] | None = None,
    spheres: str | None = None,
    background: Rgba = BACKGROUND,
    report: Report | None = None,
    settings: Settings | None = None,
) -> Picture:
    """Draw a picture of a robot; the output is deterministic.

    Args:
        size: Width and height in pixels.
        camera: The camera; by default at the front left, so that the robot fits.
        positions, show, spheres, report, settings: As for :func:`robotfmt.render.make_scene`.
        background: The background colour; with an opacity below 1 the picture has a fourth channel.

    Raises:
        UsageError: An argument is invalid.
    """
    check_size(size)
    scene = make_scene(robot, positions, show, spheres, report=report, settings=settings)
    return draw(scene, view(camera or Camera(), scene.extent, sampled(size)), background)


def check_size(size: tuple[int, int]) -> None:
    """Refuse invalid picture sizes.

    Raises:
        UsageError: The size is invalid.
    """
    if not all(1 <= side <= _LARGEST for side in size):
        message = f"expected a picture size of 1 to {_LARGEST} pixels each way, got {size[0]} x {size[1]}"
        raise UsageError(USAGE, message)


def sampled(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size in which a picture is drawn, with several samples for each pixel."""
    return size[0] * _SAMPLES, size[1] * _SAMPLES


def draw(scene: Scene, view: View, background: Rgba = BACKGROUND) -> Picture:
    """Return the picture of a scene, drawn in bands to limit the memory."""
    color = np.array(background, dtype=np.float64)
    color[:3] *= color[3]
    whole = scene.joined()
    rows = max(_MOST // (view.width * _SAMPLES), 1) * _SAMPLES
    with np.errstate(all="ignore"):  # what is nowhere, or infinitely far, is not drawn
        bands = [
            _pixels(paint(whole, view.band(top, min(rows, view.height - top)), color), view.width)
            for top in range(0, view.height, rows)
        ]
    return np.concatenate(bands)[:, :, : 4 if background[3] < 1 else 3]


def _pixels(canvas: Floats, width: int) -> Picture:
    """Return the means of the sample points of each pixel."""
    points = canvas.reshape(-1, _SAMPLES, width // _SAMPLES, _SAMPLES, 4)
    means = np.zeros((len(points), width // _SAMPLES, 4))
    for row, column in product(range(_SAMPLES), repeat=2):
        means += points[:, row, :, column] / _SAMPLES**2
    opacity = means[:, :, 3:]
    colors = means[:, :, :3] / np.where(opacity > 0, opacity, 1.0)
    pixels: Picture = (np.concatenate([colors, opacity], axis=2) * 255 + 0.5).astype(np.uint8)
    return pixels


# PNG

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# PNG, 11.2.2: colour type 2 has red, green and blue, and colour type 6 an opacity too.
_COLOR_TYPES = {3: 2, 4: 6}
_UP = 2
"""The filter: every row is stored as the difference from the row above."""


def png_bytes(picture: Picture) -> bytes:
    """Return a picture (height, width, 3 or 4) as a PNG file."""
    height, width, channels = picture.shape
    rows = picture.reshape(height, -1)
    rows = rows - np.vstack([np.zeros_like(rows[:1]), rows[:-1]])
    filtered = np.column_stack([np.full(height, _UP, dtype=np.uint8), rows])
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    data = zlib.compress(filtered.tobytes(), 9)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path: PathLike, picture: Picture, overwrite: bool = False) -> None:
    """Write a picture to a file, atomically.

    Raises:
        OutputError: The file already exists, or cannot be written.
    """
    check_outputs([Path(path)], [], overwrite)
    write_files([(Path(path), png_bytes(picture))])
