"""cuRobo's robot configuration: the YAML that NVIDIA's cuRobo reads together with a URDF, in its versions 1 and 2."""

from __future__ import annotations

import re

from robotfmt.formats import Carries, Feature, Format

from .document.keys import PER_JOINT

_SNIFFED = 1_000_000  # where keys are in alphabetical order, much may stand before 'kinematics'
_WRAPPED = re.compile(rb"""^(?:\{[ \t]*)?["']?robot_cfg["']?[ \t]*:""", re.MULTILINE)
_BARE = re.compile(rb"""^["']?kinematics["']?[ \t]*:""", re.MULTILINE)
_OWN_KEY = re.compile(
    rb"""^[ \t]+["']?(?:base_link|ee_link|tool_frames|collision_link_names)["']?[ \t]*:""", re.MULTILINE
)
_XRDF = re.compile(rb"""^["']?format["']?[ \t]*:[ \t]*["']?xrdf\b""", re.MULTILINE)


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    if _XRDF.search(head):
        return False
    return bool(_WRAPPED.search(head) or (_BARE.search(head) and _OWN_KEY.search(head)))


_LINKS = ("collision_spheres", "collision_sphere_buffer", "self_collision_buffer", "self_collision_ignore")
_LISTS = ("mesh_link_names", "collision_link_names", "grasp_contact_link_names", "link_names", "tool_frames")
NAMES = {
    **{f"robot_cfg/kinematics/{key}/*": "link" for key in (*_LINKS, "extra_links", "extra_collision_spheres")},
    **{f"robot_cfg/kinematics/cspace/{key}/*": "joint" for key in PER_JOINT},
    "robot_cfg/kinematics/lock_joints/*": "joint",
    **{f"robot_cfg/kinematics/{key}/*=": "link" for key in _LISTS},
    **{f"robot_cfg/kinematics/{key}=": "link" for key in ("base_link", "ee_link")},
    **{
        f"robot_cfg/kinematics/extra_links/*/{key}=": kind
        for key, kind in (("link_name", "link"), ("parent_link_name", "link"), ("joint_name", "joint"))
    },
    "robot_cfg/kinematics/self_collision_ignore/*/*=": "link",
    "robot_cfg/kinematics/cspace/joint_names/*=": "joint",
}

FORMAT = Format(
    name="curobo",
    title="cuRobo robot configuration",
    versions=("1", "2"),
    suffixes=(".yml", ".yaml"),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.CSPACE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.PARTIAL,
        Feature.TOOL_FRAMES: Carries.FULL,
        Feature.SPHERES: Carries.PARTIAL,
        Feature.BUFFERS: Carries.FULL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.PARTIAL,
        Feature.MODIFIERS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_curobo.reader:read",
    check="robotfmt_curobo.check:check",
    adapt="robotfmt_curobo.adapt:adapt",
    write="robotfmt_curobo.writer:write",
    names=NAMES,
    codes="robotfmt_curobo.codes:CODES",
)
