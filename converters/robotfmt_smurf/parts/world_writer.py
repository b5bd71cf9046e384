"""Write SMURFS scenes: an entity for each robot of a world, and a SMURF model for each different robot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from robotfmt.adapting import assume_base
from robotfmt.assets.output_folder import safe_name
from robotfmt.codes import PLACE_GONE
from robotfmt.codes.conversion import ASSUMED_BASE
from robotfmt.compare.adaptation import Change, adapted
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree, Word, compose, unplaced
from robotfmt.documents.yaml.values import escape
from robotfmt.kinematics.tree import base_of, roots
from robotfmt.model import (
    IDENTITY,
    Base,
    Extension,
    JointType,
    PlacedRobot,
    Pose,
    Robot,
    World,
    WorldJoint,
    inverse,
    is_identity,
    quaternion_of,
)
from robotfmt.model import compose as composed
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import ANCHOR, ANCHORED, BASE, JOINT, PLACE
from .world_reader import ENTITIES, anchor_joint, frame_at_start

_BETWEEN = "::"


def adapt_world(world: World, context: Context) -> World:
    """Give joints between robots the form of anchors, and remove what a scene does not have; report every change."""
    steps: tuple[Change[World], ...] = (
        (_held, JOINT),
        (_anchors, ANCHOR),
        (_anchored, ANCHORED),
        (_assumed, ASSUMED_BASE),
        (_based, BASE),
        (_placed, PLACE),
    )
    return adapted(world, steps, context.report)


def _held(world: World) -> World:
    """Remove joints that are not fixed at the root of a robot, and further ones of a robot."""
    found: list[WorldJoint] = []
    taken: set[str] = set()
    for each in world.joints:
        turned = _from_root(each, world)
        child = turned.child_robot if turned is not None else None
        if child is not None and child not in taken:
            taken.add(child)
            found.append(each)
    return world if tuple(found) == world.joints else replace(world, joints=tuple(found))


def _from_root(it: WorldJoint, world: World) -> WorldJoint | None:
    """Return a fixed joint with the root of a robot as its child; None if it is not at one."""
    if it.joint.type is not JointType.FIXED:
        return None
    for each in (it, _turned(it)):
        placed = world.robot_by_name.get(each.child_robot or "")
        if placed is not None and each.joint.child in roots(placed.robot)[:1]:
            return each
    return None


def _turned(it: WorldJoint) -> WorldJoint:
    joint = replace(
        it.joint,
        parent=it.joint.child,
        child=it.joint.parent,
        pose_in_parent=it.joint.pose_in_child,
        pose_in_child=it.joint.pose_in_parent,
    )
    return replace(it, joint=joint, parent_robot=it.child_robot, child_robot=it.parent_robot)


def _anchors(world: World) -> World:
    """Give joints the direction and the place of anchors: robots are held where they are at the start."""
    joints = tuple(_anchor(each, world) for each in world.joints)
    return world if joints == world.joints else replace(world, joints=joints)


def _anchor(it: WorldJoint, world: World) -> WorldJoint:
    turned = _from_root(it, world) or it
    child = world.placed(turned.child_robot or "")
    holder = world.robot_by_name.get(turned.parent_robot or "")
    pose, link = child.pose or IDENTITY, turned.joint.parent
    if holder is not None:
        frame = frame_at_start(holder.robot, link or "", holder.state)
        pose = composed(inverse(composed(holder.pose or IDENTITY, frame)), pose)
    held_by = holder.name if holder is not None else None
    return anchor_joint(child.name, turned.joint.child or "", pose, held_by, link, it.origin)


def _anchored(world: World) -> World:
    """Anchor robots with a fixed base in the world."""
    held = {each.child_robot for each in world.joints}
    fixed = [
        anchor_joint(each.name, roots(each.robot)[0], each.pose or IDENTITY, None, None, each.origin)
        for each in world.robots
        if base_of(each.robot) is Base.FIXED and each.name not in held
    ]
    return replace(world, joints=(*world.joints, *fixed)) if fixed else world


def _assumed(world: World) -> World:
    """Let robots float that give no base and have no anchor, as MARS does."""
    held = {each.child_robot for each in world.joints}
    return _with_bases(world, lambda it: it.robot if it.name in held else assume_base(it.robot, Base.FLOATING))


def _based(world: World) -> World:
    """Derive the base of each robot from its anchor: fixed if it holds the robot to the world, floating without an
    anchor.
    """
    held = {each.child_robot: each.parent_robot for each in world.joints}

    def changed(it: PlacedRobot) -> Robot:
        if not it.robot.links:
            return it.robot
        base = Base.FLOATING if it.name not in held else Base.FIXED if held[it.name] is None else None
        plain = replace(it.robot, base=None, virtual_joints=())
        made = replace(plain, base=base) if base_of(plain) is None else plain
        return it.robot if made == it.robot else made

    return _with_bases(world, changed)


def _with_bases(world: World, change: Callable[[PlacedRobot], Robot]) -> World:
    """Return a world with changed robots; one that is placed several times stays one."""
    known: dict[tuple[int, Base | None], Robot] = {}
    robots = []
    for each in world.robots:
        made = change(each)
        robots.append(known.setdefault((id(each.robot), made.base), made))
    same = all(new is old.robot for new, old in zip(robots, world.robots, strict=True))
    return world if same else world.with_robots(robots)


def _placed(world: World) -> World:
    """Drop content of a part that the scene does not have."""
    own = _addressed(world)
    carrier = Robot(extensions=tuple(moved for moved, _ in own))
    gone = {id(each) for each in unplaced(_tree(world, {}), carrier, format="smurfs")}
    lost = {id(each) for moved, each in own if id(moved) in gone}
    kept = tuple(each for each in world.extensions if id(each) not in lost)
    return replace(world, extensions=kept) if lost else world


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the document of a scene; the models of its robots are written through the context."""
    files = _files(world)
    for placed in world.robots:
        context.write(placed.robot, files[id(placed.robot)], "smurf")
    carrier = Robot(extensions=tuple(moved for moved, _ in _addressed(world)))
    data, lost = compose(_tree(world, files), carrier, format="smurfs")
    for each in lost:
        what = f"the place of {quoted(each.name)} in {quoted(each.place)} no longer exists"
        context.report.add(PLACE_GONE, what, each.origin)
    return {context.output: data}


