"""Make a document of a robot or a world: place its meshes, adapt it to the format, and write it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes, formats
from ..adapting.pairs import with_pairs_of_masks, without_masks
from ..assets.output_folder import MeshFolder, safe_name
from ..compare.adaptation import report_changes
from ..context import Context
from ..diagnostics import Diagnostic, Fate, Report
from ..errors import UsageError
from ..facts import Fact, Whole, facts
from ..facts.difference import Difference, compare
from ..facts.fact import named
from ..facts.names import in_first_names, with_names
from ..facts.worlds import ROBOT
from ..kinematics.colliding import with_joined_pairs
from ..model import PlacedRobot, Robot, World, is_identity
from ..model import compose as compose_poses
from ..model.features import Feature
from ..model.record import Record, field, replace
from .mesh_outputs import Placement, put_meshes
from .proof import CLAIMS, Files, untrue

if TYPE_CHECKING:
    from ..formats import Format
    from .outputs import ConversionOptions, Output


class Composed(Record, kw_only=False):
    """A document that was made, with its further files."""

    adapted: Whole
    files: dict[str, bytes]
    """The document and its additional files, by their names."""
    placed: dict[Path, bytes] = field(default_factory=dict)
    """The meshes, and documents of other formats."""
    lost_in_files: list[Difference] = field(default_factory=list)
    """The appearances of mesh files that were lost."""
    inner: Mapping[str, Format] = field(default_factory=dict)
    """The formats of robots of a world that have separate documents."""


class Inner(Record, kw_only=False):
    """The robot of a document of another format, as that format stores it."""

    given: Robot
    """The robot that the document was written from, kept so that no other object gets its identity."""
    adapted: Robot
    format: Format
    claims: Report
    files: dict[Path, bytes]
    lost_in_files: list[Difference]


def compose(
    whole: Whole, output: Output, options: ConversionOptions, context: Context, inner: Mapping[int, Inner]
) -> Composed:
    """Return the document of a robot or a world; every change is reported.

    Args:
        context: The context of the format's functions.
        inner: The documents that the writer wrote through the context, by the identity of the robots.

    Raises:
        UsageError: The format cannot be written, or supports one robot and this is a world.
    """
    if isinstance(whole, World):
        return _of_world(whole, output, options, context, inner)
    format = output.format
    if format.write is None:
        raise UsageError(codes.CANNOT_WRITE_FORMAT, f"{format.name} can be read but not written")
    made = adapted_for(whole, output, options, context)
    files = format.write(made.robot, context)
    more = dict(made.files)
    for each in inner.values():
        more |= each.files
    return Composed(made.robot, files, more, made.differences)


def adapted_for(
    robot: Robot,
    output: Output,
    options: ConversionOptions,
    context: Context,
    called: str | None = None,
    folder: MeshFolder | None = None,
) -> Placement:
    """Return a robot as a document can store it, with its meshes placed; changes are reported.

    Args:
        called: The name of the robot's document; by default the output's.
        folder: Where the meshes go, if other robots of the same document have theirs there too.
    """
    format, claims, later = output.format, Report(), Report()
    placement = _placed(robot, output, options, context.having(report=claims), folder)
    if format.adapt is not None:
        placed = placement.robot
        apart = _with_pairs(placed, format, context.having(report=later))
        adapted = format.adapt(apart, context.having(report=later, output=called or context.output))
        placement = replace(placement, robot=adapted)
        claims.diagnostics = _true_claims(claims, robot, placement, context)
        lost = _lost_again(later, robot, placed, adapted)
        placement = replace(placement, differences=[*placement.differences, *lost])
    context.report.extend(claims)
    context.report.extend(later)
    return placement


def _with_pairs(robot: Robot, format: Format, context: Context) -> Robot:
    """Return a robot with the ignored pairs that its bitmasks imply, for a format that has pairs and no bitmasks.

    Overlays are for planners, which test links that a joint connects, unlike simulators; some test nothing but spheres.
    """
    has_pairs, has_masks = (format.holds(each) for each in (Feature.IGNORED_PAIRS, Feature.COLLISION_MASKS))
    if has_pairs is formats.Carries.NONE or has_masks is not formats.Carries.NONE:
        return robot
    made = without_masks(with_pairs_of_masks(robot, context.limits.instances))
    report_changes(robot, made, codes.OTHER_FORM, context.report)
    tests_spheres = format.holds(Feature.BUFFERS) is not formats.Carries.NONE
    listed = with_joined_pairs(made) if format.overlay and (made.sphere_sets or not tests_spheres) else made
    return report_changes(made, listed, codes.JOINED_PAIR, context.report)


def _lost_again(claims: Report, before: Robot, placed: Robot, after: Robot) -> list[Difference]:
    """Return the losses of what came with the meshes of a robot, such as the image of a mesh that becomes several."""
    if placed is before or not any(each.fate is Fate.LOST for each in claims):
        return []
    known = {each.path for it in (before, after) for each in facts(it)}
    added = {each.subject: each for each in facts(placed) if each.path not in known}
    lost = dict.fromkeys(each.subject for each in claims if each.fate is Fate.LOST and each.subject in added)
    return [Difference(added[each].path, added[each], None) for each in lost]


def _true_claims(claims: Report, robot: Robot, placement: Placement, context: Context) -> list[Diagnostic]:
    """Return the claims about the meshes of a robot without those that the adaptation makes untrue.

    An image that was placed for a material is not in the document if the format leaves images out.
    """
    if not any(each.fate in CLAIMS for each in claims):
        return list(claims)
    files = Files(context.having(report=Report()))
    found = compare(facts(robot), facts(placement.robot), same_file=files.same)
    wrong = {id(each) for each in untrue([*found, *placement.differences], claims)}
    return [each for each in claims if id(each) not in wrong]


def _placed(
    robot: Robot,
    output: Output,
    options: ConversionOptions,
    context: Context,
    folder: MeshFolder | None = None,
) -> Placement:
    if output.format.inner:
        return Placement(robot)
    demand = output.format.mesh_files.get(context.options.get(formats.TARGET, ""))
    return put_meshes(robot, output.path, output.format, options.meshes, context, options.mesh_format, demand, folder)


def _of_world(
    world: World, output: Output, options: ConversionOptions, context: Context, inner: Mapping[int, Inner]
) -> Composed:
    """Return the documents of a world: its robots are adapted, then the world itself, and both are written."""
    format = output.format
    if format.write_world is None:
        message = f"{format.name} supports one robot, and the world has {len(world.robots)}"
        raise UsageError(codes.SEVERAL_ROBOTS, message, help=codes.SEVERAL_ROBOTS.help)
    earlier = len(list(context.report))
    parts = _Parts(output, options, context.having(scene=world))
    adapted = with_names(world.with_robots([parts.adapted(each.name, each.robot) for each in world.robots]))
    adapted = replace(adapted, robots=tuple(map(_moved, adapted.robots)))
    if format.adapt_world is not None:
        of_robots = {each.subject for each in list(context.report)[earlier:] if each.subject}
        adapted = format.adapt_world(adapted, context)
        drop_moot(of_robots, [*compare(facts(world), facts(adapted)), *parts.differences], context.report)
    files = format.write_world(adapted, context)
    more, differences = dict(parts.files), list(parts.differences)
    held: dict[str, Format] = {}
    robots: list[Robot] = []
    first = in_first_names(adapted).robots
    for placed, (_, path) in zip(adapted.robots, named(first, ROBOT), strict=True):
        composed = inner.get(id(placed.robot))
        robots.append(composed.adapted if composed is not None else placed.robot)
        if composed is not None:
            held[path[1]] = composed.format
            context.report.extend(composed.claims, partial(of_robot, name=path[1]))
            differences += in_world(composed.lost_in_files, path[1])
            more |= composed.files
    return Composed(adapted.with_robots(robots), files, more, differences, held)


def _moved(placed: PlacedRobot) -> PlacedRobot:
    """Return a robot whose adaptation gave it a pose, such as that of a joint from the world, at that place."""
    if placed.robot.pose is None:
        return placed
    pose = compose_poses(placed.pose, placed.robot.pose)
    return replace(placed, robot=replace(placed.robot, pose=None), pose=None if is_identity(pose) else pose)


def drop_moot(subjects: Collection[str], differences: Iterable[Difference], report: Report) -> None:
    """Drop claims about what was changed for a part and changed back for the whole that it is in.

    Parts are the robots of a world, and the document of another format that a document annotates.

    Args:
        subjects: What was changed for parts.
        differences: The differences of the whole from what it was.
    """
    wrong = {id(each) for each in untrue(differences, [it for it in report if it.subject in subjects])}
    report.diagnostics = [each for each in report if id(each) not in wrong]


class _Parts:
    """Adapts the robots of a world, each once, however many times it is placed."""

    def __init__(self, output: Output, options: ConversionOptions, context: Context) -> None:
        self.output, self.options, self.context = output, options, context
        self.files: dict[Path, bytes] = {}
        self.differences: list[Difference] = []
        self._known: dict[int, tuple[Robot, Robot, Report, list[Difference]]] = {}
        demand = output.format.mesh_files.get(context.options.get(formats.TARGET, ""))
        self._folder = MeshFolder(output.path, options.meshes, context.assets, stems=demand is not None)

    def adapted(self, name: str, robot: Robot) -> Robot:
        """Return a robot as the format can store it; changes are reported with its name in the world."""
        if id(robot) not in self._known:
            self._known[id(robot)] = self._adapted(name, robot)
        _, adapted, report, differences = self._known[id(robot)]
        self.context.report.extend(report, partial(of_robot, name=name))
        self.differences += in_world(differences, name)
        return adapted

    def _adapted(self, name: str, robot: Robot) -> tuple[Robot, Robot, Report, list[Difference]]:
        report = Report()
        path = self.output.path
        called = str(path.with_name(safe_name(f"{name}{path.suffix}")))
        made = adapted_for(robot, self.output, self.options, self.context.having(report=report), called, self._folder)
        self.files |= made.files
        return robot, made.robot, report, made.differences


def of_robot(found: Diagnostic, name: str) -> Diagnostic:
    """Return a diagnostic about a robot as a diagnostic about a robot of a world."""
    subject = f"{ROBOT}/{name}/{found.subject}" if found.subject else ""
    return replace(found, message=f"{name}: {found.message}", subject=subject)


def in_world(differences: Iterable[Difference], name: str) -> Iterator[Difference]:
    """Yield differences of a robot as differences of a robot of a world."""
    for each in differences:
        path = (ROBOT, name, *each.path)
        yield Difference(path, _in_world(each.before, name), _in_world(each.after, name), each.error)


def _in_world(fact: Fact | None, name: str) -> Fact | None:
    if fact is None:
        return None
    path = (ROBOT, name, *fact.path)
    return Fact(path, fact.feature, fact.kind, fact.value, fact.origin, fact.unit, fact.called, name)
