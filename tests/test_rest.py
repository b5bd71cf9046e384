"""Links that overlap at rest, and MuJoCo's contacts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import robotfmt
from robotfmt.hub.checking import check
from robotfmt.model import (
    Axis,
    Box,
    CollisionMask,
    Geometry,
    IgnoredPair,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Mesh,
    Origin,
    Pose,
    Purpose,
    Robot,
    RobotSimulation,
    Sphere,
)
from robotfmt.model.record import replace
from robotfmt.validation import validate

UNCHECKED = "robot.rest-unchecked"
BALL = Geometry(shape=Sphere(0.1), purpose=Purpose.COLLISION)


def chain(step: float = 0.12, kind: JointType = JointType.REVOLUTE, balls: tuple[Geometry, ...] = (BALL,) * 3) -> Robot:
    """Return links with balls in a row, each some way from the one before."""
    axes = (Axis(direction=(0.0, 1.0, 0.0), hard=Limits(lower=-1.0, upper=1.0, effort=1.0, velocity=1.0)),)
    names = [f"l{number}" for number in range(len(balls))]
    mass = Inertial(mass=1.0, inertia=Inertia(ixx=0.01, iyy=0.01, izz=0.01, ixy=0.0, ixz=0.0, iyz=0.0))
    links = tuple(Link(name=name, collisions=(ball,), inertial=mass) for name, ball in zip(names, balls, strict=True))
    joints = tuple(
        Joint(
            name=f"j{number}",
            type=kind,
            parent=one,
            child=other,
            pose_in_parent=Pose((step, 0.0, 0.0)),
            axes=axes if kind is not JointType.FIXED else (),
        )
        for number, (one, other) in enumerate(pairwise(names))
    )
    return Robot(name="chain", links=links, joints=joints)


def overlaps(robot: Robot, *, files: bool = True) -> list[str]:
    found = validate(robot, files=files)
    return [each.message for each in found if each.code in ("robot.overlap-at-rest", "robot.rest-unchecked")]


def test_only_links_that_are_not_neighbours_are_found() -> None:
    (message,) = overlaps(chain(0.09))
    assert message == "links overlap in the default pose: 'l0' and 'l2'"
    assert overlaps(chain(0.12)) == []


def test_an_overlap_of_less_than_a_millimetre_is_a_touch() -> None:
    assert overlaps(chain(0.0996)) == []
    assert overlaps(chain(0.0994))


def test_links_that_never_move_against_each_other_and_what_is_fixed_to_neighbours_may_overlap() -> None:
    assert overlaps(chain(0.09, JointType.FIXED)) == []
    robot = chain(0.09)
    fixed = replace(robot.joints[1], type=JointType.FIXED, axes=())
    assert overlaps(replace(robot, joints=(robot.joints[0], fixed))) == []


def test_a_default_pose_that_bends_the_chain_counts() -> None:
    robot = chain(0.12)
    limits = Limits(lower=2.4, upper=3.0, effort=1.0, velocity=1.0)
    bent = replace(robot.joints[0], axes=(replace(robot.joints[0].axes[0], hard=limits),))
    assert overlaps(replace(robot, joints=(bent, robot.joints[1])))


def test_what_passes_is_not_found() -> None:
    robot = chain(0.09)
    assert overlaps(replace(robot, ignored_pairs=(IgnoredPair(first="l2", second="l0"),))) == []
    assert overlaps(replace(robot, simulation=RobotSimulation(self_collide=False))) == []
    assert overlaps(replace(robot, simulation=RobotSimulation(static=True))) == []
    masked = [replace(BALL, collision_mask=CollisionMask(collides_with=bits, category=1)) for bits in (2, 1, 2)]
    assert overlaps(chain(0.09, balls=tuple(masked))) == []
    assert overlaps(robot, files=False) == []


def test_each_pair_is_named_once_and_many_pairs_are_counted() -> None:
    (message,) = overlaps(chain(0.02, balls=(BALL,) * 6))
    assert message.count("'l0' and 'l2'") == 1
    assert message.endswith("and 6 more pairs")


def test_boxes_that_are_near_and_do_not_overlap_are_compared_exactly() -> None:
    turned = Geometry(shape=Box((0.2, 0.2, 0.2)), pose=Pose((0.0, 0.17, 0.0)), purpose=Purpose.COLLISION)
    assert overlaps(chain(0.06, balls=(BALL, BALL, turned)))
    assert overlaps(chain(0.09, balls=(BALL, BALL, turned))) == []


def test_without_coal_a_note_names_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotfmt.validation.rest.is_installed", lambda name: False)
    (message,) = overlaps(chain(0.09))
    assert message == "links may overlap in the default pose, which was not checked: 'l0' and 'l2'"


def test_mujoco_finds_the_same_contacts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MuJoCo also has contacts of a link that is fixed to the world with its neighbour, unless they are excluded."""
    mujoco = pytest.importorskip("mujoco")
    monkeypatch.setattr("robotfmt.validation.rest._SHOWN", 10)
    for step in (0.06, 0.09, 0.12):
        robot = chain(step, balls=(BALL,) * 5)
        path = tmp_path / f"{step}.xml"
        robotfmt.write(robot, path)
        model = mujoco.MjModel.from_xml_path(str(path))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        pairs = [sorted(model.body(model.geom_bodyid[geom]).name for geom in each.geom) for each in data.contact]
        theirs = {f"'{one}' and '{other}'" for one, other in pairs if (one, other) != ("l0", "l1")}
        ours = {pair for message in overlaps(robot) for pair in message.partition(": ")[2].split(", ")}
        assert ours == theirs, step


