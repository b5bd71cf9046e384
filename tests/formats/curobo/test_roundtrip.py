"""Any robot, as far as cuRobo can say it, is the same after writing and reading, and every change is claimed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    Extension,
    ExtensionKind,
    FrameSpheres,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.testing import Bench, unfaithful
from robotfmt_curobo import FORMAT

numbers = st.floats(allow_nan=False, allow_infinity=False)
maybe = st.none() | numbers
names = st.sampled_from(["base", "l0", "l1", "j0", "j1", "on", "1", "null", "", "a b", "a/b", "caf\u00e9"])
vectors = st.tuples(numbers, numbers, numbers)
quaternions = st.builds(Quaternion, numbers, numbers, numbers, st.floats(0.1, 1.0))
poses = st.builds(Pose, st.none() | vectors, st.none() | quaternions)
spheres = st.builds(CollisionSphere, center=st.none() | vectors, radius=maybe)
holders = st.sampled_from([CollisionSphere(center=(0.0, 0.0, 0.0), radius=each) for each in (-10.0, -100.0)])
frames = st.builds(FrameSpheres, frame=names, spheres=st.lists(spheres | holders, max_size=3).map(tuple))
sets = st.builds(
    SphereSet,
    name=names,
    frames=st.lists(frames, max_size=3).map(tuple),
    clones=st.lists(names, max_size=1).map(tuple),
)
buffers = st.builds(Buffer, frame=names, distance=numbers)
uses = st.none() | st.builds(CollisionUse, spheres=st.none() | names, buffers=st.lists(buffers, max_size=3).map(tuple))
reasons = st.sampled_from([None, "Never", "x # y", "- key: 'value'", "f\u00fcr\nimmer"])
pairs = st.builds(IgnoredPair, first=names, second=names, reason=reasons)
modifiers = (
    st.builds(SetBaseFrame, frame=names)
    | st.builds(
        AddFrame,
        frame=names,
        parent=names,
        joint=names,
        pose=st.none() | poses,
        joint_type=st.sampled_from([None, None, "REVOLUTE"]),
    )
    | st.builds(RemoveMimic, joint=names)
)
cspaces = st.none() | st.builds(
    CSpace,
    joints=st.lists(
        st.builds(CSpaceJoint, joint=names, acceleration_limit=maybe, jerk_limit=maybe),
        max_size=3,
        unique_by=lambda each: each.joint,
    ).map(tuple),
)
extensions = st.builds(
    Extension,
    format=st.just("curobo"),
    place=st.sampled_from(
        [
            "/robot_cfg/kinematics",
            "/robot_cfg/kinematics/cspace",
            "/robot_cfg/kinematics/cspace/null_space_weight",
            "/robot_cfg/kinematics/collision_spheres",
        ]
    ),
    kind=st.just(ExtensionKind.ENTRY),
    name=st.sampled_from(["usd_path", "urdf_path", "mesh_link_names", "position_limit_clip", "j0", "j1"]),
    content=st.just("1"),
).filter(
    # What stands among spheres under the name of a frame is read as the spheres of that frame.
    lambda each: not each.place.endswith("collision_spheres") or each.name not in ("j0", "j1")
)


@st.composite
def robots(draw: st.DrawFn) -> Robot:
    types = draw(st.lists(st.sampled_from(list(JointType)), max_size=3))
    limits = st.none() | st.builds(Limits, lower=maybe, upper=maybe, acceleration=maybe, jerk=maybe)
    joints = tuple(
        Joint(name=f"j{at}", type=type, parent=f"l{at}", child=f"l{at + 1}", axes=(Axis(hard=draw(limits)),))
        for at, type in enumerate(types)
    )
    values = st.builds(JointValue, joint=names, values=st.lists(numbers, min_size=1, max_size=2).map(tuple))

    def some(strategy: st.SearchStrategy[object]) -> tuple[object, ...]:
        return tuple(draw(st.lists(strategy, max_size=3)))

    return Robot(
        links=tuple(Link(name=f"l{at}") for at in range(len(types) + 1)) if draw(st.booleans()) else (),
        joints=joints,
        modifiers=some(modifiers),  # type: ignore[arg-type]
        default_positions=some(values),  # type: ignore[arg-type]
        cspace=draw(cspaces),
        tool_frames=tuple(draw(st.lists(names, max_size=2, unique=True))),
        world_collision=draw(uses),
        self_collision=draw(uses),
        ignored_pairs=some(pairs),  # type: ignore[arg-type]
        sphere_sets=some(sets),  # type: ignore[arg-type]
        extensions=tuple(draw(st.lists(extensions, max_size=3, unique_by=lambda each: (each.place, each.name)))),
    )


@given(robots(), st.sampled_from(["1", "2"]))
def test_any_robot_is_adapted_honestly_and_comes_back(robot: Robot, version: str) -> None:
    assert unfaithful(FORMAT, robot, version) == []
    assert Bench(FORMAT).written(robot, version).data.isascii()
