"""Manipulators: the extension text's example, the older spellings, and writing."""

from __future__ import annotations

import math
from typing import TypeAlias

import pytest
from extras import SPOT, chain, compact, document, injected, load, plain, robot, written

from robotfmt.model import (
    AxisAngle,
    AxisAngles,
    FreeJoint,
    GripperJoint,
    IkSolver,
    InterfaceType,
    Manipulator,
    Pose,
)
from robotfmt.model.record import replace
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.manipulators import read_manipulator, read_manipulators, write_manipulator

MODEL = chain("wam0", "jointname", "wam3", "jointname2", "wam5", "jointname3", "wam6", "jointname4", "wam7")
EXAMPLE = """
<extra type="manipulator" name="leftarm">
  <technique profile="OpenRAVE">
    <frame_origin link="wam0"/>
    <frame_tip link="wam7">
      <translate>0.0 0.0 0.22</translate>
      <rotate>0.0 1.0 0.0 90.0</rotate>
      <direction>0.0 0.0 1.0</direction>
    </frame_tip>
    <gripper_joint joint="jointname">
      <chucking_direction axis="axis0"><float>1</float></chucking_direction>
    </gripper_joint>
    <gripper_joint joint="jointname2">
      <chucking_direction axis="axis0"><float>-1</float></chucking_direction>
    </gripper_joint>
    <iksolver type="Transform6D">
      <free_joint joint="jointname3"/>
      <interface_type>
        <interface>WAM7ikfast</interface>
        <plugin>WAM7ikfast</plugin>
      </interface_type>
    </iksolver>
    <iksolver type="Translation3D"><free_joint joint="jointname4"/></iksolver>
  </technique>
</extra>"""
INTERFACE = '<extra type="interface_type"><technique profile="OpenRAVE"/></extra>'
TOOL = Pose((0.0, 0.0, 0.22), AxisAngles((AxisAngle((0.0, 1.0, 0.0), math.pi / 2),)))
ARM = Manipulator(
    name="leftarm",
    base="WAM0",
    tip="WAM7",
    tool=TOOL,
    direction=(0.0, 0.0, 1.0),
    gripper_joints=(
        GripperJoint(joint="JOINTNAME", closing=((0, 1.0),)),
        GripperJoint(joint="JOINTNAME2", closing=((0, -1.0),)),
    ),
    ik_solvers=(
        IkSolver(
            type="Transform6D",
            free_joints=(FreeJoint(joint="JOINTNAME3"),),
            interface=InterfaceType(name="WAM7ikfast", plugin="WAM7ikfast"),
        ),
        IkSolver(type="Translation3D", free_joints=(FreeJoint(joint="JOINTNAME4"),)),
    ),
)
TWO_AXES = chain("a", "wrist", "b", axes=2, inside='<newparam sid="way"><float>-0.5</float></newparam>')


Left: TypeAlias = list[tuple[str, str, str]]


def _read(extras: str, model: str = MODEL) -> tuple[list[Manipulator | None], Left, list[str]]:
    loaded = load(document(model, system=extras))
    found = [read_manipulator(loaded.body, extra) for extra in loaded.of("manipulator")]
    return found, loaded.left(), loaded.codes


def _gripper(inside: str, model: str = TWO_AXES) -> tuple[tuple[GripperJoint, ...], Left]:
    frames = '<frame_origin link="a"/><frame_tip link="b"/>'
    technique = f'<technique profile="OpenRAVE">{frames}{inside}</technique>'
    found, left, _ = _read(f'<extra type="manipulator" name="m">{technique}</extra>', model)
    assert found[0] is not None
    return found[0].gripper_joints, left


def test_the_example_of_the_text() -> None:
    assert _read(EXAMPLE)[:2] == ([ARM], [])


def test_transforms_are_applied_in_order() -> None:
    moved = EXAMPLE.replace("<translate>0.0 0.0 0.22</translate>", "").replace(
        "90.0</rotate>", "90.0</rotate><translate>0 0 0.22</translate>"
    )
    (manipulator,), left, _ = _read(moved)
    assert manipulator is not None and manipulator.tool is not None
    assert manipulator.tool.xyz == pytest.approx((0.22, 0.0, 0.0))
    assert left == []


@pytest.mark.parametrize("tag", ["chucking_direction", "closing_direction"])
@pytest.mark.parametrize("axis", ["axis1", "./axis1", "kmodel0/wrist/axis1"])
@pytest.mark.parametrize("value", ["<float>-0.5</float>", "<param>way</param>", '<param ref="way"/>', "-0.5"])
def test_every_spelling_of_a_closing_direction(tag: str, axis: str, value: str) -> None:
    inside = f'<gripper_joint joint="kmodel0/wrist"><{tag} axis="{axis}">{value}</{tag}></gripper_joint>'
    joints, left = _gripper(inside)
    assert joints == (GripperJoint(joint="WRIST", closing=((1, -0.5),)),)
    assert [name for _, name, _ in left if name != "newparam"] == []


