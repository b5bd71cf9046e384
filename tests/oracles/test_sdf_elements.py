"""Every element and attribute of SDF 1.4 to 1.12 is still there when a document is written again."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from real import CORPUS, some

import robotfmt_sdf
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings, format_context
from robotfmt_sdf import FORMAT

TABLE = CORPUS.parent / "specs" / "sdf-elements.tsv"
VALUES = {
    "bool": "true",
    "double": "0.5",
    "float": "0.5",
    "int": "3",
    "unsigned int": "3",
    "unsigned_int": "3",
    "vector2d": "0.5 0.25",
    "vector2i": "3 4",
    "vector3": "0.5 0.25 1",
    "pose": "0.5 0.25 1 0.1 0.2 0.3",
    "color": "0.5 0.25 1 1",
    "time": "3 4",
}
NUMBERS = ("/metalness", "/roughness")
"""The ends of paths of numbers whose type is string."""
TYPES = {"joint": "revolute", "sensor": "camera", "light": "point"}
ENDS = {"parent": "a", "child": "b"}
NAMED = (
    "world",
    "model",
    "link",
    "joint",
    "visual",
    "collision",
    "sensor",
    "frame",
    "plugin",
    "light",
    "camera",
)
MEASURING = (
    *("altimeter", "air_pressure", "air_speed", "contact", "force_torque", "imu", "lidar", "logical_camera"),
    *("magnetometer", "navsat", "gps", "ray", "rfid", "rfidtag", "sonar", "transceiver"),
)
ELSEWHERE = {
    "@frame": "the frame of a pose, which is relative_to since SDF 1.7",
    "@degrees": "poses are radians unless they were read in degrees",
    "use_parent_model_frame": "expressed_in since SDF 1.7",
    "@placement_frame": "needs a frame of this name",
    "@relative_to": "needs a frame of this name",
    "@attached_to": "needs a link of this name",
    "@expressed_in": "needs a frame of this name",
    "@canonical_link": "needs a link of this name",
    "joint/parent": "needs a link of this name",
    "joint/child": "needs a link of this name",
    "/include": "what includes refer to has to be there",
    "ode/provide_feedback": "stands in physics since SDF 1.7",
    "axis/mimic/reference": "a part of the offset",
}
"""Ends and parts of paths that other tests are about, and why."""

INNER = re.compile(r"/(model|actor)/.*/(model|actor)/|world/(model|actor)/")
"""Models in models and in worlds, which have the same elements."""

pytestmark = pytest.mark.skipif(not TABLE.exists(), reason="the table of SDF's elements is not here")


def number(version: str) -> tuple[int, ...]:
    """A version as numbers."""
    return tuple(map(int, version.split(".")))


def paths() -> list[tuple[str, str, str]]:
    """The paths of models and worlds, each with the version in which it is tried and the type of its value."""
    found = []
    rows = TABLE.read_text(encoding="utf-8").splitlines()[1:] if TABLE.exists() else []
    for row in rows:
        path, since, until, facts = row.split("\t")
        first, last = max(number(since), (1, 4)), number(until) if until else (1, 12)
        own = path.startswith(("/model/", "/world/")) and not re.search(
            r"/(model|actor)/.*/(model|actor)/|world/(model|actor)/", path
        )
        if own and "*" not in path and last >= (1, 4) and not any(part in path for part in ELSEWHERE):
            types = re.findall(r"type=([\w ]*?) default", facts)
            found.append((path, ".".join(map(str, first)), types[-1] if types else ""))
    return some(found, 3)


def document(path: str, version: str, kind: str) -> str:
    """A document that says one thing."""
    value = VALUES.get("double" if path.endswith(NUMBERS) else kind, "word")
    steps = path.strip("/").split("/")
    last = steps.pop() if steps[-1].startswith("@") else None
    inner = "" if last is not None or not kind else value
    for index in range(len(steps) - 1, -1, -1):
        inner = _wrapped(steps, index, inner, last, value)
    if steps[0] == "world":
        inner = re.sub("^<world[^>]*>", lambda match: f'{match[0]}<model name="m"><link name="l"/></model>', inner)
    return f'<sdf version="{version}">{inner}</sdf>'


def _wrapped(steps: list[str], index: int, inner: str, last: str | None, value: str) -> str:
    tag, below = steps[index], steps[index + 1] if index + 1 < len(steps) else ""
    attributes = {"name": "name"} if tag in NAMED else {}
    if tag in TYPES:
        attributes["type"] = below if below in MEASURING else TYPES[tag]
    if tag == "mimic":
        attributes |= {"joint": "lead", "axis": "axis"}
    if last is not None and index == len(steps) - 1:
        attributes[last[1:]] = "other" if last == "@name" else attributes.get(last[1:], value)
    said = "".join(f' {name}="{each}"' for name, each in attributes.items())
    before = '<link name="a"/><link name="b"/>' if tag == "model" else ""
    if tag == "joint":
        before = "".join(f"<{end}>{link}</{end}>" for end, link in ENDS.items() if end != below)
    return f"<{tag}{said}>{before}{inner}</{tag}>"


NAME = "document.sdf"


def context(text: str, version: str) -> Context:
    """What reader and writer are given."""
    settings = Settings()
    settings.assets.provide(NAME, text.encode())
    return format_context(FORMAT, settings, Report(), NAME, version)


def read(text: str, version: str = "1.11") -> Robot:
    """The robot of a document."""
    assert FORMAT.read is not None
    return FORMAT.read(Source(NAME, text.encode()), None, context(text, version).having(robot=None))


def written(robot: Robot, text: str, version: str = "1.11") -> str:
    """A robot that was read of a document, written again."""
    assert FORMAT.adapt is not None and FORMAT.write is not None
    given = context(text, version)
    return FORMAT.write(FORMAT.adapt(robot, given), given)[NAME].decode()


def bare(text: str, version: str = "1.11") -> str:
    """The document of the bare robot: without extensions and layouts."""
    return written(replace(read(text, version), extensions=(), layouts=()), text, version)


def values_at(text: str, path: str) -> list[str]:
    """What a document says at a path."""
    *steps, last = path.strip("/").split("/")
    attribute = last[1:] if last.startswith("@") else None
    steps = steps if attribute is not None else [*steps, last]
    found = [ElementTree.fromstring(text)]
    for step in steps:
        found = [child for each in found for child in each if child.tag == step]
    return [(each.get(attribute) or "" if attribute is not None else each.text or "").strip() for each in found]


def moved(path: str) -> str:
    """Return where SDF 1.11 has what is at a path: the noise of an IMU is one for each axis since 1.5."""
    axes = {"accel": "linear_acceleration", "rate": "angular_velocity"}
    return re.sub(r"/imu/noise/(accel|rate)/", lambda match: f"/imu/{axes[match[1]]}/x/noise/", path)


MAPPING = Path(robotfmt_sdf.__file__).parent / "MAPPING.md"


def fields() -> set[str]:
    """The paths that MAPPING.md lists as fields of the robot."""
    block = MAPPING.read_text(encoding="utf-8").partition("## Paths")[2].partition("```text\n")[2].partition("```")[0]
    noise, *lines = block.strip().splitlines()
    found = set()
    for line in lines:
        path, _, names = line.partition(": ")
        for name in names.replace("NOISE", noise.partition(" = ")[2]).split():
            found |= {f"/{path}/{name}".replace("*", each) for each in ("link", "joint")}
    return found


def test_no_path_is_lost_and_those_of_fields_are_those_that_are_listed() -> None:
    lost, kept, tried = [], set(), paths()
    assert len(tried) > 1000
    for path, version, kind in tried:
        text = document(path, version, kind)
        before, robot = values_at(text, path), read(text)
        new = written(robot, text)
        after = values_at(new, path) or values_at(new, moved(path))
        if not before or not set(before) <= set(after):
            lost.append(f"{path} ({version}, {kind}): {before} -> {after}")
        if path.startswith("/model/"):
            alone = written(replace(robot, extensions=(), layouts=()), text)
            kept |= {path} if set(before) <= set(values_at(alone, path) or values_at(alone, moved(path))) else set()
    assert lost == []
    assert len(kept) > 200
    assert kept == fields() & {path for path, _, _ in tried}


def test_fields_survive_other_versions() -> None:
    lost, listed = [], fields()
    for path, version, kind in (each for each in paths() if each[0] in listed):
        old = bare(document(path, version, kind), "1.7")
        back = bare(bare(old, "1.11"), "1.7")
        if not set(values_at(old, path)) <= set(values_at(back, path)):
            lost.append(path)
    assert lost == []
