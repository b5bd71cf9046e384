"""Geometry inside COLLADA documents, against numbers worked out by hand, and there and back again."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, surface
from robotfmt.model import Geometry, Material, Mesh, Robot
from robotfmt.settings import Settings

POSITIONS = "0 0 0 1 0 0 1 1 0 0 1 0"
NORMAL = '<input semantic="NORMAL" source="#g-n" offset="1"/>'
TEXCOORD = '<input semantic="TEXCOORD" source="#g-t" offset="2" set="0"/>'
SQUARE = (
    f'<triangles count="2" material="s"><input semantic="VERTEX" source="#g-v" offset="0"/>{NORMAL}{TEXCOORD}'
    "<p>0 0 0 1 0 1 2 0 2 0 0 0 2 0 2 3 0 3</p></triangles>"
)
RED = "<phong><diffuse><color>1 0 0 1</color></diffuse></phong>"
WOOD = '<phong><diffuse><texture texture="smp" texcoord="UV0"/></diffuse></phong>'
SAMPLER = (
    '<newparam sid="srf"><surface type="2D"><init_from>img</init_from></surface></newparam>'
    '<newparam sid="smp"><sampler2D><source>srf</source></sampler2D></newparam>'
)
IMAGE = '<library_images><image id="img"><init_from><ref>textures/wood.png</ref></init_from></image></library_images>'
FACTOR = "<transparency><float>{}</float></transparency>"
SHOWN = (
    '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m">'
    '<bind_vertex_input semantic="UV0" input_semantic="TEXCOORD" input_set="0"/>'
    "</instance_material></technique_common></bind_material></instance_geometry>"
)


def source(name: str, numbers: str, axes: str) -> str:
    count = len(numbers.split())
    params = "".join(f'<param name="{axis}" type="float"/>' for axis in axes)
    return (
        f'<source id="{name}"><float_array id="{name}-a" count="{count}">{numbers}</float_array><technique_common>'
        f'<accessor source="#{name}-a" count="{count // len(axes)}" stride="{len(axes)}">{params}</accessor>'
        "</technique_common></source>"
    )


def document(
    surfaces: str = SQUARE,
    inside: str = SHOWN,
    shading: str = RED,
    sampler: str = "",
    extra_geometry: str = "",
    nodes: str = "",
    positions: str = POSITIONS,
) -> str:
    sources = (
        source("g-p", positions, "XYZ")
        + source("g-n", "0 0 2", "XYZ")
        + source("g-t", "0 0 1 0 1 1 0 1", "ST")
    )
    return f"""<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
<asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>{IMAGE if sampler else ""}
<library_effects><effect id="e"><profile_COMMON>{sampler}<technique sid="c">{shading}</technique></profile_COMMON>
</effect></library_effects>
<library_materials><material id="m" name="paint"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>{sources}
<vertices id="g-v"><input semantic="POSITION" source="#g-p"/></vertices>{surfaces}</mesh></geometry>{extra_geometry}
</library_geometries><library_nodes>{nodes}</library_nodes>
<library_kinematics_models><kinematics_model id="k" name="arm"><technique_common><link sid="base" name="base"/>
</technique_common></kinematics_model></library_kinematics_models>
<library_visual_scenes><visual_scene id="s"><node id="n" name="base">{inside}</node></visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def load(text: str, folder: Path, report: Report | None = None) -> tuple[Robot, Context]:
    path = folder / "arm.dae"
    path.write_text(text)
    settings = Settings()
    robot = robotfmt.read(path, report=report, settings=settings)
    return robot, Context(report=report if report is not None else Report(), assets=settings.assets)


def seen(text: str, folder: Path, report: Report | None = None) -> list[Triangles]:
    """The surfaces of the only link, in its frame."""
    robot, context = load(text, folder, report)
    return [placed(each, context) for each in robot.links[0].visuals]


def placed(geometry: Geometry, context: Context) -> Triangles:
    triangles = surface(geometry, context, looks=True)
    assert triangles is not None
    pose = geometry.pose
    return triangles if pose is None else triangles.moved(pose.matrix, pose.xyz)


def rounded(values: object) -> list[list[list[float]]]:
    found: list[list[list[float]]] = (np.round(np.asarray(values, dtype=np.float64), 6) + 0.0).tolist()
    return found


def test_normals_and_texture_coordinates(tmp_path: Path) -> None:
    (square,) = seen(document(), tmp_path)
    assert rounded(square.corners) == [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]]
    assert rounded(square.normals) == [[[0, 0, 1]] * 3] * 2  # made one long
    assert rounded(square.texcoords) == [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]]


