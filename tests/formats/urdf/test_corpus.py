"""Real documents come back as they were, to the byte when they are written twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from canonical import changed, rows
from reading import context_for, read_text
from real import CORPUS, corpus, example_robots

from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.facts.difference import diff
from robotfmt.hub.outputs import outputs_of, settled
from robotfmt.model import Geometry, JointType, Link, Robot, Sphere
from robotfmt.model.record import replace
from robotfmt.settings import Settings, format_context
from robotfmt_urdf.writer import write

DOCUMENTS = [*corpus("urdf/**/*.urdf"), *example_robots()]
IDS = [f"{path.parent.parent.name}-{path.stem}" for path in DOCUMENTS]
UNREADABLE = {
    "NextageOpen.urdf": "urdf.xacro",
    "bad.urdf": "xml.syntax",
    "error_no_urdf_xml.urdf": "urdf.not-a-robot",
    "error_xml_syntax.urdf": "xml.syntax",
    "pr2_desc.urdf": "urdf.xacro",
    "soup_can.urdf": "urdf.xacro",
}
REPAIRED: dict[str, tuple[int, set[str]]] = {
    "multibody/benchmarking/cassie_v2.urdf": (32, {"urdf.unlimited"}),
    "kuka_iiwa_robot/kuka_iiwa_robot.urdf": (14, {"urdf.unlimited"}),
    "sdf_parser_test/interface_api_test/arm.urdf": (2, {"urdf.unlimited"}),
    "benchmarks/acrobot/acrobot.urdf": (
        10,
        {"urdf.unlimited", "urdf.assumed-limit", "urdf.unnamed-material"},
    ),
    "share/model/SR1/SR1.urdf": (2, {"urdf.unnamed-material"}),
    "assets/cage.urdf": (2, {"urdf.assumed-name"}),
    "robots/ur_description/urdf/ur3.urdf": (2, {"urdf.assumed-name"}),
    "urdf_parser_test/accepting_renderer.urdf": (10, {"urdf.capsule"}),
    "urdf_parser_test/all_geometries_as_collision.urdf": (10, {"urdf.capsule"}),
    "tests/data/error_dupilcate_material_names.urdf": (2, {"urdf.material-again"}),
    "tests/data/error_joint_axis_0.urdf": (2, {"urdf.assumed-limit"}),
    "tests/data/fixed_joint_axis_0.urdf": (2, {"urdf.assumed-limit"}),
}
"""Documents that do not come back as they were: how many rows change, and which diagnostics tell why."""
OLD_NOISE = re.compile(rb"<noise>(?:(?!</noise>).)*<rate>", re.DOTALL)
"""Noise of an IMU that is that of each axis, which is written for each: rows change, and no fact."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.many,
    pytest.mark.skipif(not DOCUMENTS, reason="neither example-robot-data nor the corpus is here"),
]


def written(robot: Robot, report: Report) -> bytes:
    """The robot as URDF, as a conversion writes it; robots with errors too."""
    (its,) = settled(outputs_of(["robot.urdf"], Settings()), robot)
    context = format_context(its.format, Settings(), report, str(its.path), its.version)
    assert its.format.adapt is not None
    assert its.format.write is not None
    return its.format.write(its.format.adapt(robot, context), context)["robot.urdf"]


def repairs(path: Path) -> tuple[int, set[str]]:
    """What may change in a document."""
    found = (repair for end, repair in REPAIRED.items() if str(path).endswith(f"/{end}"))
    return next(found, (0, set()))


@pytest.mark.parametrize("path", DOCUMENTS, ids=IDS)
def test_a_document_is_written_unchanged_but_for_reported_repairs(path: Path) -> None:
    data, report = path.read_bytes(), Report()
    try:
        robot = read_text(data, "urdf", report, name="robot.urdf")
    except RobotfmtError as error:
        assert UNREADABLE.get(path.name) == error.code.slug
        return
    assert path.name not in UNREADABLE
    once = written(robot, report)
    again = read_text(once, "urdf", name="robot.urdf")
    assert written(again, Report()) == once
    number, codes = repairs(path)
    if not OLD_NOISE.search(data):
        assert len(changed(data, once)) == number, changed(data, once)
    assert codes <= {each.code for each in report}
    if not number:
        assert again == robot
    if not codes:
        assert diff(robot, again) == []


def plain(it: Geometry) -> Geometry:
    """A ball with the contact and the look of a shape."""
    return Geometry(
        shape=Sphere(1.0),
        purpose=it.purpose,
        surface=it.surface,
        laser_retro=it.laser_retro,
        script=it.script,
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=IDS)
def test_blocks_come_from_the_model_alone(path: Path) -> None:
    try:
        robot = read_text(path.read_bytes(), "urdf", name=str(path))
    except RobotfmtError:
        assert path.name in UNREADABLE
        return
    blocks = Robot(
        links=tuple(
            Link(
                name=each.name,
                visuals=tuple(map(plain, each.visuals)),
                collisions=tuple(map(plain, each.collisions)),
                simulation=each.simulation,
            )
            for each in robot.links
        ),
        joints=tuple(replace(each, type=JointType.FIXED, axes=()) for each in robot.joints),
        transmissions=robot.transmissions,
        controllers=robot.controllers,
        simulation=robot.simulation,
    )
    data = write(blocks, context_for("urdf"))["out"]
    assert replace(read_text(data, "urdf"), layouts=()) == blocks


@pytest.mark.skipif(not corpus("urdf/**/*.urdf"), reason="the corpus of real documents is not here")
def test_every_repair_is_seen() -> None:
    assert len(DOCUMENTS) > 350
    seen = {end for end in REPAIRED for path in DOCUMENTS if str(path).endswith(f"/{end}")}
    assert seen == set(REPAIRED)
    assert {path.name for path in corpus("urdf/**/*.urdf")} >= set(UNREADABLE)
    assert CORPUS.is_dir()


def test_the_canonical_form_distinguishes_different_documents() -> None:
    one = b'<!-- a --><r b="1.0 -0 x" a="1e-1"><c/><!-- d -->t 2.50</r>'
    assert rows(one) == ["<!-- a -->", 'r a="0.1" b="1.0 0.0 x" t 2.5', "  c", "  <!-- d -->"]
    same = b'<!-- a --><r  a=".1" b="1 0\tx">t 2.5<c></c><!-- d --></r>'
    assert changed(one, same) == []
    for other in (b"1e-1", b"<c/>", b"<!-- d -->", b"-0", b"2.50"):
        assert changed(one, one.replace(other, b"9")) != []
    assert changed(one, one.replace(b"<!-- a -->", b"")) != []
    assert changed(b"<r><a/><b/></r>", b"<r><b/><a/></r>") != []
    assert changed(b'<r xmlns="x"/>', b"<r/>") != []
