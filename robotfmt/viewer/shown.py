"""What a page is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..context import Context
from ..diagnostics import Report
from ..model import Robot

Described: TypeAlias = "dict[str, object]"
"""A part of a robot as the scripts of the page get it, in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A robot that the page shows."""

    robot: Robot
    caption: str
    """Such as ``arm.urdf + arm.xrdf``."""
    report: Report | None = None
    """Its diagnostics."""
    context: Context
    """Loads its meshes."""
    spheres: str | None = None
    """The name of the sphere set that is shown and edited; one that is not there yet is made by the first edit."""
    documents: frozenset[str] = frozenset()
    """The documents that can be changed in place, where the page can save."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What a page knows of the server that it came from."""

    token: str
    """Its requests carry this."""
    save: str
    """The file that Save writes: ``arm.xrdf``."""
    nonce: str
    """What its own scripts and styles are marked with, so that the browser runs no others."""
