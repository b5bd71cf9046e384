"""The context of a reader or writer, in addition to the document or the robot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from .assets.resolver import Assets
from .codes import NO_READING
from .diagnostics import Report
from .errors import UsageError
from .limits import Limits
from .model.record import Options, field, replace

if TYPE_CHECKING:
    from .model import Origin, Robot, World

Reading: TypeAlias = "Callable[[str, Origin | None], World]"
Writing: TypeAlias = "Callable[[Robot, str, str], None]"
Adapting: TypeAlias = "Callable[[Robot, str, str, Report], Robot]"


class Context(Options):
    """The report for diagnostics, the source of meshes, and the user's choices."""

    report: Report = field(default_factory=Report)
    limits: Limits = Limits()
    assets: Assets = field(default_factory=Assets)
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the format, complete."""
    appearance: bool = True
    """True to read meshes with normals, texture coordinates and materials."""
    robot: str | None = None
    """The name of the requested robot, for a document with several."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """The requested variant of each variant set."""
    output: str = ""
    """The path of the document that is written."""
    version: str = ""
    """The version of the format to write."""
    scene: World | None = field(default=None, repr=False)
    """The world that an adapted robot is part of; None for a robot alone."""
    held_elsewhere: frozenset[str] = frozenset()
    """The features that other outputs of the same conversion fully support."""
    reading: Reading | None = field(default=None, repr=False)
    """The function that :meth:`read` calls; None if no other document can be read."""
    writing: Writing | None = field(default=None, repr=False)
    """The function that :meth:`write` calls; None if no other document can be written."""

    adapting: Adapting | None = field(default=None, repr=False)
    """The function that :meth:`adapt` calls; None if no other document can be written."""

    def read(self, uri: str, origin: Origin | None) -> World:
        """Return the world of another document that a document names, in any format.

        It is opened under the same limits, in the folders and packages that the naming document may refer to;
        unrecognised content in it is reported, and becomes extensions of its robots. Each document is read once.

        Args:
            uri: The reference in the document.
            origin: The place of the reference.

        Raises:
            InputError: The document is not found, cannot be read, names itself through others, or is one too many.
        """
        if self.reading is None:
            raise UsageError(NO_READING, f"'{uri}' cannot be read: no other documents are read here", origin)
        return self.reading(uri, origin)

    def write(self, robot: Robot, name: str, format: str) -> None:
        """Write a robot to a document of another format next to the output; both are proved together.

        Properties that this format changes or cannot store are reported. Writing a robot again has no effect.

        Args:
            robot: A robot of the world that is written, or that robot itself.
            name: The path of the document from the folder of the one that is written.
            format: The name of its format.

        Raises:
            UsageError: The format cannot be written, or the name leads out of the folder.
            InternalError: The document does not read back as the robot.
        """
        if self.writing is None:
            raise UsageError(NO_READING, f"'{name}' cannot be written: no other documents are written here")
        self.writing(robot, name, format)

    def adapt(self, robot: Robot, name: str, format: str) -> Robot:
        """Return a robot as another document can store it, with its meshes placed for it; changes are reported.

        :meth:`write` writes the document, for formats that annotate a document of another format.

        Args:
            robot: The robot.
            name: The path of the document from the folder of the one that is written.
            format: The name of its format.

        Raises:
            UsageError: The format cannot be written, or the name leads out of the folder.
        """
        if self.adapting is None:
            raise UsageError(NO_READING, f"'{name}' cannot be written: no other documents are written here")
        return self.adapting(robot, name, format, self.report)

    def option(self, name: str) -> str:
        """Return the value of an option of the format."""
        return self.options[name]

    def having(self, **changes: object) -> Context:
        """Return a copy with some fields changed."""
        return replace(self, **changes)
