"""Bodies of a kinbody: their poses, shapes and masses; written, each is in the one above it, with the joint between."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from robotfmt.documents.tokens import degrees
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Axis,
    Coupling,
    FormulaCoupling,
    Inertial,
    Joint,
    JointType,
    LinearCoupling,
    Link,
    Material,
    Mesh,
    Motion,
    Number,
    Operation,
    Pose,
    Robot,
    Variable,
    compose,
)
from robotfmt.model.record import replace

from ..codes import DEFAULT_MASS, UNKNOWN_LINK, UNNAMED
from ..document.equations import text_of
from ..document.numbers import flag, last, number_of
from ..document.poses import read_pose, write_pose
from .drafts import BodyDraft, LinkDraft
from .masses import DEFAULT, is_nothing, read_mass
from .shapes import Files, read_geom, write_geoms

_STATIC = "static"
GEOMS = ("Geom", "geometry")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a kinbody that apply to the bodies in it."""

    files: Files
    """The URIs of meshes."""
    mass: Element | None = None
    """The mass of bodies without one."""
    skips_shapes: bool = False


def read_body(element: Element, body: BodyDraft, settings: Settings, free_name: Callable[[str], str]) -> LinkDraft:
    """Return the link of an element: a new one, or that of its name, whose body it continues.

    Tags of a pose then add to the pose that the body has, and the mass is made again.
    """
    name = element.take().attribute("name")
    known = body.link(name) if name else None
    if not name:
        name = free_name("body")
        element.report(UNNAMED, f"a body without a name becomes '{name}'")
    draft = known or LinkDraft(Link(origin=element.origin, name=name))
    _place(element, body, draft)
    link = replace(draft.link, static=_static(element) or draft.link.static)
    if flag(element, "enable") is False:
        link = replace(link, enabled=False)
    if not (settings.skips_shapes or is_set(element, "skipgeometry")):
        link = _with_shapes(element, link, settings.files, None)
    draft.link = _with_mass(element, link, settings.mass)
    return draft


def is_set(element: Element, name: str) -> bool:
    """Return True if an attribute is true; it is not taken."""
    return (element.peek(name) or "").lower() in ("true", "1")


def _static(element: Element) -> bool | None:
    kind = (element.peek("type") or "").strip().lower()
    if kind in (_STATIC, "dynamic", ""):
        element.attribute("type")
    return True if kind == _STATIC else None


def _place(element: Element, body: BodyDraft, draft: LinkDraft) -> None:
    """Give a link its place: in the kinbody, or in the body that ``<offsetfrom>`` names."""
    pose = read_pose(element, draft.pose) or Pose()
    child = last(element, "offsetfrom")
    base = body.link(child.text.strip()) if child is not None else None
    if child is not None and base is None:
        message = f"<offsetfrom> of '{draft.name}' names '{child.text.strip()}', which is not defined before"
        child.report(UNKNOWN_LINK, message)
    if base is not None and child is not None:
        child.take_text()
        draft.anchor, draft.relative = base, pose
        draft.pose = compose(base.pose, pose)
    elif pose != draft.pose:
        draft.anchor, draft.pose = None, pose


def _with_shapes(element: Element, link: Link, files: Files, outer: Pose | None) -> Link:
    """Return a link with the shapes of an element, and of bodies in it, which are the same link."""
    for child in element.children:
        if child.tag in GEOMS:
            shown = read_geom(child, files)
            if shown is None:
                continue
            for made, field in ((shown.visual, "visuals"), (shown.collision, "collisions")):
                if made is not None:
                    placed = replace(made, pose=compose(outer, made.pose)) if outer is not None else made
                    link = replace(link, **{field: (*getattr(link, field), placed)})
        elif child.tag == "Body":
            name = child.take().attribute("name")
            link = replace(link, name=name) if name else link
            link = _with_shapes(child, link, files, compose(outer, read_pose(child)))
        elif child.tag == "transparency":
            alpha = 1.0 - (number_of(child) or 0.0)
            link = faded(link, alpha)
    return link


