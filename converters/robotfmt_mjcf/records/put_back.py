"""Complete a robot by the records in ``<custom>``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from robotfmt.facts import facts
from robotfmt.facts.difference import compare
from robotfmt.model import (
    FormulaCoupling,
    Joint,
    JointType,
    JointValue,
    LinearCoupling,
    Link,
    NamedState,
    Robot,
)
from robotfmt.model.completion import BadRecord, completed, whole
from robotfmt.model.record import replace
from robotfmt.model.renaming import renamed

from ..codes import BAD_RECORD
from ..writing.rows import effort_of, pieces_of, range_of, read_type
from ..writing.whole import WHOLE
from .properties import PREFIX
from .texts import Text

_ROWS = ("loops", "states", "virtual_joints", "sensors", "frames", "materials", "ignored_pairs")
_SLACK = 1e-9


class Completion:
    """Completes one robot of a document.

    Args:
        robot: The robot as the document describes it in its own words.
        top: The body on top.
        texts: The records of the document.
    """

    def __init__(self, robot: Robot, top: str, texts: list[Text]) -> None:
        self.robot, self.top, self.texts = robot, top, texts

    def done(self) -> Robot:
        """Return the robot with the properties in its records."""
        if not self.texts:
            return self.robot
        for kind, put in (
            ("weld", self._weld),
            ("joint", self._joint),
            ("material", self._material),
            ("sensor", self._sensor),
            ("row", self._row_of),
        ):
            for text in self.texts:
                if text.kind == kind and not text.is_used:
                    self._try(text, put)
        self._links()
        for text in self.texts:
            if text.kind == "robot" and text.name == self.top:
                self._try(text, self._whole)
        return self.robot

    def _try(self, text: Text, put: Callable[[Text], bool]) -> None:
        try:
            text.is_used = put(text)
        except BadRecord as error:
            text.is_used = True
            text.element.report(BAD_RECORD, f"'{PREFIX}{text.kind}:{text.name}' {error}; the record is dropped", "data")

    # Joints

    def _joint(self, text: Text) -> bool:
        found = [each for each in self.robot.joints if each.name == text.name]
        if len(found) != 1:
            return False
        self._put_joint(found[0], completed(found[0], text.given, text.origin))
        return True

    def _weld(self, text: Text) -> bool:
        found = [each for each in self.robot.joints if each.child == text.name and each.type is JointType.FIXED]
        if len(found) != 1:
            return False
        self._put_joint(found[0], completed(found[0], text.given, text.origin))
        return True

    def _put_joint(self, old: Joint, new: Joint) -> None:
        joints = tuple(new if each is old else each for each in self.robot.joints)
        self.robot = replace(self.robot, joints=joints)

    def _row_of(self, text: Text) -> bool:
        """Replace an unchanged row of joints by the joint that it was written for."""
        joint: Joint = whole(text.given.get("joint"), Joint, text.origin)
        names: tuple[str, ...] = whole(text.given.get("row"), tuple[str, ...], text.origin)
        row = [self.robot.joint_by_name[name] for name in names if name in self.robot.joint_by_name]
        if len(row) != len(names) or not row:
            return False
        pieces = pieces_of(replace(joint, parent=row[0].parent, child=row[-1].child), ())
        if len(pieces) != len(row):
            raise BadRecord("belongs to a joint with another number of axes")
        ends = zip(pieces, row, strict=True)
        expected = [replace(piece, name=each.name, child=each.child, parent=each.parent) for piece, each in ends]
        if _differ(row, expected):
            raise BadRecord(f"belongs to a joint that was changed; {', '.join(names)} were read instead")
        self._restore(replace(joint, parent=row[0].parent, child=row[-1].child), row)
        return True

    def _restore(self, joint: Joint, row: list[Joint]) -> None:
        gone = {each.child for each in row[:-1]}
        names = [each.name for each in row]
        joints: list[Joint] = []
        for each in self.robot.joints:
            if each.name == names[0]:
                joints.append(joint)
            elif each.name not in names:
                joints.append(_following(each, joint.name, names))
        self.robot = replace(
            self.robot,
            joints=tuple(joints),
            links=tuple(each for each in self.robot.links if each.name not in gone),
            states=tuple(_stated(each, joint, names) for each in self.robot.states),
        )

    # Links

    def _links(self) -> None:
        links = {each.name: each for each in self.robot.links}
        names: dict[str, str] = {}
        for text in self.texts:
            if text.kind == "link" and text.name in links and not text.is_used:
                self._try(text, lambda text: self._link(text, links, names))
        self.robot = replace(self.robot, links=tuple(links[each.name] for each in self.robot.links))
        if names:
            pairs = {old: new for old, new in names.items() if new not in links}
            self.robot = renamed(self.robot, lambda kind, name: pairs.get(name, name) if kind == "link" else name)

    def _link(self, text: Text, links: dict[str, Link], names: dict[str, str]) -> bool:
        given = dict(text.given)
        name = given.pop("name", None)
        links[text.name] = completed(links[text.name], given, text.origin)
        if isinstance(name, str):
            names[text.name] = name
        return True

    # The rest

    def _material(self, text: Text) -> bool:
        known = [each.name for each in self.robot.materials]
        if text.name not in known:
            return False
        at = known.index(text.name)
        materials = list(self.robot.materials)
        materials[at] = completed(materials[at], text.given, text.origin)
        self.robot = replace(self.robot, materials=tuple(materials))
        return True

    def _sensor(self, text: Text) -> bool:
        if text.name not in {each.name for each in self.robot.sensors}:
            return False
        sensors = tuple(
            completed(each, text.given, text.origin) if each.name == text.name else each for each in self.robot.sensors
        )
        self.robot = replace(self.robot, sensors=sensors)
        return True

    def _whole(self, text: Text) -> bool:
        given = dict(text.given)
        self._roots(given.pop("roots", []), text)
        self._reasons(given.pop("reasons", []), text)
        frame = given.pop("parent_frame", None)
        if isinstance(frame, str):
            self.robot = replace(
                self.robot,
                virtual_joints=tuple(replace(each, parent_frame=frame) for each in self.robot.virtual_joints),
            )
        unknown = set(given) - {*WHOLE, *_ROWS}
        if unknown:
            raise BadRecord(f"gives '{min(unknown)}', which a robot does not have")
        kept = completed(Robot(), given, text.origin)
        changes = {name: getattr(kept, name) for name in given}
        for name in _ROWS:
            if name in changes:
                changes[name] = (*getattr(self.robot, name), *changes[name])
        self.robot = replace(self.robot, **changes)
        return True

    def _roots(self, value: object, text: Text) -> None:
        """Remove the welds of further roots."""
        names = set(whole(value, tuple[str, ...], text.origin))
        joints = tuple(each for each in self.robot.joints if each.child not in names)
        self.robot = replace(self.robot, joints=joints)

    def _reasons(self, value: object, text: Text) -> None:
        rows = whole(value, tuple[tuple[str, str, str | None], ...], text.origin)
        known = {(first, second): reason for first, second, reason in rows}
        pairs = tuple(
            replace(each, reason=known[each.first, each.second]) if (each.first, each.second) in known else each
            for each in self.robot.ignored_pairs
        )
        self.robot = replace(self.robot, ignored_pairs=pairs)


def _differ(row: list[Joint], expected: Iterable[Joint]) -> bool:
    """Return True if the joints of a row are no longer those that were written."""
    one, other = (facts(Robot(joints=tuple(_written(each) for each in joints))) for joints in (row, expected))
    return bool(compare(one, other, _SLACK))


def _written(joint: Joint) -> Joint:
    """Return a joint of a row without its coupling, and without ranges that limit nothing."""
    axes = tuple(replace(each, coupling=None) for each in joint.axes)
    bounds, effort = range_of(joint), effort_of(joint)
    if axes and axes[0].hard is not None:
        lower, upper = bounds if bounds is not None else (None, None)
        axes = (replace(axes[0], hard=replace(axes[0].hard, lower=lower, upper=upper, effort=effort)),)
    return replace(joint, axes=axes, type=read_type(joint))


def _following(joint: Joint, leader: str, row: list[str]) -> Joint:
    """Return a joint that follows an axis of a restored joint, where it followed one of its row."""

    def change(coupling: LinearCoupling | FormulaCoupling | None) -> LinearCoupling | FormulaCoupling | None:
        if isinstance(coupling, LinearCoupling) and coupling.joint in row:
            return replace(coupling, joint=leader, axis=row.index(coupling.joint))
        return coupling

    return replace(joint, axes=tuple(replace(each, coupling=change(each.coupling)) for each in joint.axes))


def _stated(state: NamedState, joint: Joint, row: list[str]) -> NamedState:
    """Return a state with the values of a restored joint in the place of those of its row."""
    given: Mapping[str, JointValue] = {each.joint: each for each in state.values}
    if not all(name in given for name in row):
        return state
    numbers = tuple(number for name in row for number in given[name].values)
    if joint.type is JointType.SCREW:
        numbers = numbers[:1]
    values: list[JointValue] = []
    for each in state.values:
        if each.joint == row[0]:
            values.append(replace(each, joint=joint.name, values=numbers))
        elif each.joint not in row:
            values.append(each)
    return replace(state, values=tuple(values))
