"""Lists with one value for each joint, without a meaning for the model, such as ``null_space_weight``.

They are passed through value by value, each under the name of its joint, so they stay correct if joints are renamed,
removed or reordered. Reading and writing are next to each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.codes import NOT_UNDERSTOOD
from robotfmt.diagnostics import Severity, quoted
from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, literal
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace

from ..codes import LENGTH
from ..document.keys import PER_JOINT
from .control import joint_names

PLACE = "/robot_cfg/kinematics/cspace"
PLACES = {f"{PLACE}/{key}": key for key in PER_JOINT}

_EXACT = ("null_space_weight", "cspace_distance_weight", "null_space_maximum_distance")
"""Lists that must have one value for each joint; for the others cuRobo also accepts a single value
(``CSpaceParams.__post_init__``).
"""

# Reading


def read_weights(kinematics: Mapping) -> tuple[Extension, ...]:
    """Return the values of all lists with one value for each joint; other lists stay in the ledger."""
    cspace = kinematics.get("cspace")
    names = cspace.get("joint_names") if isinstance(cspace, Mapping) else None
    if not isinstance(cspace, Mapping) or not isinstance(names, Sequence) or not names.taken:
        return ()
    joints = [name.source for name in names.items if isinstance(name, Scalar)]
    if len(set(joints)) < len(names.items):
        return ()
    lists = ((key, cspace.get(key)) for key in PER_JOINT)
    return tuple(found for key, value in lists for found in _read_list(key, value, joints))


def _read_list(key: str, value: object, joints: list[str]) -> Iterable[Extension]:
    if not isinstance(value, Sequence):
        return
    if len(value.items) != len(joints):
        if key in _EXACT or len(value.items) != 1:
            message = f"{quoted(key)} has {len(value.items)} values for {len(joints)} joints"
            value.report(LENGTH, message, severity=Severity.WARNING)
        return
    items = [item for item in value.items if isinstance(item, Scalar)]
    if len(items) < len(joints):
        return
    value.take_all()
    value.report(NOT_UNDERSTOOD, f"{quoted(value.path)} is not understood; it is kept for each joint")
    for joint, item in zip(joints, items, strict=True):
        yield Extension(
            origin=item.origin,
            format="curobo",
            place=f"{PLACE}/{key}",
            kind=ExtensionKind.ENTRY,
            name=joint,
            content=literal(item),
        )


# Writing


def with_weights(kinematics: dict[str, Tree], robot: Robot) -> dict[str, Tree]:
    """Return the sections of a writer with the lists that :func:`read_weights` reads."""
    cspace = kinematics.get("cspace")
    lists = _lists(robot)
    if not isinstance(cspace, dict) or not lists:
        return kinematics
    return {**kinematics, "cspace": {**cspace, **lists}}


def _lists(robot: Robot) -> dict[str, Tree]:
    found: dict[str, dict[str, str]] = {}
    for each in robot.extensions:
        if _is_weight(each):
            found.setdefault(PLACES[each.place], {}).setdefault(each.name, each.content)
    names = joint_names(robot)
    whole = {key: by_joint for key, by_joint in found.items() if by_joint.keys() == set(names)}
    return {key: [Word(by_joint[name]) for name in names] for key, by_joint in whole.items()}


def fitting(robot: Robot) -> Robot:
    """Return the robot without values of lists that no longer have one for each joint."""
    lists = _lists(robot) if robot.cspace is not None else {}
    kept = tuple(each for each in robot.extensions if not _is_weight(each) or PLACES[each.place] in lists)
    return robot if len(kept) == len(robot.extensions) else replace(robot, extensions=kept)


def without_weights(robot: Robot) -> Robot:
    """Return the robot without the values that :func:`with_weights` writes."""
    return replace(robot, extensions=tuple(each for each in robot.extensions if not _is_weight(each)))


def _is_weight(extension: Extension) -> bool:
    return extension.format == "curobo" and extension.place in PLACES
