"""What each client gets: its files, and what programs that are installed make of them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from real import FIXTURES

import robotfmt
from robotfmt import Settings
from robotfmt.cli import main
from robotfmt.cli.setup import CLIENTS as NAMED
from robotfmt.diagnostics import Report, Severity
from robotfmt.errors import OutputError, UsageError
from robotfmt.kinematics import forward_kinematics
from robotfmt.model import Inertia, JointType, Mesh, Pose, Sphere
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions
from robotfmt.setup import CLIENTS, setup

pytest.importorskip("coal")
pytest.importorskip("numba")
ARM = FIXTURES / "arm6" / "arm6.urdf"
JOINTS = [f"joint_{number}" for number in range(1, 7)]
QUICK = PlanOptions(samples=300, spheres={"per_link": 2, "approximate": True})
REPORT = Report()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of all clients."""
    place, settings = tmp_path_factory.mktemp("clients"), Settings()
    robot = robotfmt.read(ARM, report=REPORT, settings=settings)
    files = setup(robot, tuple(CLIENTS), place, QUICK, report=REPORT, settings=settings, workers=1)
    assert all(path.is_file() for paths in files.values() for path in paths)
    return place


def load(path: Path) -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(path.read_text())
    return found


def test_every_client_gets_meshes_that_resolve(folder: Path) -> None:
    assert not [each for each in REPORT if each.severity is Severity.ERROR]
    for name in ("roboplan", "pyroki", "vamp", "curobo", "cumotion", "isaacsim"):
        urdf = next((folder / name).glob("*arm6*.urdf"))
        robot = robotfmt.read(urdf)
        shapes = [each.shape for link in robot.links for each in (*link.visuals, *link.collisions)]
        uris = [each.uri or "" for each in shapes if isinstance(each, Mesh)]
        assert uris
        assert all((urdf.parent / uri).is_file() for uri in uris)


# MoveIt


def test_the_package_is_as_moveits_builder_finds_it(folder: Path) -> None:
    package = folder / "moveit"
    manifest = ElementTree.parse(package / "package.xml").getroot()
    assistant = load(package / ".setup_assistant")["moveit_setup_assistant_config"]
    assert isinstance(assistant, dict)
    assert manifest.findtext("name") == assistant["urdf"]["package"] == "arm6_moveit_config"
    for part in ("urdf", "srdf"):
        assert (package / assistant[part]["relative_path"]).is_file()
    assert "project(arm6_moveit_config)" in (package / "CMakeLists.txt").read_text()
    for kind in ("demo", "move_group", "moveit_rviz", "rsp", "spawn_controllers"):
        source = (package / "launch" / f"{kind}.launch.py").read_text()
        compile(source, kind, "exec")
        assert f"return generate_{kind}_launch(config)" in source
    names = {each.name for each in (package / "config").iterdir()}
    assert names >= {"kinematics.yaml", "joint_limits.yaml", "ompl_planning.yaml", "moveit_controllers.yaml"}


def test_the_xacro_of_the_package_expands_to_the_robot_with_simulated_hardware(folder: Path) -> None:
    pytest.importorskip("xacro")
    document = folder / "moveit" / "config" / "arm6.urdf.xacro"
    root = ElementTree.fromstring(robotfmt.expand(document))
    joints = root.findall("ros2_control/joint")
    assert [each.get("name") for each in joints] == JOINTS
    starts = {each.get("name"): float(each.findtext("state_interface/param") or "nan") for each in joints}
    assert starts == load(folder / "moveit" / "config" / "initial_positions.yaml")["initial_positions"]
    assert {each.get("name") for each in root.findall("link")} == {each.name for each in robotfmt.read(ARM).links}
    assert all(
        (each.get("filename") or "").startswith("package://arm6_moveit_config/meshes/") for each in root.iter("mesh")
    )


