"""States that give a mimic joint another value than the joint that it follows does: conversions say so."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.hub.conversion import Conversion

_HEAD = '<robot name="grip"><link name="palm"/><link name="a"/><link name="b"/>'
_LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/><axis xyz="0 1 0"/>'
_URDF = f"""{_HEAD}
<joint name="driven" type="prismatic"><parent link="palm"/><child link="a"/>{_LIMIT}</joint>
<joint name="follower" type="prismatic"><parent link="palm"/><child link="b"/>{_LIMIT}
  <mimic joint="driven" multiplier="-2"/></joint></robot>"""
_SRDF = """<robot name="grip"><group name="g"><joint name="driven"/><joint name="follower"/></group>
<group_state name="apart" group="g">{0}</group_state></robot>"""
_VALUE = '<joint name="{0}" value="{1}"/>'


def converted(tmp_path: Path, name: str, **values: float) -> Conversion:
    """Convert a gripper with one state."""
    state = "".join(_VALUE.format(*each) for each in values.items())
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / "grip.urdf").write_text(_URDF)
    (tmp_path / "grip.srdf").write_text(_SRDF.format(state))
    return robotfmt.convert([tmp_path / "grip.urdf", tmp_path / "grip.srdf"], tmp_path / name, allow=("mjcf.massless",))


@pytest.mark.parametrize("name", ["out.srdf", "out.smurf"])
def test_a_contradiction_is_reported_where_states_are_written(name: str, tmp_path: Path) -> None:
    done = converted(tmp_path, name, driven=0.1, follower=0.1)
    (found,) = done.report.having("robot.state-contradicts-mimic")
    assert "state 'apart': joint 'follower' follows 'driven', which places it at -0.2; got 0.1" in found.message
    assert found.line == 2
    assert not converted(tmp_path / "again", name, driven=0.1, follower=-0.2).report.having(
        "robot.state-contradicts-mimic"
    )


def test_a_value_of_the_follower_alone_is_reported(tmp_path: Path) -> None:
    assert converted(tmp_path, "out.srdf", follower=0.1).report.having("robot.state-of-mimic-alone")


def test_a_format_without_states_reports_only_their_loss(tmp_path: Path) -> None:
    done = converted(tmp_path, "out.urdf", driven=0.1, follower=0.1)
    assert not done.report.having("robot.state-contradicts-mimic")
    assert "state/apart" in {each.subject for each in done.report}
