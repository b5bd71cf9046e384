"""The properties of robots that programs refuse, change in silence or need, each with a name in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from ..inertia.repair import principal
from ..kinematics.joint_values import moves_itself, undriven
from ..kinematics.tree import roots
from ..model import Geometry, IgnoredPair, Inertial, Joint, JointType, Mesh, Robot, Sphere
from ..validation.inertia import bodies_of, mass_of, massless_links
from .rows import Condition, Named, named

# Joints

_OF_URDF = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_SINGLE = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)
_MOST_PAIRS = 31
"""The number of pairs for which SAPIEN has groups of collisions."""


def joints(fault: str, has: Callable[[Joint], bool]) -> Condition:
    """Return the condition that some joints have a property."""
    return Condition("joint", fault, lambda robot: named(each for each in robot.all_joints if has(each)))


def of_type(*types: str) -> Condition:
    """Return the condition that joints have one of some types."""
    return joints(f"the type {' or '.join(types)}", lambda it: it.type is not None and it.type.value in types)


def _is_other(joint: Joint) -> bool:
    return joint.type is not None and joint.type.value not in _OF_URDF


OTHER_TYPE = joints("a type that URDF does not have", _is_other)
FLOATING, PLANAR = of_type("floating"), of_type("planar")
FLOATING_OR_PLANAR = of_type("floating", "planar")
MIMIC = joints("a coupling (mimic)", lambda it: any(axis.coupling is not None for axis in it.axes))
LOOPS = Condition("joint", "a child that another joint moves (a closed loop)", lambda robot: named(robot.loops))


def _driven(robot: Robot) -> Iterator[Joint]:
    """Yield the joints with one degree of freedom that a controller moves."""
    still = undriven(robot)
    yield from (each for each in robot.joints if moves_itself(each) and each.name not in still)


NO_VELOCITY = joints("no velocity limit", lambda it: it.type in _SINGLE and it.limits.velocity is None)
VELOCITY = joints("a velocity limit", lambda it: it.type in _SINGLE and it.limits.velocity is not None)
NO_ACCELERATION = Condition(
    "joint",
    "no acceleration limit",
    lambda robot: named(each for each in _driven(robot) if each.limits.acceleration is None),
)


def _unmoved(robot: Robot) -> Iterator[Named]:
    for each in robot.joints:
        bounded = each.type in (JointType.REVOLUTE, JointType.PRISMATIC)
        if bounded and (each.limits.lower, each.limits.upper) == (0.0, 0.0):
            yield each.name, each


NO_RANGE = Condition("joint", "limits without a range", _unmoved)


def _named_as_links(robot: Robot) -> Iterator[Named]:
    taken = {each.name for each in robot.links} | {each.name for each in robot.frames}
    return named(each for each in robot.all_joints if each.name in taken)


SHARED_NAME = Condition("joint", "the name of a link", _named_as_links)

# Links


def _inertials(robot: Robot, has: Callable[[Inertial], bool]) -> Iterator[Named]:
    """Yield the links whose inertial, if they have one, has a property."""
    return named(each for each in robot.links if each.inertial is not None and has(each.inertial))


def _is_partial(inertial: Inertial) -> bool:
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    return not inertial.mass or not any(map(any, rows or ()))


def _weightless(robot: Robot) -> Iterator[Named]:
    """Yield moving links with an inertial, of which all that moves with them has no mass or no inertia."""
    for first, _, members in bodies_of(robot):
        given = [each.inertial for each in members if each.inertial is not None]
        heavy = [each for each in given if (each.mass or 0.0) > 0]
        if (given and not heavy) or (len(heavy) == 1 and _is_partial(heavy[0])):
            yield first.name, first


WEIGHTLESS = Condition("moving link", "a mass or an inertia of 0", _weightless)


_LEAST = 1e-15
"""The least mass in kg, and moment of inertia in kg m^2, of MuJoCo."""
_ROUNDING = 1e-9
"""The share of the largest moment by which a moment of 0 may be negative."""


def _is_thin(inertial: Inertial) -> bool:
    rows = inertial.inertia.rows if inertial.inertia is not None else None
    if rows is None or not any(map(any, rows)):
        return False
    moments, _ = principal(rows)
    return -_ROUNDING * moments[2] <= moments[0] <= _LEAST


THIN = Condition("link", "a principal moment of inertia of 0", lambda robot: _inertials(robot, _is_thin))


def _without_matter(robot: Robot) -> Iterator[Named]:
    for first, _, members in bodies_of(robot):
        if not any(each.inertial is not None or each.collisions for each in members):
            yield first.name, first


WITHOUT_MATTER = Condition("moving link", "neither mass nor collision shape", _without_matter)


def _massless_roots(robot: Robot) -> Iterator[Named]:
    """Yield root links without mass, except ``world``, that carry something over a joint that moves."""
    moving = {each.parent for each in robot.joints if each.type is not JointType.FIXED}
    for name in roots(robot):
        link = robot.link_by_name[name]
        if name in moving and name != "world" and not mass_of(link):
            yield name, link


MASSLESS_ROOT = Condition("root link", "no mass", _massless_roots)
MASSLESS = Condition(
    "moving link", "no mass", lambda robot: ((name, robot.link_by_name[name]) for name, _ in massless_links(robot))
)
NO_INERTIAL = Condition("link", "no mass", lambda robot: named(each for each in robot.links if each.inertial is None))


PARTIAL_INERTIAL = Condition("link", "a mass or an inertia of 0", lambda robot: _inertials(robot, _is_partial))

# Shapes


def _shapes(robot: Robot, visuals: bool, has: Callable[[Geometry], bool]) -> Iterator[Named]:
    """Yield the links with a shape that has a property: a collision shape, or also a visual one."""
    for link in robot.links:
        if any(map(has, (*link.collisions, *(link.visuals if visuals else ())))):
            yield link.name, link


def of_kind(*kinds: str) -> Condition:
    """Return the condition that links have shapes of some kinds, visual or collision ones."""

    def is_one(it: Geometry) -> bool:
        return it.shape is not None and type(it.shape).__name__.lower() in kinds

    return Condition("link", f"the shape {' or '.join(kinds)}", lambda robot: _shapes(robot, True, is_one))


def mesh_other_than(*suffixes: str, visuals: bool = False) -> Condition:
    """Return the condition that links have meshes in files with other suffixes than some."""
    words = f"a {'' if visuals else 'collision '}mesh that is not {', '.join(each.upper() for each in suffixes)}"

    def is_other(it: Geometry) -> bool:
        path = PurePosixPath((it.shape.uri or "").partition("#")[0]) if isinstance(it.shape, Mesh) else None
        return path is not None and bool(path.suffix) and path.suffix[1:].lower() not in suffixes

    return Condition("link", words, lambda robot: _shapes(robot, visuals, is_other))


ONLY_SPHERES = Condition(
    "link",
    "a collision shape that is not a sphere",
    lambda robot: _shapes(robot, False, lambda it: not isinstance(it.shape, Sphere)),
)
VISUALS = Condition("link", "visual shapes", lambda robot: named(each for each in robot.links if each.visuals))


# The robot


def robots(fault: str, has: Callable[[Robot], bool]) -> Condition:
    """Return the condition that a robot has a property."""
    return Condition("", fault, lambda robot: [("", robot)] if robot.links and has(robot) else [])


def _moves(robot: Robot) -> bool:
    return next(_driven(robot), None) is not None


def _far_pairs(robot: Robot) -> Iterator[IgnoredPair]:
    """Yield the ignored pairs that no joint connects."""
    near = {frozenset((each.parent, each.child)) for each in robot.joints}
    yield from (it for it in robot.ignored_pairs if frozenset((it.first, it.second)) not in near)


def _is_default(pair: IgnoredPair) -> bool:
    return (pair.reason or "").lower() == "default"


NO_GROUPS = robots("the robot has no groups of joints", lambda it: _moves(it) and not it.groups)
NO_PAIRS = robots("the robot has no ignored pairs of links", lambda it: _moves(it) and not it.ignored_pairs)
NO_SPHERES = robots("the robot has no collision spheres", lambda it: _moves(it) and not it.sphere_sets)
IGNORED_PAIRS = robots("the robot has ignored pairs of links", lambda it: bool(it.ignored_pairs))
OTHER_PAIRS = robots(
    "the robot has ignored pairs with another reason than Default",
    lambda it: not all(map(_is_default, _far_pairs(it))),
)
MANY_PAIRS = robots(
    f"the robot has more than {_MOST_PAIRS} ignored pairs with the reason Default",
    lambda it: sum(map(_is_default, _far_pairs(it))) > _MOST_PAIRS,
)
STATIC = robots("the robot has no joint", lambda it: not it.all_joints)
