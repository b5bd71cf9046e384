"""robotfmt: convert robot descriptions between formats.

It reads a robot, or a world of robots, from any of its formats (``robotfmt formats`` lists them) into one neutral
model, checks it, fits collision spheres, and writes it in any other format. It proves each conversion, and reports
what the output could not store.
"""

from __future__ import annotations

import sys

from .lazy import export
from .schemas import VERSION

__version__ = VERSION

_EXPORTS = {
    "assets.resolver": "Assets",
    "compare.motion": "Comparison",
    "diagnostics": "Diagnostic Fate Report Severity",
    "errors": "RobotfmtError",
    "facts.difference": "Difference Differences",
    "hub.checking": "Check check",
    "hub.comparing": "compare_robots diff",
    "hub.conversion": "Conversion convert write",
    "hub.reading": "expand read read_world",
    "hub.updating": "update",
    "limits": "Limits",
    "model": "Robot World",
    "model.record": "replace",
    "planning": "prepare",
    "settings": "Settings",
    "validation": "validate",
    "viewer.notebook": "show",
    "xacro": "Xacro",
}
_ALSO = "__version__ collision_shapes edit errors inertia kinematics model planning render selfcollision setup spheres"
"""The version, and the public packages, each under its own name."""
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS, _ALSO)

if "IPython" in sys.modules:
    from .viewer.ipython import show_values

    show_values()
