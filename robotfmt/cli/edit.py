"""``robotfmt edit``: change a robot on the way from its documents to others."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from .. import codes, edit
from ..assets.mesh_files import require_files
from ..codes import USAGE
from ..diagnostics import Report
from ..errors import UsageError
from ..hub.reading import read
from ..hub.refusals import refuse_broken
from ..kinematics.joint_values import positions_in
from ..model import Pose, Robot, Rpy
from ..model.features import Feature
from ..model.record import replace
from ..settings import Settings
from ..validation import check_structure
from . import converting
from .console import STREAM, print_message, progress
from .conversion_options import add_conversion, request, stored
from .converting import Work
from .needs import Idle, both
from .options import allowed, pair
from .sphere_options import asks_for_spheres, fit_arguments, fitting

# Collision shapes

RECORD = "collisions"
"""The name of the rows of the table in the record of a conversion."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user chose besides the operations."""

    report: Report
    settings: Settings
    """Where the meshes of the robot are."""
    allow: Sequence[str]
    """The codes that do not cause a failure."""
    fit: Callable[[], dict[str, Any]]
    """The arguments of a fit of spheres; none to use those that the robot has."""
    is_interactive: bool
    """True if progress is shown."""
    details: dict[str, object] = field(default_factory=dict)
    """What the operations add to the record of the conversion."""


def require_for_shapes(kinds: Sequence[str]) -> None:
    """Raise an error unless the libraries are installed that other collision shapes of some kinds need."""
    if kinds:
        from ..collision_shapes.options import require_libraries

        for kind in kinds:
            require_libraries(kind)


def replace_shapes(robot: Robot, given: Mapping[str, list[str]], chosen: Chosen) -> Robot:
    """Return the robot with other collision shapes, and keep the rows of the table."""
    from ..collision_shapes import replace_collisions
    from ..collision_shapes.links import records

    kind = given[""][0]
    within, faces = given.get("within"), given.get("faces")
    bounds = {
        "within": within[-1] if within is not None else None,
        "faces": _count(faces[-1]) if faces is not None else None,
        "outside": "outside" in given,
    }
    spheres = chosen.fit() if kind == "spheres" else {}
    require_files(robot, chosen.settings.assets, chosen.report, "replacing collision shapes", chosen.allow)
    shown = progress("replacing collision shapes", chosen.is_interactive)
    settings = chosen.settings
    made, rows = replace_collisions(
        robot,
        kind,
        report=chosen.report,
        settings=settings,
        progress=shown,
        **bounds,  # type: ignore[arg-type]
        **spheres,
    )
    if shown is not None:
        shown.stop()
    chosen.details[RECORD] = records(rows)
    return made


def show_tables(records: Sequence[Mapping[str, Any]], show: Callable[[str], None]) -> None:
    """Show what became of the collision shapes in each conversion."""
    with_rows = [record for record in records if record.get(RECORD)]
    if not with_rows:
        return
    from ..collision_shapes.measure import table  # loads scipy and numba

    for record in with_rows:
        if len(records) > 1:
            show(", ".join(record["inputs"]))
        show(table(record[RECORD]))


