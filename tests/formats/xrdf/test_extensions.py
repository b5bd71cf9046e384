"""What nobody understands comes back at its place, wherever in a document it stands."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import (
    Mapping,
    Scalar,
    Sequence,
    Value,
    canonical,
    parse_document,
)
from robotfmt.model import Robot
from robotfmt_xrdf import FORMAT

pytestmark = pytest.mark.many
_ATTRIBUTES = {
    "frame_name": "f",
    "parent_frame_name": "p",
    "joint_name": "q",
    "joint_type": "FIXED",
    "fixed_transform": {"position": [1, 2, 3], "orientation": {"w": 1, "xyz": [0, 0, 0]}},
}
DOCUMENT: dict[str, Any] = {
    "format": "xrdf",
    "format_version": 1.0,
    "modifiers": [{"set_base_frame": "b"}, {"add_frame": _ATTRIBUTES}],
    "default_joint_positions": {"j1": 0.5, "j2": 1.5},
    "cspace": {"joint_names": ["j1", "j2"], "acceleration_limits": [1, 2], "jerk_limits": [3, 4]},
    "tool_frames": ["f", "t"],
    "collision": {"geometry": "g", "buffer_distance": {"a": 0.1}},
    "self_collision": {
        "geometry": "g",
        "buffer_distance": {"b": 0.2},
        "ignore": {"a": ["b", "c"], "b": ["c"]},
    },
    "geometry": {
        "g": {"spheres": {"a": [{"center": [0, 0, 1], "radius": 1}, {"center": [0, 0, 2], "radius": 2}]}},
        "h": {"spheres": {"b": [{"center": [0, 0, 1], "radius": -1}]}},
    },
}
SIBLINGS = {**DOCUMENT, "modifiers": [{"add_frame": None, **_ATTRIBUTES}]}
NEW: list[Any] = ["some text", {"k": [1, "two", None], "deep": {"er": True}}, 17, None, ["x"], "", "1e-3"]


def _containers(value: Any, kind: type, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, kind):
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _containers(inner, kind, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _read(data: bytes) -> Robot:
    assert FORMAT.read is not None
    return FORMAT.read(Source("a.xrdf", data), None, Context())


def _write(robot: Robot) -> bytes:
    assert FORMAT.write is not None
    context = Context(output="a.xrdf")
    data = FORMAT.write(robot, context)["a.xrdf"]
    assert len(context.report) == 0
    return data


def _plain(value: Value | None) -> Any:
    """A value with its texts as they stand, so that it can be compared."""
    if isinstance(value, Mapping):
        return {entry.key: _plain(entry.value) for entry in value.entries}
    if isinstance(value, Sequence):
        return [_plain(item) for item in value.items]
    assert isinstance(value, Scalar)
    return canonical(value)


def _tree(data: bytes) -> Any:
    return _plain(parse_document(data, name="a", format="x", report=Context().report).root)


def _survives(document: Any) -> Any:
    """A document's robot is the same after writing and reading; returns the tree that was written."""
    robot = _read(json.dumps(document).encode())
    data = _write(robot)
    again = _read(data)
    assert again == robot
    assert _write(again) == data
    return _tree(data)


@pytest.mark.parametrize("new", NEW, ids=repr)
@pytest.mark.parametrize("path", list(_containers(DOCUMENT, dict)), ids=repr)
def test_an_unknown_key_in_any_mapping(path: tuple[Any, ...], new: Any) -> None:
    document = copy.deepcopy(DOCUMENT)
    _at(document, path)["in/jected"] = new
    robot = _read(json.dumps(document).encode())
    written = _at(_survives(document), path)
    expected = _tree(json.dumps({"x": new}).encode())["x"]
    place = "".join(f"/{step}" for step in path)
    kept = [each for each in robot.extensions if f"{each.place.rstrip('/')}/{each.name}".startswith(f"{place}/in")]
    if kept:
        found = written["in/jected"]
        assert found == expected or expected.items() <= found.items()
    else:
        # A number, a name or nothing at a place for such is no unknown key.
        assert new in (17, None, "some text", "", "1e-3", ["x"]) or path[0] in ("geometry", "self_collision")


@pytest.mark.parametrize("new", NEW, ids=repr)
@pytest.mark.parametrize("path", list(_containers(DOCUMENT, list)), ids=repr)
def test_an_unknown_item_in_any_list(path: tuple[Any, ...], new: Any) -> None:
    for index in range(len(_at(DOCUMENT, path)) + 1):
        document = copy.deepcopy(DOCUMENT)
        _at(document, path).insert(index, new)
        written = _survives(document)
        if isinstance(new, dict | list):
            assert _at(written, path)[index] == _tree(json.dumps({"x": new}).encode())["x"]


@pytest.mark.parametrize("new", NEW, ids=repr)
@pytest.mark.parametrize("path", list(_containers(DOCUMENT, object))[1:], ids=repr)
def test_anything_in_the_place_of_anything(path: tuple[Any, ...], new: Any) -> None:
    if path[0] in ("format", "format_version"):
        return
    document = copy.deepcopy(DOCUMENT)
    _at(document, path[:-1])[path[-1]] = new
    written = _survives(document)
    if isinstance(new, dict) and path[0] not in ("geometry", "collision", "self_collision"):
        assert _at(written, path)["deep"] == {"er": "true"}


@pytest.mark.parametrize("path", list(_containers(DOCUMENT, object))[1:], ids=repr)
def test_anything_may_be_missing(path: tuple[Any, ...]) -> None:
    if path[0] in ("format", "format_version"):
        return
    document = copy.deepcopy(DOCUMENT)
    del _at(document, path[:-1])[path[-1]]
    _survives(document)


@pytest.mark.parametrize("path", list(_containers(SIBLINGS, dict)), ids=repr)
def test_an_unknown_key_among_known_ones(path: tuple[Any, ...]) -> None:
    document = copy.deepcopy(SIBLINGS)
    _at(document, path)["injected"] = {"k": [1, "two"]}
    _survives(document)


def test_unknown_keys_in_every_mapping_survive() -> None:
    document = copy.deepcopy(DOCUMENT)
    for path in list(_containers(DOCUMENT, dict)):
        _at(document, path)["injected"] = {"k": [1, {"l": "two"}]}
    robot = _read(json.dumps(document).encode())
    assert len(robot.extensions) >= len(list(_containers(DOCUMENT, dict)))
    _survives(document)
