"""pyroki: paths of each arm around a sphere, by the distances that pyroki computes from the robot's spheres and pairs.

pyroki has no planner, so an RRT-Connect is here. The sphere is where the straight path has the tool half way, in the
outer half of the arm's reach, where the arm cannot be walled in. The straight path collides with it, and both ends are
free. Joints of a torso stay at home: with them the other arm moves too, and the sphere may wall that in.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from described import Arm, Described, Findings, answer, described

PATHS, TRIALS, NODES = 10, 200, 4000
BATCH = 64
"""The number of poses that are checked together."""
STEP = 0.05
"""The largest step of a joint between checked poses, in radians or metres."""
RADIUS = 0.1
"""The radius of the sphere, relative to the distance of the tool's places at both ends; at least :data:`SMALLEST`."""
SMALLEST = 0.02
NEAREST = 0.5
"""The distance of the sphere from the base of the arm, relative to the reach."""
Array = np.ndarray[Any, Any]
Distance = Callable[[Array, Array, float], Array]


class Bodies:
    """The robot in pyroki, with its spheres."""

    def __init__(self, robot: Described) -> None:
        jax, pyroki, yourdfpy = (import_module(name) for name in ("jax", "pyroki", "yourdfpy"))
        collision = import_module("pyroki.collision")
        urdf = yourdfpy.URDF.load(str(robot.urdf), mesh_dir=str(robot.urdf.parent), load_meshes=False)
        folder = robot.urdf.parent
        spheres = json.loads((folder / "spheres.json").read_text())
        pairs = tuple(tuple(each) for each in json.loads((folder / "ignored_pairs.json").read_text()))
        self.body = pyroki.Robot.from_urdf(urdf)
        self.shapes = collision.RobotCollision.from_sphere_decomposition(spheres, urdf, user_ignore_pairs=pairs)
        self.names: list[str] = list(self.body.joints.actuated_names)
        self.spheres = sum(len(each["radii"]) for each in spheres.values())

        def nearest(pose: Array, center: Array, radius: float) -> Any:
            world = collision.Sphere.from_center_and_radius(center, radius)
            own = self.shapes.compute_self_collision_distance(self.body, pose).min(initial=np.inf)
            return jax.numpy.minimum(own, self.shapes.compute_world_collision_distance(self.body, pose, world).min())

        self.nearest = jax.jit(jax.vmap(nearest, in_axes=(0, None, None)))
        self.places = jax.jit(self.body.forward_kinematics)

    def place(self, link: str, poses: Array) -> Array:
        """Return the positions of a link: (n, 3)."""
        return np.asarray(self.places(poses)[:, self.body.links.names.index(link), 4:])


class Space:
    """The poses of an arm, with the other joints at home, and a sphere in the way."""

    def __init__(self, bodies: Bodies, robot: Described, arm: Arm) -> None:
        self.bodies, self.arm = bodies, arm
        self.whole = np.array([robot.home.get(name, 0.0) for name in bodies.names])
        self.places = [bodies.names.index(name) for name in arm.joints]
        self.lower, self.upper = np.array([robot.ranges[name] for name in arm.joints]).T
        self.base = bodies.place(arm.base, self.whole[None])[0]
        points = self.random(np.random.default_rng(1), BATCH)
        self.reach = float(np.linalg.norm(self.tools(points) - self.base, axis=1).max())
        self.clear()

    def clear(self) -> None:
        """Take the sphere out of the way."""
        self.center, self.radius = np.full(3, 1e3), 0.0

    def at(self, points: Array) -> Array:
        """Return the poses of all joints for those of the arm: (n, joints)."""
        found = np.tile(self.whole, (len(points), 1))
        found[:, self.places] = points
        return found

    def tools(self, points: Array) -> Array:
        """Return where the tool is: (n, 3)."""
        return self.bodies.place(self.arm.tool, self.at(points))

    def free(self, points: Array) -> bool:
        """Return True if all poses are free."""
        return bool((self.distances(points) > 0).all())

    def distances(self, points: Array) -> Array:
        """Return the smallest distance in each pose; always in batches of one size, which is compiled once."""
        poses, found = self.at(points), list[Array]()
        for begin in range(0, len(poses), BATCH):
            part = poses[begin : begin + BATCH]
            full = np.concatenate([part, np.tile(part[-1:], (BATCH - len(part), 1))])
            found.append(np.asarray(self.bodies.nearest(full, self.center, self.radius))[: len(part)])
        return np.concatenate(found)

    def between(self, one: Array, other: Array) -> Array:
        """Return the poses on the straight way, in small steps."""
        count = max(2, int(np.ceil(abs(other - one).max() / STEP)) + 1)
        return np.asarray(one + np.linspace(0, 1, count)[:, None] * (other - one))

    def random(self, generator: np.random.Generator, count: int) -> Array:
        """Return random poses."""
        return generator.uniform(self.lower, self.upper, (count, len(self.lower)))


