"""The fields of records that neither COLLADA nor OpenRAVE has words for."""

from __future__ import annotations

from robotfmt.adapting.wordless import Wordless
from robotfmt.model import Axis, Geometry, Inertial, Material, Plane

WORDLESS: Wordless = {
    Inertial: ("computed", "density"),
    Geometry: ("density", "mass"),
    Plane: ("size",),
    Axis: ("pitch",),
    Material: ("metalness", "roughness", "metalness_map", "roughness_map", "normal_map"),
}
