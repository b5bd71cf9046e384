# Written by tests/support/stubs.py from the table in __init__.py.

from .links import replace_collisions
from .measure import LinkShapes
from .options import KINDS

__all__ = ["KINDS", "LinkShapes", "replace_collisions"]
