"""Real URDFs, read and written again: nothing is lost, nothing is said twice, nothing moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree
from real import corpus, example_robots

from robotfmt.context import Context, Source
from robotfmt.diagnostics import Report
from robotfmt.documents.tokens import BadToken, real
from robotfmt.errors import RobotfmtError
from robotfmt.model import JointType, Link, Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_urdf import FORMAT
from robotfmt_urdf.reader import read
from robotfmt_urdf.writer import write

ROBOTS = [*corpus("urdf/**/*.urdf"), *example_robots()]
BROKEN = ("urdf.no-robot-name", "urdf.no-geometry", "xml.undeclared-prefix")
"""What is said of documents that do not come out as they were."""
pytestmark = pytest.mark.skipif(not ROBOTS, reason="there are no real robots here")


def again(data: bytes, path: Path) -> tuple[bytes, bool]:
    """What is written of a document that was read, and whether URDF can say all that is in it."""
    report = Report()
    robot = read(Source(str(path), data), None, Context(report=report))
    sound = not report.errors and not any(each.code in BROKEN for each in report)
    # `adapt` would split a joint that URDF does not have.
    sound = sound and not any(joint.type is JointType.BALL for joint in robot.joints)
    written = write(robot, Settings().context(FORMAT, report, "robot.urdf")) if sound else {"robot.urdf": b""}
    return written["robot.urdf"], sound


def meant(data: bytes) -> list[object]:
    """All that a document says, in order: numbers as their values, without white space around texts."""
    root = etree.fromstring(data, etree.XMLParser(huge_tree=True))
    before = [node.text for node in root.itersiblings(preceding=True)]
    return [*reversed(before), *_said(root), *(node.text for node in root.itersiblings())]


def _said(root: etree._Element) -> Iterator[object]:
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            text = " ".join([node.text or "", *(child.tail or "" for child in node)])
            # What a limit does not say is 0 in URDF 1.0, and is written so.
            unsaid = {"lower": "0.0", "upper": "0.0"} if node.tag == "limit" else {}
            attributes = unsaid | {name: _values(value) for name, value in node.attrib.items()}
            yield str(node.tag).rpartition("}")[2], sorted(attributes.items()), _values(text)
        else:
            yield event, node.text if event != "end" else ""


def _values(text: str) -> str:
    return " ".join(map(_value, text.split()))


def _value(token: str) -> str:
    try:
        return repr(real(token) + 0.0)
    except BadToken:
        return token


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_document_comes_out_as_it_was(path: Path) -> None:
    data = path.read_bytes()
    try:
        once, sound = again(data, path)
        before = meant(data)
    except (RobotfmtError, etree.XMLSyntaxError):
        return  # no URDF, or it needs xacro first, or it had to be mended
    if sound:
        assert meant(once) == before
        assert again(once, path)[0] == once


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_blocks_come_from_the_model_alone(path: Path) -> None:
    try:
        robot = read(Source(str(path), path.read_bytes()), None, Context(report=Report()))
    except RobotfmtError:
        return  # no URDF, or it needs xacro first
    blocks = Robot(
        links=tuple(
            Link(name=each.name, surface=each.surface, simulation=each.simulation) for each in robot.links
        ),
        joints=tuple(replace(each, type=JointType.FIXED, axes=()) for each in robot.joints),
        transmissions=robot.transmissions,
        controllers=robot.controllers,
        simulation=robot.simulation,
    )
    data = write(blocks, Settings().context(FORMAT, Report(), "robot.urdf"))["robot.urdf"]
    assert replace(read(Source("again", data), None, Context(report=Report())), layouts=()) == blocks


def test_most_of_them_can_be_read() -> None:
    assert len(ROBOTS) > 50