def test_an_int_is_a_number() -> None:
    direction = '<chucking_direction axis="axis0"><int>-1</int></chucking_direction>'
    assert _gripper(f'<gripper_joint joint="wrist">{direction}</gripper_joint>')[0] == (
        GripperJoint(joint="WRIST", closing=((0, -1.0),)),
    )


def test_the_oldest_spelling_has_an_element_for_each_axis() -> None:
    inside = """
    <gripper_axis axis="kmodel0/wrist/axis0">
      <closingdirection><float>1</float></closingdirection>
    </gripper_axis>
    <gripper_axis axis="kmodel0/wrist/axis1" closingdirection="-1"/>"""
    joints, left = _gripper(inside)
    assert joints == (GripperJoint(joint="WRIST", closing=((0, 1.0), (1, -1.0))),)
    assert [name for _, name, _ in left if name != "newparam"] == []


def test_two_directions_for_one_axis_that_differ() -> None:
    inside = """<gripper_joint joint="wrist">
    <chucking_direction axis="axis0"><float>1</float></chucking_direction>
    <closing_direction axis="axis0"><float>-1</float></closing_direction></gripper_joint>"""
    joints, left = _gripper(inside)
    assert joints == (GripperJoint(joint="WRIST", closing=((0, 1.0),)),)
    assert [name for _, name, _ in left if name != "newparam"] == ["closing_direction"]


NEWER = """<frame_endlink link="wam6"/><grippername>jaws</grippername>
    <toolChangerConnectedBodyToolName>drill_tip</toolChangerConnectedBodyToolName>
    <toolChangerLinkName>WAM5</toolChangerLinkName>
    <restrict_graspset_name>top</restrict_graspset_name>
    <restrict_graspset_name>side</restrict_graspset_name></technique>"""
NEWER_ARM = replace(
    ARM,
    end_link="WAM6",
    gripper="jaws",
    tool_changer_tool="drill_tip",
    tool_changer_link="WAM5",
    grasp_sets=("top", "side"),
)


@pytest.mark.parametrize("tag", ["grippername", "gripperid"])
def test_gripper_names_of_newer_files_are_read(tag: str) -> None:
    added = NEWER.replace("grippername", tag)
    assert _read(EXAMPLE.replace("</technique>", added, 1))[:2] == ([NEWER_ARM], [])


def test_empty_elements_give_no_value() -> None:
    added = """<grippername></grippername><toolChangerLinkName/><toolChangerConnectedBodyToolName/>
    <restrict_graspset_name/></technique>"""
    assert _read(EXAMPLE.replace("</technique>", added, 1))[:2] == ([ARM], [])


def test_conflicting_elements_stay_unrecognised() -> None:
    added = """<grippername>jaws</grippername><gripperid>claws</gripperid>
    <frame_endlink link="nil"/><zz/></technique>"""
    found, left, _ = _read(EXAMPLE.replace("</technique>", added, 1))
    assert found == [replace(ARM, gripper="jaws")]
    assert [name for _, name, _ in left] == ["gripperid", "frame_endlink", "zz"]


def test_newer_elements_written() -> None:
    arm = robot(4)
    node = write_manipulator(
        Manipulator(
            name="m",
            base="l0",
            tip="l3",
            end_link="l2",
            gripper="jaws",
            tool_changer_link="l1",
            tool_changer_tool="tip",
            grasp_sets=("top", "side"),
        ),
        Ids(arm),
    )
    assert plain(node) == compact(
        """<extra type="manipulator" name="m"><technique profile="OpenRAVE">
        <frame_origin link="kmodel0/link0"/><frame_tip link="kmodel0/link3"/>
        <frame_endlink link="kmodel0/link2"/><toolChangerLinkName>l1</toolChangerLinkName>
        <toolChangerConnectedBodyToolName>tip</toolChangerConnectedBodyToolName>
        <grippername>jaws</grippername><restrict_graspset_name>top</restrict_graspset_name>
        <restrict_graspset_name>side</restrict_graspset_name></technique></extra>"""
    )


@pytest.mark.parametrize("reference", ["wam0", "wam7"])
def test_a_manipulator_on_nothing_stays_as_it_is(reference: str) -> None:
    found, left, codes = _read(EXAMPLE.replace(f'link="{reference}"', 'link="nil"'))
    assert found == [None]
    assert [name for _, name, _ in left] == ["extra"]
    assert "collada.unresolved" in codes


