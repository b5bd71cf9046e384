"""Kinematics modifiers that a document requests (XRDF 1.0 §2): kept as given, never applied here.

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from robotfmt.diagnostics import Severity, did_you_mean, quoted
from robotfmt.documents.yaml.compose import Item, Tree, Word
from robotfmt.documents.yaml.document import Mapping as YamlMapping
from robotfmt.documents.yaml.document import Scalar, Value
from robotfmt.model import (
    AddFrame,
    Modifier,
    Pose,
    Quaternion,
    RemoveMimic,
    Rotation,
    Rpy,
    SetBaseFrame,
    quaternion_of,
    rotation_matrix,
)

from ..codes import (
    BASE_NOT_STRING,
    FRAME_NAME_MISSING,
    JOINT_TYPE_NOT_FIXED,
    JOINT_TYPE_SPELLING,
    KEY_OF_2_0,
    MODIFIER_SIBLING_FORM,
    MODIFIERS_NOT_LIST,
    PARENT_FRAME_UNKNOWN,
    QUATERNION_NORM,
    REMOVE_MIMIC_TARGET,
    TRANSFORM_OTHER_FORM,
    TRANSFORM_SHAPE,
    UNKNOWN_MODIFIER,
)
from ..document import values
from ..document.mentions import Mentions

FIXED = "FIXED"
_ADD_FRAME_KEYS = ("frame_name", "parent_frame_name", "joint_name", "joint_type", "fixed_transform")
_REMOVE_MIMIC_KEYS = ("joint_name", "position_limits", "velocity_limit", "velocity_limits")
_NORM_WARNING, _NORM_ERROR = 1e-6, 1e-2


# Reading


def read_modifiers(value: Value | None, mentions: Mentions) -> tuple[Modifier, ...]:
    """Return the modifiers of a document, in its order."""
    items = values.sequence(value, MODIFIERS_NOT_LIST)
    if items is None:
        return ()
    items.take()
    return tuple(found for item in items.items if (found := _modifier(item, mentions)) is not None)


def _modifier(item: Value, mentions: Mentions) -> Modifier | None:
    if not isinstance(item, YamlMapping):
        item.report(UNKNOWN_MODIFIER, f"a modifier must be a mapping, not {item.kind}")
        return None
    kinds = [entry for entry in item.entries if entry.key in _READERS]
    if not kinds:
        keys = [each.key for each in item.entries[:5]]
        hint = did_you_mean(keys[0], _READERS) if keys else ""
        item.report(UNKNOWN_MODIFIER, f"{', '.join(map(quoted, keys)) or 'an empty mapping'} is not a modifier{hint}")
        return None
    for other in kinds[1:]:
        other.name.report(UNKNOWN_MODIFIER, f"{quoted(other.key)} is in the same item as {quoted(kinds[0].key)}")
    modifier = _READERS[kinds[0].key](item, mentions)
    if modifier is not None:
        item.take()
    return modifier


def _add_frame(item: YamlMapping, mentions: Mentions) -> AddFrame | None:
    """Read the modifier ``add_frame``; its keys may be next to it by a mistake of indentation, which is reported."""
    value = item.get("add_frame")
    attributes = value
    if value is not None and value.is_null and len(item.entries) > 1:
        item.report(MODIFIER_SIBLING_FORM, "'frame_name' and its other keys are next to 'add_frame', not below it")
        mentions.moved[item.path] = f"{item.path}/add_frame"
        attributes = item
    if not isinstance(attributes, YamlMapping) or value is None:
        item.report(FRAME_NAME_MISSING, "'add_frame' is empty")
        return None
    frame = _required(attributes, "frame_name")
    parent = _required(attributes, "parent_frame_name")
    joint = _required(attributes, "joint_name")
    if frame is None or parent is None or joint is None:
        return None
    value.take()
    values.known(attributes, (*_ADD_FRAME_KEYS, *_READERS) if attributes is item else _ADD_FRAME_KEYS)
    return AddFrame(
        origin=attributes.origin,
        frame=mentions.new_frame(frame, parent),
        parent=mentions.frame(parent, PARENT_FRAME_UNKNOWN),
        joint=mentions.new_joint(joint),
        joint_type=_joint_type(attributes),
        pose=_fixed_transform(attributes),
    )


def _required(attributes: YamlMapping, key: str) -> Scalar | None:
    value = attributes.get(key)
    if value is None:
        attributes.report(FRAME_NAME_MISSING, f"'add_frame' has no '{key}'")
    return values.name(value, FRAME_NAME_MISSING)


def _joint_type(attributes: YamlMapping) -> str | None:
    value = attributes.get("joint_type")
    if value is None or value.is_null:
        attributes.report(JOINT_TYPE_SPELLING, "'add_frame' has no 'joint_type'")
    type_name = attributes.text("joint_type")
    if type_name is None or type_name == FIXED:
        return None
    assert value is not None
    if type_name.upper() == FIXED:
        value.report(JOINT_TYPE_SPELLING, f"'joint_type' is {quoted(type_name)}")
        return None
    value.report(JOINT_TYPE_NOT_FIXED, f"'joint_type' is {quoted(type_name)}")
    return type_name


def _fixed_transform(attributes: YamlMapping) -> Pose | None:
    value = attributes.get("fixed_transform")
    if value is None:
        attributes.report(TRANSFORM_SHAPE, "'add_frame' has no 'fixed_transform'")
    transform = values.mapping(value, TRANSFORM_SHAPE)
    if transform is None:
        return None
    transform.take()
    values.known(transform, ("position", "orientation"))
    for key in ("position", "orientation"):
        if transform.get(key) is None:
            transform.report(TRANSFORM_SHAPE, f"'fixed_transform' has no '{key}'")
    position = values.vector(transform.get("position"), TRANSFORM_SHAPE)
    return Pose(position, _orientation(transform.get("orientation")))


def _orientation(value: Value | None) -> Rotation | None:
    """Return a rotation; an invalid one stays in the ledger as a whole."""
    found = values.mapping(value, TRANSFORM_SHAPE)
    if found is None:
        return None
    rotation = _other_orientation(found) or _quaternion(found)
    if rotation is not None:
        found.take()
    return rotation


def _quaternion(found: YamlMapping) -> Quaternion | None:
    for key in ("w", "xyz"):
        if found.get(key) is None:
            found.report(TRANSFORM_SHAPE, f"'orientation' has no '{key}'")
    w, xyz = values.number(found.get("w")), values.vector(found.get("xyz"), TRANSFORM_SHAPE)
    if w is None or xyz is None:
        return None
    values.known(found, ("w", "xyz"))
    return _checked((w, *xyz), found)


def _other_orientation(found: YamlMapping) -> Rotation | None:
    """Read ``quaternion`` and ``euler_rpy``, which appear in one of cuMotion's tests but in no specification."""
    parts = values.numbers(found.get("quaternion"), 4, TRANSFORM_SHAPE)
    angles = values.vector(found.get("euler_rpy"), TRANSFORM_SHAPE) if parts is None else None
    if parts is None and angles is None:
        return None
    given = "'quaternion' is read as w, x, y, z" if parts else "'euler_rpy' is read as roll, pitch, yaw"
    found.report(TRANSFORM_OTHER_FORM, given)
    return _checked(parts, found) if parts is not None else Rpy(*angles) if angles is not None else None


