"""Write a robot: bodies side by side, joints, materials; and what engines read differently in variants."""

from __future__ import annotations

from typing import NamedTuple

from robotfmt.context import Context
from robotfmt.kinematics.tree import downward, joints_above, poses_at_zero, roots
from robotfmt.model import (
    Actuator,
    Base,
    Joint,
    JointType,
    LinearCoupling,
    Link,
    Pose,
    Robot,
    compose,
)
from robotfmt.model.devices import Gains
from robotfmt.model.record import replace

from .. import ROBOT_TYPES
from ..document.layers import LOOKS
from ..document.single import single
from ..document.units import DEGREE
from ..document.usda import Spec
from .copies import Paths, put_copies, type_given
from .engines_written import coupled, put_far_limits, put_physx_coupling, put_words
from .joints_written import Ends, put_coupling, put_ends, put_frame, word_of, write_joint
from .links_written import Shapes, put_pose, write_body, write_place, write_still
from .looks_written import Looks
from .moments import is_possible, moments_of, needs_tensor, put_moments, put_tensor
from .motors import gains_at_joint
from .motors_written import plain_motor, write_motor
from .naming import Naming
from .places import grounded, is_static, places
from .poses_written import SCOPE, write_poses
from .robot_types import robot_type
from .spheres_written import put_spheres
from .surfaces_written import Surfaces
from .trees import ROOT

ENGINES = ("physx", "newton", "mujoco")


class Ground(NamedTuple):
    """Where a link is: the path of its body, and its pose there."""

    path: str
    pose: Pose = Pose()
    place: str | None = None
    """The name of a link without a body."""


