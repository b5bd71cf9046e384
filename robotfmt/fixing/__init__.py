"""Repair what is certain in documents (``check --fix``), changing no other byte.

A rule (``rules``) repairs the text where a finding is; ``applying`` reads the result again and takes back what brings
a new finding, or changes anything else in the robot. Imports ``hub`` and below; ``cli`` uses it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {"applying": "Fixed fixed", "marks": "is_fixable"}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
