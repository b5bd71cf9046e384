"""The surface of a geometry or a link: loaded, scaled, placed; what cannot be loaded is a warning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from robotfmt.context import Context
from robotfmt.diagnostics import Severity
from robotfmt.mesh import Triangles, stl_bytes, tessellate
from robotfmt.model import (
    Box,
    Cylinder,
    Geometry,
    Link,
    Mesh,
    Origin,
    Pose,
    Purpose,
    Robot,
    Vector3,
)
from robotfmt.surfaces import link_surface, surface, with_digests


def _box(size: Vector3) -> Triangles:
    made = tessellate(Box(size), 1.0)
    assert made is not None
    return made


BOX = _box((0.1, 0.2, 0.3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "box.stl").write_bytes(stl_bytes(BOX))
    (tmp_path / "torn.stl").write_bytes(stl_bytes(BOX)[:-60])
    (tmp_path / "broken.stl").write_bytes(b"broken")
    return tmp_path


def _mesh(folder: Path, uri: str | None, scale: Vector3 | None = None) -> Geometry:
    origin = Origin(str(folder / "robot.urdf"))
    return Geometry(shape=Mesh(uri, scale=scale), purpose=Purpose.COLLISION, origin=origin)


def _extent(geometry: Geometry) -> list[float]:
    triangles = surface(geometry, Context())
    assert triangles is not None
    extent: list[float] = np.ptp(triangles.vertices, axis=0).round(6).tolist()
    return extent


def _codes(context: Context) -> list[str]:
    assert all(reported.severity is Severity.WARNING for reported in context.report)
    return [reported.code for reported in context.report]


def test_a_mesh_is_read_from_the_folder_of_its_document(folder: Path) -> None:
    assert _extent(_mesh(folder, "box.stl")) == [0.1, 0.2, 0.3]


def test_a_mesh_has_its_scale(folder: Path) -> None:
    assert _extent(_mesh(folder, "box.stl", (2.0, 3.0, 0.5))) == [0.2, 0.6, 0.15]


def test_a_mirrored_mesh_faces_outwards_still(folder: Path) -> None:
    triangles = surface(_mesh(folder, "box.stl", (-1.0, 1.0, 1.0)), Context())
    assert triangles is not None
    a, b, c = triangles.corners.transpose(1, 0, 2)
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(0.006)


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("absent.stl", "mesh.missing"),
        ("package://nowhere/box.stl", "mesh.missing"),
        (None, "mesh.missing"),
        ("broken.stl", "mesh.unreadable"),
        ("https://localhost/box.stl", "mesh.outside"),
        ("../../../../../../etc/passwd", "mesh.outside"),
    ],
)
def test_an_unreadable_mesh_is_reported_and_has_no_surface(folder: Path, uri: str | None, code: str) -> None:
    context = Context()
    assert surface(_mesh(folder, uri), context) is None
    assert _codes(context) == [code]


def test_equal_messages_are_reported_once(folder: Path) -> None:
    context = Context()
    for _ in range(3):
        surface(_mesh(folder, "absent.stl"), context)
    assert _codes(context) == ["mesh.missing"]


def test_a_file_is_read_once(folder: Path) -> None:
    context, geometry = Context(), _mesh(folder, "box.stl")
    first = surface(geometry, context)
    (folder / "box.stl").unlink()
    assert surface(geometry, context) is first is not None


def test_warnings_about_a_damaged_mesh_reach_every_report(folder: Path) -> None:
    context = Context()
    surface(_mesh(folder, "torn.stl"), context)
    later = Context(assets=context.assets)
    assert surface(_mesh(folder, "torn.stl"), later) is not None
    assert _codes(later) == _codes(context) == ["mesh.damaged"]


def test_a_shape_is_as_fine_as_asked_for() -> None:
    drum = Geometry(shape=Cylinder(0.1, 0.1))
    fine, coarse = (surface(drum, Context(), tolerance) for tolerance in (1e-5, 1e-2))
    assert fine is not None and coarse is not None
    assert len(fine) > 4 * len(coarse)


def test_no_shape_has_no_surface() -> None:
    assert surface(Geometry(shape=None), Context()) is None


def test_a_link_is_its_collision_geometry_in_its_place(folder: Path) -> None:
    pose = Pose(position=(1.0, 0.0, 0.0))
    moved = Geometry(shape=Box((0.2, 0.2, 0.2)), pose=pose, purpose=Purpose.COLLISION)
    seen = Geometry(shape=Box((9.0, 9.0, 9.0)))
    link = Link(name="link", visuals=(seen,), collisions=(_mesh(folder, "box.stl"), moved))
    triangles = link_surface(link, Context())
    assert len(triangles) == 24
    assert triangles.vertices.max(axis=0) == pytest.approx([1.1, 0.1, 0.15])


def test_visual_geometry_is_the_surface_of_a_link_without_collision_geometry() -> None:
    link = Link(name="link", visuals=(Geometry(shape=Box((0.1, 0.1, 0.1))),))
    assert len(link_surface(link, Context())) == 12


def test_purposes_choose_geometry() -> None:
    both = tuple(
        Geometry(shape=Box((size, size, size)), purpose=purpose)
        for size, purpose in ((0.1, Purpose.SELF), (0.5, Purpose.ENVIRONMENT))
    )
    found = link_surface(Link(name="link", collisions=both), Context(), purposes=[Purpose.SELF])
    assert np.abs(found.vertices).max() == 0.05


def test_every_mesh_that_can_be_loaded_gets_a_digest(folder: Path) -> None:
    geometries = (_mesh(folder, "box.stl", (2.0, 2.0, 2.0)), _mesh(folder, "absent.stl"))
    context = Context()
    (link,) = with_digests(Robot(links=(Link(name="link", collisions=geometries),)), context).links
    first, second = (geometry.shape for geometry in link.collisions)
    assert isinstance(first, Mesh) and isinstance(second, Mesh)
    assert first.digest is not None
    assert first.digest.area == pytest.approx(4 * 0.22)
    assert second.digest is None
    assert _codes(context) == ["mesh.missing"]
