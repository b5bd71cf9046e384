"""What URDF 1.0 has no words for: limits of acceleration and jerk, capsules and empty materials."""

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


def written(it: Robot, path: Path, report: Report | None = None, keep: bool = False) -> str:
    robotfmt.write(it, path, report=report, overwrite=True, keep=keep)
    return path.read_text(encoding="utf-8")


def test_newer_words_are_lost_or_converted_in_version_1_0(tmp_path: Path) -> None:
    report = Report()
    written(robot(), tmp_path / "r.urdf", report)
    lost = {each.subject for each in report.having(Fate.LOST)}
    assert lost == {
        *(f"joint/j/{name}" for name in ("acceleration", "deceleration", "jerk")),
        "joint/k/jerk",
        "material/orange",
    }
    assert {each.subject for each in report.having("urdf.derivative-limit")} == lost - {"material/orange"}
    assert [each.subject for each in report.having("urdf.unwritten-material")] == ["material/orange"]
    converted = {
        each.subject.partition("/visual")[0].partition("/collision")[0] for each in report.having("urdf.capsule")
    }
    assert converted == {"link/a", "link/b"}
    assert {each.fate for each in report.having("urdf.capsule")} == {Fate.CONVERTED}


def test_the_document_has_the_words_of_1_0_alone(tmp_path: Path) -> None:
    text = written(robot(), tmp_path / "r.urdf")
    for word in ("extension", "capsule", "acceleration", "jerk", "orange", "robotfmt"):
        assert word not in text
    assert '<joint name="k" type="continuous">' in text
    assert text.count("<limit") == 1  # the continuous joint has none that 1.0 has words for
    assert written(read_text(text, "urdf"), tmp_path / "again.urdf") == text


def test_shapes_fill_the_same_space(tmp_path: Path) -> None:
    plain = read_text(written(robot(), tmp_path / "r.urdf"), "urdf")
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


def test_the_way_back_is_lossless_with_a_sidecar(tmp_path: Path) -> None:
    report = Report()
    text = written(robot(), tmp_path / "r.urdf", report, keep=True)
    assert text == written(robot(), tmp_path / "alone.urdf")
    assert report.having(Fate.LOST) == []
    assert robotfmt.diff(robot(), robotfmt.read(tmp_path / "r.urdf")) == []


def test_an_edited_document_counts_before_its_sidecar(tmp_path: Path) -> None:
    text = written(robot(), tmp_path / "r.urdf", keep=True)
    edited = text.replace('<robot name="r">', '<robot name="r" version="1.2">')
    (tmp_path / "r.urdf").write_text(edited.replace('velocity="2"/>', 'velocity="2" jerk="1"/>'), encoding="utf-8")
    report = Report()
    axis = robotfmt.read(tmp_path / "r.urdf", report=report).joint_by_name["j"].axis
    assert axis is not None
    assert axis.hard == replace(LIMITS, jerk=1.0)
    (stale,) = report.having("kept.stale")
    assert "jerk" in stale.message


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
def test_urdfdom_reads_version_1_0_without_a_warning(tmp_path: Path) -> None:
    written(robot(), tmp_path / "r.urdf")
    done = subprocess.run(["check_urdf", str(tmp_path / "r.urdf")], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "rror" not in done.stdout + done.stderr
    assert "arning" not in done.stdout + done.stderr


def test_pinocchio_and_mujoco_read_older_versions(tmp_path: Path) -> None:
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


def test_drake_reads_older_versions(tmp_path: Path) -> None:
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plants = pytest.importorskip("pydrake.multibody.plant")
    written(robot(), tmp_path / "r.urdf")
    plant = plants.MultibodyPlant(0.0)
    (model,) = parsing.Parser(plant).AddModels(str(tmp_path / "r.urdf"))
    assert plant.HasBodyNamed("c", model)


def test_a_reference_to_an_undefined_material_is_not_written(tmp_path: Path) -> None:
    """urdfdom warns of it, and its colour is nowhere; a URDF that was read keeps it."""
    shiny = Material(name="shiny", ambient=(0.1, 0.1, 0.1, 1.0))
    seen = Geometry(shape=Sphere(1.0), material=shiny, purpose=Purpose.VISUAL)
    text = written(Robot(name="r", links=(Link(name="a", visuals=(seen,)),)), tmp_path / "r.urdf")
    assert "shiny" not in text
    named = text.replace("</visual>", '<material name="x"/></visual>')
    assert '<material name="x"/>' in written(read_text(named, "urdf"), tmp_path / "s.urdf")
