"""Robots of all kinds, made up by hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from hypothesis import strategies as st

from robotfmt.model import (
    Axis,
    AxisAngle,
    AxisAngles,
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Cone,
    Container,
    Cylinder,
    Dynamics,
    Ellipsoid,
    Geometry,
    IgnoredPair,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    Plane,
    Pose,
    Purpose,
    Quaternion,
    Robot,
    Rpy,
    SafetyController,
    Sphere,
    Vector3,
    Wall,
)
from robotfmt.model.record import replace

lengths = st.floats(0.0, 3.0).map(lambda each: round(each, 6))
sizes = st.floats(0.001, 2.0).map(lambda each: round(each, 6))
vectors_of_sizes = st.tuples(sizes, sizes, sizes)
offsets = st.floats(-3.0, 3.0)
angles = st.one_of(st.sampled_from([0.0, pi / 2, -pi / 2, pi]), st.floats(-pi, pi))
names = st.text(st.sampled_from("abc_-.:/é 1"), min_size=1, max_size=6).filter(lambda each: each.strip() == each)
vectors: st.SearchStrategy[Vector3] = st.tuples(offsets, offsets, offsets)
directions = st.one_of(
    st.sampled_from([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]),
    vectors.filter(lambda each: sum(value * value for value in each) > 0.01),
)
turns = st.one_of(
    st.builds(Rpy, angles, angles, angles),
    st.builds(Quaternion, offsets, offsets, offsets, st.floats(0.1, 1.0)),
    st.lists(st.builds(AxisAngle, directions, angles), max_size=3).map(lambda each: AxisAngles(tuple(each))),
)
poses = st.builds(Pose, st.none() | vectors, st.none() | turns)
colors = st.tuples(*[st.floats(0, 1).map(lambda each: round(each, 3))] * 4)
materials = st.builds(Material, name=st.none() | names, color=st.none() | colors)
odd = st.sampled_from([None, 0.0, -0.5, 0.5])
odd_shapes = st.one_of(
    st.sampled_from([Box(None), Box((0.0, 1.0, 1.0)), Ellipsoid(None), Ellipsoid((0.0, 1.0, 1.0))]),
    st.builds(Sphere, odd),
    st.builds(Cylinder, odd, odd),
    st.builds(Capsule, odd, odd),
    st.builds(Cone, odd, odd),
    st.builds(Container, vectors_of_sizes).map(lambda each: Container(each.outer, each.outer)),
)
shapes = st.one_of(
    odd_shapes,
    st.builds(Box, st.tuples(sizes, sizes, sizes)),
    st.builds(Sphere, sizes),
    st.builds(Cylinder, sizes, sizes),
    st.builds(Capsule, sizes, sizes),
    st.builds(Cone, sizes, sizes),
    st.builds(Ellipsoid, st.tuples(sizes, sizes, sizes)),
    st.just(Plane()),
    st.builds(Container, vectors_of_sizes, st.none() | vectors_of_sizes, st.none() | vectors_of_sizes),
    st.builds(
        Cage,
        vectors_of_sizes,
        walls=st.lists(
            st.builds(Wall, st.sampled_from(["nx", "px", "ny", "py"]), vectors_of_sizes, st.none() | poses),
            max_size=2,
        ).map(tuple),
    ),
    st.builds(CalibrationBoard, vectors_of_sizes, st.none() | st.tuples(st.integers(3, 9), st.integers(3, 9))),
)
limits = st.builds(
    Limits,
    lower=st.none() | st.floats(-3, -0.1),
    upper=st.none() | st.floats(0.1, 3),
    velocity=st.none() | sizes,
    effort=st.none() | sizes,
    acceleration=st.none() | sizes,
    deceleration=st.none() | sizes,
    jerk=st.none() | sizes,
)


def geometries(purpose: Purpose) -> st.SearchStrategy[tuple[Geometry, ...]]:
    material = st.none() | materials if purpose is Purpose.VISUAL else st.none()
    each = st.builds(
        Geometry,
        shape=shapes,
        pose=st.none() | poses,
        name=st.none() | names,
        purpose=st.just(purpose),
        material=material,
    )
    return st.lists(each, max_size=2).map(tuple)


@st.composite
def inertials(draw: st.DrawFn) -> Inertial:
    xx, yy = draw(sizes), draw(sizes)
    tensor = Inertia(ixx=xx, ixy=0.0, ixz=0.0, iyy=yy, iyz=draw(st.sampled_from([0.0, 1e-4])), izz=max(xx, yy))
    return Inertial(mass=draw(sizes), pose=draw(st.none() | poses), inertia=tensor)


def axes(motion: Motion) -> st.SearchStrategy[Axis]:
    return st.builds(
        Axis,
        motion=st.just(motion),
        direction=directions,
        hard=st.none() | limits,
        soft=st.none() | limits,
        dynamics=st.none() | st.builds(Dynamics, damping=st.none() | sizes, friction=st.none() | sizes),
        safety=st.none() | st.builds(SafetyController, k_velocity=sizes),
        circular=st.none() | st.just(True) if motion is Motion.TURN else st.none(),
        planning_weight=st.none() | sizes,
    )


_AXES: dict[JointType, Callable[[], st.SearchStrategy[tuple[Axis, ...]]]] = {
    JointType.FIXED: lambda: st.just(()) | st.tuples(axes(Motion.SLIDE)),
    JointType.REVOLUTE: lambda: st.tuples(axes(Motion.TURN)),
    JointType.PRISMATIC: lambda: st.tuples(axes(Motion.SLIDE)),
    JointType.COMPOUND: lambda: st.tuples(axes(Motion.TURN), axes(Motion.SLIDE)),
    JointType.FLOATING: lambda: st.just(()),
    JointType.CONTINUOUS: lambda: st.tuples(axes(Motion.TURN)),
    JointType.SCREW: lambda: st.tuples(axes(Motion.TURN).map(lambda each: replace(each, pitch=0.02))),
    JointType.CYLINDRICAL: lambda: st.tuples(axes(Motion.TURN), axes(Motion.SLIDE)),
    JointType.UNIVERSAL: lambda: st.tuples(axes(Motion.TURN), axes(Motion.TURN)),
    JointType.BALL: lambda: st.just(()),
    JointType.PLANAR: lambda: st.tuples(st.builds(Axis, direction=directions)),
    JointType.ON_OFF: lambda: st.just(()),
}


@st.composite
def joints(draw: st.DrawFn, name: str, parent: str, child: str, others: list[str]) -> Joint:
    kind = draw(st.sampled_from(list(_AXES)))
    moving = draw(_AXES[kind]())
    if others and len(moving) == 1 and draw(st.booleans()):
        follows = LinearCoupling(joint=draw(st.sampled_from(others)), multiplier=draw(offsets), offset=draw(offsets))
        moving = (Axis(motion=moving[0].motion, direction=moving[0].direction, coupling=follows),)
    return Joint(
        name=name,
        type=kind,
        parent=parent,
        child=child,
        pose_in_parent=draw(st.none() | poses),
        pose_in_child=draw(st.none() | poses),
        axes=moving,
    )


@st.composite
def robots(draw: st.DrawFn) -> Robot:
    """A tree of up to five links, with everything that several formats can say."""
    called = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    links = [
        Link(
            name=name,
            inertial=draw(st.none() | inertials()),
            visuals=draw(geometries(Purpose.VISUAL)),
            collisions=draw(geometries(Purpose.COLLISION)),
        )
        for name in called
    ]
    made: list[Joint] = []
    for number, name in enumerate(called[1:], 1):
        parent = draw(st.sampled_from(called[:number]))
        leaders = [each.name for each in made if len(each.axes) == 1 and each.coupling is None]
        made.append(draw(joints(f"j{number}", parent, name, leaders)))
    pairs = tuple(IgnoredPair(first=called[0], second=each) for each in called[1:2])
    return Robot(name=draw(st.none() | names), links=tuple(links), joints=tuple(made), ignored_pairs=pairs)
