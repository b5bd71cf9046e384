"""Check worlds, make one robot of a world, or edit one of its robots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from .. import codes
from ..assets.mesh_files import report_now
from ..diagnostics import Report
from ..edit.journal import Journal
from ..errors import ModelError
from ..facts import Whole
from ..model import Robot, World, WorldFrame, WorldJoint
from ..model.record import replace
from ..settings import Settings
from ..validation import check_structure
from ..validation.structure import check_world
from .composing import of_robot
from .editing import Edit, prove_edit
from .reading import Reading, WorldReading, read_any
from .refusals import refuse_broken


def check_whole(whole: Whole, settings: Settings, report: Report) -> None:
    """Report faults in the structure of a robot or of a world, and missing mesh files."""
    if isinstance(whole, Robot):
        report_now(whole, settings.assets, report)
        check_structure(whole, report)
        return
    for placed in whole.robots:
        findings = Report()
        check_whole(placed.robot, settings, findings)
        report.extend(findings, partial(of_robot, name=placed.name))
    check_world(whole, report)


def as_one_reading(reading: Reading | WorldReading, report: Report) -> Reading:
    """Return a world as one robot with the root ``world``."""
    from ..edit.worlds import as_one
    from ..model.world import world_of

    world = reading.world if isinstance(reading, WorldReading) else world_of(reading.robot)
    check_world(world, report)
    refuse_broken(report)
    robot = as_one(world, report)
    return Reading(reading.documents, robot, robot)


def read_as_one(paths: Sequence[str], settings: Settings, report: Report) -> Reading:
    """Read documents into one robot; a world becomes one robot with the root ``world``."""
    reading = read_any(paths, settings, report)
    return as_one_reading(reading, report) if isinstance(reading, WorldReading) else reading


def ready_world(world: World, settings: Settings, report: Report, edit: Edit | None, allow: Collection[str]) -> World:
    """Return a world without errors, with the chosen robot edited.

    Raises:
        ModelError: The world has errors, or an edit was requested without choosing an existing robot.
    """
    check_whole(world, settings, report)
    refuse_broken(report)
    if edit is None:
        return world
    names = ", ".join(f"'{each.name}'" for each in world.robots)
    if settings.robot not in world.robot_by_name:
        message = f"name one robot of the world to edit; it has: {names}"
        raise ModelError(codes.SEVERAL_ROBOTS, message, world.origin)
    return _with_edited(world, settings.robot or "", settings, report, edit, allow)


def _with_edited(
    world: World, name: str, settings: Settings, report: Report, edit: Edit, allow: Collection[str]
) -> World:
    """Return the world with one robot edited and the edit proved; joints of the world follow its new names."""
    before = world.placed(name).alone
    journal, findings = Journal(before), Report()
    try:
        edited = edit(before, report=journal, settings=settings)
        refuse_broken(journal, allow)
        prove_edit(journal, edited, findings, allow)
    finally:
        findings.extend(journal)
        report.extend(findings, partial(of_robot, name=name))
    robots = tuple(
        replace(each, robot=replace(edited, pose=None), pose=edited.pose) if each.name == name else each
        for each in world.robots
    )
    changed = replace(world, robots=robots)
    moved = {old[1]: new[1] for old, new in journal.places().items() if len(old) == 2 and old[0] in _BODIES}
    return _Following(name, moved, edited, report).world(changed)


_BODIES = ("link", "frame")


class _Following:
    """Follows an edited robot in the references of the world to its links."""

    def __init__(self, robot: str, moved: dict[str, str], edited: Robot, report: Report) -> None:
        self.robot, self.moved, self.edited, self.report = robot, moved, edited, report

    def world(self, world: World) -> World:
        """Return the world with the present names of links, without parts on removed links."""
        joints = (self._joint(each) for each in world.joints)
        frames = (self._frame(each) for each in world.frames)
        return replace(
            world,
            joints=tuple(each for each in joints if each is not None),
            frames=tuple(each for each in frames if each is not None),
        )

    def _now(self, robot: str | None, link: str | None) -> str | None:
        if robot != self.robot or link is None:
            return link
        name = self.moved.get(link, link)
        return name if name in self.edited.frame_names else None

    def _joint(self, it: WorldJoint) -> WorldJoint | None:
        joint = it.joint
        parent, child = self._now(it.parent_robot, joint.parent), self._now(it.child_robot, joint.child)
        if (parent is None) != (joint.parent is None) or (child is None) != (joint.child is None):
            self._gone(f"joint '{it.name}'", it)
            return None
        return replace(it, joint=replace(joint, parent=parent, child=child))

    def _frame(self, it: WorldFrame) -> WorldFrame | None:
        parent = self._now(it.robot, it.parent)
        if parent is None and it.parent is not None:
            self._gone(f"frame '{it.name}'", it)
            return None
        return replace(it, parent=parent)

    def _gone(self, what: str, it: WorldJoint | WorldFrame) -> None:
        message = f"{what} of the world is attached to a removed link of '{self.robot}'"
        subject = f"{'joint' if isinstance(it, WorldJoint) else 'frame'}/{it.name}"
        self.report.add(codes.END_REMOVED, message, it.origin, subject=subject)
