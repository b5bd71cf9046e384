"""Where the meshes of an output go, what comes along, and what they become."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import robotfmt
from robotfmt.assets.output_folder import MeshFolder
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Fate, Report, Severity
from robotfmt.errors import ModelError, UsageError
from robotfmt.mesh import tessellate
from robotfmt.mesh.save import save
from robotfmt.model import Box
from robotfmt.settings import Settings

DAE = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_images><image id="i"><init_from>{image}</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><technique><phong><diffuse><color>1 0 0 1</color></diffuse></phong>
</technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 100 0 0 0 200 0</float_array><technique_common>
<accessor source="#a" count="3" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor>
</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="n"><node><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#n"/></scene></COLLADA>"""
STL = b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex %d 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"
OBJ = b"mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"
MTL = b"newmtl red\nKd 1 0 0\nmap_Kd -s 1 1 1 ../textures/rust.png\n"


def file(path: Path, data: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def robot(path: Path, *meshes: str, collision: bool = False) -> Path:
    kind = "collision" if collision else "visual"
    bodies = "".join(f'<{kind}><geometry><mesh filename="{each}"/></geometry></{kind}>' for each in meshes)
    return file(path, f'<robot name="r"><link name="a">{bodies}</link></robot>')


def uris(document: Path) -> list[str]:
    return [each.get("filename", "") for each in ET.parse(document).iter("mesh")]


def beside(folder: Path) -> list[str]:
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())


def test_textures_and_libraries_of_a_mesh_are_copied_with_the_mesh(tmp_path: Path) -> None:
    package = tmp_path / "in" / "hand"
    file(package / "package.xml", "<package><name>hand</name></package>")
    file(package / "meshes" / "part.obj", OBJ)
    file(package / "meshes" / "part.mtl", MTL)
    file(package / "textures" / "rust.png", b"\x89PNG rust")
    file(package / "meshes" / "cover.dae", DAE.format(image="wood%20one.jpg"))
    file(package / "meshes" / "wood one.jpg", b"jpeg")
    source = robot(package / "urdf" / "r.urdf", "../meshes/part.obj", "package://hand/meshes/cover.dae")
    done = robotfmt.convert(source, tmp_path / "out" / "r.urdf", meshes="copy")
    assert beside(tmp_path / "out") == [
        "r.urdf",
        "r_meshes/cover.dae",
        "r_meshes/meshes/part.mtl",
        "r_meshes/meshes/part.obj",
        "r_meshes/textures/rust.png",
        "r_meshes/wood one.jpg",
    ]
    assert uris(tmp_path / "out" / "r.urdf") == ["r_meshes/meshes/part.obj", "r_meshes/cover.dae"]
    assert (tmp_path / "out" / "r_meshes" / "meshes" / "part.mtl").read_bytes() == MTL
    assert not done.report.having("mesh.left-behind")


def test_files_that_cannot_be_copied_are_reported(tmp_path: Path) -> None:
    file(tmp_path / "in" / "a.dae", DAE.format(image="gone.png"))
    file(tmp_path / "in" / "b.dae", DAE.format(image="aux.png"))
    file(tmp_path / "in" / "aux.png", b"png")
    file(tmp_path / "in" / "c.dae", DAE.format(image="/etc/shadow.png"))
    source = robot(tmp_path / "in" / "r.urdf", "a.dae", "b.dae", "c.dae")
    done = robotfmt.convert(source, tmp_path / "out" / "r.urdf", meshes="copy")
    reported = [each.message for each in done.report.having("mesh.left-behind")]
    assert [each.partition("' refers to '")[2].partition("'")[0] for each in reported] == [
        "gone.png",
        "aux.png",
        "/etc/shadow.png",
    ]
    assert beside(tmp_path / "out" / "r_meshes") == ["a.dae", "b.dae", "c.dae"]


