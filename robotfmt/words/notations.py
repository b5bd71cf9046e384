"""Notations of values that are a text: what a text means, and the text of a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..codes import BAD_WORD
from ..diagnostics import Code, Severity
from ..documents import tokens
from ..documents.tokens import BadToken, written, written_all
from ..documents.xml.element import Element
from ..documents.xml.nodes import Node, local_name, writable
from ..model import Pose, Rotation, Rpy, rpy_of


@dataclass(frozen=True)
class Notation:
    """A value that is a text."""

    parse: Callable[[str], Any]
    text: Callable[[Any], str]
    bare: bool = False
    """True if attributes of the element would change the meaning of its text."""
    severity: Severity | None = None
    """The severity of the diagnostic about an invalid text; None for no diagnostic, because it may have another
    meaning.
    """
    exact: bool = False
    """True if every value reads back as it is."""
    code: Code | None = None
    """The code of that diagnostic; by default that of an invalid number."""

    def take(self, element: Element, attribute: str | None) -> Any:
        """Take the value of an element or of its attribute; None if it is invalid."""
        if attribute is None and (element.children or (self.bare and element.attributes)):
            return None
        given = element.peek(attribute) if attribute is not None else element.text
        try:
            value = self.parse(given or "")
        except BadToken as error:
            if self.severity is not None and given is not None and given.strip():
                element.report_token(error, attribute, self.severity, self.code)
            return None
        if attribute is not None:
            element.attribute(attribute)
        else:
            element.take_text()
        return value

    def put(self, node: Node, attribute: str | None, value: Any) -> None:
        """Write the value to a node or to an attribute of it."""
        where = f"'{attribute}'" if attribute is not None else f"<{local_name(node)}>"
        text = writable(self.text(value), where)
        if attribute is not None:
            node.set(attribute, text)
        else:
            node.text = text

    def supported(self, value: Any) -> Any:
        """Return a value as it reads back; None if it does not."""
        if self.exact:
            return value
        try:
            return self.parse(self.text(value))
        except BadToken:
            return None


def _word(token: str) -> str:
    if not token.strip():
        raise BadToken("is empty")
    return token.strip()


def _whole(token: str) -> int:
    value = tokens.real(token)
    if not value.is_integer():
        raise BadToken("is not a whole number", "a whole number")
    return int(value)


def _row(count: int) -> Notation:
    return Notation(lambda token: tokens.reals(token, count), written_all, severity=Severity.WARNING, exact=True)


def choice(words: Mapping[str, Any]) -> Notation:
    """Return the notation of a value by one word of several; another word is an error.

    Args:
        words: The value of each word. A value with several words is written with the first.
    """
    spelling = {value: word for word, value in reversed([*words.items()])}

    def parse(token: str) -> Any:
        if token not in words:
            raise BadToken("is unknown", f"one of {', '.join(words)}")
        return words[token]

    return Notation(parse, spelling.__getitem__, severity=Severity.ERROR, code=BAD_WORD)


def _rpy(token: str) -> Rpy:
    return Rpy(*tokens.reals(token, 3))


def _rpy_text(rotation: Rotation) -> str:
    return written_all(rpy_of(rotation).angles)


def _pose(token: str) -> Pose:
    x, y, z, roll, pitch, yaw = tokens.reals(token, 6)
    return Pose((x, y, z), Rpy(roll, pitch, yaw))


def _pose_text(pose: Pose) -> str:
    return written_all((*pose.xyz, *(pose.rpy or (0.0, 0.0, 0.0))))


WORD = Notation(_word, str)
NUMBER = Notation(tokens.real, written, severity=Severity.WARNING, exact=True)
WHOLE = Notation(_whole, str, severity=Severity.WARNING)
"""A count; Gazebo also reads ``818.0`` as one."""
FLAG = Notation(tokens.boolean, lambda value: "true" if value else "false", exact=True)
PAIR = _row(2)
VECTOR = _row(3)
RPY = Notation(_rpy, _rpy_text, severity=Severity.WARNING)
"""A rotation by roll, pitch and yaw, in radians."""
POSE = Notation(_pose, _pose_text, bare=True, severity=Severity.ERROR)
"""A pose; ``relative_to``, ``frame`` and ``degrees`` would change the meaning of its six numbers."""
