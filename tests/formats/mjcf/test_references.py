"""References that lead to nothing, and ranges of what is limited: MuJoCo refuses the document, and check names them."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import oracle

import robotfmt

SOUND = """<mujoco><worldbody><replicate count="2" offset="1 0 0"><site name="many"/></replicate>
  <body name="a"><joint name="j" range="-1 1"/><geom name="g" size=".1"/><site name="s"/></body></worldbody>
  <contact><pair geom1="g" geom2="g"/></contact>
  <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor name="m" tendon="t" ctrllimited="true" ctrlrange="-1 1"/><motor joint="j"/></actuator>
  <sensor><gyro site="s"/><actuatorpos actuator="m"/><framepos objtype="xbody" objname="a"/>
    <accelerometer site="many"/></sensor></mujoco>"""


def codes_of(text: str, folder: Path) -> list[tuple[str, str]]:
    (folder / "r.xml").write_text(text)
    (check,) = robotfmt.check(folder / "r.xml")
    wanted = ("mjcf.unknown-name", "mjcf.refused-range", "mjcf.unlimited-range")
    return [(each.code, each.message) for each in check.report if each.code in wanted]


def test_references_to_existing_parts_have_no_finding(tmp_path: Path) -> None:
    assert codes_of(SOUND, tmp_path) == []
    oracle("mujoco").MjModel.from_xml_path(str(tmp_path / "r.xml"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<motor joint="j"', '<motor joint="k"', "<motor> names the joint 'k', which does not exist"),
        ('"m" tendon="t"', '"m" tendon="u"', "<motor> 'm' names the tendon 'u', which does not exist"),
        ('joint="j" coef', 'joint="k" coef', "<joint> names the joint 'k', which does not exist"),
        ('objname="a"', 'objname="b"', "<framepos> names the body 'b', which does not exist"),
        ('actuator="m"', 'actuator="n"', "<actuatorpos> names the actuator 'n', which does not exist"),
        ('geom2="g"', 'geom2="h"', "<pair> names the geom 'h', which does not exist"),
        (
            'range="-1 1"/><geom',
            'range="1 -1" limited="true"/><geom',
            "<joint> 'j' is limited, but the first number of",
        ),
        ('range="-1 1"/><geom', 'limited="true"/><geom', "<joint> 'j' is limited, but gives no range"),
        ('ctrlrange="-1 1"', 'ctrlrange="1 1"', "<motor> 'm' is limited, but the first number of"),
    ],
)
def test_references_that_mujoco_refuses_are_reported(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in SOUND
    ((code, found),) = codes_of(SOUND.replace(old, new), tmp_path)
    assert found.startswith(message) and code == ("mjcf.refused-range" if "limited" in message else "mjcf.unknown-name")
    with pytest.raises(ValueError, match="Error"):
        oracle("mujoco").MjModel.from_xml_path(str(tmp_path / "r.xml"))


def test_a_range_of_an_actuator_that_limits_nothing_is_named(tmp_path: Path) -> None:
    text = SOUND.replace('<motor joint="j"', '<motor joint="j" forcerange="2 -2"')
    assert [code for code, _ in codes_of(text, tmp_path)] == ["mjcf.unlimited-range"]
    oracle("mujoco").MjModel.from_xml_path(str(tmp_path / "r.xml"))


def test_a_joint_of_the_world_is_kept(tmp_path: Path) -> None:
    text = SOUND.replace("<worldbody>", '<worldbody><joint name="w"/>')
    assert codes_of(text, tmp_path) == []
    robotfmt.convert(tmp_path / "r.xml", tmp_path / "out.xml")
    assert '<joint name="w"/>' in (tmp_path / "out.xml").read_text()
