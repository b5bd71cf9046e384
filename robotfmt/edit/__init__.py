"""Functions from robot to robot, each named by a verb: the operations of ``robotfmt edit``.

Parts that are removed because they refer to removed ones, and possible references to these, are reported if a report is
given. Names are imported on first use. Imports ``adapting``, ``facts``, ``formats`` and below; ``hub``, ``planning``,
formats and the verb ``edit`` use it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "basing": "with_base",
    "exchanging": "exchange",
    "extracting": "extract remove",
    "joining": "attach",
    "joints": "lock split",
    "lumping": "merge_fixed_joints",
    "modifiers": "apply_modifiers",
    "naming": "prefix rename",
    "placement": "fix_to_world",
    "rooting": "reroot",
    "zeroing": "set_zero",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
