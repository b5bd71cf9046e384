"""We read the MJCF documents of others as MuJoCo 4.0 does: where bodies are, what they weigh, how joints move."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle
from real import CORPUS, FIXTURES, corpus

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.forward import poses_of_links
from robotfmt.model import Geometry, Joint, JointType, Link, Mesh, PlacedRobot, World
from robotfmt.model.pose import Quaternion, rotation_matrix
from robotfmt.model.record import replace
from robotfmt.testing import Bench

from .oracle import Array

MJCF = CORPUS / "mjcf"
READINGS = corpus("mjcf/readings/*.json")
FEW = 1 if os.environ.get("ROBOTFMT_ALL") else 8
"""Of so many documents one is tried, unless all are asked for."""
SIZES = {"free": 7, "ball": 4}
SPRING_DAMPERS = ("fruitfly",)
SPRING_DAMPER = ("Ca_",)
"""Joints with a time constant, of which MuJoCo computes stiffness and damping with the inertia of the robot."""
WEIGHED_MESHES = ("jaco_hand",)
"""Documents with masses of meshes, of which MuJoCo computes with single precision."""


def document(reading: Path) -> Path:
    """The document of a reading."""
    owner, rest = reading.name.removesuffix(".json").split("__", 1)
    found = MJCF / "files" / owner / rest.replace("__", "/")
    return found if found.is_file() else Path()


CASES = [each for each in READINGS if document(each).is_file()][::FEW]


def body_names(reading: dict[str, Any]) -> list[str]:
    """The names of bodies, with those that we give to those without one."""
    return [each["name"] or f"body_{number}" for number, each in enumerate(reading["bodies"], 1)]


def joint_names(reading: dict[str, Any]) -> list[str]:
    """The names of joints, with those that we give to those without one."""
    bodies, counts, found = body_names(reading), dict[int, int](), []
    for each in reading["joints"]:
        at = each["body_id"]
        counts[at] = counts.get(at, 0) + 1
        made = "free" if each["type"] == "free" else f"joint_{counts[at]}"
        found.append(each["name"] or f"{bodies[at]}_{made}")
    return found


def references(world: World) -> dict[str, float]:
    """What is subtracted from values of joints."""
    return {
        name: value
        for placed in world.robots
        for layout in placed.robot.layouts
        for name, value in getattr(layout, "references", {}).items()
    }


@pytest.mark.parametrize("reading", CASES, ids=lambda each: each.name)
def test_reading_agrees(reading: Path) -> None:
    expected = json.loads(reading.read_text(encoding="utf-8"))
    report = Report()
    world = robotfmt.read_world(document(reading), report=report)
    # The geoms of the world are the first robot; a robot that slides in the world has a link "world", too.
    links = {link.name: link for placed in reversed(world.robots) for link in placed.robot.links}
    assert set(body_names(expected)) <= set(links)
    _compare_parents(expected, world)
    _compare_joints(expected, world)
    _compare_masses(expected, world)
    _compare_geoms(expected, links)
    for pose in expected["poses"]:
        _compare_poses(expected, pose, world)


def _compare_parents(expected: dict[str, Any], world: World) -> None:
    above = {joint.child: joint.parent for placed in world.robots for joint in placed.robot.joints}
    names = body_names(expected)
    for name, it in zip(names, expected["bodies"], strict=True):
        parent = above.get(name)
        while parent is not None and parent not in names and parent != "world":
            parent = above.get(parent)  # a massless link between two joints of the body
        assert (parent or "world") == ("world" if it["parent_id"] < 0 else names[it["parent_id"]]), name


def _compare_geoms(expected: dict[str, Any], links: dict[str, Link]) -> None:
    """Compare the poses of shapes: that of a mesh is MuJoCo's without its own re-centring."""
    meshes = {each["name"]: pose_of(each) for each in expected["meshes_"]}
    names = [*body_names(expected), "world"]
    left = {name: _shapes(links[name], expected["meshes"] == "real") for name in names if name in links}
    for it in expected["geoms"]:
        visuals, collisions = left[names[it["body_id"]]]
        touches = bool(it["contype"] or it["conaffinity"])
        found = [collisions.pop(0)] if touches else []
        found += [visuals.pop(0)] if not touches or it["group"] < 3 else []
        wanted = pose_of(it)
        if it["type"] == "mesh":
            wanted = wanted @ np.linalg.inv(meshes[it["mesh"]])
        is_fitted = it["type"] != "mesh" and isinstance(found[0].shape, Mesh)
        columns = slice(3, 4) if it["type"] in ("sphere", "plane") else slice(0, 4)
        for each in found if not is_fitted else ():
            here = np.eye(4)
            if each.pose is not None:
                here[:3, :3], here[:3, 3] = each.pose.matrix, each.pose.xyz
            # The readings have nine digits, which is 6e-9 at most in all of them.
            assert np.abs((here - wanted)[:, columns]).max() <= 1e-8 * max(1.0, np.abs(wanted).max()), it
    assert not any(rows for name, pair in left.items() for rows in pair if name != "world")


