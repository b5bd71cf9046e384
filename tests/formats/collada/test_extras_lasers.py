"""Lasers in each of their spellings. 90 degrees are pi/2, so that nothing is rounded."""

from __future__ import annotations

import math

import pytest
from extras import SPOT, Loaded, chain, compact, document, injected, load, plain

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Laser
from robotfmt_collada.document.producer import OPENHRP3, ROBOTFMT
from robotfmt_collada.parts.sensor_data import read_laser, write_laser

QUARTER = math.pi / 2
WHOLE = Laser(
    min_angle=-QUARTER,
    max_angle=QUARTER,
    min_range=0.01,
    max_range=4.0,
    angle_increment=math.radians(1.0),
    time_increment=0.0005,
    measurement_time=0.025,
)
TABLE = """<angle_range>-90 90</angle_range><distance_range>0.01 4.0</distance_range>
  <angle_increment>1</angle_increment><time_increment>0.0005</time_increment>
  <measurement_time>0.025</measurement_time>"""
EXAMPLE = """<angle_min>-90</angle_min><angle_max>90</angle_max><range_min>0.01</range_min>
  <range_max>4.0</range_max><angle_increment>1</angle_increment><time_increment>0.0005</time_increment>
  <measurement_time>0.025</measurement_time>"""
OPENRAVE = """<min_angle>-90</min_angle><max_angle>90</max_angle><min_range>0.01</min_range>
  <max_range>4.0</max_range><resolution>1</resolution><time_increment>0.0005</time_increment>
  <time_scan>0.025</time_scan>"""
OPENRAVE_OLD = """<minangle>-90</minangle><maxangle>90</maxangle><minrange>0.01</minrange>
  <maxrange>4.0</maxrange><resolution>1</resolution><time_increment>0.0005</time_increment>
  <scantime>0.025</scantime>"""


def _document(inside: str, tool: str = ROBOTFMT) -> str:
    entry = f'<sensor type="base_laser2d" id="s">{inside}</sensor>'
    library = f'<extra type="library_sensors"><technique profile="OpenRAVE">{entry}</technique></extra>'
    return document(chain("l"), root=library, tool=tool)


def _read(text: str) -> tuple[Laser, Loaded]:
    loaded = load(text)
    (entry,) = loaded.body.index.all("sensor")
    for element in (entry, entry.parent, entry.parent.parent if entry.parent is not None else None):
        assert element is not None
        element.take()
    return read_laser(loaded.body, entry), loaded


def _left(loaded: Loaded) -> list[str]:
    return [name for _, name, _ in loaded.left() if name not in ("type", "id", "profile")]


@pytest.mark.parametrize("inside", [TABLE, EXAMPLE, OPENRAVE, OPENRAVE_OLD, TABLE + EXAMPLE + OPENRAVE + OPENRAVE_OLD])
def test_every_spelling_of_a_laser_is_read(inside: str) -> None:
    laser, loaded = _read(_document(inside))
    assert laser == WHOLE
    assert _left(loaded) == []


def test_openhrp3_has_one_number_for_a_range_and_radians() -> None:
    inside = """<angle_range>1.5</angle_range><angle_increment>0.01</angle_increment>
    <measurement_time>0.1</measurement_time><distance_range>30</distance_range>"""
    laser, loaded = _read(_document(inside, OPENHRP3))
    assert laser == Laser(min_angle=-0.75, max_angle=0.75, max_range=30.0, angle_increment=0.01, measurement_time=0.1)
    assert _left(loaded) == []


def test_one_number_of_others_is_in_degrees() -> None:
    laser, _ = _read(_document("<angle_range>180</angle_range>"))
    assert laser == Laser(min_angle=-QUARTER, max_angle=QUARTER)


def test_lengths_have_the_unit_of_the_document_and_unknown_values_stay_numbers() -> None:
    text = _document("<distance_range>-1 2000</distance_range>").replace('meter="1"', 'meter="0.001"')
    assert _read(text)[0] == Laser(min_range=-0.001, max_range=2.0)


def test_the_angle_range_wins_over_other_spellings() -> None:
    inside = "<minangle>-45</minangle><angle_range>-90 90</angle_range><max_angle>90</max_angle>"
    laser, loaded = _read(_document(inside))
    assert laser == Laser(min_angle=-QUARTER, max_angle=QUARTER)
    assert _left(loaded) == ["minangle"]


def test_bad_numbers_stay() -> None:
    inside = "<angle_range>-90 x</angle_range><distance_range>1 2 3</distance_range><angle_min>-90</angle_min>"
    laser, loaded = _read(_document(inside))
    assert laser == Laser(min_angle=-QUARTER)
    assert _left(loaded) == ["angle_range", "distance_range"]
    assert loaded.codes == ["number.bad", "number.bad"]


@pytest.mark.parametrize("inside", [TABLE, EXAMPLE, OPENRAVE, OPENRAVE_OLD])
def test_everything_unknown_survives(inside: str) -> None:
    for where, text in injected(_document(inside)):
        _, loaded = _read(text)
        assert SPOT in repr(loaded.left()), where


def _all(nodes: list[Node]) -> str:
    return plain(make("sensor", None, *nodes))


def test_written_in_the_spelling_of_the_table_and_in_openrave_s() -> None:
    assert _all(write_laser(WHOLE)) == compact("""<sensor>
    <angle_range>-90 90</angle_range><distance_range>0.01 4</distance_range>
    <angle_increment>1</angle_increment><time_increment>0.0005</time_increment>
    <measurement_time>0.025</measurement_time>
    <min_angle>-90</min_angle><max_angle>90</max_angle><min_range>0.01</min_range><max_range>4</max_range>
    <resolution>1</resolution><time_scan>0.025</time_scan></sensor>""")
    assert _all(write_laser(Laser(max_range=4.0))) == "<sensor><max_range>4</max_range></sensor>"


@pytest.mark.parametrize(
    "laser", [WHOLE, Laser(), Laser(min_angle=-2.0943951, max_range=0.1), Laser(angle_increment=0.0062832)]
)
def test_reads_back_equal(laser: Laser) -> None:
    inside = _all(write_laser(laser))[len("<sensor>") : -len("</sensor>")] if laser != Laser() else ""
    assert _read(_document(inside))[0] == laser
