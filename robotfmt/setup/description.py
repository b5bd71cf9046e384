"""A robot with everything that clients ask for, found once for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property

from ..codes.planning import MOVED, NO_FREE_POSE
from ..collision_shapes import replace_collisions
from ..diagnostics import Report
from ..inertia.repair import repair_inertia
from ..kinematics.groups import Members, hierarchy_of
from ..kinematics.joint_values import default_pose, moves_itself, undriven
from ..kinematics.tree import roots
from ..model import Group, JointValue, NamedState, Robot
from ..model.record import replace
from ..planning import PlanOptions, describe, prepare
from ..planning.groups import HOME
from ..planning.start import with_start
from ..selfcollision.course import Course, Progress
from ..settings import Settings, context_of

_PAIRS = 0.1
"""The share of the time that pairs of links take where spheres are fitted too."""
_UNSAFE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Described:
    """A robot for clients."""

    name: str
    """The name for files and packages: lower case letters, digits and underscores."""
    robot: Robot
    """The robot with groups, end effectors, ignored pairs and states."""
    covered: Robot | None
    """The same with controlled joints and collision spheres; None if no client asked for it."""
    home: Mapping[str, float]
    """The position of each independent joint in the state ``home``, in radians and metres."""
    options: PlanOptions
    report: Report
    settings: Settings

    @cached_property
    def spheres(self) -> Robot:
        """The robot with spheres.

        Raises:
            ValueError: No client asked for spheres.
        """
        if self.covered is None:
            message = "the robot was described without spheres"
            raise ValueError(message)
        return self.covered

    @cached_property
    def hulls(self) -> Described:
        """The same robot for simulators, which take each collision mesh as its convex hull.

        Pairs of links that always touch by their hulls are ignored too, and ``home`` is a pose near the other one in
        which no hulls touch. Inertias are such as a body can have. The robot keeps its shapes; groups and end effectors
        mean nothing to such programs.
        """
        report = Report()
        hulled = replace_collisions(self.robot, "hull", report=report, settings=self.settings)[0]
        start = replace(hulled, states=(), default_positions=())
        known = replace(self.options, state=None, pose=self.home)
        found = describe(start, known, report=report, settings=self.settings).robot
        self.report.add_new([*report.having(MOVED.slug), *report.having(NO_FREE_POSE.slug)])
        home = default_pose(with_start(found, PlanOptions(), Report(), context_of(settings=self.settings)))
        state = NamedState(name=HOME, group=None, values=_values(home))
        states = (*(each for each in self.robot.states if each.name != HOME), state)
        pairs = found.ignored_pairs
        robot = replace(without_semantics(self.robot), ignored_pairs=pairs, states=states)
        robot = repair_inertia(robot, report=self.report)
        return changed(self, robot=robot, home=home)

    @cached_property
    def base(self) -> str:
        """The root link."""
        return next(iter(roots(self.robot)), self.robot.links[0].name)

    @cached_property
    def chains(self) -> tuple[Group, ...]:
        """The groups that are a chain with joints that move: the arms."""
        return tuple(each for each in self.robot.groups if each.chains and self.joints_of(each.name))

    def joints_of(self, group: str) -> tuple[str, ...]:
        """Return the joints of a group that a controller moves, in the order of the robot."""
        names = self._members.joints(group) or frozenset()
        return tuple(name for name in self.driven if name in names)

    @cached_property
    def driven(self) -> tuple[str, ...]:
        """The joints that move by themselves and are driven."""
        still = undriven(self.robot)
        return tuple(each.name for each in self.robot.joints if moves_itself(each) and each.name not in still)

    @cached_property
    def _members(self) -> Members:
        return Members(self.robot.groups, hierarchy_of(self.robot))


def described(
    robot: Robot,
    options: PlanOptions,
    *,
    spheres: bool,
    report: Report,
    settings: Settings,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Described:
    """Describe a robot: as ``robotfmt srdf`` does, and with spheres as ``robotfmt xrdf`` does.

    Args:
        robot: The robot; what its documents give stays.
        options: Tools, base, home pose, samples, spheres.
        spheres: True to find controlled joints and spheres too.
        report, settings: Where the findings go; where meshes are, limits.
        progress, workers: As for :func:`robotfmt.planning.prepare`.

    Raises:
        UsageError: An option names an unknown part; a library is not installed.
        ModelError: Mimic joints form a cycle.
    """
    course = Course(progress)
    found = describe(robot, options, report=report, settings=settings, progress=course.part(_PAIRS)).robot
    home = default_pose(with_start(found, PlanOptions(), Report(), context_of(settings=settings)))
    covered = None
    if spheres:
        start = replace(found, default_positions=_values(home))
        known = replace(options, state=None, pose={})
        shown = course.part(1.0)
        covered = prepare(start, known, report=report, settings=settings, progress=shown, workers=workers).robot
    course.finish()
    return Described(_plain(robot.name), found, covered, home, options, report, settings)


def without_semantics(robot: Robot) -> Robot:
    """Return the robot without groups, end effectors and states: what only an SRDF has."""
    return replace(robot, groups=(), end_effectors=(), states=())


def _values(home: Mapping[str, float]) -> tuple[JointValue, ...]:
    return tuple(JointValue(joint=name, values=(value,)) for name, value in home.items())


def _plain(name: str | None) -> str:
    plain = _UNSAFE.sub("_", (name or "").lower()).strip("_")
    return plain if plain[:1].isalpha() else f"robot_{plain}".strip("_")
