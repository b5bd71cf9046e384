"""The values of cells: IPython shows a robot as its page, and worlds, reports and differences as tables."""

from __future__ import annotations

import sys
from importlib import import_module

_SHOWN = {
    ("robotfmt.model.robot", "Robot"): "notebook:in_notebook",
    ("robotfmt.model.world", "World"): "tables:world_table",
    ("robotfmt.diagnostics", "Report"): "tables:report_table",
    ("robotfmt.facts.difference", "Differences"): "tables:differences_table",
}
"""The modules and names of classes, and the functions of this package that return their HTML."""


def show_values() -> None:
    """Let IPython, if it runs, show values; the viewer is imported with the first one shown."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        for (module, name), function in _SHOWN.items():
            formatter.for_type_by_name(module, name, _Shower(function))


class _Shower:
    """Calls a function that is imported at the first call."""

    def __init__(self, function: str) -> None:
        self._function = function

    def __call__(self, value: object) -> str:
        module, _, name = self._function.partition(":")
        html: str = getattr(import_module(f".{module}", __package__), name)(value)
        return html
