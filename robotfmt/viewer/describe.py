"""The description of a robot for the page: its tree, the steps of each joint's motion, and the findings about it, with
lines for similar ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..codes.folding import folded, worst_first
from ..context import Context
from ..diagnostics import Diagnostic, Report
from ..diagnostics.pages import Page
from ..errors import ModelError, RobotfmtError
from ..formats.catalogue import all_codes
from ..kinematics.forward import axis_range, coupled_joints, matrix, plane_axes
from ..kinematics.freedom import degrees_of_freedom
from ..kinematics.joint_values import default_pose, first_pose, states
from ..kinematics.tree import downward, roots
from ..model import (
    Axis,
    Constant,
    Coupling,
    Expression,
    Joint,
    JointType,
    Motion,
    Number,
    Operation,
    Piecewise,
    Robot,
    Variable,
    unit,
)
from ..model.joint import LinearCoupling, leaders
from ..spheres.fitting.mount import mount_of
from .appearance import Appearance
from .changing import setup_of
from .shown import Described, Shown
from .sphere_document import document_of, spheres_of

# Motion

_REACH = 1.0
"""The range in metres, to each side, of a sliding joint without limits."""
_CONSTANTS = {"pi": math.pi, "exponentiale": math.e}


def motion_of(robot: Robot) -> Described:
    """Return the roots; the joints, those of the tree from the root down and then all others; and the couplings."""
    tree = list(downward(robot))
    names = {joint.name for joint in tree}
    others = [joint for joint in robot.all_joints if joint.name not in names]
    try:
        followers = coupled_joints(robot)
    except ModelError:  # in a cycle: their positions are undefined
        followers = []
    return {
        "roots": roots(robot),
        "tree": len(tree),
        "joints": [_joint(each) for each in (*tree, *others)],
        "couplings": [each for joint in followers for each in _couplings(joint)],
    }


def _joint(joint: Joint) -> Described:
    after = np.linalg.inv(matrix(joint.pose_in_child)) if joint.pose_in_child is not None else None
    return {
        "name": joint.name,
        "parent": joint.parent,
        "child": joint.child,
        "before": matrix(joint.pose_in_parent).ravel().tolist(),
        "after": after.ravel().tolist() if after is not None else None,
        "steps": _steps(joint),
        "freedom": _freedom(joint),
        "follows": list(dict.fromkeys(leaders(joint))),
    }


def _steps(joint: Joint) -> list[list[object]]:
    """Return ``slide`` and ``turn`` with a direction and, for a screw, metres per radian; ``quaternion`` with four
    numbers."""
    match joint.type:
        case JointType.PLANAR:
            first, second, normal = (each.tolist() for each in plane_axes(joint))
            return [["slide", *first], ["slide", *second], ["turn", *normal, 0.0]]
        case JointType.FLOATING:
            return [*(["slide", *row] for row in np.eye(3).tolist()), ["quaternion"]]
        case JointType.BALL:
            return [["quaternion"]]
    return [_step(axis) for axis in joint.axes[: degrees_of_freedom(joint)]]


def _step(axis: Axis) -> list[object]:
    direction = unit(axis.direction_or_x)
    return ["slide", *direction] if axis.motion is Motion.SLIDE else ["turn", *direction, axis.pitch or 0.0]


def _freedom(joint: Joint) -> list[Described]:
    """Return the motion of each slider of a joint."""
    metres: Described = {"unit": "m", "range": (-_REACH, _REACH)}
    turn: Described = {"unit": "rad", "range": (-np.pi, np.pi)}
    match joint.type:
        case JointType.PLANAR:
            return [{"name": "x", **metres}, {"name": "y", **metres}, {"name": "turn", **turn}]
        case JointType.FLOATING:
            return [*({"name": each, **metres} for each in "xyz"), *_angles(turn)]
        case JointType.BALL:
            return _angles(turn)
    axes = joint.axes[: degrees_of_freedom(joint)]
    return [_axis(joint, axis, str(i + 1) if len(axes) > 1 else "") for i, axis in enumerate(axes)]


def _angles(turn: Described) -> list[Described]:
    return [{"name": each, **turn} for each in ("roll", "pitch", "yaw")]


def _axis(joint: Joint, axis: Axis, name: str) -> Described:
    lower, upper = axis_range(joint, axis)
    slides = axis.motion is Motion.SLIDE
    if slides and (axis.limits.lower, axis.limits.upper) == (None, None):
        lower, upper = -_REACH, _REACH
    return {"name": axis.name or name, "unit": "m" if slides else "rad", "range": (lower, upper)}


def _couplings(joint: Joint) -> list[Described]:
    axes = joint.axes[: degrees_of_freedom(joint)]
    return [
        {"joint": joint.name, "axis": number, "formula": _formula(axis.coupling)}
        for number, axis in enumerate(axes)
        if axis.coupling is not None
    ]


def _formula(coupling: Coupling) -> object:
    if not isinstance(coupling, LinearCoupling):
        return _expression(coupling.expression)
    leading: list[object] = ["variable", coupling.joint, coupling.axis]
    factor = 1.0 if coupling.multiplier is None else coupling.multiplier
    return ["plus", ["times", factor, leading], coupling.offset or 0.0]


def _expression(expression: Expression) -> object:
    match expression:
        case Number(value):
            return value
        case Constant(name):
            return _CONSTANTS[name]
        case Variable(joint, axis):
            return ["variable", joint, axis]
        case Operation(operator, arguments):
            return [operator, *map(_expression, arguments)]
        case Piecewise(pieces, otherwise):
            chosen = [[_expression(value), _expression(condition)] for value, condition in pieces]
            return ["piecewise", chosen, _expression(otherwise) if otherwise is not None else None]


# Findings


def findings_of(robot: Robot, report: Report) -> Described:
    """Return the diagnostics, their links and joints, and groups of diagnostics, the worst first."""
    names = {"link": set(robot.link_by_name), "joint": set(robot.joint_by_name)}
    every = list(report)
    places = {id(each): place for place, each in enumerate(every)}
    folds = folded(worst_first(every))
    return {
        "diagnostics": [_record(each, *_subject(each, names)) for each in every],
        "groups": [{"message": each.message, "members": [places[id(it)] for it in each.members]} for each in folds],
    }


def pages_of(reports: Iterable[Report]) -> Described:
    """Return the title of each code of some reports, and the page that explains it, in Markdown."""
    slugs = sorted({each.code for report in reports for each in report})
    known = all_codes()
    pages = {slug: known[slug].page if slug in known else Page() for slug in slugs}
    return {slug: {"title": page.title, "text": page.explanation} for slug, page in pages.items()}


def _record(diagnostic: Diagnostic, kind: str | None, about: str | None) -> Described:
    return {**diagnostic.record(), "place": diagnostic.place, "kind": kind, "about": about}


def _subject(diagnostic: Diagnostic, names: Mapping[str, set[str]]) -> tuple[str | None, str | None]:
    """Return the link or the joint that a diagnostic is about, or else the first one that its message names.

    Names may have slashes.
    """
    kind, _, rest = diagnostic.subject.partition("/")
    steps = rest.split("/")
    candidates = ("/".join(steps[:end]) for end in range(len(steps), 0, -1))
    name = next((each for each in candidates if each in names.get(kind, ())), None)
    return (kind, name) if name is not None else _named(diagnostic.message, names)


_QUOTED = re.compile(r"(\w*) ?'([^']+)'")


def _named(message: str, names: Mapping[str, set[str]]) -> tuple[str | None, str | None]:
    """Return the first link or joint that a message names; a joint if it is called one."""
    for word, name in _QUOTED.findall(message):
        for kind in ("joint", "link") if word.startswith("joint") else ("link", "joint"):
            if name in names[kind]:
                return kind, name
    return None, None


# Robots


def describe(shown: Shown, appearance: Appearance, pose: Mapping[str, ArrayLike]) -> Described:
    """Return a robot as JSON; its surfaces go into the pack of ``appearance``.

    Raises:
        UsageError: The choice of spheres is ambiguous.
    """
    robot = shown.robot
    links = appearance.links(robot, shown.context)  # which reports missing meshes
    return {
        "caption": shown.caption,
        "name": robot.name,
        "links": links,
        "motion": motion_of(robot),
        "pose": [[name, _numbers(value)] for name, value in (pose or first_pose(robot)).items()],
        "states": list(_states(robot)),
        "spheres": spheres_of(robot, shown.spheres),
        "setup": setup_of(robot, shown.documents),
        "mount": _mount(robot, shown.context),
        "document": document_of(robot, shown.spheres),
        **findings_of(robot, given_report(shown)),
    }


def _mount(robot: Robot, context: Context) -> Described | None:
    """Return the mounting plane: a link, and the height of the plane along its z axis, in metres; None if none."""
    try:
        found = mount_of(robot, context)
    except RobotfmtError:
        return None
    return {"link": found.root, "height": found.height} if found is not None else None


def given_report(shown: Shown) -> Report:
    """Return the given diagnostics of a robot, or else those of its context."""
    return shown.report if shown.report is not None else shown.context.report


def _numbers(value: ArrayLike) -> list[float]:
    numbers: list[float] = np.asarray(value, dtype=np.float64).ravel().tolist()
    return numbers


def _states(robot: Robot) -> Iterator[tuple[str, list[object]]]:
    """Yield the named states, and as ``default`` the pose at rest."""
    found = {name: {each.joint: list(each.values) for each in values} for name, values in states(robot).items()}
    rest = {name: [value] for name, value in default_pose(robot).items()}
    for name, values in ({"default": rest} | found).items():
        yield name, [[joint, numbers] for joint, numbers in values.items() if joint in robot.joint_by_name]
