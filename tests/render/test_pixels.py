"""Pictures that were worked out by hand, pixel by pixel."""

from __future__ import annotations

from itertools import permutations
from math import pi, radians, sqrt, tan

import numpy as np
import pytest
from pictures import BLUE, FACING, GREEN, NONE, RED, flat, robot

from robotfmt.diagnostics import Report
from robotfmt.model import (
    Box,
    Capsule,
    CollisionSphere,
    Cone,
    Cylinder,
    Ellipsoid,
    FrameSpheres,
    Geometry,
    Link,
    Mesh,
    Plane,
    Robot,
    Shape,
    Sphere,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.render import Camera, picture, render

WHITE = (1.0, 1.0, 1.0, 1.0)
CUBE = Box((2.0, 2.0, 2.0))


def shade(*color: float) -> list[int]:
    """A colour as a face shows it that looks at the camera."""
    return [round(255 * FACING * each) for each in color]


def test_a_red_box_fills_the_middle() -> None:
    # 4 m are 40 pixels, so that the box of 2 m fills those from 10 to 29
    seen = render(robot((CUBE, RED, (0, 0, 0))), size=(60, 40), camera=flat(), background=WHITE)
    expected = np.full((40, 60, 3), 255)
    expected[10:30, 20:40] = shade(1, 0, 0)
    assert seen.dtype == np.uint8
    assert (seen == expected).all()
    assert shade(1, 0, 0) == [233, 0, 0]


@pytest.mark.parametrize(
    ("azimuth", "elevation", "right", "up"),
    [
        (0, 0, (0, 1, 0), (0, 0, 1)),  # from +x: y to the right, z up
        (90, 0, (-1, 0, 0), (0, 0, 1)),  # from +y: x to the left
        (180, 0, (0, -1, 0), (0, 0, 1)),
        (-90, 0, (1, 0, 0), (0, 0, 1)),
        (0, 90, (0, 1, 0), (-1, 0, 0)),  # from above: what is nearest on the ground is below
        (0, -90, (0, 1, 0), (1, 0, 0)),
    ],
)
def test_where_the_axes_point(
    azimuth: float, elevation: float, right: tuple[int, int, int], up: tuple[int, int, int]
) -> None:
    bead = Box((0.2, 0.2, 0.2))
    beads = robot((bead, RED, right), (bead, GREEN, up))
    for camera in (flat(azimuth, elevation), Camera(azimuth, elevation, 7.5, (0.0, 0.0, 0.0))):
        seen = render(beads, size=(40, 40), camera=camera, background=(0, 0, 0, 1)).astype(int)
        assert seen[20, 30, 0] > 200 > 0 == seen[20, 30, 1]
        assert seen[10, 20, 1] > 200 > 0 == seen[10, 20, 0]
        assert seen[:, :15].max() == seen[25:].max() == 0


def test_the_nearer_is_seen_whatever_the_order() -> None:
    parts = [
        (Box((1.0, 1.0, 1.0)), RED, (1.5, 0.0, 0.0)),
        (CUBE, GREEN, (0.0, 0.0, 0.0)),
        (Box((1.0, 3.0, 3.0)), BLUE, (-1.5, 0.0, 0.0)),
    ]
    for order in permutations(parts):
        seen = render(robot(*order), size=(40, 40), camera=flat(), background=WHITE)
        assert seen[20, 20].tolist() == shade(1, 0, 0)
        assert seen[12, 20].tolist() == shade(0, 1, 0)
        assert seen[7, 20].tolist() == shade(0, 0, 1)
        assert seen[2, 20].tolist() == [255, 255, 255]
        assert render(robot(*order), size=(40, 40), camera=flat(180)).tolist()[20][20] == shade(0, 0, 1)


def test_boxes_that_run_through_one_another() -> None:
    # a plate across and one along the view: each hides what lies behind it
    plates = robot((Box((2.0, 0.5, 2.0)), RED, (0, 0, 0)), (Box((0.5, 2.0, 1.0)), GREEN, (0, 0, 0)))
    seen = render(plates, size=(40, 40), camera=flat(), background=WHITE)
    assert seen[20, 20].tolist() == shade(1, 0, 0)
    assert seen[20, 13].tolist() == seen[20, 27].tolist() == shade(0, 1, 0)


def test_transparent_surfaces_blend_with_surfaces_behind() -> None:
    def veil(color: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        return (*color[:3], 0.5)

    parts = [
        (CUBE, RED, (0.0, 0.0, 0.0)),
        (CUBE, veil(BLUE), (4.0, 0.5, 0.0)),
        (CUBE, veil(GREEN), (8.0, 0.5, 0.5)),
        (CUBE, veil(WHITE), (-4.0, 0.0, 0.0)),  # behind the red one
    ]
    for order in permutations(parts):
        seen = render(robot(*order), size=(40, 40), camera=flat(), background=(0, 0, 0, 1))
        # green over blue over red: 1/2, 1/4, 1/4
        assert seen[20, 20].tolist() == shade(0.25, 0.5, 0.25)
        assert seen[28, 20].tolist() == shade(0.5, 0, 0.5)  # green ends above
        assert seen[6, 20].tolist() == shade(0, 0.5, 0)
        assert seen[20, 12].tolist() == shade(1, 0, 0)
        assert seen[28, 32].tolist() == shade(0, 0, 0.5)


def test_only_the_nearest_surface_of_a_transparent_part_is_seen() -> None:
    spheres = tuple(CollisionSphere(center=(x, 0.0, 0.0), radius=1.0) for x in (0.0, 0.1, -0.3))
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="link0", spheres=spheres),)),)
    board = robot((Box((0.1, 4.0, 4.0)), WHITE, (-3.0, 0.0, 0.0)))
    through = render(replace(board, sphere_sets=sets), size=(41, 41), camera=flat())
    alone = render(replace(board, sphere_sets=sets), size=(41, 41), camera=flat(), show=["spheres"])
    # the first colour of the palette, seen from ahead, over white and by itself
    color = np.array([0xE6, 0x9F, 0x00]) / 255
    assert np.abs(alone[20, 20] - 255 * FACING * color).max() < 1
    # the white board is paler under spheres
    pale = 1 + 0.65 * (np.array((0.84, 0.85, 0.86)) - 1)
    assert np.abs(through[20, 20] - 255 * FACING * (0.5 * color + 0.5 * pale)).max() < 1


