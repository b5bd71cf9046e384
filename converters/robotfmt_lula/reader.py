"""Read Lula's robot description. It is not written: XRDF has replaced it."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Sequence, parse_document
from robotfmt.errors import InputError
from robotfmt.formats.overlays import merge
from robotfmt.model import CollisionUse, CSpace, CSpaceJoint, JointValue, Robot, SetBaseFrame, SphereSet
from robotfmt.model.record import replace
from robotfmt.planning.yaml_terms import Mentions, names_in, read_frames

from .codes import LENGTH, NO_CSPACE, ROOT_NOT_MAP, RULE, SPHERES, VERSION

SET = "collision_spheres"
"""The name of the spheres in the model; fitting uses the same name."""


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot with the contents of a description.

    Args:
        source: The document.
        robot: The robot from earlier documents, usually a URDF; None to read the document alone.

    Raises:
        InputError: The document is not YAML, is not a mapping, or has an unknown version.
    """
    report = context.report
    document = parse_document(source.data, name=source.name, format="lula", report=report, limits=context.limits)
    root = document.root
    if not isinstance(root, Mapping):
        raise InputError(ROOT_NOT_MAP, f"the document is {root.kind}, not a mapping", root.origin)
    root.take()
    _check_version(root)
    names = Mentions()
    given = _robot(root, names)
    whole = merge(robot, given, report) if robot is not None else given
    names.check(whole)
    new = tuple(each for each in document.leftovers() if each not in whole.extensions)
    return replace(whole, extensions=(*whole.extensions, *new))


def _check_version(root: Mapping) -> None:
    value = root.get("api_version")
    if value is None:
        return
    if not isinstance(value, Scalar) or value.source not in ("1.0", "1"):
        raise InputError(VERSION, f"'api_version' is {value.kind}", value.origin, column=value.column)
    value.take()


def _robot(root: Mapping, names: Mentions) -> Robot:
    cspace, positions = _read_cspace(root, names)
    spheres = _read_spheres(root, names)
    use = CollisionUse(origin=spheres.origin, spheres=spheres.name) if spheres is not None else None
    return Robot(
        origin=root.origin,
        modifiers=_read_base(root, names),
        default_positions=(*positions, *_read_rules(root, names)),
        cspace=cspace,
        world_collision=use,
        sphere_sets=(spheres,) if spheres is not None else (),
    )


def _read_base(root: Mapping, names: Mentions) -> tuple[SetBaseFrame, ...]:
    value = root.scalar("root_link")
    if value is None or value.is_null:
        return ()
    value.take()
    return (SetBaseFrame(origin=value.origin, frame=names.link(value)),)


def _read_cspace(root: Mapping, names: Mentions) -> tuple[CSpace | None, tuple[JointValue, ...]]:
    """Return the controlled joints, with their limits and default positions."""
    value = root.get("cspace")
    listed = names_in(value, "'cspace'")
    if value is None or listed is None:
        (value or root).report(NO_CSPACE, "the document has no 'cspace' list")
        return None, ()
    accelerations = _read_list(root, "acceleration_limits", len(listed))
    jerks = _read_list(root, "jerk_limits", len(listed))
    positions = _read_list(root, "default_q", len(listed))
    joints = tuple(
        CSpaceJoint(origin=name.origin, joint=names.joint(name), acceleration_limit=limit, jerk_limit=jerk)
        for name, limit, jerk in zip(listed, accelerations, jerks, strict=True)
    )
    values = [
        _position(name, position, names)
        for name, position in zip(listed, positions, strict=True)
        if position is not None
    ]
    return CSpace(origin=value.origin, joints=joints), tuple(values)


def _position(name: Scalar, position: float, names: Mentions) -> JointValue:
    names.position(name, position)
    return JointValue(origin=name.origin, joint=name.source, values=(position,))


def _read_list(root: Mapping, key: str, count: int) -> tuple[float | None, ...]:
    """Return one number for each joint; None for all joints if the list cannot be read."""
    value = root.get(key)
    if isinstance(value, Sequence) and len(value.items) == count:
        return value.numbers() or (None,) * count
    if value is not None and not value.is_null:
        message = f"'{key}' must have one value for each joint: {count}"
        value.report(LENGTH, message if isinstance(value, Sequence) else f"{message}; got {value.kind}")
    elif value is not None:
        value.take()
    return (None,) * count


def _read_rules(root: Mapping, names: Mentions) -> Iterator[JointValue]:
    """Yield the values of the other joints: ``{name: finger, rule: fixed, value: 0.04}``."""
    rules = root.sequence("cspace_to_urdf_rules")
    for rule in rules.items if rules is not None else ():
        parts = {entry.key: entry.value for entry in rule.entries} if isinstance(rule, Mapping) else {}
        name, kind, value = (parts.get(key) for key in ("name", "rule", "value"))
        is_fixed = isinstance(kind, Scalar) and kind.source == "fixed"
        if not (isinstance(name, Scalar) and isinstance(value, Scalar) and is_fixed):
            rule.report(RULE, f"the rule is {rule.kind}, and does not fix a joint at a value")
            continue
        position = value.number()
        if position is not None:
            for each in (rule, name, kind):
                assert each is not None
                each.take()
            names.joint(name)
            yield _position(name, position, names)


def _read_spheres(root: Mapping, names: Mentions) -> SphereSet | None:
    """Return the spheres: a list of mappings, usually with one link each; spheres of the same link are combined."""
    value = root.get("collision_spheres")
    if value is None or value.is_empty:
        if value is not None:
            value.take()
        return None
    if not isinstance(value, Sequence):
        value.report(SPHERES, f"'collision_spheres' must be a list, not {value.kind}")
        return None
    value.take()
    entries: list[Entry] = []
    for item in value.items:
        if isinstance(item, Mapping):
            item.take()
            entries += item.entries
        else:
            item.report(SPHERES, f"the spheres of a link must be a mapping with the link's name, not {item.kind}")
    return SphereSet(origin=value.origin, name=SET, frames=read_frames(entries, names))
