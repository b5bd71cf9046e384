"""Join two robots to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from .. import codes
from ..diagnostics import Report
from ..errors import ModelError, UsageError
from ..facts.difference import Difference
from ..kinematics.tree import roots
from ..model import (
    CollisionUse,
    CSpace,
    Extension,
    ExtensionKind,
    Joint,
    JointType,
    Layout,
    LayoutItem,
    Material,
    Pose,
    Robot,
    SetBaseFrame,
    SphereSet,
)
from ..model.pose import pose_in_words
from ..model.record import replace
from ..model.renaming import given_names
from .elements import is_root, tags
from .foreign import definitions
from .journal import Journal
from .modifiers import apply_modifiers
from .naming import no_such, prefix, with_other_names
from .performing import perform_together, ready_to_join
from .tracing import Verdict

_BOTH = (
    *("links", "joints", "frames", "loops", "groups", "states", "default_positions", "scene_positions"),
    *("end_effectors", "passive_joints", "joint_properties", "manipulators", "tool_frames", "ignored_pairs"),
    *("unchecked_links", "checked_pairs", "sensors", "actuators", "transmissions", "controllers", "grabs"),
    *("modifiers", "virtual_joints", "connected_bodies"),
)
"""Fields that are concatenated."""


_OF_ELEMENTS = (ExtensionKind.ATTRIBUTE, ExtensionKind.TEXT)
"""The kinds of unrecognised content that belong to one element."""


def attach(
    robot: Robot,
    other: Robot,
    at: str,
    *,
    joint: str | None = None,
    pose: Pose | None = None,
    prefix: str = "",
    report: Report | None = None,
) -> Robot:
    """Return the robot with another one fixed to it, with all parts of both.

    If both use spheres for collisions, they are combined in one set. The other robot no longer has a pose in the
    world: its virtual joint is dropped and reported.

    Args:
        at: The link or frame of the robot that the other one's root is fixed to.
        joint: The name of the new joint; by default it is derived from the root's name.
        pose: The pose of the other robot's root in that link or frame, in metres and radians; by default they coincide.
        prefix: Put before the names of all parts of the other robot.
        report: Where the changes are reported.

    Raises:
        UsageError: The link or frame does not exist, or both robots have parts of the same name.
        ModelError: The other robot does not have exactly one root.
    """
    if at not in robot.frame_names:
        raise no_such("link or frame", at, robot.frame_names)
    report = report if report is not None else Report()
    history = Journal(other)
    other = _ready(other, prefix, history)
    root = _root(other)
    mount = Joint(name=joint or f"{root}_mount", type=JointType.FIXED, parent=at, child=root, pose_in_parent=pose)
    _refuse_clashes(*ready_to_join(robot, _mounted(other, mount)))
    joining = _Joining(robot, other, mount)
    return perform_together(robot, other, history, joining.done, joining.judge, report, restate=joining.restated)


class _Joining:
    """Joins two robots, and gives the reason for each change."""

    def __init__(self, robot: Robot, other: Robot, mount: Joint) -> None:
        self._mount = mount
        self._same = _same_sets(robot, other)

    def done(self, robot: Robot, other: Robot) -> Robot:
        """Return both robots as one; the other robot no longer has a pose in the world."""
        robot, other = ready_to_join(robot, _after(robot, _mounted(other, self._mount)))
        both = {field: (*getattr(robot, field), *getattr(other, field)) for field in _BOTH}
        new = replace(
            robot,
            **both,
            materials=tuple(dict.fromkeys((*robot.materials, *other.materials))),
            interfaces=tuple(dict.fromkeys((*robot.interfaces, *other.interfaces))),
            extensions=(*robot.extensions, *_new(other.extensions, robot.extensions)),
            cspace=_cspace(robot.cspace, other.cspace),
            layouts=_layouts(robot.layouts, other.layouts),
        )
        return _with_spheres(new, robot, other, self._same)

    def restated(self, other: Robot) -> Robot:
        """Return the other robot with the final names of its sphere sets."""
        return with_other_names(other, {"spheres": self._same})

    def judge(self, difference: Difference) -> Verdict | None:
        """Give the reason for a difference."""
        match difference.path:
            case ("joint", _, "dof index") | ("robot", _, "joint", _, "dof index"):
                return Verdict(codes.ATTACHED)
            case ("spheres", _, "clones") | ("robot", _, "spheres", _, "clones"):
                return Verdict(codes.ATTACHED)
            case ("joint", *_) if difference.before is None:
                ends = f"fixes '{self._mount.child}' to '{self._mount.parent}'"
                return Verdict(codes.ATTACHED, f"the joint '{self._mount.name}' {ends}")
            case ("world collision" | "self collision" | "spheres" | "interface", *_) if difference.before is None:
                return Verdict(codes.ATTACHED)
            case ("robot", _, "world collision" | "self collision", "spheres"):
                return Verdict(codes.ATTACHED)
            case ("robot", name, "extension", format, _, _, "name", *_):
                return Verdict(codes.LEFT_OUT, f"the name of '{name}' in its {format} document")
            case ("robot", _, "extension", _, place, kind, *_) if kind in _OF_ELEMENTS and is_root(place):
                return Verdict(codes.NOT_TAKEN_OVER)
            case ("robot", _, "extension", _, place, kind, name, *_) if difference.after is None and _is_whole(
                place, kind
            ):
                what = f"'{name}' of '{place}'" if not is_root(place) else f"<{name}>"
                return Verdict(codes.NOT_TAKEN_OVER, f"{what} of the attached robot; the first robot's own is used")
            case ("robot", name, "name"):
                return Verdict(codes.LEFT_OUT, f"'{name}' is now a part of the robot, and has no separate name")
            case ("robot", name, "place"):
                pose = pose_in_words(cast(Pose, difference.fact.value))
                return Verdict(codes.LEFT_OUT, f"the pose of '{name}' in its scene ({pose})")
            case ("robot", name, "virtual joint", joint):
                return Verdict(codes.LEFT_OUT, f"virtual joint '{joint}' of the attached robot")
            case ("robot", _, "simulation" | "self-collision", *_):
                return Verdict(codes.NOT_TAKEN_OVER, f"{difference}; the value of the whole robot is used")
            case ("robot", _, "interface" | "material" | "cspace", *_):
                return Verdict(codes.ATTACHED)
        return None


def _new(extensions: Iterable[Extension], known: Iterable[Extension]) -> Iterable[Extension]:
    """Yield the extensions that are not yet known, such as a plugin of the whole robot, which is not loaded twice.

    Content directly on the root element of their document, such as an attribute of it, belongs to no part of the robot.
    """
    listed = set(known)
    return (each for each in extensions if each not in listed and not _is_on_root(each))


def _is_whole(place: str, kind: str) -> bool:
    """Return True for content about a whole document: a section, or an attribute of one."""
    return is_root(place) or (len(tags(place)) == 2 and kind in _OF_ELEMENTS)


def _is_on_root(extension: Extension) -> bool:
    return extension.kind in _OF_ELEMENTS and is_root(extension.place)


def _layouts(mine: tuple[Layout, ...], others: tuple[Layout, ...]) -> tuple[Layout, ...]:
    """Return the layouts of one robot, with new items of the other's at the end."""
    new, known = {each.format: each for each in others}, {each.format for each in mine}
    foreign = (replace(each, items=()) for each in others if each.format not in known)
    return (*(_behind(each, new.get(each.format)) for each in mine), *foreign)


