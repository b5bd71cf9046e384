"""Robots of documents in other formats, such as COLLADA archives, as parts of a body."""

from __future__ import annotations

from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import Joint, JointType, Link, Pose, Robot, compose, inverse
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from .drafts import BodyDraft, JointDraft, LinkDraft


def add_robot(body: BodyDraft, robot: Robot) -> list[str]:
    """Add the links and joints of a robot to a body, and everything else that it has.

    A link with the name of one of the body continues it, and the robot is moved to the place of that.

    Returns:
        The names of the links that were continued.
    """
    body.name = robot.name
    shared = [each.name for each in robot.links if body.link(each.name) is not None]
    links = _add_links(body, robot, shared)
    names = {each.name for each in body.joints}
    for joint in robot.all_joints:
        first, second = links.get(joint.parent or ""), links.get(joint.child or "")
        if first is not None and second is not None:
            body.joints.append(_draft(joint, first, second, free_name(joint.name, names)))
            names.add(body.joints[-1].name)
    _add_rest(body, robot)
    return shared


def _add_links(body: BodyDraft, robot: Robot, shared: list[str]) -> dict[str, LinkDraft]:
    poses = poses_at_zero(robot)
    place = _place(body, poses, shared[0]) if shared else robot.pose
    links: dict[str, LinkDraft] = {}
    for link in robot.links:
        known = body.link(link.name)
        if known is not None:
            known.link = _continued(known.link, link)
        links[link.name] = known or LinkDraft(link, compose(place, poses.get(link.name)))
        body.links += [links[link.name]] if known is None else []
    return links


def _draft(joint: Joint, first: LinkDraft, second: LinkDraft, name: str) -> JointDraft:
    return JointDraft(
        name=name,
        type=joint.type or JointType.FIXED,
        first=first,
        second=second,
        in_first=joint.pose_in_parent or Pose(),
        in_second=joint.pose_in_child or Pose(),
        axes=joint.axes,
        model=joint,
    )


def _add_rest(body: BodyDraft, robot: Robot) -> None:
    body.manipulators += robot.manipulators
    body.sensors += robot.sensors
    body.pairs += robot.ignored_pairs
    body.spheres += robot.sphere_sets
    own = next((each for each in robot.interfaces if each.type in ("robot", "kinbody")), None)
    body.interface = body.interface or own
    rest = tuple(each for each in robot.interfaces if each.type not in ("robot", "kinbody"))
    empty = dict.fromkeys(("links", "joints", "loops", "manipulators", "sensors", "layouts"), ())
    empty |= dict.fromkeys(("ignored_pairs", "sphere_sets"), ())
    body.imported.append(replace(robot, pose=None, interfaces=rest, **empty))


def _place(body: BodyDraft, poses: dict[str, Pose], name: str) -> Pose:
    """Return the place of a robot in which a link of it is where that of the body is."""
    known = body.link(name)
    return compose(known.pose if known is not None else None, inverse(poses.get(name, Pose())))


def _continued(link: Link, other: Link) -> Link:
    visuals, collisions = (*link.visuals, *other.visuals), (*link.collisions, *other.collisions)
    return replace(link, visuals=visuals, collisions=collisions, inertial=other.inertial or link.inertial)
