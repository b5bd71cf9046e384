"""The usual spheres of a robot, and sets that others have made for it.

    python tests/benchmarks/given_spheres.py POSES ROBOT.urdf [SPHERES ...]

Prints, for the usual number of spheres, for a tolerance of 10 mm, for spheres that approximate, and for each given set
(an XRDF, a cuRobo file, or a URDF whose collision shapes are spheres): their number, how much of the surface is in
them, their volume outside of the links, and how many free poses a planner refuses and how many it takes that collide,
with the same ignored pairs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from robotfmt import read
from robotfmt.diagnostics import Report
from robotfmt.model import (
    CollisionSphere,
    CollisionUse,
    FrameSpheres,
    IgnoredPair,
    Link,
    Robot,
    Sphere,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.planning import prepare
from robotfmt.spheres import measure, measure_poses, total

OWN: dict[str, dict[str, Any] | None] = {
    "robotfmt, default": None,
    "robotfmt, --tolerance 10mm": {"tolerance": 0.01},
    "robotfmt, --approximate": {"approximate": True},
}


def main(poses: int, path: Path, others: list[Path]) -> None:
    """Print a row of a table for each set."""
    robot = read(path, report=Report())
    pairs: tuple[IgnoredPair, ...] = ()
    for name, options in OWN.items():
        own = prepare(robot, spheres=options, report=Report()).robot
        pairs = pairs or own.ignored_pairs
        print(_row(name, replace(own, ignored_pairs=pairs), poses), flush=True)
    for other in others:
        given = _given(path, robot, other)
        print(_row(f"{other.parent.name}/{other.name}", replace(given, ignored_pairs=pairs), poses), flush=True)


def _given(path: Path, robot: Robot, other: Path) -> Robot:
    """Return the robot with the spheres of another document."""
    if other.suffix != ".urdf":
        return read(path, other, report=Report())
    links = [link for link in read(other, report=Report()).links if link.name in robot.link_by_name]
    frames = tuple(frame for link in links if (frame := _spheres(link)).spheres)
    use = CollisionUse(spheres="given")
    return replace(
        robot, sphere_sets=(SphereSet(name="given", frames=frames),), world_collision=use, self_collision=use
    )


def _spheres(link: Link) -> FrameSpheres:
    """Return the collision shapes of a link that are spheres."""
    spheres = [
        CollisionSphere(center=each.pose.position, radius=each.shape.radius)
        for each in link.collisions
        if isinstance(each.shape, Sphere) and each.pose is not None
    ]
    return FrameSpheres(frame=link.name, spheres=tuple(spheres))


def _row(name: str, robot: Robot, poses: int) -> str:
    whole = total(measure(robot, report=Report()))
    felt = measure_poses(robot, poses=poses, seed=7)
    refused, collide = felt.refused / max(felt.free, 1), felt.collide / max(felt.clear, 1)
    shares = [whole.coverage, whole.excess_share or 0.0, 100 * refused]
    return f"| {name} | {whole.spheres} | {' | '.join(f'{each:.1f} %' for each in shares)} | {100 * collide:.2f} % |"


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), [Path(each) for each in sys.argv[3:]])
