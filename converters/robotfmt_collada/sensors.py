"""Sensors: entries of a library, attached to links (the extension text, "sensor" and "attach_sensor")."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import written
from robotfmt.documents.xml import Node, make
from robotfmt.model import Camera, Robot, Sensor, StereoCamera
from robotfmt.model.record import replace

from .body import Body, Ids
from .cameras import write_url
from .extension import PROFILE, find_extra, make_extra
from .information import read_inner_interface, write_inner_interface
from .library import SENSORS, claim_library, instanced, model_of, write_attached, write_model
from .parameters import read_awkward, read_parameters, write_awkward, write_parameters
from .sensor_data import (
    read_data,
    tags_of,
    type_of,
    with_placeless,
    write_data,
    write_placeless_data,
)
from .transforms import read_pose, write_pose
from .values import claim_extra, first, name_of, technique_of

_COMMON = ("interface_type", "hardware_id")


def read_sensors(body: Body, extras: Iterable[Element]) -> tuple[Sensor, ...]:
    """Read every ``attach_sensor`` among some extras, each with its entry of the document's library."""
    claim_library(body, SENSORS)
    entries: dict[Element | None, Sensor] = {None: Sensor(name="", type="")}
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
        names.setdefault(entry.peek("id") if entry is not None else None, name)
    return tuple(_renamed(sensor, names) for sensor in found.values())


def _read_attached(
    body: Body, extra: Element, technique: Element, entry: Element | None, sensor: Sensor
) -> Sensor:
    own = technique_of(extra, PROFILE)
    if own is not None:
        own.attribute("profile")
    frame = first(technique, "frame_origin")
    return replace(
        sensor,
        origin=extra.origin,
        link=_read_link(body, frame) if frame is not None else None,
        pose=read_pose(frame, body.index.unit(frame)) if frame is not None else None,
        joint=_read_joint(body, own) if own is not None else None,
        model=model_of(entry, own),
    )


def _read_link(body: Body, frame: Element) -> str | None:
    draft = body.link(frame.take().peek("link"), frame, "link")
    if draft is None:
        return None
    frame.attribute("link")
    return draft.name


def _read_joint(body: Body, own: Element) -> str | None:
    bind = first(own, "bind_joint")
    draft = body.joint(bind.peek("joint"), bind, "joint") if bind is not None else None
    if bind is None or draft is None:
        return None
    bind.attribute("joint")
    return draft.joint.name


def _read_entry(body: Body, entry: Element) -> Sensor:
    kind = entry.attribute("type") or ""
    hardware = first(entry, "hardware_id")
    sensor = Sensor(
        origin=entry.origin,
        name="",
        type=kind,
        data=read_data(body, entry, kind),
        parameters=tuple(read_parameters(entry, (*tags_of(kind), *_COMMON))),
        interface=read_inner_interface(entry),
        hardware_id=hardware.take_text() if hardware is not None else None,
    )
    own = find_extra(entry, "sensor")
    return _with_own(sensor, own) if own is not None else sensor


def _with_own(sensor: Sensor, own: Element) -> Sensor:
    """The sensor with what robotfmt's technique adds."""
    kind, rate = first(own, "type"), first(own, "update_rate")
    return replace(
        sensor,
        type=kind.take_text() if kind is not None else sensor.type,
        update_rate=rate.text_number() if rate is not None else None,
        data=with_placeless(sensor.data, own),
        parameters=(*sensor.parameters, *read_awkward(own)),
    )


def _renamed(sensor: Sensor, names: dict[str | None, str]) -> Sensor:
    """The sensor whose references to attached sensors are names, no longer ids of entries."""
    data = sensor.data
    if isinstance(data, Camera) and data.references:
        data = replace(data, references=tuple(names.get(each, each) for each in data.references))
    elif isinstance(data, StereoCamera):
        cameras = (replace(each, sensor=names.get(each.sensor, each.sensor)) for each in data.cameras)
        data = replace(data, cameras=tuple(cameras))
    return replace(sensor, data=data) if data is not sensor.data else sensor


# Writing


def write_sensors(robot: Robot, ids: Ids) -> tuple[list[Node], list[Node]]:
    """The entries of the library, and the extras that attach them.

    Ids are taken by the models of the sensors; this comes before what takes any id.
    """
    ids.free(SENSORS)
    kinds: dict[Sensor, str] = {}
    for sensor in robot.sensors:
        kind = _kind(sensor)
        if kind not in kinds and kind != Sensor(name=kind.name, type=""):
            kinds[kind] = ids.free(sensor.model or sensor.name)
    written_as = {sensor.name: kinds.get(_kind(sensor)) for sensor in reversed(robot.sensors)}

    def address(reference: str) -> str:
        return write_url(written_as.get(reference) or reference)

    entries = [_write_entry(kind, name, address) for kind, name in kinds.items()]
    return entries, [_write_attached(sensor, kinds.get(_kind(sensor)), ids) for sensor in robot.sensors]


def _kind(sensor: Sensor) -> Sensor:
    """What instances of one entry have in common; a sensor without a model shares its entry with none."""
    name = sensor.name if sensor.model is None else ""
    return replace(sensor, name=name, link=None, pose=None, joint=None)


def _write_entry(sensor: Sensor, name: str, address: Callable[[str], str]) -> Node:
    kind = type_of(sensor.data, sensor.type)
    known = (*tags_of(kind), *_COMMON)
    hardware = make("hardware_id", text=sensor.hardware_id) if sensor.hardware_id is not None else None
    return make(
        "sensor",
        {"type": kind, "id": name},
        *write_data(sensor.data, address),
        *write_parameters(sensor.parameters, known),
        write_inner_interface(sensor.interface),
        hardware,
        make_extra("sensor", *_write_own(sensor, kind, known)),
    )


def _write_own(sensor: Sensor, kind: str, known: tuple[str, ...]) -> list[Node | None]:
    rate = sensor.update_rate
    return [
        make("type", text=sensor.type) if kind != sensor.type else None,
        make("update_rate", text=written(rate)) if rate is not None else None,
        *write_placeless_data(sensor.data),
        *write_awkward(sensor.parameters, known),
    ]


def _write_attached(sensor: Sensor, entry: str | None, ids: Ids) -> Node:
    framed = sensor.link is not None or sensor.pose is not None
    link = ids.link(sensor.link) if sensor.link is not None else None
    joint = ids.joint(sensor.joint) if sensor.joint is not None else None
    openrave = [
        make("instance_sensor", {"url": f"#{entry}"}) if entry is not None else None,
        make("frame_origin", {"link": link}, *write_pose(sensor.pose)) if framed else None,
    ]
    own = [
        write_model(sensor.model, entry),
        make("bind_joint", {"joint": joint}) if joint is not None else None,
    ]
    return write_attached("sensor", sensor.name, openrave, own)
