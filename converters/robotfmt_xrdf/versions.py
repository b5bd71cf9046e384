"""What the versions of XRDF have. No text of 2.0 is published: it has what cuMotion's own tests show."""

from __future__ import annotations

VERSIONS = ("1.0", "2.0")
WORLD = {"1.0": "collision", "2.0": "world_collision"}
"""What the section about collisions with the world is called."""
EXTENDED = "2.0"
"""The version that brought clones of groups and ``remove_mimic_attributes``, and that has no place holders."""
