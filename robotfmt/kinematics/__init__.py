"""The kinematics of a robot: its tree and groups, forward kinematics, coupling formulas, the rest pose, frames.

Its names are imported on first use: moving a robot needs numpy, its tree does not. Imports ``model`` and what reports
(``diagnostics``, ``errors``, ``codes``); everything above uses it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "forward": "forward_kinematics sample",
    "freedom": "by_joint cspace_joints degrees_of_freedom",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
