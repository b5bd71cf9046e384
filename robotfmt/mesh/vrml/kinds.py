"""The types of nodes, by their treatment; and shapes of sizes: boxes, spheres, cylinders and cones, whose axis is y."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model import Box, Cone, Cylinder, Shape, Sphere
from ..shapes import tessellate
from ..triangles import Floats, Triangles, join
from .document import Document, Node
from .faces import (
    Faces,
    elevation_grid,
    extrusion,
    faces,
    indexed_faces,
    indexed_strips,
    quad_mesh,
    triangle_strips,
)

# Shapes of sizes
#
# VRML 2.0: 6.7 (Box), 6.11 (Cone), 6.14 (Cylinder), 6.43 (Sphere). VRML 1.0 and Open Inventor: Cube, and ``parts``.

_FINENESS = 1e-3
"""The largest deviation of a round shape from its tessellation, relative to its size."""
_Z_TO_Y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


def box(document: Document, node: Node) -> Triangles:
    """Return a Box: ``size``."""
    return _solid(document, node, *document.vector(node, "size", (2.0, 2.0, 2.0)).tolist())


def cube(document: Document, node: Node) -> Triangles:
    """Return a Cube: ``width``, ``height``, ``depth`` along x, y, z."""
    return _solid(document, node, *(document.scalar(node, each, 2.0) for each in ("width", "height", "depth")))


def sphere(document: Document, node: Node) -> Triangles:
    """Return the surface of a Sphere, whose radius is 1 by default."""
    radius = document.scalar(node, "radius", 1.0)
    return _tessellated(document, node, Sphere(radius), radius)


def cylinder(document: Document, node: Node) -> Triangles:
    """Return a Cylinder, or some of its side, top and bottom."""
    radius, height = document.scalar(node, "radius", 1.0), document.scalar(node, "height", 2.0)
    whole = _tessellated(document, node, Cylinder(radius, height), max(radius, height))
    return _parts(document, node, whole, height)


def cone(document: Document, node: Node) -> Triangles:
    """Return a Cone, whose apex is up, or one of its side and bottom."""
    radius, height = document.scalar(node, "bottomRadius", 1.0), document.scalar(node, "height", 2.0)
    whole = _tessellated(document, node, Cone(radius, height), max(radius, height))
    return _parts(document, node, whole, height)


def _solid(document: Document, node: Node, x: float, y: float, z: float) -> Triangles:
    # The tessellated axes are turned from z to y.
    return _tessellated(document, node, Box((x, z, y)), max(x, y, z))


def _tessellated(document: Document, node: Node, shape: Shape, size: float) -> Triangles:
    found = tessellate(shape, _FINENESS * size)
    if found is None:
        document.warn(node, "has a size that is not positive; it was dropped")
        return join([])
    return found.moved(_Z_TO_Y, 0.0)


def _parts(document: Document, node: Node, whole: Triangles, height: float) -> Triangles:
    """Return the parts that are wanted: by flags in VRML 2.0, by words in VRML 1.0 and Open Inventor."""
    words = document.words(node, "parts", "ALL", ("ALL", "SIDES", "TOP", "BOTTOM"))
    wanted = {
        part: ("ALL" in words or word in words) and document.flag(node, part, True)
        for part, word in (("side", "SIDES"), ("top", "TOP"), ("bottom", "BOTTOM"))
    }
    heights: Floats = whole.corners[:, :, 1]
    top, bottom = (heights == height / 2).all(axis=1), (heights == -height / 2).all(axis=1)
    kept = np.where(top, wanted["top"], np.where(bottom, wanted["bottom"], wanted["side"]))
    return whole.only(kept)


# Types

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
