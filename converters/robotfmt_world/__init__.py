"""A world in JSON: robots in documents of their own, their places, and the joints between them."""

from __future__ import annotations

from robotfmt.formats import Carries, Feature, Format, Option

_MARK = b"robotfmt-world/"
_SNIFFED = 4096


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") and _MARK in head


_FULL = (
    Feature.NAME,
    Feature.ROBOTS,
    Feature.PLACEMENT,
    Feature.STATES,
    Feature.WORLD_JOINTS,
    Feature.WORLD_FRAMES,
    Feature.LIGHTS,
    Feature.GRAVITY,
    Feature.EXTENSIONS,
    # Of the joints between robots
    Feature.SPECIAL_JOINTS,
    Feature.LIMITS,
    Feature.VELOCITY,
    Feature.EFFORT,
    Feature.ACCELERATION,
    Feature.JERK,
    Feature.SOFT_LIMITS,
    Feature.DYNAMICS,
    Feature.SAFETY,
    Feature.CALIBRATION,
    Feature.MIMIC,
    Feature.JOINT_FLAGS,
    Feature.PLANNING,
    Feature.JOINT_PARAMETERS,
)

FORMAT = Format(
    name="world",
    title="World of robots in documents of their own",
    versions=("1",),
    suffixes=(".world.json",),
    sniff=_sniff,
    carries=dict.fromkeys(_FULL, Carries.FULL),
    robots="urdf",
    read="robotfmt_world.reader:read",
    read_world="robotfmt_world.reader:read_world",
    adapt_world="robotfmt_world.writer:adapt_world",
    write_world="robotfmt_world.writer:write_world",
    options=(
        Option(
            "robots",
            ("urdf", "sdf", "collada", "mjcf", "openrave", "smurf", "choreonoid", "usd"),
            "format of the robots' documents, which are written next to the world",
        ),
    ),
    codes="robotfmt_world.codes:CODES",
)
