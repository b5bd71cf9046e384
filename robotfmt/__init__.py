"""robotfmt: convert robot descriptions between formats.

It reads a robot, or a world of robots, from any of its formats (``robotfmt formats`` lists them) into one neutral
model, checks it, fits collision spheres, and writes it in any other format. It proves each conversion, and reports
what the output could not store.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from .schemas import VERSION

if TYPE_CHECKING:
    from . import collision_shapes as collision_shapes
    from . import edit as edit
    from . import errors as errors
    from . import inertia as inertia
    from . import kinematics as kinematics
    from . import model as model
    from . import planning as planning
    from . import render as render
    from . import selfcollision as selfcollision
    from . import spheres as spheres
    from .assets.resolver import Assets
    from .compare.motion import Comparison
    from .context import Context
    from .diagnostics import Diagnostic, Fate, Report, Severity
    from .errors import RobotfmtError
    from .facts.difference import Difference
    from .hub.checking import Check, check
    from .hub.comparing import compare_robots, diff
    from .hub.conversion import Conversion, convert, write
    from .hub.reading import expand, read, read_world
    from .hub.updating import update
    from .limits import Limits
    from .model import Robot, World
    from .model.record import replace
    from .planning import prepare
    from .settings import Settings
    from .validation import validate
    from .xacro import Xacro

__version__ = VERSION

_HOMES = {
    "Assets": "assets.resolver",
    "Check": "hub.checking",
    "Comparison": "compare.motion",
    "Context": "context",
    "Conversion": "hub.conversion",
    "Diagnostic": "diagnostics",
    "Difference": "facts.difference",
    "Fate": "diagnostics",
    "Limits": "limits",
    "Report": "diagnostics",
    "Robot": "model",
    "RobotfmtError": "errors",
    "Settings": "settings",
    "Severity": "diagnostics",
    "World": "model",
    "Xacro": "xacro",
    "check": "hub.checking",
    "compare_robots": "hub.comparing",
    "convert": "hub.conversion",
    "diff": "hub.comparing",
    "expand": "hub.reading",
    "prepare": "planning",
    "read": "hub.reading",
    "read_world": "hub.reading",
    "replace": "model.record",
    "update": "hub.updating",
    "validate": "validation",
    "write": "hub.conversion",
}

__all__ = [
    "Assets",
    "Check",
    "Comparison",
    "Context",
    "Conversion",
    "Diagnostic",
    "Difference",
    "Fate",
    "Limits",
    "Report",
    "Robot",
    "RobotfmtError",
    "Settings",
    "Severity",
    "World",
    "Xacro",
    "check",
    "compare_robots",
    "convert",
    "diff",
    "expand",
    "prepare",
    "read",
    "read_world",
    "replace",
    "update",
    "validate",
    "write",
]


_PACKAGES = (
    "collision_shapes",
    "edit",
    "errors",
    "inertia",
    "kinematics",
    "model",
    "planning",
    "render",
    "selfcollision",
    "spheres",
)
"""The public packages besides the names of the facade, each under its own name."""


def __getattr__(name: str) -> object:
    """Import names on first use, so that ``import robotfmt`` is fast."""
    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt' has no attribute '{name}'", name=name, obj=sys.modules[__name__])
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])


def _page_of(robot: Robot) -> str:
    from .viewer.notebook import in_notebook

    return in_notebook(robot)


def _show_in_notebooks() -> None:
    """Let IPython show a robot as its page; the viewer is imported with the first robot shown."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        formatter.for_type_by_name("robotfmt.model.robot", "Robot", _page_of)


_show_in_notebooks()
