"""Records of the model without a place in COLLADA, in robotfmt's technique: one element each, named as in the model,
with numbers and words as attributes and inner records inside; spheres, which may be thousands, are JSON.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Controller,
    Joint,
    JointSimulation,
    LinkSimulation,
    Robot,
    RobotSimulation,
    Transmission,
)
from robotfmt.model.record import replace

from .extension import make_extra, technique
from .kept import TAG, read_kept, write_kept
from .record_attributes import named_children, read_attributes, write_attributes
from .shape_records import SHAPE, read_shapes, write_shapes

_EXTRA = "model"


def write_records(robot: Robot, called: str | None) -> Node | None:
    """Return the extra with transmissions, controllers, simulation settings and spheres; None if there are none.

    Args:
        called: The name of the robot in the scene; its own is written too if it differs.
    """
    return make_extra(
        _EXTRA,
        make("name", text=robot.name) if robot.name != called else None,
        *(write_attributes("transmission", each) for each in robot.transmissions),
        *(write_attributes("controller", each) for each in robot.controllers),
        write_attributes("simulation", robot.simulation),
        *(node for link in robot.links for node in write_shapes(link)),
        *(write_attributes("simulation", each.simulation, link=each.name) for each in robot.links),
        *(write_attributes("simulation", each.simulation, joint=each.name) for each in robot.all_joints),
        *write_kept(robot),
    )


def read_records(robot: Robot, extras: Iterable[Element]) -> Robot:
    """Return the robot with the records from robotfmt's technique."""
    for extra in extras:
        found = technique(extra) if extra.peek("type") == _EXTRA else None
        if found is not None:
            extra.attribute("type")
            robot = _read_all(robot, found)
    return robot


def _read_all(robot: Robot, found: Element) -> Robot:
    links, joints = dict(robot.link_by_name), dict(robot.joint_by_name)
    name = found.child("name")
    robot = robot if name is None else replace(robot, name=name.take_text())
    for each in found.children_of(TAG):
        robot = read_kept(robot, each)
    for each in found.children:
        link, joint = links.get(each.peek("link") or ""), joints.get(each.peek("joint") or "")
        if link is not None and each.tag == "simulation":
            each.attribute("link")
            links[link.name] = replace(link, simulation=read_attributes(each, LinkSimulation))
        elif link is not None and each.tag == SHAPE:
            links[link.name] = read_shapes(link, each)
        elif joint is not None and each.tag == "simulation":
            joints[joint.name] = _read_joint(joint, each)
        elif each.tag == "simulation" and each.peek("link") is each.peek("joint") is None:
            robot = replace(robot, simulation=read_attributes(each, RobotSimulation))
    return replace(
        robot,
        transmissions=tuple(read_attributes(each, Transmission) for each in named_children(found, "transmission")),
        controllers=tuple(read_attributes(each, Controller) for each in named_children(found, "controller")),
        links=tuple(links[each.name] for each in robot.links),
        joints=tuple(joints[each.name] for each in robot.joints),
        loops=tuple(joints[each.name] for each in robot.loops),
    )


def _read_joint(joint: Joint, element: Element) -> Joint:
    element.attribute("joint")
    return replace(joint, simulation=read_attributes(element, JointSimulation))
