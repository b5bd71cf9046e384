"""Collision spheres by robotfmt against sets that people made by hand, at the same number of spheres for each link.

    python tests/benchmarks/handmade.py FOLDER [--meshes visual|collision] [--sets NAME ...] [--links NAME ...]

The folder holds these repositories of GitHub, as ``git clone`` puts them there:

- ``NVlabs/curobo``: the UR10e and Franka's Panda with their meshes (``curobo/content/assets/robot``), NVIDIA's set for
  the UR10e (``curobo/content/configs/robot/ur10e.xrdf``) and cuRobo's for the Franka (``franka.yml`` beside it);
- ``NVIDIA-ISAAC-ROS/isaac_ros_cumotion``: NVIDIA's set for the Franka
  (``isaac_ros_cumotion_robot_description/xrdf/franka.xrdf``), which is cuRobo's but for one sphere, with a buffer;
- ``KavrakiLab/vamp``: another Panda with its meshes, and VAMP's set for it (``resources/panda``).

A set counts as it is used: with the buffers for collisions with the world that its document adds to the radii, 10 mm
for the UR10e, 4 mm for NVIDIA's Franka, none for the others. Links without spheres in a set do not count, nor does what
lies on frames without geometry. Visual meshes are mostly open where the next link begins: volumes are of what they
surround, and protrusions from the surface itself. Both sides are measured against the same meshes: the visual ones,
which are what the robot looks like, or with ``--meshes collision`` those of the URDF for planning (of the Panda these
are convex hulls, which no set was made for; VAMP's has no visual meshes of links 0 and 7, so that the hulls are taken
there).

For each link, and for all of a set together, a line: the number of spheres; then of theirs, of ours, which are proved
to cover everything, and of ours at the cover of theirs: how much of the outside of the link is covered (a visual mesh
has parts within, which nothing can touch), how far a point of the surface is from the spheres at most, the volume
outside the link in per cent of its own, and the greatest protrusion, lengths in mm; at last the volume and the
protrusion at equal cover, ours divided by theirs (less than 1 is better). Ways to equal cover:

- ``shrunk``: all radii of a link less by the same, until as much is covered as theirs cover. A poor way to cover
  little: where a set leaves whole ends of a link out, the spheres that stay are the better placed.
- ``aimed``: fitted anew with a ``depth``, of which it is proved that nothing is deeper outside, 1 to 2.5 times as
  large as what ``shrunk`` takes off; all radii more or less by the same until as much is covered as theirs cover, as
  buffers do; the depth with which least is outside then.
- ``approximate``: fitted anew with ``approximate``, where cover counts a tenth of what is outside, half as much, as
  much, twice, or four times as much; radii as before; the best of the five. A tenth is for sets that cover little.

``--ways`` chooses among these.

The picture of the README is of the set ``franka``, as it is used, and of ours::

    python tests/benchmarks/handmade.py FOLDER --sets franka --write build
    ARM=FOLDER/curobo/curobo/content/assets/robot/franka_description/franka_panda.urdf
    robotfmt render $ARM build/franka-theirs.xrdf --beside $ARM build/franka-ours.xrdf \\
      -o fixtures/pictures/franka.png --size 800x500 --background white \\
      --pose panda_joint2=-40deg,panda_joint4=-110deg,panda_joint6=90deg
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

import robotfmt
from robotfmt.context import Context
from robotfmt.mesh import Triangles
from robotfmt.mesh.triangles import Floats
from robotfmt.model import FrameSpheres, Geometry, Link, Robot, Sphere, SphereSet
from robotfmt.model.record import replace
from robotfmt.spheres import LinkMeasure, fit, fit_mesh, total
from robotfmt.spheres.arrays import Spheres, spheres_of, spheres_of_links
from robotfmt.spheres.measuring.links import Samples, measure_solid, samples_of
from robotfmt.spheres.measuring.solid import Solid, solid_of
from robotfmt.surfaces.loading import link_boundary

UR10E = "curobo/curobo/content/assets/robot/ur_description/ur10e.urdf"
FRANKA = "curobo/curobo/content/assets/robot/franka_description/franka_panda.urdf"
CONFIGS = "curobo/curobo/content/configs/robot"
SETS = {
    "ur10e": (UR10E, f"{CONFIGS}/ur10e.xrdf"),
    "franka": (FRANKA, "isaac_ros_cumotion/isaac_ros_cumotion_robot_description/xrdf/franka.xrdf"),
    "franka-curobo": (FRANKA, f"{CONFIGS}/franka.yml"),
    "panda-vamp": ("vamp/resources/panda/panda.urdf", "vamp/resources/panda/panda_spherized.urdf"),
}
"""A robot with its meshes, and the document with its spheres: beside it, or a URDF with spheres for its meshes."""
OURS = "spheres"
DEPTHS = 1.0, 1.5, 2.0, 2.5
FAVOURS = 0.1, 0.5, 1.0, 2.0, 4.0


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A link with two sets of spheres, (n, 4) with centres and radii."""

    link: str
    surface: Triangles
    solid: Solid
    points: Samples
    theirs: Floats
    ours: Floats


