"""A document with includes and attached models is written flat: in the order in which MuJoCo numbers its elements."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import oracle

import robotfmt
from robotfmt.diagnostics import Report

SUFFIXES = "abc"


def body(name: str) -> str:
    """A body with two more in it, each with a joint."""
    a, b, c = (
        f'<body name="{name}{each}"><joint name="{name}_{each}" range="0 1"/><geom size=".1"/>' for each in SUFFIXES
    )
    return f"{a}{b}{c}</body></body></body>"


INCLUDED = f"""<!-- Licence --><mujoco><worldbody><!-- the body -->{body("i")}</worldbody><equality>
  <weld body1="ia" body2="ic" active="false" name="off"/><joint joint1="i_a" joint2="i_b"/><!-- between -->
  <connect body1="ia" body2="ib" anchor="0 0 0"/><joint name="named" joint1="i_c" joint2="i_b"/></equality>
  <sensor><jointpos joint="i_a"/><jointvel name="speed" joint="i_a"/></sensor></mujoco>"""
ATTACHED = f"""<mujoco><worldbody>{body("t")}</worldbody><equality>
  <weld body1="ta" body2="tc" active="false" name="off"/><joint joint1="t_a" joint2="t_b"/>
  <connect body1="ta" body2="tb" anchor="0 0 0"/></equality>
  <contact><exclude body1="ta" body2="tb"/></contact><actuator><motor joint="t_a"/></actuator></mujoco>"""
MAIN = f"""<!-- Top --><mujoco model="main"><asset><model name="t" file="attached.xml"/></asset>
  <worldbody><replicate count="2" sep="-" offset="1 0 0"><attach model="t" prefix="p_"/></replicate>
    {body("m")}</worldbody>
  <include file="included.xml"/>
  <equality><joint joint1="m_a" joint2="i_a" name="across"/><connect body1="ma" body2="mb" anchor="0 0 0" name="loop"/>
    <weld body1="ma" body2="mc" active="false" name="w"/><joint joint1="m_b" joint2="m_c"/></equality>
  <contact><exclude body1="ma" body2="ic"/><exclude body1="ma" body2="mc"/></contact>
  <actuator><position name="p" joint="m_a"/><motor joint="i_a"/></actuator></mujoco>"""


@pytest.fixture(name="written")
def _written(tmp_path: Path) -> Path:
    for name, text in (("included", INCLUDED), ("attached", ATTACHED), ("main", MAIN)):
        (tmp_path / f"{name}.xml").write_text(text)
    robotfmt.convert(tmp_path / "main.xml", tmp_path / "out.xml", report=Report())
    return tmp_path / "out.xml"


def test_sections_are_in_the_order_of_their_documents(written: Path) -> None:
    root = ElementTree.parse(written).getroot()
    ties = [(each.get("joint1") or each.get("body1"), each.tag) for each in root.iterfind("equality/*")]
    own = [("m_a", "joint"), ("ma", "connect"), ("ma", "weld"), ("m_b", "joint")]
    first = [("ia", "weld"), ("i_a", "joint"), ("ia", "connect"), ("i_c", "joint")]
    assert ties[:8] == [*first, *own]
    assert ties[8:] == [
        (f"p_{name}-{number}", tag)
        for number in range(2)
        for name, tag in (("ta", "weld"), ("t_a", "joint"), ("ta", "connect"))
    ]
    excluded = [each.get("body2") for each in root.iterfind("contact/exclude")]
    assert excluded == ["ic", "mc", "p_tb-0", "p_tb-1"]
    assert [each.get("joint") for each in root.iterfind("actuator/*")] == ["m_a", "i_a", "p_t_a-0", "p_t_a-1"]


def test_comments_of_an_included_document_are_kept(written: Path) -> None:
    assert re.findall("<!-- (.*?) -->", written.read_text()) == ["Top", "the body", "Licence", "between"]


def test_mujoco_numbers_joints_and_bodies_alike(written: Path) -> None:
    mujoco = oracle("mujoco")
    before, after = (mujoco.MjModel.from_xml_path(str(each)) for each in (written.with_name("main.xml"), written))
    for name in ("eq_type", "eq_obj1id", "eq_obj2id", "eq_active0", "exclude_signature", "actuator_trnid"):
        assert (getattr(before, name) == getattr(after, name)).all(), name


def test_a_second_conversion_gives_the_same_bytes(written: Path) -> None:
    again = written.with_name("again.xml")
    robotfmt.convert(written, again, report=Report())
    assert again.read_bytes() == written.read_bytes()