def test_no_two_meshes_have_one_name(tmp_path: Path) -> None:
    file(tmp_path / "in" / "left" / "part.stl", STL % 1)
    file(tmp_path / "in" / "right" / "PART.stl", STL % 2)
    file(tmp_path / "in" / "again" / "part.stl", STL % 1)
    source = robot(tmp_path / "in" / "r.urdf", "left/part.stl", "right/PART.stl", "again/part.stl")
    robotfmt.convert(source, tmp_path / "out" / "r.urdf", meshes="copy")
    first, second, third = uris(tmp_path / "out" / "r.urdf")
    assert (first, third) == ("r_meshes/part.stl", "r_meshes/part.stl")
    assert second.startswith("r_meshes/PART-")
    assert (tmp_path / "out" / second).read_bytes() == STL % 2


def test_companions_of_one_name_stay_apart(tmp_path: Path) -> None:
    folder = MeshFolder(tmp_path / "r.urdf", "copy", Assets())
    first = folder.add("a.obj", b"a", {"x.mtl": b"red"}, tmp_path)
    second = folder.add("b.obj", b"b", {"x.mtl": b"blue"}, tmp_path)
    assert first == "r_meshes/a.obj"
    below = second.removesuffix("/b.obj")
    assert below.startswith("r_meshes/") and below != "r_meshes"
    assert folder.files[tmp_path / below / "x.mtl"] == b"blue"
    assert folder.files[tmp_path / "r_meshes" / "x.mtl"] == b"red"


