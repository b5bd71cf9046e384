"""Mass and inertia of links, computed from their shapes.

Imports ``surfaces`` for meshes, ``adapting`` for combining masses, ``edit`` for changing robots, and ``compare``
for reporting changes. Its names are imported on first use: a check needs only the solids of shapes.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "repair": "repair_inertia",
    "replacing": "replace_inertia",
    "values": "DENSITY compute_inertia",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
