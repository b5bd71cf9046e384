"""Documents that are made to do harm end in a report, soon."""

from __future__ import annotations

import time
from xml.sax.saxutils import quoteattr

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.errors import LimitError
from robotfmt.model import World
from robotfmt.settings import Settings
from robotfmt_sdf import FORMAT

COUNT = 5000


def read(content: str) -> tuple[World, Report, float]:
    """A document, what is reported of it, and the seconds that took."""
    assert FORMAT.read_world is not None
    report = Report()
    start = time.process_time()
    data = f'<sdf version="1.9">{content}</sdf>'.encode()
    world = FORMAT.read_world(Source("x.sdf", data), Settings().context(FORMAT, report))
    return world, report, time.process_time() - start


def chain(link: str) -> str:
    """A model of many parts, each of which names the one before."""
    parts = (link.format(i=index, before=index - 1) for index in range(1, COUNT))
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
    world, report, seconds = read(chain(part))
    assert report.errors == []
    assert seconds < 5
    robot = world.robots[0].robot
    pose = robot.frames[-1].pose if robot.frames else robot.joints[-1].pose_in_parent
    is_joined = not robot.frames and robot.joints[-1].name == f"j{COUNT - 1}"
    expected = 1 if is_joined else COUNT - 1
    assert pose is not None
    assert pose.xyz[2] == pytest.approx(expected)


def test_rings_of_every_kind() -> None:
    links = '<link name="a"><pose relative_to="b"/></link><link name="b"><pose relative_to="a"/></link>'
    nested = '<model name="n"><pose relative_to="n::x"/><link name="x"/></model>'
    _, report, _ = read(f'<model name="m"><link name="l"/>{links}{nested}</model>')
    assert len(report.having("sdf.frame-cycle")) == 2


def test_models_in_models() -> None:
    depth = 200
    inner = "".join(f'<model name="m{index}">' for index in range(depth))
    world, report, seconds = read(f'{inner}<link name="l"/>{"</model>" * depth}')
    assert report.errors == []
    assert seconds < 2
    assert len(world.robots[0].robot.links) == 1
    with pytest.raises(LimitError):
        read(f'{inner * 2}<link name="l"/>{"</model>" * depth * 2}')


def test_a_world_of_many_models() -> None:
    model = '<model name="m{}"><pose>{} 0 0 0 0 0</pose><link name="a"/></model>'
    models = "".join(model.format(index, index) for index in range(1000))
    world, _, seconds = read(f'<world name="w">{models}</world>')
    assert len(world.robots) == 1000
    assert seconds < 5


@pytest.mark.parametrize(
    "name", ["a::__model__", "n::", "::n", "a b", "a/b", "<", "'\"", "", " ", "world", "__model__", "\u00e9"]
)
def test_odd_names(name: str) -> None:
    said = quoteattr(name)
    read(
        f'<model name={said}><link name={said}/><frame name="f" attached_to={said}/>'
        f"<joint name='j' type='fixed'><pose relative_to={said}/></joint></model>"
    )
