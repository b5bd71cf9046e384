"""Robots in a notebook: the page of each in a frame, with surfaces that are simplified as far as its size requires."""

from __future__ import annotations

from html import escape

from ..context import Context
from ..diagnostics import Report
from ..errors import RobotfmtError
from ..model import Robot
from ..settings import Settings, context_of
from .appearance import Appearance, Pack
from .page import MOST_TRIANGLES, make_page, packed
from .shown import Shown

# A notebook stores the page of each robot that was shown. The program of a page has 290 kB, its exact surfaces a
# megabyte or more.
_SURFACES = 150_000
"""The maximum number of characters of surfaces that are not wanted in full."""
_MOST = 20_000_000
"""The maximum number of characters of a page."""
_FIRST = 18_000
"""The number of triangles to try first: one takes 6 to 8 characters."""


class Frame:
    """A page that a notebook shows."""

    def __init__(self, html: str) -> None:
        self._html = html

    def __repr__(self) -> str:
        return f"<Frame of {len(self._html) / 1000:.0f} kB>"

    def _repr_html_(self) -> str:
        return self._html


def show(robot: Robot, *, full: bool = False, settings: Settings | None = None) -> Frame:
    """Return the page of a robot, as a notebook shows it as the value of a cell.

    Args:
        full: True for exact surfaces, which can be measured; otherwise they take at most 150 kB.
        settings: Where the robot's meshes are, and limits for them.
    """
    return Frame(in_notebook(robot, full=full, settings=settings))


def in_notebook(robot: Robot, *, full: bool = False, settings: Settings | None = None) -> str:
    """Return HTML with the page of a robot in a frame, or with a message if the page is too large."""
    name = f"'{robot.name}'" if robot.name is not None else "an unnamed robot"
    what = f"{name}: {len(robot.links)} links, {len(robot.joints)} joints"
    try:
        context = context_of(Report(), settings or Settings())
        shown = Shown(robot=robot, caption=name, context=context)
        page = make_page([shown], title=name.strip("'"), simplified=None if full else _simplified(robot, context))
    except RobotfmtError as error:
        return f"<p>{escape(f'{what}. It cannot be shown: {error.diagnostic.message}.')}</p>"
    if len(page) > _MOST:
        size = f"its page would have {len(page) / 1e6:.0f} MB"
        return f"<p>{escape(f'{what}. It is too large for a notebook: {size}; robotfmt view shows it.')}</p>"
    return f'<iframe srcdoc="{escape(page)}" width="100%" height="640" style="border: 0"></iframe>'


def _simplified(robot: Robot, context: Context) -> int | None:
    """Return the number of triangles with which the surfaces of a robot are small enough; None if they are."""
    pack = Pack()
    Appearance(pack, MOST_TRIANGLES, exact=False).links(robot, context)
    most: int | None = None
    while True:
        pack.close(most)
        size = len(packed(bytes(pack.data)))
        if size <= _SURFACES:
            return most
        most = int(0.97 * most * _SURFACES / size) if most is not None else min(_FIRST, pack.triangles - 1)
