"""The context of a reader or writer, in addition to the document or the robot."""

from __future__ import annotations

from collections.abc import Mapping

from .assets.resolver import Assets
from .diagnostics import Report
from .limits import Limits
from .model import Extension
from .model.record import Options, field, replace


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
    output: str = ""
    """The path of the document that is written."""
    version: str = ""
    """The version of the format to write."""
    held_elsewhere: frozenset[str] = frozenset()
    """The features that other outputs of the same conversion fully support."""
    apart: frozenset[Extension] = frozenset()
    """Unrecognised content that is moved to a separate element, because it would be understood at its place."""

    def option(self, name: str) -> str:
        """Return the value of an option of the format."""
        return self.options[name]

    def having(self, **changes: object) -> Context:
        """Return a copy with some fields changed."""
        return replace(self, **changes)
