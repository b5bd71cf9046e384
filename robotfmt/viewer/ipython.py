"""Robots as the values of cells: IPython shows the page of each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..model import Robot


def show_robots() -> None:
    """Let IPython, if it runs, show a robot as its page; the viewer is imported with the first robot shown."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        formatter.for_type_by_name("robotfmt.model.robot", "Robot", _page_of)


def _page_of(robot: Robot) -> str:
    from .page import in_notebook

    return in_notebook(robot)