def test_the_number_of_compared_pairs_is_limited_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotfmt.validation.rest._MOST", 5)
    counted, found = overlaps(chain(0.01, balls=(BALL,) * 8))
    assert counted.endswith("of the shapes near each other, 5 pairs were compared")
    assert found.endswith("and 1 more pair")


@pytest.mark.parametrize(("limit", "compared"), [(0, False), (10_000, False), (10_500, True)])
def test_small_meshes_are_compared_unasked(limit: int, compared: bool, tmp_path: Path) -> None:
    robot = with_meshes(tmp_path, size=10_500 // 2)
    found = [
        each.message for each in validate(robot, rest_bytes=limit) if each.code in ("robot.overlap-at-rest", UNCHECKED)
    ]
    if compared:
        assert found == ["links overlap in the default pose: 'l0' and 'l2'"]
    elif limit:
        assert found == ["the collision meshes, 0.0105 MB, are not compared in the default pose"]
    else:
        assert found == []


def test_without_coal_no_mesh_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotfmt.validation.rest.is_installed", lambda name: False)
    monkeypatch.setattr("robotfmt.surfaces.loading.surface", lambda *_: pytest.fail("a mesh is opened"))
    assert not [it for it in validate(with_meshes(tmp_path, size=9), rest_bytes=10**6) if it.code == UNCHECKED]


def test_several_robots_have_less_than_one_alone(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        robot = with_meshes(tmp_path / name, size=1_500_000)
        robotfmt.write(robot, tmp_path / name / f"{name}.urdf")
    a, b = tmp_path / "a" / "a.urdf", tmp_path / "b" / "b.urdf"
    alone = [{it.code for it in each.report} for each in check(a)]
    both = [{it.code for it in each.report} for each in check(a, b)]
    assert ["robot.overlap-at-rest" in it for it in alone] == [True]
    assert [(UNCHECKED in it, "robot.overlap-at-rest" in it) for it in both] == [(True, False)] * 2


def with_meshes(folder: Path, size: int) -> Robot:
    """Return a chain whose ends are boxes from files of this size, each a part of the other."""
    names = ("one.obj", "two.obj")
    corners = [(x, y, z) for x in (0, 0.3) for y in (0, 0.3) for z in (0, 0.3)]
    faces = ("1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4")
    text = "\n".join([*(f"v {x} {y} {z}" for x, y, z in corners), *(f"f {each}" for each in faces), "# "])
    for name in names:
        (folder / name).write_text(text.ljust(size, "x"))
    document = Origin(str(folder / "robot.urdf"))
    one, two = (replace(BALL, shape=Mesh(uri=str(folder / name)), origin=document) for name in names)
    return chain(balls=(one, replace(BALL, shape=Sphere(0.01)), two))
