"""Real documents, and those of cuMotion's tests, whose names say whether cuMotion accepts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from reading import read_text
from real import CORPUS

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.facts import facts
from robotfmt.hub.proof import Files, differences, unexplained, untrue
from robotfmt.model import Robot
from robotfmt_xrdf import FORMAT

DOCUMENTS = CORPUS / "xrdf"
FILES = sorted(DOCUMENTS.rglob("*.xrdf"))
IDS = [str(path.relative_to(DOCUMENTS)) for path in FILES]
# Wrong only beside a URDF: the document itself is in order.
NEEDS_THE_ROBOT = {
    "robot_description_config__three_link_arm_robot_description_invalid_tool_frames",
    "shared__nv_mimic_with_invalid_default_position",
    "urdf_util__telescope_invalid_cspace_mimic",
    "xrdf_test__invalid_mismatched_joint_names",
}
# Fragments without a c-space, which the specification demands.
FRAGMENTS = {"xrdf_test__valid_geometry_multiple_with_clone"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.many,
    pytest.mark.skipif(not FILES, reason="the corpus of real documents is not here"),
]


def _read(data: bytes, robot: Robot | None = None) -> tuple[Robot, Context]:
    assert FORMAT.read is not None
    context = Context(output="a.xrdf")
    return FORMAT.read(Source("a.xrdf", data), robot, context), context


def _write(robot: Robot, version: str = "") -> tuple[bytes, Context]:
    """Written in a version, else in that of the document that the robot came from."""
    assert FORMAT.write is not None
    context = Context(output="a.xrdf", version=version or robot.layouts[0].version or "")
    return FORMAT.write(robot, context)["a.xrdf"], context


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_the_verdict_is_that_of_cumotion(path: Path) -> None:
    _, context = _read(path.read_bytes())
    if "__valid_" in path.stem and path.stem not in FRAGMENTS:
        assert context.report.errors == []
    if "invalid_" in path.stem and path.stem not in NEEDS_THE_ROBOT:
        assert context.report.errors != []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_document_is_the_same_after_one_writing(path: Path) -> None:
    robot, context = _read(path.read_bytes())
    data, writing = _write(robot)
    again, _ = _read(data)
    assert again.layouts[0].version == robot.layouts[0].version
    assert _write(again)[0] == data
    assert _read(_write(again)[0])[0] == again
    if robot.layouts[0].version == "1.0" or not context.report.errors:
        assert again == robot
        assert len(writing.report) == 0


@pytest.mark.parametrize("version", FORMAT.versions)
@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_conversion_proves_itself(path: Path, version: str) -> None:
    assert FORMAT.adapt is not None
    robot, context = _read(path.read_bytes())
    meshes = Files(context)
    claims = Context(output="a.xrdf", version=version)
    adapted = FORMAT.adapt(robot, claims)
    changed = differences(facts(robot), facts(adapted), FORMAT, meshes)
    assert unexplained(changed, claims.report) == []
    assert untrue(changed, claims.report) == []
    if robot.layouts[0].version == version and not context.report.errors:
        # Only a 'self_collision' without 'geometry', as three documents have it, is made whole.
        assert {each.code for each in claims.report if each.fate is not None} <= {"xrdf.collision-assumed"}
    back, reading = _read(_write(adapted, version)[0])
    if version == "2.0":
        assert not reading.report.having("xrdf.negative-radius")
    assert differences(facts(adapted), facts(back), FORMAT, meshes) == []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_real_documents_are_recognised(path: Path) -> None:
    assert FORMAT.sniff(path.read_bytes()) or "nonsequence_tool_frames" in path.stem


def test_nothing_is_left_over_of_documents_without_faults() -> None:
    for path in FILES:
        robot, context = _read(path.read_bytes())
        kept = [each.name for each in robot.extensions]
        assert not kept or context.report.errors or "Lakshya" in str(path), (path, kept)


def mappings(value: object) -> Iterator[dict[object, object]]:
    """Every mapping in a document."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from mappings(each)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DOCUMENTS)))
def test_nothing_in_a_document_of_the_corpus_is_passed_over(path: Path) -> None:
    try:
        document = yaml.safe_load(path.read_bytes())
    except yaml.YAMLError:
        pytest.skip("it is no YAML for PyYAML")
    if not isinstance(document, dict):
        pytest.skip("it is no mapping")
    found = list(mappings(document))
    for number, each in enumerate(found):
        each[f"zz_unknown{number}"] = {"k": [1, {"l": f"zz_value{number}"}]}
    data = yaml.safe_dump(document, sort_keys=False, width=10_000).encode()
    robot = read_text(data, "xrdf")
    kept = "".join(f"{each.name}: {each.content}" for each in robot.extensions)
    assert [each for each in range(len(found)) if f"zz_value{each}" not in kept] == []
