"""Check a configuration for content that stops cuRobo, in addition to the diagnostics of reading.

Reading stops a conversion as rarely as possible; in a check, each code has the severity of cuRobo's reaction. Observed
in ``kinematics_loader.py`` and ``cspace_params.py`` of versions 0.7 to 2.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.codes import DANGLING, NOT_CONTROLLABLE
from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic, Report, Severity, quoted
from robotfmt.documents.source import Source
from robotfmt.kinematics.joint_values import moves_itself
from robotfmt.kinematics.tree import joints_above
from robotfmt.model import AddFrame, CSpace, Joint, Origin, Robot, SetBaseFrame
from robotfmt.model.record import replace

from .codes import CODES, JOINT_IDLE, JOINT_MISSING, SPHERES_ABSENT

_STOPS = {each.slug for each in CODES if each.severity is Severity.ERROR} | {
    DANGLING.slug,
    NOT_CONTROLLABLE.slug,
}
_PASSED_OVER = tuple(
    f"/kinematics/{key}/" for key in ("self_collision_ignore", "self_collision_buffer", "collision_sphere_buffer")
)
"""The places where cuRobo looks up its own link names, and ignores all others."""
_SHOWN = 5


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report content that cuRobo refuses, and missing content."""
    report = context.report
    report.diagnostics = [_as_error(each, source.name) for each in report]
    if not any(frame.spheres for each in robot.sphere_sets for frame in each.frames):
        message = "the configuration has no spheres: cuRobo avoids neither obstacles nor the robot itself"
        report.add(SPHERES_ABSENT, message, Origin(source.name))
    if robot.cspace is not None and robot.links:
        _joints(robot, robot.cspace, report)


def _joints(robot: Robot, cspace: CSpace, report: Report) -> None:
    """Find joints that must be controlled or locked, and joints that must not be controlled."""
    active = [joint.name for joint in _active(robot)]
    controlled = [each.joint for each in cspace.joints]
    placed = {*controlled, *(each.joint for each in robot.default_positions)}
    missing = [name for name in active if name not in placed]
    if missing:
        message = f"{_listed(missing)}: moves used links, but is neither in 'joint_names' nor in 'lock_joints'"
        report.add(JOINT_MISSING, message, cspace.origin)
    idle = [name for name in controlled if name not in active and name in robot.joint_by_name]
    if idle:
        message = f"{_listed(idle)}: controlled, but moves no tool frame and no sphere"
        report.add(JOINT_IDLE, message, cspace.origin)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"joint{'s' if len(names) > 1 else ''} {', '.join(map(quoted, names[:_SHOWN]))}{more}"


def _as_error(found: Diagnostic, document: str) -> Diagnostic:
    path = found.path.removeprefix("/robot_cfg")
    if found.file != document or found.code not in _STOPS or path.startswith(_PASSED_OVER):
        return found
    return replace(found, severity=Severity.ERROR)


def _active(robot: Robot) -> Iterator[Joint]:
    """Return the independent joints between the base and the links in use."""
    above = joints_above(robot)
    frames = {each.frame: each.parent for each in robot.modifiers if isinstance(each, AddFrame)}
    base = next((each.frame for each in robot.modifiers if isinstance(each, SetBaseFrame)), None)
    seen: set[str] = set()
    for name in _used(robot):
        link = frames.get(name, name)
        while link != base and link in above and link not in seen:
            seen.add(link)
            if moves_itself(above[link]):
                yield above[link]
            link = above[link].parent or ""


def _used(robot: Robot) -> list[str]:
    with_spheres = [frame.frame for each in robot.sphere_sets for frame in each.frames]
    parents = [each.parent for each in robot.modifiers if isinstance(each, AddFrame)]
    return [*robot.tool_frames, *with_spheres, *parents]
