"""The tables of words: what one writes it reads as the record that it supports, and further keys are only read."""

from __future__ import annotations

from typing import Any

import pytest
from filled import Filler

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.compose import compose
from robotfmt.documents.yaml.document import Mapping
from robotfmt.limits import Limits as Bounds
from robotfmt.model import Camera, Dynamics, ForceTorque, JointType, Light, LightType, Limits, Robot
from robotfmt.model.record import Record
from robotfmt.words.mappings import Words, read_parts
from robotfmt_choreonoid import words
from robotfmt_choreonoid.document.mappings import Part, Scope
from robotfmt_choreonoid.document.parsing import parse
from robotfmt_choreonoid.document.records import Mass, Paint, Scan
from robotfmt_choreonoid.document.values import in_unit

TABLES: list[tuple[type[Record], Words[Part, Any]]] = [
    *((Light, each) for each in words.LIGHTS.values()),
    *((Limits, each) for each in words.LIMITS.values()),
    (Camera, words.CAMERA),
    (ForceTorque, words.FORCE),
    (Mass, words.MASS),
    (Paint, words.PAINT),
    (Scan, words.SCAN),
]


def part(text: str, degrees: bool = False) -> Part:
    document = parse(text.encode(), "made.body", Report(), Bounds())
    assert isinstance(document.root, Mapping)
    return Part(document.root, Scope(Context(), document, degrees))


@pytest.mark.parametrize("degrees", [False, True])
@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_what_a_table_writes_it_reads(kind: type[Record], table: Words[Part, Any], degrees: bool) -> None:
    filled = Filler().record(kind)
    kept = table.supported(filled)
    data, _ = compose(in_unit(table.write(kept), degrees), Robot(), format="choreonoid")
    found = table.read(part(data.decode(), degrees), **{name: getattr(filled, name) for name in table.elsewhere})
    assert found == kept
    lost = {name for name in kind.compared_fields if getattr(kept, name) != getattr(filled, name)}
    assert {name for name in kind.compared_fields if name not in {*table.words, *table.elsewhere}} <= lost


@pytest.mark.parametrize(
    ("table", "text", "field", "value"),
    [
        (words.PAINT, "{diffuse_color: [1, 0, 0]}", "diffuse", (1.0, 0.0, 0.0, 1.0)),
        (words.PAINT, "{diffuse: [0, 1, 0], diffuse_color: [1, 0, 0]}", "diffuse", (0.0, 1.0, 0.0, 1.0)),
        (words.PAINT, "{specular_exponent: 128, shininess: 0.5}", "shininess", 1.0),
        (words.SCAN, "{yaw_range: 1, scanAngle: 2}", "yaw", 1.0),
        (words.LIMITS[JointType.PRISMATIC], "{joint_velocity_range: [-2, 3]}", "velocity", 2.0),
        (words.DYNAMICS, "{rotor_inertia: 2, gear_ratio: 3}", "armature", 18.0),
        (words.DYNAMICS, "{rotor_inertia: 2, joint_axis_inertia: 5}", "armature", 5.0),
    ],
)
def test_the_last_key_of_a_field_counts(table: Words[Part, Any], text: str, field: str, value: object) -> None:
    holder = part(text)
    assert getattr(table.read(holder), field) == value


def test_a_start_is_in_the_unit_of_its_joint() -> None:
    text = "{joint_displacement: 180}"
    turned = read_parts(part(text, degrees=True), words.STARTS[JointType.REVOLUTE])
    moved = read_parts(part(text, degrees=True), words.STARTS[JointType.PRISMATIC])
    assert turned["values"] == pytest.approx((3.14159265358979,))
    assert moved["values"] == (180.0,)


def test_a_record_that_gives_nothing_is_written_as_nothing() -> None:
    assert not any(each is not None for each in words.DYNAMICS.write(Dynamics(damping=1.0)).values())
    assert words.LIGHTS[LightType.POINT].supported(Light(type=LightType.POINT, falloff=1.0)).falloff is None
