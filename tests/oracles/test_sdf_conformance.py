"""libsdformat's own documents, and documents that ask one question each: read alike, or otherwise for a reason."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from real import CORPUS, corpus, is_ok

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.hub.checking import check
from robotfmt.model import World
from robotfmt.settings import Settings

from .sdf_facts import differences, of_reading, of_world
from .test_sdf_readings import loaded

SDF = CORPUS / "sdf"
ROOTS = ("conformance/files/integration/model", "conformance/files/sdf", "conformance/files")
TOLERANCE = 1e-11
NEAR = 2
"""Lines between the start of an element and what is wrong in it."""
FLAT = "names such as n::F1 in one model are not made nested models"
CHANGED = "experimental:params changes what is included; it is reported and kept"
LENIENT = "libsdformat takes a number for another one without a word; we report it"
DIFFERENT = {
    "include_custom_model.sdf": CHANGED,
    "test_nested_include.sdf": CHANGED,
    "frame_only_model/model.sdf": "a frame of a model without links is on nothing",
    "partially_flattened.sdf": FLAT,
    "flattened_test_nested_model_with_frames.sdf": FLAT,
    "joint_complete.sdf": "axis2 of a revolute joint is kept as it stands",
    "resolve_uris.sdf": "polylines of several heights in one geometry are kept as they stand",
    "files/sdf/shapes.sdf": "polylines of several heights in one geometry are kept as they stand",
    "world_merge_include.sdf": "what is merged into a world is looked for elsewhere",
    "box_negative.sdf": LENIENT,
    "sphere_zero.sdf": LENIENT,
    "number_unit.sdf": LENIENT,
    "pose_hex.sdf": LENIENT,
    "plane_normal_zero.sdf": LENIENT,
    "include_file_scheme.sdf": "file://relative/path leads to no file",
    "mesh_filename_1_2.sdf": "filename is read as the uri that it became",
    "files/mimic.sdf": "at zero a link that follows is where its offset puts it",
    "mimic_cycle.sdf": "joints that follow one another move nothing",
    "model_and_world.sdf": "of a model and a world in one document the world is read",
    "trailing_second_root.sdf": "it is no XML",
    "version_text.sdf": "libsdformat reads nothing of an unknown version",
}
"""By the end of its path, what is read otherwise and why."""
OTHERWISE = {
    "doctype_entity.sdf": "entities are refused as unsafe",
    "flattened_1_7.sdf": "libsdformat crashes; it is read",
    "pose_comment.sdf": "a comment between numbers is skipped, as XML has it",
}
"""Questions that libsdformat refuses, or crashes at, of which we name another fault or none, and why."""


def documents() -> list[Path]:
    """The readings of documents that libsdformat 17 accepts."""
    found = corpus("sdf/conformance/readings/*.json", "sdf/probes/readings/*.json")
    return [path for path in found if is_ok(path) and b'.urdf","library"' not in path.read_bytes()]


def read(path: Path, report: Report) -> World:
    """A document, with the models of both collections."""
    settings = Settings(assets=Assets(roots=tuple(SDF / each for each in ROOTS)))
    return robotfmt.read_world(path, report=report, settings=settings)


def is_different(file: str) -> bool:
    """Whether a document is known to be read otherwise."""
    return f"/{file}".endswith(tuple(f"/{end}" for end in DIFFERENT))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
@pytest.mark.parametrize("path", documents(), ids=lambda path: path.stem)
def test_accepted_documents_are_read_alike(path: Path) -> None:
    reading = loaded(path)
    source = path.parents[1] / reading["file"]
    try:
        found = differences(of_reading(reading), of_world(read(source, Report())), TOLERANCE)
    except (RobotfmtError, RuntimeWarning) as error:  # a normal of length 0
        found = [str(error)]
    assert bool(found) == is_different(reading["file"]), found
    if found:
        pytest.skip(next(why for end, why in DIFFERENT.items() if f"/{reading['file']}".endswith(f"/{end}")))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
def test_every_known_difference_names_a_document_of_the_corpus() -> None:
    files = [loaded(path)["file"] for path in documents()]
    assert [end for end in DIFFERENT if not any(f"/{file}".endswith(f"/{end}") for file in files)] == []


NAMES = ("sdf.name",)
ENDS = ("sdf.joint-end", "sdf.frame-cycle", "sdf.unknown-frame")
DOCUMENT = ("sdf.not-sdf", "sdf.old-root", "sdf.version", "xml.syntax", "xml.declaration")
INCLUDED = ("sdf.include-not-found", "sdf.model-config")
SAME = {
    "ATTRIBUTE_INVALID": (*ENDS, "sdf.joint-type", "value.unknown", "value.missing"),
    "ATTRIBUTE_MISSING": (
        *("value.missing", "sdf.name", "sdf.joint-type", "sdf.include-not-found", "sdf.include-params"),
    ),
    "CONVERSION_ERROR": ("sdf.version",),
    "DUPLICATE_NAME": NAMES,
    "ELEMENT_INCORRECT_TYPE": ("sdf.several-roots",),
    "CRASH": ("sdf.include-cycle",),
    "ELEMENT_INVALID": (
        *("number.bad", "number.not-finite", "value.unknown"),
        *("sdf.material", "sdf.zero-axis", "robot.color-range"),
    ),
    "ELEMENT_MISSING": (*("sdf.material", "sdf.joint-end", "sdf.auto-inertia", "sdf.include-params", *INCLUDED),),
    "FILE_READ": (*DOCUMENT, *INCLUDED),
    "FRAME_ATTACHED_TO_INVALID": ENDS,
    "FRAME_ATTACHED_TO_CYCLE": ENDS,
    "JOINT_AXIS_EXPRESSED_IN_INVALID": ENDS,
    "JOINT_AXIS_MIMIC_INVALID": (
        *("robot.unknown-joint", "robot.mimic-still", "robot.coupling-cycle", "value.unknown"),
    ),
    "JOINT_CHILD_LINK_INVALID": ENDS,
    "JOINT_PARENT_LINK_INVALID": ENDS,
    "JOINT_PARENT_SAME_AS_CHILD": ENDS,
    "LINK_INERTIA_INVALID": (
        "robot.mass-not-positive",
        "robot.inertia-not-positive",
        "robot.inertia-triangle",
        "sdf.auto-inertia",
    ),
    "MERGE_INCLUDE_UNSUPPORTED": ("sdf.include-incomplete",),
    "MODEL_CANONICAL_LINK_INVALID": ENDS,
    "MODEL_PLACEMENT_FRAME_INVALID": ("sdf.include-incomplete",),
    "MODEL_WITHOUT_LINK": ("robot.no-links", "sdf.joint-end"),
    "PARSING_ERROR": DOCUMENT,
    "POSE_RELATIVE_TO_CYCLE": ENDS,
    "POSE_RELATIVE_TO_INVALID": ENDS,
    "RESERVED_NAME": NAMES,
    "URI_LOOKUP": INCLUDED,
}
"""By the first fault that libsdformat names: the codes that name the same."""
UNNAMED = {
    "bad_syntax_vector.sdf": "the gravity of a world without models",
    "nested_multiple_elements_error_world.sdf": "it is no XML, which is said",
    "fixed_joint_reduction_collision_visual_extension.sdf": "it is a URDF, of which another part is meant",
}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
def test_refused_documents_have_the_same_fault_at_the_same_line() -> None:
    settings = Settings(assets=Assets(roots=tuple(SDF / each for each in ROOTS)))
    refused, unnamed = 0, []
    for path in corpus("sdf/conformance/readings/*.json"):
        reading = loaded(path)
        if reading["ok"] or reading["file"].endswith(".urdf"):
            continue
        refused += 1
        first = reading["errors"][0]
        checks = check(path.parents[1] / reading["file"], settings=settings)
        found = [each for one in checks for each in one.report if each.code in SAME[first["code"]]]
        lines = {each.line for each in found}
        line = first.get("line")
        near = line is None or any(abs(line - (each or 0)) <= NEAR for each in lines)
        if not (lines - {None} and near):
            unnamed.append(reading["file"])
    assert refused > 80
    assert {each.rpartition("/")[2] for each in unnamed} <= set(UNNAMED)
    assert len(unnamed) <= refused * 0.05


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
def test_every_probe_document_is_read_alike_or_in_the_table_of_reasons() -> None:
    """Each is accepted and compared above, or refused with the same fault, or in the table of reasons."""
    settings = Settings(assets=Assets(roots=tuple(SDF / each for each in ROOTS)))
    readings = {it["file"]: it for it in map(loaded, corpus("sdf/probes/readings/*.json"))}
    with (SDF / "probes/VERDICTS.tsv").open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))
    other = []
    for row in rows:
        reading = readings.get(row["path"])
        if reading is not None and reading["ok"]:
            continue
        first = reading["errors"][0]["code"] if reading is not None else "CRASH"
        checks = check(SDF / "probes" / row["path"], settings=settings)
        if not any(each.code in SAME[first] for one in checks for each in one.report):
            other.append(row["path"].rpartition("/")[2])
    assert len(rows) > 270
    assert sorted(other) == sorted(OTHERWISE)
