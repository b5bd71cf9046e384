"""VRML 1.0 and Open Inventor: one document a node or rule; boxes and areas are worked out by hand."""

from __future__ import annotations

import pytest
from inventor_texts import CUBE, NOT_READ, POINTS, SHAPES, STATES, STRIP, separated
from vrml import INVENTOR, INVENTOR1, VRML1, area, box, codes, loaded, normal

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError

CLOSE = 5e-3


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("header", [VRML1, INVENTOR, INVENTOR1])
def test_each_shape_of_inventor_is_read(header: str, name: str) -> None:
    text, expected, size = SHAPES[name]
    found = loaded(f"{header}Separator {{ {text} }}")
    assert box(found) == pytest.approx(expected, abs=1e-12)
    assert area(found) == pytest.approx(size, rel=CLOSE)


def test_strips_and_grids_face_one_way() -> None:
    assert normal(loaded(separated(SHAPES["TriangleStripSet"][0]))) == pytest.approx([0, 0, 2])
    assert normal(loaded(separated(SHAPES["QuadMesh"][0]))) == pytest.approx([0, 0, 4])


@pytest.mark.parametrize("name", STATES)
def test_transforms_apply_to_the_shapes_that_follow(name: str) -> None:
    text, expected, size = STATES[name]
    found = loaded(separated(f"{text} {CUBE}"))
    assert box(found) == pytest.approx(expected, abs=1e-9)
    assert area(found) == pytest.approx(size)


def test_coordinates_end_with_their_separator() -> None:
    later = "Coordinate3 { point [0 0 5, 2 0 5, 2 2 5, 0 2 5] } FaceSet { }"
    text = f"{POINTS} Separator {{ {later} }} FaceSet {{ }}"
    assert area(loaded(separated(text))) == pytest.approx(5)
    text = f"{POINTS} TransformSeparator {{ {later} }} FaceSet {{ }}"
    assert area(loaded(separated(text))) == pytest.approx(8)


@pytest.mark.parametrize(("order", "expected"), [("CLOCKWISE", -1), ("COUNTERCLOCKWISE", 1), ("UNKNOWN_ORDERING", 1)])
def test_the_order_of_vertices(order: str, expected: float) -> None:
    text = f"ShapeHints {{ vertexOrdering {order} shapeType SOLID }} {POINTS} FaceSet {{ }}"
    assert normal(loaded(separated(text))) == pytest.approx([0, 0, expected])


@pytest.mark.parametrize("kind", ["LOD", "LevelOfDetail"])
def test_the_first_level_of_detail_is_drawn(kind: str) -> None:
    assert len(loaded(separated(f"{kind} {{ Cube {{ }} Sphere {{ }} }}"))) == 12


def test_use_draws_a_node_again() -> None:
    text = f"DEF a {CUBE} Translation {{ translation 9 0 0 }} USE a DEF +0 Cube {{ }} USE +0"
    assert box(loaded(separated(text))) == pytest.approx([-1, -2, -3, 10, 2, 3])


def test_a_document_without_its_first_line() -> None:
    report = Report()
    assert box(loaded(f"Separator {{ Scale {{ scaleFactor 2 2 2 }} {CUBE} }}", report))[3] == 2
    assert [each.code for each in report] == ["mesh.repaired"]


@pytest.mark.parametrize("name", NOT_READ)
def test_unread_nodes_are_reported(name: str) -> None:
    report = Report()
    assert len(loaded(separated(f"Cube {{ }} {NOT_READ[name]}"), report)) == 12
    assert [each.code for each in report] == ["mesh.not-read"]


def test_cameras_lights_and_looks_are_passed_over() -> None:
    rest = """
        PerspectiveCamera { position 0 0 9 heightAngle 0.7 } DirectionalLight { direction 0 0 -1 }
        Texture2 { filename "a.rgb" wrapS REPEAT image 1 2 1 0xff 0x00 } Complexity { value 0.5 }
        DrawStyle { style FILLED }
        Normal { vector [0 0 1] } NormalBinding { value OVERALL } Info { string "SI units" } LightModel { model PHONG }
    """
    assert codes(separated(rest + CUBE)) == []


WRONG = {
    "binary": "#Inventor V2.1 binary\n\x00\x00",
    "a perspective": separated("MatrixTransform { matrix 1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1 } Cube { }"),
    "too few vertices": separated(f"{POINTS} FaceSet {{ numVertices [5] }}"),
    "a mesh of too many": separated(f"{POINTS} QuadMesh {{ verticesPerRow 1000000 verticesPerColumn 1000000 }}"),
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
    assert found.material_indices is not None
    assert found.material_indices.tolist() == [0, 1]


def test_a_material_applies_until_the_next_material() -> None:
    found = loaded(separated("Material { diffuseColor 1 0 0 } Cube { } BaseColor { rgb 0 0 1 } Cube { }"))
    assert [each.color for each in found.materials] == [(1, 0, 0, 1), (0, 0, 1, 1)]


def test_shapes_with_the_coordinates_of_one_node_share_their_vertices() -> None:
    shapes = "IndexedFaceSet { coordIndex [ 0, 1, 2, -1 ] } " * 50
    found = loaded(f"{INVENTOR}\nCoordinate3 {{ point [ 0 0 0, 1 0 0, 0 1 0 ] }} {shapes}")
    assert (len(found), len(found.vertices)) == (50, 3)
