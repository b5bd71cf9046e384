"""Keys of cuRobo that several modules use."""

from __future__ import annotations

PER_JOINT = (
    "null_space_weight",
    "cspace_distance_weight",
    "null_space_maximum_distance",
    "velocity_scale",
    "acceleration_scale",
    "jerk_scale",
    "position_limit_clip",
)
"""Keys that may have a list with one value for each joint, without a meaning for the model."""
