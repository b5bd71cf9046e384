"""A COLLADA document with a square on its only link, and what is seen of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.mesh import Triangles
from robotfmt.model import Geometry, Robot
from robotfmt.settings import Settings
from robotfmt.surfaces import surface

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
VERTEX = '<input semantic="VERTEX" source="#g-v" offset="0"/>'
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
    sources = source("g-p", positions, "XYZ") + source("g-n", "0 0 2", "XYZ") + source("g-t", "0 0 1 0 1 1 0 1", "ST")
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
    triangles = surface(geometry, context, appearance=True)
    assert triangles is not None
    pose = geometry.pose
    return triangles if pose is None else triangles.moved(pose.matrix, pose.xyz)


def rounded(values: object) -> list[list[list[float]]]:
    found: list[list[list[float]]] = (np.round(np.asarray(values, dtype=np.float64), 6) + 0.0).tolist()
    return found
