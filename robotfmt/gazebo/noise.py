"""Noise of sensors in Gazebo: its type in an attribute or an element, for each axis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..documents.xml.element import Element
from ..documents.xml.nodes import Node
from ..model import AxisNoise, Noise
from ..model.record import replace
from ..words.elements import One, Part, Table, Value, supported
from ..words.notations import NUMBER, WORD

_BIASED = ("mean", "stddev", "bias_mean", "bias_stddev")
_OF_SAMPLES: tuple[tuple[str, Value], ...] = (("type", WORD), ("mean", NUMBER), ("stddev", NUMBER))
_NUMBERS: tuple[Part, ...] = tuple(
    One(name, name, NUMBER) for name in (*_BIASED, "dynamic_bias_stddev", "dynamic_bias_correlation_time", "precision")
)
NOISE = Table(Noise, (One("@type", "type", WORD), *_NUMBERS))
"""The noise of ``noise.sdf``."""
NOISE_OF_SAMPLES = Table(Noise, tuple(One(name, name, kind) for name, kind in _OF_SAMPLES))
"""The noise of cameras and lasers, which has no bias."""
_OF_ALL = Table(Noise, tuple(One(name, name, NUMBER) for name in _BIASED))


@dataclass(frozen=True)
class PerAxis:
    """The noises about x, y and z, each in a separate element."""

    path: str
    field: str

    @cached_property
    def _axes(self) -> tuple[One, ...]:
        return tuple(One(f"{self.path}/{axis}/noise", axis, NOISE) for axis in "xyz")

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        found: dict[str, Any] = {}
        for axis in self._axes:
            found |= axis.read(element)
        return {self.field: AxisNoise(origin=element.origin, **found)} if found else {}

    def write(self, node: Node, record: object) -> None:
        """See :class:`robotfmt.words.elements.Part`."""
        noise = getattr(record, self.field)
        if noise is not None:
            for axis in self._axes:
                axis.write(node, noise)

    def supported(self, record: object) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        noise: AxisNoise | None = getattr(record, self.field)
        if noise is None:
            return {}
        found = supported(noise, self._axes)
        return {self.field: AxisNoise(origin=noise.origin, **found)} if found else {}

    @property
    def words(self) -> dict[str, str]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {self.field: self.path}


class ImuNoise:
    """An IMU's noises, for each axis since SDF 1.5.

    Older documents have one for all rotations and one for all accelerations, which programs of today do not obey: it
    is read as the noise of the axes that have none of their own, and written for each axis.
    """

    _type = One("noise/type", "type", WORD)
    _of_all = (
        ("angular_velocity_noise", One("noise/rate", "each", _OF_ALL)),
        ("linear_acceleration_noise", One("noise/accel", "each", _OF_ALL)),
    )
    _of_axes = (
        PerAxis("angular_velocity", "angular_velocity_noise"),
        PerAxis("linear_acceleration", "linear_acceleration_noise"),
    )

    def read(self, element: Element) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        found: dict[str, Any] = {}
        for part in self._of_axes:
            found |= part.read(element)
        old = [(field, each) for field, part in self._of_all for each in part.read(element).values()]
        kind = self._type.read(element) if old else {}
        for field, each in old:
            found[field] = _with(found.get(field, AxisNoise(origin=element.origin)), replace(each, **kind))
        return found

    def write(self, node: Node, record: Any) -> None:
        """See :class:`robotfmt.words.elements.Part`."""
        for part in self._of_axes:
            part.write(node, record)

    def supported(self, record: Any) -> dict[str, Any]:
        """See :class:`robotfmt.words.elements.Part`."""
        return supported(record, self._of_axes)

    @property
    def words(self) -> dict[str, str]:
        """See :class:`robotfmt.words.elements.Part`."""
        return {part.field: part.path for part in self._of_axes}


def _with(noise: AxisNoise, of_all: Noise) -> AxisNoise:
    """Return noise in which one for all axes is that of those that have none."""
    return replace(noise, x=noise.x or of_all, y=noise.y or of_all, z=noise.z or of_all)
