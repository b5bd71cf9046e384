"""Report values of states that contradict the mimic of a joint: programs differ in which of the two they use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..diagnostics import Report
from ..facts import Whole
from ..formats import Carries
from ..model import Robot
from ..model.features import Feature
from ..validation.states import check_followers
from .composing import of_robot
from .outputs import Output


def report_contradictions(whole: Whole, outputs: Iterable[Output], report: Report) -> None:
    """Report states that give a mimic joint another value than the joint that it follows does, if an output has them.

    They are written as they are, because only their author knows which value is meant.
    """
    if all(each.format.holds(Feature.STATES) is Carries.NONE for each in outputs):
        return
    if isinstance(whole, Robot):
        check_followers(whole, report)
        return
    for placed in whole.robots:
        own = Report()
        check_followers(placed.robot, own)
        report.extend(own, partial(of_robot, name=placed.name))
