"""Read and write STL. Coordinates are metres, as in every robot format; STL itself has no unit.

It is read with numpy alone: a binary STL is one array of records, and the faults to guard against (a wrong count, a
truncated file) concern only its length.
"""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from ..diagnostics import Report
from ..limits import Limits
from .numbers import reals
from .problems import check_triangles, mended, refuse, warn
from .triangles import Triangles, soup

_HEADER = b"robotfmt".ljust(80)
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
# A binary STL has a header of 80 bytes and the number of its triangles in 4 more; the records follow.
_START = len(_HEADER) + 4
_ASCII = re.compile(rb"\s*solid\b", re.IGNORECASE)
_NUMBER = rb"\s+(\S+)"
_FACET = re.compile(
    rb"facet\s+normal\s+\S+\s+\S+\s+\S+\s+outer\s+loop\s+"
    + rb"\s+".join([rb"vertex" + 3 * _NUMBER] * 3)
    + rb"\s+endloop\s+endfacet",
    re.IGNORECASE,
)
_END = re.compile(rb"\bendsolid\b", re.IGNORECASE)
_TAIL = 4096
"""The number of bytes at the end of a file that must contain the end marker."""
_FACET_START = re.compile(rb"\bfacet\s+normal\b", re.IGNORECASE)


def stl_bytes(triangles: Triangles) -> bytes:
    """Return a surface as binary STL; the output is deterministic, with no date in the header.

    Coordinates become float32. The normals are the right-handed ones of the triangles, zero where a triangle
    has no area.
    """
    records = np.zeros(len(triangles), dtype=_RECORD)
    corners = triangles.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records["normal"] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    records["corners"] = corners
    return _HEADER + len(triangles).to_bytes(4, "little") + records.tobytes()


def read_stl(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    """Return the triangles of a binary or ASCII STL.

    Many binary files begin with ``solid`` too, so the size is checked first.

    Raises:
        MeshError: The data are neither, or have too many triangles.
    """
    if is_text(data):
        return _read_ascii(data, name, limits, report)
    return _read_binary(data, name, limits, report)


def is_text(data: bytes) -> bool:
    """Return True if the bytes are an ASCII STL."""
    return not has_binary_size(data) and bool(_ASCII.match(data)) and bool(_FACET_START.search(data))


def has_binary_size(data: bytes) -> bool:
    """Return True if the number of bytes matches the count of a binary STL."""
    return len(data) >= _START and len(data) == _START + _RECORD.itemsize * _declared(data)


def _declared(data: bytes) -> int:
    return int.from_bytes(data[_START - 4 : _START], "little")


def _read_binary(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    if len(data) < _START:
        refuse(name, f"{len(data)} bytes are too few for an STL")
    declared, there = _declared(data), (len(data) - _START) // _RECORD.itemsize
    count = min(declared, there) if declared else there
    check_triangles(count, name, limits)
    if not has_binary_size(data):
        is_whole = 0 < declared <= there or (not declared and len(data) == _START + _RECORD.itemsize * there)
        message = f"the STL declares {declared} triangles but has data for {there}; {count} were read"
        (mended if is_whole else warn)(report, name, message)
    records = np.frombuffer(data, dtype=_RECORD, count=count, offset=_START)
    return soup(records["corners"].astype(np.float64))


def _read_ascii(data: bytes, name: str, limits: Limits, report: Report) -> Triangles:
    started = sum(1 for _ in _FACET_START.finditer(data))
    check_triangles(started, name, limits)
    facets = _FACET.findall(data)
    if len(facets) != started:
        warn(report, name, f"{started - len(facets)} of {started} facets are incomplete; they were dropped")
    elif not _END.search(data[-_TAIL:]):
        warn(
            report,
            name,
            f"the STL has no end marker; triangles after the {started} that were read may be missing",
        )
    return soup(reals(b" ".join(chain.from_iterable(facets))).reshape(-1, 3, 3))
