"""joint_limits.yaml: limits of joints for planning, as MoveIt and ros2_control read them, and roboplan's short form."""

from __future__ import annotations

import re

from robotfmt.formats import ASSUMED, LEFT_OUT, TARGET, UNKNOWN, Carries, Feature, Format, Option

from .document.targets import MOVEIT, TARGETS

_SNIFFED = 1_000_000
_LIMITS = re.compile(rb"""^(?:\{[ \t]*)?["']?joint_limits["']?[ \t]*:""", re.MULTILINE)
_PLANNING = re.compile(rb"""^[ \t]*["']?robot_description_planning["']?[ \t]*:""", re.MULTILINE)
_INSIDE = re.compile(rb"""^[ \t]+["']?joint_limits["']?[ \t]*:""", re.MULTILINE)


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    return bool(_LIMITS.search(head) or (_PLANNING.search(head) and _INSIDE.search(head)))


FORMAT = Format(
    name="joint_limits",
    title="joint limits for planning (MoveIt, roboplan)",
    versions=("1.0",),
    suffixes=("_joint_limits.yaml", "joint_limits.yaml", "joint_limits.yml"),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.LIMITS: Carries.FULL,
        Feature.VELOCITY: Carries.FULL,
        Feature.EFFORT: Carries.FULL,
        Feature.ACCELERATION: Carries.FULL,
        Feature.JERK: Carries.FULL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read="robotfmt_joint_limits.reader:read",
    adapt="robotfmt_joint_limits.adapt:adapt",
    write="robotfmt_joint_limits.writer:write",
    options=(
        Option(TARGET, (MOVEIT, *TARGETS), "program that will read the document; roboplan has lists, and no flags"),
        Option(
            UNKNOWN,
            (LEFT_OUT, ASSUMED),
            "acceleration and jerk limits that no document gives: left out, or assumed from effort and inertia",
        ),
    ),
    names={"joint_limits/*": "joint"},
    codes="robotfmt_joint_limits.codes:CODES",
)
