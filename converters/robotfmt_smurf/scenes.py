"""SMURFS scenes: entities with their places, on one another or in the world.

MARS (``SMURFLoader.cpp``, ``SimEntity.cpp``) is the reference. An entity is at its pose in the frame of its parent,
which does not hold it; what holds it is its anchor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import radians

from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.document import Mapping, Sequence
from robotfmt.errors import InputError
from robotfmt.kinematics import forward_kinematics
from robotfmt.model import (
    Joint,
    JointType,
    PlacedRobot,
    Pose,
    Quaternion,
    Robot,
    RotationMatrix,
    Rpy,
    Vector3,
    World,
    WorldJoint,
    compose,
    inverse,
)
from robotfmt.model.pose import Rotation
from robotfmt.model.record import replace

from .codes import ENTITY, PARENT_CYCLE

KEYS = ("entities", "smurfs", "smurfa")
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
        extensions=root.document.leftovers(),
    )


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
        yield _Entity(
            item,
            item.text("name") or file,
            context.read(file, item.origin),
            Pose(_position(item), _rotation(item)),
            item.text("parent"),
            item.text("anchor"),
            item.text("pose"),
        )


class _Placer:
    """Places entities, each after its parent."""

    def __init__(self, known: dict[str, _Entity]) -> None:
        self._known = known
        self._open: list[str] = []

    def pose(self, entity: _Entity) -> Pose:
        """Return the pose of an entity in the world."""
        if entity.parent is None or entity.parent == _WORLD:
            return entity.pose
        if entity.name in self._open:
            ring = " -> ".join((*self._open, entity.name))
            raise InputError(PARENT_CYCLE, f"entities are placed on one another: {ring}", entity.item.origin)
        name, _, link = entity.parent.partition(_BETWEEN)
        parent = self._known.get(name)
        if parent is None:
            entity.item.report(
                ENTITY, f"the parent of {quoted(entity.name)} is {quoted(name)}, which is no entity"
            )
            return entity.pose
        self._open.append(entity.name)
        place = compose(self.pose(parent), _frame(parent, link))
        self._open.pop()
        return compose(place, entity.pose)

    def robots(self, entity: _Entity) -> Iterator[PlacedRobot]:
        """Yield the robots of an entity; those of a scene have its name before theirs."""
        place, several = self.pose(entity), len(entity.world.robots) > 1
        for each in entity.world.robots:
            name = f"{entity.name}/{each.name}" if several else entity.name
            yield replace(
                each,
                origin=entity.item.origin,
                name=name,
                pose=compose(place, each.pose),
                state=entity.state or each.state,
            )


def _robot(entity: _Entity) -> Robot:
    return entity.world.robots[0].robot


def _frame(entity: _Entity, link: str) -> Pose | None:
    """Return the pose of a link of an entity in its root, at the pose that it starts with."""
    robot = _robot(entity)
    if not link:
        return None
    if link not in robot.link_by_name:
        entity.item.report(ENTITY, f"{quoted(entity.name)} has no link {quoted(link)}")
        return None
    start = next((each for each in robot.states if each.name == entity.state), None)
    values = {each.joint: each.values for each in start.values} if start is not None else {}
    rows = forward_kinematics(robot, {name: value[0] for name, value in values.items()})[link][0].tolist()
    a, b, c = ((row[0], row[1], row[2]) for row in rows[:3])
    return Pose((rows[0][3], rows[1][3], rows[2][3]), RotationMatrix((a, b, c)))


def _joints(entity: _Entity, placer: _Placer, known: dict[str, _Entity]) -> Iterator[WorldJoint]:
    """Yield the joint that holds an entity."""
    anchor = entity.parent if entity.anchor == _PARENT else entity.anchor
    if anchor in (None, "none"):
        return
    name, _, link = (anchor or "").partition(_BETWEEN)
    holder = known.get(name)
    place = placer.pose(entity)
    if holder is None and name != _WORLD:
        entity.item.report(ENTITY, f"{quoted(entity.name)} is anchored at {quoted(name)}, which is no entity")
        return
    own, children = _robot(entity), {each.child for each in _robot(entity).joints}
    pose = place
    if holder is not None:
        link = link or _robot(holder).links[0].name
        pose = compose(inverse(compose(placer.pose(holder), _frame(holder, link))), place)
    joint = Joint(
        origin=entity.item.origin,
        name=f"{entity.name}_anchor",
        type=JointType.FIXED,
        parent=link if holder is not None else None,
        child=next(each.name for each in own.links if each.name not in children),
        pose_in_parent=pose,
    )
    yield WorldJoint(
        origin=entity.item.origin,
        joint=joint,
        parent_robot=holder.name if holder is not None else None,
        child_robot=entity.name,
    )


def _gravity(root: Mapping) -> Vector3 | None:
    physics = root.get("physics")
    gravity = physics.get("gravity") if isinstance(physics, Mapping) else None
    found = _row(gravity, "xyz")
    if found is None or physics is None:
        return None
    physics.take()
    return (found[0], found[1], found[2])


def _position(item: Mapping) -> Vector3 | None:
    found = _row(item.get("position"), "xyz")
    return (found[0], found[1], found[2]) if found is not None and len(found) == 3 else None


def _rotation(item: Mapping) -> Rotation | None:
    """Take a rotation: a yaw, or roll, pitch and yaw in degrees, or a quaternion (in a list with w first)."""
    value = item.get("rotation")
    found = _row(value, "wxyz" if isinstance(value, Mapping) else "")
    match found:
        case (yaw,):
            return Rpy(0.0, 0.0, radians(yaw))
        case (roll, pitch, yaw):
            return Rpy(radians(roll), radians(pitch), radians(yaw))
        case (w, x, y, z) if any(found):
            return Quaternion(w, x, y, z)
    return None


def _row(value: object, keys: str) -> tuple[float, ...] | None:
    """Take numbers, from a list or by keys."""
    if isinstance(value, Sequence):
        return value.numbers()
    if not isinstance(value, Mapping):
        return None
    numbers = [value.number(key) for key in keys]
    found = tuple(each for each in numbers if each is not None)
    if len(found) < len(keys):
        return None
    value.take()
    return found
