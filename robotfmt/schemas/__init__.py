"""Output for other programs: the version, and the JSON schemas ``report``, ``check``, ``diff``, ``baseline``.

Imports nothing; ``cli`` and the facade use it.
"""

from __future__ import annotations

VERSION = "0.2.0"
"""The version of robotfmt, which each record contains."""
CHECK, DIFF, REPORT = "robotfmt-check/2", "robotfmt-diff/1", "robotfmt-report/2"
BASELINE = "robotfmt-baseline/1"
"""The names of the schemas."""
