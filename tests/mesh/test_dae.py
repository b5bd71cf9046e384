"""COLLADA as a mesh file: what is read, and what of a damaged or hostile one is refused."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

XMLNS = 'xmlns="http://www.collada.org/2005/11/COLLADASchema"'
POSITIONS = "0 0 0 1 0 0 1 1 0 0 1 0"
TRIANGLES = '<triangles count="2"><input offset="0" semantic="VERTEX" source="#g-v"/><p>0 1 2 0 2 3</p></triangles>'
SHOWN = '<node><instance_geometry url="#g"/></node>'
PARAMS = '<param name="X"/><param name="Y"/><param name="Z"/>'


def geometry(
    surfaces: str = TRIANGLES,
    positions: str = POSITIONS,
    accessor: str = 'count="4" stride="3"',
    params: str = PARAMS,
) -> str:
    return f"""<geometry id="g"><mesh>
<source id="g-p"><float_array id="g-a" count="{len(positions.split())}">{positions}</float_array>
<technique_common><accessor {accessor} source="#g-a">{params}</accessor></technique_common></source>
<vertices id="g-v"><input semantic="POSITION" source="#g-p"/></vertices>{surfaces}</mesh></geometry>"""


def document(inside: str = "", scene: str = SHOWN, unit: str = "1", xmlns: str = XMLNS, nodes: str = "") -> bytes:
    return f"""<COLLADA {xmlns} version="1.4.1"><asset><unit meter="{unit}"/></asset>
