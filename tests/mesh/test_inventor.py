"""VRML 1.0 and Open Inventor: one document a node or rule; boxes and areas are worked out by hand."""

from __future__ import annotations

import math

import pytest
from vrml import INVENTOR, INVENTOR1, SQUARE, VRML1, area, box, codes, loaded, normal

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError

PI = math.pi
CLOSE = 5e-3
POINTS = f"Coordinate3 {{ point {SQUARE} }}"
STRIP = "Coordinate3 { point [0 0 0, 1 0 0, 0 1 0, 1 1 0, 0 2 0, 1 2 0] }"
GRID = "Coordinate3 { point [0 2 0, 1 2 0, 2 2 0, 0 1 0, 1 1 0, 2 1 0, 0 0 0, 1 0 0, 2 0 0] }"
CUBE = "Cube { width 2 height 4 depth 6 }"

SHAPES = {
    "Cube": (CUBE, [-1, -2, -3, 1, 2, 3], 88),
    "Cube by default": ("Cube { }", [-1, -1, -1, 1, 1, 1], 24),
    "Sphere": ("Sphere { radius 2 }", [-2, -2, -2, 2, 2, 2], 16 * PI),
    "Cylinder": ("Cylinder { radius 1 height 4 }", [-1, -2, -1, 1, 2, 1], 10 * PI),
    "Cylinder's side": ("Cylinder { parts SIDES }", [-1, -1, -1, 1, 1, 1], 4 * PI),
    "Cylinder's side and top": ("Cylinder { parts (SIDES | TOP) }", [-1, -1, -1, 1, 1, 1], 5 * PI),
    "Cone": ("Cone { bottomRadius 3 height 4 parts ALL }", [-3, -2, -3, 3, 2, 3], 24 * PI),
    "Cone's bottom": ("Cone { parts BOTTOM }", [-1, -1, -1, 1, -1, 1], PI),
    "IndexedFaceSet": (f"{POINTS} IndexedFaceSet {{ coordIndex [0, 1, 2, 3, -1] }}", [0, 0, 0, 1, 1, 0], 1),
    "FaceSet": (f"{STRIP} FaceSet {{ numVertices [3, 3] }}", [0, 0, 0, 1, 2, 0], 1),
    "FaceSet with the rest": (f"{POINTS} FaceSet {{ }}", [0, 0, 0, 1, 1, 0], 1),
    "FaceSet from a vertex on": (
        f"{STRIP} FaceSet {{ startIndex 3 numVertices 3 }}",
        [0, 1, 0, 1, 2, 0],
        0.5,
    ),
    "TriangleStripSet": (f"{STRIP} TriangleStripSet {{ numVertices [6] }}", [0, 0, 0, 1, 2, 0], 2),
    "two strips": (f"{STRIP} TriangleStripSet {{ numVertices [3, -1] }}", [0, 0, 0, 1, 2, 0], 1),
    "IndexedTriangleStripSet": (
        f"{STRIP} IndexedTriangleStripSet {{ coordIndex [0, 1, 2, 3, -1, 2, 3, 4, 5, -1] }}",
        [0, 0, 0, 1, 2, 0],
        2,
    ),
    "QuadMesh": (f"{GRID} QuadMesh {{ verticesPerRow 3 verticesPerColumn 3 }}", [0, 0, 0, 2, 2, 0], 4),
    "QuadMesh from a vertex on": (
        f"{GRID} QuadMesh {{ startIndex 3 verticesPerRow 3 verticesPerColumn 2 }}",
        [0, 0, 0, 2, 1, 0],
        2,
    ),
    "VertexProperty": (
        f"IndexedFaceSet {{ vertexProperty VertexProperty {{ vertex {SQUARE} }} coordIndex [0 1 2 3] }}",
        [0, 0, 0, 1, 1, 0],
        1,
    ),
}


def separated(text: str) -> str:
    return f"{INVENTOR}Separator {{ {text} }}"


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("header", [VRML1, INVENTOR, INVENTOR1])
def test_shapes(header: str, name: str) -> None:
    text, expected, size = SHAPES[name]
    found = loaded(f"{header}Separator {{ {text} }}")
    assert box(found) == pytest.approx(expected, abs=1e-12)
    assert area(found) == pytest.approx(size, rel=CLOSE)


