# Written by tests/support/stubs.py from the table in __init__.py.

from .forward import forward_kinematics, sample
from .freedom import by_joint, cspace_joints, degrees_of_freedom

__all__ = ["by_joint", "cspace_joints", "degrees_of_freedom", "forward_kinematics", "sample"]
