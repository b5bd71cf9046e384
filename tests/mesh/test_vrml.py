"""VRML 2.0: one document a node or rule; boxes and areas are worked out by hand."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from vrml import VRML2, area, box, codes, loaded, normal, volume
from vrml2_texts import FACE, NOT_READ, PI, SHAPES, TRANSFORMS, document, shape, transformed

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import load

THIN = "crossSection [.1 .1, .1 -.1, -.1 -.1, -.1 .1, .1 .1]"
CLOSE = 5e-3
"""The relative difference of a round shape's area and its tessellation's."""


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_of_vrml_is_read(name: str) -> None:
    text, expected, size = SHAPES[name]
    found = loaded(document(text))
    assert box(found) == pytest.approx(expected, abs=1e-12)
    if size is not None:
        assert area(found) == pytest.approx(size, rel=CLOSE)
    assert codes(document(text)) == []


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Box { size 1 2 3 }", 6),
        ("Sphere { }", 4 / 3 * PI),
        ("Cylinder { }", 2 * PI),
        ("Cone { }", 2 / 3 * PI),
        ("Extrusion { }", 4),
        ("Extrusion { spine [0 0 0, 0 -2 0] }", 8),
        (
            f"Extrusion {{ spine [1 0 0, 0 0 -1, -1 0 0, 0 0 1, 1 0 0] {THIN} }}",
            None,
        ),
    ],
)
def test_closed_shapes_face_outwards(text: str, size: float | None) -> None:
    found = volume(loaded(document(text)))
    assert found == pytest.approx(size, rel=0.01) if size is not None else found > 0


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_are_applied(name: str) -> None:
    fields, expected = TRANSFORMS[name]
    assert box(loaded(transformed(fields, "Box { size 2 4 6 }"))) == pytest.approx(expected, abs=1e-12)


def test_transforms_within_each_other() -> None:
    inner = f"Transform {{ translation 1 0 0 children [ {shape('Box { }')} ] }}"
    text = f"{VRML2}Transform {{ scale 2 2 2 children [ Group {{ children [ {inner} ] }} ] }}"
    assert box(loaded(text)) == pytest.approx([0, -2, -2, 4, 2, 2])


def test_a_mirror_keeps_faces_outwards() -> None:
    assert volume(loaded(transformed("scale -1 1 1"))) == pytest.approx(8)


def test_faces_clockwise_are_turned_around() -> None:
    assert normal(loaded(document(FACE))) == pytest.approx([0, 0, 1])
    assert normal(loaded(document(FACE[:-1] + "ccw FALSE }"))) == pytest.approx([0, 0, -1])


def test_the_upper_side_of_an_elevation_grid_faces_up() -> None:
    grid = "ElevationGrid { xDimension 2 zDimension 2 height [0 0 0 0] }"
    assert normal(loaded(document(grid))) == pytest.approx([0, 1, 0])


def test_a_face_wound_up_to_a_spiral_is_triangulated_soon() -> None:
    turn = np.arange(500) * 0.2
    walls = [np.stack([(r + turn * 0.1) * np.cos(turn), (r + turn * 0.1) * np.sin(turn)], axis=1) for r in (1.0, 0.97)]
    outline = np.concatenate([walls[0], walls[1][::-1]])
    x, y = outline.T
    enclosed = (x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    points = ", ".join(f"{a!r} {b!r} 0" for a, b in outline.tolist())
    corners = " ".join(map(str, range(1000)))
    text = f"IndexedFaceSet {{ coord Coordinate {{ point [{points}] }} coordIndex [{corners}] }}"
    start = time.process_time()
    assert area(loaded(document(text))) == pytest.approx(abs(enclosed))
    assert time.process_time() - start < 2  # a search from the first corner for each ear takes a minute


def test_use_draws_a_node_again() -> None:
    moved = "Transform { translation 5 0 0 children USE a }"
    text = f"{VRML2}DEF a {shape('Box { }')}{moved} {moved.replace('5', '9')}"
    assert box(loaded(text)) == pytest.approx([-1, -1, -1, 10, 1, 1])
    assert len(loaded(text)) == 36


def test_coordinates_may_be_used_again() -> None:
    other = "IndexedFaceSet { coord USE c coordIndex [0 1 2] }"
    text = document(FACE.replace("Coordinate", "DEF c Coordinate")) + shape(other)
    assert area(loaded(text)) == pytest.approx(1.5)


def test_a_use_without_def_is_left_out() -> None:
    assert codes(document("Box { }") + "USE a") == ["mesh.damaged"]


def boxes(*places: int) -> str:
    return " ".join(f"Transform {{ translation {x} 0 0 children {shape('Box { }')} }}" for x in places)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Switch {{ whichChoice 1 choice [ {boxes(0, 10, 20)} ] }}", [9, 11]),
        (f"LOD {{ range [1 2] level [ {boxes(10, 20)} ] }}", [9, 11]),
        (f"Collision {{ collide FALSE children [ {boxes(10)} ] proxy {boxes(50)} }}", [9, 11]),
        (f'Anchor {{ url "http://a" children [ {boxes(10)} ] }}', [9, 11]),
        (f"Billboard {{ children [ {boxes(10)} ] }}", [9, 11]),
        (f"Switch {{ choice [ {boxes(0, 10)} ] }} {boxes(10)}", [9, 11]),
        (f"Switch {{ whichChoice 2 choice [ {boxes(0, 0)} ] }} {boxes(10)}", [9, 11]),
    ],
)
def test_groups_and_alternatives(text: str, expected: list[float]) -> None:
    found = box(loaded(VRML2 + text))
    assert [found[0], found[3]] == pytest.approx(expected)


def test_comments_commas_and_strings() -> None:
    text = 'WorldInfo { info [ "a } # \\" b", "c" ] title "]" }\n# Shape { geometry Sphere { } }\n'
    points = "point [ 0 0 0 # one ] \n , 1 0 0,, 1, 1 0 # four\n 0 1 0, ]"
    geometry = f"IndexedFaceSet{{coord Coordinate{{{points}}}coordIndex[0,1,2,3,-1,]}}"
    assert area(loaded(VRML2 + text + shape(geometry))) == pytest.approx(1)


def test_invisible_nodes_are_ignored() -> None:
    rest = """
        Viewpoint { position 0 0 9 } NavigationInfo { type [ "EXAMINE" "ANY" ] } DEF t TimeSensor { loop TRUE }
        DEF s Script { eventIn SFTime set field SFBool on TRUE field SFNode n NULL url "javascript: function set() {}" }
        ROUTE t.time TO s.set PointLight { } Background { skyColor [ 0 0 0, 1 1 1 ] }
    """
    assert codes(document("Box { }") + rest) == []


@pytest.mark.parametrize("name", NOT_READ)
def test_unread_nodes_are_reported(name: str) -> None:
    report = Report()
    assert len(loaded(document("Box { }") + NOT_READ[name], report)) == 12
    assert [each.code for each in report] == ["mesh.not-read"]


def test_a_document_without_its_first_line_is_read_and_reported() -> None:
    assert codes(shape("Box { }")) == ["mesh.repaired"]


def test_a_document_that_is_compressed() -> None:
    data = gzip.compress(document("Box { }").encode())
    found = load(data, ".wrl", name="it.wrl", limits=Limits(), report=Report())
    assert len(found) == 12


WRONG = {
    "an index outside": FACE.replace("3 -1", "4 -1"),
    "an index below": FACE.replace("3 -1", "-2 -1"),
    "half a point": FACE.replace("0 1 0]", "0 1]"),
    "a word among numbers": FACE.replace("1 0 0", "one 0 0"),
    "too many numbers": "Box { size 1 2 3 4 }",
    "no number": "Sphere { radius }",
    "a bracket that is open": "Box { size 1 2 3",
    "a list that is open": "IndexedFaceSet { coordIndex [ 0 1 2 }",
    "a string that is open": 'Text { string "a }',
    "two coordinates": FACE.replace("coord ", "coord [ Coordinate { } ").replace("] } coordIndex", "] } ] coordIndex"),
    "heights that are missing": "ElevationGrid { xDimension 1000000 zDimension 1000000 height [0] }",
    "a flag": FACE[:-1] + "ccw MAYBE }",
    "a number as a node": "12",
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_documents_are_refused(name: str) -> None:
    with pytest.raises(MeshError, match=r"line 2|the end of the file"):
        loaded(document(WRONG[name]))


def test_nodes_nested_too_deep_are_refused() -> None:
    with pytest.raises(MeshError, match="nested more than"):
        loaded(VRML2 + "Group { children [" * 5000)
    with pytest.raises(MeshError, match="nested more than"):
        loaded(VRML2 + "DEF a " * 5000)


def test_a_bomb_of_uses_is_refused_at_once() -> None:
    layers = "".join(f"DEF n{i} Group {{ children [ USE n{i - 1} USE n{i - 1} ] }}\n" for i in range(1, 60))
    with pytest.raises(MeshError, match="instances allows 100000"):
        loaded(f"{VRML2}DEF n0 {shape('Sphere { }')}{layers}")


@pytest.mark.parametrize("format", ["stl", "obj", "dae", "glb"])
def test_a_mesh_is_converted(format: Literal["stl", "obj", "dae", "glb"], tmp_path: Path) -> None:
    path = tmp_path / "part.wrl"
    path.write_bytes(gzip.compress(document(SHAPES["Box"][0]).encode()))
    robotfmt.convert(path, tmp_path / "part.urdf", meshes="copy", mesh_format=format)
    (written,) = (tmp_path / "part_meshes").glob(f"*.{format}")
    data = written.read_bytes()
    found = load(data, f".{format}", name=written.name, limits=Limits(), report=Report())
    assert box(found) == pytest.approx(SHAPES["Box"][1])
    assert area(found) == pytest.approx(22)


def test_a_bomb_of_gzip_is_refused() -> None:
    data = gzip.compress(b"#VRML V2.0 utf8\n" + b" " * 50_000_000)
    with pytest.raises(MeshError, match="after decompression"):
        load(data, ".wrl", name="it.wrl", limits=Limits(), report=Report())


def test_materials_of_shapes_are_read() -> None:
    look = "appearance Appearance { material Material { diffuseColor 1 0 0 transparency 0.25 shininess 0.5 } }"
    found = loaded(VRML2 + shape("Box { }", look) + shape("Sphere { }"))
    (material,) = found.materials
    assert material.color == pytest.approx((1, 0, 0, 0.75))
    assert material.shininess == pytest.approx(64)
    assert found.material_indices is not None
    assert found.material_indices.tolist()[:12] == [0] * 12
    assert set(found.material_indices.tolist()[12:]) == {-1}


def test_colours_of_faces_are_read() -> None:
    colours = "colorPerVertex FALSE color Color { color [1 0 0, 0 0 1] } colorIndex [1 0]"
    twice = FACE.replace("3 -1", "3 -1 0 2 1 -1")
    found = loaded(document(f"{twice[:-1]} {colours} }}"))
    assert found.material_indices is not None
    colors = [found.materials[each].color for each in found.material_indices.tolist()]
    assert colors == [(0, 0, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]


def test_the_appearance_is_read_only_if_requested() -> None:
    text = VRML2 + shape("Box { }", "appearance Appearance { material Material { diffuseColor 1 0 0 } }")
    found = load(text.encode(), ".wrl", name="it.wrl", limits=Limits(), report=Report(), appearance=False)
    assert found.materials == ()
    assert np.isfinite(found.vertices).all()
