"""Meshes that a document has too: the sidecar refers to those of the document, not to where they came from."""

from __future__ import annotations

from collections.abc import Sequence

from ..facts import Whole, facts
from ..facts.difference import SameFile, compare
from ..model import Geometry, Link, Mesh, Robot, World
from ..model.record import replace


def with_meshes_of(wanted: Whole, found: Whole, same_file: SameFile) -> Whole:
    """Return a robot or a world with the meshes of another one for those with the same surface at the same place on
    their link.
    """
    if isinstance(wanted, World) and isinstance(found, World):
        there = {each.name: each.robot for each in found.robots}
        robots = [_of_robot(each.robot, there.get(each.name), same_file) for each in wanted.robots]
        return wanted.with_robots(robots)
    return _of_robot(wanted, found, same_file) if isinstance(wanted, Robot) and isinstance(found, Robot) else wanted


def _of_robot(wanted: Robot, found: Robot | None, same_file: SameFile) -> Robot:
    if found is None:
        return wanted
    links = tuple(_with_meshes(each, found.link_by_name.get(each.name), same_file) for each in wanted.links)
    return replace(wanted, links=links) if any(a is not b for a, b in zip(links, wanted.links, strict=True)) else wanted


def _with_meshes(link: Link, found: Link | None, same_file: SameFile) -> Link:
    rows = (link.visuals, link.collisions)
    if found is None or not any(isinstance(each.shape, Mesh) for row in rows for each in row):
        return link
    visuals, collisions = (
        tuple(_with_mesh(each, its, same_file) for each in row)
        for row, its in zip(rows, (found.visuals, found.collisions), strict=True)
    )
    return replace(link, visuals=visuals, collisions=collisions)


def _with_mesh(it: Geometry, others: Sequence[Geometry], same_file: SameFile) -> Geometry:
    """Return a shape with the mesh, the pose and the origin of the one of some others that is the same."""
    if not isinstance(it.shape, Mesh):
        return it
    for each in others:
        if isinstance(each.shape, Mesh) and _is_same(it, each, same_file):
            return replace(it, origin=each.origin, shape=each.shape, pose=each.pose)
    return it


def _is_same(one: Geometry, other: Geometry, same_file: SameFile) -> bool:
    first, second = (
        Robot(links=(Link(name="", visuals=(Geometry(origin=it.origin, shape=it.shape, pose=it.pose),)),))
        for it in (one, other)
    )
    return not compare(facts(first), facts(second), same_file=same_file)
