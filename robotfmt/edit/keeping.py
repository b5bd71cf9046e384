"""The links that merging makes parts of others, and the fixed joints that stay, with the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .. import codes
from ..diagnostics import Report
from ..gazebo.blocks import is_copied, place_in_block
from ..kinematics.tree import downward
from ..model import Extension, Inertial, JointSimulation, JointType, Link, Robot, SetBaseFrame
from ..model.joint import leaders
from .elements import last
from .foreign import names_in_content, names_of_place, names_within
from .naming import names_in_parameters

_ASKS = re.compile(r"(?:dont_collapse|preserveFixedJoint|disableFixedJointLumping)>\s*(?:true|1)\b", re.IGNORECASE)
"""The elements by which a document requests that a fixed joint stays (Isaac, Gazebo)."""
_DEPTH_OF_PARTS = 2
"""The number of steps down to a link or a joint: ``/robot/link[@name='x']``."""
_PARTS = ("link", "joint")
_FLAGS = ("static", "enabled", "visible")


def merged(robot: Robot, keep: set[str], keep_frames: bool, report: Report) -> set[str]:
    """Return the links that become parts of their parents."""
    needed = _needed(robot, keep_frames)
    with_spheres = {frame.frame for group in robot.sphere_sets for frame in group.frames}
    found: set[str] = set()
    for joint in downward(robot):
        parent, child = (robot.link_by_name.get(name or "") for name in (joint.parent, joint.child))
        if joint.type is not JointType.FIXED or parent is None or child is None:
            continue
        if joint.name in keep or child.name in keep:
            continue
        why = needed.get(("joint", joint.name)) or needed.get(("link", child.name)) or _unlike(parent, child)
        if why is None and child.name in with_spheres and _buffers(robot, parent.name) != _buffers(robot, child.name):
            why = f"the spheres of link '{child.name}' have a different buffer"
        if why is None:
            found.add(child.name)
        else:
            report.add(codes.NOT_MERGED, f"the fixed joint '{joint.name}' was not merged: {why}", joint.origin)
    return found


def _needed(robot: Robot, keep_frames: bool) -> dict[tuple[str, str], str]:
    """Return the joints and links that must stay, by kind and name, with the reasons."""
    found: dict[tuple[str, str], str] = {}

    def note(kind: str, names: Iterable[str], why: str) -> None:
        found.update({(kind, name): why for name in names})

    note("joint", (name for joint in robot.joints for name in leaders(joint)), "another joint mimics it")
    if not keep_frames:
        note("link", robot.tool_frames, "it leads to a tool frame")
    ends = (name for group in robot.groups for chain in group.chains for name in (chain.base, chain.tip))
    note("link", ends, "a chain begins or ends there")
    note("link", (each.base for each in robot.manipulators), "it leads to the base of a manipulator")
    bases = (each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame))
    note("link", bases, "a modifier makes its link the base")
    note("joint", (each.joint for each in robot.sensors if each.joint is not None), "a sensor measures there")
    for joint in robot.joints:
        if joint.simulation is not None:
            note("joint", [joint.name] if _asks(joint.simulation) else (), "its document requests it")
            forces = [joint.name] if joint.simulation.provide_feedback else ()
            note("joint", forces, "its document requests the forces at the joint")
    found.update(dict.fromkeys(names_in_parameters(robot), "a parameter refers to it"))
    found.update(_needed_by_extensions(robot))
    return found


def _asks(simulation: JointSimulation) -> bool:
    """Return True if other programs must not merge the links of a fixed joint."""
    return bool(simulation.keep_fixed or simulation.fixed_as_revolute)


def _needed_by_extensions(robot: Robot) -> dict[tuple[str, str], str]:
    """Return parts that unrecognised content depends on, and why: in a merged link it would mean something else."""
    found: dict[tuple[str, str], str] = {}
    for each in robot.extensions:
        names = names_of_place(each)
        if _ASKS.search(f"{each.name}>{each.content}"):
            found.update(dict.fromkeys((*names, *names_in_content(each)), "its document requests it"))
        elif names and names[-1][0] in _PARTS and is_inside(each) and not _can_move(each):
            found.update(dict.fromkeys(names, "its link contains unrecognised content"))
        inside = dict.fromkeys(names_within(each), "unrecognised content refers to it")
        found.update({name: why for name, why in inside.items() if name not in found})
    return found


def _can_move(extension: Extension) -> bool:
    """Return True for content of a block about a link that means the same in the block of another link.

    Something with a pose, and what Gazebo applies to the shapes of the link, would not.
    """
    block = place_in_block(extension.place) if extension.format == "urdf" else None
    return block is not None and is_copied(extension, block) and "<pose" not in extension.content


def is_inside(extension: Extension) -> bool:
    """Return True if an extension is in a child of a link or a joint, or in a block about one."""
    return extension.place.count("/") > _DEPTH_OF_PARTS or last(extension.place) not in _PARTS


def _unlike(parent: Link, child: Link) -> str | None:
    if any(getattr(parent, flag) != getattr(child, flag) for flag in _FLAGS):
        return f"link '{child.name}' differs from link '{parent.name}' in a flag (static, enabled or visible)"
    unknown = next((link for link in (parent, child) if not _is_known(link.inertial)), None)
    return f"the inertia of link '{unknown.name}' is unknown" if unknown is not None else None


def _is_known(inertial: Inertial | None) -> bool:
    return inertial is None or (inertial.mass is not None and inertial.link_inertia is not None)


def _buffers(robot: Robot, link: str) -> list[float]:
    uses = (robot.world_collision, robot.self_collision)
    return [next((each.distance for each in use.buffers if each.frame == link), 0.0) for use in uses if use is not None]