def test_strips_and_grids_face_one_way() -> None:
    assert normal(loaded(separated(SHAPES["TriangleStripSet"][0]))) == pytest.approx([0, 0, 2])
    assert normal(loaded(separated(SHAPES["QuadMesh"][0]))) == pytest.approx([0, 0, 4])


STATES = {
    "Translation": ("Translation { translation 1 2 3 }", [0, 0, 0, 2, 4, 6]),
    "Scale": ("Scale { scaleFactor 2 1 0.5 }", [-2, -2, -1.5, 2, 2, 1.5]),
    "Rotation": (f"Rotation {{ rotation 0 0 1 {PI / 2} }}", [-2, -1, -3, 2, 1, 3]),
    "RotationXYZ": (f"RotationXYZ {{ axis X angle {PI / 2} }}", [-1, -3, -2, 1, 3, 2]),
    "Transform": (
        f"Transform {{ translation 10 0 0 rotation 0 0 1 {PI / 2} scaleFactor 1 2 1 }}",
        [6, -1, -3, 14, 1, 3],
    ),
    "MatrixTransform": ("MatrixTransform { matrix 0 1 0 0 -1 0 0 0 0 0 1 0 5 0 0 1 }", [3, -1, -3, 7, 1, 3]),
    "one after the other": (
        "Translation { translation 10 0 0 } Scale { scaleFactor 2 2 2 } Translation { translation 1 0 0 }",
        [10, -4, -6, 14, 4, 6],
    ),
    "Units": ("Units { units CENTIMETERS }", [-0.01, -0.02, -0.03, 0.01, 0.02, 0.03]),
    "Units once more": (
        "Units { units MILLIMETERS } Units { units METERS }",
        [-1, -2, -3, 1, 2, 3],
    ),
    "in a Group": ("Group { Translation { translation 1 2 3 } }", [0, 0, 0, 2, 4, 6]),
    "in a Separator": ("Separator { Translation { translation 1 2 3 } }", [-1, -2, -3, 1, 2, 3]),
    "in a TransformSeparator": (
        "TransformSeparator { Translation { translation 1 2 3 } Units { units INCHES } }",
        [-1, -2, -3, 1, 2, 3],
    ),
    "in the child of a Switch": (
        "Switch { whichChild 0 Translation { translation 1 2 3 } Scale { scaleFactor 9 9 9 } }",
        [0, 0, 0, 2, 4, 6],
    ),
    "in a Switch of none": ("Switch { Translation { translation 1 2 3 } }", [-1, -2, -3, 1, 2, 3]),
    "in a Switch of all": (
        "Switch { whichChild -3 Scale { scaleFactor 2 1 1 } Scale { scaleFactor 1 1 2 } }",
        [-2, -2, -6, 2, 2, 6],
    ),
    "with a value that is ignored": ("Translation { translation 1 2 3 ~ }", [-1, -2, -3, 1, 2, 3]),
}


@pytest.mark.parametrize("name", STATES)
def test_what_changes_the_shapes_that_follow(name: str) -> None:
    text, expected = STATES[name]
    assert box(loaded(separated(f"{text} {CUBE}"))) == pytest.approx(expected, abs=1e-9)


def test_coordinates_end_with_their_separator() -> None:
    later = "Coordinate3 { point [0 0 5, 2 0 5, 2 2 5, 0 2 5] } FaceSet { }"
    text = f"{POINTS} Separator {{ {later} }} FaceSet {{ }}"
    assert area(loaded(separated(text))) == pytest.approx(5)
    text = f"{POINTS} TransformSeparator {{ {later} }} FaceSet {{ }}"
    assert area(loaded(separated(text))) == pytest.approx(8)


@pytest.mark.parametrize(
    ("order", "expected"), [("CLOCKWISE", -1), ("COUNTERCLOCKWISE", 1), ("UNKNOWN_ORDERING", 1)]
)
def test_the_order_of_vertices(order: str, expected: float) -> None:
    text = f"ShapeHints {{ vertexOrdering {order} shapeType SOLID }} {POINTS} FaceSet {{ }}"
    assert normal(loaded(separated(text))) == pytest.approx([0, 0, expected])


