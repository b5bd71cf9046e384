"""How a document says things, which the writer of MJCF says in the same way again."""

from __future__ import annotations

from robotfmt.model import Layout
from robotfmt.model.record import field


class Memory(Layout):
    """The order of a document, and what it says in another way than the model."""

    degrees: bool = False
    """Whether its angles are in degrees."""
    eulerseq: str | None = None
    autolimits: bool = True
    inertia: str = "false"
    """Whether MuJoCo is to count the mass of geoms: where ours is not known."""
    meshdir: str = ""
    texturedir: str = ""
    references: dict[str, float] = field(default_factory=dict)
    """Of joints: the value at which they stand as the poses say, in radians or metres."""
    marks: dict[str, str] = field(default_factory=dict)
    """Of links: what their geoms are for, in order."""
    names: dict[str, str] = field(default_factory=dict)
    """Of frames and sensors that have another name in the model: what they are called in the document."""
    meshes: dict[str, str] = field(default_factory=dict)
    """Of files with a scale: the name of the asset."""
    free: dict[str, bool] = field(default_factory=dict)
    """Of joints that float: whether a ``<freejoint>`` says so."""


def mesh_key(uri: str | None, scale: tuple[float, float, float] | None) -> str:
    """Return what tells one mesh among the assets from another."""
    return f"{uri} {scale}"
