"""Sensors of all kinds with anything in their fields, made up by chance from the annotations of these.

Hypothesis takes seconds to make one of them; chance with a seed takes a millisecond.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from robotfmt import model
from robotfmt.model import Camera, Parameter, Pose, Quaternion, Rpy, Sensor, SensorData, StereoCamera, View
from robotfmt.model.record import Record, replace

TYPES = [
    "camera",
    "depth",
    "gpu_ray",
    "ray",
    "gpu_lidar",
    "navsat",
    "imu",
    "base_imu",
    "base_laser3d",
    "Base_IMU",
    "odd",
]
WORDS = ("a", "b c", "R8G8B8", "plumb_bob", "gaussian", "child", "x/y")
POSES = (
    Pose(),
    Pose((0.1, 0.0, 1.0)),
    Pose((0.0, 0.0, 0.0), Rpy(0.0, 0.3, 1.5707963267948966)),
    Pose(None, Quaternion(0.5, 0.5, 0.7, 0.1)),
)


class Chance:
    """Makes up records, some with much said, some with little."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._silent = self._random.choice((0.2, 0.6, 0.9))

    def sensors(self, links: list[str], joints: list[str]) -> tuple[Sensor, ...]:
        """Some sensors of a robot; two may have one name, and some are at what there is not."""
        return tuple(self._sensor(links, joints) for _ in range(self._random.randint(1, 3)))

    def _sensor(self, links: list[str], joints: list[str]) -> Sensor:
        made: Sensor = self._record(
            Sensor,
            name=self._random.choice(("eye", "", "a 'b'", "x/y")),
            type=self._random.choice((None, *TYPES)),
            link=self._random.choice((None, *links, "nowhere")),
            joint=self._random.choice((None, None, *joints, "nothing")),
        )
        # References are to sensors, and these have no names here that could be referred to.
        if isinstance(made.data, Camera):
            return replace(made, data=replace(made.data, references=()))
        return replace(made, data=StereoCamera()) if isinstance(made.data, StereoCamera) else made

    def _record(self, kind: type[Record], **known: object) -> Any:
        fields = {name: reported for name, reported in kind.field_types.items() if name not in {"origin", *known}}
        return kind(**{name: self._field(reported) for name, reported in fields.items()}, **known)

    def _field(self, annotation: str) -> Any:
        optional = annotation.removesuffix(" | None")
        silent = optional != annotation and self._random.random() < self._silent
        return None if silent else self._value(optional)

    def _value(self, annotation: str) -> Any:
        chance = self._random
        match annotation:
            case "str" | "SensorName":
                return chance.choice(WORDS)
            case "int":
                return chance.randint(0, 2000)
            case "float":
                return chance.choice((0.0, 1.0, 1e-7, chance.uniform(-3, 3)))
            case "bool":
                return chance.choice((True, False))
            case "View":
                return chance.choice(list(View))
            case "Pose":
                return chance.choice(POSES)
            case "Vector3":
                return tuple(chance.random() for _ in range(3))
            case "Matrix3":
                return tuple(self._value("Vector3") for _ in range(3))
            case "InterfaceType":
                return None
            case "SensorData":
                return self._record(chance.choice(get_args(SensorData)))
            case "tuple[Parameter, ...]":
                return (Parameter(name="color", values=(0.5, 1.5)),)
        if annotation.startswith("tuple["):
            inner = annotation[6:-1].split(", ")
            several = inner[:1] * chance.randint(1, 3) if inner[-1] == "..." else inner
            return tuple(map(self._value, several))
        return self._record(getattr(model, annotation))
