"""Models that are attached several times: nothing of them, and nothing of the document around them, is lost."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report

INNER = """<mujoco model="pair"><compiler angle="radian"/>
  <default><geom friction=".7"/><equality solref=".03 1"/></default>
  <worldbody><body name="base"><joint name="turn"/><geom name="hull" size=".1"/>
    <body name="arm" pos="0 0 1"><joint name="bend"/><geom size=".2" group="1"/></body>
  </body></worldbody>
  <equality><joint name="tie" joint1="bend" joint2="turn" polycoef="0 2 0 0 0" solimp=".8 .9 .01"/></equality>
  <contact><exclude name="no" body1="base" body2="arm"/></contact>
</mujoco>"""
OUTER = """<mujoco model="two">
  <default><geom friction="1 .02 .003" condim="6" margin=".01"/><joint damping="3"/>
    <default class="big"><geom size=".5"/><pair condim="3"/></default></default>
  <asset><model name="pair" file="pair.xml"/></asset>
  <worldbody><replicate count="3" euler="0 0 100" sep="-">
      <light pos="0 -4 4"/><frame pos="0 -4 0"><attach model="pair" body="base" prefix="_"/></frame>
    </replicate>
    <body name="ball" pos="0 0 5"><joint/><geom name="own" class="big"/></body>
  </worldbody>
  <contact><pair class="big" geom1="own" geom2="_hull-1"/></contact>
</mujoco>"""


@pytest.fixture(name="report")
def _report(tmp_path: Path) -> Report:
    (tmp_path / "pair.xml").write_text(INNER)
    (tmp_path / "two.xml").write_text(OUTER)
    report = Report()
    robotfmt.convert(tmp_path / "two.xml", tmp_path / "out.xml", report=report)
    return report


def test_sections_outside_of_bodies_are_written_for_each_copy(tmp_path: Path, report: Report) -> None:
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    names = [f"_{name}-{index}" for index in range(3) for name in ("base", "arm")]
    excluded = [(each.get("name"), each.get("body1"), each.get("body2")) for each in root.iter("exclude")]
    assert sorted(excluded) == [(f"_no-{index}", *names[2 * index : 2 * index + 2]) for index in range(3)]
    ties = sorted((each.attrib for each in root.iterfind("equality/joint")), key=lambda each: each["name"])
    assert [(each["joint1"], each["joint2"], each["solref"], each["solimp"]) for each in ties] == [
        (f"_bend-{index}", f"_turn-{index}", ".03 1", ".8 .9 .01") for index in range(3)
    ]
    assert len(list(root.iter("light"))) == 3
    assert "convert.kept-apart" not in {each.code for each in report}


def test_a_class_of_the_document_gives_nothing_to_attached_models(tmp_path: Path, report: Report) -> None:
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert not list(root.iter("default"))
    geoms = {each.get("name"): each.attrib for each in root.iter("geom")}
    assert geoms["own"]["friction"] == "1 .02 .003" and geoms["own"]["condim"] == "6"
    assert geoms["_hull-0"]["friction"] == "0.7" and "condim" not in geoms["_hull-0"]
    assert next(root.iter("pair")).get("condim") == "3"


def test_mujoco_compiles_attached_copies_to_the_same_model(tmp_path: Path, report: Report) -> None:
    mujoco = oracle("mujoco")
    before, after = (mujoco.MjModel.from_xml_path(str(tmp_path / each)) for each in ("two.xml", "out.xml"))
    for name in ("nq", "ngeom", "nlight", "nexclude", "neq", "npair"):
        assert getattr(before, name) == getattr(after, name), name
    for name in (
        "geom_friction",
        "geom_condim",
        "geom_margin",
        "dof_damping",
        "eq_solref",
        "eq_solimp",
        "light_pos",
    ):
        assert abs(getattr(before, name) - getattr(after, name)).max() < 1e-9, name


def test_a_second_conversion_gives_the_same_bytes(tmp_path: Path, report: Report) -> None:
    robotfmt.convert(tmp_path / "out.xml", tmp_path / "again.xml")
    assert (tmp_path / "again.xml").read_bytes() == (tmp_path / "out.xml").read_bytes()


def test_a_class_of_actuators_that_reaches_attached_models_is_reported(tmp_path: Path) -> None:
    inner = INNER.replace("<contact>", "<actuator><motor joint='turn'/></actuator><contact>")
    (tmp_path / "pair.xml").write_text(inner)
    outer = OUTER.replace('<joint damping="3"/>', '<motor gear="5"/>')
    (tmp_path / "two.xml").write_text(outer)
    report = Report()
    robotfmt.read_world(tmp_path / "two.xml", report=report)
    assert [each.message for each in report if each.code == "mjcf.attach"] == [
        "actuators of '_' inherit <motor> of the document's main class"
    ]