def _behind(mine: Layout, other: Layout | None) -> Layout:
    """Append the items directly in the root of another layout; a layout without a root is unchanged."""
    if other is not None:
        mine = mine.joined(other)
    roots = [each for each in (other.items if other is not None else ()) if each.kind == "element"]
    if not roots:
        return mine

    def with_rest(item: LayoutItem) -> LayoutItem:
        known = {each.step for each in item.items}
        rest = (each for each in roots[0].items if each.kind == "element" and each.step not in known)
        return replace(item, items=(*item.items, *rest)) if item.kind == "element" else item

    return replace(mine, items=tuple(map(with_rest, mine.items)))


def _ready(other: Robot, before: str, report: Report) -> Robot:
    """Return the other robot under its new names; its own base is applied before it is attached."""
    if before:
        other = prefix(other, before, report=report)
    is_cut = any(isinstance(each, SetBaseFrame) for each in other.modifiers)
    return apply_modifiers(other, report=report) if is_cut else other


def _root(other: Robot) -> str:
    found = roots(other)
    if len(found) != 1:
        message = f"an attached robot must have one root; it has {len(found)}"
        raise ModelError(codes.SEVERAL_ROOTS if found else codes.NO_LINKS, message, other.origin)
    return found[0]


def _mounted(other: Robot, mount: Joint) -> Robot:
    """Return a robot with the joint that fixes it to another one, and without virtual joints of its root."""
    stands = tuple(each for each in other.virtual_joints if each.child_link != mount.child)
    return replace(other, joints=(mount, *other.joints), virtual_joints=stands)


