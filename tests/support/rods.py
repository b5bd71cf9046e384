"""Rods of simple shapes, whose collisions can be worked out by hand."""

from __future__ import annotations

from robotfmt.model import (
    Axis,
    Box,
    Geometry,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Motion,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
)


def body(name: str, shape: Shape | None = None, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Link:
    """A link with one shape for collisions, or with none."""
    if shape is None:
        return Link(name=name)
    return Link(name=name, collisions=(Geometry(shape=shape, pose=Pose(at), purpose=Purpose.COLLISION),))


def ball(name: str, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Link:
    """A link that is a ball of 10 cm."""
    return body(name, Sphere(0.05), at)


def fixed(parent: str, child: str, at: tuple[float, float, float]) -> Joint:
    """A joint that does not move."""
    return Joint(name=f"{child}_mount", type=JointType.FIXED, parent=parent, child=child, pose_in_parent=Pose(at))


def slide(
    parent: str,
    child: str,
    at: tuple[float, float, float],
    upper: float,
    follows: tuple[str, float] | None = None,
) -> Joint:
    """A joint along x, from 0; perhaps one that follows another by a factor."""
    coupling = LinearCoupling(joint=follows[0], multiplier=follows[1]) if follows is not None else None
    axis = Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), hard=Limits(lower=0.0, upper=upper), coupling=coupling)
    return Joint(
        name=f"{child}_slide",
        type=JointType.PRISMATIC,
        parent=parent,
        child=child,
        pose_in_parent=Pose(at),
        axes=(axis,),
    )


def rail(upper: float) -> Robot:
    """A bar along x under a small carriage without a shape, which carries a ball towards another ball 1 m away.

    The balls touch where the carriage stands at 0.9 m or further. The bar lies 20 cm lower.
    """
    return Robot(
        name="rail",
        links=(
            body("bar", Box((2.0, 0.02, 0.02)), (0.0, 0.0, -0.2)),
            Link(name="carriage"),
            ball("near"),
            ball("far"),
        ),
        joints=(
            slide("bar", "carriage", (0.0, 0.0, 0.0), upper),
            fixed("carriage", "near", (0.0, 0.0, 0.0)),
            fixed("bar", "far", (1.0, 0.0, 0.0)),
        ),
    )
