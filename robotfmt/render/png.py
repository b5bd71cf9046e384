"""Write PNG, for pictures in red, green, blue and possibly opacity (W3C PNG, third edition)."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np

from ..assets.files import check_outputs, write_files
from ..hub.reading import PathLike
from .picture import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
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