def _shapes(link: Link, with_meshes: bool) -> tuple[list[Geometry], list[Geometry]]:
    """The visuals and the collision shapes of a link; without meshes where the reading has none."""
    visuals, collisions = (
        [each for each in row if with_meshes or not isinstance(each.shape, Mesh)]
        for row in (link.visuals, link.collisions)
    )
    return visuals, collisions


def pose_of(it: dict[str, Any]) -> Array:
    """The pose of a geom in its body, or of a mesh in its file."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation_matrix(Quaternion(*it["quat"])), it["pos"]
    return pose


def _compare_joints(expected: dict[str, Any], world: World) -> None:
    joints = {joint.name: joint for placed in world.robots for joint in placed.robot.joints}
    is_of_them = world.origin is not None and any(each in world.origin.document for each in SPRING_DAMPERS)
    floating = {each.name for placed in world.robots for each in placed.robot.virtual_joints}
    from_zero = references(world)
    for name, it in zip(joint_names(expected), expected["joints"], strict=True):
        assert name in joints or name in floating
        is_computed = name.startswith(SPRING_DAMPER) or is_of_them
        if name in joints and joints[name].axes and not is_computed:
            _compare_joint(it, joints[name], from_zero.get(name, 0.0))


def _compare_joint(it: dict[str, Any], joint: Joint, reference: float) -> None:
    (axis,) = joint.axes
    dynamics, hard = axis.dynamics, axis.hard
    if it["limited"]:
        assert hard is not None
        assert hard.lower is not None
        assert hard.upper is not None
        assert (hard.lower + reference, hard.upper + reference) == pytest.approx(it["range"], rel=1e-11, abs=1e-12)
    else:
        assert hard is None or hard.lower is None
    found = [getattr(dynamics, name, None) or 0.0 for name in ("damping", "armature", "friction")]
    assert found == pytest.approx([it["damping"], it["armature"], it["frictionloss"]], rel=1e-11, abs=1e-12)


def _compare_masses(expected: dict[str, Any], world: World) -> None:
    links = {link.name: link for placed in world.robots for link in placed.robot.links}
    if expected["meshes"] != "real":
        return
    for name, it in zip(body_names(expected), expected["bodies"], strict=True):
        inertial = links[name].inertial
        if inertial is None or inertial.mass is None or not it["mass"]:
            continue  # of a mesh that is not in the corpus, or of none
        near = 1e-6 if expected["model"] in WEIGHED_MESHES else 1e-9
        assert inertial.mass == pytest.approx(it["mass"], rel=1e-9)
        xx, yy, zz, xy, xz, yz = it["inertia_xx_yy_zz_xy_xz_yz"]
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert inertial.link_inertia is not None
        assert np.abs(np.array(inertial.link_inertia) - tensor).max() <= near * np.abs(tensor).max()


def _compare_poses(expected: dict[str, Any], pose: dict[str, Any], world: World) -> None:
    values, at = dict[str, list[float]](), 0
    for name, it in zip(joint_names(expected), expected["joints"], strict=True):
        size = SIZES.get(it["type"], 1)
        values[name], at = pose["qpos"][at : at + size], at + size
    frames = {name: it for placed in world.robots for name, it in _frames(placed, values, world).items()}
    for name, position, quaternion in zip(body_names(expected), pose["xpos"], pose["xquat"], strict=True):
        scale = max(1.0, np.abs(position).max())
        assert np.abs(frames[name][:3, 3] - position).max() <= 1e-9 * scale
        turn = np.array(rotation_matrix(Quaternion(*quaternion)))
        assert np.abs(frames[name][:3, :3] - turn).max() <= 1e-9


def _frames(placed: PlacedRobot, values: dict[str, list[float]], world: World) -> dict[str, Array]:
    """The frames of links in the world; in MuJoCo's kinematics no joint follows another."""
    robot, from_zero = placed.robot, references(world)
    free = [replace(joint, axes=tuple(replace(axis, coupling=None) for axis in joint.axes)) for joint in robot.joints]
    given = {
        joint.name: np.array([values[joint.name]]) - (from_zero.get(joint.name, 0.0) if joint.axes else 0.0)
        for joint in free
        if joint.type is not JointType.FIXED
    }
    base = np.eye(4)
    if robot.virtual_joints:
        value = values[robot.virtual_joints[0].name]
        base[:3, 3], base[:3, :3] = value[:3], rotation_matrix(Quaternion(*value[3:]))
    elif placed.pose is not None:
        base[:3, 3], base[:3, :3] = placed.pose.xyz, placed.pose.matrix
    found = poses_of_links(replace(robot, joints=tuple(free)), given)
    return {name: base @ poses[0] for name, poses in found.items()}


def test_nothing_of_the_schema_is_unclaimed() -> None:
    """The table of elements is MuJoCo's own, so that a later version shows what is new."""
    mujoco = oracle("mujoco")
    if not hasattr(mujoco, "mj_printSchema") or mujoco.__version__ < "4":
        pytest.skip("the table is that of MuJoCo 4.0")
    import runpy

    from robotfmt_mjcf.document.keys import MACROS, table

    script = Path(__file__).parents[2] / "fixtures" / "make_mjcf_schema.py"
    printed = runpy.run_path(str(script))["elements"](mujoco.mj_printSchema(False, False))
    ours = {key: set(value) for key, value in table().items() if key not in MACROS}
    assert ours == printed


