"""The programs that documents are for (``--target``): what each reads, refuses, changes in silence, and needs.

What a program does is a row of a table (``planners``, ``simulators``, ``nvidia``): a finding or a property of the
robot, the reaction, and where the fact comes from. ``judging`` applies the rows; no code is about a single program.
Imports ``validation`` and below; ``hub`` and ``cli`` use it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {"judging": "judge", "programs": "TARGETS find options_for programs_of"}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
