"""Write URDF. Each function writes what the function of the same name in ``reader.py`` reads.

The robot was adapted by :func:`robotfmt_urdf.adapt.adapt`, so URDF can store all of it. Vectors are separated by
single spaces, because TinyXML reads no other white space; ``nan`` and infinities never appear.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.context import Context
from robotfmt.documents.vendors import prefixes
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.draft import Style
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.gazebo import drake
from robotfmt.model import (
    Axis,
    Calibration,
    Coupling,
    Dynamics,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    Limits,
    Link,
    Material,
    Purpose,
    Robot,
    SafetyController,
    linear,
)

from .document.joint_types import WORDS
from .document.keys import BALL, KEYS
from .document.poses import write_pose
from .document.versions import DERIVATIVES, IMPLIED, declaration, requires_limits
from .parts import loops, shapes
from .parts.blocks import write_blocks


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the URDF document of a robot."""
    root = tree(robot, context)
    is_ball = any(each.tag == BALL for each in root)
    own = [each for each in robot.extensions if each.format == "urdf"]
    style = Style(
        format="urdf",
        keys=KEYS,
        namespaces=prefixes(own) | ({"drake": drake.URI} if is_ball else {}),
        remade=frozenset({"gazebo"}),
        anchors=frozenset({"sensor", "transmission"}),
        parts=frozenset({"visual", "collision", "inertial"}),
        as_spelt=True,
        implied=IMPLIED if requires_limits(context.version) else {},
    )
    return {context.output: compose(root, robot, style)}


def tree(robot: Robot, context: Context) -> Node:
    """Return the elements of a robot."""
    closing = loops.write(robot, context.option("loops"), _joint, _axis)
    return _robot(robot, declaration(context.version, robot.layout("urdf")), closing)


def _robot(robot: Robot, version: str | None, closing: list[Node]) -> Node:
    return make(
        "robot",
        {"name": robot.name, "version": version},
        *map(_material, robot.materials),
        *map(_link, robot.links),
        *map(_joint, robot.joints),
        *closing,
        *write_blocks(robot),
    )


def _link(link: Link) -> Node:
    return make(
        "link",
        {"name": link.name or None},
        _inertial(link.inertial),
        *map(_geometry, link.visuals),
        *map(_geometry, link.collisions),
    )


def _inertial(inertial: Inertial | None) -> Node | None:
    if inertial is None:
        return None
    mass = make("mass", {"value": inertial.mass}) if inertial.mass is not None else None
    return make("inertial", None, write_pose(inertial.pose), mass, _inertia(inertial.inertia))


def _inertia(inertia: Inertia | None) -> Node | None:
    if inertia is None:
        return None
    return make(
        "inertia",
        {
            "ixx": inertia.ixx,
            "ixy": inertia.ixy,
            "ixz": inertia.ixz,
            "iyy": inertia.iyy,
            "iyz": inertia.iyz,
            "izz": inertia.izz,
        },
    )


def _geometry(geometry: Geometry) -> Node:
    shape = shapes.write(geometry.shape)
    visual = geometry.purpose is Purpose.VISUAL
    return make(
        "visual" if visual else "collision",
        {"name": geometry.name},
        write_pose(geometry.pose),
        make("geometry", None, shape) if shape is not None else None,
        _material(geometry.material) if geometry.material is not None else None,
    )


def _material(material: Material) -> Node:
    texture = material.texture
    return make(
        "material",
        {"name": material.name},
        make("color", {"rgba": material.color}) if material.color is not None else None,
        make("texture", {"filename": texture.uri}) if texture is not None else None,
    )


def _joint(joint: Joint) -> Node:
    axis = joint.axis
    return make(
        "joint",
        {"name": joint.name or None, "type": WORDS[joint.type] if joint.type is not None else None},
        write_pose(joint.pose_in_parent),
        make("parent", {"link": joint.parent}) if joint.parent is not None else None,
        make("child", {"link": joint.child}) if joint.child is not None else None,
        *(_axis(axis) if axis is not None else ()),
    )


def _axis(axis: Axis) -> Iterable[Node | None]:
    return (
        make("axis", {"xyz": axis.direction}) if axis.direction is not None else None,
        _limits(axis.hard),
        _dynamics(axis.dynamics),
        _safety(axis.safety, axis.soft),
        _calibration(axis.calibration),
        _mimic(axis.coupling),
    )


def _limits(limits: Limits | None) -> Node | None:
    if limits is None:
        return None
    return make(
        "limit",
        {
            "lower": limits.lower,
            "upper": limits.upper,
            "effort": limits.effort,
            "velocity": limits.velocity,
            **{name: getattr(limits, name) for name in DERIVATIVES},
        },
    )


def _dynamics(dynamics: Dynamics | None) -> Node | None:
    if dynamics is None or (dynamics.damping is None and dynamics.friction is None and _has_spring(dynamics)):
        return None
    return make("dynamics", {"damping": dynamics.damping, "friction": dynamics.friction})


def _has_spring(dynamics: Dynamics) -> bool:
    """Return True if a block for Gazebo gives a spring: <dynamics> without damping and friction is no element then."""
    return dynamics.spring_stiffness is not None or dynamics.spring_reference is not None


def _safety(safety: SafetyController | None, soft: Limits | None) -> Node | None:
    if safety is None:
        return None
    return make(
        "safety_controller",
        {
            "soft_lower_limit": soft.lower if soft is not None else None,
            "soft_upper_limit": soft.upper if soft is not None else None,
            "k_position": safety.k_position,
            "k_velocity": safety.k_velocity,
        },
    )


def _calibration(calibration: Calibration | None) -> Node | None:
    if calibration is None:
        return None
    return make(
        "calibration",
        {
            "rising": calibration.rising,
            "falling": calibration.falling,
            "reference_position": calibration.reference_position,
        },
    )


def _mimic(coupling: Coupling | None) -> Node | None:
    mimic = linear(coupling) if coupling is not None else None
    if mimic is None:
        return None
    return make(
        "mimic",
        {
            "joint": mimic.joint,
            "multiplier": mimic.multiplier,
            "offset": mimic.offset,
        },
    )
