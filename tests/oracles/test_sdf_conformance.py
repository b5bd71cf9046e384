"""libsdformat's own documents, and documents that ask one question each: read alike, or otherwise for a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import CORPUS, corpus

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report, Severity
from robotfmt.errors import InputError
from robotfmt.model import World
from robotfmt.settings import Settings

from .sdf_facts import differences, of_reading, of_world
from .test_sdf_readings import loaded

SDF = CORPUS / "sdf"
ROOTS = ("conformance/files/integration/model", "conformance/files/sdf", "conformance/files")
TOLERANCE = 1e-11
FLAT = "names such as n::F1 in one model are not made nested models"
CHANGED = "experimental:params changes what is included; it is reported and kept"
LENIENT = "libsdformat takes a number for another one without a word; we report it"
DIFFERENT = {
    "include_custom_model.sdf": CHANGED,
    "test_nested_include.sdf": CHANGED,
    "frame_only_model/model.sdf": "a frame of a model without links is on nothing",
    "partially_flattened.sdf": FLAT,
    "flattened_test_nested_model_with_frames.sdf": FLAT,
    "flattened_1_7_model.sdf": FLAT,
    "joint_complete.sdf": "axis2 of a revolute joint is kept as it stands",
    "resolve_uris.sdf": "several polylines in one geometry are kept as they stand",
    "files/sdf/shapes.sdf": "several polylines in one geometry are kept as they stand",
    "polylines_two.sdf": "several polylines in one geometry are kept as they stand",
    "world_merge_include.sdf": "what is merged into a world is looked for elsewhere",
    "box_negative.sdf": LENIENT,
    "sphere_zero.sdf": LENIENT,
    "number_unit.sdf": LENIENT,
    "pose_hex.sdf": LENIENT,
    "plane_normal_zero.sdf": LENIENT,
    "include_file_scheme.sdf": "file://relative/path leads to no file",
    "link_frame_same_name_1_6.sdf": "a frame below SDF 1.7 is read",
    "mesh_filename_1_2.sdf": "filename is read as the uri that it became",
    "files/mimic.sdf": "at zero a link that follows is where its offset puts it",
    "mimic_cycle.sdf": "joints that follow one another move nothing",
    "model_and_world.sdf": "of a model and a world in one document the world is read",
    "trailing_second_root.sdf": "it is no XML",
    "version_text.sdf": "libsdformat reads nothing of an unknown version",
}
"""By the end of its path, what is read otherwise and why."""


def documents() -> list[Path]:
    """The readings of documents that libsdformat 17 accepts."""
    found = corpus("sdf/conformance/readings/*.json", "sdf/probes/readings/*.json")
    return [
        path for path in found if (reading := loaded(path))["ok"] and not reading["file"].endswith(".urdf")
    ]


def read(path: Path, report: Report) -> World:
    """A document, with the models of both collections."""
    settings = Settings(assets=Assets(roots=tuple(SDF / each for each in ROOTS)))
    return robotfmt.read_world(path, report, settings)


def is_different(file: str) -> bool:
    """Whether a document is known to be read otherwise."""
    return file.endswith(tuple(DIFFERENT))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
@pytest.mark.parametrize("path", documents(), ids=lambda path: path.stem)
def test_what_is_accepted_is_read_alike(path: Path) -> None:
    reading = loaded(path)
    source = path.parents[1] / reading["file"]
    if is_different(reading["file"]):
        pytest.skip(next(why for end, why in DIFFERENT.items() if reading["file"].endswith(end)))
    assert differences(of_reading(reading), of_world(read(source, Report())), TOLERANCE) == []


FRAMES = (
    "JOINT_CHILD",
    "JOINT_PARENT",
    "JOINT_AXIS_EXPRESSED",
    "FRAME_ATTACHED",
    "POSE_RELATIVE",
    "MODEL_CANONICAL",
)
"""What the faults of frames and joints begin with."""
WITHOUT_ERROR = (
    "world_",  # joints and frames of worlds, of which a robot knows nothing
    "expressed_in_world",
    "model_without_links",  # said of every robot, whatever its format
)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of SDF is not here")
def test_faults_of_frames_and_joints_are_found_too() -> None:
    silent, count = [], 0
    for path in corpus("sdf/conformance/readings/*.json"):
        reading = loaded(path)
        codes = [each["code"] for each in reading["errors"]]
        if (
            reading["ok"]
            or not any(code.startswith(FRAMES) for code in codes)
            or reading["file"].endswith(".urdf")
        ):
            continue
        report = Report()
        count += 1
        try:
            read(path.parents[1] / reading["file"], report)
        except InputError:
            continue
        if not any(each.severity is Severity.ERROR for each in report):
            silent.append(f"{reading['file']}: {codes}")
    assert count > 20
    assert [each for each in silent if not any(part in each for part in WITHOUT_ERROR)] == []
