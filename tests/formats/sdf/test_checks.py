"""What `check` finds in SDF documents that Gazebo refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.hub.checking import check
from robotfmt.model import Light, Link, Robot

MASS = (
    "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"
    "</inertia></inertial>"
)
LINK = f"<link name='a'>{MASS}</link>"


def model(content: str, name: str = "m") -> str:
    """A model, without a document around it."""
    return f"<model name='{name}'>{content}</model>"


def link(content: str) -> str:
    """A model whose link has some content."""
    return model(f"<link name='a'>{MASS}{content}</link>")


def weighed(content: str) -> str:
    """A model whose link has this inertia."""
    return model(f"<link name='a'>{content}</link>")


def mimic(axis: str) -> str:
    """A model in which a joint follows an axis of another one."""
    links = "".join(f"<link name='{name}'>{MASS}</link>" for name in "abc")
    leader = "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
    follower = f"<axis><xyz>0 0 1</xyz><mimic joint='j' axis='{axis}'/></axis>"
    return model(f"{links}{leader}<joint name='k' type='revolute'><parent>b</parent><child>c</child>{follower}</joint>")


def messages(content: str, tmp_path: Path, version: str = "1.11") -> dict[str, str]:
    """The findings in a document, without notes, by their codes."""
    path = tmp_path / "robot.sdf"
    path.write_text(f"<sdf version='{version}'>{content}</sdf>", encoding="utf-8")
    return {each.code: each.message for each in check(path)[0].report if str(each.severity.value) != "note"}


BOX = "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>"
PLACE = "<pose relative_to='world'>0 0 1 0 0 0</pose>"
TWO = "<{0} name='v' type='{1}'/><{0} name='v' type='{1}'/>"
FAULTS = {
    "sensors": ("sdf.name", link(TWO.format("sensor", "imu")), "has two <sensor> elements named 'v'"),
    "lights": ("sdf.name", link(TWO.format("light", "spot")), "has two <light> elements named 'v'"),
    "model world": ("sdf.name", model(LINK, "world"), "<model> is called 'world'"),
    "world world": ("sdf.name", f"<world name='world'>{model(LINK)}</world>", "<world> is called 'world'"),
    "sensor __x__": ("sdf.name", link("<sensor name='__x__' type='imu'/>"), "<sensor> is called '__x__'"),
    "colons": ("sdf.name", link("<sensor name='a::b' type='imu'/>"), "no name has '::' in it"),
    "no type": ("value.missing", link("<sensor name='s'/>"), "<sensor name='s'> has no attribute 'type'"),
    "light": ("value.missing", link("<light name='s'/>"), "<light name='s'> has no attribute 'type'"),
    "plugin": ("value.missing", model(f"<plugin name='p'/>{LINK}"), "has no attribute 'filename'"),
    "radar": ("value.unknown", link("<sensor name='s' type='radar'/>"), "is 'radar'; expected air_pressure"),
    "static": ("value.unknown", model(f"<static>2</static>{LINK}"), "<static> in <model name='m'> is '2'"),
    "degrees": ("value.unknown", link("<pose degrees='maybe'>0 0 0 0 0 0</pose>"), "'degrees' of <pose> in"),
    "rotation": (
        "value.unknown",
        link("<pose rotation_format='axis'>0 0 0 0 0 0</pose>"),
        "is 'axis'; expected euler_rpy, quat_xyzw",
    ),
    "mimic": (
        "value.unknown",
        mimic("axis2"),
        "joint 'k' mimics the axis 'axis2' of joint 'j'; expected axis",
    ),
    "negative": (
        "robot.inertia-not-positive",
        weighed("<inertial><inertia><ixx>-1</ixx></inertia></inertial>"),
        "'a' is not positive",
    ),
    "triangle": (
        "robot.inertia-triangle",
        weighed("<inertial><mass>1</mass><inertia><izz>10</izz></inertia></inertial>"),
        "'a' violates the triangle inequality",
    ),
    "no shape": ("sdf.auto-inertia", weighed("<inertial auto='true'/>"), "it has no <collision>"),
    "plane": (
        "sdf.auto-inertia",
        weighed("<inertial auto='true'/><collision name='c'><geometry><plane/></geometry></collision>"),
        "the collision 'c' has no volume",
    ),
    "relative": (
        "sdf.unknown-frame",
        model(PLACE + LINK),
        "is in no world, and its pose is relative to 'world'",
    ),
}


@pytest.mark.parametrize(("code", "content", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_that_gazebo_refuses_are_reported(code: str, content: str, message: str, tmp_path: Path) -> None:
    assert message in messages(content, tmp_path).get(code, "")


SOUND = {
    "others": link("<sensor name='v' type='imu'/><light name='v' type='spot'/>"),
    "plugins": model(f"<plugin name='v' filename='a'><sensor/></plugin><plugin filename='b'/>{LINK}"),
    "axis": mimic("axis"),
    "partial": weighed("<inertial><mass>1</mass><inertia><ixx>0.5</ixx></inertia></inertial>"),
    "box": weighed(f"<inertial auto='true'/>{BOX}"),
    "in a world": f"<world name='w'>{model(PLACE + LINK)}</world>",
    "TRUE": model(f"<static>TRUE</static>{LINK}"),
}


@pytest.mark.parametrize("content", SOUND.values(), ids=SOUND)
def test_content_that_gazebo_reads_has_no_finding(content: str, tmp_path: Path) -> None:
    found = messages(content, tmp_path)
    assert not {code for code, _, _ in FAULTS.values()} & set(found)


def test_names_with_colons_until_1_7(tmp_path: Path) -> None:
    assert "sdf.name" not in messages(link("<sensor name='a::b' type='imu'/>"), tmp_path, "1.7")


def test_a_light_without_a_type_is_written_as_gazebo_reads_it(tmp_path: Path) -> None:
    robot = Robot(name="r", links=(Link(name="a", lights=(Light(name="l"),)),))
    report = Report()
    robotfmt.write(robot, tmp_path / "robot.sdf", report=report)
    assert 'type="point"' in (tmp_path / "robot.sdf").read_text()
    assert "link/a/light/l/type" in {each.subject for each in report}
