"""What a check of contacts is, whichever library makes it."""

from __future__ import annotations

from typing import Protocol

from ..mesh.triangles import Floats

TOUCHING = 1e-6
"""The distance in metres up to which shapes count as touching, as for coal's ``collide``."""


class Contact(Protocol):
    """A contact check of two links at a relative pose."""

    is_cheap: bool
    """True if distances take hardly any time."""

    def touch(self, pose: Floats) -> bool:
        """Return True if the links touch, with the second at a pose (4, 4) in the first."""
        ...

    def distance(self, pose: Floats) -> float:
        """Return the distance of the links in metres; 0 if they touch."""
        ...
