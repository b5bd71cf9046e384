"""Names of prims: letters, digits and ``_``, which each program reads; ``displayName`` has the true name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from robotfmt.model.renaming import free_name

_OTHER = re.compile(r"[^A-Za-z0-9_]")


def prim_name(name: str, taken: set[str]) -> str:
    """Return a name for a prim that no other one in the same place has, and take it."""
    made = _OTHER.sub("_", name) or "_"
    made = f"_{made}" if made[0].isdigit() else made
    made = free_name(made, taken)
    taken.add(made)
    return made


def prim_names(names: Iterable[str]) -> dict[str, str]:
    """Return names for prims of one parent, by their true names; different names stay different."""
    taken: set[str] = set()
    given = list(dict.fromkeys(names))
    # Names that can stay do, so that no other one takes them.
    plain = [each for each in given if _OTHER.search(each) is None and each[:1] and not each[0].isdigit()]
    taken.update(plain)
    return {each: each if each in plain else prim_name(each, taken) for each in given}
