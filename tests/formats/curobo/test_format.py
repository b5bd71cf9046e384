"""The format's record: what its documents look like; and documents that do harm."""

from __future__ import annotations

import time

import pytest
from reading import read_text

from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt_curobo import FORMAT

HEAD = "robot_cfg:\n  kinematics:\n    base_link: base\n"


@pytest.mark.parametrize(
    "data",
    [
        b"robot_cfg:\n  kinematics:\n",
        b"# licence\n'robot_cfg': {kinematics: {}}\n",
        b"{robot_cfg: {}}",
        b"\xef\xbb\xbfrobot_cfg:\n",
        "\ufeffrobot_cfg:\n".encode("utf-16-le"),
        b"kinematics:\n  base_link: base\n",
        b"a: 1\nkinematics:\n  collision_link_names: &id001\n  - base\n",
    ],
)
def test_configurations_of_curobo_are_recognised(data: bytes) -> None:
    assert FORMAT.sniff(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"format: xrdf\nkinematics:\n  base_link: base\n",
        b"# robot_cfg:\n",
        b"my_robot_cfg: 1\n",
        b"kinematics:\n  solver: kdl\n",
        b"api_version: 1.0\ncspace: [a]\n",
        b"<robot/>",
    ],
)
def test_other_documents_are_not_recognised(data: bytes) -> None:
    assert not FORMAT.sniff(data)


HOSTILE = {
    "many listed links": "    collision_link_names: [" + "a, " * 1000 + "b]\n    collision_spheres: {b: []}\n",
    "links that nobody lists": "    collision_link_names: [x]\n    collision_spheres: {"
    + ", ".join(f"l{each}: []" for each in range(1000))
    + "}\n",
    "one joint many times": "    cspace: {joint_names: [" + "j, " * 1000 + "j]}\n",
    "numbers that are none": "    cspace: {joint_names: [j], max_jerk: .nan, max_acceleration: 1_0}\n",
    "nothing but lists": "    " + "\n    ".join(f"{key}: []" for key in ("cspace", "lock_joints", "extra_links")),
    "nothing but words": "    " + "\n    ".join(f"{key}: x" for key in ("cspace", "lock_joints", "extra_links")),
    "odd parts": "    extra_links: {a: 1, b: {fixed_transform: [0, 0, 0, 0, 0, 0, 0]}}\n"
    "    self_collision_ignore: {a: 1, b: [[c]], c: [null]}\n    self_collision_buffer: {a: [1]}\n",
    "odd spheres": "    collision_link_names: [a, b, c]\n"
    "    collision_spheres: {a: 1, b: [1, {center: 1}], c: [{radius: x, center: [1, 2]}]}\n",
    "a path to a device": "    collision_spheres: /dev/zero\n",
    "names of other kinds": "    tool_frames: {a: b}\n    base_link: [x]\n    ee_link: [y]\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents(name: str) -> None:
    report, start = Report(), time.process_time()
    text = HEAD.replace("    base_link: base\n", "") if "base_link" in HOSTILE[name] else HEAD
    try:
        robot = read_text(text + HOSTILE[name], "curobo", report)
    except RobotfmtError:
        return
    assert time.process_time() - start < 5
    assert len(report) > 0 or robot.extensions
