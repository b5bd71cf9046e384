"""What is wrong with a robot, and what is not: the borders of each rule."""

from __future__ import annotations

from math import pi, sin

import pytest

from robotfmt import validate
from robotfmt.model import (
    Axis,
    Box,
    Contact,
    Controller,
    CSpace,
    CSpaceJoint,
    Extension,
    ExtensionKind,
    FormulaCoupling,
    Geometry,
    IgnoredPair,
    Inertia,
    Inertial,
    Interface,
    Joint,
    JointComponent,
    JointEnd,
    JointType,
    JointValue,
    Layout,
    Limits,
    LinearCoupling,
    Link,
    Manipulator,
    Material,
    NamedState,
    Operation,
    Parameter,
    Pose,
    Purpose,
    Robot,
    Sensor,
    SetBaseFrame,
    Transmission,
    Variable,
    VirtualJoint,
)
from robotfmt.model.record import replace
from robotfmt.validation.inertia import reach_of

BOX = Box((1.0, 1.0, 1.0))
BODY, ARM, HAND = Link(name="body"), Link(name="arm"), Link(name="hand")
LIMITS = Limits(lower=-1.0, upper=1.0, velocity=1.0, effort=1.0)


def turning(name: str, parent: str, child: str, **changes: object) -> Joint:
    """A joint that turns, with other things said of its axis."""
    axis = Axis(direction=(0.0, 0.0, 1.0), hard=LIMITS)
    return Joint(
        name=name,
        type=JointType.REVOLUTE,
        parent=parent,
        child=child,
        pose_in_parent=Pose((0.0, 0.0, 0.5)),
        axes=(replace(axis, **changes),),
    )


COMMANDS = (Interface(name="position"),)
ELBOW, WRIST = turning("elbow", "body", "arm"), turning("wrist", "arm", "hand")
PLAIN = Robot(name="robot", links=(BODY, ARM, HAND), joints=(ELBOW, WRIST))


def found(robot: Robot) -> set[str]:
    """The codes that a robot raises, without the first part that all have."""
    return {each.code.removeprefix("robot.") for each in validate(robot)}


def weighing(mass: float | None, *moments: float) -> Robot:
    """The plain robot with a mass and principal moments on its arm, and masses everywhere else."""
    tensor = Inertia(ixx=moments[0], iyy=moments[1], izz=moments[2], ixy=0.0, ixz=0.0, iyz=0.0)
    heavy = Inertial(mass=1.0)
    links = (BODY, replace(ARM, inertial=Inertial(mass=mass, inertia=tensor)), replace(HAND, inertial=heavy))
    return replace(PLAIN, links=links)


def test_a_plain_robot_is_sound() -> None:
    assert found(PLAIN) == set()


@pytest.mark.parametrize(
    ("mass", "moments", "codes"),
    [
        (2.0, (0.02, 0.03, 0.04), set()),
        (2.0, (0.02, 0.02, 0.04), set()),  # a flat plate: the sum of two is the third
        (2.0, (0.02, 0.02, 0.04003), {"inertia-rounded"}),  # within what three digits explain
        (2.0, (0.02, 0.02, 0.041), {"inertia-triangle"}),
        (2.0, (0.02, 0.03, 0.0), {"inertia-triangle"}),
        (2.0, (0.02, 0.03, -0.01), {"inertia-not-positive"}),
        (0.0, (0.02, 0.03, 0.04), {"mass-not-positive", "massless-link"}),
        (-1.0, (0.02, 0.03, 0.04), {"mass-not-positive", "massless-link"}),
        (1.0, (0.0, 0.0, 0.0), set()),  # a point mass, on purpose
        (0.1, (1.0, 1.0, 1.0), {"inertia-implausible"}),  # 3.9 m away on average, in a robot of 1 m
        (10.0, (1.0, 1.0, 1.0), set()),
        (1.0, (1e-12, 1e-12, 1e-12), {"inertia-implausible"}),
    ],
)
def test_findings_about_inertia(mass: float, moments: tuple[float, float, float], codes: set[str]) -> None:
    assert found(weighing(mass, *moments)) == codes