Way: TypeAlias = Callable[[Part], Floats]
"""Makes spheres of ours that cover as much of a link as theirs."""


def shrunk(part: Part) -> Floats:
    """Ours with radii less by the same."""
    return _as_theirs(part, part.ours)


def aimed(part: Part) -> Floats:
    """Ours fitted to leave as much out, with the best of a few depths."""
    off, mesh = float(part.ours[0, 3] - shrunk(part)[0, 3]), part.surface
    sets = []
    for times in DEPTHS:
        found = fit_mesh(mesh.vertices, mesh.faces, per_link=len(part.theirs), depth=times * off)
        sets.append(_as_theirs(part, found.spheres))
    return _least(part, sets)


def approximate(part: Part) -> Floats:
    """Ours fitted to be like the link, with the best of a few weights."""
    sets, mesh = [], part.surface
    for favour in FAVOURS:
        found = fit_mesh(mesh.vertices, mesh.faces, per_link=len(part.theirs), approximate=True, favour=favour)
        sets.append(_as_theirs(part, found.spheres))
    return _least(part, sets)


def _least(part: Part, sets: Sequence[Floats]) -> Floats:
    return min(sets, key=lambda spheres: measure_solid(part.solid, part.points, spheres).excess_volume)


def _as_theirs(part: Part, spheres: Floats) -> Floats:
    """Spheres with radii that differ by the same, so that they cover as much as theirs."""
    points = part.points.surface[part.points.outer]
    cover = (_gaps(points, part.theirs) <= 0).mean()
    return _grown(spheres, float(np.quantile(_gaps(points, spheres), cover, method="higher")))


WAYS: dict[str, Way] = {"shrunk": shrunk, "aimed": aimed, "approximate": approximate}


def _grown(spheres: Floats, by: float) -> Floats:
    found: Floats = spheres + np.array([0.0, 0.0, 0.0, by])
    return found


def _gaps(points: Floats, spheres: Floats) -> Floats:
    """How far each point is from the nearest sphere; less than 0 inside."""
    best = np.full(len(points), np.inf)
    for sphere in spheres:
        np.minimum(best, np.linalg.norm(points - sphere[:3], axis=1) - sphere[3], out=best)
    return best


def handmade(body: Path, document: Path) -> dict[str, Floats]:
    """The spheres of a document by their links, buffers included."""
    if document.suffix == ".urdf":
        found = {link.name: _spheres_of(link.collisions) for link in robotfmt.read(document).links}
        return {link: spheres for link, spheres in found.items() if len(spheres)}
    robot = robotfmt.read(body, document)
    use = robot.world_collision
    buffers = {each.frame: each.distance for each in use.buffers} if use is not None else {}
    found = spheres_of_links(robot, None)
    return {link: _grown(spheres, buffers.get(link, 0.0)) for link, spheres in found.items()}


