"""The files of pyroki: a URDF with meshes, spheres by link, and pairs of links that are not checked."""

from __future__ import annotations

from ..codes.planning import VELOCITY_ASSUMED
from ..diagnostics import Report
from ..kinematics.freedom import degrees_of_freedom
from ..model import Joint, Limits, Motion, Robot
from ..model.record import replace
from ..spheres.arrays import spheres_of_links
from .description import Described
from .folder import Document, Folder, indented

_FASTEST = 10.0
"""The velocity limit of a joint without one, in rad/s or m/s, as in a URDF that must have one."""


def pyroki(robot: Described) -> Folder:
    """Return the contents of a folder for pyroki."""
    name, covered = robot.name, robot.spheres
    pairs = [[each.first, each.second] for each in covered.ignored_pairs]
    texts = {
        "spheres.json": indented(spheres_by_link(covered)),
        "ignored_pairs.json": indented(pairs),
        "home.json": indented(dict(robot.home)),
    }
    limited = with_velocities(robot.robot, robot.report)
    return Folder((Document(limited, (f"{name}.urdf", f"{name}.srdf")),), texts)


def with_velocities(robot: Robot, report: Report) -> Robot:
    """Return the robot whose moving joints have limits of velocity; pyroki refuses one without, such as a caster."""

    def limited(joint: Joint) -> Joint:
        if degrees_of_freedom(joint) != 1 or joint.limits.velocity is not None:
            return joint
        axis = joint.axes[0]
        unit = "rad/s" if axis.motion is Motion.TURN else "m/s"
        message = f"joint '{joint.name}': no velocity limit given; assuming {_FASTEST:g} {unit} for pyroki"
        report.add(VELOCITY_ASSUMED, message, joint.origin)
        hard = replace(axis.hard or Limits(), velocity=_FASTEST)
        return replace(joint, axes=(replace(axis, hard=hard), *joint.axes[1:]))

    joints = tuple(map(limited, robot.joints))
    return robot if joints == robot.joints else replace(robot, joints=joints)


def spheres_by_link(robot: Robot) -> dict[str, dict[str, list[object]]]:
    """Return the centres, in metres in the frame of the link, and the radii of the spheres of each link."""
    found = spheres_of_links(robot, None)
    return {link: {"centers": rows[:, :3].tolist(), "radii": rows[:, 3].tolist()} for link, rows in found.items()}
