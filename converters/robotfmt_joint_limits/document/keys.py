"""The keys of a joint, by kind of limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

SECTION = "joint_limits"


class Kind(NamedTuple):
    """A kind of limit: its word in ``has_WORD_limits``, and the fields of the model with their keys."""

    word: str
    keys: Mapping[str, str]

    @property
    def flag(self) -> str:
        """The key that is true if the limit holds."""
        return f"has_{self.word}_limits"


KINDS = (
    Kind("position", {"lower": "min_position", "upper": "max_position"}),
    *(Kind(word, {word: f"max_{word}"}) for word in ("velocity", "effort", "acceleration", "deceleration", "jerk")),
)
"""MoveIt reads positions, velocity, acceleration and jerk, its Pilz planner deceleration, ros2_control all of them."""
