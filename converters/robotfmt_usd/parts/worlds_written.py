"""Write a world: a prim with one for each robot; robots that are alike are references to the first of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.model import PlacedRobot, Robot, Vector3, World, WorldJoint, compose, unit
from robotfmt.model.record import replace

from ..document.usda import Path, Spec
from .copies import SCENE
from .joints_written import Ends, put_ends, write_joint
from .links_written import put_pose
from .naming import Naming
from .robots_written import Ground, RobotWriter

WORLD = "World"
"""The prim of a world without a name."""


def is_plain(world: World) -> bool:
    """Return True if a stage of a robot has all of a world."""
    has_more = world.joints or world.gravity is not None or world.name is not None
    return len(world.robots) == 1 and not has_more


class WorldWriter:
    """Writes the prims of a world."""

    def __init__(self, world: World, context: Context) -> None:
        self.world, self.context = world, context
        self.naming = Naming(unicode=context.option("utf8") == "yes")
        self.name = self.naming.prim_name(world.name or WORLD, {SCENE})
        self.names = self.naming.prim_names(each.name for each in world.robots)
        self.writers: dict[str, RobotWriter] = {}
        """The writer of each robot, or of the first one that is like it."""
        self._first: dict[Robot, RobotWriter] = {}

    def prims(self) -> Iterator[Spec]:
        """Yield the prims at the top of the stage, that of the world first."""
        top = Spec("Xform", self.name)
        if self.world.name not in (None, self.name):
            top.metadata["displayName"] = self.world.name
        top.children = [self._robot(each) for each in self.world.robots]
        if self.world.joints:
            names = self.naming.prim_names(each.name for each in self.world.joints)
            joints = [self._joint(each, names[each.name]) for each in self.world.joints]
            scope = self.naming.prim_name("Joints", set(self.names.values()))
            top.children.append(Spec("Scope", scope, children=joints))
        yield top
        for each in dict.fromkeys(self.writers.values()):
            yield from each.meshes()
        yield _scene(self.world.gravity)

    def _path(self, robot: str) -> str:
        return f"/{self.name}/{self.names[robot]}"

    def _robot(self, placed: PlacedRobot) -> Spec:
        bare = replace(placed.robot, name=None)  # a reference has its own name and place
        same = self.writers[placed.name] = self._first.get(bare) or self._writer(placed)
        if self._first.setdefault(bare, same).path == self._path(placed.name):
            return same.root()
        spec = Spec("Xform", self.names[placed.name])
        spec.metadata = {"displayName": placed.name, "prepend references": Path(same.path)}
        put_pose(spec, placed.pose)
        return spec

    def _writer(self, placed: PlacedRobot) -> RobotWriter:
        return RobotWriter(placed.alone, self.context, self._path(placed.name))

    def _joint(self, between: WorldJoint, name: str) -> Spec:
        """Return a joint between two robots, which is part of neither articulation."""
        joint = between.joint
        ends = (between.parent_robot, joint.parent), (between.child_robot, joint.child)
        grounds = [self._ground(robot, link or "") for robot, link in ends]
        given = joint.pose_in_parent, joint.pose_in_child
        poses = [compose(on.pose, each) for on, each in zip(grounds, given, strict=True)]
        placed = replace(joint, pose_in_parent=poses[0], pose_in_child=poses[1])
        spec = write_joint(placed, name, Ends(*(each.path for each in grounds)), None, is_loop=True)
        put_ends(spec, [each.place for each in grounds])
        return spec

    def _ground(self, robot: str | None, link: str) -> Ground:
        """Return where a link is; the world is its prim."""
        if robot is None:
            return Ground(f"/{self.name}")
        found = self.writers[robot].ground(link)
        return found._replace(path=f"{self._path(robot)}{found.path}")


def _scene(gravity: Vector3 | None) -> Spec:
    """Return the prim of the scene: engines take the gravity of the earth where none is authored."""
    spec = Spec("PhysicsScene", SCENE)
    if gravity is not None:
        size = math.hypot(*gravity)
        spec.put("vector3f", "physics:gravityDirection", unit(gravity) if size else (0.0, 0.0, -1.0))
        spec.put("float", "physics:gravityMagnitude", size)
    return spec
