"""Every format of the project keeps the contract that ``robotfmt.testing`` states for all formats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from featured import FEATURED
from real import FIXTURES, fixtures

from robotfmt.facts import facts
from robotfmt.formats import Feature, all_formats, of_input
from robotfmt.model.features import OF_WORLDS
from robotfmt.testing import Clause, Sample, contract

SILENT = {
    "collada": (
        # names by which parts of a document refer to one another
        *("*@id", "*@sid", "*@version", "*@encoding", "*/mesh/*"),
        # what programs say of themselves, and what is there for display only
        *("*/asset*", "*/library_effects/*", "*/library_visual_scenes/*", "*/library_physics_scenes/*"),
        *(
            "*/articulated_system@name",
            "*/material@name",
            "*/instance_visual_scene*",
            "*/instance_physics_scene*",
        ),
        # what OpenRAVE's own elements say again
        *("*/formula/technique_common*", "*/bind_joint_axis/value*", "*/equation/*"),
        # an axis by its number where the joint has one only, and the turn of a mass that is alike in all directions
        *("*AxisIndex@axis", "*/moveIONames@axis", "*/mass_frame/rotate*"),
    ),
    "choreonoid": ("format_version", "angle_unit", "root_link"),
    "curobo": ("robot_cfg/kinematics/format_version",),
    "lula": ("api_version",),
    # a model is named after its URDF
    "smurf": ("modelname",),
    # shapes of the world itself are a robot of their own, which is left behind
    "mjcf": ("mujoco/worldbody/geom@*",),
}
"""Patterns of what means nothing for a robot."""
HEAVY = (
    *("nothing-in-silence", "sabotage-is-noticed", "faults-are-found", "damage-is-refused"),
    "words-are-no-numbers",
)
WHOLE = (
    *(
        "complete.dae",
        "arm6",
        "ur10e",
        "gripper.urdf",
        "picker.sdf",
        "cell.world",
        "leg.xml",
        "arm.robot.xml",
    ),
    "picker.body",
    "leg.smurf",
)
"""The documents that have everything; the others are not tried value by value."""
SUFFIXES = (".urdf", ".srdf", ".xrdf", ".dae", ".yml", ".yaml", ".zae", ".sdf", ".world", ".body", ".smurf")
LONG = ("arm.robot.xml", "complete.dae", "leg.smurf", "picker.body", "picker.sdf", "ur10e.xrdf")
"""Those of them that take seconds for a clause."""
PATHS = [
    path
    for path in fixtures(*SUFFIXES)
    if path.parent.name not in ("spheres", "config")  # spheres alone, and numbers of a xacro document
] + [FIXTURES / "mjcf" / "leg.xml", *sorted((FIXTURES / "openrave_xml").glob("*.robot.xml"))]


def clauses() -> Iterator[Clause]:
    samples = [Sample(str(path), path.read_bytes()) for path in PATHS]
    kinds = [of_input(each.name, each.data) for each in samples]
    for format in all_formats():
        own = [each for each, kind in zip(samples, kinds, strict=True) if kind is format]
        whole = [each for each in own if str(each).startswith(WHOLE)]
        yield from contract(format, whole, silent=SILENT.get(format.name, ()))
        rest = contract(format, [each for each in own if each not in whole], without=HEAVY)
        yield from (each for each in rest if each.on != format.name)


def test_there_is_a_robot_for_every_feature() -> None:
    assert set(FEATURED) == set(Feature) - OF_WORLDS
    for feature, robot in FEATURED.items():
        assert any(fact.feature is feature for fact in facts(robot)), feature


def marks(clause: Clause) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.slow,) if clause.name in HEAVY and clause.on in LONG else ()


@pytest.mark.parametrize("clause", [pytest.param(each, id=str(each), marks=marks(each)) for each in clauses()])
def test_the_contract_is_kept(clause: Clause) -> None:
    clause.check()