@pytest.mark.parametrize(
    ("changed", "to", "word"),
    [
        ("#g-n", "#nothing", "NORMAL"),
        ("<p>0 0 0", "<p>0 9 0", "NORMAL"),
        ("<p>0 0 0", "<p>0 0 9", "TEXCOORD"),
    ],
)
def test_wrong_normals_cost_only_normals(changed: str, to: str, word: str, tmp_path: Path) -> None:
    report = Report()
    (square,) = seen(document(SQUARE.replace(changed, to)), tmp_path, report)
    assert len(square) == 2
    assert (square.normals is None, square.texcoords is None) == (word == "NORMAL", word == "TEXCOORD")
    assert any(word in each.message for each in report.having("mesh.damaged"))


# Nodes


@pytest.mark.parametrize(
    ("steps", "corners"),
    [
        ("<skew>45 0 1 0 1 0 0</skew>", [[0, 0, 0], [1, 0, 0], [2, 1, 0], [1, 1, 0]]),
        ("<scale>2 3 1</scale>", [[0, 0, 0], [2, 0, 0], [2, 3, 0], [0, 3, 0]]),
        (
            "<scale>1 2 1</scale><rotate>0 0 1 90</rotate>",  # what is turned first is then stretched along y
            [[0, 0, 0], [0, 2, 0], [-1, 2, 0], [-1, 0, 0]],
        ),
        ("<scale>2 1 1</scale><translate>1 0 0</translate>", [[2, 0, 0], [4, 0, 0], [4, 1, 0], [2, 1, 0]]),
        (
            "<scale>2 1 1</scale><rotate>0 0 1 45</rotate>",
            [[0, 0, 0], [1.414214, 0.707107, 0], [0, 1.414214, 0], [-1.414214, 0.707107, 0]],
        ),
        ("<matrix>0 -2 0 5 2 0 0 6 0 0 2 7 0 0 0 1</matrix>", [[5, 6, 7], [5, 8, 7], [3, 8, 7], [3, 6, 7]]),
        (
            "<matrix>1 0.5 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
            [[0, 0, 0], [1, 0, 0], [1.5, 1, 0], [0.5, 1, 0]],
        ),
        ("<lookat>0 0 5 0 0 0 0 1 0</lookat>", [[0, 0, 5], [1, 0, 5], [1, 1, 5], [0, 1, 5]]),
        ("<lookat>5 0 0 0 0 0 0 0 1</lookat>", [[5, 0, 0], [5, 1, 0], [5, 1, 1], [5, 0, 1]]),
    ],
)
def test_every_transform_of_a_node(steps: str, corners: list[list[float]], tmp_path: Path) -> None:
    (square,) = seen(document(inside=f"<node>{steps}{SHOWN}</node>"), tmp_path)
    a, b, c, d = corners
    assert rounded(square.corners) == [[a, b, c], [a, c, d]]
    assert square.normals is not None
    around = np.cross(
        square.corners[:, 1] - square.corners[:, 0], square.corners[:, 2] - square.corners[:, 0]
    )
    flat = around / np.linalg.norm(around, axis=1, keepdims=True)
    assert np.allclose(square.normals, flat[:, None], atol=1e-6)


@pytest.mark.parametrize(
    "steps", ["<scale>-1 1 1</scale>", "<matrix>-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"]
)
def test_a_mirror_turns_the_triangles_around(steps: str, tmp_path: Path) -> None:
    (square,) = seen(document(inside=f"<node>{steps}{SHOWN}</node>"), tmp_path)
    assert rounded(square.corners) == [
        [[-1, 1, 0], [-1, 0, 0], [0, 0, 0]],
        [[0, 1, 0], [-1, 1, 0], [0, 0, 0]],
    ]
    assert rounded(square.normals) == [[[0, 0, 1]] * 3] * 2
    assert rounded(square.texcoords)[0] == [[1, 1], [1, 0], [0, 0]]


def test_nested_nodes_multiply(tmp_path: Path) -> None:
    inside = f"<node><scale>2 2 2</scale><node><translate>1 0 0</translate><scale>1 3 1</scale>{SHOWN}</node></node>"
    robot, context = load(document(inside=inside), tmp_path)
    (geometry,) = robot.links[0].visuals
    assert isinstance(geometry.shape, Mesh)
    assert (geometry.shape.scale, geometry.shape.stretch) == ((2, 6, 2), None)
    assert rounded(placed(geometry, context).corners)[0] == [[2, 0, 0], [4, 0, 0], [4, 6, 0]]


def test_a_node_is_shown_as_often_as_it_is_instanced(tmp_path: Path) -> None:
    way = '<node id="way"><translate>0 0 1</translate><instance_node url="#part"/></node>'
    nodes = f'<node id="part">{SHOWN}</node>{way}'
    inside = "".join(
        f'<node><translate>{x} 0 0</translate><instance_node url="#{name}"/></node>'
        for x, name in ((2, "part"), (4, "way"))
    )
    squares = seen(document(inside=inside, nodes=nodes), tmp_path)
    assert [rounded(each.corners)[0][0] for each in squares] == [[2, 0, 0], [4, 0, 1]]