def test_a_tensor_is_judged_by_its_principal_moments() -> None:
    """A rod along (1, 1, 0): moments 0, 1 and 1 about its axis and across; turned, xy is -0.5."""
    rod = Inertia(ixx=0.5, iyy=0.5, izz=1.0, ixy=-0.5, ixz=0.0, iyz=0.0)
    bent = replace(rod, ixy=-0.6)
    for tensor, codes in ((rod, set[str]()), (bent, {"inertia-not-positive"})):
        links = (
            BODY,
            replace(ARM, inertial=Inertial(mass=8.0, inertia=tensor)),
            replace(HAND, inertial=Inertial(mass=1.0)),
        )
        assert found(replace(PLAIN, links=links)) == codes


def test_the_reach_is_the_longest_way() -> None:
    assert reach_of(PLAIN) == 1.0
    assert reach_of(Robot(links=(BODY,))) == 0.0
    ring = replace(PLAIN, joints=(ELBOW, replace(WRIST, child="body")))
    assert reach_of(ring) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("limits", "codes"),
    [
        (Limits(lower=-1.0, upper=1.0), set()),
        (Limits(), {"no-limits"}),
        (Limits(lower=0.0, upper=0.0), {"no-range"}),
        (Limits(lower=0.1, upper=1.0), {"zero-outside-limits"}),
        (Limits(lower=0.0, upper=1.0), set()),
        (Limits(lower=1.0, upper=-1.0), {"limits-reversed"}),
        (Limits(lower=-180.0, upper=180.0), {"limits-in-degrees"}),
        (Limits(lower=-6.28, upper=6.28), set()),
        (Limits(lower=-1e9, upper=1e9), set()),  # stands for unlimited
        (Limits(lower=-4 * pi, upper=4 * pi), set()),
        (Limits(lower=-1.0, upper=1.0, velocity=0.0), {"limit-zero"}),
        (Limits(lower=-1.0, upper=1.0, effort=-1.0), {"limit-negative"}),
        (Limits(lower=-1.0, upper=1.0, jerk=-1.0), {"limit-negative"}),
    ],
)
def test_findings_about_limits(limits: Limits, codes: set[str]) -> None:
    robot = replace(PLAIN, joints=(ELBOW, turning("wrist", "arm", "hand", hard=limits)))
    assert found(robot) == codes


def following(leader: str, multiplier: float = 0.5, offset: float = 0.0) -> LinearCoupling:
    return LinearCoupling(joint=leader, multiplier=multiplier, offset=offset)


@pytest.mark.parametrize(
    ("coupling", "codes"),
    [
        (following("elbow"), set()),
        (following("elbow", 1.0), set()),
        (following("elbow", 2.0), {"mimic-outside-limits"}),
        (following("elbow", -1.0), set()),
        (following("elbow", 1.0, 0.1), {"mimic-outside-limits"}),
        (following("elbow", 0.0), {"mimic-still"}),
        (following("nobody"), {"unknown-joint"}),
        (following("wrist"), {"coupling-cycle"}),
        (FormulaCoupling(expression=Operation("sin", (Variable("elbow"),))), set()),
        (FormulaCoupling(expression=Operation("sin", (Variable("nobody"),))), {"unknown-joint"}),
    ],
)
def test_findings_about_mimic_joints(coupling: LinearCoupling | FormulaCoupling, codes: set[str]) -> None:
    robot = replace(PLAIN, joints=(ELBOW, turning("wrist", "arm", "hand", coupling=coupling)))
    assert found(robot) == codes


def test_a_chain_of_followers_is_reported_with_its_leader() -> None:
    joints = (
        ELBOW,
        turning("second", "body", "arm2", coupling=following("elbow", 0.5, 0.1)),
        turning("third", "body", "arm3", coupling=following("second", 2.0, 0.2)),
    )
    robot = Robot(name="r", links=(BODY, ARM, Link(name="arm2"), Link(name="arm3")), joints=joints)
    (chain,) = validate(robot).having("robot.mimic-chain")
    assert "'third'" in chain.message
    assert chain.help == "Let it follow 'elbow' directly, with multiplier 1 and offset 0.4."
    formula = FormulaCoupling(expression=Operation("sin", (Variable("elbow"),)))
    ends = replace(robot, joints=(ELBOW, turning("second", "body", "arm2", coupling=formula), joints[2]))
    (chain,) = validate(ends).having("robot.mimic-chain")
    assert "itself, with" not in str(chain.help)


