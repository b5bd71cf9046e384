"""Read URDF. Each function reads what the function of the same name in ``writer.py`` writes."""

from __future__ import annotations

from robotfmt.codes import MISSING_VALUE
from robotfmt.context import Context
from robotfmt.diagnostics import Severity
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError, UsageError
from robotfmt.formats.worlds import choose
from robotfmt.model import (
    Axis,
    Calibration,
    Dynamics,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    Purpose,
    Robot,
    SafetyController,
    Texture,
    World,
)
from robotfmt.model.record import replace
from robotfmt.model.world import placed_robots

from .check import check_demands, white_space
from .codes import NO_NAME, NOT_URDF, SECOND_ROBOT, UNKNOWN_TYPE, XACRO
from .document.joint_types import TYPES
from .document.keys import KEYS
from .document.mesh_folder import search_meshes
from .document.poses import read_pose
from .document.several import robots_in
from .document.versions import DERIVATIVES, check_version, counts, requires_limits, version_of
from .parts import loops, shapes

_BLOCKS = frozenset({"transmission", "ros2_control", "gazebo", "sensor"})
_WITH_AXIS = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC, JointType.PLANAR)
_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)
_ON_THE_AXIS = frozenset({"axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"})


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that a URDF document describes, or the requested one of several.

    Raises:
        InputError: The document is not URDF.
        ModelError: The document contains several robots, and none was requested.
        UnsafeInput: The document must be expanded by xacro first.
        UsageError: Another document has described a whole robot already.
    """
    if robot is not None and robot.links:
        raise UsageError(SECOND_ROBOT, f"'{source.name}' describes a second robot")
    root, documents = opened(source, context)
    if documents == [root.document] and context.robot is None:
        return _robot(root, root.document)
    world = _world(root, documents)
    chosen = choose(world, context.robot, context.report)
    if not world.extensions:
        return chosen
    return replace(chosen, extensions=(*chosen.extensions, *world.extensions))


def read_world(source: Source, context: Context) -> World:
    """Return every robot of a document; see :mod:`robotfmt_urdf.document.several`.

    Raises:
        InputError: The document is not URDF.
        UnsafeInput: The document must be expanded by xacro first.
    """
    return _world(*opened(source, context))


def _world(root: Element, documents: list[Document]) -> World:
    robots = placed_robots(_robot(each.root.take(), each) for each in documents)
    extensions = () if root.document in documents else root.document.leftovers()
    return World(origin=root.origin, robots=robots, extensions=extensions)


def opened(source: Source, context: Context) -> tuple[Element, list[Document]]:
    """Return the root of a document, and the robots in it."""
    document = parse_document(
        source.data, name=source.name, format="urdf", report=context.report, limits=context.limits, keys=KEYS
    )
    root = document.root.take()
    documents = robots_in(document)
    if not documents:
        raise InputError(NOT_URDF, f"the root element is <{root.tag}>, not <robot>", root.origin)
    if document.may_use_xacro:
        from robotfmt.xacro.refusal import refuse_xacro

        refuse_xacro(document, XACRO)
    search_meshes(root, context)
    context.report.put_off(lambda: white_space(source))
    return root, documents


def _robot(root: Element, document: Document) -> Robot:
    robot = understood(root, document)
    extensions = tuple(document.leftovers(close=True))
    return replace(robot, extensions=extensions) if extensions else robot


def understood(root: Element, document: Document) -> Robot:
    """Return the robot without unread content."""
    name = root.attribute("name")
    if not name:
        root.report(NO_NAME, "<robot> has no name")
    version = check_version(root)
    document.put_off(check_demands)
    tags = {each.tag for each in root.children}
    links = tuple(map(_link, root.children_of("link")))
    joints, closing = loops.split([(each, _joint(each)) for each in root.children_of("joint")])
    names = {joint.name for joint in (*joints, *closing)}
    robot = Robot(
        origin=root.origin,
        name=name or None,
        materials=tuple(map(_material, root.children_of("material"))),
        links=links,
        joints=joints,
        loops=(*closing, *loops.read(root, {link.name for link in links}, names, _axes))
        if tags & loops.TAGS
        else closing,
        layouts=(document.layout(version),),
    )
    if tags & _BLOCKS:
        from .parts.blocks import read_blocks

        robot = replace(robot, **read_blocks(robot, root))
    return robot


def _link(element: Element) -> Link:
    return Link(
        origin=element.origin,
        name=element.required("name") or "",
        inertial=_inertial(element),
        visuals=tuple(_geometry(each, Purpose.VISUAL) for each in element.children_of("visual")),
        collisions=tuple(_geometry(each, Purpose.COLLISION) for each in element.children_of("collision")),
    )


def _inertial(link: Element) -> Inertial | None:
    element = link.child("inertial")
    if element is None:
        return None
    mass = _saying(element, "mass", "value")
    return Inertial(
        origin=element.origin,
        pose=read_pose(element),
        mass=mass.number("value") if mass is not None else None,
        inertia=_inertia(element),
    )


def _saying(parent: Element, tag: str, attribute: str) -> Element | None:
    """Take the first child with a name, if the model can store its content."""
    element = parent.find(tag)
    return element.take() if element is not None and element.peek(attribute) is not None else None


def _inertia(inertial: Element) -> Inertia | None:
    element = inertial.child("inertia")
    if element is None:
        return None
    ixx, ixy, ixz, iyy, iyz, izz = element.several("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    return Inertia(origin=element.origin, ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz)


def _geometry(element: Element, purpose: Purpose) -> Geometry:
    material = element.child("material") if purpose is Purpose.VISUAL else None
    return Geometry(
        origin=element.origin,
        name=element.attribute("name"),
        pose=read_pose(element),
        shape=shapes.read(element),
        material=_material(material) if material is not None else None,
        purpose=purpose,
    )


def _material(element: Element) -> Material:
    color, texture = _saying(element, "color", "rgba"), _saying(element, "texture", "filename")
    uri = texture.attribute("filename") if texture is not None else None
    rgba = color.numbers("rgba", 4, severity=Severity.WARNING) if color is not None else None
    return Material(
        origin=element.origin,
        name=element.attribute("name"),
        color=(rgba[0], rgba[1], rgba[2], rgba[3]) if rgba is not None else None,
        texture=Texture(origin=texture.origin, uri=uri) if texture is not None and uri else None,
    )


def _joint(element: Element) -> Joint:
    joint_type = _type(element)
    return Joint(
        origin=element.origin,
        name=element.required("name") or "",
        type=joint_type,
        pose_in_parent=read_pose(element),
        parent=_end(element, "parent"),
        child=_end(element, "child"),
        axes=_axes(element, joint_type),
    )


def _type(element: Element) -> JointType | None:
    word = element.peek("type")
    if word in TYPES:
        element.attribute("type")
        return TYPES[word]
    given = f"type '{word}', which URDF does not have" if word is not None else "no type"
    element.report(UNKNOWN_TYPE, f"joint '{element.peek('name')}' has {given}", "type" if word else None)
    return None


def _end(joint: Element, end: str) -> str | None:
    element = joint.child(end)
    if element is None:
        joint.report(MISSING_VALUE, f"joint '{joint.peek('name')}' has no <{end}>")
        return None
    link = element.required("link")
    if link is None:
        element.give_back()
    return link


def _axes(joint: Element, joint_type: JointType | None) -> tuple[Axis, ...]:
    """Return the axis of a joint whose type has one, or that gives properties of an axis."""
    if joint_type not in _WITH_AXIS and _ON_THE_AXIS.isdisjoint([each.tag for each in joint.children]):
        return ()
    axis = joint.child("axis")
    safety = joint.child("safety_controller")
    return (
        Axis(
            origin=axis.origin if axis is not None else joint.origin,
            motion=Motion.SLIDE if joint_type is JointType.PRISMATIC else Motion.TURN,
            direction=axis.vector("xyz") if axis is not None else None,
            hard=_limits(joint, joint_type),
            soft=_soft_limits(safety),
            dynamics=_dynamics(joint),
            safety=_safety(safety),
            calibration=_calibration(joint),
            coupling=_mimic(joint),
        ),
    )


def _limits(joint: Element, joint_type: JointType | None) -> Limits | None:
    element = joint.child("limit")
    if element is None:
        return None
    given = element.attributes
    lower, upper, effort, velocity = element.several("lower", "upper", "effort", "velocity")
    if not ("lower" in given and "upper" in given) and joint_type in _LIMITED:
        # Below URDF 1.2 a limit that is not given is 0.
        default = 0.0 if requires_limits(version_of(element)) else None
        lower, upper = (lower if "lower" in given else default), (upper if "upper" in given else default)
    return Limits(
        origin=element.origin,
        lower=lower,
        upper=upper,
        effort=effort,
        velocity=velocity,
        **{name: element.number(name) for name in DERIVATIVES if name in given and counts(element, name)},
    )


def _dynamics(joint: Element) -> Dynamics | None:
    element = joint.child("dynamics")
    if element is None:
        return None
    damping, friction = element.several("damping", "friction")
    return Dynamics(origin=element.origin, damping=damping, friction=friction)


def _safety(element: Element | None) -> SafetyController | None:
    if element is None:
        return None
    return SafetyController(
        origin=element.origin,
        k_velocity=element.number("k_velocity"),
        k_position=element.number("k_position"),
    )


def _soft_limits(element: Element | None) -> Limits | None:
    if element is None:
        return None
    lower, upper = element.number("soft_lower_limit"), element.number("soft_upper_limit")
    if lower is None and upper is None:
        return None
    return Limits(origin=element.origin, lower=lower, upper=upper)


def _calibration(joint: Element) -> Calibration | None:
    element = joint.child("calibration")
    if element is None:
        return None
    return Calibration(
        origin=element.origin,
        rising=element.number("rising"),
        falling=element.number("falling"),
        reference_position=element.number("reference_position"),
    )


def _mimic(joint: Element) -> LinearCoupling | None:
    element = joint.child("mimic")
    if element is None:
        return None
    leader = element.required("joint")
    if leader is None:
        element.give_back()
        return None
    return LinearCoupling(
        origin=element.origin,
        joint=leader,
        multiplier=element.number("multiplier"),
        offset=element.number("offset"),
    )
