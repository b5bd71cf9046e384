"""Every real document is read, or refused for a reason that can be told: nothing crashes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from real import CORPUS, corpus, example_robots

import robotfmt
from robotfmt import RobotfmtError

from .oracle import require_example_robots

BIG = 20_000_000
DOCUMENTS = corpus("**/*.urdf", "**/*.xrdf", "**/*.dae", "**/*.zae")
BROKEN_OR_UNREADABLE = (1, 3)
TARGETS = {".urdf": ".dae", ".xrdf": ".xrdf", ".dae": ".urdf", ".zae": ".urdf"}
REFUSED = {
    "NextageOpen.urdf": "xacro that was not expanded",
    "bad.urdf": "not XML",
    "error_no_urdf_xml.urdf": "no robot",
    "error_xml_syntax.urdf": "not well-formed",
    "library_kinematics_model__kinematics_model__technique_common__link__instance_formula"
    "__formula_in_kinematics__formula_in_kinematics.dae": "not well-formed",
    "pr2_desc.urdf": "xacro that was not expanded",
    "soup_can.urdf": "xacro that was not expanded",
}
"""What no reader of XML can read."""
REFUSED_OF_PYBULLET = {
    "husky.urdf": "xacro that was not expanded",
}


def of_pybullet() -> list[Path]:
    """The URDFs of pybullet's data, which may be there; of its thousand generated ones each hundredth."""
    if find_spec("pybullet_data") is None:
        return []
    folder = Path(str(import_module("pybullet_data").getDataPath()))
    found = sorted(folder.rglob("*.urdf"))
    generated = [path for path in found if path.is_relative_to(folder / "random_urdfs")]
    return sorted({*found} - {*generated}) + generated[::100]


def readable(path: Path) -> bool:
    """Whether everything in a document can be read; it is either read or refused politely."""
    read: Callable[[Path], object] = robotfmt.read if path.suffix == ".xrdf" else robotfmt.read_world
    try:
        read(path)
    except RobotfmtError as error:
        assert error.exit_code in BROKEN_OR_UNREADABLE, error
        assert str(error)
        return False
    return True


def named(path: Path, folder: Path) -> object:
    """A case of a test, called by where the document is."""
    marks = [pytest.mark.slow] if path.stat().st_size > BIG else []
    return pytest.param(path, id=str(path.relative_to(folder)), marks=marks)


@pytest.mark.skipif(not DOCUMENTS, reason="the corpus of real documents is not here")
@pytest.mark.parametrize("path", [named(path, CORPUS) for path in DOCUMENTS])
def test_a_document_of_the_corpus_is_read_unless_it_is_unreadable(path: Path) -> None:
    assert readable(path) is (path.name not in REFUSED)


@pytest.mark.skipif(not DOCUMENTS, reason="the corpus of real documents is not here")
@pytest.mark.parametrize("path", [named(path, CORPUS) for path in DOCUMENTS])
def test_a_document_of_the_corpus_is_converted_with_proof_unless_it_is_broken(
    path: Path, tmp_path: Path
) -> None:
    output = tmp_path / f"robot{TARGETS[path.suffix]}"
    try:
        done = robotfmt.convert([path], [output])
    except RobotfmtError as error:
        # Above all no InternalError: a difference that nothing explains.
        assert error.exit_code in BROKEN_OR_UNREADABLE, error
        assert not output.exists()
    else:
        assert output in done.files


@pytest.mark.skipif(not DOCUMENTS, reason="the corpus of real documents is not here")
@pytest.mark.parametrize(("suffix", "least"), [(".urdf", 300), (".xrdf", 80), (".dae", 40), (".zae", 15)])
def test_the_corpus_has_documents_of_every_format(suffix: str, least: int) -> None:
    assert sum(path.suffix == suffix for path in DOCUMENTS) >= least


@pytest.mark.parametrize("path", [named(path, path.parents[2]) for path in example_robots()])
def test_an_example_robot_is_read(path: Path) -> None:
    assert readable(path)


def test_there_are_example_robots() -> None:
    require_example_robots()
    assert len(example_robots()) >= 60


NO_PYBULLET = [pytest.param(None, marks=pytest.mark.skip(reason="pybullet's robots are not here"))]


@pytest.mark.parametrize("path", [named(path, path.parents[1]) for path in of_pybullet()] or NO_PYBULLET)
def test_a_robot_of_pybullet_is_read_unless_it_is_unreadable(path: Path) -> None:
    assert readable(path) is (path.name not in REFUSED_OF_PYBULLET)
