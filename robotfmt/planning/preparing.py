"""Prepare a robot for planning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Report
from ..model import Buffer, CollisionUse, Robot
from ..model.record import replace
from ..selfcollision.course import Course, Progress
from ..selfcollision.ignoring import ignored_pairs
from ..settings import Settings, context_of
from ..spheres.arrays import frames_of, sphere_counts, sphere_set, used_set
from ..spheres.fitting.made import Made, of_robot
from ..spheres.fitting.robot import made_for
from ..spheres.lengths import refuse_too_long
from ..spheres.measuring.poses import shapes_in_poses
from ..spheres.overlaps import LinkPair, overlaps_of
from ..surfaces.loading import diagonals
from .control import with_control
from .pairs import checked_pairs, classified, with_found_pairs
from .plan import Clock, Plan, PlanOptions
from .start import report_overlaps, with_start, without_contacts
from .stuck import POSES, without_still, without_stuck

_PAIRS, _SPHERES, _AGAIN = 0.1, 0.85, 0.3
"""The shares of the time left that pairs, spheres, and further fits of some links take."""


def prepared(
    robot: Robot,
    options: PlanOptions,
    report: Report,
    settings: Settings,
    progress: Progress | None,
    workers: int | None,
) -> Plan:
    """Return a robot with all data for a planner; see :func:`.asking.prepare`."""
    clock, course = Clock(), Course(progress)
    _refuse_long(robot, options, settings)
    with clock.phase("control"):
        robot = with_control(robot, options, report)
    with clock.phase("pose"):
        robot = with_start(robot, options, report, context_of(Report(), settings))
    with clock.phase("pairs"):
        found = classified(robot, options, report, settings, course.part(_PAIRS))
    with clock.phase("spheres"):
        fits = _Fits(options, course, checked_pairs(robot, found), settings, workers)
        robot = _with_buffers(fits.first(robot, report), options)
    with clock.phase("overlaps"):
        robot = without_still(with_found_pairs(robot, found, report, evidence=True), options.seed, report)
        shapes = shapes_in_poses(robot, poses=POSES, seed=options.seed, settings=settings)
        refit = fits.again if fits.made else None
        robot, measure = without_stuck(robot, found, shapes, options, context_of(report, settings), refit)
        fits.report(robot, report)
    with clock.phase("pose"):
        known = ignored_pairs(robot).keys()
        robot = without_contacts(robot, found, options, report, settings, ignored=known, visuals=True)
        report_overlaps(robot, overlaps_of(robot), found, report)
    course.finish()
    return Plan(
        robot=robot,
        seconds=clock.seconds,
        pairs=Counter(pair.kind.value for pair in found.pairs),
        ignored=len(robot.ignored_pairs),
        spheres=sphere_counts(robot),
        poses=measure,
        report=report,
    )


def _refuse_long(robot: Robot, options: PlanOptions, settings: Settings) -> None:
    """Refuse buffers that cannot be in metres."""
    buffers = {"world-buffer": options.world_buffer, "self-buffer": options.self_buffer}
    if any(each is not None for each in buffers.values()):
        known = diagonals([link for link in robot.links if link.geometries], context_of(settings=settings))
        for name, length in buffers.items():
            refuse_too_long(name, length, known)


@dataclass
class _Fits:
    """The fits of spheres of a plan: the first one, and those of single links."""

    options: PlanOptions
    course: Course
    checked: Collection[LinkPair]
    """The pairs of links that planners check."""
    settings: Settings
    workers: int | None
    made: list[Made] = field(default_factory=list)

    def first(self, robot: Robot, report: Report) -> Robot:
        """Return the robot with spheres, unless it has some and no others are asked for."""
        if robot.sphere_sets and self.options.spheres is None:
            return robot
        return self._fit(robot, report, _SPHERES, {"seed": self.options.seed, **(self.options.spheres or {})})

    def again(self, robot: Robot, links: Collection[str], flat: str | None = None, **given: Any) -> Robot:
        """Return a robot with other spheres for some links; why they are fitted again is reported elsewhere."""
        asked = self.options.spheres or {}
        kept = {name: value for name, value in asked.items() if name in ("seed", "effort", "clip_base")}
        made = self._fit(robot, Report(), _AGAIN, {"seed": self.options.seed, **kept, "links": links, **given})
        parts = {link: replace(part, requested=None, flat=flat) for link, part in self.made[-1].parts.items()}
        self.made[-1] = replace(self.made[-1], parts=parts)
        return made

    def report(self, robot: Robot, report: Report) -> None:
        """Report what is known of the spheres that the robot has in the end."""
        made = of_robot(robot, self.made)
        if made is not None:
            made.report(report)

    def _fit(self, robot: Robot, report: Report, share: float, given: Mapping[str, Any]) -> Robot:
        name = used_set(robot)
        asked = {"checked": self.checked, **given, **({"name": name} if name is not None else {})}
        made = made_for(
            robot,
            report=report,
            settings=self.settings,
            progress=self.course.part(share),
            workers=self.workers,
            **asked,
        )
        self.made.append(made)
        return self.made[-1].robot


def _with_buffers(robot: Robot, options: PlanOptions) -> Robot:
    return replace(
        robot,
        world_collision=_buffered(robot, robot.world_collision, options.world_buffer),
        self_collision=_buffered(robot, robot.self_collision, options.self_buffer),
    )


def _buffered(robot: Robot, use: CollisionUse | None, distance: float | None) -> CollisionUse | None:
    if use is None or use.spheres is None or distance is None:
        return use
    frames = dict.fromkeys(frame.frame for frame in frames_of(robot, sphere_set(robot, use.spheres)))
    return replace(use, buffers=tuple(Buffer(frame=name, distance=distance) for name in frames))