def test_soft_limits_and_states() -> None:
    soft = turning("wrist", "arm", "hand", soft=Limits(lower=-1.0, upper=1.1))
    assert found(replace(PLAIN, joints=(ELBOW, soft))) == {"soft-limits-outside"}
    for value, codes in ((1.0, set[str]()), (1.1, {"state-outside-limits"})):
        state = NamedState(name="up", values=(JointValue(joint="wrist", values=(value,)),))
        assert found(replace(PLAIN, states=(state,))) == codes


def state(name: str, **values: float) -> NamedState:
    """A state of the group that is named after its first joint."""
    given = tuple(JointValue(joint=joint, values=(value,)) for joint, value in values.items())
    return NamedState(name=name, group=next(iter(values)), values=given)


@pytest.mark.parametrize(
    ("states", "codes"),
    [
        ([state("s", elbow=0.2, wrist=-0.3)], set[str]()),
        ([state("s", elbow=0.2, wrist=-0.30004)], set[str]()),
        ([state("s", elbow=0.2, wrist=0.0)], {"state-contradicts-mimic"}),
        ([state("s", elbow=0.2)], set[str]()),
        ([state("s", wrist=-0.3)], {"state-of-mimic-alone"}),
        ([state("s", wrist=-0.3), state("s", elbow=0.2)], set[str]()),
        ([state("s", wrist=-0.3), state("t", elbow=0.2)], {"state-of-mimic-alone"}),
    ],
)
def test_states_agree_with_mimic_joints(states: list[NamedState], codes: set[str]) -> None:
    follower = turning("wrist", "arm", "hand", coupling=LinearCoupling(joint="elbow", multiplier=-2.0, offset=0.1))
    assert found(replace(PLAIN, joints=(ELBOW, follower), states=tuple(states))) - {"mimic-outside-limits"} == codes


def test_states_agree_with_formulas_and_with_chains_of_mimic_joints() -> None:
    last = turning("third", "hand", "tip", coupling=LinearCoupling(joint="wrist", offset=0.5))
    formula = FormulaCoupling(expression=Operation("sin", (Variable("elbow"),)))
    for coupling, third in ((formula, 0.5 + sin(0.3)), (LinearCoupling(joint="elbow", multiplier=3.0), 1.4)):
        joints = (ELBOW, turning("wrist", "arm", "hand", coupling=coupling), last)
        robot = replace(PLAIN, links=(*PLAIN.links, Link(name="tip")), joints=joints)
        for value, expected in ((third, 0), (third + 0.01, 1)):
            report = validate(replace(robot, states=(state("s", elbow=0.3, third=value),)))
            assert len(report.having("robot.state-contradicts-mimic")) == expected


def test_the_default_position_agrees_with_a_mimic_joint() -> None:
    follower = turning("wrist", "arm", "hand", coupling=LinearCoupling(joint="elbow"))
    values = state("s", elbow=0.2, wrist=0.4).values
    robot = replace(PLAIN, joints=(ELBOW, follower), default_positions=values)
    assert found(robot) == {"state-contradicts-mimic"}


@pytest.mark.parametrize("kind", [JointType.PLANAR, JointType.FLOATING, JointType.BALL])
def test_a_joint_that_one_number_cannot_control_is_named_if_it_is_on_the_way(kind: JointType) -> None:
    space = CSpace(joints=(CSpaceJoint(joint="wrist"),))
    robot = replace(PLAIN, joints=(replace(ELBOW, type=kind, axes=()), WRIST), cspace=space)
    (reported,) = validate(robot).having("planning.several-values")
    assert reported.message.startswith(f"the {kind.value} joint 'elbow' is not controlled")
    assert "--split elbow" in (reported.help or "")
    above = replace(robot, cspace=CSpace(joints=()), tool_frames=("body",))
    below = replace(robot, modifiers=(SetBaseFrame(frame="arm"),))
    for each in (above, below, replace(robot, cspace=None)):
        assert not validate(each).having("planning.several-values")


