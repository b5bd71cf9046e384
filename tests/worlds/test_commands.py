"""What the command line does with worlds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import WORLDS

import robotfmt
from robotfmt import Report, Settings
from robotfmt.cli import main
from robotfmt.diagnostics import Severity
from robotfmt.errors import ModelError
from robotfmt.kinematics.forward import forward_kinematics, matrix
from robotfmt.model import IDENTITY

CELL, RAIL = str(WORLDS / "two_arms.sdf"), str(WORLDS / "rail.sdf")


def test_info_lists_robots_places_and_joints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", CELL]) == 0
    said = capsys.readouterr().out
    for words in (
        "robots      3",
        "left   3 links, 2 moving joints; 0 0.5 0 m",
        "left_grip (fixed): left::tool -> bar::bar",
        "right_grip (ball): right::tool -> bar::bar",
        "gravity     0 0 -1.62 m/s^2",
        "sun: 0 0 10 m",
    ):
        assert words in said


def test_info_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", CELL, "--json"]) == 0
    world = json.loads(capsys.readouterr().out)
    assert world["is"] == "World"
    assert [each["name"] for each in world["robots"]] == ["left", "right", "bar"]


def test_the_world_is_converted_if_the_outputs_hold_it(tmp_path: Path) -> None:
    output = tmp_path / "out.sdf"
    assert main(["convert", CELL, str(output), "-q"]) == 0
    assert robotfmt.diff(robotfmt.read_world(CELL), robotfmt.read_world(output)) == []
    done = robotfmt.convert(CELL, tmp_path / "again.sdf")
    assert [each.name for each in done.world.robots] == ["left", "right", "bar"]
    with pytest.raises(ModelError, match="'left', 'right', 'bar'"):
        _ = done.robot


def test_a_robot_is_compared_with_the_one_that_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inertial = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
    arm = f"<body name='arm'>{inertial}<body name='hand'><joint name='j'/>{inertial}</body></body>"
    (tmp_path / "scene.xml").write_text(
        f"<mujoco><worldbody><geom size='1 1 1' type='plane'/>{arm}</worldbody></mujoco>"
    )
    (tmp_path / "arm.xml").write_text(f"<mujoco><worldbody>{arm}</worldbody></mujoco>")
    assert main(["diff", str(tmp_path / "arm.xml"), str(tmp_path / "scene.xml")]) == 0
    said = "".join(capsys.readouterr())
    assert "reading 'arm'" in said and "'world'" in said and "no difference" in said


def test_one_robot_is_chosen_and_the_rest_is_reported(tmp_path: Path) -> None:
    report = Report()
    robotfmt.convert(CELL, tmp_path / "left.urdf", report=report, settings=Settings(robot="left"))
    (left,) = report.having("world.left-behind")
    assert "the joint 'left_grip'" in left.message
    (place,) = report.having("convert.placement-lost")
    assert "0 0.5 0" in place.message
    assert robotfmt.read(tmp_path / "left.urdf").name == "left"


def test_several_robots_and_none_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", CELL, str(tmp_path / "out.urdf")]) == 1
    said = capsys.readouterr().err
    for words in ("'left', 'right', 'bar'", "--robot NAME", "--out-dir", "--as-one"):
        assert words in said


def test_a_world_without_robots_is_converted_for_its_other_content(tmp_path: Path) -> None:
    world, none = tmp_path / "in.sdf", tmp_path / "none.sdf"
    world.write_text('<sdf version="1.9"><world name="w"><actor name="walker"/></world></sdf>')
    none.write_text('<sdf version="1.9"/>')
    report = Report()
    robotfmt.convert(world, tmp_path / "out.sdf", report=report)
    assert '<actor name="walker"/>' in (tmp_path / "out.sdf").read_text()
    assert [each.severity for each in report.having("world.no-robot")] == [Severity.WARNING]
    for source, name in ((world, "out.urdf"), (none, "again.sdf")):
        with pytest.raises(ModelError, match="contains no robot"):
            robotfmt.convert(source, tmp_path / name)


def test_a_world_of_lights_and_models_elsewhere_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = tmp_path / "in.world"
    include = "<include><uri>model://ground_plane</uri></include>"
    world.write_text(f'<sdf version="1.9"><world name="w">{include}<light name="sun" type="point"/></world></sdf>')
    assert main(["check", str(world), "--output-format", "concise", "-v"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("warning") == 1
    assert "'model://ground_plane' was not found" in shown
    assert "note [world.no-robot] the world 'w' contains no robot" in shown
    assert "not-understood" not in shown
    (tmp_path / "models" / "ground_plane").mkdir(parents=True)
    model = '<sdf version="1.9"><model name="ground"><static>true</static><link name="l"/></model></sdf>'
    (tmp_path / "models" / "ground_plane" / "model.sdf").write_text(model)
    assert main(["check", str(world), "--root", str(tmp_path / "models")]) == 0
    shown = capsys.readouterr().out
    assert "no-robot" not in shown
    assert "not-found" not in shown
    world.write_text('<sdf version="1.9"/>')
    assert main(["check", str(world)]) == 1


def test_each_robot_and_the_way_back(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["convert", CELL, "--to", "urdf", "--out-dir", str(out), "-q"]) == 0
    assert sorted(each.name for each in out.iterdir()) == [
        "bar.urdf",
        "left.urdf",
        "right.urdf",
        "two_arms.world.json",
    ]
    back = tmp_path / "back.sdf"
    assert main(["convert", str(out / "two_arms.world.json"), str(back), "-q"]) == 0
    assert robotfmt.diff(robotfmt.read_world(CELL), robotfmt.read_world(back)) == []


def test_worlds_of_a_batch_have_folders_of_their_own(tmp_path: Path) -> None:
    assert main(["convert", CELL, RAIL, "--to", "urdf", "--out-dir", str(tmp_path), "-q"]) == 0
    assert (tmp_path / "two_arms" / "two_arms.world.json").is_file()
    assert (tmp_path / "rail" / "carriage.urdf").is_file()


def test_a_world_of_a_batch_whose_format_holds_it(tmp_path: Path) -> None:
    assert main(["convert", CELL, "--to", "sdf", "--out-dir", str(tmp_path / "out"), "-q"]) == 0
    world = robotfmt.read_world(tmp_path / "out" / "two_arms.sdf")
    assert len(world.joints) == 2


def test_one_robot_of_all(tmp_path: Path) -> None:
    output = tmp_path / "one.urdf"
    assert main(["convert", CELL, str(output), "--as-one", "-q"]) == 0
    robot, world = robotfmt.read(output), robotfmt.read_world(CELL)
    assert robot.links[0].name == "world"
    poses = forward_kinematics(robot)
    for placed in world.robots:
        for name, pose in forward_kinematics(placed.alone).items():
            there = poses[f"{placed.name}_{name}"]
            assert abs(there - matrix(placed.pose or IDENTITY) @ pose).max() < 1e-9
    held = robot.joint("left_grip")
    assert (held.parent, held.child) == ("left_tool", "bar_bar")


def test_a_robot_is_edited_in_its_world(tmp_path: Path) -> None:
    output = tmp_path / "out.sdf"
    command = ["edit", CELL, "--robot", "left", "--prefix", "my_", "-o", str(output), "-q"]
    assert main(command) == 0
    world = robotfmt.read_world(output)
    assert [each.name for each in world.robots] == ["left", "right", "bar"]
    assert world.placed("left").robot.links[0].name == "my_base"
    assert world.joints[0].joint.parent == "my_tool"
    assert world.placed("right") == robotfmt.read_world(CELL).placed("right")


def test_diff_names_the_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "changed.sdf"
    text = Path(CELL).read_text().replace("0 -0.5 0 0 0 1.2", "0 -0.501 0 0 0 1.2").replace("-1.62", "-1.6")
    changed.write_text(text)
    assert main(["diff", CELL, CELL]) == 0
    assert main(["diff", CELL, str(changed)]) == 1
    said = capsys.readouterr().out
    assert "right: place position: 0 -0.5 0 -> 0 -0.501 0 m" in said
    assert "gravity 0 0 -1.62 -> 0 0 -1.6 m/s^2" in said.replace("robot: gravity", "gravity").replace(": ", " ")


def test_a_world_of_one_robot_is_compared_as_a_world(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A COLLADA document with one robot is read as a robot, which would leave its gravity as foreign content."""
    cup = "<KinBody name='cup'><Body name='cup'/></KinBody>"
    ode = "<physicsengine type='ode'><odeproperties><gravity>0 0 0</gravity></odeproperties></physicsengine>"
    room = f"<Environment>{ode}{cup}</Environment>"
    (tmp_path / "room.env.xml").write_text(room)
    first, second = str(tmp_path / "room.env.xml"), str(tmp_path / "room.dae")
    assert main(["convert", first, second, "-q"]) == 0
    assert main(["diff", first, second]) == main(["diff", second, first]) == 0
    text = Path(second).read_text()
    Path(second).write_text(text.replace("<gravity>0 0 0</gravity>", "<gravity>0 0 -9.81</gravity>"))
    assert main(["diff", first, second]) == 1
    assert "gravity 0 0 0 -> 0 0 -9.81 m/s^2" in capsys.readouterr().out.replace(": ", " ")


def test_check_names_the_robot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.sdf"
    path.write_text(Path(CELL).read_text().replace("<mass>1</mass>", "<mass>-1</mass>", 1))
    assert main(["check", str(path), "--strict"]) == 1
    assert "left: link 'base' has mass -1" in capsys.readouterr().out


def test_a_picture_of_a_world(tmp_path: Path) -> None:
    output = tmp_path / "cell.png"
    assert main(["render", CELL, "-o", str(output), "--size", "80x60", "-q"]) == 0
    assert output.read_bytes().startswith(b"\x89PNG")
