"""STL, both ways, sound and damaged."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load, stl_bytes, tessellate
from robotfmt.model import Box, Vector3


def _box(size: Vector3) -> Triangles:
    made = tessellate(Box(size), 1.0)
    assert made is not None
    return made


BOX = _box((0.1, 0.2, 0.3))
BINARY = stl_bytes(BOX)
FACET = """facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1 0
  endloop
endfacet
"""


def _load(data: bytes, report: Report | None = None, limits: Limits | None = None) -> Triangles:
    kept = report if report is not None else Report()
    return load(data, ".STL", name="it.stl", limits=limits or Limits(), report=kept)


def _loaded(data: bytes) -> tuple[int, list[str]]:
    report = Report()
    return len(_load(data, report)), [reported.code for reported in report]


def _counted(count: int) -> bytes:
    return BINARY[:80] + struct.pack("<I", count) + BINARY[84:]


def test_a_written_surface_reads_back_equal() -> None:
    assert np.array_equal(_load(BINARY).corners, BOX.corners.astype(np.float32))


def test_the_same_surface_has_the_same_bytes_and_no_date() -> None:
    assert stl_bytes(BOX) == BINARY
    assert BINARY[:80].strip() == b"robotfmt"


def test_normals_are_right_handed_units() -> None:
    triangle = Triangles(np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0]]), np.array([[0, 1, 2], [0, 0, 1]]))
    first, second = (struct.unpack_from("<3f", stl_bytes(triangle), 84 + 50 * i) for i in range(2))
    assert first == (0.0, 0.0, 1.0)
    assert second == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("count", [13, 100_000_000, 4_294_967_295])
def test_a_count_beyond_the_file_is_not_believed(count: int) -> None:
    assert _loaded(_counted(count)) == (12, ["mesh.damaged"])


def test_a_count_below_the_file_is_believed_with_a_warning() -> None:
    assert _loaded(_counted(5)) == (5, ["mesh.repaired"])


def test_a_count_of_zero_before_triangles_is_not_believed() -> None:
    assert _loaded(_counted(0)) == (12, ["mesh.repaired"])


def test_whole_triangles_of_a_file_that_is_cut_are_kept() -> None:
    assert _loaded(BINARY[:-60]) == (10, ["mesh.damaged"])


def test_bytes_after_the_last_triangle_are_reported() -> None:
    assert _loaded(BINARY + b"more") == (12, ["mesh.repaired"])


def test_a_binary_file_may_begin_like_an_ascii_one() -> None:
    assert _loaded(b"solid facet normal".ljust(80) + BINARY[80:]) == (12, [])


@pytest.mark.parametrize("data", [b"", b"x" * 40, b"x" * 83, BINARY[:84], _counted(0)[:84], b"solid it\nendsolid"])
def test_a_file_without_triangles_is_refused(data: bytes) -> None:
    with pytest.raises(MeshError):
        _load(data)


def test_ascii_is_read_in_any_case() -> None:
    text = f"solid two\n{FACET}{FACET.upper()}endsolid two\n"
    assert np.array_equal(_load(text.encode()).corners, [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]] * 2)


def test_an_incomplete_ascii_facet_is_left_out() -> None:
    assert _loaded(f"solid\n{FACET}{FACET[:60]}".encode()) == (1, ["mesh.damaged"])


def test_an_ascii_file_must_end() -> None:
    assert _loaded(f"solid\n{FACET}{FACET}".encode()) == (2, ["mesh.damaged"])


@pytest.mark.parametrize("token", ["abc", "1_0", "0x1", "1,5"])
def test_an_ascii_number_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(MeshError):
        _load(f"solid\n{FACET.replace('vertex 1', f'vertex {token}')}".encode())


@pytest.mark.parametrize("token", ["nan", "-inf", "1e999", "1e30"])
def test_a_triangle_that_is_nowhere_is_left_out(token: str) -> None:
    data = f"solid\n{FACET}{FACET.replace('vertex 1', f'vertex {token}')}endsolid".encode()
    assert _loaded(data) == (1, ["mesh.damaged"])


def test_a_binary_triangle_that_is_nowhere_is_left_out() -> None:
    data = bytearray(BINARY)
    data[96:100] = struct.pack("<f", float("nan"))
    assert _loaded(bytes(data)) == (11, ["mesh.damaged"])


@pytest.mark.parametrize("limits", [Limits(mesh_triangles=11), Limits(mesh_bytes=100)], ids=str)
def test_a_file_beyond_a_limit_is_refused(limits: Limits) -> None:
    with pytest.raises(MeshError, match="allows"):
        _load(BINARY, limits=limits)
