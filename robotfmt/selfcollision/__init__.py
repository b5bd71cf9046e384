"""Find the links of a robot that can touch, by exact checks of their shapes in many poses.

Its names are imported on first use: finding collisions needs numpy, and coal or numba; its results do not. Imports
``surfaces``, ``adapting`` and below; ``spheres``, ``validation`` and ``planning`` use it.
"""

from __future__ import annotations

from ..formats.libraries import COLLISIONS, needing
from ..lazy import export

_EXPORTS = {
    "ignoring": "with_ignored_pairs",
    "looking": "classify",
    "pairs": "Classes Pair PairClass",
}
_NEEDS = {"classify": COLLISIONS}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS, check=needing(__name__, _NEEDS))
