"""The saved state of a world: not applied, and reported where it differs."""

from __future__ import annotations

import pytest
from reading import read_text

from robotfmt.diagnostics import Report


@pytest.mark.parametrize(
    ("pose", "names"),
    [
        ("1 2 3 0 0 0.5", []),
        ("1 2 3.0004 0 0 0.5", []),
        ("1 2 4 0 0 0.5", ["'mug' at 1 2 4 m"]),
        ("1 2 3 0 0 0.6", ["'mug' at 1 2 3 m"]),
        ("1 2 3", []),
    ],
)
def test_a_saved_state_is_not_applied_and_named_where_it_differs(pose: str, names: list[str]) -> None:
    text = f"""<sdf version="1.6"><world name="w">
      <model name="mug"><pose>1 2 3 0 0 0.5</pose><link name="l"/></model>
      <state world_name="w"><model name="mug"><pose>{pose}</pose></model></state></world></sdf>"""
    report = Report()
    world = read_text(text, "sdf", report=report)
    found = [each.message for each in report.having("sdf.saved-state")]
    assert found == [f"the saved state of world 'w' is not applied; it places {each}" for each in names]
    assert world.pose is not None
    assert world.pose.xyz == (1.0, 2.0, 3.0)


def test_a_model_that_only_a_saved_state_has_is_named() -> None:
    model = '<model name="mug"><link name="l"/></model>'
    state = '<state><model name="box"><pose>0 0 0 0 0 0</pose></model></state>'
    report = Report()
    read_text(f'<sdf version="1.6"><world name="w">{model}{state}</world></sdf>', "sdf", report=report)
    (found,) = report.having("sdf.saved-state")
    assert found.message.endswith("it places 'box', which the world does not have")