def test_a_node_in_itself_ends(tmp_path: Path) -> None:
    report = Report()
    nodes = f'<node id="part">{SHOWN}<instance_node url="#part"/></node>'
    assert len(seen(document(inside='<instance_node url="#part"/>', nodes=nodes), tmp_path, report)) == 1
    assert any("would stand in itself" in each.message for each in report.having("collada.unresolved"))


def test_a_scene_that_grows_without_bound_is_refused(tmp_path: Path) -> None:
    nodes = "".join(
        f'<node id="a{i}">' + f'<instance_node url="#a{i + 1}"/>' * 2 + "</node>" for i in range(40)
    )
    path = tmp_path / "bomb.dae"
    path.write_text(document(inside='<instance_node url="#a0"/>', nodes=nodes + '<node id="a40"/>'))
    with pytest.raises(RobotfmtError, match="instances"):
        robotfmt.read(path, settings=Settings(limits=Limits(instances=1000)))


@pytest.mark.parametrize("step", ["<skew>90 0 1 0 1 0 0</skew>", "<lookat>0 0 1 0 0 0 0 0 1</lookat>"])
def test_transforms_that_make_no_sense_are_told(step: str, tmp_path: Path) -> None:
    report = Report()
    seen(document(inside=f"<node>{step}{SHOWN}</node>"), tmp_path, report)
    assert len(report.having("collada.bad-transform")) == 1


# Primitives

VERTEX = '<input semantic="VERTEX" source="#g-v" offset="0"/>'
DENTED = "0 0 0 2 0 0 2 2 0 1 0.5 0 0 2 0"
"""An arrow head, whose fan from its first corner is right, and from its second would leave it."""


def test_a_dented_polygon_stays_within_its_outline(tmp_path: Path) -> None:
    polygon = f'<polylist count="1">{VERTEX}<vcount>5</vcount><p>1 2 3 4 0</p></polylist>'
    (found,) = seen(document(polygon, positions=DENTED), tmp_path)
    sides = np.cross(found.corners[:, 1] - found.corners[:, 0], found.corners[:, 2] - found.corners[:, 0])[
        :, 2
    ]
    assert len(found) == 3
    assert float(sides.sum()) / 2 == pytest.approx(2.5)
    assert (sides > 0).all()


def test_holes_are_told(tmp_path: Path) -> None:
    report = Report()
    polygon = f'<polygons count="1">{VERTEX}<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>'
    (found,) = seen(document(polygon), tmp_path, report)
    assert len(found) == 2
    assert ["holes" in each.message for each in report.having("mesh.damaged")] == [True]


def test_the_hull_of_another_geometry(tmp_path: Path) -> None:
    hull = '<geometry id="h"><convex_mesh convex_hull_of="#g"/></geometry>'
    corners = "0 0 0 1 0 0 0 1 0 0 0 1 0.1 0.1 0.1"
    surfaces = f'<triangles count="2">{VERTEX}<p>0 1 2 3 4 0</p></triangles>'
    text = document(surfaces, '<instance_geometry url="#h"/>', extra_geometry=hull, positions=corners)
    (found,) = seen(text, tmp_path)
    a, b, c = (found.corners[:, i] for i in range(3))
    assert len(found) == 4
    assert float((np.cross(a, b) * c).sum()) / 6 == pytest.approx(1 / 6)  # the tetrahedron, from outside


def test_lines_and_boundary_representations_are_no_shapes(tmp_path: Path) -> None:
    report = Report()
    lines = f'<lines count="1">{VERTEX}<p>0 1</p></lines>'
    brep = '<geometry id="b"><brep><curves/></brep></geometry>'
    inside = SHOWN + '<instance_geometry url="#b"/>'
    assert seen(document(lines, inside, extra_geometry=brep), tmp_path, report) == []
    assert len(report.having("collada.no-surface")) == 2
    (square,) = seen(document(lines + SQUARE), tmp_path)
    assert len(square) == 2


# Materials


def worn(text: str, folder: Path, report: Report | None = None) -> Material:
    (geometry,) = load(text, folder, report)[0].links[0].visuals
    assert geometry.material is not None
    return geometry.material


