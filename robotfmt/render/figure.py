"""Several scenes side by side, seen by one camera, with captions below."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from ..mesh.triangles import Floats
from ..model.geometry import Rgba
from .camera import Camera, view
from .picture import BACKGROUND, SIZE, Picture, check_size, draw, sampled
from .scene import Scene

# Letters

_SAMPLES = 4
"""The number of rows and columns of samples in each pixel."""
_STEPS = 4
"""Straight lines that a curve is drawn as."""
_PLACES = 4
"""The number of positions within a pixel at which a letter may begin."""
_MISSING, _CUT = "?", "\u2026"


def lettered(text: str, size: float) -> Floats:
    """Return a line of text as opacities from 0 to 1: one row of letters, (height, width).

    A character that the font does not have becomes a question mark.

    Args:
        text: The line.
        size: The height of an em in pixels.
    """
    font, known = _font(), [each if each in _font()["letters"] else _MISSING for each in text]
    scale = size / font["units"]
    ascent = round(font["ascent"] * scale)
    height = ascent + round(font["descent"] * scale)
    starts = np.cumsum([1.0, *(font["letters"][each][0] * scale for each in known)])
    canvas = np.zeros((height, int(np.ceil(starts[-1])) + 2))
    for letter, start in zip(known, starts, strict=False):
        column = int(start)
        place = int((start - column) * _PLACES)
        pixels = _glyph(letter, size, place, ascent, height)
        width = min(pixels.shape[1], canvas.shape[1] - column)
        part = canvas[:, column : column + width]
        np.maximum(part, pixels[:, :width], out=part)
    return canvas


def fitted(text: str, size: float, width: int) -> Floats:
    """Return a line of text as :func:`lettered` does; one that is too wide loses its beginning."""
    pixels, start = lettered(text, size), 0
    while pixels.shape[1] > width and start < len(text):
        start += 1
        pixels = lettered(_CUT + text[start:], size)
    return pixels[:, :width]


@cache
def _font() -> dict[str, Any]:
    data = (resources.files("robotfmt.render") / "letters.json.gz").read_bytes()
    found: dict[str, Any] = json.loads(gzip.decompress(data))
    return found


@cache
def _glyph(letter: str, size: float, place: int, ascent: int, height: int) -> Floats:
    """Return the opacities of a letter: the share of each pixel inside its outline."""
    scale = size / _font()["units"]
    lines = _lines(letter) * scale * (1.0, -1.0) + (place / _PLACES, ascent)
    width = int(np.ceil(lines[..., 0].max(initial=0.0))) + 1
    x = (np.arange(width * _SAMPLES) + 0.5) / _SAMPLES
    y = (np.arange(height * _SAMPLES) + 0.5) / _SAMPLES
    turns = np.zeros((len(y), len(x)), dtype=np.int64)
    for (x0, y0), (x1, y1) in lines:
        rows = np.flatnonzero((y >= min(y0, y1)) & (y < max(y0, y1)))
        crossed = x0 + (y[rows] - y0) * ((x1 - x0) / (y1 - y0)) if len(rows) else np.zeros(0)
        turns[rows] += np.where(x > crossed[:, None], 1 if y1 > y0 else -1, 0)
    inside = (turns != 0).reshape(height, _SAMPLES, width, _SAMPLES)
    share: Floats = inside.sum(axis=(1, 3)) / _SAMPLES**2
    return share


def _lines(letter: str) -> Floats:
    """Return the outlines of a letter as straight lines: (n, 2, 2), from one point to the next."""
    times = np.arange(1, _STEPS + 1)[:, None] / _STEPS
    found = [np.zeros((0, 2, 2))]
    for contour in _font()["letters"][letter][1]:
        rows = np.array(contour, dtype=np.float64).reshape(-1, 4)
        ends, controls = rows[:, :2], rows[1:, None, 2:]
        begin, end = ends[:-1, None], ends[1:, None]
        curve = (1 - times) ** 2 * begin + 2 * times * (1 - times) * controls + times**2 * end
        points = np.concatenate([ends[:1], curve.reshape(-1, 2), ends[:1]])
        found.append(np.stack([points[:-1], points[1:]], axis=1))
    return np.concatenate(found)


# Figures

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
