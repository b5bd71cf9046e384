"""Show a robot in a notebook."""

from __future__ import annotations

from html import escape

from ..context import Context
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..model import Robot
from .page import make_page
from .shown import Shown

_MOST = 20_000_000
"""The maximum number of characters of a page in a notebook, which stores all of them."""


def in_notebook(robot: Robot) -> str:
    """Return HTML with the page of a robot in a frame, or with a message if the page is too large."""
    name = f"'{robot.name}'" if robot.name is not None else "an unnamed robot"
    what = f"{name}: {len(robot.links)} links, {len(robot.joints)} joints"
    try:
        shown = Shown(robot=robot, caption=name, context=Context(report=Report()))
        page = make_page([shown], title=name.strip("'"))
    except RobotfmtError as error:
        return f"<p>{escape(f'{what}. It cannot be shown: {error.diagnostic.message}.')}</p>"
    if len(page) > _MOST:
        size = f"its page would have {len(page) / 1e6:.0f} MB"
        return f"<p>{escape(f'{what}. It is too large for a notebook: {size}; robotfmt view shows it.')}</p>"
    return f'<iframe srcdoc="{escape(page)}" width="100%" height="640" style="border: 0"></iframe>'
