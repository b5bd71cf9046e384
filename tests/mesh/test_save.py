"""Meshes that are written, against numbers, and read again."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, digest, load, same_surface
from robotfmt.mesh.obj import read_materials
from robotfmt.mesh.save import FORMATS, appearance, save, unread_appearance
from robotfmt.mesh.triangles import join, soup
from robotfmt.model import Material

RED = Material(name="red", color=(1.0, 0.0, 0.0, 1.0))
GREEN = Material(name="green", color=(0.0, 0.5, 0.0, 0.25))


def roof() -> Triangles:
    """Two triangles that share an edge, one red, one green and clear; one that has no colour."""
    first = soup(np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]])).with_material(RED)
    second = soup(np.array([[[1.0, 0, 0], [1, 1, 0.5], [0, 1, 0]]])).with_material(GREEN)
    return join([first, second, soup(np.array([[[0.0, 0, 2], [1, 0, 2], [0, 1, 2]]]))])


def back(data: bytes, format: str) -> Triangles:
    report = Report()
    triangles = load(data, f".{format}", name=f"x.{format}", limits=Limits(), report=report)
    assert not len(report)
    return triangles


@pytest.mark.parametrize("format", FORMATS)
def test_a_written_surface_reads_back_equal(format: str) -> None:
    data, _ = save(roof(), format, "roof")
    assert same_surface(digest(roof()), None, digest(back(data, format)), None)
    assert len(back(data, format)) == 3
    assert save(roof(), format, "roof")[0] == data


def test_an_obj_and_its_materials() -> None:
    data, beside = save(roof(), "obj", "roof")
    assert data.decode().splitlines() == [
        "# robotfmt",
        "mtllib roof.mtl",
        *("v 0.0 0.0 0.0", "v 0.0 0.0 2.0", "v 0.0 1.0 0.0", "v 0.0 1.0 2.0"),
        *("v 1.0 0.0 0.0", "v 1.0 0.0 2.0", "v 1.0 1.0 0.5"),
        "f 2 6 4",
        *("usemtl material0", "f 1 5 3", "usemtl material1", "f 5 7 3"),
    ]
    materials = beside["roof.mtl"].decode().splitlines()
    assert materials[1:4] == ["newmtl material0", "Kd 1.0 0.0 0.0", "d 1.0"]
    assert materials[4:] == ["newmtl material1", "Kd 0.0 0.5 0.0", "d 0.25"]
    assert save(roof().with_material(None), "obj", "roof")[1] == {}


def test_a_glb_and_its_materials() -> None:
    data, _ = save(roof(), "glb", "roof")
    assert struct.unpack_from("<3I", data) == (0x46546C67, 2, len(data))
    length, kind = struct.unpack_from("<2I", data, 12)
    assert kind == 0x4E4F534A
    tree: dict[str, Any] = json.loads(data[20 : 20 + length])
    assert [each.get("material") for each in tree["meshes"][0]["primitives"]] == [None, 0, 1]
    assert [each["count"] for each in tree["accessors"]] == [3] * 6
    assert (tree["accessors"][4]["min"], tree["accessors"][4]["max"]) == ([0, 0, 0], [1, 1, 0.5])
    red, clear = (each["pbrMetallicRoughness"]["baseColorFactor"] for each in tree["materials"])
    assert red == [1.0, 0.0, 0.0, 1.0]
    assert clear == pytest.approx([0.0, 0.214041, 0.0, 0.25], abs=1e-6)  # 0.5 of sRGB is 0.214 of light
    assert [each.get("alphaMode") for each in tree["materials"]] == [None, "BLEND"]


def test_colors_go_through_collada() -> None:
    again = back(save(roof(), "dae", "roof")[0], "dae")
    assert [(each, len(part)) for each, part in again.parts()] == [(None, 1), (RED, 1), (GREEN, 1)]
    assert str(again.conventions) == "metres; Z up"


def test_an_appearance_that_is_not_read_is_seen_in_the_file() -> None:
    assert sorted(unread_appearance(b'glTF {"primitives":[{"attributes":{"COLOR_0":1}}]}', ".glb")) == ["colours"]
    assert not unread_appearance(save(roof(), "glb", "roof")[0], ".glb")


def test_the_colours_of_a_glb_are_read_again() -> None:
    again = back(save(roof(), "glb", "roof")[0], "glb")
    assert [None if each is None else each.color for each, _ in again.parts()] == [None, RED.color, GREEN.color]


def test_the_looks_of_an_obj_are_read_again() -> None:
    data, beside = save(roof(), "obj", "roof")
    again = load(
        data,
        ".obj",
        name="roof.obj",
        limits=Limits(),
        report=Report(),
        files=lambda _, name: (name, beside[name]),
    )
    looks = [(None if each is None else each.color, len(part)) for each, part in again.parts()]
    assert looks == [(None, 1), (RED.color, 1), (GREEN.color, 1)]
    assert not unread_appearance(data, ".obj")


def test_materials_of_obj_that_are_not_found_or_odd_leave_the_surface() -> None:
    text = b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl gone\nf 1/7 2/1 3\nusemtl None\nf 1 3 2\n"
    library = b"newmtl half\nKd 1 0 0\nd 0.5\nnewmtl odd\nKd x 0 0\nTr 1\nmap_Kd -s 1 1 1 a.png\n"
    found = load(text, ".obj", name="a.obj", limits=Limits(), report=Report(), files=lambda _, name: (name, library))
    assert [len(part) for _, part in found.parts()] == [1, 1]
    assert found.material_indices is not None
    assert found.material_indices.tolist() == [0, -1]
    half, odd = read_materials(library, "a.mtl").values()
    assert (half.color, odd.color, odd.texture) == ((1.0, 0.0, 0.0, 0.5), None, None)


def test_appearance_of_a_surface() -> None:
    assert appearance(roof()) == {"colours"}
    assert appearance(roof().with_material(None)) == frozenset()