def test_each_joint_has_one_controller_and_all_limits(folder: Path) -> None:
    config = folder / "moveit" / "config"
    manager = load(config / "moveit_controllers.yaml")["moveit_simple_controller_manager"]
    assert isinstance(manager, dict)
    assert [joint for name in manager["controller_names"] for joint in manager[name]["joints"]] == JOINTS
    hardware = load(config / "ros2_controllers.yaml")
    assert set(hardware) == {"controller_manager", *manager["controller_names"]}
    limits = load(config / "joint_limits.yaml")["joint_limits"]
    assert isinstance(limits, dict)
    assert all(limits[name]["has_velocity_limits"] and limits[name]["has_acceleration_limits"] for name in JOINTS)
    groups = {each.name for each in robotfmt.read(config / "arm6.urdf", config / "arm6.srdf").groups}
    assert set(load(config / "kinematics.yaml")) <= groups
    assert groups <= set(load(config / "ompl_planning.yaml"))


# Planners


def test_roboplans_limits(folder: Path) -> None:
    limits = load(folder / "roboplan" / "arm6_config.yaml")["joint_limits"]
    assert isinstance(limits, dict)
    assert set(limits) == set(JOINTS)
    assert all(set(each) == {"max_velocity", "max_acceleration", "max_jerk"} for each in limits.values())
    assert all(len(row) == 1 for each in limits.values() for row in each.values())


def test_pyrokis_spheres_are_those_of_the_xrdf(folder: Path) -> None:
    spheres = json.loads((folder / "pyroki" / "spheres.json").read_text())
    given = load(folder / "cumotion" / "arm6.xrdf")["geometry"]
    assert isinstance(given, dict)
    (group,) = given.values()
    assert set(spheres) == set(group["spheres"])
    for link, rows in spheres.items():
        assert rows["centers"] == [each["center"] for each in group["spheres"][link]]
        assert rows["radii"] == [each["radius"] for each in group["spheres"][link]]
    pairs = json.loads((folder / "pyroki" / "ignored_pairs.json").read_text())
    assert ["base_link", "shoulder"] in pairs
    assert set(json.loads((folder / "pyroki" / "home.json").read_text())) == set(JOINTS)


def test_vamp_gets_spheres_only(folder: Path) -> None:
    fine, coarse = (robotfmt.read(folder / "vamp" / f"arm6_spherized{end}.urdf") for end in ("", "_coarse"))
    for robot in (fine, coarse):
        assert all(isinstance(each.shape, Sphere) for link in robot.links for each in link.collisions)
    assert any(len(link.collisions) > 1 for link in fine.links)
    for link in fine.links:
        around = coarse.link_by_name[link.name].collisions
        assert len(around) == min(len(link.collisions), 1)
        for each in link.collisions:
            apart = np.subtract(each.pose.xyz if each.pose else (0, 0, 0), around[0].pose.xyz if around[0].pose else 0)
            inner, outer = each.shape, around[0].shape
            assert isinstance(inner, Sphere)
            assert isinstance(outer, Sphere)
            assert np.linalg.norm(apart) + (inner.radius or 0) <= (outer.radius or 0) + 1e-9
    cricket = json.loads((folder / "vamp" / "arm6.json").read_text())
    assert all((folder / "vamp" / cricket[key]).is_file() for key in ("urdf", "srdf"))
    assert cricket["end_effector"] in fine.link_by_name


def test_curobo_names_the_urdf_next_to_it(folder: Path) -> None:
    kinematics = load(folder / "curobo" / "arm6.yml")["robot_cfg"]
    assert isinstance(kinematics, dict)
    assert kinematics["kinematics"]["urdf_path"] == "arm6.urdf"


# Simulators


