"""Letters for captions: outlines of DejaVu Sans, drawn smooth at any size; the same text gives the same pixels."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from ..mesh.triangles import Floats

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
