"""Robots that a document of a world calls otherwise: what no output can store of them is lost, and said."""

from __future__ import annotations

from pathlib import Path

import robotfmt
from robotfmt.diagnostics import Fate, Report

PLUGIN = "<plugin name='motor' filename='libmotor.so'/>"
WORLD = """<sdf version="1.9"><world name="hall">
<model name="left"><link name="base"><inertial><mass>1</mass></inertial></link>{plugin}</model>
<model name="right"><link name="base"><inertial><mass>1</mass></inertial></link></model>
</world></sdf>"""


def test_content_of_a_renamed_robot_is_lost(tmp_path: Path) -> None:
    """An MJCF calls the robots after their bodies, ``left/base`` and ``right/base``."""
    assert [each for each in _lost(PLUGIN, tmp_path / "out.xml") if "<plugin>" in each]
    assert not [each for each in _lost("", tmp_path / "out.xml") if "<plugin>" in each]


def test_what_the_format_has_is_not(tmp_path: Path) -> None:
    assert _lost(PLUGIN, tmp_path / "out.sdf") == []


def _lost(plugin: str, output: Path) -> list[str]:
    source, report = output.with_name("in.sdf"), Report()
    source.write_text(WORLD.format(plugin=plugin))
    robotfmt.convert(source, output, report=report, overwrite=True)
    return [each.message for each in report if each.fate is Fate.LOST]
