"""Tests with programs by others are slow."""

from __future__ import annotations

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder: pytest calls this for no others."""
    item.add_marker(pytest.mark.slow)
