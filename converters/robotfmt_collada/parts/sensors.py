"""Sensors: entries of a library, attached to links (the extension text, "sensor" and "attach_sensor")."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.kinematics.frames import viewed
from robotfmt.model import Camera, Robot, Sensor, StereoCamera, View
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name
from robotfmt.words.elements import read_parts, written_parts

from ..document.transforms import read_pose, write_pose
from ..document.values import claim_extra, first, name_of, technique_of
from ..words import MAKER
from .body import Body, Ids
from .cameras import write_url
from .information import read_inner_interface, write_inner_interface
from .libraries import SENSORS, claim_library, instanced, model_of, write_attached
from .parameters import read_parameters, write_parameters
from .sensor_data import (
    read_data,
    tags_of,
    type_of,
    word_of,
    write_data,
)

_COMMON = ("interface_type", "hardware_id")
_REFERENCE = "reference_attach_sensor"


def read_sensors(body: Body, extras: Iterable[Element]) -> tuple[Sensor, ...]:
    """Read every ``attach_sensor`` among some extras, each with its entry of the document's library."""
    claim_library(body, SENSORS)
    entries: dict[Element | None, Sensor] = {None: Sensor(name="")}
    found: dict[str, Sensor] = {}
    names: dict[str | None, str] = {}
    for extra in extras:
        technique = technique_of(extra) if extra.peek("type") == "attach_sensor" else None
        if technique is None:
            continue
        claim_extra(extra, technique)
        name = name_of(extra, "sensor", found)
        entry = instanced(body, technique, "sensor")
        if entry is not None and entry not in entries:
            entries[entry] = _read_entry(body, entry)
        found[name] = _read_attached(body, extra, technique, entry, replace(entries[entry], name=name))
        names.setdefault(entry.peek("id") if entry is not None else None, found[name].name)
    return tuple(_renamed(sensor, names) for sensor in found.values())


def _read_attached(body: Body, extra: Element, technique: Element, entry: Element | None, sensor: Sensor) -> Sensor:
    frame = first(technique, "frame_origin")
    return replace(
        sensor,
        origin=extra.origin,
        link=_read_link(body, frame) if frame is not None else None,
        pose=read_pose(frame, body.index.unit(frame)) if frame is not None else None,
        model=model_of(entry, sensor.name),
        reference=_read_reference(technique),
        **read_parts(technique, MAKER),
    )


def _read_reference(technique: Element) -> str | None:
    element = first(technique, _REFERENCE)
    return (element.attribute("name") or None) if element is not None else None


def _read_link(body: Body, frame: Element) -> str | None:
    draft = body.link(frame.take().peek("link"), frame, "link")
    if draft is None:
        return None
    frame.attribute("link")
    return draft.name


def _read_entry(body: Body, entry: Element) -> Sensor:
    word = entry.attribute("type") or ""
    hardware = first(entry, "hardware_id")
    data = read_data(body, entry, word)
    return Sensor(
        origin=entry.origin,
        name="",
        data=data,
        type=type_of(word, data),
        parameters=tuple(read_parameters(entry, known_of(word))),
        interface=read_inner_interface(entry),
        hardware_id=hardware.take_text() if hardware is not None else None,
    )


def known_of(word: str) -> tuple[str, ...]:
    """Return the children of an entry of a type that are no parameters."""
    return (*tags_of(word), *_COMMON)


def _renamed(sensor: Sensor, names: dict[str | None, str]) -> Sensor:
    """Return the sensor with references to attached sensors by name, instead of by the ids of entries."""
    data = sensor.data
    if isinstance(data, Camera) and data.references:
        data = replace(data, references=tuple(names.get(each, each) for each in data.references))
    elif isinstance(data, StereoCamera):
        cameras = (replace(each, sensor=names.get(each.sensor, each.sensor)) for each in data.cameras)
        data = replace(data, cameras=tuple(cameras))
    return replace(sensor, data=data) if data is not sensor.data else sensor


# Writing


def write_sensors(robot: Robot, ids: Ids) -> tuple[list[Node], list[Node]]:
    """Return the entries of the library, and the extras that attach them.

    Call it before anything else takes ids: ids are taken by the models of the sensors.
    """
    ids.free(SENSORS)
    sensors = [viewed(each, View.OPTICAL) for each in robot.sensors]
    kinds: dict[Sensor, str] = {}
    for sensor in sensors:
        kind = _kind(sensor)
        if kind not in kinds and kind != Sensor(name=kind.name):
            kinds[kind] = ids.free(sensor.model or sensor.name or "sensor")
    written_as = {sensor.name: kinds.get(_kind(sensor)) for sensor in reversed(sensors)}

    def address(reference: str) -> str:
        return write_url(written_as.get(reference) or reference)

    entries = [_write_entry(kind, name, address) for kind, name in kinds.items()]
    attached: dict[str, Node] = {}
    for sensor in sensors:
        name = free_name(sensor.name or "sensor", attached)
        attached[name] = _write_attached(sensor, name, kinds.get(_kind(sensor)), ids)
    return entries, list(attached.values())


def _kind(sensor: Sensor) -> Sensor:
    """Return the key that instances of one entry share; a sensor without a model has an entry of its own."""
    name = sensor.name if sensor.model is None else ""
    return replace(sensor, name=name, link=None, pose=None, joint=None, reference=None, maker=None, product=None)


def _write_entry(sensor: Sensor, name: str, address: Callable[[str], str]) -> Node:
    word = word_of(sensor)
    known = known_of(word)
    hardware = make("hardware_id", text=sensor.hardware_id) if sensor.hardware_id is not None else None
    return make(
        "sensor",
        {"type": word, "id": name, "name": sensor.model},
        *write_data(sensor.data, address),
        *write_parameters(sensor.parameters, known),
        write_inner_interface(sensor.interface),
        hardware,
    )


def _write_attached(sensor: Sensor, name: str, entry: str | None, ids: Ids) -> Node:
    link = ids.link(sensor.link) if sensor.link in ids.links else None
    framed = link is not None or sensor.pose is not None
    content = [
        make("instance_sensor", {"url": f"#{entry}"}) if entry is not None else None,
        make("frame_origin", {"link": link}, *write_pose(sensor.pose)) if framed else None,
        make(_REFERENCE, {"name": sensor.reference}) if sensor.reference is not None else None,
        *written_parts(sensor, MAKER),
    ]
    return write_attached("sensor", name, content)
