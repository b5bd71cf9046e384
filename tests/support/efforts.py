"""How long tests seek better places for spheres: what is proved of these, and what is asked, does not depend on it."""

from __future__ import annotations

DRAFT = 0.05