def _count(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(USAGE, f"--faces: '{text}' is not a number of faces; write 100")
    return int(text)


# Edits

Given: TypeAlias = dict[str, list[str]]
"""The arguments of one operation: its own value, and the options that modify it."""
Step: TypeAlias = tuple[str, str]
"""An option and its value."""
SPHERES: Step = ("collisions", "spheres")
"""The operation by which collision shapes become spheres."""

_EXAMPLES = """\
operations are carried out in the given order; --tip, --except, --at and the like
modify the operation before them

examples:
  robotfmt edit dual.urdf dual.srdf --extract left_base -o left.urdf -o left.srdf
  robotfmt edit arm.urdf --attach gripper.urdf --at flange --pose "0 0 0.1" -o both.urdf
  robotfmt edit arm.urdf arm.srdf --replace palm=other.urdf -o new.urdf -o new.srdf
  robotfmt edit arm.urdf --zero elbow=15deg --lock wrist=90deg -o other.urdf
  robotfmt edit arm.urdf --merge-fixed --except tool0 --prefix left_ -o lean.urdf
  robotfmt edit arm.urdf arm.xrdf --apply-modifiers -o flat.urdf -o flat.xrdf
  robotfmt edit arm.dae --place -o arm.urdf
  robotfmt edit arm.urdf --collisions hull --faces 100 -o light.urdf
  robotfmt edit arm.urdf --inertia from-collisions --density 2700 -o heavy.urdf
  robotfmt edit rover.urdf --base planar -o rover.xml

exit codes: as for convert
"""


class _Append(argparse.Action):
    """Records an option in its order among the others."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        steps: list[Step] = getattr(namespace, "steps", [])
        value = values if isinstance(values, str) else ""
        namespace.steps = [*steps, ((option_string or "").lstrip("-"), value)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb: those of a conversion, and operations."""
    group = parser.add_argument_group("operations")
    add_conversion(parser, _as_shapes, seeded=_seeded)
    parser.epilog = _EXAMPLES
    for name, metavar, text in _OPTIONS:
        shape: dict[str, Any] = {"metavar": metavar} if metavar is not None else {"nargs": 0}
        group.add_argument(f"--{name}", action=_Append, dest="steps", default=[], help=text, **shape)
    parser.set_defaults(run=run)


def _as_shapes(options: argparse.Namespace) -> Idle | None:
    """Return None if collision shapes become spheres, which options for spheres fit."""
    if SPHERES in options.steps:
        return None
    return Idle("no collision shapes become spheres", "Add --collisions spheres, or leave it out.")


def _asks_for_others(options: argparse.Namespace) -> bool:
    """Return True if an option is about a fit of spheres, even if the robot has some."""
    return asks_for_spheres(options) or bool(options.seed)


def _seeded(options: argparse.Namespace) -> Idle | None:
    """Return None if spheres are fitted, as collision shapes or besides."""
    return _as_shapes(options) and both(stored(Feature.SPHERES), fitting)(options)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    operations = _operations(options.steps)
    if not operations:
        raise UsageError(codes.USAGE, "no operation given, such as --prefix or --merge-fixed")
    require_for_shapes([given[""][0] for name, given in operations if name == "collisions"])
    work = Work(operation=partial(_edited, operations, options), merge=False, in_world=options.robot is not None)
    asked = request(options)
    if _as_shapes(options) is None and not options.fit_spheres:
        asked = replace(asked, fit=None)  # the spheres are collision shapes
    done = converting.run(asked, work)
    if not options.json:
        show_tables(done.records, print_message if STREAM in (*options.output, options.files[-1]) else print)
    return done.exit_code


def _edited(
    operations: Sequence[tuple[str, Given]],
    options: argparse.Namespace,
    robot: Robot,
    report: Report,
    settings: Settings,
) -> tuple[Robot, dict[str, object]]:
    """Return the robot after all requested operations, and what they add to the record."""
    chosen = Chosen(
        report=report,
        settings=settings,
        allow=allowed(options.allow),
        fit=partial(fit_arguments, options) if _asks_for_others(options) else dict,
        is_interactive=not (options.quiet or options.json or options.out_dir),
    )
    for name, given in operations:
        robot = _OPERATIONS[name](robot, given, chosen)
    return robot, chosen.details


def _operations(steps: Sequence[Step]) -> list[tuple[str, Given]]:
    """Return the operations in order, each with the options that modify it.

    Raises:
        UsageError: An option modifies no operation before it.
    """
    found: list[tuple[str, Given]] = []
    for name, value in steps:
        if name in _OPERATIONS:
            found.append((name, {"": [value]}))
        elif not found or name not in _GO_WITH[found[-1][0]]:
            homes = " or ".join(f"--{home}" for home, names in _GO_WITH.items() if name in names)
            raise UsageError(codes.USAGE, f"--{name} must follow {homes}")
        else:
            found[-1][1].setdefault(name, []).append(value)
    return found


# The operations


def _rename(kind: str) -> _Operation:
    def apply(robot: Robot, given: Given, chosen: Chosen) -> Robot:
        old, new = pair(given[""][0])
        names: dict[str, Any] = {f"{kind}s": {old: new}}
        return edit.rename(robot, **names, report=chosen.report)

    return apply


def _prefix(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.prefix(robot, given[""][0], report=chosen.report)


def _suffix(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.prefix(robot, after=given[""][0], report=chosen.report)


def _extract(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.extract(robot, given[""][0], given.get("tip", ()), report=chosen.report)


def _remove(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.remove(robot, given[""][0], report=chosen.report)


def _attach(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    """Attach the robot of other documents, which are checked first."""
    if "at" not in given:
        help = "Write, for example: --attach gripper.urdf --at tool0."
        raise UsageError(codes.USAGE, "--attach requires --at LINK after it", help=help)
    return edit.attach(
        robot,
        _other(given[""][0], given, chosen),
        given["at"][-1],
        joint=given["joint"][-1] if "joint" in given else None,
        pose=_pose(given["pose"][-1]) if "pose" in given else None,
        prefix=given.get("part-prefix", [""])[-1],
        report=chosen.report,
    )


def _exchange(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    """Put the robot of other documents in the place of a link."""
    link, document = pair(given[""][0])
    return edit.exchange(
        robot,
        link,
        _other(document, given, chosen),
        pose=_pose(given["pose"][-1]) if "pose" in given else None,
        prefix=given.get("part-prefix", [""])[-1],
        report=chosen.report,
    )


def _other(document: str, given: Given, chosen: Chosen) -> Robot:
    """Return the robot of other documents, which are checked."""
    settings = replace(chosen.settings, robot=None, source_format=None)
    other = read(document, *given.get("with", ()), report=chosen.report, settings=settings)
    check_structure(other, chosen.report)
    refuse_broken(chosen.report)
    return other


def _merge(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    frames = "keep-frames" in given
    keep = given.get("except", ())
    return edit.merge_fixed_joints(robot, keep, keep_frames=frames, keep_root=True, report=chosen.report)


def _reroot(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.reroot(robot, given[""][0], move_frames="move-frames" in given, report=chosen.report)


def _lock(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    name, values = pair(given[""][0])
    return edit.lock(robot, {name: _positions(robot, name, values)}, report=chosen.report)


def _zero(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    name, text = pair(given[""][0])
    values = _positions(robot, name, text)
    if len(values) != 1:
        raise UsageError(codes.USAGE, f"--zero: '{text}' is not one position; write {name}=15deg")
    return edit.set_zero(robot, {name: values[0]}, report=chosen.report)


def _positions(robot: Robot, joint: str, text: str) -> tuple[float, ...]:
    return positions_in(text.replace(",", " "), robot.joint_by_name.get(joint))


def _split(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.split(robot, given[""][0], report=chosen.report)


def _modifiers(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    return edit.apply_modifiers(robot, upstream="turn" if "turn-upstream" in given else "remove", report=chosen.report)


def _compute(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    from ..inertia import compute_inertia

    return compute_inertia(robot, report=chosen.report, settings=chosen.settings)


def _inertia(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    from ..assets.mesh_files import require_files
    from ..inertia import replace_inertia
    from ..inertia.replacing import Shapes

    sources: dict[str, Shapes] = {"from-collisions": "collisions", "from-visuals": "visuals"}
    shapes = sources.get(given[""][0])
    if shapes is None:
        raise UsageError(codes.USAGE, f"--inertia is {' or '.join(sources)}, not '{given[''][0]}'")
    density = _numbers(given["density"][-1]) if "density" in given else (None,)
    if len(density) != 1:
        raise UsageError(codes.USAGE, "--density is one number, in kg/m^3")
    require_files(robot, chosen.settings.assets, chosen.report, "computing inertia", chosen.allow)
    return replace_inertia(robot, shapes, density[0], report=chosen.report, settings=chosen.settings)


def _place(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    pose = _pose(given["pose"][-1]) if "pose" in given else None
    return edit.fix_to_world(robot, pose, report=chosen.report)


def _base(robot: Robot, given: Given, chosen: Chosen) -> Robot:
    from ..edit.basing import BASES, Base

    kinds: dict[str, Base] = {each: each for each in BASES}
    kind = kinds.get(given[""][0])
    if kind is None:
        raise UsageError(codes.USAGE, f"--base is {', '.join(BASES)}, not '{given[''][0]}'")
    return edit.with_base(robot, kind, as_joints="as-joints" in given, report=chosen.report)


def _pose(text: str) -> Pose:
    numbers = _numbers(text)
    if len(numbers) not in (3, 6):
        raise UsageError(codes.USAGE, f'\'{text}\' is not a pose; write "x y z" or "x y z roll pitch yaw"')
    x, y, z, *turns = numbers
    return Pose((x, y, z), Rpy(*turns) if turns else None)


def _numbers(text: str) -> tuple[float, ...]:
    from ..documents.tokens import BadToken, reals

    try:
        return reals(text.replace(",", " "))
    except BadToken as error:
        raise UsageError(codes.USAGE, f"'{text}' {error}") from error


_Operation: TypeAlias = Callable[[Robot, Given, Chosen], Robot]
_OPERATIONS: dict[str, _Operation] = {
    "rename-link": _rename("link"),
    "rename-joint": _rename("joint"),
    "rename-frame": _rename("frame"),
    "rename-group": _rename("group"),
    "prefix": _prefix,
    "suffix": _suffix,
    "extract": _extract,
    "remove": _remove,
    "attach": _attach,
    "merge-fixed": _merge,
    "reroot": _reroot,
    "replace": _exchange,
    "lock": _lock,
    "zero": _zero,
    "split": _split,
    "apply-modifiers": _modifiers,
    "place": _place,
    "base": _base,
    "compute-inertia": _compute,
    "inertia": _inertia,
    "collisions": replace_shapes,
}
_GO_WITH: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_OPERATIONS, ()),
    "extract": ("tip",),
    "attach": ("with", "at", "pose", "joint", "part-prefix"),
    "replace": ("with", "pose", "part-prefix"),
    "merge-fixed": ("except", "keep-frames"),
    "reroot": ("move-frames",),
    "apply-modifiers": ("turn-upstream",),
    "place": ("pose",),
    "collisions": ("within", "faces", "outside"),
    "base": ("as-joints",),
    "inertia": ("density",),
}
_OPTIONS = (
    ("rename-link", "OLD=NEW", "rename a link; references to it are updated"),
    ("rename-joint", "OLD=NEW", "rename a joint"),
    ("rename-frame", "OLD=NEW", "rename a frame"),
    ("rename-group", "OLD=NEW", "rename a group"),
    ("prefix", "TEXT", "add a prefix to the names of all parts"),
    ("suffix", "TEXT", "add a suffix to the names of all parts"),
    ("extract", "LINK", "keep only a link and everything below it"),
    ("tip", "LINK", "... and of that, only the chain to this link"),
    ("remove", "LINK", "remove a link and everything below it, such as a gripper"),
    ("replace", "LINK=FILE", "put another robot in the place of a link and everything below it"),
    ("attach", "FILE", "attach another robot to this one"),
    ("with", "FILE", "... which this document adds to (an SRDF, an XRDF)"),
    ("at", "LINK", "... at this link or frame"),
    (
        "pose",
        "POSE",
        '... at this pose relative to it (or to the world): "x y z" or "x y z roll pitch yaw" [m, rad]',
    ),
    ("joint", "NAME", "... by a joint of this name"),
    ("part-prefix", "TEXT", "... with this prefix for the names of its parts"),
    ("merge-fixed", None, "merge links that are connected by fixed joints"),
    ("except", "NAME", "... except this link or joint"),
    ("keep-frames", None, "... and keep their frames"),
    ("reroot", "LINK", "make a link the root; everything moves as before"),
    ("move-frames", None, "... and move link frames to the new positions of their joints"),
    ("lock", "JOINT=VALUE", "lock a joint at a value: 0.3 (radians or metres), 15deg, 30mm"),
    ("zero", "JOINT=VALUE", "move the zero of a joint to a value, which becomes 0; limits and states follow"),
    ("split", "JOINT", "replace a planar, floating, ball or compound joint by joints with one value each"),
    ("apply-modifiers", None, "apply the frames and the base that an XRDF adds"),
    (
        "turn-upstream",
        None,
        "... but reverse the joints outside the base's subtree, instead of removing them",
    ),
    ("place", None, "fix the root to a new link 'world' at the robot's pose in its document, or at --pose"),
    ("base", "KIND", "connect the root to the world: fixed, floating or planar (x, y and yaw)"),
    (
        "as-joints",
        None,
        "... by joints from a new link 'world', for formats and planners without virtual joints",
    ),
    (
        "compute-inertia",
        None,
        "compute the inertia of links that leave it to simulators, from their collision shapes",
    ),
    ("inertia", "SOURCE", "compute the inertia of all links: from-collisions or from-visuals, filled evenly"),
    ("density", "KG/M3", "... with this density; without it, each link keeps its mass"),
    (
        "collisions",
        "KIND",
        "replace collision meshes: hull, simplify, decompose, primitives or spheres (requires robotfmt[planning])",
    ),
    ("within", "LENGTH", "... within this distance: of the hull, of the mesh (2mm), of a protrusion (10mm)"),
    ("faces", "N", "... with at most this many faces each"),
    ("outside", None, "... and hulls with fewer faces contain the mesh"),
)
"""The options in order: name, name of the value, and help."""