def test_mujoco_holds_the_robot_at_home(folder: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(folder / "mujoco" / "scene.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
    start = data.qpos.copy()
    for _ in range(round(10 / model.opt.timestep)):
        mujoco.mj_step(model, data)
        assert data.ncon == 0
        assert abs(data.qpos - start).max() < 1e-3
    assert model.nu == len(JOINTS)
    assert model.geom("floor").type == mujoco.mjtGeom.mjGEOM_PLANE


def test_simulators_get_a_floor_below_the_robot_and_inertias_of_bodies(tmp_path: Path) -> None:
    robot = robotfmt.read(ARM)
    links = {each.name: each for each in robot.links}
    inertial = links["forearm"].inertial
    assert inertial is not None
    impossible = replace(inertial, inertia=Inertia(ixx=0.1, ixy=0, ixz=0, iyy=0.1, iyz=0, izz=0.35))
    links["forearm"] = replace(links["forearm"], inertial=impossible)
    # documents of OpenRAVE place the first link below zero, so that the arm begins at zero
    robot = replace(robot, pose=Pose((0.0, 0.0, -2.0)), links=tuple(links.values()))
    setup(robot, ("mujoco", "drake"), tmp_path, PlanOptions(samples=50))
    scene = ElementTree.parse(tmp_path / "mujoco" / "scene.xml").getroot()
    floor = scene.find("worldbody/geom[@name='floor']")
    assert floor is not None
    assert -2.2 < float((floor.get("pos") or "").split()[2]) < -1
    for document in ("mujoco/arm6.xml", "drake/arm6.sdf"):
        made = robotfmt.read(tmp_path / document).link_by_name["forearm"].inertial
        assert made is not None
        assert made.link_inertia is not None
        least, middle, most = np.linalg.eigvalsh(np.array(made.link_inertia))
        assert least + middle >= most * (1 - 1e-9)


def test_drake_loads_the_robot_at_home(folder: Path) -> None:
    pytest.importorskip("pydrake")
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder

    place = folder / "drake"
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, 0.001)
    parser = Parser(plant)
    parser.package_map().Add("arm6_drake", place)
    parser.AddModels(place / "arm6.dmd.yaml")
    plant.Finalize()
    diagram = builder.Build()
    context = diagram.CreateDefaultContext()
    inside = plant.GetMyContextFromRoot(context)
    home = load(place / "arm6.dmd.yaml")["directives"][0]["add_model"]["default_joint_positions"]  # type: ignore[index]
    assert {name: [plant.GetJointByName(name).get_angle(inside)] for name in JOINTS} == home
    assert plant.num_velocities() == len(JOINTS)
    query = plant.get_geometry_query_input_port().Eval(inside)
    assert not query.ComputePointPairPenetration()
    Simulator(diagram, context).AdvanceTo(1.0)
    assert np.isfinite(plant.GetPositions(inside)).all()


def test_the_home_of_simulators_is_one_pose(folder: Path) -> None:
    robot = robotfmt.read(folder / "mujoco" / "arm6.xml")
    states = {each.joint: each.values[0] for state in robot.states if state.name == "home" for each in state.values}
    poses = forward_kinematics(robot, {name: np.array(value) for name, value in states.items()})
    assert set(states) == {each.name for each in robot.joints if each.type is not JointType.FIXED}
    assert np.isfinite(poses["hand"]).all()


# The verb


def test_the_help_names_every_client() -> None:
    assert NAMED.split(", ") == list(CLIENTS)


def test_one_client_is_in_the_folder_itself(tmp_path: Path) -> None:
    command = ["setup", str(ARM), "--for", "roboplan", "--out-dir", str(tmp_path / "out"), "--samples", "50", "-q"]
    assert main(command) == 0
    assert (tmp_path / "out" / "arm6.srdf").is_file()
    assert main(command) == 4
    assert main([*command, "--overwrite"]) == 0


def test_the_verb_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["setup", str(ARM), "--for", "roboplan,moveit", "--out-dir", str(tmp_path), "--samples", "50", "--json"]
    assert main(command) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert str(tmp_path / "moveit" / "config" / "arm6.srdf") in files["moveit"]
    assert str(tmp_path / "roboplan" / "arm6_config.yaml") in files["roboplan"]


def test_what_cannot_be_set_up(tmp_path: Path) -> None:
    robot = robotfmt.read(ARM)
    with pytest.raises(UsageError, match="no client is called 'movit'; did you mean 'moveit'"):
        setup(robot, ("movit",), tmp_path)
    (tmp_path / "arm6.srdf").write_text("mine")
    with pytest.raises(OutputError):
        setup(robot, ("roboplan",), tmp_path, PlanOptions(samples=50))
    assert (tmp_path / "arm6.srdf").read_text() == "mine"
    assert main(["setup", str(ARM), "--for", ",", "--out-dir", str(tmp_path)]) == 2
