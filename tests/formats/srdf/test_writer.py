"""Writing SRDF: the text itself."""

from __future__ import annotations

import pytest
from reading import read_text, write_bytes
from real import FIXTURES

from robotfmt.model import (
    Chain,
    CheckedPair,
    CollisionSphere,
    CollisionUse,
    EndEffector,
    FrameSpheres,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    NamedState,
    PassiveJoint,
    Robot,
    SphereSet,
    UncheckedLink,
    VirtualJoint,
)

USE = CollisionUse(spheres="collision_spheres")
ROBOT = Robot(
    name="r",
    groups=(
        Group(
            name="arm",
            links=("a",),
            joints=("j1", "j2"),
            chains=(Chain(base="base", tip="tip"),),
            groups=("hand",),
        ),
        Group(name="hand"),
    ),
    states=(
        NamedState(
            name="home",
            group="arm",
            values=(
                JointValue(joint="j1", values=(0.1,)),
                JointValue(joint="w", values=(1.0, -0.5, 1e-7)),
                JointValue(joint="none", values=()),
            ),
        ),
        NamedState(name="free"),
    ),
    end_effectors=(
        EndEffector(name="e", group="hand", parent_link="tip", parent_group="arm"),
        EndEffector(name="f", group="hand", parent_link="tip"),
    ),
    virtual_joints=(VirtualJoint(name="v", type="fixed", parent_frame="world", child_link="base"),),
    passive_joints=(PassiveJoint(joint="v"),),
    joint_properties=(JointProperty(joint="v", name="weight", value="0.5"),),
    sphere_sets=(
        SphereSet(
            name="collision_spheres",
            frames=(
                FrameSpheres(
                    frame="a",
                    spheres=(
                        CollisionSphere(center=(0.0, 0.25, -1.0), radius=0.125),
                        CollisionSphere(center=None, radius=None),
                    ),
                ),
            ),
        ),
    ),
    world_collision=USE,
    self_collision=USE,
    unchecked_links=(UncheckedLink(link="c"),),
    checked_pairs=(CheckedPair(first="c", second="a", reason="User"),),
    ignored_pairs=(
        IgnoredPair(first="b", second="a", reason="Adjacent"),
        IgnoredPair(first="a", second="b"),
    ),
)
TEXT = """\
<?xml version="1.0" encoding="utf-8"?>
<robot name="r">
  <group name="arm">
    <link name="a"/>
    <joint name="j1"/>
    <joint name="j2"/>
    <chain base_link="base" tip_link="tip"/>
    <group name="hand"/>
  </group>
  <group name="hand"/>
  <group_state name="home" group="arm">
    <joint name="j1" value="0.1"/>
    <joint name="w" value="1 -0.5 1e-07"/>
    <joint name="none"/>
  </group_state>
  <group_state name="free"/>
  <end_effector name="e" parent_link="tip" group="hand" parent_group="arm"/>
  <end_effector name="f" parent_link="tip" group="hand"/>
  <virtual_joint name="v" type="fixed" parent_frame="world" child_link="base"/>
  <passive_joint name="v"/>
  <joint_property joint_name="v" property_name="weight" value="0.5"/>
  <link_sphere_approximation link="a">
    <sphere center="0 0.25 -1" radius="0.125"/>
    <sphere/>
  </link_sphere_approximation>
  <disable_default_collisions link="c"/>
  <enable_collisions link1="c" link2="a" reason="User"/>
  <disable_collisions link1="b" link2="a" reason="Adjacent"/>
  <disable_collisions link1="a" link2="b"/>
</robot>
"""


def test_a_document_is_written() -> None:
    assert write_bytes(ROBOT, "srdf").decode() == TEXT
    assert read_text(TEXT, "srdf") == ROBOT


def test_a_robot_without_a_name() -> None:
    assert write_bytes(Robot(), "srdf") == b'<?xml version="1.0" encoding="utf-8"?>\n<robot/>\n'


def test_order_comments_and_foreign_parts_stay() -> None:
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        "<!-- before -->\n"
        '<robot version="1" name="r">\n'
        "  <!-- first the pairs -->\n"
        '  <disable_collisions reason="Never" link2="a" link1="b"/>\n'
        '  <gripper clearance="0.025" name="g">\n'
        "    <position>0 0 1</position>\n"
        "  </gripper>\n"
        '  <disable_collisions link1="b" link2="c" comment="loose"/>\n'
        '  <group_state group="g" name="s">\n'
        "    <!-- of the wrist -->\n"
        '    <joint value="1" name="b"/>\n'
        '    <joint name="c" value="a bit"/>\n'
        '    <joint value="2" name="a"/>\n'
        "  </group_state>\n"
        '  <group colour="red" name="g">\n'
        '    <joint name="b"/>\n'
        '    <link name="l"/>\n'
        '    <passive_joint name="p"/>\n'
        '    <joint name="a"/>\n'
        "  </group>\n"
        '  <end_effector name="lonely"/>\n'
        "</robot>\n"
        "<!-- after -->\n"
    )
    assert write_bytes(read_text(text, "srdf"), "srdf").decode() == text


@pytest.mark.parametrize("alone", [True, False])
def test_the_fixture_comes_out_byte_for_byte(alone: bool) -> None:
    data = (FIXTURES / "arm6" / "arm6.srdf").read_bytes()
    arm = None if alone else read_text((FIXTURES / "arm6" / "arm6.urdf").read_bytes(), "urdf")
    assert write_bytes(read_text(data, "srdf", robot=arm), "srdf") == data


def test_another_name_comes_back() -> None:
    text = '<?xml version="1.0" encoding="utf-8"?>\n<robot version="2" name="other"/>\n'
    robot = read_text(text, "srdf", robot=Robot(name="r"))
    assert write_bytes(robot, "srdf").decode() == text


def test_numbers_are_the_same_to_the_last_bit() -> None:
    value = 0.1 + 0.2
    state = NamedState(name="s", group="g", values=(JointValue(joint="j", values=(value, -value / 3)),))
    back = read_text(write_bytes(Robot(name="r", states=(state,)), "srdf"), "srdf")
    assert back.states == (state,)