@pytest.mark.parametrize("kind", ["LOD", "LevelOfDetail"])
def test_of_levels_of_detail_the_first_counts(kind: str) -> None:
    assert len(loaded(separated(f"{kind} {{ Cube {{ }} Sphere {{ }} }}"))) == 12


def test_use_draws_a_node_again() -> None:
    text = f"DEF a {CUBE} Translation {{ translation 9 0 0 }} USE a DEF +0 Cube {{ }} USE +0"
    assert box(loaded(separated(text))) == pytest.approx([-1, -2, -3, 10, 2, 3])


def test_a_document_without_its_first_line() -> None:
    report = Report()
    assert box(loaded(f"Separator {{ Scale {{ scaleFactor 2 2 2 }} {CUBE} }}", report))[3] == 2
    assert [each.code for each in report] == ["mesh.repaired"]


NOT_READ = {
    "another file": 'File { name "a.iv" }',
    "another file on the web": 'WWWInline { name "a.wrl" }',
    "text": 'Text3 { string "a" }',
    "lines": f"{POINTS} IndexedLineSet {{ coordIndex [0 1 -1] }}",
    "an unknown node": 'Gear { fields [ SFFloat radius, SFLong teeth ] isA [ "Cube" ] radius 2 }',
    "a copy of many": "Array { numElements1 3 Cube { } }",
    "a computed value": "Translation { translation 0 0 0 = Engine { } . output }",
    "a perspective's coordinates": "Coordinate4 { point [0 0 0 1] }",
}


@pytest.mark.parametrize("name", NOT_READ)
def test_what_is_not_read_is_reported(name: str) -> None:
    report = Report()
    assert len(loaded(separated(f"Cube {{ }} {NOT_READ[name]}"), report)) == 12
    assert [each.code for each in report] == ["mesh.not-read"]


def test_cameras_lights_and_looks_are_passed_over() -> None:
    rest = """
        PerspectiveCamera { position 0 0 9 heightAngle 0.7 } DirectionalLight { direction 0 0 -1 }
        Texture2 { filename "a.rgb" wrapS REPEAT image 1 2 1 0xff 0x00 } Complexity { value 0.5 } DrawStyle { style FILLED }
        Normal { vector [0 0 1] } NormalBinding { value OVERALL } Info { string "SI units" } LightModel { model PHONG }
    """
    assert codes(separated(rest + CUBE)) == []


WRONG = {
    "binary": "#Inventor V2.1 binary\n\x00\x00",
    "a perspective": separated("MatrixTransform { matrix 1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1 } Cube { }"),
    "too few vertices": separated(f"{POINTS} FaceSet {{ numVertices [5] }}"),
    "a mesh of too many": separated(
        f"{POINTS} QuadMesh {{ verticesPerRow 1000000 verticesPerColumn 1000000 }}"
    ),
    "faces without coordinates": separated("IndexedFaceSet { coordIndex [0 1 2] }"),
    "an unknown unit": separated("Units { units PARSECS } Cube { }"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_documents_are_refused(name: str) -> None:
    with pytest.raises(MeshError) as caught:
        loaded(WRONG[name])
    assert caught.value.code.slug == "mesh.unreadable"


def test_materials_of_faces() -> None:
    look = "Material { diffuseColor [1 0 0, 0 1 0] transparency 0.5 } MaterialBinding { value PER_FACE }"
    found = loaded(separated(f"{look} {STRIP} FaceSet {{ numVertices [3, 3] }}"))
    assert [each.color for each in found.materials] == [(1, 0, 0, 0.5), (0, 1, 0, 0.5)]
    assert found.worn is not None
    assert found.worn.tolist() == [0, 1]


def test_a_material_counts_until_the_next_one() -> None:
    found = loaded(separated("Material { diffuseColor 1 0 0 } Cube { } BaseColor { rgb 0 0 1 } Cube { }"))
    assert [each.color for each in found.materials] == [(1, 0, 0, 1), (0, 0, 1, 1)]
