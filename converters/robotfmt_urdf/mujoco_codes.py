"""The diagnostics of URDF documents for MuJoCo."""

from __future__ import annotations

from robotfmt.diagnostics import Code, Fate, Severity

MUJOCO_BLOCK = Code(
    "urdf.mujoco-block",
    Severity.NOTE,
    "A block of options for MuJoCo was written; with it, MuJoCo keeps visual geometry and fixed links.",
    "Remove --target mujoco if another program will read the document; other programs ignore the block.",
)
MUJOCO_INERTIA = Code(
    "urdf.mujoco-inertia",
    Severity.WARNING,
    "MuJoCo refuses the inertia of links; options in the document make it use a different one.",
    "Correct the mass and the inertia of the links in the source.",
)
MUJOCO_OPTIONS = Code(
    "urdf.mujoco-options",
    Severity.NOTE,
    "Options of an MJCF were written into a <mujoco> block, which MuJoCo's reader of URDF obeys.",
    "No action needed; programs other than MuJoCo ignore the block.",
    Fate.CONVERTED,
)
