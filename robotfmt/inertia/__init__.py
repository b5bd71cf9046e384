"""Mass and inertia of links, computed from their shapes.

Imports ``surfaces`` for meshes, ``adapting`` for combining masses, ``edit`` for changing robots, and ``compare``
for reporting changes.
"""

from __future__ import annotations

from .repair import repair_inertia
from .replacing import replace_inertia
from .values import DENSITY, compute_inertia

__all__ = ["DENSITY", "compute_inertia", "repair_inertia", "replace_inertia"]


def __dir__() -> list[str]:
    return __all__
