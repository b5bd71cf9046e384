"""Names of prims: letters, digits and ``_``, which each program reads; ``displayName`` has the true name."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.model.renaming import free_name


class Naming:
    """Makes names of prims.

    Args:
        unicode: True for the letters and digits of all scripts (OpenUSD, "Identifiers"), False for those of ASCII.
    """

    def __init__(self, unicode: bool = False) -> None:
        self._unicode = unicode

    def prim_name(self, name: str, taken: set[str]) -> str:
        """Return a name for a prim that no other one in the same place has, and take it."""
        made = "".join(each if self._is_part(each) else "_" for each in name) or "_"
        made = made if made.isidentifier() else f"_{made}"
        made = free_name(made, taken)
        taken.add(made)
        return made

    def prim_names(self, names: Iterable[str]) -> dict[str, str]:
        """Return names for prims of one parent, by their true names; different names stay different."""
        taken: set[str] = set()
        given = list(dict.fromkeys(names))
        # Names that can stay do, so that no other one takes them.
        plain = {each for each in given if each.isidentifier() and all(map(self._is_part, each))}
        taken.update(plain)
        return {each: each if each in plain else self.prim_name(each, taken) for each in given}

    def _is_part(self, character: str) -> bool:
        return (self._unicode or character.isascii()) and f"a{character}".isidentifier()
