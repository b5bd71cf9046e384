"""The data of sensors in urdfdom's form: in attributes."""

from __future__ import annotations

from robotfmt.documents.xml.parts import NUMBER, WHOLE, WORD, One
from robotfmt.gazebo.sensor_data import Kind
from robotfmt.model import Camera, Laser

ATTRIBUTED = (
    Kind(
        Camera,
        Camera,
        "camera",
        (
            One("image@width", "width", WHOLE),
            One("image@height", "height", WHOLE),
            One("image@format", "pixel_format", WORD),
            One("image@hfov", "horizontal_fov", NUMBER),
            One("image@near", "near", NUMBER),
            One("image@far", "far", NUMBER),
        ),
        (),
    ),
    Kind(
        Laser,
        Laser,
        "ray",
        (
            One("horizontal@samples", "samples", WHOLE),
            One("horizontal@resolution", "resolution", NUMBER),
            One("horizontal@min_angle", "min_angle", NUMBER),
            One("horizontal@max_angle", "max_angle", NUMBER),
            One("vertical@samples", "vertical_samples", WHOLE),
            One("vertical@resolution", "vertical_resolution", NUMBER),
            One("vertical@min_angle", "vertical_min_angle", NUMBER),
            One("vertical@max_angle", "vertical_max_angle", NUMBER),
        ),
        (),
    ),
)
"""urdfdom's sensors, whose type is the name of the child element."""
