"""Collision meshes are replaced within their bounds, and the table is true."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from option_probes import ARM as ARM_OF_RODS
from option_probes import XRDF, lay
from programs import needs
from real import FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.collision_shapes import replace_collisions
from robotfmt.collision_shapes.hull import hull_within, pieces
from robotfmt.collision_shapes.measure import Convex, Surface, convex_deviation, deviation
from robotfmt.collision_shapes.options import ShapeOptions
from robotfmt.collision_shapes.primitives import fitted, gaps
from robotfmt.collision_shapes.simplify import simplified
from robotfmt.errors import UsageError
from robotfmt.mesh.hull import convex_hull
from robotfmt.mesh.shapes import tessellate
from robotfmt.mesh.triangles import Triangles, join
from robotfmt.model import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from robotfmt.model.record import replace
from robotfmt.spheres.arrays import spheres_of_links

pytestmark = [pytest.mark.slow, needs("numba", "scipy")]
Capture = pytest.CaptureFixture[str]
ARM = FIXTURES / "arm6" / "arm6.urdf"
TURN = np.linalg.qr(np.array([[1.0, 2, 0], [0, 1, 3], [1, 0, 1]]))[0]


def placed(shape: Shape, deviation: float = 1e-3) -> Triangles:
    triangles = tessellate(shape, deviation)
    assert triangles is not None
    return triangles.moved(TURN * np.sign(np.linalg.det(TURN)), [0.3, -0.2, 0.1])


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("bound", [{"within": 0.002}, {"faces": 40}])
def test_a_hull_keeps_its_bound_and_its_side(bound: dict[str, float], outside: bool) -> None:
    ball = placed(Sphere(0.1))
    options = ShapeOptions(kind="hull", outside=outside, **bound)  # type: ignore[arg-type]
    hull, _ = hull_within(ball, options)
    whole = convex_hull(ball)
    assert hull is not None
    assert whole is not None
    inner, outer = (Convex(whole), Convex(hull)) if outside else (Convex(hull), Convex(whole))
    assert outer.contains(inner.triangles.vertices, 1e-9).all()
    assert len(hull) <= bound.get("faces", 1000)
    assert convex_deviation(Convex(hull), Convex(whole)) <= bound.get("within", 0.1)


def test_a_simpler_mesh_is_as_near_as_it_must_be() -> None:
    capsule = placed(Capsule(0.05, 0.2), 5e-4)
    made, _ = simplified(capsule, ShapeOptions(kind="simplify", within=0.003))
    assert made is not None
    assert 3 * len(made) < len(capsule)
    assert deviation(Surface(made), Surface(capsule), 150_000) <= 0.003
    opened = capsule.only(np.arange(len(capsule)) % 50 != 0)
    made, _ = simplified(opened, ShapeOptions(kind="simplify", within=0.005))
    assert made is not None
    assert 2 * len(made) < len(opened)
    assert deviation(Surface(made), Surface(opened), 150_000) <= 0.005


def test_sheets_that_branch_are_simplified_to_their_borders() -> None:
    x, y = (each.ravel() for each in np.meshgrid(np.linspace(0, 0.2, 12), np.linspace(0, 0.3, 12)))
    start = (np.arange(11)[:, None] * 12 + np.arange(11)).ravel()
    corners = np.concatenate([start + each for each in ([0], [1], [13], [0], [13], [12])]).reshape(2, 3, -1)
    flat = Triangles(np.stack([x, y, 0 * x], axis=1), corners.transpose(0, 2, 1).reshape(-1, 3))
    upright = flat.moved([[0, 0, 1], [0, 1, 0], [1, 0, 0]], [0.0, 0, 0])
    sheets = join([flat, flat.moved(np.eye(3), [-0.2, 0, 0]), upright])  # three meet at one line
    made, _ = simplified(sheets, ShapeOptions(kind="simplify", within=0.001))
    assert made is not None
    assert len(made) <= 12
    assert deviation(Surface(made), Surface(sheets), 20_000) <= 0.001
    assert np.ptp(made.vertices, axis=0) == pytest.approx([0.4, 0.3, 0.2], abs=0.002)
    fewer, _ = simplified(sheets, ShapeOptions(kind="simplify", faces=100))
    assert fewer is not None
    assert len(fewer) <= 100


@pytest.mark.parametrize("shape", [Box((0.1, 0.2, 0.05)), Cylinder(0.05, 0.3), Capsule(0.05, 0.2), Sphere(0.1)])
def test_a_shape_is_found_again(shape: Shape) -> None:
    surface = placed(shape)
    best = fitted(surface)[0]
    assert type(best.shape) is type(shape)
    assert gaps(best, surface.vertices).max() < 1e-9
    measures = [
        np.sort(np.ravel([getattr(it, name) for name in it.record_type.field_types])) for it in (shape, best.shape)
    ]
    assert measures[1] == pytest.approx(measures[0], rel=1e-2)


def test_the_table_counts_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "light.urdf"
    assert main(["edit", str(ARM), "--collisions", "hull", "--faces", "20", "-o", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split()[:3] == ["link", "shapes", "faces"]
    robot = robotfmt.read(out)
    meshes = [each.shape for link in robot.links for each in link.collisions if isinstance(each.shape, Mesh)]
    assert len(meshes) == len(printed) - 2
    assert all(str(each.uri).startswith("light_meshes/") for each in meshes)


def test_an_option_without_effect_is_refused() -> None:
    robot = robotfmt.read(ARM)
    with pytest.raises(UsageError, match="'faces' has no effect"):
        replace_collisions(robot, "primitives", faces=9)
    with pytest.raises(UsageError, match="'outside' has no effect"):
        replace_collisions(robot, "simplify", outside=True)
    with pytest.raises(UsageError, match="cannot become 'hulls'"):
        replace_collisions(robot, "hulls")


@pytest.mark.skipif(importlib.util.find_spec("coacd") is not None, reason="coacd is installed")
def test_convex_pieces_need_a_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edit", str(ARM), "--collisions", "decompose", "-o", str(tmp_path / "a.urdf")]) == 2
    assert "pip install 'robotfmt[decompose]'" in capsys.readouterr().err


def test_an_angle_is_two_convex_pieces() -> None:
    pytest.importorskip("coacd")
    outline = np.array([(0.0, 0.0), (0.2, 0.0), (0.2, 0.05), (0.05, 0.05), (0.05, 0.2), (0.0, 0.2)])
    vertices = np.vstack([np.column_stack([outline, np.full(6, z)]) for z in (0.0, 0.1)])
    fan = np.array([(0, k, k + 1) for k in range(1, 5)])
    sides = [((k, (k + 1) % 6, 6 + k), ((k + 1) % 6, 6 + (k + 1) % 6, 6 + k)) for k in range(6)]
    angle = Triangles(vertices, np.vstack([fan[:, ::-1], fan + 6, *sides]))
    found, _ = pieces(angle, ShapeOptions(kind="decompose", within=0.01))
    assert len(found) == 2
    corners = join(found).corners
    volume = np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    assert volume == pytest.approx(0.0175 * 0.1, rel=0.02)


# The spheres of the robot


def spheres_in(path: Path) -> dict[str, list[tuple[float, ...]]]:
    """The spheres that are collision shapes, by links: centres and radii."""
    found: dict[str, list[tuple[float, ...]]] = {}
    for link in robotfmt.read(path).links:
        for each in link.collisions:
            if isinstance(each.shape, Sphere):
                centre = each.pose.xyz if each.pose is not None else (0.0, 0.0, 0.0)
                found.setdefault(link.name, []).append((*centre, each.shape.radius or 0.0))
    return found


@pytest.fixture
def rods(tmp_path: Path) -> Path:
    """A folder with an arm: its XRDF has a sphere for a box, and none for a mesh."""
    lay(tmp_path)
    xrdf = tmp_path / XRDF
    text = xrdf.read_text()
    xrdf.write_text("\n".join(line for line in text.splitlines() if not line.strip().startswith("upper: [")) + "\n")
    assert text.count("upper: [") == 1
    return tmp_path


def test_collision_shapes_become_the_spheres_that_the_robot_has(tmp_path: Path, capsys: Capture) -> None:
    documents = [FIXTURES / "ur10e" / name for name in ("ur10e.urdf", "ur10e.xrdf")]
    robot = robotfmt.read(*documents)
    own = spheres_of_links(robot, "ur10e_collision_spheres")
    out = tmp_path / "out.urdf"
    assert main(["edit", *map(str, documents), "--collisions", "spheres", "-o", str(out)]) == 0
    written = spheres_in(out)
    assert written.keys() == own.keys()
    for link, rows in own.items():
        assert np.array(written[link]) == pytest.approx(rows)
    assert sum(map(len, written.values())) == 20
    assert "20 spheres of 'ur10e_collision_spheres' became the collision shapes of 7 links\n" in capsys.readouterr().err


def test_links_without_spheres_get_fitted_ones_and_both_are_counted(rods: Path, capsys: Capture) -> None:
    out = rods / "out.urdf"
    command = ["edit", str(rods / ARM_OF_RODS), str(rods / XRDF), "--collisions", "spheres", "-o", str(out)]
    assert main(command) == 0
    written = spheres_in(out)
    assert written["lower"] == [(0.12, 0, 0, 0.05)]
    assert len(written["upper"]) > 1
    expected = (
        f"1 sphere of 'spheres' became the collision shapes of 1 link; {len(written['upper'])} spheres fitted to 1 link"
    )
    assert expected in capsys.readouterr().err
    post = robotfmt.read(out).link_by_name["post"]
    assert [type(each.shape) for each in post.collisions] == [Box]


def test_an_option_of_the_fit_asks_for_other_spheres(rods: Path, capsys: Capture) -> None:
    out = rods / "out.urdf"
    command = ["edit", str(rods / ARM_OF_RODS), str(rods / XRDF), "--collisions", "spheres", "-o", str(out)]
    assert main([*command, "--per-link", "2", "--effort", "0.05"]) == 0
    assert "lower" not in spheres_in(out)  # a box, which stays
    assert 1 <= len(spheres_in(out)["upper"]) <= 2
    assert "edit.own-spheres" not in capsys.readouterr().err


def test_the_spheres_of_a_link_replace_all_of_its_shapes(rods: Path) -> None:
    robot = robotfmt.read(rods / ARM_OF_RODS, rods / XRDF)
    lower = robot.link_by_name["lower"]
    twice = replace(lower, collisions=(*lower.collisions, *lower.collisions))
    both = replace(robot, links=tuple(twice if each is lower else each for each in robot.links))
    done, _ = replace_collisions(both, "spheres")
    assert [type(each.shape) for each in done.link_by_name["lower"].collisions] == [Sphere]
