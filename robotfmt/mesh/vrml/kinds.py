"""The types of nodes, by their treatment."""

from __future__ import annotations

from collections.abc import Callable

from ..triangles import Floats, Triangles
from .document import Document, Node
from .extrusion import extrusion
from .faces import (
    Faces,
    elevation_grid,
    faces,
    indexed_faces,
    indexed_strips,
    quad_mesh,
    triangle_strips,
)
from .solids import box, cone, cube, cylinder, sphere

SOLIDS: dict[str, Callable[[Document, Node], Triangles]] = {
    "Box": box,
    "Cube": cube,
    "Sphere": sphere,
    "Cylinder": cylinder,
    "Cone": cone,
}
SHAPES: dict[str, Callable[[Document, Node, Floats | None], Faces]] = {
    "IndexedFaceSet": indexed_faces,
    "IndexedTriangleStripSet": indexed_strips,
    "FaceSet": faces,
    "TriangleStripSet": triangle_strips,
    "QuadMesh": quad_mesh,
    "ElevationGrid": elevation_grid,
    "Extrusion": extrusion,
}
SEPARATORS = ("Separator", "WWWAnchor", "Annotation", "Selection")
"""Groups of VRML 1.0 and Open Inventor that limit the effect of their nodes."""
GROUPS = ("Group",)
"""Groups of VRML 1.0 and Open Inventor whose nodes also affect what follows."""
_LINES, _TEXT = "has lines or points, which have no surface", "has text, which is not supported"
_FILE, _CURVED = (
    "refers to another file, which is not followed",
    "has curved patches, which are not supported",
)
NO_SURFACE = {
    **dict.fromkeys(("IndexedLineSet", "PointSet", "LineSet", "IndexedPointSet"), _LINES),
    **dict.fromkeys(("Text", "AsciiText", "Text2", "Text3"), _TEXT),
    **dict.fromkeys(("Inline", "WWWInline", "File"), _FILE),
    **dict.fromkeys(("NurbsSurface", "IndexedNurbsSurface", "NurbsCurve", "IndexedNurbsCurve"), _CURVED),
    "Coordinate4": "has homogeneous coordinates, which are not supported",
}
"""Nodes with geometry of which no triangles are made, and why."""
SILENT = frozenset(
    {
        "AudioClip",
        "Background",
        "BaseColor",
        "Callback",
        "ClipPlane",
        "ColorIndex",
        "ColorInterpolator",
        "Complexity",
        "CoordinateInterpolator",
        "CylinderSensor",
        "DirectionalLight",
        "DrawStyle",
        "Environment",
        "EventCallback",
        "Fog",
        "Font",
        "FontStyle",
        "Info",
        "Label",
        "LightAttenuation",
        "LightModel",
        "LinearProfile",
        "Material",
        "MaterialBinding",
        "NavigationInfo",
        "Normal",
        "NormalBinding",
        "NormalInterpolator",
        "NurbsProfile",
        "OrientationInterpolator",
        "OrthographicCamera",
        "PackedColor",
        "PerspectiveCamera",
        "PickStyle",
        "PlaneSensor",
        "PointLight",
        "PositionInterpolator",
        "ProfileCoordinate2",
        "ProfileCoordinate3",
        "ProximitySensor",
        "ScalarInterpolator",
        "Script",
        "ShapeHints",
        "Sound",
        "SphereSensor",
        "SpotLight",
        "Texture2",
        "Texture2Transform",
        "TextureCoordinate2",
        "TextureCoordinateBinding",
        "TextureCoordinateEnvironment",
        "TextureCoordinatePlane",
        "TextureQuality",
        "TimeSensor",
        "TouchSensor",
        "Viewpoint",
        "VisibilitySensor",
        "WorldInfo",
    }
)
"""Nodes without geometry, whose effects are not read."""
