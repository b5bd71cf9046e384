"""The features of XRDF's versions. There is no published text of 2.0: its features are those in cuMotion's tests."""

from __future__ import annotations

VERSIONS = ("1.0", "2.0")
WORLD = {"1.0": "collision", "2.0": "world_collision"}
"""The name of the section about collisions with the world."""
EXTENDED = "2.0"
"""The version that added clones of groups and ``remove_mimic_attributes``, and that has no placeholders."""