def _refuse_clashes(robot: Robot, other: Robot) -> None:
    """Refuse two robots that have parts of the same name; equal definitions in their documents may be shared."""
    first = {kind: set(names) for kind, names in given_names(robot).items()}
    clashes = [
        f"{kind} '{name}'"
        for kind, names in given_names(other).items()
        for name in names
        if kind not in ("material", "spheres") and name in first.get(kind, ())
    ]
    mine = definitions(robot)
    clashes += [
        f"{kind} '{name}'"
        for (kind, name), definition in definitions(other).items()
        if (kind, name) in mine and mine[kind, name] != definition and f"{kind} '{name}'" not in clashes
    ]
    clashes += [f"material '{each.name}'" for each in _other_materials(robot, other.materials)]
    if clashes:
        more = f" and {len(clashes) - 5} more" if len(clashes) > 5 else ""
        message = f"both robots have {', '.join(clashes[:5])}{more}"
        help = "Give the names of the attached robot a prefix: --part-prefix TEXT, in Python prefix=TEXT."
        raise UsageError(codes.NAME_TAKEN, message, help=help)


def _other_materials(robot: Robot, materials: Iterable[Material]) -> list[Material]:
    known = {each.name: each for each in robot.materials if each.name}
    return [each for each in materials if known.get(each.name or "", each) != each]


def _after(robot: Robot, other: Robot) -> Robot:
    """Number the degrees of freedom of the other robot after those of the first."""
    known = [each.dof_index for each in robot.joints if each.dof_index is not None]
    start = max(known) + 1 if known else sum(len(each.axes) for each in robot.joints)
    joints = (
        replace(each, dof_index=each.dof_index + start) if each.dof_index is not None else each for each in other.joints
    )
    return replace(other, joints=tuple(joints))


def _cspace(first: CSpace | None, second: CSpace | None) -> CSpace | None:
    if first is None or second is None:
        return first or second
    return replace(first, joints=(*first.joints, *second.joints))


# Spheres


def _same_sets(robot: Robot, other: Robot) -> dict[str, str]:
    """Return the final names of sphere sets: sets used for the same check become one."""
    same = {each.name: each.name for each in robot.sphere_sets}
    for mine, theirs in (
        (robot.world_collision, other.world_collision),
        (robot.self_collision, other.self_collision),
    ):
        if mine is not None and theirs is not None and mine.spheres is not None and theirs.spheres is not None:
            same.setdefault(theirs.spheres, mine.spheres)
    return same


def _with_spheres(new: Robot, robot: Robot, other: Robot, same: dict[str, str]) -> Robot:
    """Combine sets with the same name, and sets used for the same check."""
    sets = {each.name: each for each in robot.sphere_sets}
    for each in other.sphere_sets:
        for name in _homes(each.name, robot, other, same):
            sets[name] = _union(sets[name], each, same) if name in sets else _union(None, each, same)
    return replace(
        new,
        sphere_sets=tuple(sets.values()),
        world_collision=_use(robot.world_collision, other.world_collision, same),
        self_collision=_use(robot.self_collision, other.self_collision, same),
    )


def _homes(name: str, robot: Robot, other: Robot, same: Mapping[str, str]) -> list[str]:
    """Return the sets that receive the spheres of a set of the other robot: those used for the same check."""
    uses = (
        (robot.world_collision, other.world_collision),
        (robot.self_collision, other.self_collision),
    )
    checks = ((mine.spheres, theirs.spheres) for mine, theirs in uses if mine is not None and theirs is not None)
    served = [mine for mine, theirs in checks if mine is not None and theirs == name]
    return list(dict.fromkeys((same.get(name, name), *served)))


def _union(mine: SphereSet | None, theirs: SphereSet, same: dict[str, str]) -> SphereSet:
    clones = tuple(same.get(each, each) for each in theirs.clones)
    if mine is None:
        return replace(theirs, clones=clones)
    together = dict.fromkeys(each for each in (*mine.clones, *clones) if each != mine.name)
    return replace(mine, frames=(*mine.frames, *theirs.frames), clones=tuple(together))


def _use(mine: CollisionUse | None, theirs: CollisionUse | None, same: dict[str, str]) -> CollisionUse | None:
    if theirs is None:
        return mine
    theirs = replace(theirs, spheres=same.get(theirs.spheres, theirs.spheres) if theirs.spheres is not None else None)
    if mine is None:
        return theirs
    spheres = mine.spheres if mine.spheres is not None else theirs.spheres
    return replace(mine, spheres=spheres, buffers=(*mine.buffers, *theirs.buffers))
