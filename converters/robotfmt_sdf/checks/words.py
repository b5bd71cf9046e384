"""Checks of elements that Gazebo does not read at their place or under their name, as found in real documents."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element

from ..codes import MISSPELT

_RIGHT = {
    ("air_pressure", "noise"): "<air_pressure><pressure><noise>",
    ("ode", "mu1"): "<mu>",
    ("sensor", "alwaysOn"): "<always_on>",
    ("sensor", "updateRate"): "<update_rate>",
    ("sensor", "enable_orientation"): "<imu><enable_orientation>",
    ("sensor", "gz_frame_id"): "<frame_id> (SDF 1.12)",
    ("sensor", "ignition_frame_id"): "<frame_id> (SDF 1.12)",
    ("geometry", "surface"): "<surface> next to <geometry>",
    ("geometry", "material"): "<material> next to <geometry>, in a <visual>",
    ("collision", "material"): "<material> in a <visual>",
    ("mesh", "filename"): "<uri>",
}
"""The spelling of SDF, by the parent and the name of an element."""


def check_words(element: Element) -> None:
    """Report children that SDF does not have in an element."""
    for child in element.children:
        right = _RIGHT.get((element.tag, child.tag))
        if right is not None:
            child.report(
                MISSPELT, f"<{child.tag}> in <{element.tag}> is not an element of SDF; expected {right}"
            )
