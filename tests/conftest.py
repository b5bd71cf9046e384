"""What holds for all tests."""

from __future__ import annotations

import pytest

from robotfmt.spheres.fitting import by_count


@pytest.fixture(autouse=True)
def few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved of spheres, and what is asked of them, does not depend on how long better ones are sought."""
    fewer = {"_MOVES": 200, "_WALKS": by_count._WALKS[:1], "_COVERS": 1, "_ROUNDS": 0.0, "_OPEN": ()}
    fewer |= {"_SURFACE": 4000, "_OUTSIDE": 12_000}
    for name, less in fewer.items():
        monkeypatch.setattr(by_count, name, less)
