"""The document that all programs read, point by point: what a robot without an XRDF becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import robotfmt
from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    CollisionSphere,
    CollisionUse,
    FrameSpheres,
    Group,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    NamedState,
    Pose,
    Robot,
    Rpy,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.model.record import replace

TURNING = Axis(hard=Limits(lower=-2.0, upper=2.0))
SLIDING = Axis(hard=Limits(lower=0.01, upper=0.04))
SPHERE = CollisionSphere(center=(0, 0, 1e-7), radius=1)


def _joint(name: str, parent: str, child: str, axis: Axis) -> Joint:
    kind = JointType.PRISMATIC if axis.hard is SLIDING.hard else JointType.REVOLUTE
    return Joint(name=name, type=kind, parent=parent, child=child, axes=(axis,))


ROBOT = Robot(
    name="arm",
    links=tuple(Link(name=name) for name in ("base", "upper", "on", "left", "right")),
    joints=(
        _joint("shoulder", "base", "upper", TURNING),
        _joint("elbow", "upper", "on", TURNING),
        _joint("grip", "on", "left", SLIDING),
        _joint("follow", "on", "right", replace(SLIDING, coupling=LinearCoupling(joint="grip"))),
    ),
    groups=(Group(name="arm", joints=("elbow", "shoulder")),),
    states=(NamedState(name="default", group="arm", values=(JointValue(joint="elbow", values=(1.0,)),)),),
    modifiers=(
        SetBaseFrame(frame="base"),
        AddFrame(frame="caf\u00e9", parent="on", joint="mount", pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.0, 0.5))),
    ),
    sphere_sets=(
        SphereSet(
            name="spheres",
            frames=(
                FrameSpheres(frame="base", spheres=(SPHERE,)),
                FrameSpheres(frame="on", spheres=(SPHERE,)),
            ),
        ),
    ),
    world_collision=CollisionUse(spheres="spheres", buffers=(Buffer(frame="on", distance=0.01),)),
    ignored_pairs=(
        IgnoredPair(first="base", second="on", reason="Never"),
        IgnoredPair(first="on", second="base"),
        IgnoredPair(first="base", second="on"),
    ),
)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("portable") / "arm.xrdf"
    robotfmt.write(ROBOT, path)
    assert path.read_bytes().isascii()
    return path.read_text(encoding="ascii")


@pytest.fixture
def document(text: str) -> dict[str, object]:
    found = yaml.safe_load(text)
    assert isinstance(found, dict)
    return found


def test_the_version_is_a_bare_number(text: str) -> None:
    assert "\nformat_version: 1.0\n" in text


def test_blocks_have_a_fixed_order(document: dict[str, object]) -> None:
    assert list(document) == [
        "format",
        "format_version",
        "modifiers",
        "default_joint_positions",
        "cspace",
        "tool_frames",
        "collision",
        "self_collision",
        "geometry",
    ]


def test_frames_are_nested_and_fixed(document: dict[str, object]) -> None:
    modifiers = document["modifiers"]
    assert isinstance(modifiers, list)
    assert [list(each) for each in modifiers] == [["set_base_frame"], ["add_frame"]]
    frame = modifiers[1]["add_frame"]
    assert frame["joint_type"] == "FIXED"
    assert list(frame["fixed_transform"]["orientation"]) == ["w", "xyz"]


def test_both_sections_name_the_one_group(document: dict[str, object]) -> None:
    assert document["collision"] == {"geometry": "spheres", "buffer_distance": {"on": 0.01}}
    itself, geometry = document["self_collision"], document["geometry"]
    assert isinstance(itself, dict)
    assert isinstance(geometry, dict)
    assert itself["geometry"] == "spheres"
    assert list(geometry) == ["spheres"]


def test_each_pair_is_written_once(document: dict[str, object], text: str) -> None:
    itself = document["self_collision"]
    assert isinstance(itself, dict)
    assert itself["ignore"] == {"base": ["on"]}
    assert 'base: ["on"]  # Never\n' in text


def test_every_joint_that_moves_by_itself_has_a_position(document: dict[str, object]) -> None:
    assert document["default_joint_positions"] == {"shoulder": 0.0, "elbow": 1.0, "grip": 0.01}


def test_joints_have_the_order_of_the_robot(document: dict[str, object]) -> None:
    cspace = document["cspace"]
    assert isinstance(cspace, dict)
    assert cspace["joint_names"] == ["shoulder", "elbow"]


def test_there_is_a_tool_frame(document: dict[str, object]) -> None:
    assert document["tool_frames"] == ["left"]


def test_numbers_have_a_point_and_names_quotes(text: str) -> None:
    numbers = re.findall(r"(?<![\w.\"])[-+]?\d[\w.+-]*", text)
    assert numbers
    assert all(re.fullmatch(r"-?\d+\.\d+(e[+-]\d+)?", each) for each in numbers)
    assert '"on":' in text
    assert '"caf\\u00e9"' in text or '"caf\\xe9"' in text


def test_pairs_of_a_document_stay_as_they_are(tmp_path: Path) -> None:
    robotfmt.write(replace(ROBOT, ignored_pairs=ROBOT.ignored_pairs[:1]), tmp_path / "arm.xrdf")
    text = (tmp_path / "arm.xrdf").read_text(encoding="ascii")
    (tmp_path / "twice.xrdf").write_text(text.replace('["on"]  # Never', '["on", "on"]'), encoding="ascii")
    robotfmt.convert(tmp_path / "twice.xrdf", tmp_path / "again.xrdf")
    assert '["on", "on"]' in (tmp_path / "again.xrdf").read_text(encoding="ascii")
