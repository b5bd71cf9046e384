"""Prepare a robot for planning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from ..diagnostics import Report
from ..model import Buffer, CollisionUse, Robot
from ..model.record import replace
from ..selfcollision.ignoring import ignored_pairs
from ..settings import Settings, context_of
from ..spheres.arrays import frames_of, sphere_counts, sphere_set, used_set
from ..spheres.fitting.made import Made, of_robot
from ..spheres.fitting.robot import made_for
from ..spheres.lengths import refuse_too_long
from ..spheres.measuring.poses import shapes_in_poses
from ..spheres.overlaps import overlaps_of
from ..surfaces.loading import diagonals
from .control import with_control
from .pairs import checked_pairs, classified, with_found_pairs
from .plan import Clock, Plan, PlanOptions, Progress
from .start import report_overlaps, with_start, without_contacts
from .stuck import POSES, without_still, without_stuck


def prepared(
    robot: Robot,
    options: PlanOptions,
    report: Report,
    settings: Settings,
    progress: Progress | None,
    workers: int | None,
) -> Plan:
    """Return a robot with all data for a planner; see :func:`.asking.prepare`."""
    clock = Clock()
    _refuse_long(robot, options, settings)
    with clock.phase("control"):
        robot = with_control(robot, options, report)
    with clock.phase("pose"):
        robot = with_start(robot, options, report, context_of(Report(), settings))
    with clock.phase("pairs"):
        found = classified(robot, options, report, settings, progress)
    with clock.phase("spheres"):
        fits: list[Made] = []
        checked = checked_pairs(robot, found)
        common = partial(_fitted, fits, checked=checked, settings=settings, progress=progress, workers=workers)
        is_fitted = not robot.sphere_sets or options.spheres is not None
        refit = partial(_refitted, fits, common, options) if is_fitted else None
        robot = _with_buffers(_with_spheres(robot, options, partial(common, report=report)), options)
    with clock.phase("overlaps"):
        robot = with_found_pairs(robot, found, report, evidence=True)
        robot = without_still(robot, options.seed, report)
        shapes = shapes_in_poses(robot, poses=POSES, seed=options.seed, settings=settings)
        robot, measure = without_stuck(robot, found, shapes, options, context_of(report, settings), refit)
        made = of_robot(robot, fits)
        if made is not None:
            made.report(report)
    with clock.phase("pose"):
        known = ignored_pairs(robot).keys()
        robot = without_contacts(robot, found, options, report, settings, ignored=known, visuals=True)
        report_overlaps(robot, overlaps_of(robot), found, report)
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


def _fitted(fits: list[Made], robot: Robot, **given: Any) -> Robot:
    """Return a robot with spheres, and add them to the fits, which are reported when it is known which are used."""
    fits.append(made_for(robot, **given))
    return fits[-1].robot


def _with_spheres(robot: Robot, options: PlanOptions, fit: Callable[..., Robot]) -> Robot:
    if robot.sphere_sets and options.spheres is None:
        return robot
    arguments: dict[str, Any] = {"seed": options.seed, **(options.spheres or {})}
    name = used_set(robot)
    if name is not None:
        arguments["name"] = name
    return fit(robot, **arguments)


def _refitted(
    fits: list[Made],
    fit: Callable[..., Robot],
    options: PlanOptions,
    robot: Robot,
    links: Collection[str],
    flat: str | None = None,
    **given: Any,
) -> Robot:
    """Return a robot with other spheres for some links; why they are fitted again is reported elsewhere."""
    kept = {name: value for name, value in (options.spheres or {}).items() if name in ("seed", "effort", "clip_base")}
    name = used_set(robot)
    named = {"name": name} if name is not None else {}
    made = fit(robot, report=Report(), links=links, **{"seed": options.seed, **kept, **given, **named})
    parts = {link: replace(part, requested=None, flat=flat) for link, part in fits[-1].parts.items()}
    fits[-1] = replace(fits[-1], parts=parts)
    return made


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
