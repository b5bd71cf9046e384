"""The base of robots whose documents do not give how it is connected to the world."""

from __future__ import annotations

from ..codes import BASE_GIVEN
from ..diagnostics import Report
from ..kinematics.base import base_of
from ..model import Base, Robot, World
from ..model.record import replace
from .writing import Job


def with_base_given(job: Job) -> Job:
    """Return a job whose robots have the wanted base, unless their documents give one; that is reported."""
    if job.options.base is None:
        return job
    base, whole = Base(job.options.base), job.whole
    if isinstance(whole, World):
        made = whole.with_robots([_based(each.robot, base, job.report) for each in whole.robots])
        return replace(job, whole=made)
    return replace(job, whole=_based(whole, base, job.report))


def _based(robot: Robot, base: Base, report: Report) -> Robot:
    from ..adapting import assume_base

    given = base_of(robot)
    if given is not None and given is not base:
        message = (
            f"the base of '{robot.name}' is {given.value}, as its document gives it; --base {base.value} is ignored"
        )
        report.add(BASE_GIVEN, message, robot.origin)
    return assume_base(robot, base)
