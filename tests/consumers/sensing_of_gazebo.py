"""The cameras, sensors, lights and plugins of SDF as libsdformat prints it, and of the Gazebo blocks of a URDF.

Both are read of documents: libsdformat resolves the poses of sensors, no program here has the blocks of a URDF.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
from lxml import etree

from .difference import Array
from .sensing import Device, by_names
from .turns import of_angles, of_quaternion, posed

_CAMERAS = ("camera", "depth", "depth_camera", "rgbd_camera", "wideanglecamera", "thermal_camera", "multicamera")
_OTHER_WORDS = {"force_torque": "force_torque", "imu": "imu", "magnetometer": "magnetometer", "contact": "contact"}


def cameras_of_sdf(links: Mapping[str, tuple[Element, Mapping[str, Any]]]) -> dict[str, Device]:
    """Return the sensors that are cameras, by their names."""
    return by_names((name, each) for name, each in _sensors(links) if each.kind == "camera")


def sensors_of_sdf(links: Mapping[str, tuple[Element, Mapping[str, Any]]]) -> dict[str, Device]:
    """Return the other sensors of links, by their names."""
    return by_names((name, each) for name, each in _sensors(links) if each.kind != "camera")


def _sensors(links: Mapping[str, tuple[Element, Mapping[str, Any]]]) -> Iterator[tuple[str, Device]]:
    for link, (element, reading) in links.items():
        for sensor, each in zip(element.findall("sensor"), reading["sensors"], strict=True):
            pose = posed(each["pose"]["xyz"], of_quaternion(each["pose"]["wxyz"]))
            yield each["name"], _device(sensor, link, pose)


def of_joint(sensor: Any, child: str) -> Device:
    """Return a sensor of a joint as one of the link that this moves, at a place that is not compared."""
    kind: str = sensor.get("type") or ""
    return Device(_OTHER_WORDS.get(kind, kind), child)


def _device(sensor: Any, link: str, pose: Array) -> Device:
    kind: str = sensor.get("type") or ""
    camera = sensor.find("camera")
    if kind not in _CAMERAS or camera is None:
        return Device(_OTHER_WORDS.get(kind, kind), link, pose)
    own = camera.findtext("pose")
    if own is not None and camera.find("pose").get("relative_to") is None:
        numbers = [float(each) for each in own.split()]
        pose = pose @ posed(numbers[:3], of_angles(numbers[3:6]))
    return Device("camera", link, pose, _view(camera))


def _view(camera: Any) -> float | None:
    """Return the vertical field of view: SDF gives the horizontal one."""
    width, height = (float(camera.findtext(f"image/{each}") or default) for each, default in _IMAGE.items())
    across = float(camera.findtext("horizontal_fov") or 1.047)
    return float(2 * np.arctan(np.tan(across / 2) * height / width)) if width and across < np.pi else None


_IMAGE = {"width": 320, "height": 240}
"""The pixels of an image that gives none."""


def lights_of_sdf(document: Element, links: Mapping[str, tuple[Element, Mapping[str, Any]]]) -> dict[str, Device]:
    """Return the lights of links and of the world."""
    of_world = [(each, None) for each in document.findall("world/light")]
    of_links = [(each, link) for link, (element, _) in links.items() for each in element.findall("light")]
    return by_names((each.get("name", ""), _light(each, link)) for each, link in (*of_world, *of_links))


def _light(light: Any, link: str | None) -> Device:
    """Return a light where SDF has it: with a pose in its link or the world, and a direction in itself."""
    kind: str = light.get("type") or ""
    pose = light.find("pose")
    if pose is not None and pose.get("relative_to"):
        return Device(kind, link)
    numbers = [float(each) for each in (light.findtext("pose") or "0 0 0 0 0 0").split()]
    beam = np.array([float(each) for each in (light.findtext("direction") or "0 0 -1").split()])
    turned = of_angles(numbers[3:6]) @ (beam / np.linalg.norm(beam))
    at = None if kind == "directional" else np.array(numbers[:3])
    return Device(kind, link, at=at, beam=None if kind == "point" else turned)


def plugins_of(document: Any) -> dict[str, int]:
    """Return how often a plugin of each name is in a document; those of ros2_control have no file."""
    plugins = (each for each in document.iter("plugin") if each.get("filename") is not None)
    return dict(Counter(each.get("name") or each.get("filename") for each in plugins))


def sensors_of_urdf(path: Path) -> dict[str, Device]:
    """Return the sensors of Gazebo blocks that refer to links or joints, cameras among them."""
    return by_names(_sensors_of_urdf(path))


def _sensors_of_urdf(path: Path) -> Iterator[tuple[str, Device]]:
    root = etree.parse(path).getroot()
    ends = ((each.get("name", ""), each.find("child")) for each in root.findall("joint"))
    children = {name: end.get("link", "") for name, end in ends if end is not None}
    for block in root.findall("gazebo"):
        for sensor in block.findall("sensor") if block.get("reference") else ():
            if block.get("reference", "") in children:
                yield sensor.get("name", ""), of_joint(sensor, children[block.get("reference", "")])
                continue
            text = sensor.findtext("pose") or sensor.findtext("origin") or "0 0 0 0 0 0"
            numbers = [float(each) for each in text.split()]
            pose = posed(numbers[:3], of_angles(numbers[3:6]))
            yield sensor.get("name", ""), _device(sensor, block.get("reference", ""), pose)


def lights_of_urdf(path: Path) -> dict[str, Device]:
    """Return the lights of Gazebo blocks that refer to links."""
    blocks = etree.parse(path).getroot().findall("gazebo")
    return by_names(
        (each.get("name", ""), _light(each, block.get("reference")))
        for block in blocks
        for each in block.findall("light")
    )
