"""Derive everything that a planner needs from a robot's geometry: the work of ``robotfmt xrdf`` and ``robotfmt srdf``.

``prepare`` (``asking``) is a list of steps (``preparing``), each in a separate module: the controlled joints
(``control``), a default pose (``start``), the spheres, and the pairs to ignore (``pairs``). A pose that no document
gives is chosen (``choosing``) for the ``arms`` of the robot by what makes it ``ready``; ``mirror`` finds arms that are
mirror images. ``describe`` creates what MoveIt needs: ``groups``, pairs, and a state ``home``; ``renew_pairs`` only the
pairs.

Its names are imported on first use: describing needs numpy and scipy, the options do not. Imports ``validation`` and
below; the formats of planners and the verbs ``xrdf`` and ``srdf`` use it.
"""

from __future__ import annotations

from ..formats.libraries import COLLISIONS, needing
from ..lazy import export

_EXPORTS = {
    "asking": "GivenPlan prepare",
    "describing": "describe renew_pairs",
    "plan": "Plan PlanOptions",
}
_NEEDS = {"describe renew_pairs": COLLISIONS}
"""The libraries that are checked for when a name is imported; ``prepare`` checks when it is called."""
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS, check=needing(__name__, _NEEDS))
