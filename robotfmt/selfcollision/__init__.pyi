# Written by tests/support/stubs.py from the table in __init__.py.

from .ignoring import with_ignored_pairs
from .looking import classify
from .pairs import Classes, Pair, PairClass

__all__ = ["Classes", "Pair", "PairClass", "classify", "with_ignored_pairs"]
