"""Robots that nothing holds: by their legs, wheels and rotors; and the base that is assumed of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import named_robots

import robotfmt
from robotfmt.kinematics.mobility import mobile_by
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Pose, Robot, Vector3

TURNS = Limits(lower=-1.5, upper=1.5, effort=9.0, velocity=1.0)
ENDLESS = Limits(lower=-1e16, upper=1e16, effort=9.0, velocity=1.0)


def joint(child: str, parent: str, at: Vector3, axis: Vector3 = (0, 1, 0), hard: Limits | None = TURNS) -> Joint:
    kind = JointType.CONTINUOUS if hard is None else JointType.REVOLUTE
    axes = (Axis(direction=axis, hard=hard),)
    return Joint(name=f"to_{child}", type=kind, parent=parent, child=child, pose_in_parent=Pose(at), axes=axes)


def robot(*joints: Joint) -> Robot:
    names = dict.fromkeys(name for each in joints for name in (each.parent, each.child) if name is not None)
    return Robot(name="r", links=tuple(Link(name=name) for name in names or ("body",)), joints=joints)


def limbs(number: int, down: float, side: float = 0.0) -> Robot:
    """A body with limbs of two joints: how far down they reach, and how far to the side."""
    upper = [joint(f"u{each}", "body", (0.1 * each, 0, 0)) for each in range(number)]
    lower = [joint(f"l{each}", f"u{each}", (side, 0, -down)) for each in range(number)]
    return robot(*upper, *lower)


def turning(number: int, axis: Vector3, height: float = 0.0, hard: Limits | None = None) -> Robot:
    """A body with parts that turn, and a mast."""
    parts = [joint(f"w{each}", "body", (0.1 * each, 0, height), axis, hard) for each in range(number)]
    return robot(*parts, joint("mast", "body", (0, 0, 0.2)), joint("top", "mast", (0, 0, 0.3)))


@pytest.mark.parametrize(
    ("given", "moves"),
    [
        (robot(), "no joints"),
        (limbs(4, 0.3), "legs"),
        (limbs(2, 0.3), "legs"),
        (limbs(1, 0.3), None),  # an arm at a ceiling
        (limbs(2, -0.3), None),  # two arms on a table
        (limbs(2, 0.05, side=0.5), "legs"),
        (turning(4, (0, 1, 0)), "wheels"),
        (turning(2, (0, 1, 0)), "wheels"),
        (turning(2, (0, 1, 0), hard=ENDLESS), "wheels"),
        (turning(1, (0, 1, 0)), None),
        (turning(2, (0, 1, 0), height=0.3), None),  # pulleys
        (turning(4, (0, 0, 1), hard=ENDLESS), "rotors"),
        (turning(2, (0, 0, 1)), None),
        (turning(4, (0, 0, 1), hard=TURNS), None),
    ],
)
def test_legs_wheels_and_rotors_move_a_robot(given: Robot, moves: str | None) -> None:
    assert mobile_by(given) == moves


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("go2_description/urdf/go2.urdf", "legs"),
        ("anymal_b_simple_description/robots/anymal.urdf", "legs"),
        ("talos_data/robots/talos_reduced.urdf", "legs"),
        ("tiago_description/robots/tiago_no_hand.urdf", "wheels"),
        ("iris_description/robots/iris.urdf", "rotors"),
        ("panda_description/urdf/panda.urdf", None),
        ("so_arm_description/urdf/so101.urdf", None),
        ("allegro_hand_description/urdf/allegro_left_hand.urdf", None),
        ("baxter_description/urdf/baxter.urdf", None),
    ],
)
def test_real_robots(name: str, moves: str | None) -> None:
    paths = named_robots([name], [])
    if not paths:
        pytest.skip("example-robot-data is not installed")
    assert [mobile_by(robotfmt.read(path)) for path in paths] == [moves] * len(paths)


FREES = "; it has legs: 'convert --base floating' frees it"
HOLDS = "; if it is bolted down, 'convert --base fixed' holds it"


@pytest.mark.parametrize(
    ("given", "suffix", "hint"),
    [
        (limbs(4, 0.3), "xml", FREES),
        (limbs(4, 0.3), "body", FREES),
        (limbs(4, 0.3), "sdf", ""),
        (limbs(1, 0.3), "sdf", HOLDS),
        (limbs(1, 0.3), "xml", ""),
    ],
)
def test_the_other_base_is_named_where_the_robot_looks_like_it(
    given: Robot, suffix: str, hint: str, tmp_path: Path
) -> None:
    source = tmp_path / "r.urdf"
    robotfmt.write(given, source)
    report = robotfmt.convert(source, tmp_path / f"r.{suffix}").report
    (message,) = [each.message for each in report if each.code == "convert.assumed-base"]
    assumed = "floating" if suffix == "sdf" else "fixed"
    assert message == f"robot: no base given; assuming '{assumed}'{hint}"
    chosen = robotfmt.convert(source, tmp_path / f"c.{suffix}", base="floating").report
    assert not [each for each in chosen if each.code == "convert.assumed-base"]
