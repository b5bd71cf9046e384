"""``geometry_info``: each shape of the text and of OpenRAVE, read and written, in numbers worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from extras import NAMESPACE
from lxml import etree
from reading import read_text

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import (
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Container,
    Cylinder,
    Geometry,
    Link,
    Mesh,
    Plane,
    Pose,
    Robot,
    Shape,
    Sphere,
    Wall,
)
from robotfmt.surfaces.loading import surface
from robotfmt_collada.parts.shapes import write_info

CORNER = """<mesh><source id="p"><float_array id="a" count="9">1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor count="3" source="#a" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input offset="0" semantic="VERTEX" source="#v"/><p>0 1 2</p></triangles></mesh>"""


def _read(info: str, mesh: str = "", unit: str = "1", beside: str = "") -> Robot:
    """A body of one link that shows one geometry."""
    technique = f'<technique profile="OpenRAVE">{info}</technique>'
    return read_text(
        f"""<COLLADA xmlns="{NAMESPACE}" version="1.5.0"><asset><unit meter="{unit}"/></asset>
        <library_geometries><geometry id="g">{mesh}<extra type="geometry_info">{technique}</extra>{beside}
        </geometry></library_geometries><library_visual_scenes><visual_scene id="s">
        <node name="bin"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>""",
        "collada",
    )


def _shown(robot: Robot) -> Geometry:
    ((geometry,),) = (link.visuals for link in robot.links)
    return geometry


BOARD = """<calibration_board><half_extents>0.1 0.2 0.005</half_extents><parameters>
<num_dots_x>9</num_dots_x><num_dots_y>7</num_dots_y>
<dots_distance_x>0.03</dots_distance_x><dots_distance_y>0.02</dots_distance_y><dot_color>0 0 0.5 1</dot_color>
<pattern_name>threeBigDotsDotGrid</pattern_name>
<dot_diameter_distance_ratio>0.25</dot_diameter_distance_ratio>
<big_dot_diameter_distance_ratio>0.5</big_dot_diameter_distance_ratio></parameters></calibration_board>"""
CAGE = """<cage><half_extents>0.2 0.1 0.01</half_extents><inner_size_z>0.5</inner_size_z>
<sidewall><translate>0.19 0 0.02</translate><half_extents>0.01 0.1 0.2</half_extents><type>1</type></sidewall>
<sidewall><half_extents>0.2 0.01 0.2</half_extents><type>2</type></sidewall></cage>"""
SHAPES: list[tuple[str, Shape]] = [
    ("<box><half_extents>0.1 0.2 0.3</half_extents></box>", Box((0.2, 0.4, 0.6))),
    ("<sphere><radius>0.25</radius></sphere>", Sphere(0.25)),
    ("<cylinderz><radius>0.1 0.1</radius><height>0.4</height></cylinderz>", Cylinder(0.1, 0.4)),
    ("<plane><equation>0 0 1 0</equation></plane>", Plane((0.0, 0.0, 1.0))),
    (
        """<container><outer_extents>0.4 0.3 0.2</outer_extents><inner_extents>0.38 0.28 0.19</inner_extents>
        <bottom_cross>0.02 0.01 0.005</bottom_cross><bottom>0 0 0</bottom></container>""",
        Container((0.4, 0.3, 0.2), (0.38, 0.28, 0.19), (0.02, 0.01, 0.005)),
    ),
    (
        CAGE,
        Cage(
            (0.4, 0.2, 0.02),
            (0.0, 0.0, 0.5),
            (
                Wall("px", (0.02, 0.2, 0.4), Pose((0.19, 0.0, 0.02))),
                Wall("ny", (0.4, 0.02, 0.4)),
            ),
        ),
    ),
    (
        BOARD,
        CalibrationBoard(
            (0.2, 0.4, 0.01), (9, 7), (0.03, 0.02), (0.0, 0.0, 0.5, 1.0), "threeBigDotsDotGrid", 0.25, 0.5
        ),
    ),
]


@pytest.mark.parametrize(("info", "shape"), SHAPES)
def test_shapes_in_the_frame_of_their_node(info: str, shape: Shape) -> None:
    robot = _read(f"{info}<translate>0 0 0.5</translate>")
    assert _shown(robot).shape == shape
    assert _shown(robot).pose == Pose((0.0, 0.0, 0.5))
    assert robot.extensions == ()


@pytest.mark.parametrize(("tag", "kind"), [("cylinder", Cylinder), ("capsule", Capsule)])
def test_round_shapes_lie_along_y(tag: str, kind: type[Cylinder | Capsule]) -> None:
    robot = _read(f"<{tag}><height>0.4</height><radius>0.1 0.1</radius></{tag}>")
    geometry = _shown(robot)
    assert geometry.shape == kind(0.1, 0.4)
    assert geometry.pose is not None
    assert [row[2] for row in geometry.pose.matrix] == pytest.approx([0.0, 1.0, 0.0])
    assert robot.extensions == ()


def test_a_plane_off_the_origin_is_moved() -> None:
    # 2 z - 6 = 0 is z = 3, in centimetres.
    geometry = _shown(_read("<plane><equation>0 0 2 -6</equation></plane>", unit="0.01"))
    assert geometry.shape == Plane((0.0, 0.0, 2.0))
    assert geometry.pose is not None and geometry.pose.xyz == pytest.approx((0.0, 0.0, 0.03))


def test_measures_are_in_the_unit_of_the_document() -> None:
    cage = _shown(_read(CAGE, unit="0.001")).shape
    assert isinstance(cage, Cage)
    assert cage.base == pytest.approx((0.0004, 0.0002, 0.00002))
    assert cage.walls[0].pose is not None and cage.walls[0].pose.xyz == pytest.approx((0.00019, 0, 0.00002))
    board = _shown(_read(BOARD, unit="0.001")).shape
    assert isinstance(board, CalibrationBoard)
    assert board.distances == pytest.approx((0.00003, 0.00002))
    assert board.dot_ratio == 0.25


@pytest.mark.parametrize(
    "info",
    [
        "<sphere><radius>0</radius></sphere>",
        "<sphere><radius/></sphere>",
        "<cylinder><radius>0.1 0.2</radius><height>1</height></cylinder>",
        "<plane><equation>0 0 0 1</equation></plane>",
        "<cage><inner_size_x>1</inner_size_x></cage>",
    ],
)
def test_the_mesh_is_used_where_the_numbers_give_no_shape(info: str) -> None:
    robot = _read(f"{info}<translate>0 0 0.5</translate>", CORNER)
    geometry = _shown(robot)
    assert isinstance(geometry.shape, Mesh)
    (kept,) = robot.extensions
    assert kept.content.replace(f' xmlns="{NAMESPACE}"', "").startswith(info[: info.index(">")].rstrip("/"))


def test_a_local_frame_without_a_shape_moves_no_vertices() -> None:
    robot = _read("<translate>0 0 0.5</translate>", CORNER)
    geometry = _shown(robot)
    assert geometry.pose == Pose((0.0, 0.0, 0.5))
    assert robot.extensions == ()


@pytest.mark.parametrize(
    ("visible", "parameter", "expected"),
    [
        ("<bool>false</bool>", "", False),
        ("<bool>true</bool>", "", None),
        ("<param>shown</param>", '<newparam sid="shown"><bool>false</bool></newparam>', False),
    ],
)
def test_visibility_of_a_geometry(visible: str, parameter: str, expected: bool | None) -> None:
    info = f"<box><half_extents>1 1 1</half_extents></box><visible>{visible}</visible>"
    robot = _read(info, beside=parameter)
    assert _shown(robot).visible is expected
    assert robot.extensions == ()


def test_unread_content_of_a_shape_stays() -> None:
    robot = _read(CAGE.replace("<type>1</type>", "<type>7</type>").replace("<cage>", "<cage door='x'>"))
    shape = _shown(robot).shape
    assert isinstance(shape, Cage) and shape.walls[0].side is None
    assert {(each.name, each.kind.value) for each in robot.extensions} == {
        ("door", "attribute"),
        ("type", "element"),
    }


@pytest.mark.parametrize(("info", "shape"), SHAPES)
def test_shapes_written(info: str, shape: Shape) -> None:
    if info.startswith("<cylinderz"):
        return  # Read only: what is written lies along y, as the text has it.
    node = write_info(Geometry(shape=shape, pose=Pose((0.0, 0.0, 0.5))))
    assert node is not None
    wanted = etree.fromstring(info, etree.XMLParser(remove_blank_text=True))
    for zero in wanted.findall("bottom"):
        wanted.remove(zero)
    written = node[0][0]
    assert etree.tostring(written) == etree.tostring(wanted)
    assert [child.text for child in node[0] if child.tag in ("translate", "rotate")] == ["0 0 0.5", "1 0 0 0"]


def test_a_cylinder_written_lies_along_y() -> None:
    node = write_info(Geometry(shape=Cylinder(0.1, 0.4)))
    assert node is not None
    assert [(child.tag, child.text) for child in node[0] if child.text] == [
        ("translate", "0 0 0"),
        ("rotate", "1 0 0 90"),
    ]
    assert {child.tag: child.text for child in node[0][0]} == {"height": "0.4", "radius": "0.1 0.1"}


@pytest.mark.parametrize(
    "shape",
    [Box(None), Sphere(None), Sphere(-1.0), Cylinder(0.1, None), Cylinder(-0.1, 1.0), Capsule(None, 1.0)],
)
def test_a_shape_without_a_size_is_lost(shape: Shape, tmp_path: Path) -> None:
    turned = Geometry(shape=shape, pose=Pose((0.0, 0.0, 0.5)))
    robot, report = Robot(name="r", links=(Link(name="a", visuals=(turned,)),)), Report()
    robotfmt.write(robot, tmp_path / "r.dae", report=report, keep=True)
    assert "<geometry" not in (tmp_path / "r.dae").read_text()
    assert [each.fate for each in report] == [Fate.STORED]
    assert not robotfmt.diff(robot, robotfmt.read(tmp_path / "r.dae"))


def test_a_container_shows_its_walls_elsewhere() -> None:
    context = Context(report=Report())
    made = surface(_shown(_read(SHAPES[4][0])), context)
    assert made is not None
    assert made.vertices.max(axis=0).tolist() == pytest.approx([0.2, 0.15, 0.2])
    assert math.isclose(made.vertices.min(axis=0)[2], 0.0, abs_tol=1e-12)
