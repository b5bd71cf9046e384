"""Names for parts that may lack one in MJCF, or that share one where the model needs unique names."""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.diagnostics import Report, diagnose
from robotfmt.model import Origin
from robotfmt.model.renaming import free_name

from ..codes import ASSUMED_NAME, RENAMED


class Names:
    """Gives each part of a kind a unique name."""

    def __init__(self, report: Report, taken: Iterable[str] = ()) -> None:
        self.report = report
        self.taken: set[str] = set(taken)
        self.true: dict[str, str] = {}
        """The original names of renamed parts, by their new names."""

    def name(self, own: str, otherwise: str, origin: Origin, kind: str) -> str:
        """Return the name of a part: its own, or a new one, which is reported."""
        if own and own in self.taken:
            return self.renamed(own, own, origin, kind)
        name = own or free_name(otherwise, self.taken)
        self.taken.add(name)
        if not own:
            message = f"a {kind} without a name got the name '{name}'"
            self.report.put_off(lambda: (diagnose(ASSUMED_NAME, message, origin),))
        return name

    def renamed(self, own: str, wanted: str, origin: Origin, kind: str) -> str:
        """Return a new name for a part whose own is taken, and report it."""
        name = free_name(wanted, self.taken)
        self.taken.add(name)
        self.true[name] = own
        message = f"{kind} '{own}' was renamed to '{name}', because another part has its name"
        self.report.add(RENAMED, message, origin)
        return name
