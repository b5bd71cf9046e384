"""Read bodies: numbers worked out by hand, by the rules of Choreonoid's loader."""

from __future__ import annotations

from math import pi, radians
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt import formats
from robotfmt.diagnostics import Report
from robotfmt.errors import InputError, LimitError
from robotfmt.mesh import digest
from robotfmt.model import (
    Box,
    Camera,
    Cylinder,
    Ellipsoid,
    Joint,
    JointType,
    Laser,
    Limits,
    Mesh,
    Pose,
    Robot,
    Sphere,
)
from robotfmt.settings import Settings, format_context
from robotfmt.surfaces.loading import surface

HEAD = "format: ChoreonoidBody\nformat_version: 1.0\nname: it\n"


def read(tmp_path: Path, links: str, head: str = HEAD, report: Report | None = None) -> Robot:
    path = tmp_path / "it.body"
    path.write_text(f"{head}links:\n{links}")
    return robotfmt.read(path, report=report)


def joint(tmp_path: Path, keys: str, head: str = HEAD) -> Joint:
    links = f"  - {{name: base, mass: 0}}\n  - {{name: arm, parent: base, mass: 0, joint_type: revolute, {keys}}}\n"
    return read(tmp_path, links, head).joints[0]


@pytest.mark.parametrize(
    ("keys", "lower", "upper"),
    [
        ("joint_range: [-90, 45]", -pi / 2, pi / 4),
        ("jointRange: 30", -pi / 6, pi / 6),
        ("joint_range: [unlimited, 60]", None, pi / 3),
        ("joint_range: [-inf, 60]", None, pi / 3),
        ("joint_range: unlimited", None, None),
        ("joint_axis: [0, 0, 2], joint_range: [-45, 90]", -pi / 2, pi),
    ],
)
def test_joint_ranges_are_read(keys: str, lower: float | None, upper: float | None, tmp_path: Path) -> None:
    limits = joint(tmp_path, keys).axes[0].hard or Limits()
    assert limits.lower == (pytest.approx(lower) if lower is not None else None)
    assert limits.upper == (pytest.approx(upper) if upper is not None else None)


def test_without_a_range_a_joint_turns_without_end(tmp_path: Path) -> None:
    assert joint(tmp_path, "joint_id: 0").type is JointType.CONTINUOUS


def test_angles_in_radians_are_read(tmp_path: Path) -> None:
    limits = joint(tmp_path, "jointRange: [-1, 2], maxJointVelocity: 3", f"{HEAD}angleUnit: radian\n").axes[0].hard
    assert limits is not None
    assert (limits.lower, limits.upper, limits.velocity) == (-1, 2, 3)


@pytest.mark.parametrize(
    ("word", "direction"),
    [("X", (1, 0, 0)), ("-y", (0, -1, 0)), ("-Z", (0, 0, -1)), ("[1, 2, 3]", (1, 2, 3))],
)
def test_joint_axes_are_read(word: str, direction: tuple[int, int, int], tmp_path: Path) -> None:
    assert joint(tmp_path, f"jointAxis: {word}").axes[0].direction == direction


def test_rotors_and_starts(tmp_path: Path) -> None:
    report = Report()
    links = (
        "  - {name: base, mass: 0}\n  - {name: arm, parent: base, mass: 0, joint_type: revolute, rotorInertia: 0.25, "
        "gearRatio: 4, jointDisplacement: 90}\n"
    )
    robot = read(tmp_path, links, report=report)
    dynamics = robot.joints[0].axes[0].dynamics
    assert dynamics is not None
    assert dynamics.armature == 4
    assert robot.default_positions[0].values == (pi / 2,)
    assert [each.name for each in robot.extensions] == ["gearRatio"]


def test_masses_add_up(tmp_path: Path) -> None:
    links = """\
  - name: base
    mass: 3
    elements:
      - {type: RigidBody, mass: 2, center_of_mass: [0, 0, 1]}
      - type: Transform
        translation: [1, 0, 0]
        rotation: [[0, 0, 1, 90], [1, 0, 0, 90]]
        scale: [2, 1, 1]
        elements:
          RigidBody: {mass: 1, center_of_mass: [1, 0, 0], inertia: [1, 0, 0, 2, 0, 3]}
"""
    inertial = read(tmp_path, links).links[0].inertial
    assert inertial is not None
    assert inertial.mass == 6
    assert inertial.pose is not None
    assert inertial.pose.xyz == pytest.approx((1 / 6, 1 / 3, 1 / 3))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertial.link_inertia or ((0.0,) * 3,) * 3
    assert (xx, xy, xz, yy, yz, zz) == pytest.approx((7.6667, -1.6667, 0.3333, 6.1667, 0.6667, 6.1667), abs=1e-4)


