"""One warning for one fault, and none for what makers do on purpose: the borders, from both sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from robotfmt.diagnostics import Diagnostic, Severity
from robotfmt.model import (
    Axis,
    Box,
    Controller,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointComponent,
    JointType,
    JointValue,
    Layout,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    NamedState,
    Parameter,
    Pose,
    Purpose,
    Robot,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate

SHAPE = Geometry(shape=Box((0.1, 0.1, 0.1)), purpose=Purpose.VISUAL)


def moving(number: int, hard: Limits, **changes: object) -> Joint:
    """The joint between links ``number`` and ``number + 1``."""
    axis = replace(Axis(direction=(0.0, 1.0, 0.0), hard=hard), **changes)
    pose = Pose((0.0, 0.0, 0.3))
    return Joint(
        name=f"j{number}",
        type=JointType.REVOLUTE if axis.motion is not Motion.SLIDE else JointType.PRISMATIC,
        parent=f"l{number}",
        child=f"l{number + 1}",
        pose_in_parent=pose,
        axes=(axis,),
    )


def chain(*joints: Joint, links: dict[int, Link] | None = None) -> Robot:
    plain = [Link(name=f"l{number}") for number in range(len(joints) + 1)]
    for number, link in (links or {}).items():
        plain[number] = replace(link, name=f"l{number}")
    return Robot(name="chain", links=tuple(plain), joints=joints)


def having(robot: Robot, code: str) -> list[Diagnostic]:
    return [each for each in validate(robot) if each.code == f"robot.{code}"]


def messages(robot: Robot, code: str) -> list[str]:
    return [each.message for each in having(robot, code)]


def limits(lower: float = -1.0, upper: float = 1.0, effort: float = 9.0, velocity: float = 1.0) -> Limits:
    return Limits(lower=lower, upper=upper, effort=effort, velocity=velocity)


# Limits of 0


def test_limits_that_were_left_empty_are_one_finding() -> None:
    robot = chain(*(moving(number, limits(effort=0, velocity=0)) for number in range(6)))
    (message,) = messages(robot, "limit-zero")
    assert message.startswith("joints 'j0', 'j1', 'j2', 'j3' and 2 more: the velocity and effort limits are 0;")


def test_one_limit_of_zero_contradicts_the_other() -> None:
    robot = chain(moving(0, limits(effort=0)), moving(1, limits(velocity=0)))
    assert messages(robot, "limit-zero") == [
        "joint 'j0': the effort limit is 0; the joint can never move",
        "joint 'j1': the velocity limit is 0; the joint can never move",
    ]


def test_a_joint_without_a_range_is_reported_for_that_only() -> None:
    robot = chain(moving(0, limits(lower=0, upper=0, effort=0, velocity=0)))
    assert messages(robot, "no-range") == ["joint 'j0' can only be at 0"]
    assert messages(robot, "limit-zero") == []


def test_a_joint_that_follows_needs_no_effort() -> None:
    follows = LinearCoupling(joint="j0", multiplier=1.0)
    robot = chain(moving(0, limits()), moving(1, limits(effort=0), coupling=follows))
    assert messages(robot, "limit-zero") == []


@pytest.mark.parametrize(
    ("formats", "severity"), [((), Severity.WARNING), (("urdf",), Severity.WARNING), (("mjcf",), Severity.NOTE)]
)
def test_limits_may_be_left_out_where_the_format_needs_none(formats: tuple[str, ...], severity: Severity) -> None:
    robot = replace(chain(moving(0, Limits())), layouts=tuple(Layout(format=each) for each in formats))
    (finding,) = having(robot, "no-limits")
    assert finding.severity is severity


# Inertias


def weighing(mass: float, xx: float, yy: float, zz: float) -> Link:
    tensor = Inertia(ixx=xx, iyy=yy, izz=zz, ixy=0.0, ixz=0.0, iyz=0.0)
    return Link(name="", inertial=Inertial(mass=mass, inertia=tensor), visuals=(SHAPE,))


@pytest.mark.parametrize(
    ("link", "codes"),
    [
        (weighing(1.0, 1e-20, -1e-20, 1e-22), {"inertia-implausible"}),  # rounded zeros have no sign
        (weighing(1.0, 1e-20, 1e-20, 9e-20), {"inertia-implausible"}),
        (weighing(1.0, 0.02, -0.02, 0.02), {"inertia-not-positive"}),
        (weighing(1.0, 0.002, 0.002, 0.009), {"inertia-triangle"}),
        (weighing(1.0, 9.0, 9.0, 9.0), {"inertia-implausible"}),  # and not inertia-of-shapes too
        (weighing(1.0, 0.1, 0.1, 0.1), {"inertia-of-shapes"}),
        (weighing(1.0, 0.002, 0.002, 0.002), set[str]()),
    ],
)
def test_an_inertia_has_one_fault(link: Link, codes: set[str]) -> None:
    found = validate(chain(moving(0, limits()), links={1: link}))
    assert {each.code.removeprefix("robot.") for each in found if "inertia" in each.code} == codes


def fixed(number: int) -> Joint:
    return replace(moving(number, limits()), type=JointType.FIXED, axes=())


@pytest.mark.parametrize(("join", "count"), [(fixed, 0), (lambda number: moving(number, limits()), 1)])
def test_what_is_fixed_to_a_heavy_link_may_weigh_nothing(join: Callable[[int], Joint], count: int) -> None:
    """The sensor in the wrist of TALOS weighs 1 g, is fixed to the arm, and carries the gripper."""
    arm, sensor, tool = (weighing(mass, 0.02, 0.02, 0.02) for mass in (5.0, 0.001, 3.0))
    robot = chain(moving(0, limits()), join(1), moving(2, limits()), links={1: arm, 2: sensor, 3: tool})
    assert len(having(robot, "mass-ratio")) == count


@pytest.mark.parametrize(("base", "count"), [(200.0, 0), (20.0, 1)])
def test_a_hundredth_of_a_body_may_have_any_shape(base: float, count: int) -> None:
    """The footprint of the PR2 is a cube of 1 cm with 1 kg, fixed to a base of 117 kg."""
    cube = Geometry(shape=Box((0.01, 0.01, 0.01)), purpose=Purpose.VISUAL)
    footprint = replace(weighing(1.0, 0.01, 0.01, 0.01), visuals=(cube,))
    body = replace(weighing(base, 9.0, 9.0, 9.0), visuals=())
    robot = chain(fixed(0), moving(1, limits()), links={0: footprint, 1: body})
    assert len(having(robot, "density")) == count


# Materials, limits and parameters


def painted(name: str, red: float) -> Geometry:
    return replace(SHAPE, material=Material(name=name, color=(red, 0.0, 0.0, 1.0)))


def test_a_material_with_several_colours_is_one_finding() -> None:
    visuals = [painted("body", 0.1), *(painted("body", 0.5) for _ in range(3)), painted("tip", 0.2)]
    link = Link(name="", visuals=tuple(visuals))
    assert messages(chain(links={0: link}), "material-twice") == ["the material 'body' differs, in 3 places"]
    other = replace(link, visuals=(*visuals, painted("tip", 0.3)))
    assert len(having(chain(links={0: other}), "material-twice")) == 2


@pytest.mark.parametrize(
    ("value", "severity"), [(1.01, Severity.NOTE), (1.1, Severity.WARNING), (57.3, Severity.WARNING)]
)
def test_a_state_just_beyond_a_limit_is_only_noted(value: float, severity: Severity) -> None:
    state = NamedState(name="up", values=(JointValue(joint="j0", values=(value,)),))
    (finding,) = having(replace(chain(moving(0, limits())), states=(state,)), "state-outside-limits")
    assert finding.severity is severity


@pytest.mark.parametrize(
    ("motion", "lower", "severity"),
    [
        (Motion.SLIDE, -0.01, Severity.NOTE),  # the gripper of the PR2 presses
        (Motion.SLIDE, -0.1, Severity.WARNING),
        (Motion.TURN, -0.01, Severity.WARNING),
    ],
)
def test_a_gripper_may_press(motion: Motion, lower: float, severity: Severity) -> None:
    joint = moving(0, limits(lower=0.0, upper=0.09), soft=Limits(lower=lower, upper=0.08), motion=motion)
    (finding,) = having(chain(joint), "soft-limits-outside")
    assert finding.severity is severity


def test_a_joint_that_is_fixed_has_no_limits_to_brake_at() -> None:
    soft = Limits(lower=-9.0, upper=9.0)
    joint = moving(0, limits(), soft=soft)
    assert len(having(chain(joint), "soft-limits-outside")) == 2
    assert having(chain(replace(joint, type=JointType.FIXED)), "soft-limits-outside") == []


@pytest.mark.parametrize(("multiplier", "severity"), [(0.5, Severity.NOTE), (2.0, Severity.WARNING)])
def test_a_parameter_that_repeats_the_mimic_is_only_noted(multiplier: float, severity: Severity) -> None:
    follows = LinearCoupling(joint="j0", multiplier=0.5)
    parameters = (Parameter(name="mimic", values="j0"), Parameter(name="multiplier", values=(multiplier,)))
    controller = Controller(
        name="c", joints=(JointComponent(name="j0"), JointComponent(name="j1", parameters=parameters))
    )
    robot = replace(chain(moving(0, limits()), moving(1, limits(), coupling=follows)), controllers=(controller,))
    (finding,) = having(robot, "mimic-parameter")
    assert finding.severity is severity
