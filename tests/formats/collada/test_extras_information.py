"""Interface types, and named values of links and joints: the extension text's examples, and writing."""

from __future__ import annotations

import pytest
from extras import (
    SPOT,
    Loaded,
    chain,
    compact,
    document,
    injected,
    load,
    plain,
    robot,
    written,
)

from robotfmt.model import InterfaceType, Parameter, Robot
from robotfmt.model.record import replace
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.information import (
    read_information,
    read_interface,
    write_interface,
    write_joint_information,
    write_link_information,
)

INTERFACE = """
<extra type="interface_type">
  <technique profile="OpenRAVE">
    <interface type="robot">MyGenericRobot</interface>
    <plugin>myplugin</plugin>
  </technique>
</extra>"""
LINKS = """
<extra type="link_info" name="link0">
  <technique profile="OpenRAVE">
    <float_array link="link0" name="myparam">1.0 2.0 3.0</float_array>
  </technique>
</extra>
<extra type="link_info" name="link1">
  <technique profile="OpenRAVE">
    <int_array link="link1" name="newparam">-10</int_array>
  </technique>
</extra>"""
JOINTS = """
<extra type="joint_info" name="joint0">
  <technique profile="OpenRAVE">
    <float_array joint="joint0" name="myparam">1.0 2.0 3.0</float_array>
  </technique>
</extra>
<extra type="joint_info" name="joint0">
  <technique profile="OpenRAVE">
    <int_array joint="joint1" name="newparam">-10</int_array>
  </technique>
</extra>"""
SIDS = ("link0", "joint0", "link1", "joint1", "link2")
FLOATS = Parameter(name="myparam", values=(1.0, 2.0, 3.0))
INTS = Parameter(name="newparam", values=(-10,))


def _load(extras: str) -> Loaded:
    loaded = load(document(chain(*SIDS, inside=extras)))
    read_information(loaded.body, loaded.extras)
    return loaded


def test_the_interface_of_the_text() -> None:
    loaded = load(document(chain(*SIDS, inside=INTERFACE)))
    expected = InterfaceType(name="MyGenericRobot", type="robot", plugin="myplugin")
    assert [read_interface(extra) for extra in loaded.extras] == [expected]
    assert loaded.left() == []


@pytest.mark.parametrize("inside", ["<plugin>p</plugin>", ""])
def test_an_extra_without_an_interface_stays(inside: str) -> None:
    extra = f'<extra type="interface_type"><technique profile="OpenRAVE">{inside}</technique></extra>'
    loaded = load(document(chain(*SIDS, inside=extra)))
    assert [read_interface(extra) for extra in loaded.extras] == [None]
    assert [name for _, name, _ in loaded.left()] == ["extra"]


def test_the_links_of_the_text() -> None:
    loaded = _load(LINKS)
    assert loaded.body.links["LINK0"].parameters == [FLOATS]
    assert loaded.body.links["LINK1"].parameters == [INTS]
    assert loaded.left() == []


def test_the_name_of_the_extra_precedes_that_of_its_child() -> None:
    loaded = _load(JOINTS)
    assert loaded.body.joints["JOINT0"].joint.parameters == (FLOATS, INTS)
    assert loaded.body.joints["JOINT1"].joint.parameters == ()
    assert loaded.left() == [("attribute", "joint", "joint1")]


CONTROL = """
<extra type="joint_info" name="{}"><technique profile="OpenRAVE">
  <string_value name="note">x</string_value>
  <controlMode>2</controlMode>
  <jointcontrolinfo_robotcontroller>
    <controllerType>cr800</controllerType>
    <robotControllerAxisIndex axis="0">3</robotControllerAxisIndex>
    <robotControllerAxisMult axis="0">-1.5</robotControllerAxisMult>
  </jointcontrolinfo_robotcontroller>
  <jointcontrolinfo_io>
    <moveIONames axis="0">open close</moveIONames>
    <upperLimitSensorIsOn axis="0">1 0</upperLimitSensorIsOn>
  </jointcontrolinfo_io>
</technique></extra>"""
AXIS = (("axis", "0"),)
CONTROLLED = (
    Parameter(name="note", values="x"),
    Parameter(name="controlMode", values=(2,)),
    Parameter(name="jointcontrolinfo_robotcontroller/controllerType", values="cr800"),
    Parameter(name="jointcontrolinfo_robotcontroller/robotControllerAxisIndex", values=(3,), attributes=AXIS),
    Parameter(name="jointcontrolinfo_robotcontroller/robotControllerAxisMult", values=(-1.5,), attributes=AXIS),
    Parameter(name="jointcontrolinfo_io/moveIONames", values="open close", attributes=AXIS),
    Parameter(name="jointcontrolinfo_io/upperLimitSensorIsOn", values=(1, 0), attributes=AXIS),
)


def test_control_of_a_joint_is_read() -> None:
    loaded = _load(CONTROL.format("joint0"))
    assert loaded.body.joints["JOINT0"].joint.parameters == CONTROLLED
    assert loaded.left() == []


def test_control_of_a_joint_is_written() -> None:
    model = robot()
    joint = replace(model.joints[0], parameters=CONTROLLED)
    assert plain(write_joint_information(joint, Ids(model))) == compact(CONTROL.format("kmodel0/joint0"))


