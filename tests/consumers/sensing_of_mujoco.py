"""The cameras, sensors and lights of MuJoCo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .difference import NAMELESS, Array
from .sensing import Device
from .turns import of_quaternion, posed

_FORWARD = np.array([[0.0, -1, 0], [0, 0, 1], [-1, 0, 0]])
"""The axes of a device that looks along x, with z up, in those of a camera of MuJoCo: along -z, with y up."""
_KINDS = {
    "accelerometer": "imu",
    "gyro": "imu",
    "force": "force_torque",
    "torque": "force_torque",
    "magnetometer": "magnetometer",
    "touch": "contact",
}
"""What a sensor of MuJoCo is a part of: an IMU is a gyro and an accelerometer at one site."""
_LIGHTS = {"mjLIGHT_SPOT": "spot", "mjLIGHT_DIRECTIONAL": "directional", "mjLIGHT_POINT": "point"}


def cameras_of_mujoco(model: Any) -> dict[str, Device]:
    """Return the cameras, with their vertical fields of view."""
    found = {}
    for each in range(model.ncam):
        turn = of_quaternion(model.cam_quat[each]) @ _FORWARD
        pose, view = posed(model.cam_pos[each], turn), float(np.radians(model.cam_fovy[each]))
        name = model.camera(each).name or f"{NAMELESS}camera_{each}"
        found[name] = Device("camera", _body(model, int(model.cam_bodyid[each])), pose, view)
    return found


def sensors_of_mujoco(mujoco: Any, model: Any) -> dict[str, Device]:
    """Return the sensors of sites that robots have in other formats, one for all quantities of one kind and site."""
    found: dict[str, Device] = {}
    for name, site, device in _of_sites(mujoco, model):
        found.setdefault(name or f"{NAMELESS}{device.kind} at {site}", device)
    return found


def _of_sites(mujoco: Any, model: Any) -> Iterator[tuple[str, str, Device]]:
    known: set[tuple[str, int]] = set()
    for each in range(model.nsensor):
        word = mujoco.mjtSensor(int(model.sensor_type[each])).name.removeprefix("mjSENS_").lower()
        kind = _KINDS.get(word)
        if kind is None or mujoco.mjtObj(int(model.sensor_objtype[each])).name != "mjOBJ_SITE":
            continue
        site = int(model.sensor_objid[each])
        body = _body(model, int(model.site_bodyid[site]))
        if (kind, site) not in known:
            known.add((kind, site))
            yield model.sensor(each).name, model.site(site).name, Device(kind, body, _at(model, site))


def _at(model: Any, site: int) -> Array:
    return posed(model.site_pos[site], of_quaternion(model.site_quat[site]))


def lights_of_mujoco(mujoco: Any, model: Any) -> dict[str, Device]:
    """Return the lights; a directional one has no position, and a point no beam."""
    found = {}
    for each in range(model.nlight):
        kind = _LIGHTS.get(mujoco.mjtLightType(int(model.light_type[each])).name, "other")
        name = model.light(each).name or f"{NAMELESS}light_{each}"
        at = None if kind == "directional" else model.light_pos[each].copy()
        beam = None if kind == "point" else model.light_dir[each] / np.linalg.norm(model.light_dir[each])
        found[name] = Device(kind, _body(model, int(model.light_bodyid[each])), at=at, beam=beam)
    return found


def _body(model: Any, body: int) -> str | None:
    return model.body(body).name if body else None
