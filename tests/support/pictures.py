"""Scenes that are small enough to be drawn in one's head, and PNG read by hand."""

from __future__ import annotations

import struct
import zlib
from math import radians, tan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robotfmt.model import Geometry, Joint, JointType, Link, Material, Pose, Robot, Shape, Vector3
from robotfmt.render import Camera

RED, GREEN, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
NONE = (0.0, 0.0, 0.0, 0.0)
FACING = 0.4 + 0.6 * 6 / 7
"""How bright a face is that looks at the camera: the light is at (-2, 3, 6) / 7 from it."""
Rgba = tuple[float, float, float, float]


def robot(*parts: tuple[Shape, Rgba, Vector3]) -> Robot:
    """Shapes with colours at places, each a link of its own."""
    links = [
        Link(
            name=f"link{number}",
            visuals=(Geometry(shape=shape, pose=Pose(place), material=Material(color=color)),),
        )
        for number, (shape, color, place) in enumerate(parts)
    ]
    joints = [
        Joint(name=f"joint{each.name}", type=JointType.FIXED, parent="link0", child=each.name) for each in links[1:]
    ]
    return Robot(name="shapes", links=tuple(links), joints=tuple(joints))


def flat(azimuth: float = 0.0, elevation: float = 0.0, *, height: float = 4.0) -> Camera:
    """A camera without perspective that sees so many metres from above to below, about the origin."""
    distance = height / 2 / tan(radians(15))
    return Camera(azimuth, elevation, distance, (0.0, 0.0, 0.0), parallel=True)


def read_png(path: Path) -> NDArray[np.uint8]:
    """The pixels of a PNG file whose rows are stored as they are, or as differences from the row above."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, place = dict[bytes, bytes](), 8
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        content = data[place + 8 : place + 8 + length]
        (check,) = struct.unpack(">I", data[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(kind + content)
        chunks[kind] = content
        place += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colors, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, rest) == (8, [0, 0, 0])
    channels = {2: 3, 6: 4}[colors]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    picture, above = [], np.zeros(width * channels, np.uint8)
    for kind_of_row, *_ in rows[:, :1].tolist():
        assert kind_of_row in (0, 2)
    for row in rows:
        above = row[1:] + above if row[0] == 2 else row[1:]
        picture.append(above)
    return np.array(picture).reshape(height, width, channels)
