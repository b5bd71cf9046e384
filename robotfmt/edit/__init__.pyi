# Written by tests/support/stubs.py from the table in __init__.py.

from .basing import with_base
from .exchanging import exchange
from .extracting import extract, remove
from .joining import attach
from .joints import lock, split
from .lumping import merge_fixed_joints
from .modifiers import apply_modifiers
from .naming import prefix, rename
from .placement import fix_to_world
from .rooting import reroot
from .zeroing import set_zero

__all__ = [
    "apply_modifiers",
    "attach",
    "exchange",
    "extract",
    "fix_to_world",
    "lock",
    "merge_fixed_joints",
    "prefix",
    "remove",
    "rename",
    "reroot",
    "set_zero",
    "split",
    "with_base",
]
