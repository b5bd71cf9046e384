"""Lengths without a unit are metres; where millimetres must have been meant they are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from efforts import DRAFT
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.cli.options import length
from robotfmt.errors import UsageError
from robotfmt.mesh import tessellate
from robotfmt.model import Box, Geometry, Link, Purpose, Robot
from robotfmt.model.record import replace
from robotfmt.planning import PlanOptions, prepare
from robotfmt.spheres import fit, fit_mesh, measure, measure_mesh
from robotfmt.spheres.lengths import Metres

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
DIAGONAL = 0.3
"""Of the large box, in metres; the small one has a tenth."""


def _link(name: str, *size: float) -> Link:
    return Link(name=name, collisions=(Geometry(shape=Box((size[0], size[1], size[2])), purpose=Purpose.COLLISION),))


LARGE, SMALL = _link("large", 0.2, 0.2, 0.1), _link("small", 0.02, 0.02, 0.01)
ROBOT = Robot(name="two", links=(LARGE, SMALL))
ONE = Robot(name="one", links=(SMALL,))
SURFACE = tessellate(Box((0.2, 0.2, 0.1)), 1.0)
assert SURFACE is not None
ARRAYS: Any = (SURFACE.vertices, SURFACE.faces)


def _refused(words: str, **asked: Any) -> None:
    with pytest.raises(UsageError) as error:
        fit(ROBOT, **asked)
    assert error.value.diagnostic.message == words


LONG: dict[str, Any] = {each: {each: 5.0} for each in ("tolerance", "depth", "min_radius", "fill")}


@pytest.mark.parametrize("name", LONG)
def test_a_length_of_metres_is_refused(name: str) -> None:
    reported = (
        f"{name.replace('_', '-')}: 5 has no unit and would mean metres, more than half the "
        "diagonal of link 'large' (0.3 m), the largest part concerned; did you mean 5mm?"
    )
    _refused(reported, **{name: 5.0})
    with pytest.raises(UsageError, match=r"did you mean 5mm"):
        fit_mesh(*ARRAYS, **LONG[name])


def test_half_the_diagonal_of_the_largest_link_is_allowed() -> None:
    assert fit(ROBOT, tolerance=DIAGONAL / 2 - 1e-6).sphere_sets
    with pytest.raises(UsageError):
        fit(ROBOT, tolerance=DIAGONAL / 2 + 1e-6)


def test_the_largest_of_the_links_that_it_concerns_counts() -> None:
    with pytest.raises(UsageError, match=r"link 'small'"):
        fit(ROBOT, tolerance=0.1, links=["small"])
    with pytest.raises(UsageError, match=r"link 'small'"):
        fit(ROBOT, tolerance=0.1, overrides={"large": {"tolerance": 0.01}})
    with pytest.raises(UsageError, match=r"link 'small'"):
        fit(ROBOT, tolerance=0.1, overrides={"large": {"per_link": 2, "effort": DRAFT}})
    with pytest.raises(UsageError, match=r"depth: 0.1 has no unit and .* link 'small'"):
        fit(ROBOT, overrides={"small": {"depth": 0.1}})


def test_a_default_length_is_never_too_long() -> None:
    assert fit(Robot(name="tiny", links=(_link("tiny", 0.002, 0.002, 0.001),))).sphere_sets  # 10 mm by default


def test_metres_are_taken_as_given() -> None:
    assert len(fit(ROBOT, tolerance=Metres(5)).sphere_sets[0].frames) == 2
    assert len(fit_mesh(*ARRAYS, tolerance=Metres(5)).spheres) == 1
    assert Metres(5) == 5.0


def test_a_length_may_be_a_text_with_its_unit() -> None:
    one, other = fit(ONE, tolerance="5mm", depth="1 mm"), fit(ONE, tolerance=0.005, depth=0.001)
    assert one.sphere_sets == other.sphere_sets
    single = fit(ONE, tolerance=0.005, overrides={"small": {"tolerance": "3mm"}})
    other = fit(ONE, tolerance=0.005, overrides={"small": {"tolerance": 0.003}})
    assert single.sphere_sets == other.sphere_sets
    assert len(fit_mesh(*ARRAYS, tolerance="5m").spheres) == 1
    robot = fit(ONE, per_link=1)
    assert measure(robot, fill="2mm", samples=100) == measure(robot, fill=0.002, samples=100)


@pytest.mark.parametrize("text", ["5mn", "", "five", "5mm6", "1e", "nan"])
def test_a_text_that_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=f"tolerance: '{text}' is not a length; write 5mm"):
        fit(ROBOT, tolerance=text)
    with pytest.raises(UsageError, match=f"min_radius: '{text}' is not a length"):
        fit(ROBOT, overrides={"small": {"min_radius": text}})
    with pytest.raises(UsageError, match="fill"):
        measure_mesh(ARRAYS[0], ARRAYS[1], np.array([[0.0, 0.0, 0.0, 0.2]]), fill=text)


def test_a_text_without_a_unit_is_as_doubtful_as_a_number() -> None:
    with pytest.raises(UsageError, match=r"tolerance: 5 has no unit and .* did you mean 5mm"):
        fit(ROBOT, tolerance="5")


def test_measures_refuse_a_length_without_a_unit() -> None:
    robot = fit(ONE, per_link=1)
    with pytest.raises(UsageError, match=r"fill: 2 has no unit"):
        measure(robot, fill=2.0)
    with pytest.raises(UsageError, match=r"half the diagonal of the surface .*did you mean 2mm"):
        measure_mesh(ARRAYS[0], ARRAYS[1], np.array([[0.0, 0.0, 0.0, 0.2]]), fill=2.0)
    assert measure(robot, fill=Metres(0.02), samples=100)


@pytest.mark.parametrize("name", ["world_buffer", "self_buffer"])
def test_buffers_are_refused_too(name: str) -> None:
    pytest.importorskip("coal")
    with pytest.raises(UsageError, match=r"-buffer: 5 has no unit and .* did you mean 5mm"):
        prepare(ROBOT, replace(PlanOptions(), **{name: 5.0}))


@pytest.mark.parametrize(
    ("text", "is_said"), [("5", False), ("0.01", False), ("5m", True), ("5 mm", True), ("2cm", True)]
)
def test_a_unit_is_remembered(text: str, is_said: bool) -> None:
    assert isinstance(length(text), Metres) is is_said


FIT = ["spheres", "fit", str(BROKEN / "spheres" / "sound.urdf"), "-q"]


@pytest.mark.parametrize(
    "given",
    [
        ["--tolerance", "5"],
        ["--depth", "5"],
        ["--min-radius", "5"],
        ["--fill", "5"],
        ["--for", "foot:depth=5"],
    ],
    ids=" ".join,
)
def test_the_command_refuses_a_length_without_a_unit(
    given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "lamp.xrdf"
    assert main([*FIT, "-o", str(output), *given]) == 2
    assert "did you mean 5mm?" in capsys.readouterr().err
    assert not output.exists()
    with_unit = [given[0], f"{given[1]}mm"]
    assert main([*FIT, "-o", str(output), *with_unit]) == 0


def test_the_command_takes_metres_as_given(tmp_path: Path) -> None:
    output = tmp_path / "lamp.xrdf"
    assert main([*FIT, "-o", str(output), "--tolerance", "5m"]) == 0
    assert len(robotfmt.read(FIT[2], output).sphere_sets[0].frames) == 1


def test_the_measuring_command_refuses_a_length_without_a_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "lamp.xrdf"
    assert main([*FIT, "-o", str(output)]) == 0
    assert main(["spheres", "measure", FIT[2], str(output), "--fill", "5"]) == 2
    assert "did you mean 5mm?" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["--world-buffer", "--self-buffer"])
def test_the_command_refuses_buffers(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("coal")
    output = tmp_path / "lamp.xrdf"
    assert main(["xrdf", FIT[2], "-q", "-o", str(output), name, "5"]) == 2
    assert "did you mean 5mm?" in capsys.readouterr().err
