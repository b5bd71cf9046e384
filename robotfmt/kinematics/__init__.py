"""How a robot moves: its tree and groups, forward kinematics, formulas of couplings, the pose at rest, frames.

Imports ``model`` and what reports (``diagnostics``, ``errors``, ``codes``); everything above uses it.
"""
