"""The base of the robot, and the frames that are added to it: ``base_link``, ``extra_links``.

Reading and writing are next to each other, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Tree, Word
from robotfmt.documents.yaml.document import Entry, Mapping, Scalar, Sequence
from robotfmt.model import (
    AddFrame,
    Extension,
    Modifier,
    Pose,
    Quaternion,
    SetBaseFrame,
    quaternion_of,
    rotation_matrix,
)
from robotfmt.model.pose import scaled_to_unit
from robotfmt.model.record import replace
from robotfmt.planning.yaml_terms import Mentions

from ..codes import EXTRA_LINK, EXTRA_LINK_SHAPE

FIXED = "FIXED"
_MORE_THAN_A_FRAME = ("child_link_name", "mimic_joint_name", "joint_axis", "joint_limits")

# Reading


def read_base(kinematics: Mapping, names: Mentions) -> tuple[SetBaseFrame, ...]:
    """Return the base link of the robot."""
    value = kinematics.scalar("base_link")
    if value is None or value.is_null:
        return ()
    value.take()
    return (SetBaseFrame(origin=value.origin, frame=names.link(value)),)


def read_extra_links(kinematics: Mapping, names: Mentions) -> tuple[AddFrame, ...]:
    """Return the frames that are fixed to links; other extra links stay in the ledger."""
    links = kinematics.mapping("extra_links")
    found = (_read_frame(entry, names) for entry in (links.entries if links is not None else ()))
    return tuple(frame for frame in found if frame is not None)


def defining(extension: Extension, kinematics: Mapping) -> Extension:
    """Return an extension of extra links, with the names of the links and joints in it."""
    links = kinematics.get("extra_links")
    path = f"{extension.place.rstrip('/')}/{extension.name}"
    if not isinstance(links, Mapping):
        return extension
    inside = [each for each in links.entries if f"{each.value.path}/".startswith(f"{path}/")]
    return replace(extension, defines=tuple(name for each in inside for name in _names(each)))


def _names(entry: Entry) -> Iterable[str]:
    """Yield the link and the joint of an extra link; cuRobo looks it up by its key (``kinematics_loader.py``)."""
    yield entry.key
    for key in ("link_name", "joint_name"):
        value = entry.value.get(key) if isinstance(entry.value, Mapping) else None
        if isinstance(value, Scalar) and not value.is_null:
            yield value.source


def _read_frame(entry: Entry, names: Mentions) -> AddFrame | None:
    link = entry.value
    if not isinstance(link, Mapping):
        link.report(EXTRA_LINK_SHAPE, f"the extra link {quoted(entry.key)} must be a mapping, not {link.kind}")
        return None
    texts = {key: link.get(key) for key in ("link_name", "parent_link_name", "joint_name", "joint_type")}
    missing = [key for key, it in texts.items() if it is None or not isinstance(it, Scalar) or it.is_null]
    pose = _read_transform(link)
    if missing or pose is None:
        given = ", ".join(quoted(key) for key in missing) or "a 'fixed_transform' of seven numbers"
        link.report(EXTRA_LINK_SHAPE, f"the extra link {quoted(entry.key)} does not specify {given}")
        return None
    name, parent, joint, kind = (it for it in texts.values() if isinstance(it, Scalar))
    more = _more(link, entry.key, name.source, kind.source)
    if more:
        names.link(parent)
        link.report(EXTRA_LINK, f"the extra link {quoted(entry.key)} {more}; it is copied unchanged")
        return None
    for each in (link, name, parent, joint, kind):
        each.take()
    transform = link.get("fixed_transform")
    assert transform is not None
    transform.take_all()
    return AddFrame(origin=entry.origin, frame=name.source, parent=names.link(parent), joint=joint.source, pose=pose)


def _more(link: Mapping, key: str, name: str, kind: str) -> str:
    """Return why an extra link is not just a frame fixed to a link; empty if it is one."""
    if kind != FIXED:
        return f"moves ({quoted(kind)})"
    if name != key:
        return f"is named {quoted(name)} inside"
    given = [each for each in _MORE_THAN_A_FRAME if (it := link.get(each)) is not None and not it.is_null]
    return f"has {quoted(given[0])}" if given else ""


def _read_transform(link: Mapping) -> Pose | None:
    value = link.get("fixed_transform")
    numbers = value.numbers() if isinstance(value, Sequence) and len(value.items) == 7 else None
    if numbers is None or not any(numbers[3:]):
        return None
    x, y, z, *turn = numbers
    return Pose((x, y, z), Quaternion(*turn))


# Writing


def write_base(modifiers: Iterable[Modifier]) -> Tree:
    """Return the keys that :func:`read_base` reads."""
    return next((each.frame for each in modifiers if isinstance(each, SetBaseFrame)), None)


def write_extra_links(modifiers: Iterable[Modifier]) -> dict[str, Tree]:
    """Return the section that :func:`read_extra_links` reads."""
    found: dict[str, Tree] = {}
    for each in modifiers:
        if isinstance(each, AddFrame):
            found.setdefault(each.frame, _write_frame(each))
    return found


def _write_frame(frame: AddFrame) -> Tree:
    return {
        "parent_link_name": frame.parent,
        "link_name": frame.frame,
        "joint_name": frame.joint,
        "joint_type": Word(FIXED),
        "fixed_transform": _write_transform(frame.pose or Pose()),
    }


def _write_transform(pose: Pose) -> tuple[float, ...]:
    turn = pose.rotation or Quaternion(1.0, 0.0, 0.0, 0.0)
    it = scaled_to_unit(turn) if isinstance(turn, Quaternion) else quaternion_of(rotation_matrix(turn))
    return (*pose.xyz, it.w, it.x, it.y, it.z)
