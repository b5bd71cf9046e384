"""Visual shapes that count because a link has none for collisions are reported, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN

from robotfmt.cli import main
from robotfmt.diagnostics import Report, Severity
from robotfmt.model import Box, Geometry, Link, Purpose, Robot
from robotfmt.spheres import fit, measure
from robotfmt.validation import validate

pytestmark = pytest.mark.slow
SHAPE = Box((0.1, 0.1, 0.1))
SEEN = tuple(Link(name=name, visuals=(Geometry(shape=SHAPE),)) for name in ("lid", "cover"))
SOLID = Link(name="case", collisions=(Geometry(shape=SHAPE, purpose=Purpose.COLLISION),))
NOTE = "2 links ('lid', 'cover') have no collision geometry: using the visual geometry instead"
RODS = BROKEN / "planning" / "seen.urdf"


def test_a_fit_reports_the_fallback() -> None:
    report = Report()
    robot = fit(Robot(links=(*SEEN, SOLID)), per_link=1, clip_base=False, report=report)
    assert [(each.code, each.message) for each in report if each.code != "spheres.fitted"] == [
        ("spheres.visual-shapes", NOTE)
    ]
    report = Report()
    measure(robot, samples=100, report=report)
    assert [each.message for each in report] == [NOTE]


def test_a_fit_of_a_link_with_collision_shapes_does_not() -> None:
    report = Report()
    fit(Robot(links=(*SEEN, SOLID)), per_link=1, clip_base=False, links=["case"], report=report)
    assert [each.code for each in report] == ["spheres.fitted"]


def test_one_link_is_one_link() -> None:
    report = Report()
    fit(Robot(links=(SEEN[0], SOLID)), per_link=1, clip_base=False, report=report)
    assert [each.message for each in report.having("spheres.visual-shapes")] == [
        "link 'lid' has no collision geometry: using the visual geometry instead"
    ]


def _checked(*links: Link) -> list[tuple[str, Severity, str]]:
    report = Report()
    validate(Robot(links=links), report=report)
    return [(each.code, each.severity, each.message) for each in report if "geometry" in each.message]


def test_check_reports_the_fallback_in_one_line() -> None:
    assert _checked(*SEEN, SOLID) == [
        (
            "robot.no-collision-shape",
            Severity.NOTE,
            "2 links ('lid', 'cover') have visual geometry but no collision geometry",
        )
    ]
    assert _checked(*SEEN) == [
        (
            "robot.only-visual",
            Severity.WARNING,
            "no link has collision geometry, but 2 links ('lid', 'cover') have visual geometry",
        )
    ]
    assert _checked(SOLID) == []


@pytest.mark.parametrize("with_spheres", [True, False])
def test_an_xrdf_has_one_comment_about_the_fallback(
    with_spheres: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("coal")
    inputs = [str(RODS)]
    if with_spheres:  # which are kept; pairs are found by the visual shapes all the same
        inputs.append(str(tmp_path / "fitted.xrdf"))
        fitting = ["spheres", "fit", str(RODS), "-o", inputs[1], "--per-link", "1", "--no-clip-base", "-q"]
        assert main([*fitting, "--allow", "robot.default-self-collision"]) == 0
    loose = ["--allow", "robot.default-self-collision"]
    output = tmp_path / "rods.xrdf"
    given = ["-o", str(output), "--samples", "50", "-v", *loose]
    main(["xrdf", *inputs, *given, *([] if with_spheres else ["--per-link", "1", "--no-clip-base"])])
    assert output.exists()
    assert capsys.readouterr().err.count("[spheres.visual-shapes]: 2 links ('lower', 'upper') have") == 1
