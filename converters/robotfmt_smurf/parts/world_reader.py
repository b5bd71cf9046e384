"""SMURFS scenes: entities with their places, on one another or in the world.

MARS (``SMURFLoader.cpp``, ``SimEntity.cpp``) is the reference. An entity is at its pose in the frame of its parent,
which does not hold it; what holds it is its anchor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import radians

from robotfmt.codes import BAD_NUMBER
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Sequence
from robotfmt.documents.yaml.values import escape
from robotfmt.errors import InputError
from robotfmt.kinematics.forward import pose_of, poses_of_links
from robotfmt.kinematics.joint_values import state_values
from robotfmt.kinematics.tree import base_of, roots
from robotfmt.model import (
    Base,
    Extension,
    Joint,
    JointType,
    Origin,
    PlacedRobot,
    Pose,
    Quaternion,
    Robot,
    Rpy,
    Vector3,
    World,
    WorldJoint,
    compose,
    inverse,
)
from robotfmt.model.pose import Rotation
from robotfmt.model.record import replace

from ..codes import ENTITY, PARENT_CYCLE
from ..document.values import by_keys, vector

KEYS = ("entities", "smurfs", "smurfa")
ENTITIES = "entities"
_WORLD, _PARENT = "world", "parent"
_BETWEEN = "::"


@dataclass(slots=True)
class _Entity:
    """An entity, and what its document describes."""

    item: Mapping
    name: str
    world: World
    pose: Pose
    parent: str | None
    anchor: str | None
    state: str | None


def read_scene(root: Mapping, context: Context) -> World:
    """Return the world of a scene.

    Raises:
        InputError: Entities are placed on one another in a ring, or a document cannot be read.
    """
    root.take()
    entities = [each for key in KEYS for each in _entities(root, key, context)]
    known = {each.name: each for each in entities}
    placer = _Placer(known)
    robots: list[PlacedRobot] = []
    joints: list[WorldJoint] = []
    for entity in entities:
        robots += placer.robots(entity)
        joints += _joints(entity, placer, known)
    return World(
        origin=root.origin,
        robots=tuple(robots),
        joints=tuple(joints),
        gravity=_gravity(root),
        extensions=tuple(_by_names(root, entities)),
    )


def _by_names(root: Mapping, entities: list[_Entity]) -> Iterator[Extension]:
    """Yield what no reader took, that of an entity at a place by its name."""
    homes = {each.item.path: f"/{ENTITIES}/{escape(each.name)}" for each in entities}
    for each in root.document.leftovers():
        steps = each.place.split("/")
        home = homes.get("/".join(steps[:3]))
        yield replace(each, place="/".join((home, *steps[3:]))) if home is not None else each


def _entities(root: Mapping, key: str, context: Context) -> Iterator[_Entity]:
    rows = root.get(key)
    if not isinstance(rows, Sequence):
        return
    rows.take()
    for item in rows.items:
        if not isinstance(item, Mapping):
            continue
        item.take()
        file = item.text("file") or item.text("URI")
        if file is None:
            item.report(ENTITY, f"the entity {quoted(item.text('name') or '')} names no file")
            continue
        item.text("type")
        name, world = item.text("name") or file, context.read(file, item.origin)
        if not world.robots:
            item.report(ENTITY, f"the entity {quoted(name)} is a scene without robots")
            continue
        yield _Entity(
            item,
            name,
            world,
            Pose(vector(item, "position"), _rotation(item)),
            item.text("parent"),
            item.text("anchor"),
            item.text("pose"),
        )


class _Placer:
    """Places entities, each after its parent."""

    def __init__(self, known: dict[str, _Entity]) -> None:
        self._known = known
        self._poses: dict[Mapping, Pose] = {}

    def pose(self, entity: _Entity) -> Pose:
        """Return the pose of an entity in the world.

        Raises:
            InputError: Entities are placed on one another in a ring.
        """
        chain: dict[Mapping, _Entity] = {}
        upper: _Entity | None = entity
        while upper is not None and upper.item not in self._poses:
            if upper.item in chain:
                ring = " -> ".join(each.name for each in (*chain.values(), upper))
                raise InputError(PARENT_CYCLE, f"entities are placed on one another: {ring}", upper.item.origin)
            chain[upper.item] = upper
            upper = self._parent(upper)
        for each in reversed(chain.values()):
            self._poses[each.item] = self._placed(each)
        return self._poses[entity.item]

    def _parent(self, entity: _Entity) -> _Entity | None:
        name, _ = _end(entity.parent)
        return self._known.get(name) if name is not None else None

    def _placed(self, entity: _Entity) -> Pose:
        """Return the pose of an entity whose parent is placed."""
        name, link = _end(entity.parent)
        parent = self._parent(entity)
        if parent is not None:
            return compose(compose(self._poses[parent.item], _frame(parent, link)), entity.pose)
        if name is not None:
            entity.item.report(ENTITY, f"the parent of {quoted(entity.name)} is {quoted(name)}, which is no entity")
        return entity.pose

    def robots(self, entity: _Entity) -> Iterator[PlacedRobot]:
        """Yield the robots of an entity; those of a scene have its name before theirs."""
        place, several = self.pose(entity), len(entity.world.robots) > 1
        for each in entity.world.robots:
            name = f"{entity.name}/{each.name}" if several else entity.name
            yield replace(
                each,
                origin=entity.item.origin,
                name=name,
                robot=_based(each.robot, _base(entity)),
                pose=compose(place, each.pose),
                state=entity.state or each.state,
            )


def _base(entity: _Entity) -> Base | None:
    """Return how an entity is connected to the world: MARS lets one without an anchor float."""
    if entity.anchor in (None, "none"):
        return Base.FLOATING
    anchor = entity.parent if entity.anchor == _PARENT else entity.anchor
    return Base.FIXED if anchor == _WORLD else None


def _based(robot: Robot, base: Base | None) -> Robot:
    """Return a robot with its base, unless its own document gives one."""
    return robot if base_of(robot) is not None or not robot.links else replace(robot, base=base)


def _end(text: str | None) -> tuple[str | None, str]:
    """Return the names of an entity and of a link in it, which may be empty; None for the world.

    ``world`` is the world, whatever entities are called so; ``world::link`` is a link of such an entity.
    """
    if text is None or text == _WORLD:
        return None, ""
    name, _, link = text.partition(_BETWEEN)
    return name, link


def _robot(entity: _Entity) -> Robot:
    return entity.world.robots[0].robot


def _frame(entity: _Entity, link: str) -> Pose | None:
    """Return the pose of a link of an entity in its root, at the pose that it starts with."""
    robot = _robot(entity)
    if not link:
        return None
    found = frame_at_start(robot, link, entity.state)
    if found is None:
        entity.item.report(ENTITY, f"{quoted(entity.name)} has no link {quoted(link)} below its root")
    return found


def frame_at_start(robot: Robot, link: str, state: str | None) -> Pose | None:
    """Return the pose of a link in the root of its robot, in the state that it starts with; None without the link."""
    poses = poses_of_links(robot, state_values(robot, state or ""))
    return pose_of(poses[link][0]) if link in poses else None


def _joints(entity: _Entity, placer: _Placer, known: dict[str, _Entity]) -> Iterator[WorldJoint]:
    """Yield the joint that holds an entity."""
    anchor = entity.parent if entity.anchor == _PARENT else entity.anchor
    if anchor in (None, "none"):
        return
    name, link = _end(anchor)
    holder = known.get(name) if name is not None else None
    if holder is None and name is not None:
        entity.item.report(ENTITY, f"{quoted(entity.name)} is anchored at {quoted(name)}, which is no entity")
        return
    tops = roots(_robot(entity))
    if not tops:
        entity.item.report(ENTITY, f"{quoted(entity.name)} has no root link to anchor")
        return
    pose = placer.pose(entity)
    if holder is not None:
        link = link or _robot(holder).links[0].name
        pose = compose(inverse(compose(placer.pose(holder), _frame(holder, link))), pose)
    held_by = holder.name if holder is not None else None
    yield anchor_joint(entity.name, tops[0], pose, held_by, link, entity.item.origin)


def anchor_joint(
    entity: str, root: str, pose: Pose, holder: str | None, link: str | None, origin: Origin | None = None
) -> WorldJoint:
    """Return the joint that holds the root of an entity at a link of another one, or in the world."""
    joint = Joint(
        origin=origin,
        name=f"{entity}_anchor",
        type=JointType.FIXED,
        parent=link if holder is not None else None,
        child=root,
        pose_in_parent=pose,
    )
    return WorldJoint(origin=origin, joint=joint, parent_robot=holder, child_robot=entity)


def _gravity(root: Mapping) -> Vector3 | None:
    physics = root.get("physics")
    gravity = vector(physics, "gravity") if isinstance(physics, Mapping) else None
    if gravity is not None and physics is not None:
        physics.take()
    return gravity


def _rotation(item: Mapping) -> Rotation | None:
    """Take a rotation: a yaw, or roll, pitch and yaw in degrees, or a quaternion (in a list with w first)."""
    value = item.get("rotation")
    found = value.numbers() if isinstance(value, Sequence) else by_keys(value, "wxyz")
    match found:
        case (yaw,):
            return Rpy(0.0, 0.0, radians(yaw))
        case (roll, pitch, yaw):
            return Rpy(radians(roll), radians(pitch), radians(yaw))
        case (w, x, y, z) if any(found):
            return Quaternion(w, x, y, z)
    if value is not None and found is not None:
        value.taken = False
        value.refuse(BAD_NUMBER, f"{quoted(value.path)}: expected a yaw, three angles or a quaternion")
    return None