<library_geometries>{inside or geometry()}</library_geometries><library_nodes>{nodes}</library_nodes>
<library_visual_scenes><visual_scene id="s">{scene}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>""".encode()


def read(data: bytes, report: Report | None = None, suffix: str = ".dae", limits: Limits | None = None) -> Triangles:
    reported = report if report is not None else Report()
    return load(data, suffix, name="m.dae", limits=limits or Limits(), report=reported)


def corners(triangles: Triangles) -> list[list[list[float]]]:
    found: list[list[list[float]]] = np.round(triangles.corners, 6).tolist()
    return found


SQUARE = [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]]


def test_the_unit_applies_and_the_up_axis_does_not() -> None:
    millimetres = read(document(unit="0.001").replace(b"</asset>", b"<up_axis>Y_UP</up_axis></asset>"))
    assert np.allclose(millimetres.corners, 0.001 * np.array(SQUARE))


def test_transforms_apply_in_order_and_a_mirror_turns_the_triangles() -> None:
    moved = "<translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>1 1 -1</scale>"
    found = read(document(scene=f'<node>{moved}<instance_geometry url="#g"/></node>'))
    assert sorted(corners(found)[0]) == [[0, 3, 3], [1, 2, 3], [1, 3, 3]]
    normal = np.cross(*(found.corners[0, 1:] - found.corners[0, 0]))
    assert normal[2] < 0


def test_nodes_by_reference_count_each_time() -> None:
    nodes = '<node id="n"><translate>5 0 0</translate><instance_geometry url="#g"/></node>'
    found = read(document(scene='<node><instance_node url="#n"/></node>' + SHOWN, nodes=nodes))
    assert len(found) == 4
    assert found.corners[:, :, 0].max() == 6


@pytest.mark.parametrize(
    "surface",
    [
        '<polylist count="1">{}<vcount>4</vcount><p>0 1 2 3</p></polylist>',
        '<polygons count="1">{}<p>0 1 2 3</p></polygons>',
        '<trifans count="1">{}<p>0 1 2 3</p></trifans>',
        '<triangles count="2">{}<input offset="1" semantic="NORMAL" source="#none"/>'
        "<p>0 9 1 9 2 9 0 9 2 9 3 9</p></triangles>",
        '<triangles count="2">{}<p>0 1 2 <!-- half --> 0 2 3</p></triangles>',
    ],
)
def test_every_kind_of_surface_is_read(surface: str) -> None:
    vertex = '<input offset="0" semantic="VERTEX" source="#g-v"/>'
    assert corners(read(document(geometry(surface.format(vertex))))) == SQUARE


def test_strips_keep_their_orientation() -> None:
    strip = '<tristrips count="1"><input offset="0" semantic="VERTEX" source="#g-v"/><p>0 1 3 2</p></tristrips>'
    found = read(document(geometry(strip)))
    assert len(found) == 2
    assert (
        np.cross(found.corners[:, 1] - found.corners[:, 0], found.corners[:, 2] - found.corners[:, 0])[:, 2] > 0
    ).all()


def test_the_accessor_locates_the_positions() -> None:
    odd = "99 " + " ".join(f"7 {x}" for x in ("0 0 0", "1 0 0", "1 1 0", "0 1 0"))
    skipping = "<param/>" + PARAMS
    found = read(document(geometry(positions=odd, accessor='count="4" stride="4" offset="1"', params=skipping)))
    assert corners(found) == SQUARE


def test_a_comment_does_not_end_an_array() -> None:
    assert corners(read(document(geometry(positions="0 0 0 1 0 0 <!-- x --> 1 1 0 0 1 0")))) == SQUARE


def test_documents_without_a_namespace_and_with_openraves_references() -> None:
    assert corners(read(document(xmlns=""))) == SQUARE
    assert corners(read(document(geometry().replace('source="#g-v"', 'source="#g/g-v"')))) == SQUARE


def test_counts_larger_than_the_data_are_reported() -> None:
    report = Report()
    lying = geometry(TRIANGLES.replace('"2"', '"400000000"'), accessor='count="4000000" stride="3"')
    assert corners(read(document(lying), report)) == SQUARE
    assert [each.code for each in report] == ["mesh.damaged"] * 2


@pytest.mark.parametrize(
    "inside",
    [
        geometry(TRIANGLES.replace("0 2 3", "0 2 -1")),
        geometry(TRIANGLES.replace("0 2 3", "0 2 4")),
        geometry(TRIANGLES.replace("0 2 3", "0 2 4294967297")),
        geometry(TRIANGLES.replace("0 2 3", "0 2 99999999999999999999")),
        geometry(TRIANGLES.replace("0 2 3", "0 2 x")),
        geometry(positions="0 0 0 1 0 0 1 1 0 0 1 1,5"),
        geometry(accessor='count="4" stride="0"'),
        geometry(accessor='count="-3" stride="3"'),
        geometry(accessor='count="4" stride="3" offset="4000000"'),
        geometry(TRIANGLES.replace("#g-v", "#none")),
        geometry(TRIANGLES.replace('offset="0"', 'offset="-1"')),
        geometry(TRIANGLES.replace("triangles", "polylist").replace("<p>", "<vcount>7</vcount><p>")),
    ],
)
def test_geometry_that_cannot_be_is_refused(inside: str) -> None:
    with pytest.raises(MeshError):
        read(document(inside))


@pytest.mark.parametrize(
    "inside",
    [geometry(TRIANGLES.replace("0 2 3", "0 2")), geometry(positions="0 0 0 1 0 0 1 1 0 0 1 NaN")],
)
def test_damaged_geometry_is_left_out_and_reported(inside: str) -> None:
    report = Report()
    assert corners(read(document(inside), report)) == SQUARE[:1]
    assert {each.code for each in report} == {"mesh.damaged"}


def test_units_that_cannot_be_are_refused() -> None:
    for unit in ("0", "NaN", "-1", "metre"):
        with pytest.raises(MeshError):
            read(document(unit=unit))


def test_a_scene_that_grows_without_bound_is_refused_at_once() -> None:
    twice = "".join(
        f'<node id="n{i}"><instance_node url="#n{i + 1}"/><instance_node url="#n{i + 1}"/></node>' for i in range(40)
    )
    with pytest.raises(MeshError, match="instances"):
        read(document(scene='<node><instance_node url="#n0"/></node>', nodes=twice + '<node id="n40"/>'))
    loop = '<node id="n"><instance_node url="#n"/></node>'
    with pytest.raises(MeshError, match="contains itself"):
        read(document(scene='<node><instance_node url="#n"/></node>', nodes=loop))


def test_the_manifest_names_the_document_in_an_archive() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.dae", document(unit="9"))
        archive.writestr("b.dae", document())
        archive.writestr("manifest.xml", "<dae_root>b.dae</dae_root>")
    assert corners(read(packed.getvalue(), suffix=".zae")) == SQUARE


def test_strips_of_one_array_share_its_vertices() -> None:
    strip = '<tristrips count="1"><input offset="0" semantic="VERTEX" source="#g-v"/><p>0 1 2 3</p></tristrips>'
    scene = f"<node><translate>0 0 1</translate>{SHOWN}</node>{SHOWN}"
    found = read(document(geometry(strip * 300), scene))
    assert len(found) == 2 * 300 * 2
    assert len(found.vertices) == 2 * 4, "4 for each of two places"
    assert np.unique(found.corners[..., 2]).tolist() == [0, 1]
