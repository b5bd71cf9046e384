"""The diagnostics of URDF documents for MuJoCo."""

from __future__ import annotations

from robotfmt.diagnostics import Fate, codes_of

_error, _warning, _note = codes_of("robotfmt_urdf")
MUJOCO_BLOCK = _note("urdf.mujoco-block")
MUJOCO_INERTIA = _warning("urdf.mujoco-inertia")
MUJOCO_OPTIONS = _note("urdf.mujoco-options", Fate.CONVERTED)