def _files(world: World) -> dict[int, str]:
    """Return the names of the models; robots that differ only in their bases have one."""
    found: dict[int, str] = {}
    models: list[tuple[Robot, str]] = []
    for placed in world.robots:
        model = replace(placed.robot, base=None)
        name = next((file for each, file in models if each == model), None)
        if name is None:
            taken = {PurePath(file).stem for _, file in models}
            name = f"{free_name(PurePath(safe_name(f'{placed.name}.x')).stem, taken)}.smurf"
            models.append((model, name))
        found[id(placed.robot)] = name
    return found


def _tree(world: World, files: dict[int, str]) -> Tree:
    anchors = {each.child_robot: each for each in world.joints}
    gravity = dict(zip("xyz", world.gravity, strict=True)) if world.gravity is not None else None
    return {
        ENTITIES: [_entity(each, files.get(id(each.robot), ""), anchors.get(each.name)) for each in world.robots],
        "physics": {"gravity": gravity} if gravity is not None else None,
    }


def _entity(placed: PlacedRobot, file: str, anchor: WorldJoint | None) -> Tree:
    return {
        "name": placed.name,
        "type": Word("smurf"),
        "file": file,
        **_place(placed.pose),
        "anchor": _end(anchor) if anchor is not None else None,
        "pose": placed.state,
    }


def _place(pose: Pose | None) -> dict[str, Tree]:
    if pose is None:
        return {}
    turn = quaternion_of(pose.matrix)
    is_turned = not is_identity(Pose((0.0, 0.0, 0.0), pose.rotation))
    return {
        "position": list(pose.xyz),
        "rotation": [turn.w, turn.x, turn.y, turn.z] if is_turned else None,
    }


def _end(anchor: WorldJoint) -> str:
    if anchor.parent_robot is None:
        return "world"
    return f"{anchor.parent_robot}{_BETWEEN}{anchor.joint.parent}"


def _addressed(world: World) -> list[tuple[Extension, Extension]]:
    """Return the unrecognised content at the paths of the document, each with that of the world."""
    homes = {f"/{ENTITIES}/{escape(each.name)}": index for index, each in enumerate(world.robots)}
    found: list[tuple[Extension, Extension]] = []
    for each in world.extensions:
        steps = each.place.split("/")
        index = homes.get("/".join(steps[:3]))
        moved = each if index is None else replace(each, place="/".join(("", ENTITIES, str(index), *steps[3:])))
        found.append((moved, each))
    return found
