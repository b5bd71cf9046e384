"""What URDF 1.0 has no words for: kept where other programs skip it, and read again."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest
from programs import oracle
from reading import read_text

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import (
    Axis,
    Box,
    Capsule,
    Geometry,
    Joint,
    JointType,
    Limits,
    Link,
    Material,
    Pose,
    Purpose,
    Robot,
    Rpy,
    Sphere,
)
from robotfmt.model.record import replace

LIMITS = Limits(lower=-1.0, upper=1.0, velocity=2.0, effort=3.0, acceleration=4.0, deceleration=5.0, jerk=6.5)


def shape(it: object, name: str | None = None, pose: Pose | None = None) -> Geometry:
    return Geometry(shape=it, name=name, pose=pose, purpose=Purpose.COLLISION)  # type: ignore[arg-type]


def robot() -> Robot:
    tilted = Pose((0.1, 0.2, 0.3), Rpy(0.4, -0.5, 0.6))
    collisions = (
        shape(Capsule(0.1, 0.4), "first", tilted),
        shape(Box((1.0, 2.0, 3.0)), "second"),
        shape(Capsule(0.3, 0.2), "third", Pose((0.0, 0.0, 1.0))),
    )
    red = Material(name="red", color=(1.0, 0.0, 0.0, 1.0))
    visual = Geometry(shape=Capsule(0.2, 0.7), material=red, purpose=Purpose.VISUAL)
    turn = Axis(direction=(0.0, 0.0, 1.0), hard=LIMITS)
    free = Axis(direction=(0.0, 1.0, 0.0), hard=Limits(jerk=7.0))
    return Robot(
        name="r",
        links=(Link(name="a", collisions=collisions), Link(name="b", visuals=(visual,)), Link(name="c")),
        joints=(
            Joint(name="j", type=JointType.REVOLUTE, parent="a", child="b", axes=(turn,)),
            Joint(name="k", type=JointType.CONTINUOUS, parent="b", child="c", axes=(free,)),
        ),
        materials=(Material(name="orange"),),
    )


def written(it: Robot, path: Path, report: Report | None = None) -> str:
    robotfmt.write(it, path, report=report, overwrite=True)
    return path.read_text(encoding="utf-8")


def test_nothing_is_lost_and_each_kind_is_one_line(tmp_path: Path) -> None:
    report = Report()
    text = written(robot(), tmp_path / "r.urdf", report)
    assert [each.code for each in report] == ["urdf.kept-limits", "urdf.capsule"]
    assert "those of 2 joints are kept" in report.diagnostics[0].message
    assert report.diagnostics[1].message.startswith("3 capsules are written as a cylinder and two spheres")
    assert read_text(text, "urdf") == robot()
    assert written(read_text(text, "urdf"), tmp_path / "again.urdf") == text


def test_other_programs_read_shapes_that_fill_the_same_space(tmp_path: Path) -> None:
    body, _, slot = written(robot(), tmp_path / "r.urdf").partition('  <extension format="robotfmt">')
    assert "capsule" not in body
    assert "acceleration" not in body
    assert "orange" not in body
    assert '<joint name="k" type="continuous">' in body
    assert body.count("<limit") == 1  # the continuous joint has none that 1.0 has words for
    assert slot.splitlines()[1:7] == [
        '    <limit joint="j" acceleration="4" deceleration="5" jerk="6.5"/>',
        '    <limit joint="k" jerk="7"/>',
        '    <capsule link="a" in="collision" parts="0 3 4"/>',
        '    <capsule link="a" in="collision" parts="2 5 6"/>',
        '    <capsule link="b" in="visual" parts="0 1 2"/>',
        '    <material name="orange"/>',
    ]
    plain = read_text(f"{body}</robot>", "urdf")
    shapes = [each.shape for each in plain.links[0].collisions]
    assert [type(each).__name__ for each in shapes] == [
        "Cylinder", "Box", "Cylinder", "Sphere", "Sphere", "Sphere", "Sphere",
    ]  # fmt: skip
    cylinder, *_, end, other = plain.links[0].collisions[0], *plain.links[0].collisions[3:5]
    assert cylinder.pose is not None
    assert end.pose is not None
    assert other.pose is not None
    # The ends lie at 0.2 m along the cylinder's z on both sides of it.
    axis = [row[2] for row in cylinder.pose.matrix]
    assert end.pose.xyz == pytest.approx([x + 0.2 * z for x, z in zip(cylinder.pose.xyz, axis, strict=True)])
    assert other.pose.xyz == pytest.approx([x - 0.2 * z for x, z in zip(cylinder.pose.xyz, axis, strict=True)])


def test_a_urdf_between_two_documents_of_collada_loses_no_limit(tmp_path: Path) -> None:
    first, urdf, last = tmp_path / "a.dae", tmp_path / "b.urdf", tmp_path / "c.dae"
    robotfmt.write(replace(robot(), materials=()), first)
    robotfmt.convert([first], [urdf])
    robotfmt.convert([urdf], [last])
    limits = [each for each in robotfmt.diff(robotfmt.read(first), robotfmt.read(last)) if "joint" in each.path]
    assert limits == []
    axis = robotfmt.read(last).joint_by_name["j"].axis
    assert axis is not None
    assert axis.hard == LIMITS


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ('joint="j"', 'joint="gone"', "no moving joint 'gone'"),
        ('parts="0 3 4"', 'parts="0 3 9"', "shapes 0, 3, 9 of link 'a' do not form a capsule"),
        ('parts="0 3 4"', 'parts="0 4 3"', "do not form a capsule"),
        ('parts="0 3 4"', 'parts="0 -4 4"', "do not form a capsule"),
        ('parts="0 3 4"', 'parts="x"', "do not form a capsule"),
        ('<capsule link="a"', '<capsule link="gone"', "of link 'gone'"),
        ('in="collision"', 'in="inertial"', "of link 'a'"),
        ('radius="0.1"', 'radius="0.11"', "do not form a capsule"),
    ],
)
def test_an_entry_that_no_longer_fits_is_reported(old: str, new: str, reported: str, tmp_path: Path) -> None:
    text = written(robot(), tmp_path / "r.urdf")
    report = Report()
    found = read_text(text.replace(old, new, 1), "urdf", report)
    (stale,) = {each.message for each in report.having("urdf.stale-mark")} or {""}
    assert reported in stale
    assert found != robot()
    assert found.extensions == ()


def test_what_the_document_says_in_its_own_words_counts_first(tmp_path: Path) -> None:
    text = written(robot(), tmp_path / "r.urdf").replace('<robot name="r">', '<robot name="r" version="1.2">')
    found = read_text(text.replace('velocity="2"/>', 'velocity="2" jerk="1"/>'), "urdf")
    axis = found.joint_by_name["j"].axis
    assert axis is not None
    assert axis.hard == replace(LIMITS, jerk=1.0)


def test_a_colour_stays_within_its_range(tmp_path: Path) -> None:
    bright = Material(name="bright", color=(0.0, 2.0, -1.0, 1.0))
    seen = Geometry(shape=Sphere(1.0), material=bright, purpose=Purpose.VISUAL)
    report = Report()
    text = written(Robot(name="r", links=(Link(name="a", visuals=(seen,)),)), tmp_path / "r.urdf", report)
    assert '<color rgba="0 1 0 1"/>' in text
    assert [each.subject for each in report.having(Fate.APPROXIMATED)] == ["link/a/visual/0/color"]
    shared = Robot(name="r", links=(Link(name="a"),), materials=(bright,))
    assert '<color rgba="0 1 0 1"/>' in written(shared, tmp_path / "s.urdf")


@pytest.mark.skipif(which("check_urdf") is None, reason="urdfdom's check_urdf is not installed")
def test_urdfdom_reads_it_without_a_word(tmp_path: Path) -> None:
    written(robot(), tmp_path / "r.urdf")
    done = subprocess.run(["check_urdf", str(tmp_path / "r.urdf")], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "rror" not in done.stdout + done.stderr
    assert "arning" not in done.stdout + done.stderr


def test_pinocchio_and_mujoco_read_it(tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    pinocchio = pytest.importorskip("pinocchio")

    written(robot(), tmp_path / "r.urdf")
    model = pinocchio.buildModelFromUrdf(str(tmp_path / "r.urdf"))
    assert list(model.names) == ["universe", "j", "k"]
    massive = robot()
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    text = written(massive, tmp_path / "r.urdf")
    for link in "abc":
        text = text.replace(f'<link name="{link}">', f'<link name="{link}">{inertial}')
        text = text.replace(f'<link name="{link}"/>', f'<link name="{link}">{inertial}</link>')
    assert mujoco.MjModel.from_xml_string(text).nq == 2


def test_drake_reads_it(tmp_path: Path) -> None:
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plants = pytest.importorskip("pydrake.multibody.plant")
    written(robot(), tmp_path / "r.urdf")
    plant = plants.MultibodyPlant(0.0)
    (model,) = parsing.Parser(plant).AddModels(str(tmp_path / "r.urdf"))
    assert plant.HasBodyNamed("c", model)


def test_a_name_that_nothing_defines_is_not_brought_into_a_urdf(tmp_path: Path) -> None:
    """urdfdom warns of it, and its colour is nowhere; a URDF that was read keeps it."""
    shiny = Material(name="shiny", ambient=(0.1, 0.1, 0.1, 1.0))
    seen = Geometry(shape=Sphere(1.0), material=shiny, purpose=Purpose.VISUAL)
    text = written(Robot(name="r", links=(Link(name="a", visuals=(seen,)),)), tmp_path / "r.urdf")
    assert "shiny" not in text
    named = text.replace("</visual>", '<material name="x"/></visual>')
    assert '<material name="x"/>' in written(read_text(named, "urdf"), tmp_path / "s.urdf")
