"""Links with shapes and no mass: their shapes become those of the body that they are fixed to."""

from __future__ import annotations

from robotfmt.kinematics.tree import downward
from robotfmt.model import Geometry, JointType, Link, Pose, Robot, compose
from robotfmt.model.record import replace

from ..parts.places import weighs


def merged(robot: Robot) -> Robot:
    """Move the shapes of links without a mass to the bodies that fixed joints hold them on.

    As bodies they would get the least mass; without shapes they are places on these bodies.
    """
    owners = _owners(robot)
    if not owners:
        return robot
    further: dict[str, list[Link]] = {}
    for name, (body, pose) in owners.items():
        further.setdefault(body, []).append(_moved(robot.link(name), pose))
    links = (_emptied(each) if each.name in owners else _with(each, further.get(each.name, ())) for each in robot.links)
    return replace(robot, links=tuple(links))


def _owners(robot: Robot) -> dict[str, tuple[str, Pose]]:
    """Return the bodies of links with shapes and without a mass that are fixed to one, with their poses on it."""
    found: dict[str, tuple[str, Pose]] = {}
    for joint in downward(robot):
        link = robot.link_by_name.get(joint.child or "")
        if link is None or joint.parent is None or joint.type is not JointType.FIXED or weighs(link):
            continue
        above, pose = found.get(joint.parent, (joint.parent, Pose()))
        found[link.name] = above, compose(pose, joint.pose_at_zero)
    return {name: it for name, it in found.items() if robot.link(name).visuals or robot.link(name).collisions}


def _moved(link: Link, pose: Pose) -> Link:
    def of(row: tuple[Geometry, ...]) -> tuple[Geometry, ...]:
        return tuple(replace(each, pose=compose(pose, each.pose)) for each in row)

    return replace(link, visuals=of(link.visuals), collisions=of(link.collisions))


def _with(link: Link, others: list[Link] | tuple[()]) -> Link:
    """Return a link with the shapes of others, too."""
    if not others:
        return link
    visuals = (*link.visuals, *(it for each in others for it in each.visuals))
    collisions = (*link.collisions, *(it for each in others for it in each.collisions))
    return replace(link, visuals=visuals, collisions=collisions)


def _emptied(link: Link) -> Link:
    return replace(link, visuals=(), collisions=())