def _checked(parts: tuple[float, ...], found: YamlMapping) -> Quaternion | None:
    norm = math.hypot(*parts)
    if norm == 0:
        found.report(QUATERNION_NORM, "a quaternion of zeros is not a rotation", severity=Severity.ERROR)
        return None
    if abs(norm - 1) > _NORM_WARNING:
        severity = Severity.ERROR if abs(norm - 1) > _NORM_ERROR else None
        found.report(QUATERNION_NORM, f"the quaternion has length {norm:.9g}; expected 1", severity=severity)
    return Quaternion(*parts)


def _set_base_frame(item: YamlMapping, mentions: Mentions) -> SetBaseFrame | None:
    name = values.name(item.get("set_base_frame"), BASE_NOT_STRING)
    if name is None:
        return None
    values.known(item, _READERS)
    return SetBaseFrame(origin=name.origin, frame=mentions.base(name))


def _remove_mimic(item: YamlMapping, mentions: Mentions) -> RemoveMimic | None:
    """Read a modifier that frees a mimic joint, as in cuMotion's tests of version 2.0."""
    value = item.get("remove_mimic_attributes")
    attributes = values.mapping(value, REMOVE_MIMIC_TARGET)
    if attributes is None:
        return None
    joint = values.name(attributes.get("joint_name"), REMOVE_MIMIC_TARGET)
    if joint is None:
        attributes.report(REMOVE_MIMIC_TARGET, "'remove_mimic_attributes' has no 'joint_name'")
        return None
    if mentions.version == "1.0":
        message = "'remove_mimic_attributes' requires version 2.0; in 1.0, remove <mimic> from the URDF"
        attributes.report(KEY_OF_2_0, message)
    attributes.take()
    values.known(attributes, _REMOVE_MIMIC_KEYS)
    range_ = values.numbers(attributes.get("position_limits"), 2, REMOVE_MIMIC_TARGET)
    lower, upper = range_ or (None, None)
    speed = attributes.get("velocity_limit") or attributes.get("velocity_limits")
    return RemoveMimic(
        origin=attributes.origin,
        joint=mentions.freed(joint),
        lower=lower,
        upper=upper,
        velocity=values.number(speed),
    )


_READERS: Mapping[str, Callable[[YamlMapping, Mentions], Modifier | None]] = {
    "add_frame": _add_frame,
    "set_base_frame": _set_base_frame,
    "remove_mimic_attributes": _remove_mimic,
}


# Writing


def write_modifiers(modifiers: Iterable[Modifier]) -> list[Tree]:
    """Return the list that :func:`read_modifiers` reads."""
    return [_write_modifier(modifier) for modifier in modifiers]


def _write_modifier(modifier: Modifier) -> Tree:
    match modifier:
        case AddFrame():
            return {"add_frame": _write_add_frame(modifier)}
        case SetBaseFrame():
            return {"set_base_frame": modifier.frame}
        case RemoveMimic():
            return {"remove_mimic_attributes": _write_remove_mimic(modifier)}


def _write_add_frame(modifier: AddFrame) -> Tree:
    return {
        "frame_name": modifier.frame,
        "parent_frame_name": modifier.parent,
        "joint_name": modifier.joint,
        "joint_type": Item(Word(FIXED), default=True) if modifier.joint_type is None else modifier.joint_type,
        "fixed_transform": _write_fixed_transform(modifier.pose),
    }


def _write_fixed_transform(pose: Pose | None) -> Tree:
    if pose is None:
        return None
    return {"position": pose.position, "orientation": _write_orientation(pose.rotation)}


def _write_orientation(rotation: Rotation | None) -> Tree:
    if rotation is None:
        return None
    it = rotation if isinstance(rotation, Quaternion) else quaternion_of(rotation_matrix(rotation))
    return {"w": it.w, "xyz": (it.x, it.y, it.z)}


def _write_remove_mimic(modifier: RemoveMimic) -> Tree:
    lower, upper = modifier.lower, modifier.upper
    return {
        "joint_name": modifier.joint,
        "position_limits": (lower, upper) if lower is not None and upper is not None else None,
        "velocity_limit": modifier.velocity,
    }
