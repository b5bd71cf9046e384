"""Collision shapes of ``robotfmt edit --collisions``: whether programs load them, and whether their bounds hold.

    python tests/benchmarks/collision_shapes.py [--kinds KIND ...] [--samples N] [ROBOT.urdf ...]

Without names 25 robots of example-robot-data and pybullet are taken. For each robot and kind it writes MJCF, which
MuJoCo loads, and URDF, whose shapes coal loads by pinocchio, and prints a line:

- links, shapes and faces before and after, and meshes that stayed because nothing keeps the bound;
- CPU seconds of the whole change, with the table that it measures;
- shapes that MuJoCo (of one group) and coal have;
- by libigl, at N points of the old surfaces and as many of the new: how far at most the old are outside of the new
  (``out``) and the new from the old (``off``), in mm, and ``BROKEN`` where that is more than is promised: 5 mm from the
  hull for ``hull``, 2 mm for ``simplify``, nothing outside and 10 mm off for ``primitives``, nothing outside for
  ``spheres``. Convex pieces promise none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from programs import oracle
from real import named_robots

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.collision_shapes import replace_collisions
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.inertia.repair import repair_inertia
from robotfmt.mesh import Triangles
from robotfmt.mesh.hull import convex_hull
from robotfmt.mesh.triangles import Floats, join
from robotfmt.model import Geometry, Link, Robot, Sphere
from robotfmt.settings import Settings
from robotfmt.surfaces.loading import placed, surface

EXAMPLES = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "kinova_description/robots/kinova.urdf",
    "z1_description/urdf/z1.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "so_arm_description/urdf/so100.urdf",
    "a1_description/urdf/a1.urdf",
    "go1_description/urdf/go1.urdf",
    "solo_description/robots/solo12.urdf",
    "laikago_description/urdf/laikago.urdf",
    "hyq_description/robots/hyq_no_sensors.urdf",
    "bolt_description/robots/bolt.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "hector_description/robots/quadrotor_base.urdf",
    "borinot_description/urdf/borinot_flying_arm_2.urdf",
    "double_pendulum_description/urdf/double_pendulum.urdf",
    "talos_data/robots/talos_left_arm.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
    "simple_humanoid_description/urdf/simple_humanoid.urdf",
)
PYBULLET = (
    "franka_panda/panda.urdf",
    "kuka_iiwa/model.urdf",
    "mini_cheetah/mini_cheetah.urdf",
    "racecar/racecar.urdf",
    "husky/husky.urdf",
    "xarm/xarm6_robot.urdf",
)
OPTIONS: dict[str, dict[str, Any]] = {
    "hull": {"within": "5mm"},
    "simplify": {},
    "primitives": {},
    "spheres": {"per_link": 8, "effort": 0.1, "clip_base": False},
    "decompose": {},
}
PROMISED = {"hull": (5.0, None), "simplify": (2.0, 2.0), "primitives": (0.0, 10.0), "spheres": (0.0, None)}
"""How far, in mm, the old surface may be outside at most, and the new one off; None: nothing is promised."""
_FINE = 1e-5
"""The deviation of the triangles of boxes, cylinders and the like from the shapes, in metres."""
_ROUNDING = 0.05
"""A distance in mm of which single precision and these triangles are the cause."""


def shapes_of(link: Link) -> Sequence[Geometry]:
    """The collision shapes of a link, or its visual ones if it has no others."""
    return link.collisions or link.visuals


def triangles_of(shapes: Sequence[Geometry], context: Context) -> list[Triangles]:
    """The surfaces of shapes, in the frame of their link."""
    found = [(each, surface(each, context, _FINE)) for each in shapes]
    return [placed(its, each) for each, its in found if its is not None and len(its)]


def points_on(triangles: Triangles, count: int, generator: np.random.Generator) -> Floats:
    """Random points, evenly by area."""
    corners = triangles.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1) + 1e-300
    chosen = generator.choice(len(corners), count, p=areas / areas.sum())
    points: Floats = np.einsum("ij,ijk->ik", generator.dirichlet(np.ones(3), count), corners[chosen])
    return points


def distances(points: Floats, triangles: Triangles) -> Floats:
    """The distances of points from a surface, by libigl."""
    igl: Any = import_module("igl")
    squares = igl.point_mesh_squared_distance(points, triangles.vertices, triangles.faces)[0]
    return np.sqrt(np.asarray(squares, dtype=np.float64))


def outside(points: Floats, shapes: Sequence[Geometry], bodies: Sequence[Triangles], solid: bool) -> float:
    """How far points are outside of shapes at most, in mm; a body that is solid has an inside."""
    igl: Any = import_module("igl")
    least = np.full(len(points), np.inf)
    if all(isinstance(each.shape, Sphere) for each in shapes):
        for each in shapes:
            assert isinstance(each.shape, Sphere)
            center = each.pose.xyz if each.pose is not None else (0.0, 0.0, 0.0)
            gaps = np.linalg.norm(points - np.array(center), axis=1) - (each.shape.radius or 0.0)
            least = np.minimum(least, gaps)
        return 1000 * max(float(least.max()), 0.0)
    for body in bodies:
        left = np.flatnonzero(least > 0)
        gaps = distances(points[left], body)
        if solid:
            winding = igl.winding_number(body.vertices, body.faces.astype(np.int64), points[left])
            gaps[np.abs(np.asarray(winding)) > 0.5] = 0.0
        least[left] = np.minimum(least[left], gaps)
    return 1000 * float(least.max())


def checked(kind: str, robot: Robot, made: Robot, context: Context, samples: int) -> str:
    """What libigl measures of all links, and whether it keeps the promise."""
    generator = np.random.default_rng(0)
    links = [link for link in robot.links if shapes_of(link) and made.link_by_name[link.name].collisions]
    out, off = 0.0, 0.0
    for link in links:
        shapes = made.link_by_name[link.name].collisions
        new, old = triangles_of(shapes, context), triangles_of(shapes_of(link), context)
        if not new or not old:
            continue
        if kind == "hull":
            old = [convex_hull(each) or each for each in old]
        count = samples // len(links)
        out = max(out, outside(points_on(join(old), count, generator), shapes, new, kind != "simplify"))
        if kind != "spheres":
            off = max(off, 1000 * float(distances(points_on(join(new), count, generator), join(old)).max()))
    most_out, most_off = PROMISED.get(kind, (None, None))
    broken = any(most is not None and each > most + _ROUNDING for most, each in ((most_out, out), (most_off, off)))
    return f"out {out:.2f}, off {off:.2f} mm{' BROKEN' if broken else ''}"


def loaded_by_mujoco(path: Path) -> str:
    """How many collision geoms MuJoCo has, or what it objects to."""
    mujoco: Any = oracle("mujoco")
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        return f"FAILS ({str(error).splitlines()[0][:80]})"
    return str(int(((model.geom_contype != 0) | (model.geom_conaffinity != 0)).sum()))


def loaded_by_coal(path: Path, roots: Sequence[Path]) -> str:
    """How many shapes coal has by pinocchio, or what it objects to."""
    pinocchio: Any = import_module("pinocchio")
    folders = [str(path.parent), *map(str, roots)]
    try:
        model = pinocchio.buildModelFromUrdf(str(path))
        kind = pinocchio.GeometryType.COLLISION
        geometry = pinocchio.buildGeomFromUrdf(model, str(path), kind, package_dirs=folders)
    except (ValueError, RuntimeError) as error:
        return f"FAILS ({str(error).splitlines()[0][:80]})"
    return str(len(geometry.geometryObjects))


def row(path: Path, kind: str, samples: int) -> str:
    """A line of the table."""
    roots = tuple(path.parents[:5])
    assets = Assets(roots=roots)
    report = Report()
    context, settings = Context(report=report, assets=assets), Settings(assets=assets)
    robot = robotfmt.read(path, settings=settings, report=report)
    start = time.process_time()
    made, rows = replace_collisions(robot, kind, report=report, settings=settings, **OPTIONS[kind])
    taken = time.process_time() - start
    kept = len(report.having("edit.collision-kept"))
    counts = [
        f"{sum(getattr(it, f'{what}_before') for it in rows)} -> {sum(getattr(it, f'{what}_after') for it in rows)}"
        for what in ("shapes", "faces")
    ]
    with tempfile.TemporaryDirectory() as folder:
        # MuJoCo refuses impossible inertias, which some of these robots have.
        robotfmt.write(repair_inertia(made), Path(folder) / "r.xml", settings=settings)
        robotfmt.write(made, Path(folder) / "r.urdf", settings=settings)
        mujoco = loaded_by_mujoco(Path(folder) / "r.xml")
        coal = loaded_by_coal(Path(folder) / "r.urdf", roots)
    bounds = checked(kind, robot, made, context, samples)
    return (
        f"| {path.stem} | {kind} | {len(rows)} | {' | '.join(counts)} | {kept} | {taken:.1f} "
        f"| {mujoco} | {coal} | {bounds} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("robots", nargs="*", type=Path)
    parser.add_argument("--kinds", nargs="+", default=[kind for kind in OPTIONS if kind != "decompose"])
    parser.add_argument("--samples", type=int, default=100_000)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for path in options.robots or named_robots(EXAMPLES, PYBULLET):
        for kind in options.kinds:
            try:
                print(row(path, kind, options.samples), flush=True)
            except RobotfmtError as error:
                print(f"| {path.stem} | {kind} | FAILS: {str(error)[:200]} |", flush=True)


if __name__ == "__main__":
    main()
