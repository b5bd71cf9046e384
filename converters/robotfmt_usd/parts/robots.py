"""A robot: the bodies of a tree with their joints, and what its prims have besides."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.model import (
    Actuator,
    Joint,
    JointValue,
    Link,
    LinkSimulation,
    Origin,
    Parameter,
    PlacedRobot,
    Pose,
    Robot,
    RobotSimulation,
    compose,
    inverse,
    is_identity,
)
from robotfmt.model.pose import is_near
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name
from robotfmt.model.semantics import Base

from ..codes import PLACE_DIFFERS
from ..document.stage import Prim
from .axes import WORDS_OF_TYPES, AxisReader
from .bodies import Bodies, given_name
from .frames import frames_on, links_on
from .joints import Connection, pose_at
from .masses import read_mass
from .motors import Motors, gains_at_joint, is_plain, read_motor, with_efforts
from .pairs import Pairs
from .poses import named_poses
from .shapes import Shapes
from .spheres import sphere_sets
from .trees import Tree

_APART = 1e-6
"""How far the place of a body may differ from that of its joint, in metres and radians."""
_ROBOT = "IsaacRobotAPI"
_SELF = ("newton:selfCollisionEnabled", "physxArticulation:enabledSelfCollisions")


class RobotReader:
    """Reads the robot of a tree."""

    def __init__(self, bodies: Bodies, shapes: Shapes, pairs: Pairs, motors: Motors, tree: Tree, is_only: bool) -> None:
        self.bodies, self.shapes, self.pairs, self.tree = bodies, shapes, pairs, tree
        self.stage = bodies.stage
        self.is_only = is_only
        """True if the stage has no other robot."""
        self.taken = {bodies.names[each] for each in tree.bodies}
        moves = tree.base is not None and bool(tree.base.joint.axes)
        self.world = free_name("world", self.taken) if moves else None
        """The link that a root moves on; None for a root that is fixed or free."""
        found = ((each.joint.name, motors.get(each.prim.path)) for each in self._moving())
        self.motors = {name: row for name, row in found if row is not None}
        """The prims of the motors of MuJoCo, by the names of their joints."""

    def placed(self) -> PlacedRobot:
        """Return the robot with its pose in a world with z up."""
        name, origin = self._name()
        links = self._links()
        further, fixed = links_on(self.bodies, self.tree.bodies, self.taken)
        frames = frames_on(self.bodies, self.tree.bodies, self.taken)
        joints, between = self._joints()
        robot = Robot(
            origin=origin,
            name=name,
            base=Base.FIXED if self.tree.base is not None or self._is_kinematic() else Base.FLOATING,
            links=(*links, *between, *further),
            joints=(*with_efforts(joints, self.motors), *fixed),
            loops=tuple(self._joint(each, 0) for each in self.tree.loops),
            frames=frames,
            sphere_sets=sphere_sets(self.bodies, self.tree.bodies),
            actuators=tuple(self._actuators()),
            scene_positions=tuple(self._positions()),
            states=named_poses(self.stage, (*self._moving(), *self.tree.loops)),
            ignored_pairs=self.pairs.among(self.tree.bodies),
            neighbours_pass=True,
            simulation=self._simulation(),
        )
        pose = self._root_pose()
        return PlacedRobot(origin=origin, name=name, robot=robot, pose=None if is_identity(pose) else pose)

    def _name(self) -> tuple[str, Origin]:
        """Return the name of the robot: that of the prim that holds its bodies; scopes only order them."""
        above = list(self.stage.above(_common(self.tree.bodies)))
        start = self.stage.prim(self.stage.start)
        marked = next((each for each in above if each.has(_ROBOT)), None)
        if marked is not None:
            return given_name(marked), marked.origin
        if self.is_only and start is not None and start in above:
            return given_name(start), start.origin
        holders = [each for each in above if each.path not in self.bodies.by_path and each.type == "Xform"]
        chosen = holders[0] if holders else self.bodies.by_path[self.tree.root]
        return given_name(chosen), chosen.origin

    def _links(self) -> list[Link]:
        base = self.tree.base
        found = [Link(origin=base.prim.origin, name=self.world)] if base is not None and self.world is not None else []
        for path in self.tree.bodies:
            prim = self.bodies.by_path[path]
            visuals, collisions = self.shapes.of(path)
            link = Link(
                origin=prim.origin,
                name=self.bodies.names[path],
                inertial=read_mass(prim, bool(collisions)),
                visuals=visuals,
                collisions=collisions,
                simulation=_link_simulation(prim),
            )
            found.append(link)
        return found

    # Joints

    def _joints(self) -> tuple[list[Joint], list[Link]]:
        """Return the joints from parent to child, and the links between several joints of two bodies."""
        joints: list[Joint] = []
        links: list[Link] = []
        base = self.tree.base
        moving = [(base, _world_end(base))] if base is not None and self.world is not None else []
        for connection, index in (*moving, *self.tree.joints):
            joint = self._joint(connection, index)
            if connection is not base:
                self._compare_place(connection, index, joint)
            joints += self._chain(connection, index, joint, links)
        return joints, links

    def _chain(self, connection: Connection, index: int, joint: Joint, links: list[Link]) -> list[Joint]:
        """Return the joints of two bodies in a row, and add a link for each place between two of them.

        At zero each joint has the child at the same place, so these links are where the child is then.
        """
        found = [joint]
        parent = connection.ends[index].body
        for each in connection.further:
            at = 0 if each.ends[0].body == parent else 1
            before, after = found[-1], each.from_end(at)
            name = free_name(f"{joint.child}_{before.name}", self.taken)
            self.taken.add(name)
            links.append(Link(origin=before.origin, name=name))
            found[-1] = replace(before, child=name)
            found.append(replace(after, parent=name, child=joint.child, pose_in_parent=after.pose_in_child))
        return found

    def _joint(self, connection: Connection, index: int) -> Joint:
        """Return a joint with one of its ends as the parent."""
        joint = connection.from_end(index)
        ends = [self._link_name(connection.ends[each].link) for each in (index, 1 - index)]
        poses = [None if is_identity(each) else each for each in (joint.pose_in_parent, joint.pose_in_child)]
        return replace(joint, parent=ends[0], child=ends[1], pose_in_parent=poses[0], pose_in_child=poses[1])

    def _link_name(self, path: str | None) -> str | None:
        return self.bodies.names[path] if path is not None else self.world

    def _compare_place(self, connection: Connection, index: int, joint: Joint) -> None:
        """Report a body that is not where its joint has it: MuJoCo places bodies by their transforms."""
        parent, child = (connection.ends[each].link for each in (index, 1 - index))
        here = self.bodies.pose_in(parent, self.bodies.place(child))
        if any(is_near(here, pose_at(joint, each), _APART) for each in (0.0, connection.position)):
            return
        expected = pose_at(joint, 0.0)
        distance = sum((a - b) ** 2 for a, b in zip(here.xyz, expected.xyz, strict=True)) ** 0.5
        how = f"is {distance:.3g} m" if distance > _APART else "is turned"
        message = f"body '{joint.child}' {how} from where joint '{joint.name}' has it; the joint is read"
        self.stage.report.add(PLACE_DIFFERS, message, connection.prim.origin)

    def _root_pose(self) -> Pose:
        """Return the pose of the root link in a world with z up."""
        base, upright = self.tree.base, self.stage.units.upright
        if self.world is not None:
            return upright or Pose()
        if base is None:
            return compose(upright, self.bodies.place(self.tree.root).pose)
        end = _world_end(base)
        return compose(upright, compose(base.ends[end].pose, inverse(base.ends[1 - end].pose)))

    # What else joints and bodies have

    def _is_kinematic(self) -> bool:
        """Return True if no force moves the root: engines then keep it where it is."""
        return self.bodies.by_path[self.tree.root].truth("physics:kinematicEnabled", False)

    def _simulation(self) -> RobotSimulation | None:
        holders = {each.path: each for path in self.tree.bodies for each in self.stage.above(path)}
        found = [
            RobotSimulation(origin=prim.origin, self_collide=prim.truth(name, True))
            for prim in (holders[each] for each in sorted(holders))
            for name in _SELF
            if prim.has_value(name)
        ]
        return found[0] if found else None

    def _moving(self) -> list[Connection]:
        """Return the joints of the tree, with that of a root that moves on the world."""
        base = [self.tree.base] if self.tree.base is not None and self.world is not None else []
        return [it for each in (*base, *(each for each, _ in self.tree.joints)) for it in each.all]

    def _actuators(self) -> Iterator[Actuator]:
        """Yield the motors of MuJoCo, and the drives that none of them is."""
        taken: set[str] = set()
        for connection in self._moving():
            name = connection.joint.name
            motors = [read_motor(each, name) for each in self.motors.get(name, ())]
            drives = [drive for drive in self._drives(connection) if not any(_is_same(drive, each) for each in motors)]
            for each in (*drives, *motors):
                if not is_plain(each, name):
                    yield replace(each, name=free_name(each.name, taken))
                    taken.add(each.name)

    @staticmethod
    def _drives(connection: Connection) -> list[Actuator]:
        """Return the drive of a joint with one axis, if it has gains."""
        prim, name = connection.prim, connection.joint.name
        word = WORDS_OF_TYPES.get(prim.type)
        drive = AxisReader(prim, word, word == "angular").drive() if word is not None else None
        if drive is None:
            return []
        command, gains = drive
        values = tuple(Parameter(name=key, values=(value,)) for key, value in gains.items())
        return [Actuator(origin=prim.origin, name=name, joint=name, command=command, parameters=values)]

    def _positions(self) -> list[JointValue]:
        moved = [each for each in self._moving() if each.position]
        return [JointValue(origin=it.prim.origin, joint=it.joint.name, values=(it.position or 0.0,)) for it in moved]


def _link_simulation(prim: Prim) -> LinkSimulation | None:
    given: dict[str, bool | None] = {"kinematic": prim.truth("physics:kinematicEnabled", False) or None}
    if prim.has_value("physxRigidBody:disableGravity"):
        given["gravity"] = not prim.truth("physxRigidBody:disableGravity", False)
    return LinkSimulation(origin=prim.origin, **given) if any(each is not None for each in given.values()) else None


def _world_end(base: Connection) -> int:
    return 0 if base.ends[0].body is None else 1


def _common(paths: list[str]) -> str:
    """Return the path of the prim that all prims are at or below."""
    steps = [each.split("/") for each in paths]
    shared = []
    for row in zip(*steps, strict=False):
        if len(set(row)) > 1:
            break
        shared.append(row[0])
    return "/".join(shared)


def _is_same(drive: Actuator, motor: Actuator) -> bool:
    """Return True if the drive of a joint has the gains of a motor, but for the rounding of the drive's."""
    gains = zip(gains_at_joint(drive), gains_at_joint(motor), strict=True)
    return all(abs(one - other) <= 1e-6 * abs(other) for one, other in gains)
