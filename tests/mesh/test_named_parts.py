"""Parts of mesh files, by their names: what they are, and what becomes of them in other formats."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh.load import load
from robotfmt.model import Mesh
from robotfmt.settings import Settings, format_context
from robotfmt.surfaces.loading import surface
from robotfmt_sdf import FORMAT

FISH = BROKEN / "meshes" / "sound.part.sdf"
GEOMETRY = """<geometry id="{0}" name="{0}-mesh"><mesh><source id="{0}p"><float_array id="{0}a" count="9">
0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#{0}a" count="3" stride="3"><param type="float"/>
<param type="float"/><param type="float"/></accessor></technique_common></source><vertices id="{0}v">
<input semantic="POSITION" source="#{0}p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#{0}v"
offset="0"/><p>0 1 2</p></triangles></mesh></geometry>"""
SCENE = f"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><library_geometries>
{GEOMETRY.format("a")}{GEOMETRY.format("b")}</library_geometries><library_visual_scenes><visual_scene id="s">
<node id="n1" name="Body"><instance_geometry url="#a"/><node id="n2"><translate>0 0 1</translate>
<instance_geometry url="#b"/></node></node><node id="n3" name="Fin"><translate>0 0 5</translate>
<instance_geometry url="#b"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def heights(part: str | None) -> list[float]:
    """The heights of the triangles of a part of the scene."""
    found = load(SCENE.encode(), ".dae", name="s.dae", limits=Limits(), report=Report(), part=part)
    return sorted(found.corners[:, 0, 2].tolist())


@pytest.mark.parametrize(
    ("part", "expected"),
    [(None, [0, 1, 5]), ("Body", [0, 1]), ("Fin", [5]), ("n2", [1]), ("b-mesh", [1, 5]), ("a", [0])],
)
def test_a_part_of_collada_is_a_node_or_else_a_geometry(part: str | None, expected: list[float]) -> None:
    assert heights(part) == expected


def test_the_message_names_the_parts_that_there_are() -> None:
    with pytest.raises(MeshError, match="no part 'Tail'; it has: 'Body', 'Fin'"):
        heights("Tail")
    with pytest.raises(MeshError, match="no part 'Tail'"):
        load(b"solid x\nendsolid", ".stl", name="s.stl", limits=Limits(), report=Report(), part="Tail")


def box_of(path: Path, centered: bool | None = None) -> list[list[float]]:
    """The corners of the box around the only visual of a document."""
    (visual,) = robotfmt.read(path).links[0].visuals
    assert isinstance(visual.shape, Mesh)
    visual = robotfmt.replace(visual, shape=robotfmt.replace(visual.shape, centered=centered))
    triangles = surface(visual, format_context(FORMAT, Settings(), Report(), "x.sdf"))
    assert triangles is not None
    corners = triangles.corners.reshape(-1, 3)
    return [np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()]


def test_a_part_of_obj_is_an_object_which_may_be_centred() -> None:
    assert box_of(FISH) == [[2, 0, 0], [3, 1, 1]]
    assert box_of(FISH, centered=True) == [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]


@pytest.mark.parametrize("name", ["fish.urdf", "fish.dae", "fish.xml"])
def test_other_formats_get_the_part_alone(name: str, tmp_path: Path) -> None:
    robotfmt.convert(FISH, tmp_path / name)
    robotfmt.convert(tmp_path / name, tmp_path / "back.sdf")
    assert box_of(tmp_path / "back.sdf") == [[2, 0, 0], [3, 1, 1]]


def test_sdf_keeps_the_name_of_the_part(tmp_path: Path) -> None:
    text = FISH.read_text().replace("Fin</name>", "Fin</name><center>true</center>")
    (tmp_path / "a.sdf").write_text(text.replace("parts.obj", str(FISH.parent / "parts.obj")))
    robotfmt.convert(tmp_path / "a.sdf", tmp_path / "b.sdf")
    (visual,) = robotfmt.read(tmp_path / "b.sdf").links[0].visuals
    assert isinstance(visual.shape, Mesh)
    assert (visual.shape.submesh, visual.shape.centered) == ("Fin", True)
