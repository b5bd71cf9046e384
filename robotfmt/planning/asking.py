"""``prepare``: its options by name, and its implementation, imported on first use."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError, UsageError
from ..formats.libraries import PLANNING, require
from ..model import Robot
from ..model.lookup import refuse_unknown
from ..model.names import JointName, LinkName
from ..model.record import replace
from ..selfcollision.course import Progress
from ..settings import Settings
from ..spheres.lengths import Length, metres
from .plan import Plan, PlanOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..spheres import GivenFit


class GivenPlan(TypedDict, total=False):
    """The fields of :class:`.plan.PlanOptions` by name; a length may be a text such as ``5mm``."""

    joints: JointName | Sequence[JointName]
    group: str | None
    base: LinkName | None
    tools: LinkName | Sequence[LinkName]
    acceleration: float | None
    jerk: float | None
    state: str | None
    pose: Mapping[JointName, float]
    spheres: GivenFit | Mapping[str, Any] | None
    world_buffer: Length | None
    self_buffer: Length | None
    samples: int
    seed: int


def prepare(
    robot: Robot,
    options: PlanOptions | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    **given: Unpack[GivenPlan],
) -> Plan:
    """Give a robot everything that a planner needs, as ``robotfmt xrdf`` does between reading and writing.

    A planner needs a configuration space, tool frames, collision spheres, ignored pairs, and a pose to start in. Values
    of documents stay, except those that the options specify. A robot with spheres gets new ones only if requested.
    ``robotfmt.write(plan.robot, "arm.xrdf")`` writes the result.

    Args:
        robot: The robot; its geometry is covered by spheres, and checked for contacts in many poses.
        options: Values that no document gives.
        report, settings: Where all findings go, including errors, which are raised without it; where meshes are.
        progress: Called with the step, the amount done, and the total.
        workers: The number of surfaces fitted at once (-1: all cores; None: as joblib).
        given: Fields of :class:`.plan.PlanOptions`, which take precedence over ``options``: ``joints``, ``group``,
            ``base``, ``tools``, ``acceleration``, ``jerk``, ``state``, ``pose``, ``world_buffer``, ``self_buffer``
            (metres or ``5mm``), ``samples``, ``seed``; ``spheres``, keywords of :func:`robotfmt.spheres.fit`:
            ``{"per_link": 8}``.

    Raises:
        TypeError: A keyword is unknown.
        UsageError: An option names an unknown part, contradicts another, or is implausibly long; a library is missing.
        ModelError: Mimic joints form a cycle; without a report also for errors, such as missing mesh
            files, listed as the error's ``findings``.
    """
    asked = with_given(options or PlanOptions(), given)
    require(PLANNING, "robotfmt.planning.prepare")
    from .preparing import prepared

    settings = settings or Settings()
    work = partial(prepared, robot, asked, settings=settings, progress=progress, workers=workers)
    return work(report=report) if report is not None else _without_errors(robot, settings, work)


def _without_errors(robot: Robot, settings: Settings, work: Callable[..., Plan]) -> Plan:
    """Return a plan without errors; otherwise raise them, because there is no report to read."""
    from ..validation.usable import require_shapes

    report = Report()
    require_shapes(robot, settings, report, "robotfmt.prepare")
    plan = work(report=report)
    errors = plan.report.errors
    if errors:
        message = f"the robot cannot be prepared: {len(errors)} error{'s' * (len(errors) != 1)}"
        raise ModelError(codes.TOO_BROKEN, message, findings=errors)
    return plan


def with_given(options: PlanOptions, given: GivenPlan) -> PlanOptions:
    """Return options with some fields replaced by those given by name.

    Raises:
        TypeError: A keyword is unknown, including those of the spheres.
        UsageError: A text is not a length, or a number is out of range.
    """
    refuse_unknown("prepare", given, (*PlanOptions.field_types, "options", "report", "settings", "progress", "workers"))
    spheres = given.get("spheres")
    if spheres is not None:
        from ..spheres.fitting.options import FIT

        refuse_unknown("fit", spheres, FIT)
    values: dict[str, Any] = {
        name: _READ[name](name, value) if name in _READ else value for name, value in given.items()
    }
    return replace(options, **values)


def _names(_: str, given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _rate(name: str, given: float | None) -> float | None:
    if given is not None and not 0 < given < math.inf:
        raise UsageError(codes.USAGE, f"{name}: {given:g} is not a positive number")
    return given


def _count(name: str, given: int) -> int:
    if given < 1:
        raise UsageError(codes.USAGE, f"{name}: {given} is not a positive number")
    return given


_READ: dict[str, Callable[[str, Any], Any]] = {
    "joints": _names,
    "tools": _names,
    "acceleration": _rate,
    "jerk": _rate,
    "samples": _count,
    "world_buffer": metres,
    "self_buffer": metres,
}
"""Functions that convert options given in another form."""
