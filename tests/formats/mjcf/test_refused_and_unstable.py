"""What `check` finds in documents that MuJoCo refuses, or simulates badly; MuJoCo is asked too."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from real import BROKEN, installed

from robotfmt.diagnostics import Severity
from robotfmt.hub.checking import check

FOLDER = BROKEN / "mjcf"
REFUSED = {"mjcf.unknown-word", "mjcf.world-joint", "mjcf.massless", "mjcf.refused-range", "mjcf.repeated-name"}
BODY = """<mujoco><compiler angle="radian" {compiler}/>{top}<worldbody>
<body name="low">{low}<geom name="g" size="0.1" {geom}/>
<body name="high" pos="0 0 0.3">{high}<geom size="0.1"/></body></body>
</worldbody></mujoco>"""
HINGE = '<joint name="{}" axis="0 1 0" range="-1 1"/>'
WRITTEN = {"compiler": "", "top": "", "low": HINGE.format("one"), "geom": "", "high": HINGE.format("two")}


def codes(text: str, folder: Path) -> set[str]:
    path = folder / "robot.xml"
    path.write_text(text)
    return {each.code for found in check(path) for each in found.report if each.severity is Severity.ERROR}


def accepts(text: str) -> bool:
    mujoco = pytest.importorskip("mujoco")
    try:
        mujoco.MjModel.from_xml_string(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({"high": HINGE.format("one")}, "mjcf.repeated-name"),
        ({"low": HINGE.format("one") + '<site name="s"/><site name="s"/>'}, "mjcf.repeated-name"),
        ({"compiler": 'autolimits="false"'}, "mjcf.refused-range"),
        ({"compiler": 'autolimits="false"', "low": "", "high": HINGE.format("two") + "<jiont/>"}, "mjcf.unknown-word"),
        ({"geom": 'weight="3"'}, "mjcf.unknown-word"),
        ({"top": '<option timestep="0.001" gravty="0 0 0"/>'}, "mjcf.unknown-word"),
        ({"top": '<custom><numeric name="n" data="1"/></custom>'}, None),
        ({"geom": 'mass="0"'}, "mjcf.massless"),
        ({"geom": 'mass="0"', "high": ""}, None),  # the upper body is welded to it and has a mass
        ({"low": "<frame>" + HINGE.format("one") + "</frame>"}, None),
    ],
)
def test_what_mujoco_refuses_is_an_error(changes: dict[str, str], code: str | None, tmp_path: Path) -> None:
    text = BODY.format(**WRITTEN | changes)
    assert accepts(text) == (code is None)
    found = codes(text, tmp_path) & REFUSED
    assert (code in found) if code else not found


def test_no_document_that_mujoco_loads_has_such_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)  # MuJoCo writes its log here
    loaded = 0
    for path in (*installed("pybullet", ".xml"), *sorted(FOLDER.glob("*.xml"))):
        if b"<mujoco" not in path.read_bytes():
            continue
        try:
            mujoco.MjModel.from_xml_path(os.fspath(path))
        except ValueError:
            continue
        loaded += 1
        found = {each.code for result in check(path) for each in result.report if each.severity is Severity.ERROR}
        assert not found & REFUSED, path
    assert loaded > 20


def swing(name: str, text: str | None = None) -> list[float]:
    """The positions of the first joint in 1 s after it was pushed to 0.1, without gravity."""
    mujoco = pytest.importorskip("mujoco")
    text = text if text is not None else (FOLDER / name).read_text()
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.gravity[:] = 0
    data = mujoco.MjData(model)
    data.qpos[0] = 0.1
    found = []
    for _ in range(500):
        mujoco.mj_step(model, data)
        found.append(float(data.qpos[0]))
    return found


def test_a_stiff_drive_explodes_and_a_ringing_one_rings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    stiff = (FOLDER / "mjcf.stiff-drive.xml").read_text()
    assert max(map(abs, swing("", stiff))) > 0.2
    usual = re.sub('kp="1000000" kv="2"', 'kp="50" kv="2"', stiff)
    assert max(map(abs, swing("", usual))) < 0.1
    assert max(map(abs, swing("mjcf.ringing-drive.xml")[-100:])) > 0.05
    assert max(map(abs, swing("", usual)[-100:])) < 0.05


@pytest.mark.parametrize(("integrator", "explodes"), [("Euler", True), ("implicitfast", False)])
def test_damping_helps_a_stiff_drive_where_it_is_implicit(
    integrator: str, explodes: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    stiff = (FOLDER / "mjcf.stiff-drive.xml").read_text()
    damped = stiff.replace('kp="1000000" kv="2"', 'kp="1000000" kv="20000"')
    damped = damped.replace("<worldbody>", f'<option integrator="{integrator}"/><worldbody>')
    assert (max(map(abs, swing("", damped))) > 0.2) == explodes
    path = tmp_path / "arm.xml"
    path.write_text(damped)
    assert ("mjcf.stiff-drive" in {each.code for result in check(path) for each in result.report}) == explodes


DRIVEN = """<mujoco><compiler angle="radian"/><worldbody>
<body name="a">{joint}<geom size="0.1"/>{seen}<body name="b">{other}<geom size="0.1"/>{seen}</body></body>
</worldbody><actuator><position name="p" joint="one" kp="1" ctrlrange="{range}"/>
<position name="q" joint="two" kp="1" ctrlrange="{range}"/></actuator></mujoco>"""
BEYOND = "drive 'p' takes controls from -2 to 3, beyond the range -1 to 1 of its joint; so does one more"
SEEN = "body 'a': its mass includes that of visual geoms: one without a name; so does that of 1 more body"


@pytest.mark.parametrize(
    ("range", "mass", "expected"), [("-2 3", "1", {BEYOND, SEEN}), ("-2 3", "0", {BEYOND}), ("-1 1", "0", set[str]())]
)
def test_what_a_class_sets_alike_is_one_finding(range: str, mass: str, expected: set[str], tmp_path: Path) -> None:
    seen = f'<geom size="0.1" contype="0" conaffinity="0" mass="{mass}"/>'
    path = tmp_path / "robot.xml"
    path.write_text(DRIVEN.format(joint=HINGE.format("one"), other=HINGE.format("two"), range=range, seen=seen))
    kinds = ("mjcf.control-beyond-range", "mjcf.visual-mass")
    found = [each.message for one in check(path) for each in one.report if each.code in kinds]
    assert sorted(found) == sorted(expected)


MOTORS = """<mujoco><worldbody><body>{}<geom size="0.1"/><body>{}<geom size="0.1"/>
<body>{}<geom size="0.1"/></body></body>
</body></worldbody><actuator><motor joint="a"/><motor joint="b"/><{drive} joint="c"/></actuator></mujoco>"""
BRAKED, BARE = '<joint name="{}" axis="0 1 0" {}="0.1"/>', '<joint name="{}" axis="0 1 0"/>'


@pytest.mark.parametrize(
    ("last", "drive", "found"),
    [
        (BARE.format("c"), "motor", True),
        (BARE.format("c"), "position kv='1'", False),  # the drive brakes
        (BRAKED.format("c", "damping"), "motor", False),
        (BRAKED.format("c", "armature"), "motor", False),
        (BRAKED.format("c", "frictionloss"), "motor", False),
    ],
)
def test_a_motor_has_something_to_brake_it(last: str, drive: str, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "robot.xml"
    others = BRAKED.format("a", "damping"), BRAKED.format("b", "armature")
    path.write_text(MOTORS.format(*others, last, drive=drive))
    messages = [each.message for one in check(path) for each in one.report if each.code == "mjcf.undamped"]
    message = "joint 'c' has a motor and neither damping, friction nor armature, unlike most others"
    assert messages == ([message] if found else [])
    path.write_text(MOTORS.format(BARE.format("a"), BARE.format("b"), last, drive=drive))
    assert "mjcf.undamped" not in {each.code for one in check(path) for each in one.report}