def touching(name: str, *shapes: str | None, format: str = "sdf", link: str = "body") -> Robot:
    """A robot of a document whose link has shapes, with a contact sensor that names one."""
    body = replace(BODY, collisions=tuple(Geometry(name=each, shape=BOX) for each in shapes))
    sensor = Sensor(name="touch", link=link, data=Contact(collisions=(name,)))
    return replace(PLAIN, links=(body, ARM, HAND), sensors=(sensor,), layouts=(Layout(format=format),))


@pytest.mark.parametrize(
    "robot",
    [
        touching("hull", "hull"),
        touching("model::body::hull", "hull"),
        touching("__default__"),
        touching("body_collision", None, format="urdf"),
        touching("body_collision_1", None, None, format="urdf"),
        touching("body_fixed_joint_lump__hull_collision", "hull", format="urdf"),
        touching("arm_fixed_joint_lump__body_collision_2", None, format="urdf", link="arm"),
    ],
)
def test_a_contact_sensor_may_name_the_shapes_of_its_link_as_gazebo_does(robot: Robot) -> None:
    assert not validate(robot).having("robot.unknown-collision")


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        (touching("hul", "hull"), "names the collision 'hul', which link 'body' does not have; it has 'hull'"),
        (touching("hull", "hull", link="arm"), "which link 'arm' does not have; it has none with a name"),
        (touching("hull", "hull", format="urdf"), "it has 'body_fixed_joint_lump__hull_collision'"),
        (touching("body_collision_1", None, format="urdf"), "it has 'body_collision'"),
        (touching("arm_fixed_joint_lump__foot_collision", None, format="urdf"), "it has 'body_collision'"),
    ],
)
def test_a_contact_sensor_that_names_another_shape_is_reported(robot: Robot, words: str) -> None:
    (reported,) = validate(robot).having("robot.unknown-collision")
    assert words in reported.message


def test_names_and_references() -> None:
    clash = replace(PLAIN, joints=(replace(ELBOW, name="arm"), WRIST))
    assert found(clash) == {"shared-name"}
    for name, codes in (("a-b_c.1", set[str]()), ("a b", {"awkward-name"}), ("a/b", {"awkward-name"})):
        links = (BODY, replace(ARM, name=name))
        assert found(Robot(name="r", links=links, joints=(replace(ELBOW, child=name),))) == codes
    pairs = (
        IgnoredPair(first="body", second="arm"),
        IgnoredPair(first="arm", second="body"),
        IgnoredPair(first="arm", second="arm"),
        IgnoredPair(first="arm", second="leg"),
    )
    assert found(replace(PLAIN, ignored_pairs=pairs)) == {"pair-twice", "pair-of-one", "dangling-reference"}
    for base, tip, codes in (
        ("body", "hand", set[str]()),
        ("arm", "arm", set()),
        ("hand", "body", {"tip-not-below-base"}),
        ("body", "leg", {"dangling-reference"}),
    ):
        assert found(replace(PLAIN, manipulators=(Manipulator(name="m", base=base, tip=tip),))) == codes


def test_a_floating_base_may_have_a_mass() -> None:
    heavy = replace(BODY, inertial=Inertial(mass=1.0, inertia=Inertia(ixx=1, ixy=0, ixz=0, iyy=1, iyz=0, izz=1)))
    robot = replace(PLAIN, links=(heavy, *PLAIN.links[1:]))
    assert "root-inertia" in found(robot)
    floating = VirtualJoint(name="root", type="floating", parent_frame="world", child_link="body")
    assert "root-inertia" not in found(replace(robot, virtual_joints=(floating,)))


