"""The keeper: changes from a robot that documents describe to another one, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import robotfmt
from robotfmt.facts.difference import same_reference
from robotfmt.kept.changes import Ground, changes_of
from robotfmt.kept.restoring import Stale, restored
from robotfmt.model import (
    Axis,
    Geometry,
    Joint,
    JointType,
    JointValue,
    Limits,
    Link,
    Manipulator,
    Material,
    Mesh,
    NamedState,
    Origin,
    Pose,
    Robot,
    Rpy,
)
from robotfmt.model.completion import BadRecord
from robotfmt.model.record import replace

LIMITS = Limits(lower=-1.0, upper=1.0)
ELBOW = Joint(
    name="elbow",
    type=JointType.REVOLUTE,
    parent="base",
    child="arm",
    axes=(Axis(direction=(0.0, 0.0, 1.0), hard=LIMITS),),
)
FOUND = Robot(name="r", links=(Link(name="base"), Link(name="arm"), Link(name="hand")), joints=(ELBOW,))
HOME = NamedState(name="home", values=(JointValue(joint="elbow", values=(0.5,)),))


def with_limits(robot: Robot, **changes: float) -> Robot:
    axis = robot.joints[0].axes[0]
    limits = replace(axis.hard or Limits(), **changes)
    joint = replace(robot.joints[0], axes=(replace(axis, hard=limits),))
    return replace(robot, joints=(joint, *robot.joints[1:]))


WANTED = with_limits(replace(FOUND, states=(HOME,)), velocity=3.0)


def change_of(wanted: Robot, found: Robot = FOUND, folder: Path = Path()) -> Any:
    """The change, as it is in a file."""
    made = changes_of(wanted, found, Ground(same_file=same_reference, folder=folder))
    return None if made is None else json.loads(json.dumps(made))


def back(change: Any, found: Robot = FOUND) -> tuple[Robot, dict[str, str]]:
    """A robot with a change, and the changes that do not fit."""
    stale = Stale()
    return restored(found, change, stale), stale.found


ROBOTS = {
    "a field": with_limits(FOUND, velocity=3.0),
    "a part that is added": replace(FOUND, states=(HOME,)),
    "a part that is removed": replace(FOUND, links=FOUND.links[:2]),
    "the order": replace(FOUND, links=(FOUND.links[0], FOUND.links[2], FOUND.links[1], Link(name="tool"))),
    "parts without names": replace(
        FOUND,
        links=(
            replace(FOUND.links[0], visuals=(Geometry(shape=None, material=Material(shininess=0.5)),)),
            *FOUND.links[1:],
        ),
    ),
    "a simple value": replace(FOUND, tool_frames=("hand",)),
    "several at once": WANTED,
}


@pytest.mark.parametrize("wanted", ROBOTS.values(), ids=ROBOTS)
def test_a_change_leads_to_the_wanted_robot(wanted: Robot) -> None:
    made, stale = back(change_of(wanted))
    assert stale == {}
    assert robotfmt.diff(wanted, made) == []
    assert [each.name for each in made.links] == [each.name for each in wanted.links]


def test_an_equal_notation_is_no_change() -> None:
    assert change_of(FOUND) is None
    turned = replace(FOUND, joints=(replace(ELBOW, pose_in_parent=Pose(None, Rpy(0.0, 0.0, 0.0))),))
    assert change_of(turned) is None
    assert change_of(with_limits(FOUND, upper=1.0 + 1e-13)) is None


def test_numbers_of_the_document_may_change() -> None:
    made, stale = back(change_of(WANTED), with_limits(FOUND, lower=-0.25))
    assert stale == {}
    limits = made.joints[0].axes[0].hard
    assert limits == Limits(lower=-0.25, upper=1.0, velocity=3.0)


def test_a_value_of_the_document_is_not_overwritten() -> None:
    edited = with_limits(FOUND, velocity=1.0)
    made, stale = back(change_of(WANTED), edited)
    assert stale == {"joints/elbow/axes/0/hard/velocity": "was changed"}
    assert made.joints == edited.joints
    assert made.states == (HOME,)


def test_changes_of_a_renamed_joint_are_stale() -> None:
    renamed = robotfmt.edit.rename(FOUND, joints={"elbow": "bend"})
    made, stale = back(change_of(WANTED), renamed)
    assert stale.keys() == {"joints/elbow", "states/home"}
    assert stale["states/home"] == "names 'elbow', which no longer exists"
    assert made == renamed


def test_a_part_of_another_type_is_stale() -> None:
    slides = replace(FOUND, joints=(replace(ELBOW, type=JointType.PRISMATIC),))
    made, stale = back(change_of(with_limits(FOUND, velocity=3.0)), slides)
    assert stale == {"joints/elbow": "is another one now"}
    assert made == slides


ROW = replace(
    FOUND,
    joints=(ELBOW, Joint(name="elbow_2", type=JointType.CONTINUOUS, parent="arm", child="hand", axes=(Axis(),))),
)
"""A joint of two axes, as a document without such joints has it."""
WHOLE = replace(
    FOUND,
    links=(FOUND.links[0], FOUND.links[2]),
    joints=(replace(ELBOW, type=JointType.COMPOUND, child="hand", axes=(*ELBOW.axes, Axis())),),
)


def test_parts_that_name_each_other_change_together() -> None:
    made, stale = back(change_of(WHOLE, ROW), ROW)
    assert stale == {}
    assert robotfmt.diff(WHOLE, made) == []


@pytest.mark.parametrize(
    "edited",
    [
        with_limits(ROW, lower=0.0),
        replace(ROW, joints=(ROW.joints[0], replace(ROW.joints[1], type=JointType.FIXED, axes=()))),
        robotfmt.edit.rename(ROW, joints={"elbow_2": "lift"}),
    ],
)
def test_a_change_that_no_longer_fits_is_not_restored(edited: Robot) -> None:
    made, stale = back(change_of(WHOLE, ROW), edited)
    assert [each.name for each in made.links] == [each.name for each in edited.links]
    assert made.joints == edited.joints
    assert stale


def test_nothing_that_the_document_refers_to_is_removed() -> None:
    used = replace(ROW, manipulators=(Manipulator(name="grip", base="base", tip="arm"),))
    made, stale = back(change_of(WHOLE, ROW), used)
    assert "links/arm" in stale
    assert stale["links/arm"] == "is used by another part of the document"
    assert made == used


def test_files_are_named_from_the_folder_of_the_sidecar(tmp_path: Path) -> None:
    document = str(tmp_path / "in" / "r.urdf")
    shape = Geometry(origin=Origin(document), shape=Mesh(uri="meshes/a.stl"))
    link = Link(origin=Origin(document), name="base", visuals=(shape,))
    change = change_of(replace(FOUND, links=(link, *FOUND.links[1:])), FOUND, tmp_path / "out" / "deep")
    assert '"../../in/meshes/a.stl"' in json.dumps(change)


@pytest.mark.parametrize(
    "change",
    [
        {"fields": {"colour": {"value": 1, "was": None}}},
        {"fields": []},
        {"fields": {"name": {"parts": {}}}},
        {"fields": {"name": {}}},
        {"fields": {"states": {"parts": {"home": {"value": {"is": "Link"}, "was": None}}}}},
    ],
    ids=str,
)
def test_an_invalid_change_is_refused(change: Any) -> None:
    with pytest.raises(BadRecord):
        back(change)
