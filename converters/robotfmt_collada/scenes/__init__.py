"""Poses: nodes, the parts bound to them, and the masses of rigid bodies."""