def test_control_without_a_joint_and_parameters_without_an_element() -> None:
    loaded = _load(
        """<extra type="joint_info" name="joint0"><technique profile="OpenRAVE"><jointcontrolinfo_io/>
        <controlMode><deep/></controlMode></technique></extra>"""
    )
    assert [name for _, name, _ in loaded.left()] == ["jointcontrolinfo_io", "controlMode"]
    model = robot()
    odd = replace(model.joints[0], parameters=(Parameter(name="controlMode", values="2"),))
    assert 'string_value name="controlMode">2<' in plain(write_joint_information(odd, Ids(model)))


def test_texts_and_additions_of_openrave_are_read() -> None:
    loaded = _load("""
    <extra type="joint_info" name="kmodel0/joint1"><technique profile="OpenRAVE">
      <float_array digits="15" count="1" name="a">0.5</float_array>
      <string_value name="s"> 0 1 </string_value>
      <jointLimit>2</jointLimit>
    </technique></extra>""")
    expected = (Parameter(name="a", values=(0.5,)), Parameter(name="s", values=" 0 1 "))
    assert loaded.body.joints["JOINT1"].joint.parameters == expected
    assert [name for _, name, _ in loaded.left()] == ["jointLimit"]


def test_values_that_are_none_stay() -> None:
    loaded = _load("""
    <extra type="link_info" name="link0"><technique profile="OpenRAVE">
      <float_array name="a">1 x</float_array>
      <int_array name="b">1.5</int_array><int_array name="c">x</int_array>
    </technique></extra>""")
    assert loaded.body.links["LINK0"].parameters == []
    assert [name for _, name, _ in loaded.left()] == ["float_array", "int_array", "int_array"]
    assert loaded.codes == ["number.bad", "number.bad"]


@pytest.mark.parametrize("kind", ["link_info", "joint_info"])
def test_an_extra_about_nothing_stays(kind: str) -> None:
    loaded = _load(f'<extra type="{kind}" name="nil"><technique profile="OpenRAVE"/></extra>')
    assert [name for _, name, _ in loaded.left()] == ["extra"]
    assert loaded.codes == ["collada.unresolved"]


def test_everything_unknown_survives() -> None:
    for where, text in injected(document(chain(*SIDS, inside=INTERFACE + LINKS + JOINTS))):
        loaded = load(text)
        interfaces = [read_interface(extra) for extra in loaded.of("interface_type")]
        read_information(loaded.body, loaded.extras)
        drafts = (
            *(draft.parameters for draft in loaded.body.links.values()),
            *(draft.joint.parameters for draft in loaded.body.joints.values()),
        )
        assert SPOT in repr((loaded.left(), drafts)), where
        assert len(interfaces) == 1


def test_a_camera_is_written_as_the_specification_has_it() -> None:
    link = replace(robot().links[1], parameters=(FLOATS, INTS, Parameter(name="s", values="text")))
    assert plain(write_link_information(link, Ids(robot()))) == compact("""
    <extra type="link_info" name="kmodel0/link1"><technique profile="OpenRAVE">
      <float_array name="myparam">1 2 3</float_array>
      <int_array name="newparam">-10</int_array>
      <string_value name="s">text</string_value>
    </technique></extra>""")
    assert write_link_information(robot().links[0], Ids(robot())) is None
    assert write_joint_information(robot().joints[0], Ids(robot())) is None


def test_reads_back_equal() -> None:
    odd = (
        FLOATS,
        INTS,
        Parameter(name="", values=()),
        Parameter(name="text", values=" 1 2\n"),
        Parameter(name="big", values=(10**17 + 1, -1)),
        Parameter(name="small", values=(1e-300, 0.1)),
    )
    plain_robot = robot()
    joints = tuple(replace(joint, parameters=odd) for joint in plain_robot.joints[:2])
    model = Robot(
        links=(replace(plain_robot.links[0], parameters=odd), *plain_robot.links[1:]),
        joints=(*joints, *plain_robot.joints[2:]),
    )
    ids = Ids(model)
    nodes = [write_link_information(link, ids) for link in model.links]
    nodes += [write_joint_information(joint, ids) for joint in model.joints]
    loaded = load(written(model, ids, model=[node for node in nodes if node is not None]))
    read_information(loaded.body, loaded.extras)
    assert [tuple(draft.parameters) for draft in loaded.body.links.values()] == [
        link.parameters for link in model.links
    ]
    assert [draft.joint.parameters for draft in loaded.body.joints.values()] == [
        joint.parameters for joint in model.joints
    ]
    assert loaded.left() == []


@pytest.mark.parametrize(
    "interface",
    [
        InterfaceType(name="GenericRobot", type="robot"),
        InterfaceType(name="", plugin="p"),
        InterfaceType(name="x"),
    ],
)
def test_interfaces_read_back_equal(interface: InterfaceType) -> None:
    loaded = load(written(robot(), Ids(robot()), system=[write_interface(interface)]))
    assert [read_interface(extra) for extra in loaded.of("interface_type")] == [interface]
    assert loaded.left() == []
