"""The table of what each format holds says what the formats do."""

from __future__ import annotations

from pathlib import Path

import pytest
from featured import FEATURED

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.facts import Path as FactPath
from robotfmt.facts import facts
from robotfmt.formats import Carries, Feature, Format, all_formats
from robotfmt.hub.proof import Files, kept

WRITTEN = [each for each in all_formats() if each.read is not None and each.write is not None]

ONLY_ALONE = {("srdf", Feature.NAME)}
"""What an overlay says only where it is read alone. Beside a URDF it does not name the robot, and no table says yes."""


def test_there_is_a_robot_for_every_feature() -> None:
    assert set(FEATURED) == set(Feature)
    for feature, robot in FEATURED.items():
        assert any(fact.feature is feature for fact in facts(robot)), feature


@pytest.mark.parametrize("feature", Feature, ids=lambda each: str(each.name))
@pytest.mark.parametrize("format", WRITTEN, ids=lambda each: str(each.name))
def test_a_feature_is_there_exactly_if_the_table_says_so(
    format: Format, feature: Feature, tmp_path: Path
) -> None:
    robot, output = FEATURED[feature], tmp_path / f"robot{format.suffixes[0]}"
    robotfmt.write(robot, output)
    before = [fact for fact in facts(robot) if fact.feature is feature]
    after = facts(robotfmt.read(output))
    same = kept(before, after, Files(Context(report=Report())))
    if (format.name, feature) in ONLY_ALONE:
        assert (format.holds(feature), format.overlay) == (Carries.NONE, True)
        return
    assert format.holds(feature) is share({each.path for each in before}, same, {each.path for each in after})


def share(paths: set[FactPath], same: set[FactPath], there: set[FactPath]) -> Carries:
    """How much of a feature there is: all, some or in another form, nothing."""
    if same == paths:
        return Carries.FULL
    return Carries.PARTIAL if paths & there else Carries.NONE
