"""The data of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..context import Context
from ..diagnostics import Report
from ..model import Robot

Described: TypeAlias = "dict[str, object]"
"""A part of a robot as JSON for the scripts of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A robot that the page shows."""

    robot: Robot
    caption: str
    """The label, such as ``arm.urdf + arm.xrdf``."""
    report: Report | None = None
    """The diagnostics of the robot."""
    context: Context
    """The context that loads the robot's meshes."""
    spheres: str | None = None
    """The name of the sphere set that is shown and edited; the first edit creates a missing one."""
    documents: frozenset[str] = frozenset()
    """The documents that can be changed in place, where the page can save."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The data of a page about its server."""

    token: str
    """The token in the page's requests."""
    save: str
    """The file that Save writes: ``arm.xrdf``."""
    nonce: str
    """The nonce of the page's own scripts and styles; the browser runs no others."""