def test_shapes_and_materials() -> None:
    def looking(*shapes: Geometry, materials: tuple[Material, ...] = ()) -> set[str]:
        solid = Geometry(shape=Box((1.0, 1.0, 1.0)), purpose=Purpose.COLLISION)
        arm = replace(ARM, visuals=shapes, collisions=(solid,))
        return found(replace(PLAIN, links=(BODY, arm, HAND), materials=materials))

    red = Material(name="red", color=(1.0, 0.0, 0.0, 1.0))
    box = Geometry(shape=Box((1.0, 1.0, 1.0)))
    assert looking(replace(box, material=red)) == set()
    assert looking(replace(box, material=Material(name="red"))) == {"unknown-material"}
    assert looking(replace(box, material=Material(name="red")), materials=(red,)) == set()
    assert looking(box, materials=(red,)) == {"unused-material"}
    place = Extension(format="mjcf", place="/site", kind=ExtensionKind.ATTRIBUTE, name="material", content="red")
    assert not found(replace(PLAIN, materials=(red,), extensions=(place,)))
    other = replace(red, color=(0.5, 0.0, 0.0, 1.0))
    assert looking(replace(box, material=red), replace(box, material=other)) == {"material-twice"}
    assert looking(replace(box, material=replace(red, color=(255.0, 0.0, 0.0, 1.0)))) == {"color-range"}
    assert looking(replace(box, shape=Box((1.0, 0.0, 1.0)))) == {"size-not-positive"}


def test_transmissions_and_controllers_name_existing_joints() -> None:
    def driven(joint: str) -> list[Robot]:
        gear = Transmission(name="gear", joints=(JointEnd(name=joint),))
        system = Controller(name="system", joints=(JointComponent(name=joint),))
        return [replace(PLAIN, transmissions=(gear,)), replace(PLAIN, controllers=(system,))]

    assert [found(each) for each in driven("elbow")] == [found(PLAIN)] * 2
    expected = [{"dangling-reference"}, {"unknown-joint"}]
    assert [found(each) - found(PLAIN) for each in driven("knee")] == expected


@pytest.mark.parametrize(
    ("component", "others", "says"),
    [
        (JointComponent(name="wrist"), ["elbow"], []),
        (JointComponent(name="wrist", commands=COMMANDS), ["elbow"], ["gives it command interfaces: 'position'"]),
        (JointComponent(name="wrist", commands=COMMANDS, mimic=False), [], []),
        (JointComponent(name="wrist", mimic=True), [], ["which is not in controller 'arm'"]),
        (JointComponent(name="elbow", mimic=True), [], ["but follows no joint"]),
        (JointComponent(name="elbow", commands=COMMANDS), [], []),
    ],
)
def test_mimic_joints_of_ros2_control(component: JointComponent, others: list[str], says: list[str]) -> None:
    follower = turning("wrist", "arm", "hand", coupling=LinearCoupling(joint="elbow"))
    system = Controller(name="arm", joints=(component, *(JointComponent(name=each) for each in others)))
    report = validate(replace(PLAIN, joints=(ELBOW, follower), controllers=(system,)))
    messages = [each.message for each in report.having("robot.controlled-mimic")]
    assert len(messages) == len(says)
    assert all(part in message for part, message in zip(says, messages, strict=True))


@pytest.mark.parametrize(
    ("joint", "parameters", "end"),
    [
        ("wrist", {"mimic": "elbow", "multiplier": "2"}, "'wrist' has a parameter 'mimic'"),
        ("wrist", {"mimic": "elbow"}, "contradicts its <mimic>: multiplier 1 instead of 2"),
        ("wrist", {"mimic": "knee", "multiplier": "2.0"}, "contradicts its <mimic>: joint 'knee' instead of 'elbow'"),
        ("wrist", {"mimic": "elbow", "multiplier": "2.0", "offset": "1"}, "its <mimic>: offset 1 instead of 0"),
        ("elbow", {"mimic": "wrist"}, "the URDF has no <mimic> for it"),
        ("wrist", {"multiplier": "3"}, None),
    ],
)
def test_the_obsolete_parameter_mimic(joint: str, parameters: dict[str, str], end: str | None) -> None:
    follower = turning("wrist", "arm", "hand", coupling=LinearCoupling(joint="elbow", multiplier=2.0))
    given = tuple(Parameter(name=name, values=text) for name, text in parameters.items())
    system = Controller(name="arm", joints=(JointComponent(name="elbow"), JointComponent(name=joint, parameters=given)))
    report = validate(replace(PLAIN, joints=(ELBOW, follower), controllers=(system,)))
    found = [each.message for each in report.having("robot.mimic-parameter")]
    assert (found == []) if end is None else (len(found) == 1 and found[0].endswith(end))