def test_a_missing_gripper_joint_stays() -> None:
    found, left, codes = _read(EXAMPLE.replace('joint="jointname2"', 'joint="nil"'))
    assert found[0] is not None
    assert found[0].gripper_joints == ARM.gripper_joints[:1]
    assert [name for _, name, _ in left] == ["gripper_joint"]
    assert "collada.unresolved" in codes


def test_a_missing_axis_and_a_missing_parameter_stay() -> None:
    no_axis = EXAMPLE.replace('"axis0"', '"nil"', 1)
    no_parameter = EXAMPLE.replace("<float>1</float>", "<param>nil</param>")
    for broken in (no_axis, no_parameter):
        found, left, codes = _read(broken)
        assert found[0] is not None
        assert found[0].gripper_joints[0] == GripperJoint(joint="JOINTNAME")
        assert [name for _, name, _ in left] == ["chucking_direction"]
        assert "collada.unresolved" in codes


def test_another_profile_is_left_alone() -> None:
    found, left, codes = _read(EXAMPLE.replace('profile="OpenRAVE"', 'profile="other"'))
    assert (found, [name for _, name, _ in left], codes) == ([None], ["extra"], [])


def test_a_name_is_invented_and_equal_names_are_numbered() -> None:
    unnamed = EXAMPLE.replace(' name="leftarm"', "")
    loaded = load(document(MODEL, system=EXAMPLE + unnamed + EXAMPLE + INTERFACE))
    names = [each.name for each in read_manipulators(loaded.body, loaded.extras)]
    assert names == ["leftarm", "manipulator1", "leftarm_2"]
    assert loaded.codes == ["collada.name-invented", "collada.name-changed"]
    assert [name for _, name, _ in loaded.left()] == ["extra"]


def test_everything_unknown_survives() -> None:
    for where, text in injected(document(MODEL, system=EXAMPLE)):
        loaded = load(text)
        found = [read_manipulator(loaded.body, extra) for extra in loaded.of("manipulator")]
        assert any(SPOT in name or SPOT in content for _, name, content in loaded.left()), where
        assert len(found) == 1


def test_a_camera_is_written_as_the_specification_has_it() -> None:
    manipulator = Manipulator(
        name="arm",
        base="l0",
        tip="l3",
        tool=TOOL,
        direction=(0.0, 0.0, 1.0),
        gripper_joints=(GripperJoint(joint="j1", closing=((0, -1.0),)),),
        ik_solvers=(
            IkSolver(
                type="Transform6D",
                free_joints=(FreeJoint(joint="j2", step=0.01),),
                interface=InterfaceType(name="solver", type="iksolver"),
            ),
        ),
    )
    assert plain(write_manipulator(manipulator, Ids(robot()))) == compact("""
    <extra type="manipulator" name="arm"><technique profile="OpenRAVE">
      <frame_origin link="kmodel0/link0"/>
      <frame_tip link="kmodel0/link3">
        <translate>0 0 0.22</translate><rotate>0 1 0 90</rotate><direction>0 0 1</direction>
      </frame_tip>
      <gripper_joint joint="kmodel0/joint1">
        <chucking_direction axis="./axis0"><float>-1</float></chucking_direction>
      </gripper_joint>
      <iksolver type="Transform6D">
        <free_joint joint="kmodel0/joint2" stepsize="0.01"/>
        <interface_type><technique profile="OpenRAVE">
          <interface type="iksolver">solver</interface>
        </technique></interface_type>
      </iksolver>
    </technique></extra>""")


@pytest.mark.parametrize(
    "manipulator",
    [
        Manipulator(name="bare", base="l0", tip="l0"),
        Manipulator(name="turned", base="l0", tip="l2", tool=Pose(None, TOOL.rotation)),
        Manipulator(name="still", base="l0", tip="l2", tool=Pose((0.0, 0.0, 0.0)), direction=(1.0, 2.0, 3.0)),
        Manipulator(
            name="odd names ä",
            base="l1",
            tip="l2",
            gripper_joints=(GripperJoint(joint="j0"), GripperJoint(joint="j1", closing=((0, 0.0),))),
            ik_solvers=(IkSolver(type=None), IkSolver(type="Ray4D", interface=InterfaceType(name=""))),
        ),
    ],
)
def test_reads_back_equal(manipulator: Manipulator) -> None:
    model = robot()
    ids = Ids(model)
    loaded = load(written(model, ids, system=[write_manipulator(manipulator, ids)]))
    (extra,) = loaded.of("manipulator")
    assert read_manipulator(loaded.body, extra) == manipulator
    assert loaded.left() == []
