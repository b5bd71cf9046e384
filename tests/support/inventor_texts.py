"""Documents of VRML 1.0 and Open Inventor: each with the box around it and its area, worked out by hand."""

from __future__ import annotations

import math

from vrml import INVENTOR, SQUARE

PI = math.pi
POINTS = f"Coordinate3 {{ point {SQUARE} }}"
STRIP = "Coordinate3 { point [0 0 0, 1 0 0, 0 1 0, 1 1 0, 0 2 0, 1 2 0] }"
GRID = "Coordinate3 { point [0 2 0, 1 2 0, 2 2 0, 0 1 0, 1 1 0, 2 1 0, 0 0 0, 1 0 0, 2 0 0] }"
CUBE = "Cube { width 2 height 4 depth 6 }"


def separated(text: str) -> str:
    return f"{INVENTOR}Separator {{ {text} }}"


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

STATES = {
    "Translation": ("Translation { translation 1 2 3 }", [0, 0, 0, 2, 4, 6], 88),
    "Scale": ("Scale { scaleFactor 2 1 0.5 }", [-2, -2, -1.5, 2, 2, 1.5], 80),
    "Rotation": (f"Rotation {{ rotation 0 0 1 {PI / 2} }}", [-2, -1, -3, 2, 1, 3], 88),
    "RotationXYZ": (f"RotationXYZ {{ axis X angle {PI / 2} }}", [-1, -3, -2, 1, 3, 2], 88),
    "Transform": (
        f"Transform {{ translation 10 0 0 rotation 0 0 1 {PI / 2} scaleFactor 1 2 1 }}",
        [6, -1, -3, 14, 1, 3],
        152,
    ),
    "MatrixTransform": (
        "MatrixTransform { matrix 0 1 0 0 -1 0 0 0 0 0 1 0 5 0 0 1 }",
        [3, -1, -3, 7, 1, 3],
        88,
    ),
    "one after the other": (
        "Translation { translation 10 0 0 } Scale { scaleFactor 2 2 2 } Translation { translation 1 0 0 }",
        [10, -4, -6, 14, 4, 6],
        352,
    ),
    "Units": ("Units { units CENTIMETERS }", [-0.01, -0.02, -0.03, 0.01, 0.02, 0.03], 0.0088),
    "Units once more": ("Units { units MILLIMETERS } Units { units METERS }", [-1, -2, -3, 1, 2, 3], 88),
    "in a Group": ("Group { Translation { translation 1 2 3 } }", [0, 0, 0, 2, 4, 6], 88),
    "in a Separator": ("Separator { Translation { translation 1 2 3 } }", [-1, -2, -3, 1, 2, 3], 88),
    "in a TransformSeparator": (
        "TransformSeparator { Translation { translation 1 2 3 } Units { units INCHES } }",
        [-1, -2, -3, 1, 2, 3],
        88,
    ),
    "in the child of a Switch": (
        "Switch { whichChild 0 Translation { translation 1 2 3 } Scale { scaleFactor 9 9 9 } }",
        [0, 0, 0, 2, 4, 6],
        88,
    ),
    "in a Switch of none": ("Switch { Translation { translation 1 2 3 } }", [-1, -2, -3, 1, 2, 3], 88),
    "in a Switch of all": (
        "Switch { whichChild -3 Scale { scaleFactor 2 1 1 } Scale { scaleFactor 1 1 2 } }",
        [-2, -2, -6, 2, 2, 6],
        224,
    ),
    "with a value that is ignored": ("Translation { translation 1 2 3 ~ }", [-1, -2, -3, 1, 2, 3], 88),
}

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
