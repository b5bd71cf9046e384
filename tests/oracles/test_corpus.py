"""Every real document is read, or refused for a reason that can be told: nothing crashes."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree
from real import CORPUS, corpus, example_robots

import robotfmt
from robotfmt import RobotfmtError
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.formats import all_formats, of_input
from robotfmt.settings import Settings, format_context

from .oracle import require_example_robots

pytestmark = pytest.mark.many
BIG = 20_000_000
DOCUMENTS = corpus("**/*.urdf", "**/*.xrdf", "**/*.dae", "**/*.zae")
BROKEN_OR_UNREADABLE = (1, 3)
WRITTEN = [format.suffixes[0] for format in all_formats() if format.write is not None]
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


def conversions() -> list[object]:
    """Each document, and two of the formats that it goes into: all take turns."""
    found: list[object] = []
    for number, path in enumerate(DOCUMENTS):
        for step in range(2):
            suffix = WRITTEN[(2 * number + step) % len(WRITTEN)]
            found.append(pytest.param(path, suffix, id=f"{path.relative_to(CORPUS)}-{suffix}"))
    return found


@pytest.mark.skipif(not DOCUMENTS, reason="the corpus of real documents is not here")
@pytest.mark.parametrize(("path", "suffix"), conversions())
def test_a_document_of_the_corpus_is_converted_with_proof_unless_it_is_broken(
    path: Path, suffix: str, tmp_path: Path
) -> None:
    output = tmp_path / f"robot{suffix}"
    try:
        done = robotfmt.convert(path, output)
    except RobotfmtError as error:
        # Above all no InternalError: a difference that nothing explains.
        adds_to_a_robot = path.suffix == ".xrdf" and error.code.slug == "convert.no-robot"
        assert adds_to_a_robot or error.exit_code in BROKEN_OR_UNREADABLE, error
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


def marked(data: bytes, most: int = 40) -> tuple[bytes, set[str]]:
    """A document with something unknown in elements all over it, and what that is called."""
    root = etree.fromstring(data)
    found = [each for each in root.iter() if isinstance(each.tag, str)]
    marks: set[str] = set()
    for number, element in enumerate(found[:: max(1, len(found) // most)]):
        element.set(f"zz_attribute{number}", "1")
        namespace = etree.QName(element).namespace
        name = f"zz_element{number}"
        etree.SubElement(element, f"{{{namespace}}}{name}" if namespace else name)
        marks |= {f"zz_attribute{number}", name}
    return etree.tostring(root), marks


XML = [each for each in DOCUMENTS if each.suffix in (".urdf", ".dae") and each.name not in REFUSED]


@pytest.mark.skipif(not XML, reason="the corpus of real documents is not here")
@pytest.mark.parametrize("path", [named(path, CORPUS) for path in XML])
def test_nothing_in_a_document_of_the_corpus_is_passed_over(path: Path) -> None:
    try:
        data, marks = marked(path.read_bytes())
    except etree.XMLSyntaxError:
        pytest.skip("it is mended before it is read")
    format = of_input(str(path), data)
    context = format_context(format, Settings(), Report())
    source = Source(str(path), data)
    if format.read_world is not None:
        world = format.read_world(source, context)
        found = [*world.extensions, *(each for it in world.robots for each in it.robot.extensions)]
    else:
        assert format.read is not None
        found = list(format.read(source, None, context).extensions)
    kept = {mark for each in found for mark in re.findall(r"zz_[a-z]+\d+", f"{each.name} {each.content}")}
    assert kept == marks


NO_PYBULLET = [pytest.param(None, marks=pytest.mark.skip(reason="pybullet's robots are not here"))]


@pytest.mark.parametrize("path", [named(path, path.parents[1]) for path in of_pybullet()] or NO_PYBULLET)
def test_a_robot_of_pybullet_is_read_unless_it_is_unreadable(path: Path) -> None:
    assert readable(path) is (path.name not in REFUSED_OF_PYBULLET)
