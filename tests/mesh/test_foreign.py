"""PLY, OFF and glTF: read by trimesh after a check; whatever they claim ends in triangles or a MeshError."""

from __future__ import annotations

import base64
import contextlib
import json
import struct
from typing import Any

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

CORNERS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
PLY = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""
BINARY_PLY = (
    PLY[: PLY.index("0 0 0")].replace("ascii", "binary_little_endian").encode()
    + CORNERS.astype("<f4").tobytes()
    + struct.pack("<B3i", 3, 0, 1, 2)
)
OFF = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
DATA = CORNERS.astype("<f4").tobytes() + struct.pack("<3H", 0, 1, 2)


def _load(data: str | bytes, suffix: str, report: Report | None = None, limits: Limits | None = None) -> Triangles:
    kept = report if report is not None else Report()
    raw = data.encode() if isinstance(data, str) else data
    return load(raw, suffix, name=f"it{suffix}", limits=limits or Limits(), report=kept)


def _tree(uri: str | None = None) -> dict[str, Any]:
    buffer: dict[str, Any] = {"byteLength": len(DATA)} | ({"uri": uri} if uri is not None else {})
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "translation": [0, 0, 5]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6},
        ],
        "buffers": [buffer],
    }


def _glb(tree: object, data: bytes = DATA) -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    parts = struct.pack("<2I", len(text), 0x4E4F534A) + text + struct.pack("<2I", len(data), 0x004E4942) + data
    return struct.pack("<3I", 0x46546C67, 2, 12 + len(parts)) + parts


def _changed(path: str, value: object) -> dict[str, Any]:
    tree: Any = _tree()
    *way, last = (int(each) if each.isdigit() else each for each in path.split("/"))
    holder = tree
    for each in way:
        holder = holder[each]
    holder[last] = value
    return dict(tree)


@pytest.mark.parametrize(("data", "suffix"), [(PLY, ".ply"), (BINARY_PLY, ".PLY"), (OFF, ".off")])
def test_a_triangle_is_read(data: str | bytes, suffix: str) -> None:
    assert np.array_equal(_load(data, suffix).corners, CORNERS[None])


def test_gltf_is_read_where_its_node_puts_it() -> None:
    inline = f"data:application/octet-stream;base64,{base64.b64encode(DATA).decode()}"
    for data, suffix in ((_glb(_tree()), ".glb"), (json.dumps(_tree(inline)), ".gltf")):
        assert np.allclose(_load(data, suffix).corners, CORNERS[None] + [0, 0, 5])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("vertex 3", "vertex 4000000000"),
        ("vertex 3", "vertex -5"),
        ("vertex 3", "vertex three"),
        ("face 1", "face 4000000000"),
        ("property float x", "property quad x"),
        ("property float x\n", ""),
        ("list uchar int", "list uchar"),
        ("3 0 1 2", "3 0 1 3"),
        ("3 0 1 2", "3 0 1 -1"),
        ("0 1 0\n", "0 one 0\n"),
        ("end_header", "end"),
        ("element vertex 3\n", ""),
        ("ply", "plx"),
        ("face 1", "face 0"),
    ],
)
def test_a_ply_with_false_counts_is_refused(old: str, new: str) -> None:
    with pytest.raises(MeshError):
        _load(PLY.replace(old, new, 1), ".ply")


def test_the_length_of_a_list_in_an_ascii_ply_allocates_nothing() -> None:
    assert len(_load(PLY.replace("3 0 1 2", "4000000000 0 1 2"), ".ply")) == 1


@pytest.mark.parametrize("count", [b"\xff", b"\x00"])
def test_a_binary_ply_with_a_false_list_length_is_refused(count: bytes) -> None:
    with pytest.raises(MeshError):
        _load(BINARY_PLY[:-13] + count + BINARY_PLY[-12:], ".ply")


