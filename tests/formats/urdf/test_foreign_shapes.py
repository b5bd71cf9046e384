"""Shapes of other programs in a ``<geometry>``: read where URDF has the same one, else named."""

from __future__ import annotations

import pytest
from reading import read_text

from robotfmt.diagnostics import Report
from robotfmt.model import Capsule, Mesh, Robot, Shape

DOCUMENT = """<robot name="r" xmlns:tesseract="urn:tesseract"
xmlns:drake="http://drake.mit.edu" tesseract:make_convex="true">
<link name="hand"><collision><geometry>{}</geometry></collision></link></robot>"""


def reading(shape: str) -> tuple[Robot, Report]:
    """A robot with one shape, and what is said of it."""
    report = Report()
    return read_text(DOCUMENT.format(shape), "urdf", report=report), report


@pytest.mark.parametrize(
    ("text", "shape", "name"),
    [
        ('<convex_mesh filename="a.stl" scale="1 2 3"/>', Mesh("a.stl", (1.0, 2.0, 3.0)), "<convex_mesh>"),
        ('<tesseract:capsule radius="0.1" length="0.2"/>', Capsule(0.1, 0.2), "<capsule> of the namespace"),
        ('<drake:capsule radius="0.1" length="0.2"/>', Capsule(0.1, 0.2), "<capsule> of the namespace"),
    ],
)
def test_shapes_that_urdf_has_too_are_read(text: str, shape: Shape, name: str) -> None:
    robot, report = reading(text)
    assert robot.links[0].collisions[0].shape == shape
    (found,) = report.having("urdf.foreign-shape")
    assert name in found.message
    assert not report.having("urdf.no-geometry")
    assert not report.having("urdf.newer-than-version")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('<cone radius="0.1" length="0.2"/>', "has <cone>, which is no shape of URDF; Tesseract reads it"),
        ("<boxes/><prism/>", "has <boxes>, <prism>, which is no shape of URDF"),
        ("", "has no shape"),
    ],
)
def test_other_shapes_are_named_with_their_link(text: str, says: str) -> None:
    robot, report = reading(text)
    assert robot.links[0].collisions[0].shape is None
    (found,) = report.having("urdf.no-geometry")
    assert found.message == f"<collision> of link 'hand' {says}"


def test_attributes_of_tesseract_are_for_tesseract() -> None:
    report = reading('<mesh filename="a.stl" make_convex="true"/>')[1]
    found = [each.message for each in report.having("document.for-another-program")]
    assert len(found) == 2
    assert all("is for Tesseract" in each for each in found)
