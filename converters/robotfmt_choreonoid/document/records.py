"""What a body gives in another form than the model: records with the numbers as they are in a document."""

from __future__ import annotations

from robotfmt.model import Rgba, Vector3
from robotfmt.model.record import Record
from robotfmt.model.vectors import Matrix3


class Mass(Record):
    """The mass of a link or of a node, with its centre and its inertia."""

    mass: float | None = None
    center: Vector3 | None = None
    inertia: Matrix3 | None = None


class Paint(Record):
    """A material whose ambient colour is a share of the diffuse one, and whose opacity is separate from it."""

    diffuse: Rgba | None = None
    ambient: float | None = None
    specular: Rgba | None = None
    emission: Rgba | None = None
    shininess: float | None = None
    transparency: float | None = None


class Scan(Record):
    """The rays of a range sensor, which are centred: angles from the first to the last, and between two of them."""

    yaw: float | None = None
    yaw_step: float | None = None
    pitch: float | None = None
    pitch_step: float | None = None
    near: float | None = None
    far: float | None = None
