# Written by tests/support/stubs.py from the table in __init__.py.

from .judging import judge
from .programs import TARGETS, find, options_for, programs_of

__all__ = ["TARGETS", "find", "judge", "options_for", "programs_of"]
