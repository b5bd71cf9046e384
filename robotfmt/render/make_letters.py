"""Make letters.json.gz: the outlines of DejaVu Sans, as far as captions need them. Run it with fonttools installed and
the path of DejaVuSans.ttf (Debian: fonts-dejavu-core) to renew that file.
"""

from __future__ import annotations

import gzip
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CHARACTERS = [*range(0x20, 0x7F), *range(0xA1, 0x17F), 0x2026, 0x2192]
UNITS = 512
"""The number of units of an em; DejaVu has 2048."""


def main(path: str) -> None:
    """Write the outlines to the folder of this file."""
    pens, fonts = (import_module(f"fontTools.{name}") for name in ("pens.recordingPen", "ttLib"))
    font: Any = fonts.TTFont(path)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    scale = UNITS / font["head"].unitsPerEm
    letters: dict[str, list[Any]] = {}
    for code in CHARACTERS:
        if code in names:
            pen = pens.DecomposingRecordingPen(glyphs)
            glyphs[names[code]].draw(pen)
            letters[chr(code)] = [round(glyphs[names[code]].width * scale), _contours(pen.value, scale)]
    table = {"ascent": round(font["hhea"].ascent * scale), "descent": round(-font["hhea"].descent * scale)}
    text = json.dumps({"units": UNITS, **table, "letters": letters}, separators=(",", ":"))
    (HERE / "letters.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _contours(commands: list[Any], scale: float) -> list[list[int]]:
    """Return each contour as rows of a point, and the control point of the curve that leads to it."""
    found: list[list[int]] = []
    at = (0, 0)
    for name, points in commands:
        places = [(round(x * scale), round(y * scale)) for x, y in (each for each in points if each is not None)]
        if name == "moveTo":
            found.append([*places[0], *places[0]])
        elif name == "lineTo":
            found[-1] += [*places[0], *places[0]]
        elif name == "qCurveTo":
            for i, control in enumerate(places[:-1]):
                follower = places[i + 1]
                between = (round((control[0] + follower[0]) / 2), round((control[1] + follower[1]) / 2))
                at = follower if i == len(places) - 2 else between
                found[-1] += [*at, *control]
    return found


if __name__ == "__main__":
    main(sys.argv[1])