def _spheres_of(geometries: Sequence[Geometry]) -> Floats:
    rows = [
        [*(each.pose.xyz if each.pose is not None else (0.0, 0.0, 0.0)), each.shape.radius]
        for each in geometries
        if isinstance(each.shape, Sphere)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def with_one_kind_of_geometry(robot: Robot, meshes: str) -> Robot:
    """The robot with only one kind of geometry where it has both."""
    if meshes == "collision":
        return robot
    return replace(robot, links=tuple(_shown(link) for link in robot.links))


def _shown(link: Link) -> Link:
    return replace(link, collisions=()) if link.visuals else link


def fitted(robot: Robot, theirs: Mapping[str, Floats]) -> Robot:
    """The robot with a set of ours: for each link as many spheres as theirs, which may reach below its base too."""
    for link, spheres in theirs.items():
        robot = fit(robot, per_link=len(spheres), links=[link], name=OURS, clip_base=False)
    return robot


def with_spheres(robot: Robot, by_link: Mapping[str, Floats]) -> Robot:
    """The robot with nothing but these spheres."""
    frames = tuple(
        FrameSpheres(frame=link, spheres=spheres_of(Spheres(spheres[:, :3], spheres[:, 3])))
        for link, spheres in by_link.items()
    )
    return replace(robot, sphere_sets=(SphereSet(name=OURS, frames=frames),))


def measured(part: Part, ways: Sequence[str]) -> list[LinkMeasure]:
    """Theirs, ours, and ours at the cover of theirs in some ways."""
    sides = [part.theirs, part.ours, *(WAYS[way](part) for way in ways)]
    return [replace(measure_solid(part.solid, part.points, spheres), link=part.link) for spheres in sides]


def heading(ways: Sequence[str]) -> str:
    """What the columns are."""
    names = ("theirs", "ours", *ways)
    groups = (f"{name + ':':>8} cover% deep  over%  out" for name in names)
    ratios = (f"{name}/theirs: over  out" for name in ways)
    return "  ".join([f"{'link':18}   n", *groups, *ratios])


def line(rows: Sequence[LinkMeasure], ways: Sequence[str]) -> str:
    """What was measured of a link."""
    theirs = rows[0]
    cells = [f"{theirs.link:18} {theirs.spheres:3}"]
    for each in rows:
        over = f"{each.excess_share:6.1f}" if each.excess_share is not None else f"{'-':>6}"
        depth, height = 1000 * each.uncovered_depth, 1000 * each.protrusion
        cells.append(f"{'':8} {each.outer_coverage:6.2f} {depth:4.0f} {over} {height:4.0f}")
    for name, each in zip(ways, rows[2:], strict=True):
        volume = _ratio(each.excess_volume, theirs.excess_volume)
        height = _ratio(each.protrusion, theirs.protrusion)
        cells.append(f"{'':{len(name)}}         {volume:5.2f} {height:4.2f}")
    return "  ".join(cells)


def _ratio(ours: float, theirs: float) -> float:
    """Not a number where theirs is 0, as of spheres that are all inside."""
    return ours / theirs if theirs else np.nan


def compare(asked: argparse.Namespace, name: str) -> None:
    """Print the lines of one set."""
    body, document = (asked.folder / each for each in SETS[name])
    robot, context = with_one_kind_of_geometry(robotfmt.read(body), asked.meshes), Context()
    known = handmade(body, document)
    wanted = [link.name for link in robot.links if link.geometries and link.name in (asked.links or known)]
    theirs = {link: known[link] for link in wanted}
    robot = fitted(robot, theirs)
    ours, table = spheres_of_links(robot, OURS), []
    if asked.write is not None:
        for side, spheres_of in ("theirs", theirs), ("ours", ours):
            robotfmt.write(with_spheres(robot, spheres_of), asked.write / f"{name}-{side}.xrdf", overwrite=True)
    print(f"\n{name}, {asked.meshes} meshes\n{heading(asked.ways)}")
    for link, spheres in theirs.items():
        surface = link_boundary(robot.link_by_name[link], context)
        solid = solid_of(surface)
        points = samples_of(solid, asked.samples)
        part = Part(link, surface.triangles, solid, points, spheres, ours[link])
        table.append(measured(part, asked.ways))
        print(line(table[-1], asked.ways), flush=True)
    print(line([total(side) for side in zip(*table, strict=True)], asked.ways), flush=True)


def main() -> None:
    """Compare with every set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the repositories are")
    parser.add_argument("--meshes", choices=["visual", "collision"], default="visual")
    parser.add_argument("--sets", nargs="+", choices=[*SETS], default=[*SETS], metavar="NAME")
    parser.add_argument("--links", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--ways", nargs="+", choices=[*WAYS], default=[*WAYS], metavar="NAME")
    parser.add_argument("--samples", type=int, default=20000, help="on the surface of each link")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="for both sides as XRDFs")
    asked = parser.parse_args()
    for name in asked.sets:
        compare(asked, name)


if __name__ == "__main__":
    main()
