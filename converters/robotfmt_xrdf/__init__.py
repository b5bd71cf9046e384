"""XRDF, the Extended Robot Description Format of NVIDIA's Isaac and cuMotion, versions 1.0 and 2.0."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from robotfmt.formats import TARGET, Carries, Feature, Format, Option

from .codes import CODES
from .consumers import CONSUMERS, PORTABLE
from .versions import VERSIONS, WORLD

if TYPE_CHECKING:
    from robotfmt.context import Context
    from robotfmt.documents.source import Source
    from robotfmt.model import Robot

_FORMAT = re.compile(rb"""(?:^|[{,])[ \t]*["']?format["']?[ \t]*:[ \t]*["']?xrdf\b""", re.MULTILINE)
_SNIFFED = 1_000_000  # cuRobo writes the keys in alphabetical order, 'format' after the collision section


def _sniff(data: bytes) -> bool:
    head = data[:_SNIFFED]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    return _FORMAT.search(head.removeprefix(b"\xef\xbb\xbf")) is not None


def _read(source: Source, robot: Robot | None, context: Context) -> Robot:
    from .reader import read

    return read(source, robot, context)


def _check(source: Source, robot: Robot, context: Context) -> None:
    from .checks import check

    check(source, robot, context)


def _adapt(robot: Robot, context: Context) -> Robot:
    from .adapt import adapt

    return adapt(robot, context)


def _write(robot: Robot, context: Context) -> dict[str, bytes]:
    from .writer import write

    return write(robot, context)


def _judge(robot: Robot, context: Context) -> None:
    from .targets import judge

    judge(robot, context)


def _revise(source: Source, before: Robot, after: Robot, context: Context) -> bytes:
    from .writer import revise

    return revise(source, before, after, context)


_COLLISIONS = (*WORLD.values(), "self_collision")
NAMES = {
    "geometry/*": "spheres",
    "geometry/*/spheres/*": "link",
    "default_joint_positions/*": "joint",
    "self_collision/ignore/*": "link",
    "self_collision/ignore/*/*=": "link",
    "tool_frames/*=": "link",
    "cspace/joint_names/*=": "joint",
    **{f"{section}/buffer_distance/*": "link" for section in _COLLISIONS},
}

FORMAT = Format(
    name="xrdf",
    title="XRDF (Isaac / cuMotion)",
    versions=VERSIONS,
    suffixes=(".xrdf",),
    sniff=_sniff,
    overlay=True,
    carries={
        Feature.CSPACE: Carries.FULL,
        Feature.DEFAULT_POSITIONS: Carries.PARTIAL,
        Feature.TOOL_FRAMES: Carries.FULL,
        Feature.SPHERES: Carries.FULL,
        Feature.BUFFERS: Carries.FULL,
        Feature.IGNORED_PAIRS: Carries.FULL,
        Feature.PAIR_REASONS: Carries.PARTIAL,
        Feature.MODIFIERS: Carries.PARTIAL,
        Feature.EXTENSIONS: Carries.PARTIAL,
    },
    read=_read,
    check=_check,
    adapt=_adapt,
    write=_write,
    judge=_judge,
    options=(
        Option(
            TARGET,
            (PORTABLE, *CONSUMERS),
            "Which program will read the document: all that are known, or one of them, for which the rest is changed "
            "that it cannot do without. cuRobo loads version 2.0 without any spheres, so only 1.0 is written for it.",
            versions={name: consumer.versions for name, consumer in CONSUMERS.items()},
        ),
    ),
    revise=_revise,
    names=NAMES,
    codes=CODES,
)
