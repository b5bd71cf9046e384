"""The page of a conversion: the robot before and after, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..context import Context
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..hub.reading import opened, read
from ..model import Robot
from ..model.record import replace
from ..settings import Settings
from .page import make_page
from .shown import Shown


def report_page(inputs: Sequence[str], outputs: Sequence[str], report: Report, settings: Settings) -> str:
    """Return a page with the robot of the inputs, and the one that reads back from the outputs.

    Args:
        inputs: The converted documents; unreadable ones are not shown.
        outputs: The written documents; none if the conversion failed.
        report: The report of the conversion.
        settings: The settings of reading.
    """
    shown = [_shown(inputs, _robot(inputs, settings), report, settings)]
    if outputs:
        plain = replace(settings, source_format=None, target_format=None, robot=None)
        documents = [*_described_by(inputs, outputs, settings, plain), *outputs]
        shown.append(_shown(outputs, _robot(documents, plain), Report(), plain))
    return make_page(shown, title=" -> ".join(each.caption for each in shown), report=True)


def _robot(documents: Sequence[str], settings: Settings) -> Robot:
    try:
        return read(*documents, settings=settings)
    except RobotfmtError:  # the report of the conversion has it
        return Robot()


def _shown(documents: Sequence[str], robot: Robot, report: Report, settings: Settings) -> Shown:
    context = Context(report=Report(), limits=settings.limits, assets=settings.assets)
    caption = " + ".join(Path(each).name for each in documents)
    return Shown(robot=robot, caption=caption, report=report, context=context)


def _described_by(inputs: Sequence[str], outputs: Sequence[str], settings: Settings, plain: Settings) -> list[str]:
    """Return the inputs that outputs need if these only add to a robot."""
    made = opened(outputs, plain, Report())
    if not all(format.overlay for _, format in made):
        return []
    found = zip(inputs, (opened([each], settings, Report()) for each in inputs), strict=True)
    return [path for path, ((_, format),) in found if not format.overlay]
