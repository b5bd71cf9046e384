"""Inertia that is computed from shapes: the values of libsdformat, and those of fine meshes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reading import read_text

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import ModelError, UsageError
from robotfmt.inertia import compute_inertia, repair_inertia, replace_inertia
from robotfmt.inertia.meshes import solid_of_triangles
from robotfmt.inertia.solids import solid_of
from robotfmt.mesh.shapes import tessellate
from robotfmt.mesh.stl import stl_bytes
from robotfmt.mesh.triangles import Triangles
from robotfmt.model import (
    Axis,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Inertial,
    Joint,
    JointType,
    Link,
    Pose,
    Robot,
    Rpy,
    Shape,
    Sphere,
)
from robotfmt.model.link import Inertia

LINK = '<link name="a"><inertial auto="true">{said}</inertial>{shapes}</link>'
SDF = f'<sdf version="1.11"><model name="m">{LINK}</model></sdf>'
SHAPE = "<collision name='{name}'>{said}<geometry>{shape}</geometry></collision>"
BOX = "<box><size>1 2 3</size></box>"


def computed(said: str, *shapes: str) -> Inertial:
    """The inertia of a link with some shapes."""
    robot = read_text(SDF.format(said=said, shapes="".join(shapes)), "sdf")
    (link,) = compute_inertia(robot).links
    assert link.inertial is not None
    assert (link.inertial.computed, link.inertial.density) == (None, None)
    return link.inertial


def diagonal(inertia: Inertia | None) -> list[float | None]:
    assert inertia is not None
    return [inertia.ixx, inertia.iyy, inertia.izz]


@pytest.mark.parametrize(
    ("shape", "density", "mass", "entries"),
    [
        (BOX, 500, 3000, [3250, 2500, 1250]),
        (
            "<capsule><radius>0.5</radius><length>1</length></capsule>",
            1000,
            1308.997,
            [395.97, 395.97, 150.53],
        ),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", 1000, 25132.74, [65345.1, 50265.5, 25132.7]),
        ("<cone><radius>0.5</radius><length>1</length></cone>", 1000, 261.799, [19.635, 19.635, 19.635]),
    ],
)
def test_the_computed_inertia_is_that_of_libsdformat(
    shape: str, density: float, mass: float, entries: list[float]
) -> None:
    """Read by libsdformat 17; its documents are probes of the corpus."""
    found = computed(f"<density>{density}</density>", SHAPE.format(name="c", said="", shape=shape))
    assert found.mass == pytest.approx(mass, rel=1e-5)
    assert diagonal(found.inertia) == pytest.approx(entries, rel=1e-4)
    assert ((found.pose or Pose()).xyz[2] == -0.25) == ("cone" in shape)


def test_two_densities_add_up_about_their_common_centre() -> None:
    ball = "<pose>2 0 0 0 0 0</pose><density>100</density>"
    box = SHAPE.format(name="c", said="<density>500</density>", shape="<box><size>1 1 1</size></box>")
    sphere = SHAPE.format(name="d", said=ball, shape="<sphere><radius>0.5</radius></sphere>")
    found = computed("", box, sphere)
    assert found.mass == pytest.approx(552.36, rel=1e-5)
    assert found.pose is not None
    assert found.pose.xyz == pytest.approx((0.18959, 0, 0), abs=1e-5)
    assert diagonal(found.inertia)[1] == pytest.approx(278.155, rel=1e-5)


def test_a_mass_that_is_given_scales_the_tensor() -> None:
    found = computed("<mass>6</mass>", SHAPE.format(name="c", said="", shape=BOX))
    assert found.mass == 6
    assert diagonal(found.inertia) == pytest.approx([6.5, 5, 2.5])


@pytest.mark.parametrize(
    "shape",
    [
        Box((1.0, 2.0, 3.0)),
        Sphere(0.5),
        Cylinder(0.5, 1.0),
        Capsule(0.5, 1.0),
        Ellipsoid((1.0, 2.0, 3.0)),
        Cone(0.5, 1.0),
    ],
)
def test_a_mesh_of_a_shape_has_the_inertia_of_the_shape(shape: Shape) -> None:
    triangles = tessellate(shape, 1e-4)
    assert triangles is not None
    exact, meshed = solid_of(shape), solid_of_triangles(triangles)
    assert exact is not None
    assert meshed is not None
    assert meshed.volume == pytest.approx(exact.volume, rel=2e-3)
    assert np.allclose(meshed.center, exact.center, atol=1e-3)
    assert diagonal(meshed.inertia) == pytest.approx(diagonal(exact.inertia), rel=5e-3)


def test_links_that_give_their_inertia_stay() -> None:
    robot = read_text(SDF.format(said="<mass>1</mass>", shapes="").replace('auto="true"', 'auto="false"'), "sdf")
    assert compute_inertia(robot) is robot
    assert isinstance(robot, Robot)


def one_link(inertial: Inertial | None, moves: bool) -> Robot:
    """A link that a joint moves, or holds."""
    kind = JointType.CONTINUOUS if moves else JointType.FIXED
    joint = Joint(name="j", type=kind, parent="base", child="a", axes=(Axis(),) if moves else ())
    return Robot(name="r", links=(Link(name="base"), Link(name="a", inertial=inertial)), joints=(joint,))


def tensor(a: float, b: float, c: float) -> Inertia:
    return Inertia(ixx=a, ixy=0.0, ixz=0.0, iyy=b, iyz=0.0, izz=c)


@pytest.mark.parametrize(
    ("inertial", "moves", "mass", "moments"),
    [
        (Inertial(mass=1.0, inertia=tensor(1.0, 2.0, 2.5)), True, 1.0, (1.0, 2.0, 2.5)),
        (Inertial(mass=1.0, inertia=tensor(1.0, 1.0, 4.0)), True, 1.0, (2.0, 2.0, 4.0)),
        (Inertial(mass=1.0, inertia=tensor(-1.0, 4.0, 4.0)), True, 1.0, (4e-6, 4.0, 4.0)),
        (Inertial(mass=1.0, inertia=tensor(0.0, 0.0, 0.0)), True, 1.0, (4e-5, 4e-5, 4e-5)),
        (Inertial(mass=1.0, inertia=tensor(0.0, 0.0, 0.0)), False, 1.0, (0.0, 0.0, 0.0)),
        (None, True, 1e-6, (4e-11, 4e-11, 4e-11)),
        (Inertial(mass=1.0, inertia=Inertia(ixx=1.0, iyy=2.0, izz=2.5)), True, 1.0, (1.0, 2.0, 2.5)),
        (Inertial(mass=1.0, inertia=Inertia(ixx=1e-4, iyy=1e-4)), True, 1.0, (1e-4, 1e-4, 4e-5)),
        (Inertial(inertia=tensor(1.0, 2.0, 2.5)), True, 1e-6, (1.0, 2.0, 2.5)),
    ],
)
def test_inertias_that_no_body_has_are_mended(
    inertial: Inertial | None, moves: bool, mass: float, moments: tuple[float, ...]
) -> None:
    report = Report()
    robot = one_link(inertial, moves)
    its = repair_inertia(robot, report=report).links[1].inertial
    assert its is not None
    assert its.mass == mass
    assert diagonal(its.inertia) == pytest.approx(list(moments), rel=1e-8)
    assert bool(report.having("edit.inertia-repaired")) == (its != inertial)


def meshed(tmp_path: Path, surface: Triangles, mass: float | None) -> Robot:
    """A robot of one link with a mesh, at a pose on it."""
    (tmp_path / "part.stl").write_bytes(stl_bytes(surface))
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm"><link name="hand">'
        + (f'<inertial><mass value="{mass}"/></inertial>' if mass else "")
        + '<collision><origin xyz="0.1 0 0.3" rpy="0.4 0 0.2"/><geometry>'
        '<mesh filename="part.stl" scale="2 1 -1"/></geometry></collision></link></robot>',
        encoding="utf-8",
    )
    return robotfmt.read(tmp_path / "arm.urdf")


@pytest.mark.parametrize(("density", "mass"), [(2700.0, None), (2700.0, 4.0), (None, 4.0)])
def test_an_inertia_from_a_mesh_is_that_of_trimesh(tmp_path: Path, density: float | None, mass: float | None) -> None:
    import trimesh

    angle = trimesh.creation.extrude_triangulation(
        [(0, 0), (0.2, 0), (0.05, 0.05), (0, 0.3)], [(0, 1, 2), (0, 2, 3)], 0.07
    )
    robot = meshed(tmp_path, Triangles(angle.vertices, angle.faces), mass)
    found = replace_inertia(robot, "collisions", density).links[0].inertial
    assert found is not None
    assert found.inertia is not None
    pose = Pose((0.1, 0, 0.3), Rpy(0.4, 0, 0.2))
    there = np.eye(4)
    there[:3, :3], there[:3, 3] = pose.matrix, pose.xyz
    angle.apply_transform(there @ np.diag([2, 1, -1, 1]))
    angle.density = density if density is not None else 4.0 / angle.volume
    assert found.mass == pytest.approx(angle.mass, rel=1e-5)
    assert (found.pose or Pose()).xyz == pytest.approx(tuple(angle.center_mass), rel=1e-5)
    turn = np.array((found.pose or Pose()).matrix)
    assert turn @ np.array(found.inertia.rows) @ turn.T == pytest.approx(angle.moment_inertia, rel=1e-4, abs=1e-9)


def test_an_open_mesh_and_a_link_without_mass_are_refused(tmp_path: Path) -> None:
    import trimesh

    box = trimesh.creation.box((0.1, 0.2, 0.3))
    robot = meshed(tmp_path, Triangles(box.vertices, box.faces[1:]), 1.0)
    with pytest.raises(ModelError, match=r"link 'hand': the mesh '.*part.stl' is open"):
        replace_inertia(robot)
    robot = meshed(tmp_path, Triangles(box.vertices, box.faces), None)
    with pytest.raises(ModelError, match="link 'hand' has no mass"):
        replace_inertia(robot)
    with pytest.raises(UsageError, match="above 0"):
        replace_inertia(robot, density=-1.0)
