"""Pairs of links by robotfmt against pinocchio with coal, on real robots, in the same run.

    python tests/benchmarks/selfcollision.py [--samples N] [--brute N] [--never N] [--seed N] [ROBOT ...]

For each robot (panda, ur5 and tiago of example-robot-data unless others are named) it prints, in CPU seconds:

- pinocchio's own loop, ``computeCollisions`` with all pairs that are not adjacent and ``stop_at_first=False``, timed
  over 300 configurations and given for 10 000 (``--samples``);
- robotfmt's classification of the same pairs in as many configurations, without the search, from loaded meshes; and how
  many times faster that is;
- robotfmt's search, and the pairs that it makes touch though no sample did;
- with ``--brute N``: how many pairs that robotfmt says never touch collide in N configurations of pinocchio, whose
  random numbers are others, with the search and without.

With ``--never N`` only the pairs that robotfmt says never touch are tried, in N configurations of pinocchio: faster.

A check of one pair by coal, without it, and by python-fcl, if that is there, is timed with ``--libraries``.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.kinematics.forward import coupled_joints, forward_kinematics, sample
from robotfmt.mesh import Triangles
from robotfmt.model import Joint, LinearCoupling, Robot
from robotfmt.selfcollision import Classes, PairClass, classify
from robotfmt.selfcollision.bodies import Library
from robotfmt.settings import Settings, context_of
from robotfmt.surfaces import link_surface

ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "tiago": "tiago_description/robots/tiago.urdf",
    "talos": "talos_data/robots/talos_full_v2.urdf",
}
LOOP = 300
Value = TypeVar("Value")


def timed(work: Callable[[], Value]) -> tuple[float, Value]:
    """CPU seconds, and what came of it."""
    start = time.process_time()
    value = work()
    return time.process_time() - start, value


def path_of(name: str) -> Path:
    """The URDF of a robot of example-robot-data."""
    for each in files("example-robot-data") or []:
        if str(each).endswith(ROBOTS[name]):
            return Path(str(each.locate())).resolve()
    raise SystemExit(f"{name} is not installed: pip install example-robot-data")


def loaded(path: Path) -> tuple[Robot, Settings]:
    """A robot, its meshes in memory."""
    assets = Assets(roots=(path.parents[4], path.parents[2]))
    settings = Settings(assets=assets)
    robot = robotfmt.read(path, settings=Settings(assets=assets))
    for link in robot.links:
        link_surface(link, context_of(settings=settings))
    return robot, settings


class Peer:
    """Pinocchio's model of a robot, with the pairs that robotfmt looks at."""

    def __init__(self, path: Path, robot: Robot, found: Classes, *, never: bool = False) -> None:
        pinocchio: Any = import_module("pinocchio")
        self.pinocchio = pinocchio
        # Pinocchio refuses a joint that mimics one of another branch, as in TALOS' hands: it has them all as free ones.
        self.model: Any = pinocchio.buildModelFromUrdf(str(path))
        self.mimics = [(self.place(each.name), *self.rule(each)) for each in coupled_joints(robot)]
        folders = [str(path.parents[4]), str(path.parents[2])]
        kind = pinocchio.GeometryType.COLLISION
        self.geometry: Any = pinocchio.buildGeomFromUrdf(self.model, str(path), kind, package_dirs=folders)
        self.geometry.addAllCollisionPairs()
        self.links = [self.model.frames[each.parentFrame].name for each in self.geometry.geometryObjects]
        wanted = {
            frozenset((each.first, each.second))
            for each in found.pairs
            if (each.kind is PairClass.NEVER if never else each.kind is not PairClass.ADJACENT)
        }
        ends = [(pair.first, pair.second) for pair in self.geometry.collisionPairs if self.ends(pair) in wanted]
        self.geometry.removeAllCollisionPairs()
        for first, second in ends:
            self.geometry.addCollisionPair(pinocchio.CollisionPair(first, second))
        self.data, self.room = self.model.createData(), self.geometry.createData()

    def place(self, joint: str) -> int:
        """Where the value of a joint is in a configuration."""
        return int(self.model.joints[self.model.getJointId(joint)].idx_q)

    def rule(self, joint: Joint) -> tuple[int, float, float]:
        """Where the value is that a joint mimics, the factor, and the offset."""
        coupling = joint.coupling
        assert isinstance(coupling, LinearCoupling)
        factor = 1.0 if coupling.multiplier is None else coupling.multiplier
        return self.place(coupling.joint), factor, coupling.offset or 0.0

    def ends(self, pair: Any) -> frozenset[str]:
        """The links of a pair of geometries."""
        return frozenset((self.links[pair.first], self.links[pair.second]))

    def configurations(self, count: int, seed: int) -> Iterator[Any]:
        """Uniform ones; joints without limits over a turn."""
        generator = np.random.default_rng(seed)
        for _ in range(count):
            q = self.pinocchio.neutral(self.model)
            for joint in self.model.joints:
                if joint.nq == 1 and joint.nv == 1:
                    low, high = (
                        self.model.lowerPositionLimit[joint.idx_q],
                        self.model.upperPositionLimit[joint.idx_q],
                    )
                    q[joint.idx_q] = generator.uniform(max(low, -np.pi), min(high, np.pi))
                elif joint.nv == 1:
                    angle = generator.uniform(-np.pi, np.pi)
                    q[joint.idx_q : joint.idx_q + 2] = np.cos(angle), np.sin(angle)
            for place, leader, factor, offset in self.mimics:
                q[place] = factor * q[leader] + offset
            yield q

    def loop(self, count: int, seed: int = 0) -> Counter[frozenset[str]]:
        """How often the links of each pair collided."""
        found: Counter[frozenset[str]] = Counter()
        pairs = [self.ends(pair) for pair in self.geometry.collisionPairs]
        for q in self.configurations(count, seed):
            self.pinocchio.computeCollisions(self.model, self.data, self.geometry, self.room, q, False)
            hits = {pairs[number] for number, it in enumerate(self.room.collisionResults) if it.isCollision()}
            found.update(hits)
        return found


