"""Keys of cuRobo that several modules speak of."""

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
"""What may be a list of one value for each joint, and means nothing to the model."""