def test_the_fixture_moves_as_in_mujoco() -> None:
    mujoco = oracle("mujoco")
    from robotfmt_mjcf import FORMAT

    path = FIXTURES / "mjcf" / "leg.xml"
    model = mujoco.MjModel.from_xml_path(str(path))
    robot = Bench(FORMAT, str(path)).read(path.read_bytes(), str(path))
    data = mujoco.MjData(model)
    data.qpos[:] = model.key_qpos[0]
    mujoco.mj_kinematics(model, data)
    found = poses_of_links(robot, {it.joint: np.array([it.values]) for it in robot.states[0].values[1:]})
    for link in robot.links:
        index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, link.name)
        if index >= 0:
            there = np.array([0, 0, 1]) + found[link.name][0][:3, 3]
            assert np.abs(data.xpos[index] - there).max() < 1e-12


@pytest.mark.parametrize("count", [3, 10, 11, 100])
def test_replicates_are_named_and_placed_as_in_mujoco(count: int, tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    copies = f"<replicate count='{count}' offset='1 0 0' euler='0 0 90' sep='-'><site name='s'/></replicate>"
    path = tmp_path / "many.xml"
    path.write_text(f"<mujoco><worldbody><body name='b'><geom size='.1'/>{copies}</body></worldbody></mujoco>")
    model, robot = mujoco.MjModel.from_xml_path(str(path)), robotfmt.read(path, report=Report())
    assert [model.site(index).name for index in range(model.nsite)] == [each.name for each in robot.frames]
    places = np.array([each.pose.xyz for each in robot.frames if each.pose is not None])
    assert np.abs(model.site_pos - places).max() < 1e-12


def test_meshes_are_where_they_are_in_mujoco(tmp_path: Path) -> None:
    """To the last digits, which the readings do not have: MuJoCo's pose of a geom without its own re-centring."""
    mujoco = oracle("mujoco")
    mesh = FIXTURES / "arm6" / "meshes" / "upper_arm.stl"
    assets = f"<mesh name='plain' file='{mesh}'/><mesh name='large' file='{mesh}' scale='2 2 2'/>"
    geoms = "<geom name='{0}' type='mesh' mesh='{0}' pos='1 2 3' euler='10 20 30'/>"
    body = f"<frame pos='0 0 1' euler='0 90 0'>{geoms.format('plain')}</frame>{geoms.format('large')}"
    path = tmp_path / "meshes.xml"
    path.write_text(f"<mujoco><asset>{assets}</asset><worldbody><body name='b'>{body}</body></worldbody></mujoco>")
    model, robot = mujoco.MjModel.from_xml_path(str(path)), robotfmt.read(path, report=Report())
    for geometry in robot.links[0].collisions:
        geom, its = model.geom(geometry.name), model.mesh(geometry.name).id
        there = pose_of({"pos": geom.pos, "quat": geom.quat})
        inside = pose_of({"pos": model.mesh_pos[its], "quat": model.mesh_quat[its]})
        assert geometry.pose is not None
        here = np.eye(4)
        here[:3, :3], here[:3, 3] = geometry.pose.matrix, geometry.pose.xyz
        assert np.abs(here - there @ np.linalg.inv(inside)).max() < 1e-12, geometry.name


@pytest.mark.parametrize("inertia", ["legacy", "exact", "convex"])
def test_a_mesh_with_holes_weighs_what_it_does_in_mujoco(inertia: str, tmp_path: Path) -> None:
    mujoco = oracle("mujoco")
    corners = "\n".join(f"v {x} {y} {z / 2}" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    faces = "\n".join(f"f {face}" for face in ("1 3 7", "1 7 5", "2 6 8", "2 8 4", "1 5 6", "1 6 2", "1 2 4", "1 4 3"))
    (tmp_path / "open.obj").write_text(f"{corners}\n{faces}\n", encoding="utf-8")
    mesh = f"<asset><mesh name='o' file='open.obj' inertia='{inertia}'/></asset>"
    path = tmp_path / "open.xml"
    body = "<worldbody><body name='b'><geom type='mesh' mesh='o'/></body></worldbody>"
    path.write_text(f"<mujoco>{mesh}{body}</mujoco>", encoding="utf-8")
    model = mujoco.MjModel.from_xml_path(str(path))
    inertial = robotfmt.read(path, report=Report()).links[0].inertial
    assert inertial is not None
    assert inertial.mass == pytest.approx(model.body_mass[1], rel=1e-6)
    assert inertial.pose is not None
    assert inertial.pose.xyz == pytest.approx(model.body_ipos[1], rel=1e-6, abs=1e-9)
    moments = np.linalg.eigvalsh(np.array(inertial.link_inertia))
    assert moments == pytest.approx(np.sort(model.body_inertia[1]), rel=1e-6)
