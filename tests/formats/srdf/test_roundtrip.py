"""Any robot, as far as SRDF can say it, is the same after writing and reading."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from robots import robots as tree_robots

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.model import (
    AddFrame,
    Buffer,
    Chain,
    CheckedPair,
    CollisionSphere,
    CollisionUse,
    EndEffector,
    Frame,
    FrameSpheres,
    GripperJoint,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    Manipulator,
    NamedState,
    PassiveJoint,
    Pose,
    Robot,
    SphereSet,
    UncheckedLink,
    VirtualJoint,
)
from robotfmt.model.record import replace
from robotfmt.testing import unfaithful
from robotfmt_srdf import FORMAT

numbers = st.floats(allow_nan=False, allow_infinity=False)
maybe = st.none() | numbers
# Nothing that XML cannot hold, and no "$", behind which there could be xacro.
letters = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn"), exclude_characters="$")
names = st.sampled_from(["base", "l0", "l1", "g", "h", "", " a b ", "a/b", "'", '"', "caf\u00e9"]) | st.text(
    letters, max_size=6
)
words = st.none() | names


def rows(each: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Up to three of something."""
    return st.lists(each, max_size=3).map(tuple)


def kinds(kind: type, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Up to three records of a kind."""
    return rows(st.builds(kind, **fields))


def unique(kind: type, name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Up to three records of a kind with different names."""
    each = st.builds(kind, **{name: names}, **fields)
    return st.lists(each, max_size=3, unique_by=lambda it: getattr(it, name)).map(tuple)


spheres = st.builds(CollisionSphere, center=st.none() | st.tuples(numbers, numbers, numbers), radius=maybe)
frames = unique(FrameSpheres, "frame", spheres=rows(spheres))
reported: dict[str, st.SearchStrategy[Any]] = {
    "name": names.filter(bool),
    "groups": kinds(
        Group,
        name=names,
        links=rows(names),
        joints=rows(names),
        chains=kinds(Chain, base=names, tip=names),
        groups=rows(names),
    ),
    "states": kinds(NamedState, name=names, group=words, values=kinds(JointValue, joint=names, values=rows(numbers))),
    "end_effectors": kinds(EndEffector, name=names, group=names, parent_link=names, parent_group=words),
    "virtual_joints": kinds(VirtualJoint, name=names, type=names, parent_frame=names, child_link=names),
    "passive_joints": kinds(PassiveJoint, joint=names),
    "joint_properties": kinds(JointProperty, joint=names, name=names, value=names),
    "unchecked_links": kinds(UncheckedLink, link=names),
    "checked_pairs": kinds(CheckedPair, first=names, second=names, reason=words),
    "ignored_pairs": kinds(IgnoredPair, first=names, second=names, reason=words),
}


@st.composite
def own_robots(draw: st.DrawFn) -> Robot:
    """Robots of which no more is said than SRDF has a place for."""
    robot = Robot(**{key: draw(each) for key, each in reported.items()})
    spheres_of = draw(frames)
    if not spheres_of:
        return robot
    use = CollisionUse(spheres="collision_spheres")
    spheres = SphereSet(name="collision_spheres", frames=spheres_of)
    return replace(robot, sphere_sets=(spheres,), world_collision=use, self_collision=use)


uses = st.none() | st.builds(
    CollisionUse, spheres=words, buffers=unique(Buffer, "frame", distance=st.floats(-1.0, 1.0))
)
small = st.floats(-10.0, 10.0)
small_spheres = st.builds(CollisionSphere, center=st.none() | st.tuples(small, small, small), radius=maybe)
poses = st.none() | st.builds(Pose, st.tuples(small, small, small))


@st.composite
def any_robots(draw: st.DrawFn) -> Robot:
    """Robots of links and joints, of which other formats have said more."""
    robot = draw(tree_robots())
    more = {key: draw(each) for key, each in reported.items() if key not in ("name", "ignored_pairs")}
    chosen = names | st.sampled_from([each.name for each in robot.links])
    return replace(
        robot,
        **more,
        manipulators=draw(
            unique(
                Manipulator,
                "name",
                base=chosen,
                tip=chosen,
                gripper_joints=unique(GripperJoint, "joint"),
            )
        ),
        frames=draw(unique(Frame, "name", parent=chosen, pose=poses)),
        modifiers=draw(kinds(AddFrame, frame=names, parent=chosen, joint=names, pose=poses)),
        sphere_sets=draw(
            unique(
                SphereSet,
                "name",
                frames=unique(FrameSpheres, "frame", spheres=rows(small_spheres)),
                clones=rows(names),
            )
        ),
        world_collision=draw(uses),
        self_collision=draw(uses),
    )


def _read(data: bytes, robot: Robot | None = None) -> Robot:
    assert FORMAT.read is not None
    return FORMAT.read(Source("a.srdf", data), robot, Context())


def _write(robot: Robot) -> bytes:
    assert FORMAT.write is not None
    context = Context(output="a.srdf")
    data = FORMAT.write(robot, context)["a.srdf"]
    assert len(context.report) == 0
    return data


@given(own_robots())
def test_any_robot_comes_back(robot: Robot) -> None:
    data = _write(robot)
    back = _read(data)
    assert back == robot
    assert _write(back) == data


@given(any_robots())
def test_any_robot_is_adapted_honestly(robot: Robot) -> None:
    assert unfaithful(FORMAT, robot) == []
