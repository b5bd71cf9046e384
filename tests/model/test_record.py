"""Records: what they compare, how they are copied, and that nothing of how they are made can be seen."""

from __future__ import annotations

import copy
import inspect
import operator
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import robotfmt
from robotfmt.edit.tracing import Mark, marked, unmarked
from robotfmt.model import Box, Extension, ExtensionKind, Joint, JointType, Link, Node, Origin, Robot, Sphere
from robotfmt.model.record import Record, field, replace

LINK = Link(name="arm", origin=Origin("a.urdf", 3))
URDF = """<?xml version="1.0"?>
<robot name="r"><link name="a"/><gazebo><paint>red</paint></gazebo><!-- end --></robot>
"""


class Pair(Record, kw_only=False):
    first: int
    second: str = "two"
    hidden: int = field(default=0, compare=False)
    secret: str = field(default="", repr=False)


class Triple(Pair):
    third: int


def test_fields_are_keyword_only_unless_a_class_declares_otherwise() -> None:
    assert Box((1.0, 2.0, 3.0)) == Box(size=(1.0, 2.0, 3.0))
    made: Any = Link
    with pytest.raises(TypeError):
        made("arm")
    with pytest.raises(TypeError):
        made()


@pytest.mark.parametrize(
    ("kind", "field", "like"),
    [
        (robotfmt.Settings, "optons", "options"),
        (robotfmt.Limits, "xml_dpth", "xml_depth"),
        (robotfmt.planning.PlanOptions, "tool", "tools"),
    ],
)
def test_an_unknown_option_is_named_with_its_record(kind: Any, field: str, like: str) -> None:
    with pytest.raises(TypeError, match=rf"^{kind.__name__}\(\) got .* '{field}'; did you mean '{like}'"):
        kind(**{field: 1})
    assert isinstance(kind(), kind)


def test_nothing_can_be_changed() -> None:
    link: Any = LINK
    with pytest.raises(AttributeError, match=r"Link\.name cannot be set: .*robotfmt\.replace\(link, name="):
        link.name = "leg"
    with pytest.raises(AttributeError, match=r"Link\.name cannot be set"):
        del link.name
    with pytest.raises(AttributeError, match="Link has no field 'nam'; did you mean 'name'"):
        link.nam = 1
    assert LINK.name == "arm"


def test_equal_records_have_equal_fields_except_uncompared_ones() -> None:
    same = Link(name="arm")
    assert same == LINK
    assert not operator.ne(same, LINK)
    assert hash(same) == hash(LINK)
    assert Pair(1, hidden=1) == Pair(1, hidden=2)
    assert Pair(1) != Pair(2)
    assert Pair(1) != Triple(first=1, third=1)
    assert Sphere(0.1) != Box((0.1, 0.1, 0.1))
    assert Pair(1) != (1, "two", 0, "")


def test_records_have_no_order() -> None:
    link: Any = LINK
    with pytest.raises(TypeError):
        assert link < Link(name="b")
    with pytest.raises(TypeError):
        assert sorted([link, link])


def test_a_record_is_no_sequence_and_always_true() -> None:
    assert not isinstance(LINK, tuple)
    with pytest.raises(TypeError):
        len(LINK)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        iter(LINK)  # type: ignore[call-overload]
    assert Robot() and Pair(0)


def test_repr_and_dir_show_the_fields() -> None:
    assert repr(Pair(1, secret="x")) == "Pair(first=1, second='two', hidden=0)"
    assert "origin" not in repr(LINK)
    for it in (LINK, Link):
        assert {name for name in dir(it) if not name.startswith("_")} == {*Link.field_types, "geometries"}
        assert {"__replace__", "__eq__"} < set(dir(it))


def test_fields_are_described_in_order_with_those_of_bases_first() -> None:
    assert list(Triple.field_types) == ["first", "second", "hidden", "secret", "third"]
    assert Triple.required_fields == ("first", "third")
    assert Triple.compared_fields == ("first", "second", "secret", "third")
    assert Triple.shown_fields == ("first", "second", "hidden", "third")
    assert Joint.field_types["type"] == "JointType | None"
    assert issubclass(Link, Node)


def test_fields_are_replaced() -> None:
    moved = replace(LINK, name="leg")
    assert (moved.name, moved.origin, type(moved)) == ("leg", LINK.origin, Link)
    with pytest.raises(TypeError, match=r"^replace\(\) got .* 'nam': Link has no such field; did you mean 'name'"):
        replace(LINK, nam="leg")
    assert robotfmt.replace is replace
    if sys.version_info >= (3, 13):
        assert copy.replace(LINK, name="leg") == moved
    assert LINK.__replace__(name="leg") == moved


def test_copies_are_equal() -> None:
    joint = Joint(name="j", type=JointType.FIXED, parent="a", child="b", origin=Origin("a.urdf", 1))
    for made in (copy.copy(joint), copy.deepcopy(joint), pickle.loads(pickle.dumps(joint))):
        assert made == joint
        assert made.origin == joint.origin


def test_records_match_patterns() -> None:
    match Box((1.0, 2.0, 3.0)):
        case Box((x, _, _)):
            assert x == 1.0


def test_a_lazy_extension_is_equal_to_a_given_one(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(URDF, "utf-8")
    robot = robotfmt.read(path)
    [extension] = robot.extensions
    [layout] = robot.layouts
    assert type(extension) is not Extension
    assert extension.kind is ExtensionKind.ELEMENT
    given = Extension(**{name: getattr(extension, name) for name in Extension.field_types})
    assert extension == given and hash(extension) == hash(given)
    assert "paint" in extension.content
    for late in (extension, layout, robot.links[0].origin):
        assert late is not None
        again = pickle.loads(pickle.dumps(late))
        assert again == late
        assert type(again) is late.record_type
    changed = replace(extension, name="other")
    assert (type(changed), changed.place, changed.content) == (Extension, extension.place, extension.content)


def test_a_mark_represents_the_origin() -> None:
    from itertools import count

    found = marked(LINK, count())
    assert isinstance(found.origin, Mark)
    assert found.origin == LINK.origin
    assert (found.origin.line, found.origin.node, found.origin.key) == (3, LINK, 0)
    assert unmarked(found).origin is LINK.origin


def test_help_shows_the_fields_with_their_types() -> None:
    assert "inertial: 'Inertial | None' = " in str(inspect.signature(Link))
    assert str(inspect.signature(Link)).startswith("(*, name: 'LinkName', ")