def refute(name: str, options: argparse.Namespace) -> None:
    """Print which pairs that robotfmt says never touch collide in configurations of pinocchio."""
    path = path_of(name)
    robot, settings = loaded(path)
    mine, found = timed(lambda: classify(robot, settings=settings, samples=options.samples, seed=options.seed))
    peer = Peer(path, robot, found, never=True)
    taken, hits = timed(lambda: peer.loop(options.never, options.seed + 1))
    print(f"{name}: {mine:.1f} s; {kinds(found)}; {options.never} configurations, {taken:.0f} s", flush=True)
    print(f"  of {len(found.of(PairClass.NEVER))} never, {len(hits)} collide", flush=True)
    for ends, count in hits.most_common():
        pair = found.find(*sorted(ends))
        assert pair is not None
        print(f"    {' - '.join(sorted(ends))}: {count} times; {pair.reason}")


def kinds(found: Classes) -> str:
    """How many pairs there are of each class."""
    return ", ".join(f"{len(found.of(kind))} {kind.value}" for kind in PairClass if found.of(kind))


def compare(name: str, options: argparse.Namespace) -> None:
    """Print what there is to say of one robot."""
    path = path_of(name)
    robot, settings = loaded(path)

    def look(searching: bool) -> Classes:
        return classify(robot, settings=settings, samples=options.samples, seed=options.seed, searching=searching)

    mine, quick = timed(lambda: look(False))
    peer = Peer(path, robot, quick)
    theirs, _ = timed(lambda: peer.loop(LOOP))
    theirs *= options.samples / LOOP
    print(f"{name}: pinocchio {theirs:.2f} s, robotfmt {mine:.2f} s: {theirs / mine:.1f} times; {kinds(quick)}")
    whole, found = timed(lambda: look(True))
    made = [each for each in found.pairs if each.searched]
    print(f"  with the search {whole:.2f} s; {kinds(found)}; {len(made)} that no sample shows")
    for each in made[:5]:
        print(f"    {each.first} - {each.second}: {[(it.joint, *it.values) for it in each.witness or ()]}")
    if options.brute:
        taken, hits = timed(lambda: peer.loop(options.brute, options.seed + 1))
        for label, classes in (("without the search", quick), ("with it", found)):
            never = {frozenset((each.first, each.second)) for each in classes.of(PairClass.NEVER)}
            wrong = {ends: hits[ends] for ends in never if hits[ends]}
            what = f"of {len(never)} never, {label}, collide {len(wrong)}"
            print(f"  {options.brute} configurations, {taken:.0f} s: {what}")
            for ends, count in sorted(wrong.items(), key=lambda it: -it[1])[:10]:
                print(f"    {' - '.join(sorted(ends))}: {count} times")
        missed = [it for it in made if not hits[frozenset((it.first, it.second))]]
        print(f"  of what the search found, brute force misses {len(missed)}")