@pytest.mark.parametrize("marked", [True, False])
def test_meshes_go_into_the_package_that_the_output_is_in(marked: bool, tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.stl", STL % 1)
    package = tmp_path / ("ws/arm_src" if marked else "ws/arm")
    if marked:
        file(package / "package.xml", "<package><name>arm</name></package>")
    target = package / "urdf" / "r.urdf"
    done = robotfmt.convert(robot(tmp_path / "in" / "r.urdf", "part.stl"), target, meshes="package://arm/m/stl")
    assert uris(target) == ["package://arm/m/stl/part.stl"]
    assert (package / "m" / "stl" / "part.stl").read_bytes() == STL % 1
    assert bool(done.report.having("mesh.package-unmarked")) is not marked
    assert Assets(environment={}).resolve("package://arm/m/stl/part.stl", str(target)).path is not None


def test_meshes_go_into_a_folder_for_the_package_next_to_the_output(tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.stl", STL % 1)
    shadow = file(tmp_path / "ros" / "arm" / "meshes" / "part.stl", STL % 3)
    settings = Settings(assets=Assets(environment={"ROS_PACKAGE_PATH": str(tmp_path / "ros")}))
    source = robot(tmp_path / "in" / "r.urdf", "part.stl")
    target = tmp_path / "out" / "r.urdf"
    done = robotfmt.convert(source, target, meshes="package://arm", settings=settings)
    assert (tmp_path / "out" / "arm" / "meshes" / "part.stl").read_bytes() == STL % 1
    (reported,) = done.report.having("mesh.package-unmarked")
    assert reported.help is not None
    assert f"--root {tmp_path / 'out'}" in reported.help
    assets = Assets(roots=(tmp_path / "out",), environment={})
    assert assets.resolve("package://arm/meshes/part.stl", None).path != shadow


@pytest.mark.parametrize("meshes", ["move", "package://", "package://..", "package://a/../b", "package://a b"])
def test_places_that_make_no_sense(meshes: str, tmp_path: Path) -> None:
    source = robot(tmp_path / "r.urdf", "part.stl")
    with pytest.raises(UsageError):
        robotfmt.convert(source, tmp_path / "out.urdf", meshes=meshes)
    assert not (tmp_path / "out.urdf").exists()


@pytest.mark.parametrize("format", ["stl", "obj", "glb"])
def test_meshes_are_converted(format: str, tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.dae", DAE.format(image="wood.png"))
    file(tmp_path / "in" / "wood.png", b"png")
    sound = tessellate(Box((0.1, 0.1, 0.1)), 0.01)
    assert sound is not None
    file(tmp_path / "in" / f"plain.{format.upper()}", save(sound, format, "plain")[0])  # is left alone
    source = robot(tmp_path / "in" / "r.urdf", "part.dae", f"plain.{format.upper()}")
    target = tmp_path / "out" / "r.urdf"
    done = robotfmt.convert(source, target, mesh_format=format)  # type: ignore[arg-type]
    assert uris(target) == [f"r_meshes/part.{format}", f"../in/plain.{format.upper()}"]
    (reported,) = done.report.having("mesh.converted")
    assert reported.message.endswith("; centimetres, applied; Y up, not applied: the axes stay as they are")
    lost = {each.subject.rpartition("/")[2] for each in done.report.having("mesh.appearance-lost")}
    assert lost == ({"colours"} if format == "stl" else set())  # no surface has the image
    assert done.tally.lost == len(lost)
    assert all(each.fate is Fate.LOST for each in done.report.having("mesh.appearance-lost"))
    assert beside(tmp_path / "out") == sorted(
        ["r.urdf", f"r_meshes/part.{format}", *(["r_meshes/part.mtl"] if format == "obj" else [])]
    )


def test_a_converted_mesh_is_in_metres_and_keeps_its_scale(tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.dae", DAE.format(image="wood.png"))
    text = robot(tmp_path / "in" / "r.urdf", "part.dae").read_text().replace('part.dae"', 'part.dae" scale="1 -2 1"')
    source = file(tmp_path / "in" / "r.urdf", text)
    robotfmt.convert(source, tmp_path / "r.urdf", mesh_format="obj")
    vertices = [line for line in (tmp_path / "r_meshes" / "part.obj").read_text().splitlines() if line[:2] == "v "]
    assert vertices == ["v 0.0 0.0 0.0", "v 0.0 2.0 0.0", "v 1.0 0.0 0.0"]
    (mesh,) = ET.parse(tmp_path / "r.urdf").iter("mesh")
    assert mesh.get("scale") == "1 -2 1"
    assert robotfmt.diff(robotfmt.read(source), robotfmt.read(tmp_path / "r.urdf")) == []


def test_lost_colours_can_be_refused_except_those_of_collision_meshes(tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.dae", DAE.format(image="wood.png"))
    seen = robot(tmp_path / "in" / "r.urdf", "part.dae")
    with pytest.raises(ModelError):
        robotfmt.convert(seen, tmp_path / "r.urdf", mesh_format="stl", fail_on=[Fate.LOST])
    assert not (tmp_path / "r_meshes").exists()
    hit = robot(tmp_path / "in" / "c.urdf", "part.dae", collision=True)
    done = robotfmt.convert(hit, tmp_path / "c.urdf", mesh_format="stl", fail_on=[Fate.LOST])
    assert not done.report.having("mesh.appearance-lost")


def test_a_mesh_that_cannot_be_read_stays_what_it_is(tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.dae", "<COLLADA")
    source = robot(tmp_path / "in" / "r.urdf", "part.dae", "none.dae")
    report, target = Report(), tmp_path / "r.urdf"
    with pytest.raises(ModelError):
        robotfmt.convert(source, target, meshes="copy", mesh_format="stl", report=report)
    assert [each.code for each in report.errors] == ["mesh.unreadable"]
    assert not target.exists()
    allowed = ["mesh.unreadable"]
    done = robotfmt.convert(source, target, meshes="copy", mesh_format="stl", allow=allowed)
    assert uris(target) == ["r_meshes/part.dae", "in/none.dae"]
    assert [each.severity for each in done.report.having("mesh.unreadable")] == [Severity.WARNING]
    assert done.report.having("mesh.missing")


SOUND = tessellate(Box((0.1, 0.2, 0.3)), 0.01)
assert SOUND is not None
BINARY = save(SOUND, "stl", "box")[0]
TEXT = b"solid\n" + b"".join(
    b"facet normal 0 0 0\nouter loop\n%s\nendloop\nendfacet\n"
    % b"\n".join(b"vertex %g %g %g" % tuple(corner) for corner in triangle)
    for triangle in SOUND.corners.tolist()
)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (TEXT + b"endsolid\n", None),
        ((TEXT + b"endsolid\n").replace(b"\n", b"\r\n"), None),
        (b"solid".ljust(80) + BINARY[80:], None),
        (BINARY + b"more", "mesh.repaired"),
        (BINARY[:80] + bytes(4) + BINARY[84:], "mesh.repaired"),
        (save(SOUND, "obj", "box")[0], "mesh.suffix"),
        (save(SOUND, "glb", "box")[0], "mesh.suffix"),
        (save(SOUND, "dae", "box")[0], "mesh.suffix"),
    ],
    ids=["text", "crlf", "solid header", "trailing bytes", "count 0", "an OBJ", "a GLB", "a COLLADA file"],
)
@pytest.mark.parametrize("meshes", ["keep", "copy"])
def test_written_stl_is_binary_and_of_the_right_length(
    data: bytes, code: str | None, meshes: str, tmp_path: Path
) -> None:
    file(tmp_path / "in" / "box.stl", data)
    source = robot(tmp_path / "in" / "r.urdf", "box.stl")
    done = robotfmt.convert(source, tmp_path / "r.urdf", meshes=meshes, mesh_format="stl")
    assert (tmp_path / "r_meshes" / "box.stl").read_bytes() == BINARY
    assert [each.code for each in done.report if each.code != "mesh.converted"] == ([code] if code else [])
    assert len(done.report.having("mesh.converted")) == 1
    assert uris(tmp_path / "r.urdf") == ["r_meshes/box.stl"]


@pytest.mark.parametrize("name", ["box.stl", "box.STL"])
def test_binary_stl_is_copied_byte_for_byte(name: str, tmp_path: Path) -> None:
    data = b"of a program".ljust(80) + BINARY[80:]
    file(tmp_path / "in" / name, data)
    source = robot(tmp_path / "in" / "r.urdf", name)
    done = robotfmt.convert(source, tmp_path / "r.urdf", meshes="copy", mesh_format="stl")
    assert (tmp_path / "r_meshes" / name).read_bytes() == data
    assert list(done.report) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("box.stl", BINARY[:-60]),
        ("box.stl", TEXT),
        ("box.stl", TEXT[:-40]),
        ("box.obj", b"v 0 0 0\nv 1 0 nan\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1 3 4\n"),
        ("box.glb", save(SOUND, "glb", "box")[0][:-40]),
    ],
    ids=["cut", "no end", "torn", "obj", "glb"],
)
def test_damage_is_an_error_where_meshes_are_converted(name: str, data: bytes, tmp_path: Path) -> None:
    file(tmp_path / "in" / name, data)
    source, target = robot(tmp_path / "in" / "r.urdf", name), tmp_path / "r.urdf"
    with pytest.raises(ModelError):
        robotfmt.convert(source, target, mesh_format=name[-3:])  # type: ignore[arg-type]
    assert not target.exists()
    robotfmt.convert(source, target, meshes="copy")
    assert (tmp_path / "r_meshes" / name).read_bytes() == data


def test_a_mesh_that_is_only_called_obj_is_converted(tmp_path: Path) -> None:
    file(tmp_path / "in" / "box.obj", BINARY)
    source = robot(tmp_path / "in" / "r.urdf", "box.obj")
    done = robotfmt.convert(source, tmp_path / "r.urdf", mesh_format="obj")
    assert (tmp_path / "r_meshes" / "box.obj").read_bytes().startswith(b"# robotfmt\nv ")
    assert done.report.having("mesh.suffix")


def test_embedded_meshes_are_exported_in_the_format_asked_for(tmp_path: Path) -> None:
    file(tmp_path / "in" / "part.stl", STL % 2)
    robotfmt.convert(robot(tmp_path / "in" / "r.urdf", "part.stl"), tmp_path / "r.dae")
    (tmp_path / "in" / "part.stl").unlink()
    robotfmt.convert(tmp_path / "r.dae", tmp_path / "out" / "r.urdf", mesh_format="obj")
    (uri,) = uris(tmp_path / "out" / "r.urdf")
    assert uri.endswith(".obj")
    assert "v 2.0 0.0 0.0" in (tmp_path / "out" / uri).read_text()
