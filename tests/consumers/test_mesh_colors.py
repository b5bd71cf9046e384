"""MuJoCo reads no colours from mesh files: it gets a mesh and a material for each."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from programs import oracle

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report

_RED, _BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def _robot(folder: Path, colors: list[tuple[float, ...]], material: str = "") -> Path:
    """Return a robot of one mesh: boxes of 20 cm, 1 m apart along x, each of a colour, with a scale of 2."""
    import trimesh

    rows, numbers, looks = ["mtllib two.mtl"], 1, []
    for at, color in enumerate(colors):
        box = trimesh.creation.box((0.2, 0.2, 0.2))
        rows += [f"v {x + at} {y} {z}" for x, y, z in box.vertices] + [f"usemtl paint{at}"]
        rows += [f"f {a + numbers} {b + numbers} {c + numbers}" for a, b, c in box.faces]
        numbers += len(box.vertices)
        looks.append(f"newmtl paint{at}\nKd {' '.join(map(str, color[:3]))}\n")
    (folder / "two.obj").write_text("\n".join(rows))
    (folder / "two.mtl").write_text("".join(looks))
    path = folder / "arm.urdf"
    path.write_text(f"""<robot name="arm"><link name="base">
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><geometry><mesh filename="two.obj" scale="2 1 1"/></geometry>{material}</visual>
      <collision><geometry><mesh filename="two.obj" scale="2 1 1"/></geometry></collision></link></robot>""")
    return path


def _looks(path: Path) -> dict[tuple[float, ...], tuple[float, float]]:
    """Return the colours of the shapes that MuJoCo draws, with where they begin and end along x."""
    mujoco: Any = oracle("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    found = {}
    for each in range(model.ngeom):
        if model.geom_contype[each]:
            continue
        mesh, material = model.geom_dataid[each], model.geom_matid[each]
        first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        corners = model.mesh_vert[first : first + count] @ data.geom_xmat[each].reshape(3, 3).T + data.geom_xpos[each]
        color = model.mat_rgba[material] if material >= 0 else model.geom_rgba[each]
        found[tuple(round(float(each), 6) for each in color)] = (float(corners[:, 0].min()), float(corners[:, 0].max()))
    return found


def test_each_colour_of_a_mesh_is_where_it_was(tmp_path: Path) -> None:
    source = _robot(tmp_path, [_RED, _BLUE])
    report = Report()
    robotfmt.convert(source, made := tmp_path / "arm.xml", report=report)
    looks = _looks(made)
    assert looks[_RED] == pytest.approx((-0.2, 0.2))
    assert looks[_BLUE] == pytest.approx((1.8, 2.2))
    assert len(looks) == 2
    assert bool(report.having("mesh.colors"))


def test_a_mesh_of_one_colour_gets_a_material_and_stays_one(tmp_path: Path) -> None:
    source = _robot(tmp_path, [_RED, _RED])
    robotfmt.convert(source, made := tmp_path / "arm.xml")
    assert _looks(made) == {_RED: pytest.approx((-0.2, 2.2))}
    assert Counter(each.name for each in robotfmt.read(made).materials) == {"paint0": 1}


def _gltf(path: Path) -> None:
    """Write a glTF of three boxes, 1 m apart along x: red, half blue, and with an image that is all of its colour."""
    import trimesh

    materials = [
        {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}},
        {"pbrMetallicRoughness": {"baseColorFactor": [0, 0, 1, 0.5]}, "alphaMode": "BLEND"},
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
    ]
    scene: Any = trimesh.Scene()
    for at in range(len(materials)):
        scene.add_geometry(trimesh.creation.box((0.2, 0.2, 0.2)).apply_translation((at, 0, 0)))
    made = json.loads(scene.export(file_type="gltf")["model.gltf"])
    for number, mesh in enumerate(made["meshes"]):
        mesh["primitives"][0]["material"] = number
    made |= {"materials": materials, "textures": [{"source": 0}], "images": [{"uri": "wood.png"}]}
    for buffer, data in zip(made["buffers"], _buffers(scene), strict=True):
        buffer["uri"] = f"data:application/octet-stream;base64,{b64encode(data).decode()}"
    path.write_text(json.dumps(made))


def _buffers(scene: Any) -> list[bytes]:
    return [data for name, data in scene.export(file_type="gltf").items() if name.endswith(".bin")]


def test_the_colours_of_a_gltf_are_there(tmp_path: Path) -> None:
    source = _robot(tmp_path, [], '<material name="green"><color rgba="0 1 0 1"/></material>')
    _gltf(tmp_path / "two.gltf")
    source.write_text(source.read_text().replace("two.obj", "two.gltf"))
    report = Report()
    robotfmt.convert(source, made := tmp_path / "arm.xml", report=report)
    looks = _looks(made)
    assert looks[_RED] == pytest.approx((-0.2, 0.2))
    assert looks[0.0, 0.0, 1.0, 0.5] == pytest.approx((1.8, 2.2))
    assert looks[0.0, 1.0, 0.0, 1.0] == pytest.approx((3.8, 4.2))
    assert [each.message.rpartition("of")[0] for each in report.having("mesh.appearance-lost")] == [
        "link base: the textures "
    ]


def test_colours_of_the_mesh_file_win_over_the_material_as_in_rviz(tmp_path: Path) -> None:
    green = '<material name="green"><color rgba="0 1 0 1"/></material>'
    source = _robot(tmp_path, [_RED, _BLUE], green)
    robotfmt.convert(source, made := tmp_path / "arm.xml")
    assert set(_looks(made)) == {_RED, _BLUE}


def test_the_material_of_sdf_wins_over_colours_of_the_mesh_file_as_in_gazebo(tmp_path: Path) -> None:
    _robot(tmp_path, [_RED, _BLUE])
    shape = "<geometry><mesh><uri>two.obj</uri></mesh></geometry>"
    (tmp_path / "arm.sdf").write_text(f"""<sdf version="1.9"><model name="arm"><link name="base">
      <inertial><mass>1</mass></inertial><visual name="v">{shape}<material><diffuse>0 1 0 1</diffuse></material>
      </visual></link></model></sdf>""")
    robotfmt.convert(tmp_path / "arm.sdf", made := tmp_path / "arm.xml")
    assert set(_looks(made)) == {(0.0, 1.0, 0.0, 1.0)}


def test_the_picture_of_a_converted_mesh_is_the_same(tmp_path: Path) -> None:
    """A picture of the MJCF is that of the source, pixel for pixel."""
    source = _robot(tmp_path, [_RED, _BLUE])
    robotfmt.convert(source, made := tmp_path / "arm.xml")
    pictures = [tmp_path / f"{each.stem}{at}.png" for at, each in enumerate((source, made))]
    for each, picture in zip((source, made), pictures, strict=True):
        assert main(["render", str(each), "-o", str(picture), "--size", "160x120"]) == 0
    assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_the_part_of_a_colour_has_its_own_vertices_alone(tmp_path: Path) -> None:
    source = _robot(tmp_path, [_RED, _BLUE])
    robotfmt.convert(source, tmp_path / "out.dae")
    counts = re.findall(
        r'<float_array id="link0_geom\d_positions-array" count="(\d+)"', (tmp_path / "out.dae").read_text()
    )
    assert counts == ["24", "24"]
