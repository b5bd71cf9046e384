"""``robotfmt info``: summarise a robot."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..context import Context
from ..diagnostics import Report
from ..hub.reading import WorldReading, read_any
from ..kinematics.tree import children, roots
from ..model import Joint, Mesh, Pose, Robot, World, WorldFrame, WorldJoint
from ..model.pose import pose_in_words
from ..settings import Settings
from ..validation import check_structure
from ..validation.structure import check_world
from .console import counted, plain, show_report
from .needs import needing, without
from .options import add_common, settings

if TYPE_CHECKING:
    from ..surfaces.listing import ListedMesh


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    tree = parser.add_argument("--tree", action="store_true", help="print the tree of links and joints")
    joints = parser.add_argument("--joints", action="store_true", help="print a table of the joints")
    for each in (tree, joints):
        needing(each, without("--json"))
    parser.add_argument(
        "--meshes",
        action="store_true",
        help="print a table of the meshes: where each was found, and its size",
    )
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    report = Report()
    chosen = settings(options)
    reading = read_any(options.files, chosen, report)
    if isinstance(reading, WorldReading):
        return _report_world(reading.world, options, report)
    robot = reading.robot
    check_structure(robot, report)
    if options.json:
        print(_as_json(robot, chosen, options.meshes))
        return 0
    print("\n".join(_summary(robot)))
    if options.tree:
        print("\n".join(_tree(robot)))
    if options.joints:
        print("\n".join(_joint_line(joint) for joint in robot.joints))
    if options.meshes:
        print(plain("\n".join(mesh_table(_meshes(robot, chosen)))))
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    return 0


def _report_world(world: World, options: argparse.Namespace, report: Report) -> int:
    """Print the content of a world, with the requested details of its robots."""

    check_world(world, report)
    if options.json:
        from ..model.json import to_object

        print(json.dumps(to_object(world), indent=2, ensure_ascii=False))
        return 0
    print(plain("\n".join(world_summary(world))))
    for placed in world.robots if options.tree or options.joints else ():
        lines = _tree(placed.robot) if options.tree else []
        lines += [_joint_line(joint) for joint in placed.robot.joints] if options.joints else []
        print(plain("\n".join([f"robot {placed.name}", *(f"  {each}" for each in lines)])))
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    return 0


def _as_json(robot: Robot, chosen: Settings, meshes: bool) -> str:
    """Return the robot, or its meshes."""
    if meshes:
        return json.dumps([mesh_record(each) for each in _meshes(robot, chosen)], indent=2)
    from ..model.json import to_json

    return to_json(robot)


def _meshes(robot: Robot, chosen: Settings) -> list[ListedMesh]:
    from ..surfaces.listing import list_meshes

    return list_meshes(robot, Context(limits=chosen.limits, assets=chosen.assets))


def _summary(robot: Robot) -> list[str]:
    """Return the lines about a robot: its name, mass, and the number of each kind of part that it has."""
    types = Counter(joint.type.value if joint.type is not None else "unknown" for joint in robot.joints)
    mass = sum(link.inertial.mass or 0.0 for link in robot.links if link.inertial is not None)
    geometries = [each for link in robot.links for each in (*link.visuals, *link.collisions)]
    meshes = {each.shape.uri for each in geometries if isinstance(each.shape, Mesh)}
    joints = ", ".join(f"{count} {name}" for name, count in types.most_common())
    lines = [
        f"name        {robot.name or '(none)'}",
        f"links       {len(robot.links)}, mass {mass:g} kg",
        f"joints      {len(robot.joints)}{': ' + joints if joints else ''}",
        f"geometry    {len(geometries)} shapes, {len(meshes)} meshes",
    ]
    if robot.pose is not None:
        lines.append(f"pose        {pose_in_words(robot.pose)}, in the scene of its document")
    spheres = sum(len(frame.spheres) for each in robot.sphere_sets for frame in each.frames)
    counts = {
        "loops": len(robot.loops),
        "frames": len(robot.frames),
        "groups": len(robot.groups),
        "manipulators": len(robot.manipulators),
        "sensors": len(robot.sensors),
        "actuators": len(robot.all_actuators),
        "transmissions": len(robot.transmissions),
        "controllers": len(robot.controllers),
        "c-space": len(robot.cspace.joints) if robot.cspace is not None else 0,
        "tool frames": len(robot.tool_frames),
        "spheres": spheres,
        "ignored": len(robot.ignored_pairs),
        "modifiers": len(robot.modifiers),
        "extensions": len(robot.extensions),
    }
    return lines + [f"{name:11} {count}" for name, count in counts.items() if count]


def _tree(robot: Robot) -> list[str]:
    hanging = children(robot)
    lines: list[str] = []
    pending = [(name, "", 0) for name in reversed(roots(robot))]
    seen: set[str] = set()
    while pending:
        name, joint, depth = pending.pop()
        lines.append("  " * depth + name + joint)
        if name in seen:
            continue
        seen.add(name)
        for each in reversed(hanging.get(name, [])):
            kind = each.type.value if each.type is not None else "unknown"
            pending.append((each.child or "?", f"  <- {each.name} ({kind})", depth + 1))
    return lines


def _joint_line(joint: Joint) -> str:
    limits = joint.axis.hard if joint.axis is not None else None
    kind = joint.type.value if joint.type is not None else "unknown"
    parts = [f"{joint.name:30} {kind:11}"]
    for name in ("lower", "upper", "velocity", "effort") if limits is not None else ():
        value = getattr(limits, name)
        parts.append(f"{name} {value:g}" if value is not None else "")
    return " ".join(filter(None, parts))


# Worlds


def world_summary(world: World) -> list[str]:
    """Return the lines about a world."""
    lines = [
        f"name        {world.name or '(none)'}",
        f"robots      {len(world.robots)}",
    ]
    if world.gravity is not None:
        lines.append(f"gravity     {' '.join(f'{each:g}' for each in world.gravity)} m/s^2")
    width = max((len(each.name) for each in world.robots), default=0)
    for placed in world.robots:
        robot = placed.robot
        moving = sum(bool(joint.axes) for joint in robot.joints)
        size = f"{len(robot.links)} links, {moving} moving joints"
        source = f", from {placed.source}" if placed.source is not None else ""
        lines.append(f"  {placed.name:{width}}  {size}; {_pose(placed.pose)}{source}")
    for title, rows in (
        ("joints", [_joint(each) for each in world.joints]),
        ("frames", [_frame(each) for each in world.frames]),
        ("lights", [f"{each.name or '(none)'}: {_pose(each.pose)}" for each in world.lights]),
    ):
        if rows:
            lines += [f"{title:11} {len(rows)}", *(f"  {row}" for row in rows)]
    if world.extensions:
        lines.append(f"{'extensions':11} {len(world.extensions)}")
    return lines


def _pose(pose: Pose | None) -> str:
    return pose_in_words(pose) if pose is not None else "at the origin"


def _end(robot: str | None, link: str | None) -> str:
    return f"{robot}::{link}" if robot is not None else "the world"


def _joint(it: WorldJoint) -> str:
    kind = it.joint.type.value if it.joint.type is not None else "unknown"
    ends = f"{_end(it.parent_robot, it.joint.parent)} -> {_end(it.child_robot, it.joint.child)}"
    return f"{it.name} ({kind}): {ends}"


def _frame(it: WorldFrame) -> str:
    return f"{it.name} on {_end(it.robot, it.parent)}: {_pose(it.pose)}"


# Meshes


def mesh_table(meshes: list[ListedMesh]) -> Iterator[str]:
    """Yield a row for each mesh, followed by lines with its path and its oddities; then the totals."""
    if meshes:
        yield f"{'triangles':>9}  {'size in m':22} {'kB':>7}  mesh"
    for each in meshes:
        triangles = each.triangles if each.triangles is not None else "-"
        size = " x ".join(f"{side:.3g}" for side in each.size) if each.size is not None else "-"
        yield f"{triangles:>9}  {size:22} {_kilobytes(each.bytes):>7}  {each.uri or '(without a URI)'}"
        yield from (f"{' ' * 42}{line}" for line in _remarks(each))
    yield _totals(meshes)


def _remarks(it: ListedMesh) -> Iterator[str]:
    yield "; ".join(f"{' and '.join(kinds)} of {link}" for link, kinds in it.uses.items())
    if it.path is not None:
        yield f"-> {it.path}"
    if it.scale not in (None, (1.0, 1.0, 1.0)):
        yield f"scaled by {' '.join(f'{each:g}' for each in it.scale)}"
    if it.conventions is not None:
        yield str(it.conventions)
    if it.is_huge:
        yield 'probably in millimetres: give it scale="0.001 0.001 0.001"'
    for each in it.diagnostics:
        yield each.message
        if it.triangles is None and each.help is not None:
            yield f"help: {each.help}"


def _totals(meshes: list[ListedMesh]) -> str:
    files = {each.path: each.bytes for each in meshes if each.path is not None}
    size = sum(each for each in files.values() if each is not None)
    uses = sum((each.triangles or 0) * sum(map(len, each.uses.values())) for each in meshes)
    number = f"{len(meshes)} mesh{'es' if len(meshes) != 1 else ''}"
    summary = f"{number} in {counted(len(files), 'file')} of {_kilobytes(size)} kB; {uses} triangles in all uses"
    absent = sum(each.triangles is None for each in meshes)
    return f"{summary}; {absent} without a surface" if absent else summary


def _kilobytes(size: int | None) -> str:
    return f"{size / 1000:.0f}" if size is not None else "-"


def mesh_record(it: ListedMesh) -> dict[str, object]:
    """Return a mesh as a JSON object."""
    conventions = it.conventions
    return {
        "uri": it.uri,
        "uses": it.uses,
        "path": str(it.path) if it.path is not None else None,
        "format": it.path.suffix[1:].lower() if it.path is not None else None,
        "bytes": it.bytes,
        "triangles": it.triangles,
        "size": it.size,
        "scale": it.scale,
        "unit": conventions.unit if conventions is not None else None,
        "up": conventions.up if conventions is not None else None,
        "diagnostics": [each.record() for each in it.diagnostics],
    }
