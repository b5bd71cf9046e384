"""A distance that is printed was measured; what is only a bound says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from rods import body, fixed, slide

from robotfmt.assets.resolver import Assets
from robotfmt.mesh.shapes import tessellate
from robotfmt.mesh.stl import stl_bytes
from robotfmt.model import Box, Mesh, Robot, Shape
from robotfmt.model.record import replace
from robotfmt.selfcollision import Pair, PairClass, classify
from robotfmt.settings import Settings

pytestmark = pytest.mark.usefixtures("checks")
ROD = Box((0.4, 0.02, 0.02))


def meeting(shape: Shape, gap: float) -> Robot:
    """Two rods in a row on a far base; the first slides until so much is left between their ends."""
    return Robot(
        name="meeting",
        links=(
            body("base", Box((0.01, 0.01, 0.01)), (0.0, 0.0, 9.0)),
            body("one", shape),
            body("two", shape),
        ),
        joints=(slide("base", "one", (0.0, 0.0, 0.0), 0.6 - gap), fixed("base", "two", (1.0, 0.0, 0.0))),
    )


def found(robot: Robot, folder: Path | None = None) -> Pair:
    assets = Assets(roots=(folder,)) if folder is not None else Assets()
    pair = classify(robot, settings=Settings(assets=assets), samples=200).find("one", "two")
    assert pair is not None
    assert pair.kind is PairClass.NEVER
    return pair


@pytest.fixture
def mesh(tmp_path: Path) -> Mesh:
    """The rod as a mesh file."""
    surface = tessellate(ROD, 1e-3)
    assert surface is not None
    (tmp_path / "rod.stl").write_bytes(stl_bytes(surface))
    return Mesh(str(tmp_path / "rod.stl"))


@pytest.mark.parametrize("gap", [0.005, 0.05, 0.09])
def test_distances_of_simple_shapes_are_measured_from_farther_off(gap: float) -> None:
    pair = found(meeting(ROD, gap))
    assert not pair.at_least
    assert pair.distance == pytest.approx(gap, abs=1e-6)
    assert pair.reason == f"free in 200 poses (p < 0.01), {1000 * gap:.3g} mm apart at the nearest"


@pytest.mark.parametrize("gap", [0.005, 0.02])
def test_distances_of_meshes_are_measured_near_contact(gap: float, mesh: Mesh, tmp_path: Path) -> None:
    pair = found(meeting(mesh, gap), tmp_path)
    assert not pair.at_least
    assert pair.distance == pytest.approx(gap, abs=1e-3)


@pytest.mark.parametrize("kind", ["mesh", "box"])
def test_between_links_that_stay_far_apart_a_bound_is_called_one(kind: str, mesh: Mesh, tmp_path: Path) -> None:
    pair = found(meeting(mesh if kind == "mesh" else ROD, 0.4), tmp_path)
    assert pair.at_least
    assert pair.distance is not None
    assert 0.03 < pair.distance <= 0.4
    millimetres = int(1000 * pair.distance)
    assert pair.reason == f"free in 200 poses (p < 0.01), at least {millimetres} mm apart"


def test_a_bound_is_rounded_down() -> None:
    pair = Pair(first="a", second="b", kind=PairClass.NEVER, joints=("j",), poses=10, distance=0.0319, at_least=True)
    assert pair.reason.endswith(", at least 31 mm apart")
    assert replace(pair, at_least=False).reason.endswith(", 31.9 mm apart at the nearest")


def test_links_that_are_fixed_to_one_another_are_measured(mesh: Mesh, tmp_path: Path) -> None:
    robot = meeting(mesh, 0.4)
    post = body("post", mesh, (0.0, 0.3, 0.0))
    robot = replace(robot, links=(*robot.links, post), joints=(*robot.joints, fixed("base", "post", (1.0, 0.0, 0.0))))
    pair = classify(robot, settings=Settings(assets=Assets(roots=(tmp_path,))), samples=50).find("two", "post")
    assert pair is not None
    assert pair.reason == "fixed to one another, 280 mm apart at the nearest"
