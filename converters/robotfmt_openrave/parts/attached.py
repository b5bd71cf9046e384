"""Manipulators, attached sensors, pairs of links that are not checked, and spheres."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotfmt.documents.tokens import degrees, written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import (
    Camera,
    CollisionSphere,
    FrameSpheres,
    GripperJoint,
    IgnoredPair,
    IkSolver,
    InterfaceType,
    Laser,
    Manipulator,
    Parameter,
    Robot,
    Sensor,
    SphereSet,
)
from robotfmt.model.semantics import ADJACENT

from ..codes import UNKNOWN_LINK
from ..document.numbers import last, row, vector
from ..document.poses import read_pose, write_pose
from .bodies import degrees_of_freedom
from .drafts import BodyDraft
from .sensors import plain_word

GRIPPER = ("joints", "gripperjoints")
CLOSING = ("closingdirection", "closingdir", "chuckingdirection")
DIRECTION = ("direction", "palmdirection")
TOWARDS_Z = (0.0, 0.0, 1.0)
"""The direction of a manipulator that gives none."""
SPHERES = "spheres"
"""The name of the only set of spheres."""
Link = Callable[[str], "str | None"]
"""The name of a link, by the name in the document."""


def read_manipulator(element: Element, name: str, link: Link, joint: Link) -> Manipulator | None:
    """Return the manipulator of an element; None, with a report, without its two links."""
    base, tip = last(element, "base"), last(element, "effector")
    found = [link(each.text.strip()) if each is not None else None for each in (base, tip)]
    if base is None or tip is None or found[0] is None or found[1] is None:
        names = " or ".join(f"'{each.text.strip()}'" for each in (base, tip) if each is not None)
        element.report(UNKNOWN_LINK, f"manipulator '{name}' names {names or 'no body'}, which is not defined")
        return None
    element.take().attribute("name")
    base.take_text()
    tip.take_text()
    return Manipulator(
        origin=element.origin,
        name=name,
        base=found[0],
        tip=found[1],
        tool=read_pose(element),
        direction=vector(element, *DIRECTION) or TOWARDS_Z,
        gripper_joints=_gripper(element, joint),
        ik_solvers=_solvers(element),
    )


def _gripper(element: Element, joint: Link) -> tuple[GripperJoint, ...]:
    """Return the joints of a gripper, each with the sign of its closing direction."""
    child = last(element, *GRIPPER)
    if child is None:
        return ()
    given = child.text.split()
    found = [joint(each) for each in given]
    for each, known in zip(given, found, strict=True):
        if known is None:
            child.report(UNKNOWN_LINK, f"the gripper names the joint '{each}', which does not exist")
    child.take_text()
    ways = _ways(element, len(given))
    return tuple(
        GripperJoint(origin=child.origin, joint=name, closing=((0, direction),) if direction is not None else ())
        for name, direction in zip(found, ways, strict=True)
        if name is not None
    )


def _ways(element: Element, count: int) -> list[float | None]:
    child = last(element, *CLOSING)
    if child is None:
        return [None] * count
    numbers = row(child) or ()
    signs: list[float | None] = [float((each > 0) - (each < 0)) for each in numbers[:count]]
    return signs + [None] * (count - len(signs))


def _solvers(element: Element) -> tuple[IkSolver, ...]:
    """Return the solvers of a manipulator: their names only, since nothing is loaded."""
    names = ((each, each.take_text()) for each in element.children_of("iksolver") if not each.children)
    return tuple(
        IkSolver(
            origin=each.origin,
            type=None,
            interface=InterfaceType(origin=each.origin, name=name, type="iksolver"),
        )
        for each, name in names
        if name
    )


def read_pair(element: Element, link: Link) -> IgnoredPair | None:
    """Return the pair of links that are not checked; None, with a report, if they are not defined before."""
    names = element.text.split()
    found = [link(each) for each in names[:2]]
    if len(found) != 2 or found[0] is None or found[1] is None:
        element.report(UNKNOWN_LINK, f"<adjacent> names {' and '.join(map(repr, names))}, of which one is not defined")
        return None
    element.take_text()
    return IgnoredPair(origin=element.origin, first=found[0], second=found[1], reason=ADJACENT)


def read_spheres(element: Element, link: Link) -> SphereSet | None:
    """Return the spheres of CHOMP (``<orcdchomp>``); those that cannot be read stay in the ledger."""
    by_link: dict[str, list[CollisionSphere]] = {}
    for holder in element.children_of("spheres"):
        for each in holder.children:
            found = _sphere(each, link) if each.tag == "sphere" else None
            if found is not None:
                by_link.setdefault(found[0], []).append(found[1])
    frames = (FrameSpheres(frame=name, spheres=tuple(spheres)) for name, spheres in by_link.items())
    if not by_link:
        element.give_back()
        return None
    element.take()
    return SphereSet(origin=element.origin, name=SPHERES, frames=tuple(frames))


def _sphere(element: Element, link: Link) -> tuple[str, CollisionSphere] | None:
    name = link(element.peek("link") or "")
    if name is None:
        element.report(UNKNOWN_LINK, f"a sphere is on '{element.peek('link') or ''}', which is not defined before")
        return None
    center, radius = element.vector("pos"), element.number("radius")
    if center is None or radius is None:
        return None
    element.take().attribute("link")
    return name, CollisionSphere(origin=element.origin, center=center, radius=radius)


def links_by_name(body: BodyDraft, rename: Callable[[str], str]) -> Link:
    """Return the function that finds the links of a body by the names of a document."""

    def find(name: str) -> str | None:
        draft = body.link(name) or body.link(rename(name))
        return draft.name if draft is not None else None

    return find


def joints_by_name(names: Iterable[str], rename: Callable[[str], str]) -> Link:
    """Return the function that finds joints by the names of a document."""
    known = frozenset(names)

    def find(name: str) -> str | None:
        return next((each for each in (name, rename(name)) if each in known), None)

    return find


def write_pairs(robot: Robot) -> list[Node]:
    """Return the pairs of links that are not checked."""
    return [make("adjacent", text=f"{each.first} {each.second}") for each in robot.ignored_pairs]


def write_manipulator(manipulator: Manipulator) -> Node:
    """Return the element of a manipulator."""
    joints = manipulator.gripper_joints
    ways = tuple(dict(each.closing).get(0, 0.0) for each in joints)
    solvers = (each.interface.name for each in manipulator.ik_solvers if each.interface is not None)
    return make(
        "Manipulator",
        {"name": manipulator.name},
        make("base", text=manipulator.base),
        make("effector", text=manipulator.tip),
        *write_pose(manipulator.tool),
        make("direction", text=manipulator.direction) if manipulator.direction is not None else None,
        make("joints", text=" ".join(each.joint for each in joints)) if joints else None,
        make("closingdirection", text=ways) if joints else None,
        *(make("iksolver", text=name) for name in solvers),
    )


def write_sensor(sensor: Sensor) -> Node:
    """Return the element of an attached sensor."""
    word = sensor.type or plain_word(sensor.data)
    rows = [make(tag, text=value) for tag, value in _data(sensor) if value is not None]
    parameters = [make(each.name, text=_text(each)) for each in sensor.parameters]
    is_described = word is not None or rows or parameters
    described = make("sensor", {"type": word}, *rows, *parameters) if is_described else None
    return make(
        "AttachedSensor",
        {"name": sensor.name},
        make("link", text=sensor.link or ""),
        *write_pose(sensor.pose),
        described,
    )


def _data(sensor: Sensor) -> list[tuple[str, Content | None]]:
    """Return the tags of a camera or a laser with their contents."""
    data = sensor.data
    if isinstance(data, Camera):
        matrix = data.intrinsic
        return [
            ("KK", (matrix[0], matrix[4], matrix[2], matrix[5]) if matrix is not None else None),
            ("width", data.width),
            ("height", data.height),
            ("framerate", sensor.update_rate),
        ]
    if isinstance(data, Laser):
        return [
            ("minangle", _degrees(data.min_angle)),
            ("maxangle", _degrees(data.max_angle)),
            ("resolution", _degrees(data.angle_increment)),
            ("minrange", data.min_range),
            ("maxrange", data.max_range),
            ("scantime", data.measurement_time),
        ]
    return []


def _degrees(angle: float | None) -> float | None:
    return degrees(angle) if angle is not None else None


def _text(parameter: Parameter) -> str:
    values = parameter.values
    return values if isinstance(values, str) else written_all([float(each) for each in values])


def write_spheres(robot: Robot) -> Node | None:
    """Return the spheres of a robot, in the form that CHOMP reads; None without any."""
    rows = [
        make("sphere", {"link": frame.frame, "pos": each.center, "radius": each.radius})
        for spheres in robot.sphere_sets
        for frame in spheres.frames
        for each in frame.spheres
    ]
    if not rows:
        return None
    return make("orcdchomp", None, make("spheres", None, *rows))


def write_values(robot: Robot) -> Node | None:
    """Return the values of the degrees of freedom in the scene; None if all are zero."""
    given = {each.joint: each.values for each in robot.scene_positions}
    if not any(any(values) for values in given.values()):
        return None
    row = [number for name, count in degrees_of_freedom(robot) for number in given.get(name, (0.0,) * count)]
    return make("jointvalues", text=tuple(row))
