"""Plugins of Gazebo classic and of Ignition, for the new Gazebo."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.settings import Settings


def migrated(name: str, folder: Path, choice: str = "gz") -> tuple[ElementTree.Element, Report]:
    """A document with its plugins for the new Gazebo, and what is said of them."""
    report, out = Report(), folder / "out.sdf"
    robotfmt.convert(BROKEN / "sdf" / name, out, report=report, settings=Settings(options={"sdf.plugins": choice}))
    return ElementTree.parse(out).getroot(), report


def test_names_of_ignition_follow_a_rule(tmp_path: Path) -> None:
    root, report = migrated("sdf.plugin-migrated.sdf", tmp_path)
    imu, _ = root.iter("plugin")
    assert imu.attrib == {"name": "gz::sim::systems::Imu", "filename": "gz-sim-imu-system"}
    assert {each.message for each in report.having("sdf.plugin-migrated")} == {
        "plugin 'libignition-gazebo-imu-system.so' is 'gz-sim-imu-system' in the new Gazebo",
        "plugin 'libgazebo_ros_diff_drive.so' is 'gz-sim-diff-drive-system' in the new Gazebo",
    }


def test_parameters_get_other_names_and_a_diameter_is_a_radius(tmp_path: Path) -> None:
    root, _ = migrated("sdf.plugin-migrated.sdf", tmp_path)
    _, drive = root.iter("plugin")
    assert drive.get("filename") == "gz-sim-diff-drive-system"
    assert [(each.tag, each.text) for each in drive] == [("left_joint", "left"), ("wheel_radius", "0.1")]


def test_plugins_without_a_counterpart_are_reported_with_their_line(tmp_path: Path) -> None:
    root, report = migrated("sdf.plugin-classic.sdf", tmp_path)
    grasp, drive = root.iter("plugin")
    assert grasp.get("filename") == "libgazebo_grasp_fix.so"
    assert list(drive) == []
    assert [(each.line, each.message) for each in report.having("sdf.plugin-classic")] == [
        (7, "plugin 'libgazebo_grasp_fix.so' is for Gazebo classic, and is kept"),
        (8, "the successor of plugin 'libgazebo_ros_diff_drive.so' has no publish_odom; left out"),
    ]


@pytest.mark.parametrize("name", ["sdf.plugin-classic.sdf", "sdf.plugin-migrated.sdf"])
def test_nothing_changes_unless_it_is_asked_for(name: str, tmp_path: Path) -> None:
    root, report = migrated(name, tmp_path, "as-read")
    assert all((each.get("filename") or "").endswith(".so") for each in root.iter("plugin"))
    assert not report.having("sdf.plugin-migrated")
