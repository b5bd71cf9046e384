"""One arm as XML and as a COLLADA archive, both by OpenRAVE's authors: what is the same, and why the rest is not."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from openrave_readings import ARCHIVES, data_path, laid, names_of_readings

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.compare.motion import Comparison, Movement, compare_robots
from robotfmt.model import JointType, Robot
from robotfmt.settings import Settings

pytestmark = pytest.mark.skipif(not names_of_readings(), reason="the corpus with OpenRAVE's readings is not there")
THIRD = 0.000_001
"""The archive writes a third with six digits, in the equations that bend the ends of the fingers."""
REASONS = {
    "inertial": "the archive was revised: other masses, and the inertia of a ball",
    "mesh": "the archive has the meshes inside",
    "color": "the archive has colours for them",
    "ambient": "the archive has colours for them",
    "handbase": "the archive has the palm on the last link of the arm",
    "dummyhand": "the archive has the palm on the last link of the arm",
    "effort": "the archive has none",
    "acceleration": "the archive was revised",
    "planning weight": "the archive has OpenRAVE's own",
    "resolution": "the archive has OpenRAVE's own",
    "multiplier": "the archive has a third with six digits",
    "position": "frames of joints: the archive has them elsewhere",
    "rotation": "frames of joints: the archive has them elsewhere",
    "axis": "frames of joints: the archive has them elsewhere",
    "anchor": "frames of joints: the archive has them elsewhere",
    "parent": "the archive has the palm on the last link of the arm",
    "tool": "the tool is given in another frame",
    "ik solver": "only the XML names a solver",
    "reason": "only the XML has adjacent links, the archive pairs without a reason",
    "ignored pair": "the archive has the pairs that OpenRAVE had found",
    "sensor": "only the archive has sensors",
    "interface": "only the archive names the type of the robot",
    "extension": "each has content of its own format",
    "name": "the archive has another name",
    "visual": "the archive has other shapes",
    "collision": "the archive has other shapes",
    "scene position": "the archive is shown in another pose",
}
"""Words of paths of facts, and why the twins differ there."""


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Robot, Robot]:
    folder = laid(tmp_path_factory.mktemp("twins"))
    settings = Settings(assets=Assets(environment={"OPENRAVE_DATA": data_path(folder)}))
    path = Path("rdiankov+openrave", "src", "robots", "barrettwam.robot.xml")
    return (
        robotfmt.read(folder / path, settings=settings),
        robotfmt.read(ARCHIVES / "barrett-wam-sensors.zae"),
    )


@pytest.fixture(scope="module")
def compared(twins: tuple[Robot, Robot]) -> Comparison:
    return compare_robots(*twins)


def test_the_limits_are_the_same(twins: tuple[Robot, Robot]) -> None:
    ours, twin = twins
    shared = [name for name in ours.joint_by_name if name in twin.joint_by_name]
    assert len(shared) == 15
    for name in shared:
        assert ours.joint(name).type is not JointType.FIXED
        one, other = ours.joint(name).limits, twin.joint(name).limits
        assert (one.lower, one.upper) == pytest.approx((other.lower, other.upper), abs=1e-9), name


def test_links_move_alike_up_to_a_constant_frame(compared: Comparison) -> None:
    """But for the ends of the fingers, where the archive has a third with six digits."""
    assert len(compared.movements) == 16
    different = compared.having(Movement.DIFFERENT)
    assert {each.link for each in different} == {"Finger0-2", "Finger1-2", "Finger2-2"}
    assert all(each.angle < math.pi * THIRD and each.distance < THIRD for each in different)


def test_every_other_difference_has_its_reason(compared: Comparison) -> None:
    unexplained = [
        each.subject for each in compared.differences if not any(word in step for word in REASONS for step in each.path)
    ]
    assert unexplained == []
    used = {word for word in REASONS for each in compared.differences if any(word in step for step in each.path)}
    assert set(REASONS) == used