def plan(folder: Path) -> Findings:
    """Return the spheres, the distance at home, the share of free poses, and the paths of ten for each arm."""
    robot = described(folder)
    bodies = Bodies(robot)
    found: dict[str, object] = {"spheres": bodies.spheres}
    for arm in apart(robot.arms):
        space = Space(bodies, robot, arm)
        generator = np.random.default_rng(0)
        home = np.array([[robot.home[name] for name in arm.joints]])
        share = (space.distances(space.random(generator, 10 * BATCH)) > 0).mean()
        found[f"{arm.group} free"] = f"home {space.distances(home)[0]:.4f} m, {100 * share:.1f} % of poses"
        found[arm.group] = counted(space, generator)
    return found


def apart(arms: Sequence[Arm]) -> list[Arm]:
    """Return the arms with the joints that they do not share, without those that are another arm and a torso."""
    whole = [arm for arm in arms if not any(set(other.joints) < set(arm.joints) for other in arms)]
    shared = Counter(name for arm in whole for name in arm.joints)
    own = [replace(arm, joints=tuple(name for name in arm.joints if shared[name] == 1)) for arm in whole]
    return [arm for arm in own if arm.joints]


def counted(space: Space, generator: np.random.Generator) -> str:
    """Return how many paths around a sphere were found of ten."""
    paths = 0
    for _ in range(PATHS):
        is_found = one_path(space, generator)
        if is_found is None:  # a head, whose own links are where its tool is
            return "no sphere is in its way"
        paths += is_found
    return f"{paths}/{PATHS}"


def one_path(space: Space, generator: np.random.Generator) -> bool | None:
    """Return True if a path around a sphere was found, and None if no sphere is in the way of any."""
    for _ in range(TRIALS):
        space.clear()
        points = space.random(generator, BATCH)
        points = points[space.distances(points) > 0]
        if len(points) < 2:
            continue
        one, other, middle = space.tools(np.stack([*points[:2], points[:2].mean(axis=0)]))
        space.center, space.radius = middle, max(RADIUS * float(np.linalg.norm(one - other)), SMALLEST)
        is_outside = np.linalg.norm(middle - space.base) > NEAREST * space.reach
        if is_outside and space.free(points[:2]) and not space.free(space.between(points[0], points[1])):
            return connected(space, points[0], points[1], generator)
    return None


def connected(space: Space, start: Array, goal: Array, generator: np.random.Generator) -> bool:
    """Return True if two trees from the ends met: RRT-Connect of Kuffner and LaValle (2000)."""
    trees = [start[None], goal[None]]
    for number in range(NODES):
        aim = space.random(generator, 1)[0]
        here, there = trees if number % 2 == 0 else trees[::-1]
        new, _ = extended(space, here, aim)
        if len(new) == 0:
            continue
        reached, is_met = extended(space, there, new[-1])
        if is_met:
            return True
        grown = [np.concatenate([here, new]), np.concatenate([there, reached])]
        trees = grown if number % 2 == 0 else grown[::-1]
    return False


def extended(space: Space, tree: Array, aim: Array) -> tuple[Array, bool]:
    """Return the free poses on the way from the nearest pose of a tree, and True if the way is free to its end."""
    nearest = tree[np.argmin(np.linalg.norm(tree - aim, axis=1))]
    way = space.between(nearest, aim)[1:]
    is_free = space.distances(way) > 0
    length = len(way) if is_free.all() else int(np.argmin(is_free))
    return way[:length], length == len(way)


if __name__ == "__main__":
    answer(plan)
