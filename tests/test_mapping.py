"""The mapping documents name the codes that there are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from featured import FEATURED, PLAIN

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.facts import facts
from robotfmt.formats import Feature, all_formats
from robotfmt.hub.proof import Files, kept
from robotfmt.model import Joint, JointType, Robot
from robotfmt.model.record import replace

CONVERTERS = Path(__file__).resolve().parent.parent / "converters"


@pytest.mark.parametrize(
    "name",
    [
        "urdf",
        "srdf",
        "collada",
        "xrdf",
        "curobo",
        "joint_limits",
        "lula",
        "mjcf",
        "openrave",
        "sdf",
        "choreonoid",
        "smurf",
        "openhrp",
        "usd",
    ],
)
def test_codes_in_a_mapping_exist_and_all_but_those_of_xrdf_are_there(name: str) -> None:
    codes = {each.slug for each in import_module(f"robotfmt_{name}.codes").CODES}
    reported = set(
        re.findall(rf"`({name}\.[a-z-]+)`", (CONVERTERS / f"robotfmt_{name}" / "MAPPING.md").read_text("utf-8"))
    )
    assert reported <= codes
    assert name == "xrdf" or codes <= reported


WISH = re.compile(r"^\| ([\w ,]+) \| (supported|refused) \| (.*?) ?\| .* \| (.*?) \|$", re.MULTILINE)
HELD = Joint(name="cup", type=JointType.ON_OFF, parent="hand", child="part")
PROPOSALS: dict[str, tuple[Robot, tuple[str, ...]]] = {
    "closed loops": (FEATURED[Feature.LOOPS], ("loop/socket",)),
    "groups": (FEATURED[Feature.GROUPS], ("group/",)),
    "sensors": (FEATURED[Feature.SENSORS], ("sensor/",)),
    "zero, default and saved states": (
        replace(
            FEATURED[Feature.STATES],
            default_positions=FEATURED[Feature.DEFAULT_POSITIONS].default_positions,
            cspace=FEATURED[Feature.DEFAULT_POSITIONS].cspace,
            scene_positions=FEATURED[Feature.SCENE].scene_positions,
        ),
        ("state/", "default position/", "scene position/"),
    ),
    "motors": (FEATURED[Feature.ACTUATORS], ("actuator/",)),
    "controllers": (FEATURED[Feature.CONTROLLERS], ("controller/",)),
    "vacuum joints": (
        replace(PLAIN, links=(*PLAIN.links, replace(PLAIN.links[-1], name="part")), joints=(*PLAIN.joints, HELD)),
        ("joint/cup/type",),
    ),
}
"""A robot that shows what each proposal is about, and the facts that say so."""


def proposals() -> dict[str, tuple[str, str, str]]:
    """The proposals of URDF 2 in the mapping of URDF: the verdict, the names in the model, the outputs."""
    text = (CONVERTERS / "robotfmt_urdf" / "MAPPING.md").read_text("utf-8").partition("## URDF 2's proposals")[2]
    return {each.group(1): (each.group(2), each.group(3), each.group(4)) for each in WISH.finditer(text)}


def test_every_proposal_of_urdf_2_has_a_line() -> None:
    others = {"several robots", "versioning", "modular structure, world files"}
    assert proposals().keys() == PROPOSALS.keys() | others
    for name in re.findall(r"`Robot\.(\w+)`", " ".join(model for _, model, _ in proposals().values())):
        assert name in Robot.__annotations__


@pytest.mark.parametrize("proposal", PROPOSALS)
def test_a_proposal_is_held_by_the_outputs_that_are_named(proposal: str, tmp_path: Path) -> None:
    robot, paths = PROPOSALS[proposal]
    able = set()
    for format in (each for each in all_formats() if each.write is not None):
        path = tmp_path / f"robot{format.suffixes[0]}"
        robotfmt.write(robot, path, allow=["mjcf.massless"])
        after = facts(robotfmt.read(path))
        same = {"/".join(each) for each in kept(facts(robot), after, Files(Context(report=Report())))}
        if any(each.startswith(paths) for each in same):
            able.add(format.name)
    assert set(re.findall(r"`(\w+)`", proposals()[proposal][2])) == able
