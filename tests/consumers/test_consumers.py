"""What the program that reads an output has of a robot is what the program that reads the source has, or is reported.

Nothing here reads a document with robotfmt: URDF is judged by pinocchio, SDF by Drake, MJCF by MuJoCo, COLLADA by ROS's
collada_parser; of its XML OpenRAVE itself has left readings.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from real import FIXTURES, corpus, example_robots, example_srdfs, some

from .judge import unclaimed

_UNREAD = {
    "falcon.urdf": "names a link that it does not have",
    "ur3.urdf": "is a piece of xacro",
    "deformable_teddy.sdf": "is of cloth, which is no body for Drake",
    "cart-1_4.sdf": "has a screw, which is two coupled joints elsewhere",
    "picker.sdf": "has a screw too",
    "links_with_visuals_and_collisions.sdf": "has free bodies among others: six degrees of freedom each in MuJoCo",
    "frames_as_joint_parent_or_child.sdf": "has links of one name in several models",
    "ten_armature_3.xml": "has another robot",
    "ten_armature_4.xml": "has another robot",
    "cartpole.xml": "has bodies that are only shown (mocap)",
    "lefthand.kinbody.xml": "has empty anchors, at which OpenRAVE gave up its joints",
    "righthand.kinbody.xml": "has empty anchors too",
    "contactworld2.env.xml": "has two joints to one body, a loop that Drake does not make",
    "surfboard.env.xml": "has two joints to one body too",
    "youbot_dual.robot.xml": "has two joints to one body too",
    "rightleg.robot.xml": "has no links",
}
"""Documents that are judged by no one, and why."""


def _alone(paths: list[Path], *words: bytes) -> list[Path]:
    """Documents without some words: those that have files which are not here, or several robots."""
    return [each for each in paths if each.name not in _UNREAD and not any(it in each.read_bytes() for it in words)]


SOURCES = {
    "urdf": [
        *sorted(FIXTURES.glob("*/*.urdf")),
        *some([each for each in example_robots() if each.name not in _UNREAD], 3),
    ],
    "sdf": [
        *_alone(sorted((FIXTURES / "sdf").glob("*.sdf"))),
        *some(_alone(corpus("sdf/real/files/**/*.sdf"), b"<world", b"<include", b"gearbox"), 9),
    ],
    "mjcf": [
        *sorted((FIXTURES / "mjcf").glob("*.xml")),
        *some(_alone(corpus("mjcf/files/**/*.xml"), b"file=", b"<include", b"<attach", b"<flex", b"<composite"), 4),
    ],
    "collada": some([each for each in corpus("collada/*/*.[dz]ae") if "khronos" not in each.parent.name], 3),
    "openrave": some(_alone(corpus("legacy/openrave-xml/**/*.xml")), 24),
}
_URDFS = {each.stem: each for each in reversed(example_robots()) if each.name not in _UNREAD}
DESCRIBED = [
    *((each.with_suffix(".urdf"), each) for each in sorted(FIXTURES.glob("*/*.srdf"))),
    *some([(_URDFS[each.stem], each) for each in example_srdfs() if each.stem in _URDFS], 3),
]
"""URDFs with their SRDFs."""
TARGETS = {
    "urdf": ("mjcf", "sdf"),
    "sdf": ("mjcf", "urdf"),
    "mjcf": ("sdf", "urdf"),
    "collada": ("urdf", "mjcf", "sdf"),
    "openrave": ("urdf", "mjcf", "sdf"),
}
CASES = [
    pytest.param((path,), source, target, id=f"{source}-{target}-{path.stem}")
    for source, paths in SOURCES.items()
    for target in TARGETS[source]
    for path in paths
] + [
    pytest.param(paths, "urdf", target, id=f"srdf-{target}-{paths[1].stem}")
    for target in TARGETS["urdf"]
    for paths in DESCRIBED
]


@pytest.mark.parametrize(("paths", "source", "target"), CASES)
def test_the_reading_program_has_what_the_report_does_not_claim(
    paths: tuple[Path, ...], source: str, target: str, tmp_path: Path
) -> None:
    assert [f"{each.subject}: {each.words}" for each in unclaimed(paths, source, target, tmp_path)] == []
