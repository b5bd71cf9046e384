"""The choices of a document that the model does not keep, for writing it in the same way."""

from __future__ import annotations

from robotfmt.model import Layout
from robotfmt.model.record import field


class MjcfLayout(Layout):
    """The order of a document, and values whose form differs from the model's."""

    main: str = ""
    """The path of the document."""
    degrees: bool = False
    """Whether its angles are in degrees."""
    eulerseq: str | None = None
    autolimits: bool = True
    inertia: str = "false"
    """Whether MuJoCo computes masses from geoms: used where the mass is unknown."""
    meshdir: str = ""
    texturedir: str = ""
    references: dict[str, float] = field(default_factory=dict)
    """Of joints: the value at which they have the given pose, in radians or metres."""
    marks: dict[str, str] = field(default_factory=dict)
    """Of links: what their geoms are for, in order."""
    names: dict[str, str] = field(default_factory=dict)
    """Of frames and sensors that have another name in the model: what they are called in the document."""
    meshes: dict[str, str] = field(default_factory=dict)
    """Of files with a scale: the name of the asset."""
    classes: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """The elements in ``<default>`` by their places: the place that each is in, its tag, and its class."""
    free: dict[str, bool] = field(default_factory=dict)
    """Of joints that float: True for a ``<freejoint>``."""


def mesh_key(uri: str | None, scale: tuple[float, float, float] | None) -> str:
    """Return the key of a mesh among the assets."""
    return f"{uri} {scale}"
