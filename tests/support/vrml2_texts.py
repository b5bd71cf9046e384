"""Documents of VRML 2.0: each with the box around it and its area, worked out by hand."""

from __future__ import annotations

import math

from vrml import SQUARE, VRML2

PI = math.pi
INDEX = "coordIndex [0 1 2 3 -1]"
FACE = f"IndexedFaceSet {{ coord Coordinate {{ point {SQUARE} }} {INDEX} }}"
DENTED = "[0 0 0, 2 0 0, 2 2 0, 1 0.5 0, 0 2 0]"


def shape(geometry: str, appearance: str = "") -> str:
    return f"Shape {{ {appearance} geometry {geometry} }}\n"


def document(geometry: str) -> str:
    return VRML2 + shape(geometry)


def transformed(fields: str, geometry: str = "Box { }") -> str:
    return f"{VRML2}Transform {{ {fields} children {shape(geometry)} }}"


SHAPES = {
    "Box": ("Box { size 1 2 3 }", [-0.5, -1, -1.5, 0.5, 1, 1.5], 22),
    "Box by default": ("Box { }", [-1, -1, -1, 1, 1, 1], 24),
    "Sphere": ("Sphere { radius 2 }", [-2, -2, -2, 2, 2, 2], 16 * PI),
    "Cylinder": ("Cylinder { radius 1 height 4 }", [-1, -2, -1, 1, 2, 1], 10 * PI),
    "Cylinder without top": ("Cylinder { top FALSE }", [-1, -1, -1, 1, 1, 1], 5 * PI),
    "Cylinder's side": ("Cylinder { top FALSE bottom FALSE }", [-1, -1, -1, 1, 1, 1], 4 * PI),
    "Cylinder's bottom": ("Cylinder { top FALSE side FALSE }", [-1, -1, -1, 1, -1, 1], PI),
    "Cone": ("Cone { bottomRadius 3 height 4 }", [-3, -2, -3, 3, 2, 3], 24 * PI),
    "Cone's side": ("Cone { bottomRadius 3 height 4 bottom FALSE }", [-3, -2, -3, 3, 2, 3], 15 * PI),
    "IndexedFaceSet": (FACE, [0, 0, 0, 1, 1, 0], 1),
    "a dented face": (
        f"IndexedFaceSet {{ coord Coordinate {{ point {DENTED} }} coordIndex [0 1 2 3 4] convex FALSE }}",
        [0, 0, 0, 2, 2, 0],
        2.5,  # the square of 4 without the triangle with base 2 and height 1.5
    ),
    "ElevationGrid": (
        "ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 3 height [0 0 0 4 4 4] }",
        [0, 0, 0, 4, 4, 3],
        20,  # 4 wide, and 5 along the slope of 3 and 4
    ),
    "Extrusion": ("Extrusion { }", [-1, 0, -1, 1, 1, 1], 4 * 2 + 2 * 4),
    "Extrusion without caps": ("Extrusion { beginCap FALSE endCap FALSE }", [-1, 0, -1, 1, 1, 1], 8),
    "Extrusion with sizes": (
        "Extrusion { scale [1 1, 0.5 0.5] endCap FALSE }",
        [-1, 0, -1, 1, 1, 1],
        4 + 6 * 1.25**0.5,
    ),
    "Extrusion round a corner": (
        # The frame at the corner halves the angle: the section there is the square, not stretched.
        "Extrusion { spine [0 0 0, 0 4 0, 4 4 0] crossSection [1 0, 0 -1, -1 0, 0 1, 1 0] beginCap FALSE }",
        [-1, 0, -1, 4, 5, 1],
        None,
    ),
    "Extrusion along x": ("Extrusion { spine [0 0 0, 3 0 0] }", [0, -1, -1, 3, 1, 1], 3 * 8 + 2 * 4),
}

TRANSFORMS = {
    "translation": ("translation 1 2 3", [0, 0, 0, 2, 4, 6]),
    "rotation": (f"rotation 0 0 1 {PI / 2}", [-2, -1, -3, 2, 1, 3]),
    "scale": ("scale 2 3 4", [-2, -6, -12, 2, 6, 12]),
    "center": (f"center 1 0 0 rotation 0 0 1 {PI}", [1, -2, -3, 3, 2, 3]),
    "scale, then rotation, then translation": (
        f"translation 10 0 0 rotation 0 0 1 {PI / 2} scale 1 2 1",
        [6, -1, -3, 14, 1, 3],
    ),
    "scaleOrientation": (f"scale 3 1 1 scaleOrientation 0 0 1 {PI / 2}", [-1, -6, -3, 1, 6, 3]),
    "a rotation without an axis": ("rotation 0 0 0 1", [-1, -2, -3, 1, 2, 3]),
}

NOT_READ = {
    "text": shape('Text { string "a" }'),
    "lines": shape("IndexedLineSet { coord Coordinate { point [0 0 0, 1 1 1] } coordIndex [0 1] }"),
    "points": shape("PointSet { coord Coordinate { point [0 0 0] } }"),
    "another file": 'Inline { url "other.wrl" }',
    "a prototype": f"PROTO Arm [ field SFFloat r 1 ] {{ {shape('Sphere { radius IS r }')} }} Arm {{ r 2 }}",
    "a prototype elsewhere": 'EXTERNPROTO Arm [ field SFFloat r ] [ "arm.wrl" "b" ] Arm { r 2 }',
    "an unknown node": f"Robot {{ children {shape('Box { }')} }}",
}
