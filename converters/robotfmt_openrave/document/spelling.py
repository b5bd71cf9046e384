"""The names of elements and attributes, in one spelling: OpenRAVE compares them without their case."""

from __future__ import annotations

from robotfmt.documents.xml.document import Document

_CAPITALS = (
    *("Environment", "Robot", "KinBody", "Body", "Joint", "Geom", "Mass", "Data", "Render"),
    *("Manipulator", "AttachedSensor", "Translation", "RotationAxis", "RotationMat"),
)
_SMALL = (
    *("quat", "offsetfrom", "modelsdir", "jointvalues", "adjacent", "transparency", "geometry", "collision"),
    *("extents", "halfextents", "fullextents", "radius", "height", "vertices", "crosssection"),
    *("outer_extents", "inner_extents", "bottom_cross", "bottom", "sidewall"),
    *("diffuseColor", "ambientColor", "total", "com", "inertia", "density"),
    *("anchor", "axis", "axis1", "axis2", "limits", "limitsrad", "limitsdeg", "lostop", "histop"),
    *("maxvel", "maxveldeg", "hardmaxvel", "maxaccel", "maxacceldeg", "maxtorque"),
    *("weight", "resolution", "initial", "base", "effector", "direction", "palmdirection"),
    *("joints", "gripperjoints", "closingdirection", "closingdir", "chuckingdirection", "iksolver"),
    *("link", "sensor", "orcdchomp", "spheres", "sphere"),
    *("physicsengine", "odeproperties", "gravity"),
    *(
        "KK",
        "width",
        "height",
        "framerate",
        "power",
        "color",
        "scantime",
        "time_scan",
        "maxrange",
        "max_range",
    ),
    *("minrange", "min_range", "minangle", "min_angle", "maxangle", "max_angle"),
)
TAGS = {each.lower(): each for each in (*_CAPITALS, *_SMALL)}
ATTRIBUTES = frozenset(
    [
        "name",
        "file",
        "type",
        "prefix",
        "enable",
        "circular",
        "render",
        "scale",
        "group",
        "link",
        "pos",
        "radius",
        "mimic",
        "mimic_pos",
        "mimic_vel",
        "mimic_accel",
        "scalegeometry",
        "skipgeometry",
        "makejoinedlinksadjacent",
    ]
)


def spell_alike(document: Document) -> None:
    """Give the known elements and attributes of a document their usual spelling; others keep theirs."""
    for element in document.root.iter():
        if "}" not in element.tag:
            element.tag = TAGS.get(element.tag.lower(), element.tag)
        odd = [name for name in element.attributes if name.lower() != name and name.lower() in ATTRIBUTES]
        for name in odd:
            if name.lower() not in element.attributes:
                element.attributes[name.lower()] = element.attributes.pop(name)
