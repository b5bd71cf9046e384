"""The programs that read joint limits, and the kinds that each reads."""

from __future__ import annotations

MOVEIT, ROBOPLAN = "moveit", "roboplan"
TARGETS = {ROBOPLAN: ("velocity", "acceleration", "jerk")}
"""The kinds of limits that programs other than MoveIt and ros2_control read; roboplan 0.7."""
