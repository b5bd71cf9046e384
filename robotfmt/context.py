"""What a reader or writer is given beside the document or the robot."""

from __future__ import annotations

from collections.abc import Mapping

from .assets.resolver import Assets
from .diagnostics import Report
from .limits import Limits
from .model import Extension
from .model.record import Options, field, replace


class Context(Options):
    """Where diagnostics go, where meshes come from, and what the user chose."""

    report: Report = field(default_factory=Report)
    limits: Limits = Limits()
    assets: Assets = field(default_factory=Assets)
    options: Mapping[str, str] = field(default_factory=dict)
    """Of the format at hand, complete."""
    appearance: bool = True
    """Whether a mesh that is read is wanted with normals, texture coordinates and materials."""
    robot: str | None = None
    """Which robot of a document that holds several is wanted."""
    output: str = ""
    """The path of the document that is written."""
    version: str = ""
    """The version of the format to be written."""
    held_elsewhere: frozenset[str] = frozenset()
    """The features that other outputs of the same conversion hold in full."""
    apart: frozenset[Extension] = frozenset()
    """Unrecognised content that is not written at its place, since it would be understood there."""

    def option(self, name: str) -> str:
        """Return the value of an option of the format at hand."""
        return self.options[name]

    def having(self, **changes: object) -> Context:
        """Return the same with some fields changed."""
        return replace(self, **changes)
