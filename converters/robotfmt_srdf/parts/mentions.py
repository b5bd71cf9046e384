"""The names that a document uses, and the elements of its parts, recorded while it is read.

The names are checked at the end, when the whole robot is known; without links they are not checked.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from robotfmt.diagnostics import Code, Suggestions, quoted
from robotfmt.documents.xml.element import Element
from robotfmt.model import (
    CheckedPair,
    EndEffector,
    Group,
    IgnoredPair,
    JointProperty,
    JointValue,
    NamedState,
    PassiveJoint,
    Robot,
    UncheckedLink,
    VirtualJoint,
)

from ..codes import INCOMPLETE, PADDED_NAME, UNKNOWN_GROUP, UNKNOWN_JOINT, UNKNOWN_LINK

Use: TypeAlias = "tuple[Element, str, str]"
"""An element, its attribute, and the name in it."""


class Mentions:
    """The names that a document uses, and the elements that its parts were read from."""

    def __init__(self) -> None:
        self.groups: list[tuple[Element, Group]] = []
        self.states: list[tuple[Element, NamedState]] = []
        self.values: list[tuple[Element, JointValue, NamedState]] = []
        self.end_effectors: list[tuple[Element, EndEffector]] = []
        self.virtual_joints: list[tuple[Element, VirtualJoint]] = []
        self.passive_joints: list[tuple[Element, PassiveJoint]] = []
        self.properties: list[tuple[Element, JointProperty]] = []
        self.unchecked: list[tuple[Element, UncheckedLink]] = []
        self.checked_pairs: list[tuple[Element, CheckedPair]] = []
        self.ignored_pairs: list[tuple[Element, IgnoredPair]] = []
        self._links: list[Use] = []
        self._joints: list[Use] = []
        self._groups: list[Use] = []
        self._suggestions = Suggestions()

    def name(self, element: Element, attribute: str = "name") -> str:
        """Take a name; white space around it is reported."""
        name = element.attribute(attribute) or ""
        if name != name.strip():
            element.report(PADDED_NAME, f"{quoted(name)} has spaces around it", attribute)
        return name

    def link(self, element: Element, attribute: str = "name") -> str:
        """Take the name of a link, and note it."""
        name = self.name(element, attribute)
        self._links.append((element, attribute, name))
        return name

    def joint(self, element: Element, attribute: str = "name") -> str:
        """Take the name of a joint, and note it."""
        name = self.name(element, attribute)
        self._joints.append((element, attribute, name))
        return name

    def group(self, element: Element, attribute: str = "name") -> str:
        """Take the name of a group defined elsewhere, and note it."""
        name = self.name(element, attribute)
        self._groups.append((element, attribute, name))
        return name

    def check_names(self, robot: Robot) -> None:
        """Report names that the whole robot does not have."""
        groups = {group.name for group in robot.groups}
        self._check(self._groups, groups, "group", UNKNOWN_GROUP)
        if robot.links:
            self._check(self._links, robot.link_by_name, "link", UNKNOWN_LINK)
            joints = {*robot.joint_by_name, *(virtual.name for virtual in robot.virtual_joints)}
            self._check(self._joints, joints, "joint", UNKNOWN_JOINT)

    def _check(self, uses: list[Use], known: Collection[str], kind: str, code: Code) -> None:
        for element, attribute, name in uses:
            if name not in known:
                hint = self._suggestions.hint(name, known)
                element.report(code, f"the {kind} {quoted(name)} does not exist{hint}", attribute)


def is_complete(element: Element, *names: str) -> bool:
    """Return True if an element has all required attributes; an incomplete one stays in the ledger and is reported."""
    complete = has_all(element, *names)
    if not complete:
        element.give_back()
    return complete


def has_all(element: Element, *names: str) -> bool:
    """Return True if an element has all of some attributes; missing ones are reported."""
    missing = [f"no '{name}'" for name in names if element.peek(name) is None]
    if missing:
        element.report(INCOMPLETE, f"<{element.local}> has {' and '.join(missing)}")
    return not missing
