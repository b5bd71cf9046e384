"""For each feature a robot that has it; its files are among the fixtures."""

from __future__ import annotations

from real import FIXTURES

from robotfmt.testing.featured import PLAIN as PLAIN
from robotfmt.testing.featured import featured

FEATURED = featured(FIXTURES / "arm6")
