"""Robots by the names of the package ``robot_descriptions``, such as ``panda_description``.

Each of its modules downloads a robot when it is imported, and gives the paths of its documents: ``URDF_PATH``,
``MJCF_PATH``, or ``XACRO_PATH`` with ``XACRO_ARGS`` (https://github.com/robot-descriptions/robot_descriptions.py). A
module is imported only if an input has its name, and no file or folder has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from ..codes import MISSING_FILE
from ..diagnostics import did_you_mean
from ..errors import InputError
from ..model import Origin
from ..model.record import Record, field, replace
from ..settings import Settings

_PACKAGE = "robot_descriptions"
_NAME = re.compile(r"[a-z][a-z0-9_]*_description")
_PATHS = ("URDF_PATH", "MJCF_PATH", "XACRO_PATH")


class NamedRobot(Record):
    """The document of a robot, and its arguments if it uses xacro."""

    path: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    def settings(self, settings: Settings) -> Settings:
        """Return settings with the arguments; those that were given take precedence."""
        if settings.xacro is None or not self.arguments:
            return settings
        arguments = {**self.arguments, **settings.xacro.arguments}
        return replace(settings, xacro=replace(settings.xacro, arguments=arguments))


def named_robot(name: str) -> NamedRobot | None:
    """Return the robot of a name; None for the path of a file, and for any other name.

    Raises:
        InputError: The package is not installed, has no robot of this name, or cannot download it.
    """
    if not _NAME.fullmatch(name) or Path(name).exists():
        return None
    module = _module(name)
    path = next((str(getattr(module, each)) for each in _PATHS if hasattr(module, each)), None)
    if path is None:
        raise _error(name, f"the package {_PACKAGE} has neither a URDF nor an MJCF of '{name}'")
    arguments = getattr(module, "XACRO_ARGS", {}) if path == getattr(module, "XACRO_PATH", None) else {}
    return NamedRobot(path=path, arguments={str(key): str(value) for key, value in arguments.items()})


def _module(name: str) -> ModuleType:
    if find_spec(_PACKAGE) is None:
        message = f"the file does not exist; a robot of this name needs the package {_PACKAGE}, which is not installed"
        raise _error(name, message, f"Check the path, or install the package: pip install {_PACKAGE}")
    known = [each.name for each in iter_modules(import_module(_PACKAGE).__path__) if _NAME.fullmatch(each.name)]
    if name not in known:
        message = f"neither a file nor a robot of the package {_PACKAGE} has this name{did_you_mean(name, known)}"
        raise _error(name, message)
    try:
        return import_module(f"{_PACKAGE}.{name}")
    except Exception as error:  # of git, of the network, of the disk
        message = f"the package {_PACKAGE} cannot load the robot: {' '.join(str(error).split())}"
        raise _error(name, message, "Check the network: the package downloads each robot at its first use.") from error


def _error(name: str, message: str, help: str | None = None) -> InputError:
    return InputError(MISSING_FILE, message, Origin(name), help=help)