def faded(link: Link, alpha: float) -> Link:
    """Return a link with another opacity of all its shapes that have a colour, or that are no meshes."""

    def fade(material: Material | None) -> Material:
        color = (material.color if material is not None else None) or (1.0, 1.0, 1.0, 1.0)
        return replace(material or Material(), color=(*color[:3], alpha))

    return replace(
        link,
        visuals=tuple(
            replace(each, material=fade(each.material))
            if each.material is not None or not isinstance(each.shape, Mesh)
            else each
            for each in link.visuals
        ),
    )


def _with_mass(element: Element, link: Link, default: Element | None) -> Link:
    """Return a link with its mass: its own, that of the kinbody, or OpenRAVE's."""
    child = last(element, "Mass")
    if child is not None and is_nothing(child):
        child.take_all()
        return replace(link, inertial=None)
    if child is not None or default is not None:
        made = read_mass(child, link, None) if child is not None else None
        made = made or (read_mass(default, link, default) if default is not None else None)
        if made is not None:
            return replace(link, inertial=made)
    if child is None:
        element.report(DEFAULT_MASS, f"body '{link.name}' has no <Mass>", subject=f"link/{link.name}/inertial")
    return replace(link, inertial=Inertial(mass=1.0, inertia=DEFAULT))


TYPES = {
    JointType.FIXED: "hinge",
    JointType.REVOLUTE: "hinge",
    JointType.CONTINUOUS: "hinge",
    JointType.PRISMATIC: "slider",
    JointType.BALL: "spherical",
}
_DECIMALS = 14


def write_bodies(robot: Robot) -> list[Node]:
    """Return the bodies of a robot, in the order of its links; each has its pose in the one that carries it."""
    above = {joint.child: joint for joint in robot.joints}
    return [_write_body(robot, link, above.get(link.name)) for link in robot.links]


def _write_body(robot: Robot, link: Link, joint: Joint | None) -> Node:
    attributes = {
        "name": link.name,
        "type": "static" if link.static else "dynamic",
        "enable": "false" if link.enabled is False and link.collisions else None,
    }
    place: list[Node] = []
    if joint is not None and joint.parent is not None:
        place = [make("offsetfrom", text=joint.parent), *write_pose(_pose_of_child(joint))]
    return make("Body", attributes, *place, *write_geoms(robot, link), _mass(link.inertial))


def _pose_of_child(joint: Joint) -> Pose | None:
    """Return the pose of a joint's child in its parent.

    Where the joint is not at the child's origin its position is rounded, so that it stays the same whenever it is read
    and written again.
    """
    if joint.pose_in_child is None:
        return joint.pose_in_parent
    pose = joint.pose_at_zero
    x, y, z = (round(each, _DECIMALS) + 0.0 for each in pose.xyz)
    return Pose((x, y, z), pose.rotation)


def _mass(inertial: Inertial | None) -> Node:
    """Return the mass of a body; a body without one weighs nothing, where OpenRAVE would assume 1 kg."""
    if inertial is None:
        zeros = make("inertia", text=(0.0,) * 9)
        return make("Mass", {"type": "custom"}, make("total", text=0.0), zeros)
    # A tensor that was turned is symmetric only up to rounding; OpenRAVE's reader must find it so.
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertial.link_inertia or ((0.0,) * 3,) * 3
    com = inertial.pose.xyz if inertial.pose is not None else None
    return make(
        "Mass",
        {"type": "custom"},
        make("total", text=inertial.mass or 0.0),
        make("com", text=com) if com is not None and any(com) else None,
        make("inertia", text=(xx, xy, xz, xy, yy, yz, xz, yz, zz)),
    )


def write_joints(robot: Robot) -> list[Node]:
    """Return the joints of a robot, those that close loops too, in the order of their degrees of freedom."""
    return [_write_joint(each) for each in joints_in_order(robot)]


def joints_in_order(robot: Robot) -> list[Joint]:
    """Return the joints that are written, sorted by the numbers of their degrees of freedom, if they have any."""
    joints = [each for each in robot.all_joints if each.type in TYPES and not _is_added(robot, each)]
    last = len(joints)
    return sorted(joints, key=lambda each: last if each.dof_index is None else each.dof_index)


