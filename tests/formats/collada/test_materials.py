"""Materials of COLLADA documents, and how geometry comes out of a document and into one."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from squares import (
    FACTOR,
    RED,
    SAMPLER,
    SHOWN,
    SQUARE,
    VERTEX,
    WOOD,
    document,
    load,
    rounded,
    seen,
)

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.model import Material
from robotfmt.settings import Settings
from robotfmt.surfaces import surface

# Materials


def material_of(text: str, folder: Path, report: Report | None = None) -> Material:
    (geometry,) = load(text, folder, report)[0].links[0].visuals
    assert geometry.material is not None
    return geometry.material


@pytest.mark.parametrize(
    ("reported", "opacity"),
    [
        ('<transparent opaque="A_ONE"><color>0 0 0 0.5</color></transparent>', 0.5),
        (
            '<transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent>' + FACTOR.format(0.5),
            0.25,
        ),
        ('<transparent opaque="A_ZERO"><color>0 0 0 0.25</color></transparent>', 0.75),
        (
            '<transparent opaque="RGB_ZERO"><color>0 0 0 1</color></transparent>' + FACTOR.format(1),
            1,
        ),
        ('<transparent opaque="RGB_ZERO"><color>1 0 0 1</color></transparent>', 1 - 0.212671),
        ('<transparent opaque="RGB_ONE"><color>0 1 0 1</color></transparent>', 0.71516),
        ("<transparent><color>1 1 1 1</color></transparent><transparency><float>0</float></transparency>", 1),
        ("<transparency><float>0.4</float></transparency>", 0.4),
        ("<transparency><float>0</float></transparency>", 1),
        ("", 0.9),
    ],
)
def test_opacity(reported: str, opacity: float, tmp_path: Path) -> None:
    report = Report()
    shading = f"<phong><diffuse><color>1 0 0 0.9</color></diffuse>{reported}</phong>"
    material = material_of(document(shading=shading), tmp_path, report)
    assert material.color == pytest.approx((1, 0, 0, opacity))
    assert not report.having("document.not-understood")


def test_constant_shading_and_parameters(tmp_path: Path) -> None:
    constant = "<constant><emission><color>0 0.5 1 1</color></emission></constant>"
    assert material_of(document(shading=constant), tmp_path).color == (0, 0.5, 1, 1)
    parameter = '<newparam sid="hue"><float4>0 1 0 1</float4></newparam>'
    lambert = '<lambert><diffuse><param ref="hue"/></diffuse></lambert>'
    report = Report()
    text = document(shading=lambert, sampler=parameter)
    assert material_of(text, tmp_path, report).color == (0, 1, 0, 1)


def test_unsupported_shading_is_passed_through(tmp_path: Path) -> None:
    report = Report()
    shading = RED.replace("</phong>", "<reflectivity><float>0.5</float></reflectivity></phong>")
    material_of(document(shading=shading), tmp_path, report)
    assert ["reflectivity" in each.message for each in report.having("document.not-understood")] == [True]


# Out of the document, and into one


def archive(folder: Path, text: str, main: str | None = None) -> Path:
    """An archive with a document, an image beside it, and what shows the document if it is not the main one."""
    path = folder / "in" / "arm.zae"
    path.parent.mkdir()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as members:
        root = "scenes/all.dae" if main is not None else "models/arm.dae"
        members.writestr("manifest.xml", f"<dae_root>./{root}</dae_root>")
        members.writestr(root, main or text)
        if main is not None:
            members.writestr("models/arm.dae", text)
        members.writestr("models/textures/wood.png", b"wood")
    path.write_bytes(packed.getvalue())
    return path


@pytest.mark.parametrize("meshes", ["keep", "copy"])
def test_an_archive_becomes_a_package_with_its_images(meshes: str, tmp_path: Path) -> None:
    source = archive(tmp_path, document(shading=WOOD, sampler=SAMPLER))
    target = tmp_path / "out" / "arm.urdf"
    done = robotfmt.convert(source, target, meshes=meshes)
    folder = target.parent / "arm_meshes"
    assert sorted(each.name for each in folder.iterdir()) == ["g.mtl", "g.obj", "wood.png"]
    assert (folder / "wood.png").read_bytes() == b"wood"
    assert "map_Kd wood.png" in (folder / "g.mtl").read_text()
    lines = (folder / "g.obj").read_text().splitlines()
    assert [each for each in lines if each.startswith(("vt", "vn"))] == [
        "vt 0 0",
        "vt 0 1",
        "vt 1 0",
        "vt 1 1",
        "vn 0 0 1",
    ]
    assert [each for each in lines if each.startswith("f")] == ["f 1/1/1 3/3/1 4/4/1", "f 1/1/1 4/4/1 2/2/1"]
    assert '<texture filename="arm_meshes/wood.png"/>' in target.read_text()
    assert done.tally.lost == 0


SHOWING = (
    '<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">'
    '<scene><instance_visual_scene url="{}#s"/></scene></COLLADA>'
)


def test_a_member_of_an_archive_finds_its_images_in_there(tmp_path: Path) -> None:
    source = archive(tmp_path, document(shading=WOOD, sampler=SAMPLER), SHOWING.format("../models/arm.dae"))
    robotfmt.convert(source, tmp_path / "out" / "arm.urdf")
    assert (tmp_path / "out" / "arm_meshes" / "wood.png").read_bytes() == b"wood"


def test_a_document_next_to_an_archive_uses_the_images_of_the_archive(tmp_path: Path) -> None:
    source = archive(tmp_path, document(shading=WOOD, sampler=SAMPLER)).with_name("cell.dae")
    source.write_text(SHOWING.format("arm.zae"))
    robotfmt.convert(source, tmp_path / "out" / "arm.urdf")
    assert (tmp_path / "out" / "arm_meshes" / "wood.png").read_bytes() == b"wood"


def test_images_and_hulls_of_another_document(tmp_path: Path) -> None:
    """Its ids are told from those of the document that refers to it."""
    hull = '<geometry id="h"><convex_mesh convex_hull_of="library.dae#g"/></geometry>'
    sampler = '<newparam sid="smp"><sampler2D><instance_image url="library.dae#img"/></sampler2D></newparam>'
    corners = "0 0 0 1 0 0 0 1 0 0 0 1"
    surfaces = f'<triangles count="2">{VERTEX}<p>0 1 2 3 1 0</p></triangles>'
    (tmp_path / "library.dae").write_text(document(surfaces, sampler=SAMPLER, positions=corners))
    inside = SHOWN.replace("#g", "#h")
    text = document(inside=inside, shading=WOOD, sampler=sampler, extra_geometry=hull)
    material = material_of(text.replace("textures/wood.png", "textures/other.png"), tmp_path)
    assert material.texture is not None
    assert material.texture.uri == "textures/wood.png"
    assert [len(each) for each in seen(text, tmp_path)] == [4]


def test_an_image_that_leads_out_of_its_archive_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    text = document(shading=WOOD, sampler=SAMPLER).replace("textures/wood.png", "x.png")
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    source = archive(deep, text.replace("x.png", "../../../../secret.png"))
    report = robotfmt.convert(source, tmp_path / "out" / "arm.urdf", meshes="copy").report
    assert not list((tmp_path / "out").rglob("secret.png"))
    assert report.having("mesh.outside")


def test_colors_go_along_in_every_format_but_stl(tmp_path: Path) -> None:
    (tmp_path / "arm.dae").write_text(document())
    for format in ("stl", "obj", "glb", "dae"):
        target = tmp_path / format / "arm.urdf"
        done = robotfmt.convert(tmp_path / "arm.dae", target, mesh_format=format)
        assert len(done.report.having("mesh.flat")) == (1 if format == "stl" else 0)
        assert not done.report.having("mesh.appearance-lost")  # the URDF says it
        settings = Settings()
        (geometry,) = robotfmt.read(target, settings=settings).links[0].visuals
        assert geometry.material is not None
        found = surface(geometry, Context(assets=settings.assets), appearance=True)
        assert found is not None
        if format == "dae":
            assert [each.color for each in found.materials] == [(1, 0, 0, 1)]
            assert rounded(found.texcoords) == [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]]
            assert rounded(found.normals) == [[[0, 0, 1]] * 3] * 2


def test_embedded_meshes_read_back_equal(tmp_path: Path) -> None:
    first = seen(document(), tmp_path)
    robotfmt.convert(tmp_path / "arm.dae", tmp_path / "again.dae")
    second = seen((tmp_path / "again.dae").read_text(), tmp_path)
    for a, b in zip(first, second, strict=True):
        assert rounded(a.corners) == rounded(b.corners)
        assert a.normals is not None
        assert b.normals is not None
        assert np.array_equal(a.normals, b.normals)
        assert rounded(a.texcoords) == rounded(b.texcoords)


def test_materials_of_mesh_files_go_through_a_robot_and_back(tmp_path: Path) -> None:
    half = SQUARE.replace('count="2"', 'count="1"').replace(" 0 0 0 2 0 2 3 0 3<", "<")
    other = half.replace('material="s"', 'material="t"').replace("0 0 0 1 0 1 2 0 2", "0 0 0 2 0 2 3 0 3")
    text = document(half + other, sampler=SAMPLER, shading=WOOD)
    text = text.replace('symbol="s" target="#m">', 'symbol="t" target="#r"/><instance_material symbol="s" target="#m">')
    text = text.replace(
        "</library_effects>",
        f'<effect id="q"><profile_COMMON><technique>{RED}</technique></profile_COMMON></effect></library_effects>',
    )
    text = text.replace(
        "</library_materials>",
        '<material id="r" name="red"><instance_effect url="#q"/></material></library_materials>',
    )
    (tmp_path / "textures").mkdir()
    (tmp_path / "textures" / "wood.png").write_bytes(b"wood")
    (tmp_path / "part.dae").write_text(text)
    mesh = '<visual><geometry><mesh filename="part.dae"/></geometry></visual>'
    urdf = f'<robot name="r"><link name="base">{mesh}</link></robot>'
    (tmp_path / "r.urdf").write_text(urdf)
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "out" / "r.dae")
    assert "../textures/wood.png" in (tmp_path / "out" / "r.dae").read_text()
    visuals = robotfmt.read(tmp_path / "out" / "r.dae").links[0].visuals
    assert [each.material and each.material.name for each in visuals] == ["paint", "red"]
    done = robotfmt.convert(tmp_path / "out" / "r.dae", tmp_path / "back" / "r.urdf", meshes="copy")
    names = sorted(each.name for each in (tmp_path / "back" / "r_meshes").iterdir())
    assert sorted(name.rpartition(".")[2] for name in names) == ["mtl", "obj", "png", "stl"]
    assert not done.report.having("mesh.appearance-lost")
