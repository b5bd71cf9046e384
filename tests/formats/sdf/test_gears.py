"""Gearboxes are couplings of the joints that hold their links, and gearboxes again in SDF."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.model import LinearCoupling, Robot, linear
from robotfmt.model.record import replace
from robotfmt.settings import Settings

GEAR = BROKEN / "sdf" / "sdf.gear.sdf"


def coupling(robot: Robot) -> tuple[str, float | None] | None:
    given = robot.joint_by_name["hinge"].axes[0].coupling
    found = linear(given) if given is not None else None
    return (found.joint, found.multiplier) if found is not None else None


def test_the_second_joint_follows_the_first_one(tmp_path: Path) -> None:
    assert coupling(robotfmt.read(GEAR)) == ("drive", -0.5)
    for name in ("r.urdf", "r.xml", "r.dae"):
        robotfmt.convert(GEAR, tmp_path / name)
        assert coupling(robotfmt.read(tmp_path / name)) == ("drive", -0.5), name


@pytest.mark.parametrize("version", ["1.7", "1.9", "1.11"])
def test_a_gearbox_is_written_and_read_again(version: str, tmp_path: Path) -> None:
    out = tmp_path / "r.sdf"
    robotfmt.convert(GEAR, out, settings=Settings(target_format=f"sdf@{version}"))
    text = out.read_text()
    assert (text.count('type="gearbox"'), text.count("mimic")) == (1, 0)
    assert text.count("<gearbox_ratio>0.5<") == 1
    assert robotfmt.diff(robotfmt.read(GEAR), robotfmt.read(out)) == []


def test_a_turned_axis_turns_the_factor(tmp_path: Path) -> None:
    turned = tmp_path / "turned.sdf"
    turned.write_text(GEAR.read_text().replace("<axis2>\n        <xyz>0 0 1", "<axis2>\n        <xyz>0 0 -1"))
    assert coupling(robotfmt.read(turned)) == ("drive", 0.5)


def test_the_axes_of_an_old_document_mean_the_same_in_a_new_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old.sdf", tmp_path / "new.sdf"
    flag = "<use_parent_model_frame>1</use_parent_model_frame></axis"
    text = GEAR.read_text().replace('version="1.9"', 'version="1.5"').replace("0 0 1</xyz>", "0 1 0</xyz>")
    assert 'version="1.5"' in text
    text = text.replace("</axis", flag)
    old.write_text(text.replace('<link name="arm">', '<link name="arm"><pose>0 0 0 1.5707963267948966 0 0</pose>'))
    robotfmt.convert(old, new, settings=Settings(target_format="sdf@1.9"))
    before, after = robotfmt.read(old), robotfmt.read(new)
    assert coupling(before) == coupling(after) == ("drive", -0.5)
    there = [forward_kinematics(each, {"drive": 0.4})["arm"] for each in (before, after)]
    assert np.abs(there[0] - there[1]).max() < 1e-12


def test_a_changed_coupling_is_a_mimic(tmp_path: Path) -> None:
    robot = robotfmt.read(GEAR)
    hinge = robot.joint_by_name["hinge"]
    axis = replace(hinge.axes[0], coupling=LinearCoupling(joint="drive", multiplier=2.0))
    robotfmt.write(
        robot.with_joint(replace(hinge, axes=(axis,))), tmp_path / "r.sdf", settings=Settings(target_format="sdf@1.11")
    )
    text = (tmp_path / "r.sdf").read_text()
    assert (text.count("gearbox"), text.count("<mimic")) == (0, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<parent>motor<", "<parent>base<"),
        ("<gearbox_reference_body>base<", "<gearbox_reference_body>arm<"),
        ("<axis2>\n        <xyz>0 0 1", "<axis2>\n        <xyz>0 1 1"),
    ],
)
def test_any_other_gearbox_is_kept(old: str, new: str, tmp_path: Path) -> None:
    path, out, report = tmp_path / "r.sdf", tmp_path / "out.sdf", Report()
    text = GEAR.read_text()
    place = text.rindex(old)
    path.write_text(text[:place] + text[place:].replace(old, new))
    robotfmt.convert(path, out, report=report)
    assert coupling(robotfmt.read(out)) is None and report.having("sdf.gearbox")
    assert new in out.read_text()
