# Written by tests/support/stubs.py from the table in __init__.py.

from .repair import repair_inertia
from .replacing import replace_inertia
from .values import DENSITY, compute_inertia

__all__ = ["DENSITY", "compute_inertia", "repair_inertia", "replace_inertia"]
