from pathlib import Path

import pytest

from robotfmt import Report, convert, read

TEXT = """<?xml version="1.0" encoding="utf-8"?>
<chain name="arm">
  <link name="base"/>
  <link name="hand" colour="red"/>
  <joint name="wrist" type="turn" parent="base" child="hand" xyz="0 0 0.3" axis="0 1 0" lower="-1" upper="2"/>
</chain>
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.chain"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_numbers(arm: Path) -> None:
    (joint,) = read(arm).joints
    assert joint.pose_in_parent is not None
    assert joint.pose_in_parent.xyz == (0, 0, 0.3)
    assert joint.axis is not None
    assert joint.axis.hard is not None
    assert (joint.axis.hard.lower, joint.axis.hard.upper) == (-1, 2)


def test_what_is_not_understood_is_kept(arm: Path) -> None:
    report = Report()
    (extension,) = read(arm, report=report).extensions
    assert (extension.place, extension.name) == ("/chain/link[@name='hand']", "colour")
    assert len(report.having("document.not-understood")) == 1


def test_same_text_again(arm: Path) -> None:
    convert([arm], [arm.with_name("again.chain")])
    assert arm.with_name("again.chain").read_text(encoding="utf-8") == TEXT


def test_a_joint_without_a_word(tmp_path: Path) -> None:
    text = '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="planar"><parent link="a"/>'
    (tmp_path / "r.urdf").write_text(text + '<child link="b"/></joint></robot>')
    done = convert([tmp_path / "r.urdf"], [tmp_path / "r.chain"])
    assert {each.subject for each in done.report.having("chain.stiff")} == {"joint/j/type", "joint/j/axis"}
    assert 'type="fixed"' in (tmp_path / "r.chain").read_text()