@pytest.mark.parametrize("data", [BINARY_PLY[:-1], BINARY_PLY[:-20], BINARY_PLY.replace(b"face 1", b"face 99")])
def test_a_binary_ply_that_is_cut_is_refused(data: bytes) -> None:
    with pytest.raises(MeshError):
        _load(data, ".ply")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 1 0", "4000000000 1 0"),
        ("3 1 0", "3 4000000000 0"),
        ("3 1 0", "-3 1 0"),
        ("3 1 0", "3 0 0"),
        ("3 0 1 2", "3 0 1 7"),
        ("1 0 0\n", "1 x 0\n"),
        ("OFF", "FOO"),
    ],
)
def test_an_off_with_false_counts_is_refused(old: str, new: str) -> None:
    with pytest.raises(MeshError):
        _load(OFF.replace(old, new, 1), ".off")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("accessors/0", {"componentType": 5126, "count": 100_000_000, "type": "VEC3"}),
        ("accessors/0/count", 2**31),
        ("accessors/0/count", -1),
        ("accessors/0/count", "3"),
        ("accessors/0/componentType", 1),
        ("accessors/0/type", "VEC9"),
        ("accessors/0/bufferView", 7),
        ("accessors/0/byteOffset", 40),
        ("accessors/1", []),
        ("bufferViews/0/byteLength", 4_000_000_000),
        ("bufferViews/0/byteOffset", -4),
        ("bufferViews/0/buffer", "0"),
        ("buffers/0/byteLength", 4_000_000_000),
        ("buffers/0/uri", "../../secret.bin"),
        ("buffers/0/uri", "/dev/zero"),
        ("buffers/0/uri", "http://localhost/it.bin"),
        ("buffers/0/uri", "file:///dev/zero"),
        ("buffers", {}),
        ("meshes/0/primitives", 5),
        ("meshes/0/primitives/0/indices", 9),
        ("meshes/0/primitives/0/mode", 1),
        ("extensionsRequired", ["KHR_draco_mesh_compression"]),
        ("nodes", []),
        ("nodes", 5),
        ("nodes/0/mesh", 3),
        ("nodes/0/matrix", [1, 2]),
        ("scenes/0/nodes", [4]),
        ("extensionsRequired", 5),
    ],
)
def test_a_gltf_with_false_sizes_is_refused(path: str, value: object) -> None:
    with pytest.raises(MeshError):
        _load(_glb(_changed(path, value)), ".glb")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"glTF",
        _glb(_tree())[:60],
        _glb(_tree())[:-8],
        _glb([]),
        _glb(_tree()).replace(b"glTF", b"glTG"),
        struct.pack("<5I", 0x46546C67, 2, 4_000_000_000, 4_000_000_000, 0x4E4F534A),
    ],
)
def test_a_glb_that_is_cut_or_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(MeshError):
        _load(data, ".glb")


@pytest.mark.parametrize("text", ["", "[" * 100_000, "{", "null", '{"a":' * 50_000])
def test_json_that_is_broken_or_deep_is_refused(text: str) -> None:
    with pytest.raises(MeshError):
        _load(text, ".gltf")


def test_nodes_in_a_circle_end() -> None:
    tree = _tree()
    tree["nodes"] = [{"mesh": 0, "children": [1]}, {"children": [0]}]
    with contextlib.suppress(MeshError):  # refusing them is as good
        assert len(_load(_glb(tree), ".glb")) >= 1


def test_many_instances_of_a_mesh_count_against_the_limit() -> None:
    tree = _tree()
    tree["nodes"] = [{"mesh": 0}] * 50
    with pytest.raises(MeshError, match="mesh_triangles"):
        _load(_glb(tree), ".glb", limits=Limits(mesh_triangles=40))


def test_a_mirroring_node_turns_the_triangles_around() -> None:
    tree = _tree()
    tree["nodes"] = [{"mesh": 0, "scale": [1, 1, -1]}]
    a, b, c = _load(_glb(tree), ".glb").corners[0]
    assert np.cross(b - a, c - a)[2] < 0


@pytest.mark.parametrize("suffix", [".3ds", "", ".stp", ".xml"])
def test_other_formats_are_refused(suffix: str) -> None:
    with pytest.raises(MeshError, match="not a supported mesh format"):
        _load(b"data", suffix)
