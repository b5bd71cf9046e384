"""Properties that the written version of URDF does not support, in an element that other programs skip.

::

    <extension format="robotfmt">
      <limit joint="elbow" acceleration="4" jerk="6"/>
      <capsule link="hand" in="collision" parts="0 2 3"/>
      <material name="orange"/>
    </extension>

Programs read the rest: a joint without these limits, a cylinder and two spheres (the parts of the capsule, counted
among the shapes of the link), a robot without an empty material. Reading this element restores the properties, so a
URDF between two other formats loses nothing. :func:`take_out` and :func:`put_back` are inverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotfmt.context import Context
from robotfmt.documents.tokens import BadToken, whole
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.foreign import SLOT
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Axis,
    Capsule,
    Cylinder,
    Geometry,
    Joint,
    Limits,
    Link,
    Material,
    Pose,
    Robot,
    Sphere,
    compose,
)
from robotfmt.model.record import replace

from .codes import CAPSULE, KEPT_LIMITS, STALE_MARK
from .versions import DERIVATIVES, has

OWN = "robotfmt"
"""The format that the element declares; elements of other formats are passed through."""
_SLACK = 1e-9
_GEOMETRIES = {"visual": "visuals", "collision": "collisions"}

# Writing


def take_out(robot: Robot, context: Context) -> tuple[Robot, Node | None]:
    """Return the robot as a version supports it, and the element with the rest."""
    marks: list[Node] = []
    if not has(context.version, "acceleration"):
        robot = _without_limits(robot, marks, context)
    if not has(context.version, "capsule"):
        robot = _without_capsules(robot, marks, context)
    robot = _without_empty_materials(robot, marks)
    return robot, make(SLOT, {"format": OWN}, *marks) if marks else None


def _without_limits(robot: Robot, marks: list[Node], context: Context) -> Robot:
    def change(joint: Joint) -> Joint:
        limits = joint.axis.hard if joint.axis is not None else None
        given = {name: getattr(limits, name, None) for name in DERIVATIVES}
        if joint.axis is None or limits is None or not any(each is not None for each in given.values()):
            return joint
        marks.append(make("limit", {"joint": joint.name, **given}))
        kept = replace(limits, **dict.fromkeys(DERIVATIVES))
        return replace(joint, axes=(replace(joint.axis, hard=kept if kept != Limits() else None),))

    before = len(marks)
    joints, loops = tuple(map(change, robot.joints)), tuple(map(change, robot.loops))
    count = len(marks) - before
    if not count:
        return robot
    which = f"{count} joints" if count > 1 else f"joint '{marks[-1].get('joint')}'"
    message = (
        f"URDF {context.version} has no acceleration and jerk limits; those of {which} are kept in "
        f"<{SLOT}>, which only robotfmt reads"
    )
    context.report.add(KEPT_LIMITS, message, robot.origin)
    return replace(robot, joints=joints, loops=loops)


def _without_capsules(robot: Robot, marks: list[Node], context: Context) -> Robot:
    before = len(marks)
    links = tuple(_without_capsules_of(link, marks) for link in robot.links)
    count = len(marks) - before
    if not count:
        return robot
    subject = f"{count} capsules are" if count > 1 else f"a capsule of link '{marks[-1].get('link')}' is"
    message = f"{subject} written as a cylinder and two spheres, since URDF {context.version} has no capsule"
    context.report.add(CAPSULE, message, robot.origin)
    return replace(robot, links=links)


def _without_capsules_of(link: Link, marks: list[Node]) -> Link:
    for tag, field in _GEOMETRIES.items():
        shapes, parts = _taken_apart(getattr(link, field))
        if parts:
            marks += [make("capsule", {"link": link.name, "in": tag, "parts": each}) for each in parts]
            link = replace(link, **{field: shapes})
    return link


def _taken_apart(geometries: tuple[Geometry, ...]) -> tuple[tuple[Geometry, ...], list[str]]:
    """Return each capsule as a cylinder at its place, with two spheres after all other shapes; and the indices of the
    parts.
    """
    kept: list[Geometry] = []
    ends: list[Geometry] = []
    parts: list[str] = []
    for place, geometry in enumerate(geometries):
        match geometry.shape:
            case Capsule(float(radius), float(length)):
                last = len(geometries) + len(ends)
                parts.append(f"{place} {last} {last + 1}")
                kept.append(replace(geometry, shape=Cylinder(radius, length)))
                ends += [
                    replace(geometry, shape=Sphere(radius), pose=_end(geometry, length, side), name=None)
                    for side in (1, -1)
                ]
            case _:
                kept.append(geometry)
    return (*kept, *ends), parts


def _end(geometry: Geometry, length: float, side: int) -> Pose:
    return compose(geometry.pose, Pose((0.0, 0.0, side * length / 2)))


def _without_empty_materials(robot: Robot, marks: list[Node]) -> Robot:
    """Remove empty materials of the robot, which are an error for urdfdom, and which Drake refuses."""
    empty = [each for each in robot.materials if _is_empty(each, robot)]
    marks += [make("material", {"name": each.name}) for each in empty]
    materials = tuple(each for each in robot.materials if each not in empty)
    return replace(robot, materials=materials) if empty else robot


def _is_empty(material: Material, robot: Robot) -> bool:
    """Return True if a material is empty in the document, including passed-through content."""
    place = f"/robot/material[@name='{material.name}']"
    foreign = any(each.format == "urdf" and each.place.startswith(place) for each in robot.extensions)
    return material.color is None and material.texture is None and not foreign


# Reading


def put_back(robot: Robot, root: Element) -> Robot:
    """Return the robot with the properties that :func:`take_out` removed; those that no longer fit the document are
    reported.
    """
    for element in root.children:
        if element.tag == SLOT and element.peek("format") == OWN:
            element.take()
            element.attribute("format")
            robot = _with_capsules(robot, list(_marks(element, "capsule")))
            for mark in _marks(element, "limit"):
                robot = _with_limits(robot, mark)
            for mark in _marks(element, "material"):
                material = Material(origin=mark.origin, name=mark.attribute("name"))
                robot = replace(robot, materials=(*robot.materials, material))
    return robot


def _marks(element: Element, tag: str) -> Iterator[Element]:
    return (child.take() for child in element.children if child.tag == tag)


def _with_limits(robot: Robot, mark: Element) -> Robot:
    name = mark.attribute("joint") or ""
    given = {each: mark.number(each) for each in DERIVATIVES}
    found = [each for each in (*robot.joints, *robot.loops) if each.name == name and each.axis is not None]
    if len(found) != 1:
        mark.report(STALE_MARK, f"<limit>: the document has no moving joint '{name}'; its limits are dropped")
        return robot
    (joint,) = found
    new = replace(joint, axes=(_limited(joint.axes[0], given, mark),))

    def change(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
        return tuple(new if each is joint else each for each in joints)

    return replace(robot, joints=change(robot.joints), loops=change(robot.loops))


def _limited(axis: Axis, given: dict[str, float | None], mark: Element) -> Axis:
    """Return an axis with the limits of an element of the extension, unless the URDF's joint gives them itself."""
    hard = axis.hard or Limits(origin=mark.origin)
    new = {name: value for name, value in given.items() if value is not None and getattr(hard, name) is None}
    return replace(axis, hard=replace(hard, **new))


