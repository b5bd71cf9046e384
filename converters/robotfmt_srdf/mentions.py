"""What is known while a document is read: which names it uses where, and what stands in which element.

The names are looked up at the end, when the whole robot is known; without links nothing is said about them.
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

from .codes import INCOMPLETE, PADDED_NAME, UNKNOWN_GROUP, UNKNOWN_JOINT, UNKNOWN_LINK

Use: TypeAlias = "tuple[Element, str, str]"
"""An element, its attribute, and the name that it gives."""


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
        """Take a name."""
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
        """Take the name of a group that stands elsewhere, and note it."""
        name = self.name(element, attribute)
        self._groups.append((element, attribute, name))
        return name

    def check_names(self, robot: Robot) -> None:
        """Report the names of what the whole robot does not have."""
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
    """Return True if an element has all attributes that it needs; what has not is reported, and stays in the ledger."""
    complete = has_all(element, *names)
    if not complete:
        element.give_back()
    return complete


def has_all(element: Element, *names: str) -> bool:
    """Return True if an element has some attributes; those that it has not are reported."""
    missing = [f"no '{name}'" for name in names if element.peek(name) is None]
    if missing:
        element.report(INCOMPLETE, f"<{element.local}> has {' and '.join(missing)}")
    return not missing
