"""The parts of which pictures are made."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest
from pictures import BLUE, NONE, RED, flat, read_png, robot

from robotfmt.errors import OutputError, UsageError
from robotfmt.kinematics.joint_values import configurations, first_poses
from robotfmt.mesh import Triangles, tessellate
from robotfmt.model import (
    AddFrame,
    Axis,
    Box,
    Buffer,
    CollisionSphere,
    CollisionUse,
    Cylinder,
    Frame,
    FrameSpheres,
    Joint,
    JointType,
    JointValue,
    Link,
    Motion,
    NamedState,
    Pose,
    Robot,
    SphereSet,
)
from robotfmt.render import Camera, Scene, draw_figure, figure, make_scene, render, view, write_png
from robotfmt.render.figure import fitted, lettered
from robotfmt.render.paint import corner_normals
from robotfmt.render.raster import Buffer as Pixels
from robotfmt.render.raster import chunks, ragged
from robotfmt.render.scene import frame_poses
from robotfmt.spheres.arrays import Spheres

CUBE = Box((2.0, 2.0, 2.0))


def test_a_view_by_hand() -> None:
    # from +x at 10 m, 200 pixels high: a point 10 m behind the middle is half as far from it in the picture
    extent = np.array([[0.0, 0.0, 0.0, 1.0], [-10.0, 0.0, 0.0, 1.0]])
    seen = view(Camera(0, 0, 10.0, (0.0, 0.0, 0.0)), extent, (300, 200))
    scale = 100 / (10 * np.tan(pi / 12))
    points = np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.5], [-10.0, 1.0, 0.5]])
    x, y, depth, w = seen.project(points).T
    assert w == pytest.approx([1, 1, 2])
    assert x / w == pytest.approx([150, 150 + scale, 150 + scale / 2])
    assert y / w == pytest.approx([100, 100 - scale / 2, 100 - scale / 4])
    assert (depth / w)[[0, 2]] == pytest.approx(seen.depth(np.array([0.0, 10.0])))
    assert seen.depth(np.array(seen.depths)) == pytest.approx([0, 1])


def test_the_first_of_equally_near_surfaces_is_seen() -> None:
    buffer = Pixels(2, 1)
    pixels, depths = np.array([0, 0, 0, 1]), np.array([0.5, 0.5, 0.6, 1.0])
    buffer.offer(pixels, depths, np.array([7, 3, 1, 9]))
    seen, _, owners = buffer.seen()
    assert (seen.tolist(), owners.tolist()) == ([0, 1], [3, 9])


def test_rows_of_different_lengths() -> None:
    rows, places = ragged(np.array([2, 0, 3]))
    assert rows.tolist() == [0, 0, 2, 2, 2]
    assert places.tolist() == [0, 1, 0, 1, 2]
    found = list(chunks(np.array([2, 9, 1, 1, 0, 3]), 4))
    assert found == [slice(0, 1), slice(1, 2), slice(2, 5), slice(5, 6)]


def test_normals_are_smooth_but_for_edges() -> None:
    box = tessellate(CUBE, 0.1)
    assert box is not None
    normals = corner_normals(box, np.arange(12))
    flat_ones = np.cross(box.corners[:, 1] - box.corners[:, 0], box.corners[:, 2] - box.corners[:, 0]) / 4
    assert normals == pytest.approx(np.repeat(flat_ones[:, None], 3, axis=1))
    tube = tessellate(Cylinder(1.0, 2.0), 0.01)
    assert tube is not None
    side = np.flatnonzero(np.abs(tube.corners[:, :, :2]).sum(axis=2).min(axis=1) > 0)  # no corner at a pole
    around = tube.corners[side] * [1, 1, 0]
    assert corner_normals(tube, side) == pytest.approx(around, abs=1e-9)


def test_normals_of_a_triangle_without_an_area_are_zero() -> None:
    line = Triangles(np.array([[0.0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 0, 1]]), np.array([[0, 1, 2], [0, 1, 3]]))
    normals = corner_normals(line, np.array([0, 1]))
    assert (normals[0] == 0).all()
    assert normals[1] == pytest.approx(np.tile([1.0, 0, 0], (3, 1)))


def test_letters_cover_what_their_outlines_go_around() -> None:
    for letter in map(chr, range(33, 127)):
        lines = figure._lines(letter) * (64 / 512)
        (x0, y0), (x1, y1) = lines.transpose(1, 2, 0)
        area = abs((x0 * y1 - x1 * y0).sum()) / 2
        assert lettered(letter, 64.0).sum() == pytest.approx(area, rel=0.03, abs=1), letter


def test_letters_follow_one_another_on_one_line() -> None:
    pixels = lettered("Lp", 40.0)
    (left, right), rows = (pixels[:, :24], pixels[:, 24:]), np.arange(pixels.shape[0])
    bottom, below = (rows[(half > 0.5).any(axis=1)].max() for half in (left, right))
    assert below > bottom + 4  # the tail of p
    assert (left[bottom] > 0.9).sum() == pytest.approx(40 * (1130 - 201) / 2048, abs=2)  # the foot of L
    assert (left[5:bottom, :12].max(axis=1) > 0.9).sum() > 25  # its stem
    assert lettered("é", 20.0).tobytes() != lettered("e", 20.0).tobytes()
    assert lettered("\u4e2d", 20.0).tobytes() == lettered("?", 20.0).tobytes()
    assert lettered("", 20.0).sum() == 0
    known = [lettered(chr(each), 16.0).tobytes() for each in range(32, 127)]
    assert len(set(known)) == 95


def test_a_line_that_is_too_wide_loses_its_beginning() -> None:
    whole, short = fitted("arm.urdf", 12.0, 100), fitted("x" * 50 + "arm.urdf", 12.0, 100)
    assert whole.tobytes() == lettered("arm.urdf", 12.0).tobytes()
    assert short.shape[1] <= 100
    assert (short[:, -15:] == lettered("\u2026xxxxarm.urdf", 12.0)[:, -15:]).mean() > 0.8
    assert fitted("long", 12.0, 3).shape[1] <= 3


def test_robots_side_by_side_have_the_same_scale() -> None:
    scenes = [make_scene(robot((CUBE, color, (0, y, 0)))) for color, y in ((RED, 0.0), (BLUE, 1.0))]
    seen = draw_figure(scenes, ["a", "b.urdf"], size=(100, 60), camera=flat(), background=(1, 1, 1, 1))
    # a strip of 20 pixels for captions leaves 40 rows; 4 m are 40 pixels, in a half of 50 columns
    left, right = seen[:40, :50].astype(int), seen[:40, 50:].astype(int)
    assert left[20, 25].argmax() == 0
    assert right[20, 35].argmax() == 2
    red, blue = (np.flatnonzero((half[20] != 255).any(axis=1)) for half in (left, right))
    assert blue.mean() - red.mean() == pytest.approx(40 / 4, abs=0.51)
    strip, caption = seen[40:, :50], lettered("a", 11.0)
    rows, columns = (
        np.flatnonzero((strip < 255).any(axis=(1, 2))),
        np.flatnonzero((strip < 255).any(axis=(0, 2))),
    )
    assert strip.min() < 60
    assert len(rows) <= caption.shape[0]
    assert columns.mean() == pytest.approx(25, abs=1.5)
    clear = draw_figure(scenes, ["x" * 50, "y"], size=(100, 60), background=NONE)
    words = clear[40:, :50]
    assert (words[..., 3].max(), words[..., 3].min()) == (255, 0)
    assert (words[words[..., 3] > 0][:, :3] == 30).all()  # the edges of letters are their colour, half clear


def test_a_png_holds_the_pixels(tmp_path: Path) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (7, 5, 4), dtype=np.uint8)
    for channels in (3, 4):
        path = tmp_path / f"{channels}.png"
        write_png(path, picture[:, :, :channels])
        assert (read_png(path) == picture[:, :, :channels]).all()
        with pytest.raises(OutputError):
            write_png(path, picture)
    write_png(path, picture[:1], overwrite=True)
    assert read_png(path).shape == (1, 5, 4)


def test_frames_hang_on_links_frames_and_one_another() -> None:
    up = Pose((0.0, 0.0, 1.0))
    arm = Robot(
        links=(Link(name="a"), Link(name="b")),
        joints=(Joint(name="j", type=JointType.FIXED, parent="a", child="b", pose_in_parent=up),),
        frames=(
            Frame(name="two", parent="one", pose=up),
            Frame(name="one", parent="b", pose=up),
            Frame(name="lost", parent="nobody"),
        ),
        modifiers=(AddFrame(frame="three", parent="two", joint="x", pose=up),),
    )
    heights = {name: pose[2, 3] for name, pose in frame_poses(arm).items()}
    assert heights == {"a": 0, "b": 1, "one": 2, "two": 3, "three": 4}


ARM = Robot(
    links=(Link(name="a"), Link(name="b")),
    joints=(Joint(name="elbow", type=JointType.REVOLUTE, parent="a", child="b"),),
    states=(
        NamedState(name="home", group="arm", values=(JointValue(joint="elbow", values=(0.5,)),)),
        NamedState(name="home", group="base", values=(JointValue(joint="world", values=(1.0, 2.0)),)),
    ),
    default_positions=(JointValue(joint="elbow", values=(0.25,)),),
)
OTHER = Robot(links=(Link(name="a"),))


def test_joint_values_in_words() -> None:
    assert configurations([ARM], "") == [{}]
    assert configurations([ARM, OTHER], "elbow=90deg") == [{"elbow": [[pi / 2]]}, {}]
    assert configurations([OTHER, ARM], "home") == [{}, {"elbow": [[0.5]]}]
    assert configurations([ARM], "default, elbow=-1e-1") == [{"elbow": [[-0.1]]}]
    assert configurations([ARM], "elbow=1 2 3") == [{"elbow": [[1.0, 2.0, 3.0]]}]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("elbo=1", "the joint 'elbo' does not exist; did you mean 'elbow'?"),
        ("away", "the state 'away' does not exist; there are: home, default"),
        ("elbow=x", "'x' is not a decimal number"),
        ("elbow=nan", "'nan' is not a finite number"),
    ],
)
def test_invalid_joint_values_are_refused(text: str, reported: str) -> None:
    with pytest.raises(UsageError, match=reported.replace("?", r"\?")):
        configurations([ARM], text)


@pytest.mark.parametrize("options", [{"size": (0, 5)}, {"size": (5, 99999)}, {"show": ["meshes"]}, {"spheres": "x"}])
def test_invalid_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        render(ARM, **options)  # type: ignore[arg-type]


ABOUT_X = (Axis(direction=(1.0, 0.0, 0.0), motion=Motion.TURN),)


def test_spheres_are_drawn_with_their_buffers_unless_they_shall_be_bare() -> None:
    spheres = (
        CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.1),
        CollisionSphere(center=(1.0, 0.0, 0.0), radius=0.01),
    )
    made = Robot(
        links=(Link(name="a"),),
        sphere_sets=(SphereSet(name="s", frames=(FrameSpheres(frame="a", spheres=spheres),)),),
        world_collision=CollisionUse(spheres="s", buffers=(Buffer(frame="a", distance=-0.02),)),
    )
    assert _radii(make_scene(made)) == pytest.approx([0.08])
    assert _radii(make_scene(made, bare=True)) == pytest.approx([0.1, 0.01])


def _radii(scene: Scene) -> list[float]:
    return [radius for part in scene.veils if isinstance(part.shape, Spheres) for radius in part.shape.radii]


def test_without_a_pose_a_robot_is_drawn_in_its_default_pose() -> None:
    box = robot((Box((0.1, 0.1, 0.1)), RED, (0, 0, 0)), (Box((0.2, 0.2, 0.2)), BLUE, (0, 1.0, 0)))
    joint = Joint(name="j", type=JointType.CONTINUOUS, parent="link0", child="link1", axes=ABOUT_X)
    default = (JointValue(joint="j", values=(pi / 2,)),)
    plain = Robot(links=box.links, joints=(joint,))
    moving = Robot(links=box.links, joints=(joint,), default_positions=default)
    for positions, middle in ((None, (0, 0, 1)), ({}, (0, 0, 1)), ({"j": 0.0}, (0, 1, 0))):
        found = make_scene(moving, positions).surfaces[1].shape
        assert isinstance(found, Triangles)
        assert found.vertices.mean(axis=0) == pytest.approx(middle)
    assert first_poses([plain, moving, Robot()]) == [{"j": pi / 2}, {"j": pi / 2}, {}]
    assert first_poses([plain]) == [{}]


def test_joints_move_what_is_drawn() -> None:
    box = robot((Box((0.1, 0.1, 0.1)), RED, (0, 0, 0)), (Box((0.2, 0.2, 0.2)), BLUE, (0, 1.0, 0)))
    moving = Robot(
        links=box.links,
        joints=(Joint(name="j", type=JointType.CONTINUOUS, parent="link0", child="link1", axes=ABOUT_X),),
    )
    for angle, middle in ((0.0, (0, 1, 0)), (pi / 2, (0, 0, 1))):
        scene: Scene = make_scene(moving, {"j": angle})
        found = scene.surfaces[1].shape
        assert isinstance(found, Triangles)
        assert found.vertices.mean(axis=0) == pytest.approx(middle)
