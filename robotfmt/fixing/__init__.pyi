# Written by tests/support/stubs.py from the table in __init__.py.

from .applying import Fixed, fixed
from .marks import is_fixable

__all__ = ["Fixed", "fixed", "is_fixable"]