def test_silence_is_a_kilogram_and_zero_alone_is_no_mass(tmp_path: Path) -> None:
    report = Report()
    first, second = read(tmp_path, "  - name: one\n  - {name: two, parent: one, mass: 0}\n", report=report).links
    assert first.inertial is not None
    assert (first.inertial.mass, first.inertial.link_inertia) == (1, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert second.inertial is None
    assert len(report.having("choreonoid.assumed-mass")) == 1


def test_shapes_and_their_frames(tmp_path: Path) -> None:
    links = """\
  - name: base
    mass: 0
    elements:
      Transform:
        translation: [1, 0, 0]
        rotation: [0, 0, 1, 90]
        elements:
          - {type: Shape, translation: [0.5, 0, 0], scale: [1, 2, 4], geometry: {type: Sphere, radius: 0.25}}
          - type: Visual
            shape: {geometry: {type: Cylinder, radius: 0.25, height: 2}}
          - type: Collision
            elements:
              - {type: Shape, geometry: {type: Box}}
              - {type: Resource, uri: part.stl, metadata: {length_unit: millimeter}}
"""
    link = read(tmp_path, links).links[0]
    ball, tube = link.visuals
    assert ball.shape == Ellipsoid((0.25, 0.5, 1.0))
    assert ball.pose is not None
    assert ball.pose.xyz == pytest.approx((1, 0.5, 0))
    assert tube.shape == Cylinder(0.25, 2)
    assert tube.pose is not None
    assert [row[2] for row in tube.pose.matrix] == pytest.approx((-1, 0, 0))  # y of the frame, which is turned
    assert [each.shape for each in link.collisions] == [
        ball.shape,
        Box((1, 1, 1)),
        Mesh(uri="part.stl", scale=(0.001, 0.001, 0.001)),
    ]


def test_anchors_merges_and_repeated_keys(tmp_path: Path) -> None:
    links = """\
  - name: base
    mass: 1
    mass: &heavy 2
    center_of_mass: [0, 0, 0]
    inertia: &matrix [1, 0, 0, 0, 1, 0, 0, 0, 1]
    elements: {Shape: &ball {geometry: {type: Sphere, radius: 0.5}}}
  - name: 2
    parent: base
    <<: {mass: *heavy, center_of_mass: [0, 0, 1], inertia: *matrix}
    elements: [{type: Shape, <<: *ball}]
"""
    report = Report()
    one, two = read(tmp_path, links, report=report).links
    assert two.name == "2"
    assert one.inertial is not None
    assert two.inertial is not None
    assert (one.inertial.mass, two.inertial.mass) == (2, 2)
    assert [each.shape for each in (*one.visuals, *two.visuals)] == [Sphere(0.5), Sphere(0.5)]
    assert len(report.having("yaml.duplicate-key")) == 1


def test_sensors_are_read() -> None:
    sensors = {each.name: each for each in robotfmt.read(FIXTURES / "choreonoid" / "picker.body").sensors}
    eye, scanner = sensors["eye"].data, sensors["scanner"].data
    assert isinstance(eye, Camera)
    assert isinstance(scanner, Laser)
    assert eye.horizontal_fov == pytest.approx(2 * 0.55625, abs=1e-4)  # atan(tan(25 deg) * 800 / 600)
    assert (scanner.max_angle, scanner.samples, scanner.vertical_samples) == (radians(55), 221, 16)
    pose = sensors["scanner"].pose or Pose()
    assert [tuple(round(each, 9) for each in row) for row in pose.matrix] == [
        (0, -1, 0),
        (0, 0, 1),
        (-1, 0, 0),
    ]


def test_bodies_in_a_body(tmp_path: Path) -> None:
    tip = "  - {name: tip, parent: palm, joint_type: revolute, joint_id: 0}\n"
    hand = f"  - {{name: palm, joint_name: mount, mass: 1}}\n{tip}"
    read(tmp_path, hand)
    (tmp_path / "it.body").rename(tmp_path / "hand.body")
    links = """\
  - {name: base, mass: 0}
  - {type: SubBody, uri: hand.body, prefix: L_, parent: base, joint_type: fixed, joint_id_offset: 3,
     translation: [0, 0, 1]}
  - {type: SubBody, uri: hand.body, prefix: R_, parent: L_tip}
"""
    robot = read(tmp_path, links)
    assert [each.name for each in robot.links] == ["base", "L_palm", "L_tip", "R_palm", "R_tip"]
    assert {each.name: (each.parent, each.dof_index) for each in robot.joints} == {
        "L_mount": ("base", None),
        "L_tip": ("L_palm", 3),
        "R_mount": ("L_tip", None),
        "R_tip": ("R_palm", 0),
    }


def test_a_body_without_links_adds_nothing(tmp_path: Path) -> None:
    (tmp_path / "none.body").write_text(f"{HEAD}links: []\n")
    report = Report()
    robot = read(tmp_path, "  - {name: base, mass: 0}\n  - {type: SubBody, uri: none.body}\n", report=report)
    assert [each.name for each in robot.links] == ["base"]
    assert len(report.having("choreonoid.no-links")) == 2


def test_rules_apply_in_order(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d"]
    links = "".join(
        f"  - {{name: {name}, mass: 0{f', parent: {before}' if before else ''}}}\n"
        for name, before in zip(names, ["", *names], strict=False)
    )
    rules = (
        "collision_detection_rules:\n  - disabled_link_chain_level: 2\n  - enabled_link_group: [a, b]\n"
        "  - disabled_links: [d]\n  - enabled_link_group: [d, a]\n"
    )
    robot = read(tmp_path, f"{links}{rules}")
    assert {"".join(sorted(each.links)) for each in robot.ignored_pairs} == {"ac", "bc", "bd", "cd"}
    assert [each.link for each in robot.unchecked_links] == ["d"]
    assert [each.links for each in robot.checked_pairs] == [frozenset("ad")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
            + "".join(f"{chr(99 + i)}: &{chr(99 + i)} [{', '.join([f'*{chr(98 + i)}'] * 10)}]\n" for i in range(7)),
            "limit.exceeded",
        ),
        (
            "links:\n  - {type: ContinuousTrack, name: t, parent: b, num_joints: 1e9, joint_offset: [1, 0, 0]}\n",
            "limit.exceeded",
        ),
        ("links:\n  - {type: SubBody, uri: it.body}\n", "document.cycle"),
        ("links:\n  - {type: SubBody, uri: ../../../../etc/passwd}\n", "document.not-found"),
    ],
)
def test_hostile_bodies(text: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "it.body").write_text(f"{HEAD}{text}")
    with pytest.raises((InputError, LimitError)) as caught:
        robotfmt.read(tmp_path / "it.body")
    assert caught.value.code.slug == code


