"""URDF 1.0, 1.1 and 1.2: what each understands, and which of them is written."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from reading import context_for, read_text

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import UsageError
from robotfmt.model import (
    Axis,
    Capsule,
    CSpace,
    CSpaceJoint,
    Geometry,
    Joint,
    JointType,
    Limits,
    Link,
    Pose,
    Purpose,
    Quaternion,
    Robot,
    Rpy,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_urdf import FORMAT

ARM = """<robot name="r"{version}>
<link name="a"/><link name="b">{link}</link>
<joint name="j" type="{type}"><parent link="a"/><child link="b"/>{joint}</joint>
</robot>"""
LIMIT = '<limit lower="-1" upper="2" effort="30" velocity="6" acceleration="7" deceleration="8" jerk="9"/>'
QUATERNION = '<origin xyz="1 2 3" quat_xyzw="0 0 0.6 0.8"/>'
CAPSULE = '<collision><geometry><capsule radius="0.1" length="0.4"/></geometry></collision>'
BARE = Limits(lower=-1.0, upper=1.0, velocity=2.0, effort=3.0)


def text(version: str | None, *, link: str = "", joint: str = "", type: str = "revolute") -> str:
    """A document of two links and a joint."""
    declared = f' version="{version}"' if version is not None else ""
    return ARM.format(version=declared, link=link, joint=joint, type=type)


def read(document: str, report: Report | None = None) -> Robot:
    return read_text(document, "urdf", report)


def reported(document: str) -> set[str]:
    report = Report()
    read(document, report)
    return {each.code for each in report}


def rewritten(document: str, folder: Path, to: str = "urdf", report: Report | None = None) -> str:
    """What a conversion from URDF to URDF makes of a document."""
    (folder / "in.urdf").write_text(document, encoding="utf-8")
    settings, output = Settings(target_format=to), folder / "out.urdf"
    robotfmt.convert(folder / "in.urdf", output, settings=settings, report=report, overwrite=True)
    return output.read_text(encoding="utf-8")


def arm(limits: Limits = BARE) -> Robot:
    joint = Joint(
        name="j",
        type=JointType.REVOLUTE,
        parent="a",
        child="b",
        axes=(Axis(direction=(0.0, 0.0, 1.0), hard=limits),),
    )
    return Robot(name="r", links=(Link(name="a"), Link(name="b")), joints=(joint,))


def with_capsule(robot: Robot) -> Robot:
    shape = Geometry(shape=Capsule(0.1, 0.4), purpose=Purpose.COLLISION)
    return replace(robot, links=(replace(robot.links[0], collisions=(shape,)), *robot.links[1:]))


def saved(robot: Robot, folder: Path, *names: str, to: str | None = None) -> tuple[str, Report]:
    """The text of the first document that is written, and what was reported."""
    report, paths = Report(), [folder / name for name in names or ("out.urdf",)]
    robotfmt.write(robot, *paths, report=report, settings=Settings(target_format=to))
    return paths[0].read_text(encoding="utf-8"), report


# Reading


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_a_quaternion_turns_from_1_1_on(version: str) -> None:
    (joint,) = read(text(version, joint=QUATERNION)).joints
    # A turn about z by 2 atan2(0.6, 0.8).
    assert joint.pose_in_parent == Pose((1.0, 2.0, 3.0), Quaternion(0.8, 0.0, 0.0, 0.6))
    assert joint.pose_in_parent is not None
    assert joint.pose_in_parent.matrix[0] == pytest.approx((0.28, -0.96, 0.0))


@pytest.mark.parametrize("version", [None, "1.0", "2.0"])
def test_a_quaternion_counts_for_nothing_before(version: str | None) -> None:
    robot = read(text(version, joint=QUATERNION))
    assert robot.joints[0].pose_in_parent == Pose((1.0, 2.0, 3.0))
    (extension,) = robot.extensions
    assert (extension.name, extension.content) == ("quat_xyzw", "0 0 0.6 0.8")
    assert "urdf.newer-than-version" in reported(text(version, joint=QUATERNION))


def test_two_turns_are_an_error_from_1_1_on() -> None:
    both = '<origin rpy="0 0 1" quat_xyzw="0 0 0.6 0.8"/>'
    report = Report()
    robot = read(text("1.1", joint=both), report)
    assert [each.code for each in report.errors] == ["urdf.two-rotations"]
    assert robot.joints[0].pose_in_parent == Pose(rotation=Rpy(0.0, 0.0, 1.0))
    assert "urdf.two-rotations" not in reported(text("1.0", joint=both))


def test_a_quaternion_of_zeros_is_no_turn_and_stays(tmp_path: Path) -> None:
    document = text("1.1", joint=f'<origin xyz="1 2 3" quat_xyzw="0 0 0 0"/>{LIMIT}')
    assert read(document).joints[0].pose_in_parent == Pose((1.0, 2.0, 3.0))
    assert "urdf.zero-quaternion" in reported(document)
    assert '<origin xyz="1 2 3" quat_xyzw="0 0 0 0"/>' in rewritten(document, tmp_path)


@pytest.mark.parametrize("version", [None, "1.0", "1.1", "1.2"])
def test_a_capsule_is_read_whatever_the_version(version: str | None) -> None:
    (shape,) = read(text(version, link=CAPSULE)).links[1].collisions
    assert shape.shape == Capsule(0.1, 0.4)
    assert ("urdf.newer-than-version" in reported(text(version, link=CAPSULE))) is (version in (None, "1.0"))


def test_limits_of_acceleration_and_jerk_count_in_1_2() -> None:
    for version, expected in (
        ("1.2", (7.0, 8.0, 9.0)),
        ("1.1", (None, None, None)),
        (None, (None, None, None)),
    ):
        axis = read(text(version, joint=LIMIT)).joints[0].axis
        assert axis is not None
        assert axis.hard is not None
        assert (axis.hard.acceleration, axis.hard.deceleration, axis.hard.jerk) == expected
        assert (axis.hard.lower, axis.hard.upper, axis.hard.effort, axis.hard.velocity) == (-1, 2, 30, 6)
        assert ("urdf.newer-than-version" in reported(text(version, joint=LIMIT))) is (version != "1.2")


@pytest.mark.parametrize(("version", "ends"), [(None, 0.0), ("1.1", 0.0), ("1.2", None)])
def test_ends_of_a_range_that_are_not_given(version: str | None, ends: float | None) -> None:
    axis = read(text(version, joint='<limit effort="1" velocity="2"/>')).joints[0].axis
    assert axis is not None
    assert axis.hard == Limits(lower=ends, upper=ends, effort=1.0, velocity=2.0)


@pytest.mark.parametrize("version", ["1", "2.0", "1.3", "", "1.0.0"])
def test_an_unknown_version_is_reported_and_written_as_1_0(version: str, tmp_path: Path) -> None:
    assert "urdf.unknown-version" in reported(text(version))
    assert '<robot name="r" version="1.0">' in rewritten(text(version, joint=LIMIT), tmp_path)


# Writing


def test_a_robot_that_1_0_can_store_is_written_as_1_0(tmp_path: Path) -> None:
    written, report = saved(arm(), tmp_path)
    assert '<robot name="r">' in written
    assert '<limit lower="-1" upper="1" effort="3" velocity="2"/>' in written
    assert len(report) == 0


def test_newer_versions_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    limits = replace(BARE, acceleration=4.0, deceleration=5.0, jerk=6.0, velocity=None)
    robot = with_capsule(arm(limits))
    written, report = saved(robot, tmp_path, to="urdf@1.2")
    assert '<robot name="r" version="1.2">' in written
    assert '<capsule radius="0.1" length="0.4"/>' in written
    # Nor does 1.2 demand a velocity.
    assert '<limit lower="-1" upper="1" effort="3" acceleration="4" deceleration="5" jerk="6"/>' in written
    assert len(report) == 0
    assert read(written) == robot


def test_1_1_has_a_capsule_but_no_acceleration(tmp_path: Path) -> None:
    robot = with_capsule(arm(replace(BARE, acceleration=4.0)))
    written, report = saved(robot, tmp_path, to="urdf@1.1")
    assert '<robot name="r" version="1.1">' in written
    assert '<capsule radius="0.1" length="0.4"/>' in written
    assert "acceleration" not in written
    assert [(each.code, each.subject) for each in report] == [("urdf.derivative-limit", "joint/j/acceleration")]
    assert read(written) == with_capsule(arm(BARE))


@pytest.mark.parametrize(
    ("to", "option", "version"),
    [(None, "1.2", "1.2"), ("urdf", "1.1", "1.1"), ("urdf@1.2", "1.2", "1.2"), (None, "", None)],
)
def test_the_version_can_be_given_as_an_option(
    to: str | None, option: str, version: str | None, tmp_path: Path
) -> None:
    settings = Settings(target_format=to, options={"urdf.version": option})
    robotfmt.write(arm(), tmp_path / "a.urdf", settings=settings)
    declared = f' version="{version}"' if version else ""
    assert f'<robot name="r"{declared}>' in (tmp_path / "a.urdf").read_text(encoding="utf-8")


def test_two_versions_are_a_contradiction(tmp_path: Path) -> None:
    settings = Settings(target_format="urdf@1.0", options={"urdf.version": "1.2"})
    with pytest.raises(UsageError, match=r"urdf@1\.0 conflicts with urdf\.version=1\.2"):
        robotfmt.write(arm(), tmp_path / "a.urdf", settings=settings)
    assert not (tmp_path / "a.urdf").exists()


def test_limits_of_the_configuration_space_find_a_place(tmp_path: Path) -> None:
    robot = replace(arm(), cspace=CSpace(joints=(CSpaceJoint(joint="j", acceleration_limit=4.0, jerk_limit=5.0),)))
    written, report = saved(robot, tmp_path, to="urdf@1.2")
    assert '<limit lower="-1" upper="1" effort="3" velocity="2" acceleration="4" jerk="5"/>' in written
    found = {each.subject for each in report.having("urdf.limit-from-cspace")}
    assert found == {"joint/j/acceleration", "joint/j/jerk"}
    plain, report = saved(robot, tmp_path, "plain.urdf")
    assert "acceleration" not in plain
    assert [each.subject for each in report.having(Fate.LOST)] == ["cspace"]
    beside, report = saved(robot, tmp_path, "beside.urdf", "beside.xrdf")
    assert "acceleration" not in beside
    assert report.having("urdf.limit-from-cspace") == []


def test_quaternions_come_back_as_they_were_written(tmp_path: Path) -> None:
    document = text("1.1", joint=QUATERNION + LIMIT, link=CAPSULE)
    again = rewritten(document, tmp_path)
    assert QUATERNION in again
    assert 'version="1.1"' in again
    assert 'acceleration="7"' in again  # it means nothing there, and stays
    assert read(again) == read(document)


def test_quaternions_become_rpy_in_1_0(tmp_path: Path) -> None:
    report = Report()
    robot = read(rewritten(text("1.1", joint=QUATERNION + LIMIT), tmp_path, "urdf@1.0", report))
    assert robot.joints[0].pose_in_parent is not None
    rotation = robot.joints[0].pose_in_parent.rotation
    assert isinstance(rotation, Rpy)
    assert (rotation.roll, rotation.pitch, rotation.yaw) == pytest.approx((0, 0, 2 * math.atan2(0.6, 0.8)))
    assert report.having(Fate.LOST) == []


def test_a_version_is_not_lowered(tmp_path: Path) -> None:
    plain = '<limit lower="-1" upper="2" effort="30" velocity="6"/>'
    report = Report()
    assert 'version="1.2"' in rewritten(text("1.2", joint=plain), tmp_path, report=report)
    assert report.having("convert.newer-version") == []


def test_content_that_the_source_version_ignores_stays_ignored(tmp_path: Path) -> None:
    turned = CAPSULE.replace("<geometry>", '<origin quat_xyzw="0 0 0.6 0.8"/><geometry>')
    report = Report()
    again = rewritten(text(None, link=turned, joint=LIMIT), tmp_path, "urdf@1.1", report)
    assert 'version="1.1"' in again
    assert "quat_xyzw" not in again
    assert 'acceleration="7"' in again  # in 1.1 it still sleeps
    assert [each.fate for each in report.having("urdf.no-longer-ignored")] == [Fate.LOST]


def test_ends_of_a_range_that_were_not_given_are_not_written(tmp_path: Path) -> None:
    bare = '<limit effort="1" velocity="2"/>'
    assert bare in rewritten(text(None, joint=bare), tmp_path)
    assert '<limit effort="1" velocity="2" upper="3"/>' in rewritten(
        text(None, joint='<limit effort="1" velocity="2" upper="3"/>'), tmp_path
    )


def test_omitted_limits_are_written_in_versions_that_demand_limits(tmp_path: Path) -> None:
    document = text(None, joint='<limit effort="1" velocity="2"/>', link=CAPSULE)
    again = rewritten(document, tmp_path, "urdf@1.2")
    assert '<limit effort="1" velocity="2" lower="0" upper="0"/>' in again
    assert 'version="1.2"' in again


def test_the_default_namespace_stays(tmp_path: Path) -> None:
    document = text(None, joint=LIMIT).replace("<robot ", '<robot xmlns="http://www.ros.org" ')
    again = rewritten(document, tmp_path)
    assert '<robot xmlns="http://www.ros.org" name="r">' in again
    assert "urdf.namespace" in reported(document)
    assert read(again).joints == read(document).joints


def test_there_is_no_other_version(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"it has: 1\.0, 1\.1, 1\.2"):
        saved(arm(), tmp_path, to="urdf@1.3")


def test_the_oldest_version_is_the_default() -> None:
    assert FORMAT.versions == ("1.0", "1.1", "1.2")
    assert context_for("urdf").version == "1.0"
