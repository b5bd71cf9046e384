"""Real documents, and those of cuMotion's tests, whose names say whether cuMotion accepts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from reading import read_text

from robotfmt.context import Context, Source
from robotfmt.diagnostics import Severity
from robotfmt.facts import facts
from robotfmt.model import Robot
from robotfmt.proof import Files, differences, unexplained, untrue
from robotfmt_xrdf import FORMAT

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "xrdf"
FILES = sorted(CORPUS.rglob("*.xrdf"))
IDS = [str(path.relative_to(CORPUS)) for path in FILES]
# Wrong only beside a URDF: the document itself is in order.
NEEDS_THE_ROBOT = {
    "robot_description_config__three_link_arm_robot_description_invalid_tool_frames",
    "shared__nv_mimic_with_invalid_default_position",
    "urdf_util__telescope_invalid_cspace_mimic",
    "xrdf_test__invalid_mismatched_joint_names",
}
# Fragments without a c-space, which the specification demands.
FRAGMENTS = {"xrdf_test__valid_geometry_multiple_with_clone"}

pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real documents is not here")


def _read(data: bytes, robot: Robot | None = None) -> tuple[Robot, Context]:
    assert FORMAT.read is not None
    context = Context(output="a.xrdf")
    return FORMAT.read(Source("a.xrdf", data), robot, context), context


def _write(robot: Robot) -> tuple[bytes, Context]:
    assert FORMAT.write is not None
    context = Context(output="a.xrdf")
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
    if robot.layouts[0].version == "1.0":
        assert again == robot
        assert len(writing.report) == 0
    assert _read(_write(again)[0])[0] == again
    assert _write(again)[0] == data
    if context.report.having(Severity.ERROR):
        return
    assert len(writing.report) == 0


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_conversion_proves_itself(path: Path) -> None:
    assert FORMAT.adapt is not None
    robot, context = _read(path.read_bytes())
    meshes = Files(context)
    claims = Context(output="a.xrdf")
    adapted = FORMAT.adapt(robot, claims)
    changed = differences(facts(robot), facts(adapted), FORMAT, meshes)
    assert unexplained(changed, claims.report) == []
    assert untrue(changed, claims.report) == []
    back, _ = _read(_write(adapted)[0])
    assert differences(facts(adapted), facts(back), FORMAT, meshes) == []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_it_is_recognised(path: Path) -> None:
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
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
