"""Images on surfaces are in force in MuJoCo: of materials, of mesh files, and from SDF."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report

_INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
_MATERIAL = '<material name="m"><color rgba=".5 1 1 1"/><texture filename="{file}"/></material>'


def _png(color: tuple[int, int, int]) -> bytes:
    """Return an image of 2 by 2 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(color) * 2 for _ in range(2))
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    whole = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + whole


def _urdf(folder: Path, geometry: str, file: str = "") -> Path:
    material = _MATERIAL.format(file=file) if file else ""
    path = folder / "a.urdf"
    path.write_text(
        f'<robot name="a"><link name="base">{_INERTIAL}<visual><geometry>{geometry}</geometry>{material}</visual>'
        "</link></robot>"
    )
    return path


def _seen(path: Path) -> tuple[Any, list[list[int]]]:
    """Return the model that MuJoCo has, and the first pixel of the texture of each geom."""
    mujoco: Any = oracle("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    pixels = []
    for each in range(model.ngeom):
        textures = model.mat_texid[model.geom_matid[each]] if model.geom_matid[each] >= 0 else []
        used = [it for it in np.ravel(textures).tolist() if it >= 0]
        start = model.tex_adr[used[0]] if used else 0
        pixels.append(model.tex_data[start : start + 3].tolist() if used else [])
    return model, pixels


@pytest.mark.parametrize("folder", ["", "images/"])
def test_the_image_of_a_material(folder: str, tmp_path: Path) -> None:
    (tmp_path / "in" / folder).mkdir(parents=True)
    (tmp_path / "in" / folder / "red.png").write_bytes(_png((200, 10, 20)))
    source = _urdf(tmp_path / "in", '<box size="1 1 1"/>', f"{folder}red.png")
    (tmp_path / "out").mkdir()
    robotfmt.convert(source, made := tmp_path / "out" / "a.xml")
    model, pixels = _seen(made)
    assert pixels == [[200, 10, 20]]
    assert model.mat_rgba[0] == pytest.approx([0.5, 1, 1, 1])
    robotfmt.convert(made, back := tmp_path / "out" / "b.urdf")
    (material,) = robotfmt.read(back).materials
    assert material.texture is not None
    assert (tmp_path / "out" / (material.texture.uri or "")).read_bytes() == _png((200, 10, 20))


@pytest.mark.parametrize(("file", "exists"), [("red.jpg", True), ("gone.png", False)])
def test_an_image_that_mujoco_would_refuse_is_left_out(file: str, exists: bool, tmp_path: Path) -> None:
    if exists:
        (tmp_path / file).write_bytes(b"\xff\xd8\xff\xe0 an image")
    report = Report()
    robotfmt.convert(_urdf(tmp_path, '<box size="1 1 1"/>', file), made := tmp_path / "a.xml", report=report)
    model, pixels = _seen(made)
    assert pixels == [[]]
    assert model.mat_rgba[0] == pytest.approx([0.5, 1, 1, 1])
    assert bool(report.having("mjcf.no-image"))


def test_the_image_of_a_mesh_file_comes_with_its_coordinates(tmp_path: Path) -> None:
    (tmp_path / "blue.png").write_bytes(_png((1, 2, 250)))
    (tmp_path / "two.mtl").write_text("newmtl one\nKd 1 1 1\nmap_Kd blue.png\nnewmtl other\nKd 0 1 0\n")
    corners = ["v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1"]
    coordinates = ["vt 0 0", "vt 1 0", "vt 0 1"]
    faces = ["usemtl one", "f 1/1 3/3 2/2", "f 1/1 2/2 4/3", "usemtl other", "f 1/1 4/3 3/2", "f 2/1 3/2 4/3"]
    (tmp_path / "two.obj").write_text("\n".join(["mtllib two.mtl", *corners, *coordinates, *faces]))
    robotfmt.convert(_urdf(tmp_path, '<mesh filename="two.obj"/>'), made := tmp_path / "a.xml")
    model, pixels = _seen(made)
    assert sorted(pixels) == [[], [1, 2, 250]]
    assert max(np.ravel(model.mesh_texcoordnum)) >= 3


def test_an_albedo_map_of_gazebo(tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(_png((200, 10, 20)))
    pbr = "<pbr><metal><albedo_map>red.png</albedo_map></metal></pbr>"
    (tmp_path / "a.sdf").write_text(f"""<sdf version="1.9"><model name="a"><link name="base"><visual name="v">
      <geometry><box><size>1 1 1</size></box></geometry><material><diffuse>1 1 1 1</diffuse>{pbr}</material>
      </visual></link></model></sdf>""")
    robotfmt.convert(tmp_path / "a.sdf", made := tmp_path / "a.xml")
    assert _seen(made)[1] == [[200, 10, 20]]
    robotfmt.convert(made, back := tmp_path / "b.sdf")
    assert "<albedo_map>a_meshes/red.png</albedo_map>" in back.read_text()


def test_textures_of_a_folder_keep_their_names(tmp_path: Path) -> None:
    """An MJCF with a folder of textures, one of which is drawn by MuJoCo itself."""
    (tmp_path / "textures").mkdir()
    (tmp_path / "textures" / "red.png").write_bytes(_png((200, 10, 20)))
    (tmp_path / "a.xml").write_text("""<mujoco model="a"><compiler texturedir="textures"/><asset>
      <texture name="checks" type="2d" builtin="checker" width="8" height="8" rgb1="1 1 1" rgb2="0 0 0"/>
      <texture name="brick" type="2d" file="red.png"/>
      <material name="wall" texture="brick"/><material name="floor" texture="checks"/></asset><worldbody>
      <body name="base"><geom size=".1 .1 .1" type="box" material="wall"/><geom size=".1" material="floor"/></body>
      </worldbody></mujoco>""")
    robotfmt.convert(tmp_path / "a.xml", made := tmp_path / "b.xml")
    assert _seen(made)[1] == _seen(tmp_path / "a.xml")[1]
    assert '"brick"' in made.read_text()
