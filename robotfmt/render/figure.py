"""Several scenes side by side, seen by one camera, with captions below."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..mesh.triangles import Floats
from ..model.geometry import Rgba
from .camera import Camera, view
from .letters import fitted
from .picture import BACKGROUND, SIZE, Picture, check_size, draw, sampled
from .scene import Scene

_LINES = 34
"""The height of a picture in lines of captions, which determines the size of the letters."""
_SMALLEST = 11.0
"""The height of letters in pixels, in small pictures."""
_STRIP = 1.8
"""The height of the strip of a caption, in heights of letters."""


def draw_figure(
    scenes: Sequence[Scene],
    captions: Sequence[str] | None = None,
    *,
    size: tuple[int, int] = SIZE,
    camera: Camera | None = None,
    background: Rgba = BACKGROUND,
) -> Picture:
    """Draw scenes side by side at the same scale.

    Args:
        scenes: At least one; all in one world.
        captions: For each scene a line below it; one that is too long loses its beginning.
        size: The size of the whole picture.

    Raises:
        UsageError: The size is out of range.
    """
    check_size(size)
    letters = max(size[1] / _LINES, _SMALLEST)
    strip = round(_STRIP * letters) if captions is not None else 0
    edges = [size[0] * number // len(scenes) for number in range(len(scenes) + 1)]
    width, height = size[0] // len(scenes), size[1] - strip
    check_size((width, height))
    seen = view(camera or Camera(), np.concatenate([each.extent for each in scenes]), sampled((width, height)))
    picture = _blank(size, background)
    for scene, left in zip(scenes, edges, strict=False):
        picture[:height, left : left + width] = draw(scene, seen, background)
    for caption, left in zip(captions or (), edges, strict=False):
        _write(picture[height:, left : left + width], caption, letters, background)
    return picture


def _blank(size: tuple[int, int], background: Rgba) -> Picture:
    channels = 4 if background[3] < 1 else 3
    color = np.rint(np.array(background[:channels]) * 255).astype(np.uint8)
    return np.tile(color, (size[1], size[0], 1))


def _write(strip: Picture, text: str, size: float, background: Rgba) -> None:
    """Write a caption into the middle of a strip of the picture, dark on a light background."""
    letters = fitted(text, size, strip.shape[1])[: strip.shape[0]]
    top, left = ((side - other) // 2 for side, other in zip(strip.shape, letters.shape, strict=False))
    ink = 30.0 if _lightness(np.array(background)) > 0.5 else 240.0
    pixels = strip[top : top + letters.shape[0], left : left + letters.shape[1]]
    share = letters[:, :, None]
    below = (1 - share) * (pixels[:, :, 3:] / 255 if strip.shape[2] == 4 else 1.0)
    whole = share + below
    pixels[:, :, :3] = np.rint((ink * share + pixels[:, :, :3] * below) / np.where(whole > 0, whole, 1.0))
    pixels[:, :, 3:] = np.rint(255 * whole)[:, :, : strip.shape[2] - 3]


def _lightness(color: Floats) -> float:
    """Return the lightness of a colour on white paper."""
    return float(color[:3] @ [0.30, 0.59, 0.11] * color[3] + 1 - color[3])