def test_a_sphere_has_a_dark_edge_over_its_own_colour() -> None:
    """Over a wall of its own colour too: the edge is darker than the middle and than the wall."""
    spheres = (CollisionSphere(center=(0.0, 0.0, 0.0), radius=1.0),)
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="link0", spheres=spheres),)),)
    wall = robot((Box((0.1, 4.0, 4.0)), (0.902, 0.624, 0.0, 1.0), (-3.0, 0.0, 0.0)))
    seen = render(replace(wall, sphere_sets=sets), size=(81, 81), camera=flat()).astype(int).sum(axis=2)
    middle, beside = seen[40, 40], seen[40, 2]
    edge = min(seen[40, 15:30].min(), seen[40, 52:66].min())
    assert edge < 0.85 * middle
    assert edge < 0.85 * beside


def test_spheres_that_keep_a_place_are_not_drawn() -> None:
    spheres = tuple(CollisionSphere(center=(0.0, 0.0, 0.0), radius=radius) for radius in (-1.0, 0.0, None))
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="link0", spheres=spheres),)),)
    seen = render(Robot(links=(Link(name="link0"),), sphere_sets=sets), size=(20, 20), background=WHITE)
    assert (seen == 255).all()


def coverage(of: Robot, camera: Camera, size: int = 200) -> float:
    """How many pixels are covered."""
    return float(render(of, size=(size, size), camera=camera, background=NONE)[:, :, 3].sum() / 255)


def test_the_outline_of_spheres() -> None:
    spheres = (CollisionSphere(center=(0.0, 0.0, 0.0), radius=1.0),)
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="a", spheres=spheres),)),)
    sphere = Robot(links=(Link(name="a"),), sphere_sets=sets)
    # 4 m are 200 pixels
    assert coverage(sphere, flat()) == pytest.approx(pi * 50**2, rel=1e-3)
    # with perspective the rays touch the sphere before its middle: as a disc of r d / sqrt(d^2 - r^2)
    for distance in (4.0, 8.0):
        scale = 200 / (2 * tan(radians(15)) * distance)
        area = pi * (scale * distance / sqrt(distance**2 - 1)) ** 2
        camera = Camera(30, 40, distance, (0.0, 0.0, 0.0))
        assert coverage(sphere, camera) == pytest.approx(area, rel=1e-3)
    assert coverage(sphere, Camera(30, 40, 1.5, (0.0, 0.0, 0.0))) == 200**2
    # where the camera is inside, nothing is seen of it
    assert coverage(sphere, Camera(0, 0, 0.5, (0.0, 0.0, 0.0))) == 0


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        (Box((1.0, 1.0, 2.0)), 2 * sqrt(2)),
        (Sphere(1.2), pi * 1.2**2),
        (Cylinder(0.7, 1.5), 2 * 0.7 * 1.5),
        (Capsule(0.5, 1.5), 2 * 0.5 * 1.5 + pi * 0.5**2),
        (Cone(0.8, 1.6), 0.8 * 1.6),
        (Ellipsoid((0.9, 0.9, 1.4)), pi * 0.9 * 1.4),
    ],
)
def test_the_outline_of_shapes(shape: Shape, area: float) -> None:
    seen = coverage(robot((shape, RED, (0, 0, 0))), flat(45))
    assert seen == pytest.approx(area * 50**2, rel=5e-3)


def test_a_floor_fills_the_picture_below_the_horizon() -> None:
    # the camera stands 1 m above a floor that it cuts: the floor fills the lower half of the picture
    floor = robot((Plane((0.0, 0.0, 1.0), (1e5, 1e5)), GREEN, (0.0, 0.0, -1.0)))
    seen = render(floor, size=(60, 40), camera=Camera(10, 0, 3.0, (0.0, 0.0, 0.0)), background=NONE)
    assert (seen[:20, :, 3] == 0).all()
    assert (seen[20:, :, 3] == 255).all()
    assert (seen[20:, :, 1] > 100).all()


