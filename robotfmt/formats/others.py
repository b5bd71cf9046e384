"""Documents of other programs that share a suffix with a format, and are neither read nor written."""

from __future__ import annotations

import re
from pathlib import PurePath

from ..codes import UNKNOWN_FORMAT
from ..errors import InputError, UsageError
from ..model import Origin
from ..model.record import Record

_SNIFFED = 100_000


class Other(Record, kw_only=False):
    """A kind of document that no format reads or writes."""

    title: str
    names: str
    """A pattern of file names."""
    content: bytes
    """A pattern that is found in its content only."""
    as_input: str = "Leave it out, and give the documents that describe the robot."
    """The way to give robotfmt the same information."""
    as_output: str = "Choose another name, or name the format with --to."
    """The way to give the program what it needs."""
    is_read: bool = False
    """True for documents that are read, and only not written."""


_DRAKE = "Give the models that the directives add, one by one."
_MODELS = "Write the model, which a directive can add: name an output with .urdf, .sdf or .xml."
_EXPANDED = "Write the robot that the source describes when it is expanded: name an output with .urdf, .sdf or .xml."
_OTHERS = (
    Other("a xacro document", r".*\.xacro", rb"(?!)", as_output=_EXPANDED, is_read=True),
    Other("Drake model directives", r".*\.dmd\.ya?ml", rb"^directives[ \t]*:", _DRAKE, _MODELS),
    Other("MoveIt's Cartesian limits", r".*cartesian_limits\.ya?ml", rb"^cartesian_limits[ \t]*:"),
    Other("MoveIt's solvers of kinematics", r"kinematics\.ya?ml", rb"^[ \t]+kinematics_solver[ \t]*:"),
    Other("MoveIt's planners", r"\w+_planning\.ya?ml", rb"^planner_configs[ \t]*:|planning_plugins?[ \t]*:"),
    Other("MoveIt's 3D sensors", r"sensors_3d\.ya?ml", rb"^[ \t]+sensor_plugin[ \t]*:"),
    Other("initial positions of ros2_control", r"initial_positions\.ya?ml", rb"^initial_positions[ \t]*:"),
    Other("controllers of ROS", r".*controllers\.ya?ml", rb"^(?:controller_manager|controller_names)[ \t]*:"),
    Other("parameters of ROS 2", r".*\.params\.ya?ml", rb"^[ \t]+ros__parameters[ \t]*:"),
    Other("a launch file of ROS", r".*\.launch\.(?:ya?ml|xml)|.*\.launch", rb"<launch\b|^launch[ \t]*:"),
    Other("the manifest of a ROS package", r"package\.xml", rb"<package\b[^>]*>\s*(?:<!--.*?-->\s*)*<name>"),
)


def refuse_output(path: str) -> None:
    """Refuse a file name that documents of another program usually have.

    Raises:
        UsageError: There is such a program.
    """
    other = _of_name(path)
    if other is not None:
        message = f"'{path}' is the usual name of {other.title}, which robotfmt does not write"
        raise UsageError(UNKNOWN_FORMAT, message, help=other.as_output)


def refuse_input(path: str, data: bytes) -> None:
    """Refuse a document of another program, by its content or else its name.

    Raises:
        InputError: It is one.
    """
    head = data[:_SNIFFED]
    found = next((each for each in _OTHERS if re.search(each.content, head, re.MULTILINE)), None)
    other = found or (_of_name(path) if head.strip() else None)
    if other is not None and not other.is_read:
        message = f"'{path}' is not in a known format: it has {other.title}, which robotfmt does not read"
        raise InputError(UNKNOWN_FORMAT, message, Origin(path), help=other.as_input)


def _of_name(path: str) -> Other | None:
    name = PurePath(path).name
    return next((each for each in _OTHERS if re.fullmatch(each.names, name)), None)