@pytest.mark.parametrize(
    ("said", "opacity"),
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
def test_opacity(said: str, opacity: float, tmp_path: Path) -> None:
    report = Report()
    shading = f"<phong><diffuse><color>1 0 0 0.9</color></diffuse>{said}</phong>"
    material = worn(document(shading=shading), tmp_path, report)
    assert material.color == pytest.approx((1, 0, 0, opacity))
    assert not report.having("document.not-understood")


def test_constant_shading_and_parameters(tmp_path: Path) -> None:
    constant = "<constant><emission><color>0 0.5 1 1</color></emission></constant>"
    assert worn(document(shading=constant), tmp_path).color == (0, 0.5, 1, 1)
    parameter = '<newparam sid="hue"><float4>0 1 0 1</float4></newparam>'
    lambert = '<lambert><diffuse><param ref="hue"/></diffuse></lambert>'
    report = Report()
    text = document(shading=lambert, sampler=parameter)
    assert worn(text, tmp_path, report).color == (0, 1, 0, 1)


def test_what_a_material_cannot_hold_is_carried(tmp_path: Path) -> None:
    report = Report()
    shading = RED.replace("</phong>", "<reflectivity><float>0.5</float></reflectivity></phong>")
    worn(document(shading=shading), tmp_path, report)
    assert ["reflectivity" in each.message for each in report.having("document.not-understood")] == [True]


# Out of the document, and into one


def archive(folder: Path, text: str) -> Path:
    path = folder / "in" / "arm.zae"
    path.parent.mkdir()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as members:
        members.writestr("manifest.xml", "<dae_root>./models/arm.dae</dae_root>")
        members.writestr("models/arm.dae", text)
        members.writestr("models/textures/wood.png", b"wood")
    path.write_bytes(packed.getvalue())
    return path


@pytest.mark.parametrize("meshes", ["keep", "copy"])
def test_an_archive_becomes_a_package_with_its_images(meshes: str, tmp_path: Path) -> None:
    source = archive(tmp_path, document(shading=WOOD, sampler=SAMPLER))
    target = tmp_path / "out" / "arm.urdf"
    done = robotfmt.convert([source], [target], meshes=meshes)
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


def test_an_image_that_leads_out_of_its_archive_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    text = document(shading=WOOD, sampler=SAMPLER).replace("textures/wood.png", "x.png")
    source = archive(tmp_path, text.replace("x.png", "../../../../secret.png"))
    report = robotfmt.convert([source], [tmp_path / "out" / "arm.urdf"], meshes="copy").report
    assert not list((tmp_path / "out").rglob("secret.png"))
    assert report.having("mesh.outside")


def test_colors_go_along_in_every_format_but_stl(tmp_path: Path) -> None:
    (tmp_path / "arm.dae").write_text(document())
    for format in ("stl", "obj", "glb", "dae"):
        target = tmp_path / format / "arm.urdf"
        done = robotfmt.convert([tmp_path / "arm.dae"], [target], mesh_format=format)
        assert len(done.report.having("mesh.flat")) == (1 if format == "stl" else 0)
        assert not done.report.having("mesh.looks-lost")  # the URDF says it
        settings = Settings()
        (geometry,) = robotfmt.read(target, settings=settings).links[0].visuals
        assert geometry.material is not None
        found = surface(geometry, Context(assets=settings.assets), looks=True)
        assert found is not None
        if format == "dae":
            assert [each.color for each in found.materials] == [(1, 0, 0, 1)]
            assert rounded(found.texcoords) == [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]]
            assert rounded(found.normals) == [[[0, 0, 1]] * 3] * 2


def test_what_is_written_into_a_document_reads_as_the_same(tmp_path: Path) -> None:
    first = seen(document(), tmp_path)
    robotfmt.convert([tmp_path / "arm.dae"], [tmp_path / "again.dae"])
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
    text = text.replace(
        'symbol="s" target="#m">', 'symbol="t" target="#r"/><instance_material symbol="s" target="#m">'
    )
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
    robotfmt.convert([tmp_path / "r.urdf"], [tmp_path / "out" / "r.dae"])
    assert (tmp_path / "out" / "r_meshes" / "wood.png").read_bytes() == b"wood"
    settings = Settings()
    (visual,) = robotfmt.read(tmp_path / "out" / "r.dae", settings=settings).links[0].visuals
    found = surface(visual, Context(assets=settings.assets), looks=True)
    assert found is not None
    assert visual.material is None
    assert [(each and each.name, len(part)) for each, part in found.parts()] == [("paint", 1), ("red", 1)]
    done = robotfmt.convert([tmp_path / "out" / "r.dae"], [tmp_path / "back" / "r.urdf"], meshes="copy")
    names = sorted(each.name for each in (tmp_path / "back" / "r_meshes").iterdir())
    assert [name.rpartition(".")[2] for name in names] == ["mtl", "obj", "png"]
    assert not done.report.having("mesh.looks-lost")
    plain = robotfmt.convert(
        [tmp_path / "out" / "r.dae"], [tmp_path / "stl" / "r.urdf"], meshes="copy", mesh_format="stl"
    )
    assert {each.subject.rpartition("/")[2] for each in plain.report.having("mesh.looks-lost")} == {
        "colours",
        "textures",
    }
