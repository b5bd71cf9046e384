"""Everything that a client needs of a robot, in a folder for each: the work of ``robotfmt setup``.

``setup`` (``clients``) describes a robot once (``description``): groups, ignored pairs, a state ``home``, and collision
spheres if a client uses them. Each client is a module with a function from this description to the contents of a folder
(``folder``): documents that are written and proved as by ``convert``, and texts that only this client reads.

Its names are imported on first use. Imports ``planning``, ``hub`` and below; the verb ``setup`` uses it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "clients": "CLIENTS Client setup",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
