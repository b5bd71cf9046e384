"""Options of the formats of documents that other documents contain or name: the outer proof explains their effects.

SMURF contains a URDF, scenes and worlds name documents of their robots. ``--target drake`` reaches all of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.settings import Settings

ARM = [FIXTURES / "arm6" / "arm6.urdf", FIXTURES / "arm6" / "arm6.srdf"]
LEG = [FIXTURES / "smurf" / "leg.smurf"]
CELL = [FIXTURES / "smurf" / "cell.smurfs"]
DRAKE, MOTORS = {"urdf.target": "drake"}, {"world.robots": "mjcf", "mjcf.actuators": "motor"}
GROUP = "<drake:collision_filter_group "


@pytest.mark.parametrize("source", [ARM, LEG, CELL], ids=["arm", "leg", "cell"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("x.smurf", DRAKE),
        ("x.smurf", DRAKE | {"urdf.loops": "loop_joint", "urdf.version": "1.2"}),
        ("x.smurfs", DRAKE),
        ("x.world.json", DRAKE),
        ("x.world.json", DRAKE | {"world.robots": "smurf"}),
        ("x.world.json", MOTORS),
        ("x.world.json", {"world.robots": "mjcf", "mjcf.target": "drake"}),
        ("x.world.json", {"world.robots": "sdf", "sdf.target": "drake"}),
    ],
)
def test_written_and_written_again(source: list[Path], name: str, options: dict[str, str], tmp_path: Path) -> None:
    if source is CELL and name == "x.smurf":
        pytest.skip("a model has one robot")
    settings = Settings(options=options)
    robotfmt.convert(source, tmp_path / name, settings=settings)
    robotfmt.convert([tmp_path / name, *source[1:]], tmp_path / "again" / name, settings=settings)


def test_the_urdf_of_a_smurf_has_the_groups_of_drake_once(tmp_path: Path) -> None:
    report, settings = Report(), Settings(options=DRAKE)
    robotfmt.convert(ARM, tmp_path / "x.smurf", settings=settings, report=report)
    text = (tmp_path / "urdf" / "x.urdf").read_text()
    pairs = robotfmt.read(*ARM).ignored_pairs
    names = re.findall(rf'{GROUP}name="(.*?)_filter"', text)
    assert len(names) == len(set(names))
    assert {link for each in pairs for link in each.links} <= set(names)
    kept = robotfmt.read(tmp_path / "x.smurf").ignored_pairs
    claimed = {each.subject for each in report.having("convert.other-form")}
    assert kept
    assert not [each for each in kept if f"ignored pair/{'/'.join(sorted(each.links))}" in claimed]


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
def test_groups_of_a_source_serve_for_its_pairs(suffix: str, tmp_path: Path) -> None:
    settings = Settings(options={"urdf.target": "drake", "sdf.target": "drake"})
    robotfmt.convert(ARM, tmp_path / f"x{suffix}", settings=settings)
    robotfmt.convert([tmp_path / f"x{suffix}", ARM[1]], tmp_path / "again" / f"x{suffix}", settings=settings)
    texts = [(tmp_path / folder / f"x{suffix}").read_text() for folder in (".", "again")]
    assert texts[0].count(GROUP) == texts[1].count(GROUP) > 0


def test_new_groups_have_names_of_their_own(tmp_path: Path) -> None:
    settings = Settings(options=DRAKE)
    robotfmt.convert(ARM, tmp_path / "x.urdf", settings=settings)
    (tmp_path / "more.srdf").write_text(
        '<robot name="arm6"><disable_collisions link1="base_link" link2="tool0" reason="Never"/></robot>'
    )
    robotfmt.convert([tmp_path / "x.urdf", tmp_path / "more.srdf"], tmp_path / "more" / "x.urdf", settings=settings)
    before, after = ((tmp_path / folder / "x.urdf").read_text() for folder in (".", "more"))
    assert after.count(GROUP) == before.count(GROUP) + 2
    assert after.count('name="base_link_filter_2"') == 1


def test_actuators_of_a_robot_of_a_world_are_the_robots(tmp_path: Path) -> None:
    settings = Settings(options=MOTORS)
    robotfmt.convert(ARM, tmp_path / "x.world.json", settings=settings)
    (placed,) = robotfmt.read_world(tmp_path / "x.world.json").robots
    assert {each.name for each in placed.robot.extensions if each.place == "/mujoco/actuator"} == {"motor"}


def test_controls_of_several_robots_are_one_list(tmp_path: Path) -> None:
    settings = Settings(options={"mjcf.actuators": "position"})
    robotfmt.convert(CELL, tmp_path / "x.xml", settings=settings)
    text = (tmp_path / "x.xml").read_text()
    (line,) = [each for each in text.splitlines() if "ctrl=" in each]
    assert len(line.split('ctrl="')[1].split('"')[0].split()) == text.count("<position ") == 6
    drives = ElementTree.parse(tmp_path / "x.xml").getroot().findall("actuator/position")
    assert len({each.get("name") for each in drives}) == 6  # MuJoCo refuses two of one name


def test_a_document_with_drives_gets_none_twice(tmp_path: Path) -> None:
    settings = Settings(options={"mjcf.actuators": "position"})
    robotfmt.convert(FIXTURES / "mjcf" / "leg.xml", tmp_path / "x.xml", settings=settings)
    assert (tmp_path / "x.xml").read_text().count('joint="lift"') == 1


def test_places_of_robots_are_rounded_too(tmp_path: Path) -> None:
    source = FIXTURES / "worlds" / "two_arms.sdf"
    report = Report()
    robotfmt.convert(source, tmp_path / "x.dae", settings=Settings(options={"collada.round": "6"}), report=report)
    assert [each for each in report.having("collada.rounded") if "place" in each.subject]