def test_bodies_that_contain_one_another(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.body").write_text(f"{HEAD}links:\n  - {{type: SubBody, uri: {other}.body}}\n")
    with pytest.raises(InputError) as caught:
        robotfmt.read(tmp_path / "one.body")
    assert caught.value.code.slug == "document.cycle"


def test_missing_meshes_stop_nothing(tmp_path: Path) -> None:
    links = "  - {name: base, mass: 0, elements: {Visual: {resource: {uri: nowhere.wrl, node: WHEEL}}}}\n"
    assert read(tmp_path, links).links[0].visuals[0].shape == Mesh(uri="nowhere.wrl")


def test_vertices_in_a_body_are_a_mesh(tmp_path: Path) -> None:
    links = """\
  - name: base
    mass: 0
    elements:
      - type: Shape
        geometry:
          type: IndexedFaceSet
          coordinate: [0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0]
          coordIndex: [0, 1, 2, 3, -1]
      - type: Visual
        shape:
          geometry: {type: Extrusion, crossSection: [1, 1, 1, -1, -1, -1, -1, 1, 1, 1], spine: [0, 0, 0, 0, 5, 0]}
"""
    sheet, beam = read(tmp_path, links).links[0].visuals
    context = format_context(formats.find("choreonoid"), Settings(), Report())
    areas = [surface(each, context) for each in (sheet, beam)]
    assert [round(digest(each).area, 9) for each in areas if each is not None] == [6, 48]
