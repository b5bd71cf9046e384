"""Welds between robots of a world: equalities in MJCF, joints of the world in SDF, and what programs make of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import WORLDS

import robotfmt
from robotfmt.diagnostics import Fate
from robotfmt.model import JointType

SCENE = """<mujoco model="pair">
  <worldbody>
    <body name="cart" pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/>
      <body name="lid" pos="0 0 .2"><joint name="hinge" axis="0 1 0"/><geom type="box" size=".1 .1 .1" mass="1"/></body>
    </body>
    <body name="load" pos="0 0 1.5" euler="0 0 90"><freejoint/><geom type="sphere" size=".1" mass="1"/></body>
    <body name="pin" pos="1 0 1.5"><freejoint/><geom type="sphere" size=".1" mass="1"/></body>
  </worldbody>
  <equality>{}</equality>
</mujoco>"""
WELD = '<weld name="hold" body1="lid" body2="load"/>'
OTHER_WELD = '<weld name="hold" body1="lid" body2="load" relpose="0 0 .4 1 0 0 0"/>'
BALL = '<connect name="hang" body1="load" body2="pin" anchor="0.5 0 0"/>'


def scene(folder: Path, *equalities: str) -> Path:
    path = folder / "pair.xml"
    path.write_text(SCENE.format("".join(equalities)))
    return path


def test_welds_between_robots_are_joints_of_the_world(tmp_path: Path) -> None:
    (hold,) = robotfmt.read_world(scene(tmp_path, WELD)).joints
    assert (hold.joint.type, hold.parent_robot, hold.joint.parent) == (JointType.FIXED, "pair", "lid")
    assert (hold.child_robot, hold.joint.child) == ("load", "load")
    assert hold.joint.pose_in_parent is not None
    assert hold.joint.pose_in_parent.xyz == pytest.approx((0.0, 0.0, 0.3))


@pytest.mark.parametrize("equalities", [(WELD,), (OTHER_WELD,), (BALL,), (WELD, BALL)])
def test_joints_between_robots_are_written_again_unchanged(equalities: tuple[str, ...], tmp_path: Path) -> None:
    source, output = scene(tmp_path, *equalities), tmp_path / "again.xml"
    done = robotfmt.convert(source, output)
    assert done.tally.lost == done.tally.converted == 0
    assert robotfmt.diff(robotfmt.read_world(source), robotfmt.read_world(output)) == []
    assert output.read_text().count("<weld ") == len([each for each in equalities if each != BALL])
    assert output.read_text().count("<connect ") == equalities.count(BALL)


def test_further_attributes_of_an_equality_stay(tmp_path: Path) -> None:
    source, output = scene(tmp_path, WELD.replace("/>", ' solref="0.01 1"/>')), tmp_path / "again.xml"
    robotfmt.convert(source, output)
    assert 'body2="load" solref="0.01 1"/>' in output.read_text()


def test_inactive_welds_and_welds_of_a_single_robot_are_no_joints(tmp_path: Path) -> None:
    assert robotfmt.read_world(scene(tmp_path, WELD.replace("/>", ' active="false"/>'))).joints == ()
    chosen = robotfmt.read(scene(tmp_path, WELD), settings=robotfmt.Settings(robot="load"))
    assert chosen.loops == ()


def test_joints_between_robots_are_written_in_sdf(tmp_path: Path) -> None:
    source, output = scene(tmp_path, WELD), tmp_path / "out.sdf"
    done = robotfmt.convert(source, output)
    assert [each.subject for each in done.report if each.fate is Fate.LOST] == []
    assert '<sdf version="1.11">' in output.read_text()
    back = robotfmt.convert(output, tmp_path / "back.xml").world
    assert [each.joint.type for each in back.joints] == [JointType.FIXED]
    assert WELD in (tmp_path / "back.xml").read_text()


def test_ball_joints_between_robots_are_lost(tmp_path: Path) -> None:
    """Drake refuses an SDF of a world that has other joints than fixed ones."""
    done = robotfmt.convert(scene(tmp_path, WELD, BALL), tmp_path / "out.sdf")
    assert [each.message for each in done.report if each.fate is Fate.LOST and "<connect> 'hang'" in each.message]
    back = robotfmt.convert(WORLDS / "two_arms.sdf", tmp_path / "out.xml")
    assert "joint/right_grip" in {each.subject for each in back.report if each.fate is Fate.LOST}


def test_mujoco_holds_the_joined_robots_in_place(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    robotfmt.convert(WORLDS / "two_arms.sdf", tmp_path / "out.xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert model.neq == 1
    held = data.efc_type == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)
    assert held.sum() == 6
    assert abs(data.efc_pos[held]).max() < 1e-9


def test_drake_welds_the_models(tmp_path: Path) -> None:
    """Drake takes only fixed joints in worlds; libsdformat knows them since version 13."""
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plant = pytest.importorskip("pydrake.multibody.plant").MultibodyPlant(0.0)
    robotfmt.convert(scene(tmp_path, WELD), tmp_path / "out.sdf")
    parsing.Parser(plant).AddModels(str(tmp_path / "out.sdf"))
    plant.Finalize()
    welds = [plant.get_joint(each) for each in plant.GetJointIndices()]
    ends = [(each.parent_body().name(), each.child_body().name()) for each in welds if each.type_name() == "weld"]
    assert ("lid", "load") in ends
