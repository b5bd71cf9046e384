"""Pictures of robots, with numpy alone: no display, no graphics card, deterministic output.

Imports ``surfaces``, ``spheres`` and below; the viewer uses its named poses, and the verb ``render`` uses it.
"""

from __future__ import annotations

from ..kinematics.joint_values import configurations
from .camera import Camera, View, view
from .figure import draw_figure
from .picture import Picture, draw, png_bytes, render, sampled, write_png
from .scene import SHOWN, Scene, make_scene

__all__ = [
    "SHOWN",
    "Camera",
    "Picture",
    "Scene",
    "View",
    "configurations",
    "draw",
    "draw_figure",
    "make_scene",
    "png_bytes",
    "render",
    "sampled",
    "view",
    "write_png",
]


def __dir__() -> list[str]:
    return __all__
