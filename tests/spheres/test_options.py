"""What may be asked of the spheres of a robot, or of one of its links, beside their number and a tolerance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from efforts import DRAFT
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.mesh import Triangles, join, tessellate
from robotfmt.mesh.triangles import Floats
from robotfmt.model import (
    Box,
    Capsule,
    CollisionSphere,
    Cylinder,
    FrameSpheres,
    Geometry,
    Link,
    Pose,
    Purpose,
    Robot,
    Shape,
    Sphere,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.spheres import Clip, fit, fit_mesh, measure
from robotfmt.spheres.lengths import Metres

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shared_fits")]
SIZE = (0.2, 0.12, 0.08)
STEPS = np.arange(500) + 0.5
RING, TURN = np.sqrt(1 - (1 - STEPS / 250) ** 2), STEPS * 2.399963229728653
SPREAD = np.stack([RING * np.cos(TURN), RING * np.sin(TURN), 1 - STEPS / 250], axis=1)


def _link(name: str, *shapes: Shape) -> Link:
    return Link(name=name, collisions=tuple(Geometry(shape=each, purpose=Purpose.COLLISION) for each in shapes))


BLOCK = _link("block", Box(SIZE))
POST = _link("post", Cylinder(0.03, 0.2))
ROBOT, BRICK = Robot(links=(BLOCK, POST)), Robot(links=(BLOCK,))


def _spheres(robot: Robot, link: str = "block") -> Floats:
    (frames,) = [each.frames for each in robot.sphere_sets]
    (frame,) = [each for each in frames if each.frame == link]
    return np.array([(*sphere.center, sphere.radius) for sphere in frame.spheres if sphere.center])


def _remarks(robot: Robot) -> dict[str, str]:
    return {each.frame: each.remark or "" for each in robot.sphere_sets[0].frames}


def _surface() -> Floats:
    """Points all over the block."""
    made = tessellate(Box(SIZE), 1.0)
    assert made is not None
    random = np.random.default_rng(0)
    weights = random.dirichlet((1.0, 1.0, 1.0), size=(len(made.faces), 500))
    points: Floats = np.einsum("fnk,fkx->fnx", weights, made.corners).reshape(-1, 3)
    return points


def _outside(points: Floats, spheres: Floats) -> float:
    """How deep a point is outside of the spheres at most."""
    return float((np.linalg.norm(points[:, None] - spheres[:, :3], axis=2) - spheres[:, 3]).min(axis=1).max())


def _protrusion(spheres: Floats) -> float:
    """How far a point of a sphere is from the block at most; not more than 0 inside."""
    points = np.concatenate([sphere[:3] + sphere[3] * SPREAD for sphere in spheres])
    return float(np.abs(points / np.array(SIZE) * 2).max() - 1) * min(SIZE) / 2


def test_unknown_keywords_are_those_of_the_function_that_was_called() -> None:
    call: Any = fit
    for name, like in (("tol", "tolerance"), ("budgt", "budget"), ("per_lnk", "per_link")):
        with pytest.raises(TypeError, match=rf"^fit\(\) got .* '{name}'; did you mean '{like}'"):
            call(BRICK, **{name: 1})
    with pytest.raises(TypeError, match=r"^fit\(\) got .* 'tol'; did you mean 'tolerance'"):
        call(BRICK, overrides={"block": {"tol": 1}})
    arrays: Any = fit_mesh
    with pytest.raises(TypeError, match=r"^fit_mesh\(\) got .* 'pind'; did you mean 'pinned'"):
        arrays([[0, 0, 0]], [[0, 0, 0]], pind=1)


def test_the_surface_may_be_outside_up_to_the_given_depth() -> None:
    whole, less = _spheres(fit(BRICK, tolerance=0.01)), _spheres(fit(BRICK, tolerance=0.01, depth=0.004))
    assert 0.001 < _outside(_surface(), less) <= 0.004
    assert len(less) < len(whole)


def test_a_number_of_spheres_may_leave_the_surface_outside_too() -> None:
    robot = fit(BRICK, per_link=8, effort=DRAFT, depth=0.003)
    assert 0 < _outside(_surface(), _spheres(robot)) <= 0.003
    assert "is outside by 3 mm at most" in _remarks(robot)["block"]


def test_a_single_sphere_that_leaves_parts_out_is_not_just_a_smaller_one() -> None:
    side = Geometry(shape=Cylinder(0.03, 0.1), pose=Pose((0.05, 0.02, 0.05)), purpose=Purpose.COLLISION)
    link = _link("block", Cylinder(0.05, 0.15))
    robot = Robot(links=(replace(link, collisions=(*link.collisions, side)),))
    whole, less = fit(robot, per_link=1), fit(robot, per_link=1, effort=DRAFT, depth=0.06)
    (around,) = _spheres(whole)
    x, y, z, radius = map(float, around)
    smaller = FrameSpheres(frame="block", spheres=(CollisionSphere(center=(x, y, z), radius=radius - 0.06),))
    sets = (SphereSet(name="smaller", frames=(smaller,)),)
    (one,), (other,) = measure(less), measure(replace(robot, sphere_sets=sets))
    assert one.uncovered_depth <= 0.06 + 1e-6
    assert one.excess_volume < 0.5 * other.excess_volume


@pytest.mark.parametrize("options", [{"tolerance": 0.02}, {"per_link": 10, "effort": DRAFT}], ids=str)
def test_spheres_that_stay_inside(options: dict[str, Any]) -> None:
    robot = fit(BRICK, inside=True, **options)
    spheres = _spheres(robot)
    assert _protrusion(spheres) <= 0
    assert len(spheres) <= options.get("per_link", 1000)
    assert _remarks(robot)["block"].endswith("nothing protrudes")
    assert _outside(_surface(), spheres) < 0.05


@pytest.mark.parametrize("options", [{"tolerance": 0.01}, {"per_link": 30, "effort": DRAFT}], ids=str)
def test_no_sphere_is_smaller_than_the_given_radius(options: dict[str, Any]) -> None:
    robot = fit(BRICK, min_radius=0.02, **options)
    assert _spheres(robot)[:, 3].min() >= 0.02
    assert _outside(_surface(), _spheres(robot)) <= 0


@pytest.mark.parametrize("options", [{"tolerance": 0.01}, {"per_link": 6, "effort": DRAFT}], ids=str)
def test_no_sphere_crosses_a_plane(options: dict[str, Any]) -> None:
    robot = fit(BRICK, clip=Clip("z", -0.04), **options)
    spheres = _spheres(robot)
    assert (spheres[:, 2] - spheres[:, 3]).min() >= -0.04
    assert len(spheres) <= options.get("per_link", 1000)
    if "tolerance" in options:
        upper = _surface()[_surface()[:, 2] > -0.03]
        assert _outside(upper, spheres) <= 0
        assert "the surface farther than 10 mm from the plane z -0.04 is covered" in _remarks(robot)["block"]


def test_below_a_plane() -> None:
    spheres = _spheres(fit(BRICK, tolerance=0.03, clip=Clip("-x", 0.05)))
    assert (spheres[:, 0] + spheres[:, 3]).max() <= 0.05


def test_a_link_behind_a_plane_has_no_spheres() -> None:
    robot = fit(ROBOT, per_link=1, overrides={"block": {"clip": Clip("z", 1.0)}})
    assert [each.frame for each in robot.sphere_sets[0].frames] == ["post"]


def _with_spheres(*spheres: CollisionSphere) -> Robot:
    made = SphereSet(name="mine", frames=(FrameSpheres(frame="block", spheres=spheres),))
    return Robot(links=(BLOCK, POST), sphere_sets=(made,))


PIN = CollisionSphere(center=(0.05, 0.0, 0.0), radius=0.0801234567)


def test_pinned_spheres_stay_and_others_are_added() -> None:
    robot = fit(_with_spheres(PIN), name="mine", pinned=["block"], tolerance=0.01)
    frame = robot.sphere_sets[0].frames[0]
    assert frame.spheres[0] == PIN
    assert _outside(_surface(), _spheres(robot)) <= 0
    assert len(frame.spheres) < 1 + len(_spheres(fit(ROBOT, tolerance=0.01)))
    assert "only pinned spheres protrude" in (frame.remark or "")


def test_pinned_spheres_count() -> None:
    robot = fit(_with_spheres(PIN), name="mine", pinned=["block"], links=["block"], per_link=6, effort=DRAFT)
    assert len(_spheres(robot)) <= 6
    assert _outside(_surface(), _spheres(robot)) <= 0


def test_nothing_is_proved_where_pinned_spheres_leave_none() -> None:
    report = Report()
    robot = fit(_with_spheres(PIN), name="mine", pinned=["block"], links=["block"], per_link=1, report=report)
    assert _outside(_surface(), _spheres(robot)) > 0
    assert "covered" not in _remarks(robot)["block"]
    assert not [each for each in report if each.subject == "link/block"]


def test_pinned_spheres_count_in_a_budget() -> None:
    robot = fit(_with_spheres(PIN), name="mine", pinned=["block"], budget=12, effort=DRAFT)
    assert len(_spheres(robot)) + len(_spheres(robot, "post")) <= 12


def test_a_pinned_sphere_that_covers_all_needs_no_others() -> None:
    whole = CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.2)
    assert len(_spheres(fit(_with_spheres(whole), name="mine", pinned=["block"]))) == 1


def test_one_link_has_other_options() -> None:
    both, one = fit(ROBOT, per_link=1), fit(ROBOT, per_link=1, overrides={"post": {"tolerance": 0.01}})
    assert (_spheres(both) == _spheres(one)).all()
    assert len(_spheres(one, "post")) > 2


def test_a_budget_leaves_links_with_options_of_their_own_alone() -> None:
    robot = fit(ROBOT, budget=30, effort=DRAFT, overrides={"post": {"per_link": 1}})
    assert len(_spheres(robot, "post")) == 1
    assert 9 < len(_spheres(robot)) <= 29


def test_a_capsule_and_a_sphere_with_options() -> None:
    link = _link("block", Capsule(0.03, 0.2))
    chain = _spheres(fit(Robot(links=(link,)), tolerance=0.004, depth=0.004))
    assert chain[:, 3].max() <= 0.0340011
    assert len(chain) < len(_spheres(fit(Robot(links=(link,)), tolerance=0.004)))
    sphere = Robot(links=(_link("block", Sphere(0.02)),))
    grown = fit(sphere, min_radius=Metres(0.05))
    assert _spheres(grown)[0, 3] == pytest.approx(0.05, abs=2e-6)
    assert "by more than 30.1 mm" in _remarks(grown)["block"]


def _half(mirror: float) -> Triangles:
    """A bent part, or its mirror image with other triangles."""
    fine = 1.0 if mirror > 0 else 0.004
    parts: list[tuple[Shape, tuple[float, float]]] = [
        (Box((0.1, 0.04, 0.03)), (0.03, 0.0)),
        (Cylinder(0.02, 0.08), (0.07, 0.03)),
    ]
    made = [(tessellate(shape, min(fine, 0.002)), at) for shape, at in parts]
    return join(
        [
            Triangles(part.vertices + np.array((x, mirror * y, 0.0)), part.faces)
            for part, (x, y) in made
            if part is not None
        ]
    )


def test_twins_have_the_same_spheres(mesh_of: Callable[..., Geometry]) -> None:
    left, right = (Link(name=name, collisions=(mesh_of(_half(y)),)) for name, y in (("left", 1.0), ("right", -1.0)))
    robot = Robot(links=(left, right))
    one, other = (_spheres(fit(robot, per_link=3, effort=DRAFT, twins=True), name) for name in ("left", "right"))
    order = np.lexsort((one[:, 0], one[:, 3])), np.lexsort((other[:, 0], other[:, 3]))
    assert one[order[0]] == pytest.approx(other[order[1]] * (1, -1, 1, 1), abs=2e-6)
    alone = _spheres(fit(robot, per_link=3, effort=DRAFT), "right")
    assert not np.allclose(np.sort(alone[:, 3]), np.sort(other[:, 3]))


def test_links_that_are_no_twins_have_their_own_spheres() -> None:
    robot, alone = fit(ROBOT, per_link=1, twins=True), fit(ROBOT, per_link=1)
    assert (_spheres(robot) == _spheres(alone)).all()
    assert (_spheres(robot, "post") == _spheres(alone, "post")).all()


def test_openings_are_filled_on_request() -> None:
    ring = robotfmt.read(BROKEN / "spheres" / "spheres.hollow.obj")
    report = Report()
    wall = fit(ring, tolerance=0.02, report=report).sphere_sets[0].frames[0]
    assert [each.code for each in report] == ["spheres.hollow", "spheres.fitted"]
    full = fit(ring, tolerance=0.02, fill=Metres(0.25)).sphere_sets[0].frames[0]
    assert len(full.spheres) < len(wall.spheres)


@pytest.mark.parametrize(
    "options",
    [
        {"depth": -0.001},
        {"min_radius": float("nan")},
        {"fill": float("inf")},
        {"inside": True, "depth": 0.001},
        {"share": "volume"},
        {"share": "thickness", "budget": 12},
        {"share": "volume", "budget": 12, "approximate": True},
        {"inside": True, "budget": 12},
        {"clip": Clip("w", 0.0)},
        {"clip": Clip("z", float("nan"))},
        {"overrides": {"nobody": {"depth": 0.001}}},
        {"overrides": {"post": {"per_link": 2, "effort": DRAFT, "tolerance": 0.01}}},
        {"pinned": ["nobody"]},
    ],
    ids=str,
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        fit(ROBOT, **options)


ARM = str(FIXTURES / "arm6" / "arm6.urdf")


def test_the_options_of_the_command(tmp_path: Path) -> None:
    output = tmp_path / "arm.xrdf"
    command = ["spheres", "fit", ARM, "-o", str(output), "--tolerance", "100mm", "--depth", "2mm", "-q"]
    command += ["--effort", str(DRAFT)]
    single = [
        "--for",
        "forearm:per-link=3,depth=1mm",
        "--for",
        "wrist:inside=no",
        "--clip-plane",
        "base_link",
        "z",
        "0",
    ]
    loose = ["--allow", "robot.default-self-collision"]  # so loose that links overlap as the arm rests
    assert main([*command, *single, *loose]) == 0
    robot = robotfmt.read(ARM, output)
    remarks = _remarks(robot)
    assert "from the plane z 0 is outside by 2 mm" in remarks["base_link"]
    assert "the surface is outside by 1 mm" in remarks["forearm"]
    assert len(_spheres(robot, "forearm")) == 3
    pinned = [*command[:3], str(output), "-o", str(tmp_path / "more.xrdf"), *command[5:], "--pin", "forearm"]
    pinned += [*single[2:], *loose]
    assert main(pinned) == 0
    more = robotfmt.read(ARM, tmp_path / "more.xrdf")
    assert {tuple(sphere) for sphere in _spheres(robot, "forearm")} < {
        tuple(sphere) for sphere in _spheres(more, "forearm")
    }


@pytest.mark.parametrize(
    "given",
    [
        ["--for", "hand"],
        ["--for", "hand:size=3"],
        ["--for", "hand:depth=deep"],
        ["--for", "hand:inside=maybe"],
        ["--clip-plane", "hand", "z", "low"],
        ["--clip-plane", "hand", "up", "0"],
        ["--pin", "nobody"],
    ],
    ids=" ".join,
)
def test_options_that_cannot_be_meant(given: list[str], tmp_path: Path) -> None:
    assert main(["spheres", "fit", ARM, "-o", str(tmp_path / "arm.xrdf"), *given]) == 2
    assert not list(tmp_path.iterdir())


def test_a_mesh_by_itself_has_spheres(tmp_path: Path) -> None:
    output = tmp_path / "part.yaml"
    mesh = FIXTURES / "arm6" / "meshes" / "forearm.stl"
    assert main(["spheres", "fit", str(mesh), "-o", str(output), "--per-link", "3", "--effort", "0.05", "-q"]) == 0
    (frame,) = robotfmt.read(output).sphere_sets[0].frames
    assert (frame.frame, len(frame.spheres)) == ("forearm", 3)
    assert (frame.remark or "").startswith("proved: the surface is covered")


def test_a_mesh_does_not_go_with_other_documents() -> None:
    mesh = FIXTURES / "arm6" / "meshes" / "forearm.stl"
    with pytest.raises(UsageError, match="a mesh on its own"):
        robotfmt.read(ARM, mesh)
