"""Any robot, as far as XRDF can say it, is the same after writing and reading."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.model import (
    AddFrame,
    Axis,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    IgnoredPair,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Modifier,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.testing import unfaithful
from robotfmt_xrdf import FORMAT

numbers = st.floats(allow_nan=False, allow_infinity=False)
maybe = st.none() | numbers
names = st.sampled_from(["base", "tool0", "on", "1", "null", "", "a b", "a/b", "~0", "caf\u00e9"]) | st.text(max_size=8)
reasons = st.sampled_from([None, "Never", "Adjacent", "x # y", "- key: 'value'"])
vectors = st.tuples(numbers, numbers, numbers)
quaternions = st.builds(Quaternion, numbers, numbers, numbers, st.floats(0.1, 1.0))
poses = st.builds(Pose, st.none() | vectors, st.none() | quaternions)


def _unique(kind: type, name: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    nodes = st.builds(kind, **{name: names}, **fields)
    return st.lists(nodes, max_size=4, unique_by=lambda each: getattr(each, name)).map(tuple)


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[IgnoredPair, ...]:
    """Those of one frame together, as a mapping has them."""
    others = st.lists(st.tuples(names, reasons), min_size=1, max_size=3)
    table = draw(st.dictionaries(names, others, max_size=3))
    return tuple(
        IgnoredPair(first=first, second=second, reason=reason)
        for first, pairs in table.items()
        for second, reason in pairs
    )


@st.composite
def _modifier(draw: st.DrawFn) -> Modifier:
    limits = draw(st.none() | st.tuples(numbers, numbers)) or (None, None)
    return draw(
        st.builds(SetBaseFrame, frame=names)
        | st.builds(
            AddFrame,
            frame=names,
            parent=names,
            joint=names,
            pose=st.none() | poses,
            joint_type=st.sampled_from([None, "REVOLUTE", ""]),
        )
        | st.builds(RemoveMimic, joint=names, lower=st.just(limits[0]), upper=st.just(limits[1]), velocity=maybe)
    )


spheres = st.builds(CollisionSphere, center=st.none() | vectors, radius=maybe)
frames = _unique(FrameSpheres, "frame", spheres=st.lists(spheres, max_size=3).map(tuple))
uses = st.none() | st.builds(
    CollisionUse, spheres=st.none() | names, buffers=_unique(Buffer, "frame", distance=numbers)
)
cspaces = st.builds(
    CSpace,
    joints=st.lists(st.builds(CSpaceJoint, joint=names, acceleration_limit=maybe, jerk_limit=maybe), max_size=4).map(
        tuple
    ),
)


@st.composite
def _robots(draw: st.DrawFn) -> Robot:
    pairs, itself = draw(_pairs()), draw(uses)
    return Robot(
        modifiers=tuple(draw(st.lists(_modifier(), max_size=4))),
        default_positions=draw(_unique(JointValue, "joint", values=st.tuples(numbers))),  # type: ignore[arg-type]
        cspace=draw(st.none() | cspaces),
        tool_frames=tuple(draw(st.lists(names, max_size=3))),
        world_collision=draw(uses),
        self_collision=None if pairs and itself == CollisionUse() else itself,
        ignored_pairs=pairs,
        sphere_sets=draw(
            _unique(SphereSet, "name", frames=frames, clones=st.lists(names, max_size=2).map(tuple))  # type: ignore[arg-type]
        ),
    )


@st.composite
def _whole_robots(draw: st.DrawFn) -> Robot:
    """A robot of links and joints, about which more or less is said."""
    reported = draw(_robots())
    chain = draw(st.lists(st.sampled_from(list(JointType)), max_size=5))
    links = tuple(Link(name=f"l{index}") for index in range(len(chain) + 1))
    limits = st.builds(Limits, lower=maybe, upper=maybe, acceleration=maybe, jerk=maybe)
    joints = tuple(
        Joint(
            name=f"j{index}",
            type=type,
            parent=f"l{draw(st.integers(0, index))}",
            child=f"l{index + 1}",
            axes=(Axis(hard=draw(st.none() | limits)),),
        )
        for index, type in enumerate(chain)
    )
    pairs = tuple(replace(pair, reason=draw(st.none() | st.text(max_size=8))) for pair in reported.ignored_pairs)
    return replace(reported, links=links, joints=joints, name=draw(st.none() | names), ignored_pairs=pairs)


def _read(data: bytes) -> Robot:
    assert FORMAT.read is not None
    return FORMAT.read(Source("a.xrdf", data), None, Context())


def _write(robot: Robot, version: str = "") -> bytes:
    assert FORMAT.write is not None
    context = Context(output="a.xrdf", version=version)
    data = FORMAT.write(robot, context)["a.xrdf"]
    assert len(context.report) == 0
    return data


@given(_robots())
def test_any_robot_comes_back(robot: Robot) -> None:
    data = _write(robot)
    assert data.isascii()
    assert b"\r" not in data
    back = _read(data)
    assert back == robot
    assert _write(back) == data


@given(_whole_robots(), st.sampled_from(FORMAT.versions))
def test_any_robot_is_adapted_honestly(robot: Robot, version: str) -> None:
    assert unfaithful(FORMAT, robot, version) == []