def degrees_of_freedom(robot: Robot) -> list[tuple[str, int]]:
    """Return the joints that are degrees of freedom in OpenRAVE, in its order, each with how many."""
    return [
        (each.name, 3 if each.type is JointType.BALL else 1)
        for each in joints_in_order(robot)
        if each.type is not JointType.FIXED
        and not any(axis.active is False or axis.coupling is not None for axis in each.axes)
    ]


def _is_added(robot: Robot, joint: Joint) -> bool:
    """Return True for a joint that the reader adds by itself to a static link without a parent joint."""
    link = robot.link_by_name.get(joint.child or "")
    is_plain = joint.type is JointType.FIXED and not joint.axes and joint.pose_in_child is None
    is_named = joint.name == f"{joint.child}_free" and joint.parent == robot.links[0].name
    return is_plain and is_named and link is not None and bool(link.static)


def _write_joint(joint: Joint) -> Node:
    """Return the element of a joint; its anchor and axes are in the frame of the child."""
    axis = joint.axis
    is_off = joint.type is JointType.FIXED or (axis is not None and _is_off(axis))
    attributes = {
        "name": joint.name,
        "type": _type(joint),
        "enable": "false" if is_off else None,
        "circular": "true" if joint.type is JointType.CONTINUOUS else None,
        **(_equations(axis.coupling) if axis is not None and axis.coupling is not None else {}),
    }
    anchor = joint.pose_in_child.xyz if joint.pose_in_child is not None else None
    return make(
        "Joint",
        attributes,
        make("Body", text=joint.parent or ""),
        make("Body", text=joint.child or ""),
        make("offsetfrom", text=joint.child or ""),
        make("anchor", text=anchor) if anchor is not None and any(anchor) else None,
        make("limits", text=(0.0, 0.0)) if joint.type is JointType.FIXED else None,
        *(_axis(axis, joint) if axis is not None and joint.type is not JointType.BALL else ()),
    )


def _type(joint: Joint) -> str:
    """Return the word for a joint: a fixed one whose axis slides is a slider, so that its numbers are in metres."""
    kind, axis = joint.type or JointType.FIXED, joint.axis
    slides = kind is JointType.FIXED and axis is not None and axis.motion is Motion.SLIDE
    return TYPES[JointType.PRISMATIC if slides else kind]


def _is_off(axis: Axis) -> bool:
    return axis.active is False or axis.coupling is not None


def _axis(axis: Axis, joint: Joint) -> Iterable[Node]:
    """Yield what a joint has of its only axis."""
    if axis.direction is not None or joint.type is not JointType.FIXED:  # OpenRAVE turns about z without an axis
        yield make("axis", text=axis.direction_or_x)
    hard = axis.hard
    if hard is not None and hard.lower is not None and hard.upper is not None:
        yield make("limits", text=(hard.lower, hard.upper))
    for tag, value in (
        ("maxvel", hard.velocity if hard is not None else None),
        ("maxaccel", hard.acceleration if hard is not None else None),
        ("maxtorque", hard.effort if hard is not None else None),
        ("weight", axis.planning_weight),
    ):
        if value is not None:
            yield make(tag, text=value)
    if axis.resolution is not None:
        turns = axis.motion is Motion.TURN
        yield make("resolution", text=degrees(axis.resolution) if turns else axis.resolution)


def _equations(coupling: Coupling) -> dict[str, str]:
    """Return the formulas of a joint that follows others: its position, and the partial derivatives by each leader that
    are known.
    """
    if isinstance(coupling, LinearCoupling):
        leader = Variable(coupling.joint, coupling.axis)
        factor = 1.0 if coupling.multiplier is None else coupling.multiplier
        product = Operation("times", (leader, Number(factor)))
        sum_ = Operation("plus", (product, Number(coupling.offset or 0.0)))
        return {
            "mimic_pos": text_of(sum_),
            "mimic_vel": f"|{text_of(leader)} {text_of(Number(factor))}",
        }
    assert isinstance(coupling, FormulaCoupling)
    found = {"mimic_pos": text_of(coupling.expression)}
    for attribute, partials in (
        ("mimic_vel", coupling.first_partials),
        ("mimic_accel", coupling.second_partials),
    ):
        if partials:
            found[attribute] = " ".join(
                f"|{text_of(Variable(each.joint, each.axis))} {text_of(each.expression)}" for each in partials
            )
    return found
