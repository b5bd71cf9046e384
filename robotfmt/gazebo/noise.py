"""Noise of sensors in Gazebo: its type in an attribute or an element, for each axis or for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..documents.xml.element import Element
from ..documents.xml.nodes import Node
from ..documents.xml.parts import NUMBER, WORD, One, Part, Table
from ..model import AxisNoise, Imu, Noise
from ..model.record import replace

_BIASED = ("mean", "stddev", "bias_mean", "bias_stddev")
_NUMBERS: tuple[Part, ...] = tuple(
    One(name, name, NUMBER) for name in (*_BIASED, "dynamic_bias_stddev", "dynamic_bias_correlation_time", "precision")
)
NOISE = Table(Noise, (One("@type", "type", WORD), *_NUMBERS))
"""The noise of ``noise.sdf``."""
NOISE_OF_SAMPLES = Table(Noise, (One("type", "type", WORD), *_NUMBERS))
"""The noise of cameras and lasers."""
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
        """See :class:`robotfmt.documents.xml.parts.Part`."""
        found: dict[str, Any] = {}
        for axis in self._axes:
            found |= axis.read(element)
        return {self.field: AxisNoise(origin=element.origin, **found)} if found else {}

    def write(self, node: Node, record: object) -> None:
        """See :class:`robotfmt.documents.xml.parts.Part`."""
        noise = getattr(record, self.field)
        if noise is not None:
            for axis in self._axes:
                axis.write(node, _about_each(noise))


class ImuNoise:
    """An IMU's noises: since SDF 1.5 for each axis, before that one for all rotations and one for all accelerations.

    Documents have either or both; the values of an axis take precedence.
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
        """See :class:`robotfmt.documents.xml.parts.Part`."""
        found: dict[str, Any] = {}
        for part in self._of_axes:
            found |= part.read(element)
        old = [(field, each) for field, part in self._of_all for each in part.read(element).values()]
        kind = self._type.read(element) if old else {}
        for field, each in old:
            noise = found.get(field, AxisNoise(origin=element.origin))
            found[field] = replace(noise, each=replace(each, **kind))
        return found

    def write(self, node: Node, record: Any) -> None:
        """See :class:`robotfmt.documents.xml.parts.Part`."""
        if _is_of_all(record):
            self._write_of_all(node, record)
            own = {field: _own(getattr(record, field)) for field, _ in self._of_all}
            record = replace(record, **own)
        for part in self._of_axes:
            part.write(node, record)

    def _write_of_all(self, node: Node, record: Imu) -> None:
        each = [noise.each for noise in _noises(record) if noise.each is not None]
        self._type.write(node, each[0])
        for field, part in self._of_all:
            noise = getattr(record, field)
            if noise is not None:
                part.write(node, noise)


def _is_of_all(imu: Imu) -> bool:
    """Return True if the old elements can express the noise of all axes: the same type for all, and few numbers."""
    each = [noise.each for noise in _noises(imu) if noise.each is not None]
    plain = [Noise(**{name: getattr(it, name) for name in ("type", *_BIASED)}) for it in each]
    numbered = all(replace(it, type=None) != Noise() for it in each)
    return bool(each) and plain == each and numbered and len({it.type for it in each}) == 1


def _noises(imu: Imu) -> list[AxisNoise]:
    noises = (imu.angular_velocity_noise, imu.linear_acceleration_noise)
    return [noise for noise in noises if noise is not None]


def _own(noise: AxisNoise | None) -> AxisNoise | None:
    return replace(noise, each=None) if noise is not None else None


def _about_each(noise: AxisNoise) -> AxisNoise:
    """Return the noise with separate values for each axis."""
    return AxisNoise(x=noise.x or noise.each, y=noise.y or noise.each, z=noise.z or noise.each)
