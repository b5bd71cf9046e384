"""``robotfmt info``: summarise a robot."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import TYPE_CHECKING

from ..context import Context
from ..diagnostics import Report
from ..hub.reading import WorldReading, read_any
from ..kinematics.tree import children, roots
from ..model import Joint, Mesh, Robot, World
from ..model.pose import pose_in_words
from ..settings import Settings
from ..validation import check_structure
from ..validation.worlds import check_world
from .console import plain, show_report
from .options import add_common, settings

if TYPE_CHECKING:
    from ..surfaces.listing import ListedMesh


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    parser.add_argument("--tree", action="store_true", help="print the tree of links and joints")
    parser.add_argument("--joints", action="store_true", help="print a table of the joints")
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
        return _tell_world(reading.world, options, report)
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
        from .mesh_table import table

        print(plain("\n".join(table(_meshes(robot, chosen)))))
    show_report(report, verbose=options.verbose, quiet=options.quiet)
    return 0


def _tell_world(world: World, options: argparse.Namespace, report: Report) -> int:
    """Print the content of a world, with the requested details of its robots."""
    from .info_world import world_summary

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
        from .mesh_table import record

        return json.dumps([record(each) for each in _meshes(robot, chosen)], indent=2)
    from ..model.json import to_json

    return to_json(robot)


def _meshes(robot: Robot, chosen: Settings) -> list[ListedMesh]:
    from ..surfaces.listing import list_meshes

    return list_meshes(robot, Context(limits=chosen.limits, assets=chosen.assets))


def _summary(robot: Robot) -> list[str]:
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
