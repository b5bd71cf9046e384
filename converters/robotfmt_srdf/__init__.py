"""SRDF, the Semantic Robot Description Format of MoveIt."""

from __future__ import annotations

import re

from robotfmt.documents.xml.prolog import root_name
from robotfmt.formats import Carries, Feature, Format

_COMMENTS = re.compile(rb"<!--.*?-->", re.DOTALL)
_URDF = re.compile(rb"<(?:parent|child|origin|inertial|visual|collision|material|axis|limit)[\s/>]")
_SRDF = re.compile(
    rb"<(?:group|group_state|end_effector|virtual_joint|passive_joint|joint_property|disable_collisions|"
    rb"enable_collisions|disable_default_collisions|link_sphere_approximation)[\s/>]"
)
_PARTS_OF_ROBOTS = re.compile(rb"<(?:link|joint)[\s/>]")
_SNIFFED = 1_000_000


def _sniff(data: bytes) -> bool:
    """Return True for SRDF rather than URDF, which has the same root: it contains groups and pairs, or nothing yet."""
    if root_name(data) != "robot":
        return False
    head = data[:_SNIFFED]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    head = _COMMENTS.sub(b"", head)
    if _URDF.search(head):
        return False
    return bool(_SRDF.search(head)) or not _PARTS_OF_ROBOTS.search(head)


NAMES = {
    "link@name": "link",
    "joint@name": "joint",
    "chain@base_link": "link",
    "chain@tip_link": "link",
    "group@name": "group",
    "group_state@name": "state",
    "group_state@group": "group",
    "end_effector@name": "effector",
    "end_effector@group": "group",
    "end_effector@parent_link": "link",
    "end_effector@parent_group": "group",
    "virtual_joint@name": "joint",
    "virtual_joint@child_link": "link",
    "passive_joint@name": "joint",
    "joint_property@joint_name": "joint",
    "*@link": "link",
    "*@link1": "link",
    "*@link2": "link",
    "*@joint": "joint",
}

FORMAT = Format(
    name="srdf",
    title="Semantic Robot Description Format (MoveIt)",
    versions=("1.0",),
    suffixes=(".srdf",),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.BASE: Carries.FULL,
        Feature.GROUPS: Carries.FULL,
        Feature.STATES: Carries.FULL,
        Feature.END_EFFECTORS: Carries.FULL,
        Feature.JOINT_ROLES: Carries.FULL,
        Feature.SPHERES: Carries.PARTIAL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.FULL,
        Feature.COLLISION_DEFAULTS: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_srdf.reader:read",
    adapt="robotfmt_srdf.adapt:adapt",
    write="robotfmt_srdf.writer:write",
    revise="robotfmt_srdf.writer:revise",
    names=NAMES,
    codes="robotfmt_srdf.codes:CODES",
)
