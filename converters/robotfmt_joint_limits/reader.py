"""Read joint limits: alone, or over those of a robot."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.codes import BAD_WORD
from robotfmt.context import Context
from robotfmt.diagnostics import Report, Suggestions, quoted
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Mapping, parse_document
from robotfmt.errors import InputError
from robotfmt.formats.overlays import report_conflict
from robotfmt.model import Axis, Joint, Limits, Robot
from robotfmt.model.fields import given_fields
from robotfmt.model.record import replace

from .codes import NO_LIMITS, OVERRIDDEN, ROOT_NOT_MAP, SEVERAL_AXES, UNKNOWN_JOINT
from .document.keys import SECTION
from .document.wrappers import holder_of, layout_inside, without_wrapper
from .parts.limits import Stated, has_limits, read_limits


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot with the limits of a document, which replace those of earlier ones.

    Args:
        source: The document.
        robot: The robot from earlier documents, usually a URDF; None to read the document alone.

    Raises:
        InputError: The document is not YAML, is not a mapping, or has no ``joint_limits``.
    """
    report = context.report
    document = parse_document(source.data, name=source.name, format=SECTION, report=report, limits=context.limits)
    root = document.root
    if not isinstance(root, Mapping):
        raise InputError(ROOT_NOT_MAP, f"the document is {root.kind}, not a mapping", root.origin)
    root.take()
    holder = holder_of(root)
    if holder.get(SECTION) is None:
        raise InputError(NO_LIMITS, f"the document has no '{SECTION}'", root.origin)
    whole = robot if robot is not None else Robot(origin=root.origin)
    stated = tuple(_stated(holder, whole))
    whole = _completed(whole, stated, report)
    leftovers = (without_wrapper(each, holder) for each in document.leftovers())
    return replace(
        whole,
        extensions=(*whole.extensions, *(each for each in leftovers if each not in whole.extensions)),
        layouts=(*whole.layouts, layout_inside(document.layout(), holder)),
    )


def _stated(holder: Mapping, robot: Robot) -> Iterator[Stated]:
    """Yield the content of the document about each joint that can have limits."""
    section, suggestions = holder.mapping(SECTION), Suggestions()
    for entry in section.entries if section is not None else ():
        joint, body = robot.joint_by_name.get(entry.key), entry.value
        if not isinstance(body, Mapping):
            body.refuse(BAD_WORD, f"the limits of {quoted(entry.key)} must be a mapping, not {body.kind}")
        elif joint is None and robot.links:
            hint = suggestions.hint(entry.key, robot.joint_by_name)
            body.refuse(UNKNOWN_JOINT, f"the joint {quoted(entry.key)} does not exist{hint}")
        elif joint is not None and not has_limits(joint):
            body.refuse(SEVERAL_AXES, f"the joint {quoted(entry.key)} does not move by one number")
        elif section is not None and section.get(entry.key) is body:
            yield read_limits(entry, body)


def _completed(robot: Robot, stated: tuple[Stated, ...], report: Report) -> Robot:
    """Return the robot with the limits; of one without links, the joints that they name are added."""
    found = {each.name.source: each for each in stated}
    joints = tuple(
        _with_limits(joint, found[joint.name], report) if joint.name in found and has_limits(joint) else joint
        for joint in robot.joints
    )
    new = (_bare(each) for name, each in found.items() if name not in robot.joint_by_name)
    return replace(robot, joints=(*joints, *new))


def _with_limits(joint: Joint, stated: Stated, report: Report) -> Joint:
    axis = joint.axes[0]
    earlier, given = axis.hard or Limits(), dict(given_fields(stated.limits))
    for field, value in given.items():
        assert isinstance(value, float)
        before = getattr(axis.limits, field)
        if before is not None and _is_beyond(field, value, before):
            report_conflict(earlier, stated.limits, f"joint/{joint.name}/{field}", report)
        elif before not in (None, value):
            message = f"joint {quoted(joint.name)}: {field} {value:g} instead of {before:g}"
            report.add(OVERRIDDEN, message, stated.limits.origin)
    hard = replace(earlier, origin=stated.limits.origin, **given, **dict.fromkeys(stated.free))
    return replace(joint, axes=(replace(axis, hard=_or_none(hard)),))


def _is_beyond(field: str, value: float, before: float) -> bool:
    """Return True if a limit allows what an earlier one forbids."""
    return value < before if field == "lower" else value > before


def _bare(stated: Stated) -> Joint:
    """Return a joint of which only the limits are known."""
    name = stated.name
    axis = Axis(origin=name.origin, hard=_or_none(stated.limits))
    return Joint(origin=name.origin, name=name.source, type=None, parent=None, child=None, axes=(axis,))


def _or_none(limits: Limits) -> Limits | None:
    return limits if any(value is not None for _, value in given_fields(limits)) else None
