"""Documents that are made to do harm end in a report, soon."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

import pytest
from growth import LINEAR, growth

from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.errors import LimitError
from robotfmt.model import World
from robotfmt.settings import Settings, format_context
from robotfmt_sdf import FORMAT

COUNT = 5000
"""Parts of a chain that is read."""
SOME = 500
"""And of one that is measured, and twice as many."""


def read(content: str) -> tuple[World, Report]:
    """A document, and what is reported of it."""
    assert FORMAT.read_world is not None
    report = Report()
    data = f'<sdf version="1.9">{content}</sdf>'.encode()
    world = FORMAT.read_world(Source("x.sdf", data), format_context(FORMAT, Settings(), report))
    return world, report


def chain(link: str, count: int = COUNT) -> str:
    """A model of many parts, each of which names the one before."""
    parts = (link.format(i=index, before=index - 1) for index in range(1, count))
    return f'<model name="m"><link name="l0"/>{"".join(parts)}</model>'


@pytest.mark.parametrize(
    "part",
    [
        '<link name="l{i}"><pose relative_to="l{before}">0 0 1 0 0 0</pose></link>',
        '<frame name="l{i}" attached_to="l{before}"><pose>0 0 1 0 0 0</pose></frame>',
        '<link name="l{i}"><pose relative_to="j{i}"/></link><joint name="j{i}" type="fixed">'
        '<pose relative_to="l{before}">0 0 1 0 0 0</pose><parent>l{before}</parent><child>l{i}</child></joint>',
    ],
    ids=["links", "frames", "joints"],
)
def test_a_long_chain_costs_its_length(part: str) -> None:
    assert growth(lambda count: read(chain(part, count)), SOME) < LINEAR
    world, report = read(chain(part))
    assert report.errors == []
    robot = world.robots[0].robot
    pose = robot.frames[-1].pose if robot.frames else robot.joints[-1].pose_in_parent
    is_joined = not robot.frames and robot.joints[-1].name == f"j{COUNT - 1}"
    expected = 1 if is_joined else COUNT - 1
    assert pose is not None
    assert pose.xyz[2] == pytest.approx(expected)


def test_rings_of_every_kind() -> None:
    links = '<link name="a"><pose relative_to="b"/></link><link name="b"><pose relative_to="a"/></link>'
    nested = '<model name="n"><pose relative_to="n::x"/><link name="x"/></model>'
    _, report = read(f'<model name="m"><link name="l"/>{links}{nested}</model>')
    assert len(report.having("sdf.frame-cycle")) == 2


def nested(depth: int) -> str:
    """Models in models, the last with a link."""
    inner = "".join(f'<model name="m{index}">' for index in range(depth))
    return f'{inner}<link name="l"/>{"</model>" * depth}'


def test_models_in_models() -> None:
    assert growth(lambda depth: read(nested(depth)), 100) < LINEAR
    world, report = read(nested(200))
    assert report.errors == []
    assert len(world.robots[0].robot.links) == 1
    with pytest.raises(LimitError):
        read(nested(400))


def many(count: int) -> str:
    """A world of models beside one another."""
    model = '<model name="m{}"><pose>{} 0 0 0 0 0</pose><link name="a"/></model>'
    return f'<world name="w">{"".join(model.format(index, index) for index in range(count))}</world>'


def test_a_world_of_many_models() -> None:
    assert growth(lambda count: read(many(count)), SOME) < LINEAR
    world, _ = read(many(1000))
    assert [each.robot.name for each in world.robots] == [f"m{index}" for index in range(1000)]


def odd(name: str) -> tuple[World, Report]:
    """A model with a link of its own name, and a frame and a joint at that."""
    said = quoteattr(name)
    return read(
        f'<model name={said}><link name={said}/><frame name="f" attached_to={said}/>'
        f"<joint name='j' type='fixed'><pose relative_to={said}/></joint></model>"
    )


@pytest.mark.parametrize(
    "name", ["a::__model__", "n::", "::n", "a b", "a/b", "<", "'\"", "world", "__model__", "\u00e9"]
)
def test_odd_names(name: str) -> None:
    """They stay as they are, and are found; two of the codes are about the joint, which has no ends."""
    world, report = odd(name)
    (robot,) = (each.robot for each in world.robots)
    assert (robot.name, [each.name for each in robot.links]) == (name, [name])
    assert [(each.name, each.parent) for each in robot.frames] == [("f", name)]
    assert [each.name for each in robot.joints] == ["j"]
    named = ["sdf.name"] * 2 if name == "__model__" else []
    assert [each.code for each in report] == [*named, "sdf.joint-end", "sdf.joint-end"]


@pytest.mark.parametrize("name", ["", " "])
def test_elements_with_an_empty_name_are_not_read(name: str) -> None:
    world, report = odd(name)
    assert world.robots == ()
    assert report.having("value.missing")
    assert [each.name for each in world.extensions] == ["link", "frame", "joint"]