class RobotWriter:
    """Writes the prims of a robot.

    Args:
        robot: The robot.
        context: The context of the writer.
        path: The path of its prim, if the stage has another one at its top.
    """

    def __init__(self, robot: Robot, context: Context, path: str | None = None) -> None:
        self.robot, self.context = robot, context
        self.naming = Naming(unicode=context.option("utf8") == "yes")
        no_bodies = places(robot)
        self.body_links = [each for each in robot.links if each.name not in no_bodies]
        self.made = Paths(robot, [each.name for each in self.body_links], self.naming, path)
        self.path, self.is_in_world = self.made.robot, path is not None
        self.name = self.path.rpartition("/")[2]
        self.is_fixed = robot.base is Base.FIXED
        self.above, self.coupled = joints_above(robot), coupled(robot)
        self.looks = Looks(robot, f"{self.path}/{LOOKS}", self.naming)
        self.surfaces = Surfaces(context, self.looks, f"/{self.name}_meshes")
        self.shapes = Shapes(self.looks, self.surfaces)
        self.bodies: dict[str, Spec] = {}
        self.specs: dict[str, Spec] = {}
        """The prims of links: bodies, and places on them."""
        self.paths: dict[str, str] = {}
        """The paths of links and frames."""
        self.joint_paths = self.made.joints
        self.joint_names = {name: each.rpartition("/")[2] for name, each in self.joint_paths.items()}
        self.by_path: dict[str, Spec] = {}
        """The prims of the robot, its bodies and joints."""

    def meshes(self) -> list[Spec]:
        """Return the prim at the top of the stage that has the meshes of the robot, if it has any."""
        found = self.surfaces.specs
        return [Spec("", f"{self.name}_meshes", children=found, kind="class")] if found else []

    def ground(self, link: str) -> Ground:
        """Return where a link is, with the path of its body from the prim of the robot."""
        body, pose = grounded(link, self.above, self.bodies)
        return Ground(self.paths[body][len(self.path) :], pose, link if link != body else None)

    def root(self) -> Spec:
        """Return the prim of the robot."""
        self._add_bodies()
        self._add_places()
        root = self._empty_root()
        root.children = [Spec("Scope", "Geometry", children=list(self.bodies.values()))]
        if not is_static(self.robot):
            self._put_physics(root)
        if self.looks.specs:
            root.children.append(Spec("Scope", LOOKS, children=self.looks.specs))
        return root

    def _empty_root(self) -> Spec:
        root = self.by_path[self.path] = Spec("Xform", self.name)
        root.metadata = {"kind": "component", "assetInfo": {"name": self.robot.name or self.name}}
        if self.robot.name not in (None, self.name):
            root.metadata["displayName"] = self.robot.name
        put_pose(root, self.robot.pose)
        return root

    def _put_physics(self, root: Spec) -> None:
        """Add the joints, the motors, what Isaac Sim knows of the robot, and the variants."""
        self._fill(root)
        root.metadata["variants"] = {"Physics": self.context.option("physics")}
        root.variants["Physics"] = {each: self._variant(each) for each in ENGINES}
        physx, depth = root.variants["Physics"]["physx"], self.path.count("/")
        put_copies(self.robot.extensions, self.by_path.get, lambda path: _over(physx, *path.split("/")[depth + 1 :]))

    def _fill(self, root: Spec) -> None:
        root.apply("IsaacRobotAPI")
        if not type_given(self.robot):
            chosen = ROBOT_TYPES.get(self.context.option("robot_type")) if not self.is_in_world else None
            root.put("token", "isaac:robotType", chosen or robot_type(self.robot)[0])
        joints = self._joints()
        root.relate("isaac:physics:robotLinks", *(self.paths[each.name] for each in self.robot.links))
        if joints:
            root.relate("isaac:physics:robotJoints", *(f"{self.path}/Physics/{each.name}" for each in joints))
        root.children.append(Spec("Scope", "Physics", children=joints))
        motors = self._motors()
        if motors:
            root.children.append(Spec("Scope", "Actuators", children=motors))
        if self.robot.states:
            poses = write_poses(self.robot, self.paths, self.joint_paths, self.naming)
            root.children.append(Spec("Scope", SCOPE, children=poses))
            root.relate("isaac:robot:namedPoses", *(f"{self.path}/{SCOPE}/{each.name}" for each in poses))

    # Links

    def _add_bodies(self) -> None:
        still = poses_at_zero(self.robot)
        for link in self.body_links:
            path = self.paths[link.name] = self.made.bodies[link.name]
            write = write_still if is_static(self.robot) else write_body
            spec = write(link, path.rpartition("/")[2], still.get(link.name, Pose()))
            spec.children += self.shapes.of(link)
            self.bodies[link.name] = self.specs[link.name] = self.by_path[path] = spec
            if self.robot.ignored_pairs:
                self._filter(link, spec)

    def _filter(self, link: Link, spec: Spec) -> None:
        """Add the bodies that a body does not collide with, at the first of each pair."""
        paths, pairs = self.made.bodies, self.robot.ignored_pairs
        others = [paths[each.second] for each in pairs if each.first == link.name and each.second in paths]
        if others:
            spec.apply("PhysicsFilteredPairsAPI").relate("physics:filteredPairs", *others)

    def _add_places(self) -> None:
        """Add links without a body, and frames, to the bodies that they are on."""
        for joint in downward(self.robot):
            if joint.child not in self.specs:
                self._place(joint.child or "", joint.parent or "", joint.pose_at_zero, joint.name)
        for frame in self.robot.frames:
            self._place(frame.name, frame.parent, frame.pose, None)
        put_spheres(self.robot.sphere_sets, self.specs, self.naming)

    def _place(self, name: str, parent: str, pose: Pose | None, fixed_by: str | None) -> None:
        """Add a place to the prim of its parent, which may be a place itself."""
        spec = self.specs[parent]
        made = write_place(name, self.naming.prim_name(name, {each.name for each in spec.children}), pose, fixed_by)
        spec.children.append(made)
        self.specs.setdefault(name, made)
        self.paths.setdefault(name, f"{self.paths[parent]}/{made.name}")

    # Joints

    def _joints(self) -> list[Spec]:
        found = [self._root_joint()] if self.is_fixed else []
        for joint in self.robot.joints:
            if joint.child in self.bodies:
                found.append(self._joint(joint, is_loop=False))
        return [*found, *(self._joint(each, is_loop=True) for each in self.robot.loops)]

    def _root_joint(self) -> Spec:
        """Return the joint that fixes the root to the prim of the robot, with which it moves."""
        spec = Spec("PhysicsFixedJoint", self.naming.prim_name("root_joint", set(self.joint_names.values())))
        spec.relate("physics:body0", self.path).relate("physics:body1", self.paths[roots(self.robot)[0]])
        for number in (0, 1):
            put_frame(spec, number, Pose())
        return spec

    def _joint(self, joint: Joint, *, is_loop: bool) -> Spec:
        ends = [grounded(each or "", self.above, self.bodies) for each in (joint.parent, joint.child)]
        frames = [
            compose(on, pose) for (_, on), pose in zip(ends, (joint.pose_in_parent, joint.pose_in_child), strict=True)
        ]
        paths = Ends(*(self.paths[body] for body, _ in ends))
        placed = replace(joint, pose_in_parent=frames[0], pose_in_child=frames[1])
        spec = write_joint(placed, self.joint_names[joint.name], paths, self._gains(joint), is_loop)
        self.by_path[self.joint_paths[joint.name]] = spec
        named = zip((joint.parent, joint.child), ends, strict=True)
        put_ends(spec, [link if link != body else None for link, (body, _) in named])
        leader = self._leader(joint)
        if leader is not None:
            put_coupling(spec, joint, *leader)
        self._put_state(joint, spec)
        if self._is_driven(joint):
            spec.apply("MjcJointAPI")
        return spec

    def _leader(self, joint: Joint) -> tuple[Joint, str] | None:
        """Return the joint that a joint follows, with its path."""
        coupling = joint.axes[0].coupling if joint.axes else None
        if not isinstance(coupling, LinearCoupling):
            return None
        leader = self.robot.joint_by_name[coupling.joint]
        return leader, self.joint_paths[leader.name]

    def _is_driven(self, joint: Joint) -> bool:
        """Return True for a joint that has a motor in MuJoCo."""
        return joint.type is not JointType.FIXED and joint in self.robot.joints

    def _motors(self) -> list[Spec]:
        """Return the motors of joints for MuJoCo."""
        found: list[Spec] = []
        taken: set[str] = set()
        for joint in filter(self._is_driven, self.robot.joints):
            path = self.joint_paths[joint.name]
            motors = self._actuators(joint) or [plain_motor(joint)]
            for each in motors:
                found.append(write_motor(each, self.naming.prim_name(each.name, taken), joint, path, len(motors) == 1))
        return found

    def _actuators(self, joint: Joint) -> list[Actuator]:
        return [each for each in self.robot.actuators if each.joint == joint.name]

    def _gains(self, joint: Joint) -> Gains:
        """Return the gains of the drive of a joint: those of its first motor."""
        return next(map(gains_at_joint, self._actuators(joint)), Gains())

    def _put_state(self, joint: Joint, spec: Spec) -> None:
        for each in self.robot.scene_positions:
            if each.joint == joint.name and len(each.values) == 1 and joint.axes:
                word = word_of(joint.axes[0])
                spec.apply(f"PhysicsJointStateAPI:{word}")
                scale = DEGREE if word == "angular" else 1.0
                spec.put("float", f"state:{word}:physics:position", each.values[0] / scale)

    # Variants

    def _variant(self, engine: str) -> Spec:
        """Return what one engine reads otherwise: PhysX and Newton want the root above the bodies, MuJoCo on one."""
        made = Spec("", "", kind="over")
        root = self.paths[roots(self.robot)[0]].rpartition("/")[2]
        holder = made
        if engine == "mujoco" or not self.is_fixed:
            holder = _over(made, "Geometry", root)
        holder.apply(ROOT)
        self._put_self_collision(holder, engine)
        self._put_moments(made, engine)
        joints = [each for it in self.robot.joints if (each := self._joint_in(it, engine)) is not None]
        if joints:
            made.children.append(Spec("", "Physics", children=joints, kind="over"))
        return made

    def _put_moments(self, made: Spec, engine: str) -> None:
        """Add moments that no body can have, to the bodies of a variant; MuJoCo gets the mean, as by balanceinertia.

        Newton gets the whole tensor, which MuJoCo refuses next to moments about principal axes, if its variant is
        selected: the robot is then read back with it.
        """
        for link in self.robot.links:
            if link.inertial is None or link.name not in self.bodies:
                continue
            found, path = moments_of(link.inertial), ("Geometry", self.bodies[link.name].name)
            if found is not None and not is_possible(found):
                mean = single(sum(found) / 3)
                put_moments(_over(made, *path), found if engine != "mujoco" else (mean, mean, mean))
            if engine == "newton" and needs_tensor(link.inertial):
                put_tensor(_over(made, *path), link.inertial)

    def _put_self_collision(self, holder: Spec, engine: str) -> None:
        """Add whether the links of the robot collide with each other, as they do where nothing is given."""
        simulation = self.robot.simulation
        collide = simulation is None or simulation.self_collide is not False
        holder.apply("NewtonArticulationRootAPI").put("bool", "newton:selfCollisionEnabled", collide)
        if engine == "physx":
            holder.apply("PhysxArticulationAPI").put("bool", "physxArticulation:enabledSelfCollisions", collide)

    def _joint_in(self, joint: Joint, engine: str) -> Spec | None:
        """Return what a variant adds to a joint."""
        spec = Spec("", self.joint_names[joint.name], kind="over")
        if joint.axes and joint.type is not JointType.FIXED:
            put_words(spec, joint.axes[0], engine)
            leader = self._leader(joint)
            if engine == "physx" and joint.type is JointType.CONTINUOUS and joint.name in self.coupled:
                put_far_limits(spec)
            if engine == "physx" and leader is not None:
                put_physx_coupling(spec, joint, *leader)
        return spec if spec.values else None


def _over(spec: Spec, *path: str) -> Spec:
    """Return the prim at a path below another one, about which more is written there."""
    for name in path:
        found = next((each for each in spec.children if each.name == name), None)
        if found is None:
            found = Spec("", name, kind="over")
            spec.children.append(found)
        spec = found
    return spec
