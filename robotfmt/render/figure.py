"""Several scenes side by side, seen by one camera, with captions below."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..mesh.triangles import Floats
from ..model.geometry import Rgba
from .camera import Camera, view
from .letters import HEIGHT, WIDTH, lettered
from .picture import BACKGROUND, SIZE, Picture, check_size, draw, sampled
from .scene import Scene

_LINES = 30
"""The number of caption lines that would fill the picture, which determines the size of the letters."""
_GAP = 3
"""The space above and below a caption, in pixels of letters."""


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
    zoom = max(size[1] // (_LINES * HEIGHT), 1)
    strip = (HEIGHT + 2 * _GAP) * zoom if captions is not None else 0
    edges = [size[0] * number // len(scenes) for number in range(len(scenes) + 1)]
    width, height = size[0] // len(scenes), size[1] - strip
    check_size((width, height))
    seen = view(
        camera or Camera(), np.concatenate([each.extent for each in scenes]), sampled((width, height))
    )
    picture = _blank(size, background)
    for scene, left in zip(scenes, edges, strict=False):
        picture[:height, left : left + width] = draw(scene, seen, background)
    for caption, left in zip(captions or (), edges, strict=False):
        _write(picture[height:, left : left + width], caption, zoom, background)
    return picture


def _blank(size: tuple[int, int], background: Rgba) -> Picture:
    channels = 4 if background[3] < 1 else 3
    color = np.rint(np.array(background[:channels]) * 255).astype(np.uint8)
    return np.tile(color, (size[1], size[0], 1))


def _write(strip: Picture, text: str, zoom: int, background: Rgba) -> None:
    """Draw a caption in the middle of a strip of the picture; dark on a light background."""
    most = strip.shape[1] // (WIDTH * zoom)
    letters = lettered(text if len(text) <= most else f"...{text[len(text) - most + 3 :]}"[:most], zoom)
    top, left = _GAP * zoom, (strip.shape[1] - letters.shape[1]) // 2
    ink = 0 if _lightness(np.array(background)) > 0.5 else 255
    pixels = strip[top : top + letters.shape[0], left : left + letters.shape[1]]
    pixels[letters] = [ink, ink, ink, 255][: strip.shape[2]]


def _lightness(color: Floats) -> float:
    """Return the lightness of a colour on white paper."""
    return float(color[:3] @ [0.30, 0.59, 0.11] * color[3] + 1 - color[3])
