# Written by tests/support/stubs.py from the table in __init__.py.

from . import collision_shapes as collision_shapes
from . import edit as edit
from . import errors as errors
from . import inertia as inertia
from . import kinematics as kinematics
from . import model as model
from . import planning as planning
from . import render as render
from . import selfcollision as selfcollision
from . import setup as setup
from . import spheres as spheres
from .assets.resolver import Assets
from .compare.motion import Comparison
from .diagnostics import Diagnostic, Fate, Report, Severity
from .errors import RobotfmtError
from .facts.difference import Difference, Differences
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
from .viewer.notebook import show
from .xacro import Xacro

__version__: str
__all__ = [
    "Assets",
    "Check",
    "Comparison",
    "Conversion",
    "Diagnostic",
    "Difference",
    "Differences",
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
    "show",
    "update",
    "validate",
    "write",
]
