"""Chain's words: the attributes of the fields of records, which read and write them."""

from __future__ import annotations

from robotfmt.documents.xml.element import Element
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Pose
from robotfmt.words.elements import Attribute, One, Table, Words, name_of, numbers
from robotfmt.words.notations import RPY, VECTOR, choice

KEYS = {"link": ("name",), "joint": ("name",)}
TYPES = {
    "fixed": JointType.FIXED,
    "turn": JointType.REVOLUTE,
    "spin": JointType.CONTINUOUS,
    "slide": JointType.PRISMATIC,
}

LINK = Words("link", Link, Attribute("name", "name", name_of))
LIMITS = Table(Limits, (numbers("lower", "upper"),))
AXIS = Table(Axis, (One("@axis", "direction", VECTOR), One("", "hard", LIMITS)))
POSE = Table(Pose, (One("@xyz", "position", VECTOR), One("@rpy", "rotation", RPY)))
JOINT = Words(
    "joint",
    Joint,
    Attribute("name", "name", name_of),
    One("@type", "type", choice(TYPES), required=True),
    Attribute("parent", "parent", Element.required),
    Attribute("child", "child", Element.required),
    One("", "pose_in_parent", POSE),
)