def test_from_inside_a_box_is_everywhere() -> None:
    room = robot((Box((10.0, 10.0, 10.0)), RED, (0.0, 0.0, 0.0)))
    seen = render(room, size=(40, 30), camera=Camera(20, 30, 1.0, (0.0, 0.0, 0.0)), background=NONE)
    assert (seen[:, :, 3] == 255).all()
    assert (seen[:, :, 0] >= round(0.4 * 255)).all()


def test_by_default_everything_is_seen_and_fills_the_picture() -> None:
    corners = [(Box((0.1, 0.1, 0.1)), RED, (x, y, z)) for x in (-1, 3) for y in (0, 1) for z in (2, 5)]
    for camera in (Camera(), Camera(200, -70), Camera(parallel=True), Camera(0, 90)):
        seen = render(robot(*corners), size=(90, 120), camera=camera, background=NONE)[:, :, 3] > 0
        rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
        margins = [(rows[0], 119 - rows[-1]), (columns[0], 89 - columns[-1])]
        assert min(margins[0] + margins[1]) >= 1
        tight = min(margins)  # 6 % of the picture, on both sides alike
        assert abs(tight[0] - tight[1]) <= 1
        assert max(tight) <= 4


def test_frames_are_drawn_over_everything() -> None:
    # 7 % of the largest side, 2.8 m, are 0.196 m: 39.2 pixels
    box = robot((Box((2.8, 2.8, 2.8)), WHITE, (0.0, 0.0, 0.0)))
    seen = render(box, size=(800, 800), camera=flat(), show=["visual", "frames"]).astype(int)
    assert seen[400, 438].argmax() == 1  # y, to the right, is green
    assert seen[361, 400].argmax() == 2  # z, up, is blue
    assert (seen[400, 440] == round(255 * FACING)).all()
    assert (seen[359, 400] == round(255 * FACING)).all()


def test_hidden_geometry_is_not_drawn() -> None:
    box = Geometry(shape=CUBE)
    links = (
        Link(name="a", visuals=(replace(box, visible=False),)),
        Link(name="b", visible=False, visuals=(box,)),
    )
    assert coverage(Robot(links=links), flat()) == 0
    assert coverage(Robot(links=(Link(name="a", visuals=(box,)),)), flat()) == 100**2


def test_links_without_visuals_are_drawn_by_their_collision_geometry() -> None:
    link = Link(name="a", collisions=(Geometry(shape=CUBE),))
    assert coverage(Robot(links=(link,)), flat()) == 100**2
    both = replace(link, visuals=(Geometry(shape=Box((1.0, 1.0, 1.0))),))
    assert coverage(Robot(links=(both,)), flat()) == 50**2


def test_a_missing_mesh_is_reported_and_not_drawn() -> None:
    report = Report()
    links = (Link(name="a", visuals=(Geometry(shape=Mesh("nowhere.stl")), Geometry(shape=CUBE))),)
    seen = render(Robot(links=links), camera=flat(), report=report, background=NONE, size=(40, 40))
    assert [each.code for each in report] == ["mesh.missing"]
    assert (seen[:, :, 3] > 0).sum() == 20**2


@pytest.mark.parametrize("size", [1e-300, 1e9, 1e160, 1e300])
@pytest.mark.parametrize("parallel", [True, False])
def test_absurd_sizes_are_drawn_without_failure(size: float, parallel: bool) -> None:
    spheres = tuple(CollisionSphere(center=(0.0, each, 0.0), radius=size) for each in (0.0, 1.0, -1e300))
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="link0", spheres=spheres),)),)
    odd = robot((Sphere(size), RED, (0, 0, 0)), (CUBE, (0.0, 1.0, 0.0, 0.5), (size, 0, 0)), (CUBE, RED, (0, 0, 0)))
    for camera in (Camera(parallel=parallel), Camera(0, 0, 1.0, (0.0, 0.0, 0.0), parallel)):
        everything = replace(odd, sphere_sets=sets)
        seen = render(everything, size=(20, 10), camera=camera, show=["visual", "spheres", "frames"])
        assert seen.shape == (10, 20, 3)


def test_a_robot_without_shapes_has_an_empty_picture() -> None:
    assert (render(Robot(), size=(3, 2), background=WHITE) == 255).all()


def test_a_picture_drawn_in_bands_has_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [(Capsule(0.4, 1.0), color, (x, x, 0.0)) for x, color in enumerate([RED, (0.0, 1.0, 0.0, 0.4)])]
    spheres = tuple(CollisionSphere(center=(0.1 * x, 0.0, 0.5), radius=0.4) for x in range(5))
    sets = (SphereSet(name="s", frames=(FrameSpheres(frame="link1", spheres=spheres),)),)
    scene = replace(robot(*parts), sphere_sets=sets)
    first = render(scene, size=(90, 70))
    assert render(scene, size=(90, 70)).tobytes() == first.tobytes()
    monkeypatch.setattr(picture, "_MOST", 1000)
    banded = render(scene, size=(90, 70))
    assert np.abs(banded.astype(int) - first).max() <= 1