def libraries(name: str) -> None:
    """Print how long a check of a pair takes coal, robotfmt without it, and python-fcl."""
    robot, settings = loaded(path_of(name))
    context = context_of(settings=settings)
    surfaces = {link.name: link_surface(link, context) for link in robot.links if link.collisions}
    surfaces = {link: each for link, each in surfaces.items() if len(each)}
    poses = forward_kinematics(robot, sample(robot, 200))
    links, generator = sorted(surfaces), np.random.default_rng(0)
    jobs = [
        (one, other, np.linalg.inv(poses[one][row]) @ poses[other][row])
        for number, one in enumerate(links)
        for other in links[number + 1 :]
        for row in generator.integers(0, 200, 4).tolist()
    ]
    for label, check in (("coal", by_coal), ("without", by_own), ("python-fcl", by_fcl)):
        try:
            taken, hits = timed(check(surfaces, jobs))
        except ImportError:
            print(f"{name}: {label} is not installed")
            continue
        print(f"{name}: {label} {1e6 * taken / len(jobs):.1f} us a pair, {hits} of {len(jobs)} collide")


Jobs = list[tuple[str, str, Any]]


def by_coal(surfaces: dict[str, Triangles], jobs: Jobs) -> Callable[[], int]:
    """The checks as robotfmt makes them."""
    from robotfmt.selfcollision import narrow

    return by_library(narrow, surfaces, jobs)


def by_own(surfaces: dict[str, Triangles], jobs: Jobs) -> Callable[[], int]:
    """The checks that robotfmt makes without coal, compiled before."""
    from robotfmt.selfcollision import convex

    by_library(convex, surfaces, jobs[:1])()
    return by_library(convex, surfaces, jobs)


def by_library(library: Library, surfaces: dict[str, Triangles], jobs: Jobs) -> Callable[[], int]:
    """The checks by one of the libraries that robotfmt chooses from."""
    solids = {link: library.link_solid([library.mesh_solid(each)]) for link, each in surfaces.items()}
    contacts = {ends: library.contact(solids[ends[0]], solids[ends[1]]) for ends in {job[:2] for job in jobs}}
    return lambda: sum(contacts[one, other].touch(pose) for one, other, pose in jobs)


def by_fcl(surfaces: dict[str, Triangles], jobs: Jobs) -> Callable[[], int]:
    """The same by python-fcl."""
    fcl: Any = import_module("fcl")

    objects = []
    for _ in range(2):
        made = {}
        for link, each in surfaces.items():
            model = fcl.BVHModel()
            model.beginModel(len(each.vertices), len(each))
            model.addSubModel(each.vertices, each.faces)
            model.endModel()
            made[link] = fcl.CollisionObject(model, fcl.Transform())
        objects.append(made)
    request = fcl.CollisionRequest()

    def check(one: str, other: str, pose: Any) -> bool:
        objects[1][other].setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return bool(fcl.collide(objects[0][one], objects[1][other], request, fcl.CollisionResult()))

    return lambda: sum(check(*job) for job in jobs)


def main() -> None:
    """Compare on every robot."""
    parser = argparse.ArgumentParser()
    parser.add_argument("robots", nargs="*", default=["panda", "ur5", "tiago"])
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("--brute", type=int, default=0, metavar="N")
    parser.add_argument("--never", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--libraries", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    import scipy.stats.qmc  # type: ignore[import-untyped]  # noqa: F401  # takes a second, once

    for name in options.robots:
        if options.libraries:
            libraries(name)
        elif options.never:
            refute(name, options)
        else:
            compare(name, options)


if __name__ == "__main__":
    main()
