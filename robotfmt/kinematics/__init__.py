"""The kinematics of a robot: its tree and groups, forward kinematics, coupling formulas, the rest pose, frames.

Imports ``model`` and what reports (``diagnostics``, ``errors``, ``codes``); everything above uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .forward import forward_kinematics, sample
    from .freedom import by_joint, cspace_joints, degrees_of_freedom

_HOMES = {
    "by_joint": "freedom",
    "cspace_joints": "freedom",
    "degrees_of_freedom": "freedom",
    "forward_kinematics": "forward",
    "sample": "forward",
}

__all__ = ["by_joint", "cspace_joints", "degrees_of_freedom", "forward_kinematics", "sample"]


def __getattr__(name: str) -> object:
    """Import names on first use: moving a robot needs numpy, its tree does not."""
    if name not in _HOMES:
        raise AttributeError(f"module 'robotfmt.kinematics' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