def _with_capsules(robot: Robot, marks: list[Element]) -> Robot:
    """Return the robot with each capsule that its parts still form."""
    used: dict[tuple[str, str], set[int]] = {}
    for mark in marks:
        name, tag = mark.attribute("link") or "", mark.attribute("in") or ""
        link, field = robot.link_by_name.get(name), _GEOMETRIES.get(tag, "")
        row: tuple[Geometry, ...] = getattr(link, field) if link is not None and field else ()
        parts = _numbers(mark.attribute("parts") or "")
        capsule = _capsule([row[each] for each in parts if 0 <= each < len(row)])
        if link is None or capsule is None:
            message = (
                f"<capsule>: shapes {', '.join(map(str, parts))} of link '{name}' do not form a capsule; they are kept"
            )
            mark.report(STALE_MARK, message)
            continue
        used.setdefault((name, field), set()).update(parts[1:])
        row = tuple(capsule if each == parts[0] else shape for each, shape in enumerate(row))
        robot = _with_link(robot, link, replace(link, **{field: row}))
    for (name, field), ends in used.items():
        link = robot.link_by_name[name]
        row = tuple(shape for each, shape in enumerate(getattr(link, field)) if each not in ends)
        robot = _with_link(robot, link, replace(link, **{field: row}))
    return robot


def _with_link(robot: Robot, old: Link, new: Link) -> Robot:
    return replace(robot, links=tuple(new if each is old else each for each in robot.links))


def _numbers(text: str) -> list[int]:
    try:
        return [whole(each) for each in text.split()]
    except BadToken:
        return []


def _capsule(parts: list[Geometry]) -> Geometry | None:
    """Return the capsule that a cylinder and two spheres form; None if they do not form one."""
    shapes = [each.shape for each in parts]
    match shapes:
        case [Cylinder(float(radius), float(length)), Sphere(), Sphere()]:
            ends = [(_end(parts[0], length, side), each) for side, each in zip((1, -1), parts[1:], strict=True)]
            sound = all(each.shape == Sphere(radius) and _is_at(each.pose, pose) for pose, each in ends)
            return replace(parts[0], shape=Capsule(radius, length)) if sound else None
    return None


def _is_at(pose: Pose | None, other: Pose) -> bool:
    position = pose.xyz if pose is not None else (0.0, 0.0, 0.0)
    return all(_near(position, other.xyz))


def _near(one: Iterable[float], other: Iterable[float]) -> Iterator[bool]:
    return (abs(a - b) <= _SLACK for a, b in zip(one, other, strict=True))
