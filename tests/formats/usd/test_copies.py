"""Attributes that no reader understands: from one stage to another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Extension, ExtensionKind
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_usd.parts.copies import attribute

pytest.importorskip("pxr")
SOUND = BROKEN / "usd" / "sound.usda"
BASE = """        float physxRigidBody:linearDamping = 0.1
        int physxRigidBody:solverPositionIterationCount = 8
        int physxArticulation:solverPositionIterationCount = 16
        int physxArticulation:solverVelocityIterationCount = 4
        vector3f physics:velocity = (1, 0, 0.5)
        custom string remark = "mine"
        float3[] physxBase:rows = [(1, 2, 3), (4, 5, 6)]
"""
ROBOT = "        int physxArticulation:solverVelocityIterationCount = 2\n"
ELBOW = """        float physxLimit:angular:stiffness = 2
        float drive:angular:physics:targetPosition = 30
        uniform token drive:angular:physics:type = "acceleration"
        float physics:breakForce = 7
"""


def source(folder: Path, units: str = "metersPerUnit = 1") -> Path:
    """The sound stage with more attributes, in a place of its own."""
    text = SOUND.read_text(encoding="utf-8").replace("metersPerUnit = 1", units)
    places = (('PhysicsRevoluteJoint "elbow"', ELBOW), ('def Xform "base"', BASE), ('def Xform "arm"', ROBOT))
    for place, more in places:
        start = text.index("{\n", text.index(place)) + 2
        text = text[:start] + more + text[start:]
    path = folder / "source.usda"
    path.write_text(text, encoding="utf-8")
    return path


def copied(folder: Path, path: Path, **options: str) -> tuple[dict[str, Extension], Report]:
    """What is unread in a stage that is made of another one, by name, and the report."""
    report, given = Report(), {f"usd.{name}": value for name, value in options.items()}
    robotfmt.convert(path, folder / "made.usda", report=report, settings=Settings(options=given), overwrite=True)
    return {each.name: each for each in robotfmt.read(folder / "made.usda").extensions}, report


def test_attributes_come_back_on_the_prims_of_the_new_stage(tmp_path: Path) -> None:
    found, report = copied(tmp_path, source(tmp_path))
    assert {name: (each.place, each.content) for name, each in found.items()} == {
        "physxRigidBody:linearDamping": ("/arm/Geometry/base", "float = 0.10000000149011612"),
        "physxRigidBody:solverPositionIterationCount": ("/arm/Geometry/base", "int = 8"),
        "physxArticulation:solverPositionIterationCount": ("/arm", "int = 16"),
        "physxArticulation:solverVelocityIterationCount": ("/arm", "int = 2"),
        "physxBase:rows": ("/arm/Geometry/base", "float3[] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]"),
        "physics:velocity": ("/arm/Geometry/base", "vector3f = [1.0, 0.0, 0.5]"),
        "physxLimit:angular:stiffness": ("/arm/Physics/elbow", "float = 2.0"),
        "drive:angular:physics:targetPosition": ("/arm/Physics/elbow", "float = 30.0"),
        "drive:angular:physics:type": ("/arm/Physics/elbow", 'uniform token = "acceleration"'),
        "physics:breakForce": ("/arm/Physics/elbow", "float = 7.0"),
    }
    assert report.having("usd.copied")
    assert [each.message for each in report.having("usd.no-words") if "remark" in each.message]
    text = (tmp_path / "made.usda").read_text(encoding="utf-8")
    physx = text.partition('variantSet "Physics"')[2].partition('"newton" ')[0]
    for api in ("PhysxRigidBodyAPI", "PhysxLimitAPI:angular", "PhysxArticulationAPI"):
        assert f'"{api}"' in physx
    assert text.count("physxRigidBody:linearDamping") == physx.count("float physxRigidBody:linearDamping = 0.1") == 1


def test_they_are_the_same_a_second_time(tmp_path: Path) -> None:
    first, _ = copied(tmp_path, source(tmp_path))
    (tmp_path / "made.usda").rename(tmp_path / "again.usda")
    second, report = copied(tmp_path, tmp_path / "again.usda")
    assert first == second
    assert not report.having("usd.copied")


def test_words_of_physx_are_lost_with_another_variant(tmp_path: Path) -> None:
    found, report = copied(tmp_path, source(tmp_path), physics="mujoco")
    assert not [name for name in found if name.startswith("physx")]
    assert "physics:breakForce" in found
    assert [each for each in report.having("usd.no-words") if "linearDamping" in each.message]


def test_numbers_in_other_units_are_not_copied(tmp_path: Path) -> None:
    path = source(tmp_path, "metersPerUnit = 0.01")
    contents = {each.name: each.content for each in robotfmt.read(path).extensions}
    assert contents["physics:breakForce"] == "float = 7.0 (units: 0.01 m, 1 kg, Z up)"
    assert not copied(tmp_path, path)[0]


@pytest.mark.parametrize(
    "content",
    [
        "float = x",
        "float = [1]",
        "float = true",
        "float3 = [1, 2]",
        "matrix4d = []",
        "token = 1",
        "int = 1.5",
        "asset = @a@",
        "float",
    ],
)
def test_content_that_is_no_value_is_not_written(content: str) -> None:
    made = Extension(format="usd", place="/a", kind=ExtensionKind.ATTRIBUTE, name="b", content=content)
    assert attribute(made) is None


def test_texts_cannot_end_the_value(tmp_path: Path) -> None:
    text = 'a" } def Xform "b" {'
    made = Extension(
        format="usd", place="/a", kind=ExtensionKind.ATTRIBUTE, name="b", content=f"string = {json.dumps(text)}"
    )
    assert attribute(made) == ("string", text)


def test_attributes_of_no_document_are_at_paths_of_the_new_stage(tmp_path: Path) -> None:
    robot = robotfmt.read(SOUND)
    here, elsewhere = (
        Extension(
            format="usd", place=place, kind=ExtensionKind.ATTRIBUTE, name="physics:breakForce", content="float = 7"
        )
        for place in ("/arm/Physics/elbow", "/arm/nowhere")
    )
    robotfmt.write(replace(robot, extensions=(here, elsewhere)), tmp_path / "made.usda", report=(report := Report()))
    assert [each.place for each in robotfmt.read(tmp_path / "made.usda").extensions] == ["/arm/Physics/elbow"]
    assert [each for each in report.having("usd.no-words") if "/arm/nowhere" in each.message]
