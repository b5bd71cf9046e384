"""The syntax that VRML 2.0, VRML 1.0 and Open Inventor share: text to nodes.

ISO/IEC 14772-1:1997, annex A; VRML 1.0 specification, "File syntax"; The Inventor Mentor, chapter 11. A value is
parsed without knowing its type: numbers, words, strings and nodes differ at their first character. Prototypes and
routes are passed over; a node of a prototype is then a node of an unknown type.
"""

from __future__ import annotations

import re
from typing import NoReturn

from ..problems import refuse
from .document import Document, Node, Value

_DEEPEST = 64
"""The maximum depth of nodes in nodes."""
_BLANK = re.compile(rb"[\s,\x00]*")
_WORD = re.compile(rb'[^\s,"#\[\]{}()|=~\x00]+')
_NAME = re.compile(rb'[^\s,"#\[\]{}\x00]+')
_STRING = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_ESCAPED = re.compile(rb'\\(["\\])')
_NUMBER = re.compile(rb"[-+.]?[0-9]")
_NUMBERS = re.compile(rb"(?:[-+.0-9][-+.0-9a-zA-Z]*(?=[\s,\]}\[{\"#~=]|\Z)[\s,]*){1,1000}")
_END_OF_LINE = re.compile(rb"[\r\n]|\Z")
_STOPS = re.compile(rb"[\]#{\"]")
_BEFORE_NODES = (b"DEF", b"USE", b"PROTO", b"EXTERNPROTO", b"NULL")
_STATEMENTS = (b"DEF", b"USE", b"PROTO", b"EXTERNPROTO", b"ROUTE")
_BRACKETS = {b"[": b"]", b"{": b"}"}


class Parser:
    """Reads a document once, from start to end."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._text = document.text
        self._at = 0
        self._depth = 0
        self._named: dict[bytes, Node] = {}

    def nodes(self) -> list[Node]:
        """Return the nodes of the document's top level.

        Raises:
            MeshError: The document is not well-formed.
        """
        found: list[Node] = []
        while self._peek():
            node = self._statement()
            if node is not None:
                found.append(node)
        return found

    @property
    def names(self) -> dict[Node, str]:
        """The names that nodes got by ``DEF``."""
        return {node: name.decode("utf-8", "replace") for name, node in self._named.items()}

    def _refuse(self, reason: str, at: int | None = None) -> NoReturn:
        refuse(self._document.name, f"line {self._document.line(self._at if at is None else at)}: {reason}")

    def _peek(self) -> bytes:
        """Return the next character after blanks and comments; nothing at the end."""
        while True:
            self._at = self._end(_BLANK)
            if self._text[self._at : self._at + 1] != b"#":
                return self._text[self._at : self._at + 1]
            self._at = self._end(_END_OF_LINE, search=True)

    def _end(self, pattern: re.Pattern[bytes], search: bool = False) -> int:
        match = (pattern.search if search else pattern.match)(self._text, self._at)
        return match.end() if match is not None else self._at

    def _take(self, pattern: re.Pattern[bytes], what: str) -> bytes:
        """Return the next token and move behind it; refuse the file if the token does not match."""
        seen = self._peek()
        match = pattern.match(self._text, self._at)
        if match is None:
            got = f"'{ascii(seen.decode('latin-1'))[1:-1]}'" if seen else "the end of the file"
            self._refuse(f"expected {what}, got {got}")
        self._at = match.end()
        return match.group()

    def _expect(self, character: bytes) -> None:
        if self._peek() != character:
            self._refuse(f"expected '{character.decode()}'")
        self._at += 1

    def _statement(self) -> Node | None:
        """Return the next node; None after a statement that makes none."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self._refuse(f"nodes are nested more than {_DEEPEST} deep")
        node = self._read_statement()
        self._depth -= 1
        return node

    def _read_statement(self) -> Node | None:
        """Return the node of a statement; None for routes, prototypes and ``NULL``."""
        self._peek()
        start = self._at
        word = self._take(_WORD, "a node")
        match word:
            case b"DEF":
                name = self._take(_NAME, "a name")
                node = self._statement()
                if node is not None:
                    self._named[name] = node
                return node
            case b"USE":
                return self._used()
            case b"PROTO" | b"EXTERNPROTO":
                self._pass_prototype(word)
                return None
            case b"ROUTE":
                for _ in range(3):
                    self._take(_NAME, "a route")
                return None
            case b"NULL":
                return None
        if self._peek() != b"{":
            self._refuse(f"expected '{{' after {word.decode('latin-1')[:40]!a}", start)
        return self._body(word, start)

    def _used(self) -> Node | None:
        """Return the node of a name that was defined earlier: 4.6.2 of VRML 2.0."""
        at = self._at
        name = self._take(_NAME, "a name")
        node = self._named.get(name)
        if node is None:
            missing = Node("USE", at)
            self._document.warn(missing, f"{name.decode('latin-1')[:40]!a} has no DEF before it; it was dropped")
        return node

    def _pass_prototype(self, word: bytes) -> None:
        self._take(_NAME, "a name")
        self._pass_brackets(b"[")
        if word == b"PROTO":
            self._pass_brackets(b"{")
        else:
            self._value()

    def _pass_brackets(self, opening: bytes) -> None:
        """Skip a bracket and its content."""
        self._expect(opening)
        pending = [_BRACKETS[opening]]
        while pending:
            seen = self._peek()
            if seen in _BRACKETS:
                pending.append(_BRACKETS[seen])
            elif seen == pending[-1]:
                pending.pop()
            elif seen == b'"':
                self._take(_STRING, "a string that ends")
                continue
            elif seen in (b"", b"]", b"}"):
                self._refuse(f"expected '{pending[-1].decode()}'")
            self._at += 1

    def _body(self, kind: bytes, offset: int) -> Node:
        """Return a node, whose opening bracket is next."""
        node = Node(kind.decode("utf-8", "replace"), offset)
        self._at += 1
        while (seen := self._peek()) != b"}":
            if not seen:
                self._refuse(f"'{node.kind[:40]} {{' is not closed", offset)
            self._member(node)
        self._at += 1
        return node

    def _member(self, node: Node) -> None:
        """Read a field, a child, or a statement of a node."""
        start = self._at
        word = self._take(_WORD, "a field or a node")
        seen = self._peek()
        if word in _STATEMENTS or seen == b"{":
            self._at = start
            child = self._statement()
            if child is not None:
                node.children.append(child)
        elif word in (b"eventIn", b"eventOut"):
            self._take(_NAME, "a type")
            self._take(_NAME, "a name")
            self._pass_interface()
        elif word in (b"fields", b"inputs", b"outputs") and seen == b"[":
            self._pass_brackets(b"[")
        elif word in (b"field", b"exposedField"):
            self._take(_NAME, "a type")
            self._field(node, self._take(_WORD, "a name"))
        else:
            self._field(node, word)

    def _pass_interface(self) -> None:
        """Pass over ``IS name``, which binds a field to a prototype's."""
        if self._text[self._at : self._at + 40].split()[:1] == [b"IS"]:
            self._take(_WORD, "IS")
            self._take(_NAME, "a name")

    def _field(self, node: Node, word: bytes) -> None:
        if _NUMBER.match(word):
            self._refuse(f"expected a field of {node.kind[:40]}, got a number")
        name = word.decode("utf-8", "replace")
        value = self._value()
        known = node.fields.get(name)
        if isinstance(value, list) and isinstance(known, list):
            value = known + value
        elif known is not None:
            self._document.warn(node, f"has the field '{name[:40]}' twice; the second one is used")
        if self._peek() == b"~":  # Open Inventor: the value is ignored, so the default counts
            self._at += 1
            node.fields.pop(name, None)
        elif value is not None:
            node.fields[name] = value
        if self._peek() == b"=":
            self._pass_connection(node, name)

    def _pass_connection(self, node: Node, name: str) -> None:
        """Pass over ``= NODE . field``, which computes a value in Open Inventor."""
        self._at += 1
        self._document.skipped(node, f"computes the field '{name[:40]}' from another node; the written value is used")
        start = self._at
        if self._take(_WORD, "a node") == b"USE":
            self._take(_NAME, "a name")  # with the field, as in A.output
        else:
            self._at = start
            self._statement()
        if self._text[self._at : self._at + 1] == b"." or self._peek() == b".":
            self._at += 1
            self._take(_WORD, "a field")

    def _value(self) -> Value | None:
        """Return the value of a field; None if a prototype determines it."""
        seen = self._peek()
        if seen == b"[":
            return self._list()
        if seen == b'"':
            return (self._string(),)
        if seen == b"(":
            return self._alternatives()
        if seen == b"~":
            return b""
        if _NUMBER.match(self._text, self._at):
            return self._numbers()
        start = self._at
        word = self._take(_WORD, "a value")
        if word == b"IS":
            self._take(_NAME, "a name")
            return None
        if word in _BEFORE_NODES or self._peek() == b"{":
            self._at = start
            node = self._statement()
            return [node] if node is not None else []
        return word

    def _numbers(self) -> bytes:
        """Return consecutive numbers, without comments."""
        parts: list[bytes] = []
        while _NUMBER.match(self._text, self._at):
            match = _NUMBERS.match(self._text, self._at)
            if match is None:
                self._refuse("expected a number")
            parts.append(match.group())
            self._at = match.end()
            self._peek()
        return b" ".join(parts).replace(b",", b" ")

    def _string(self) -> str:
        text = self._take(_STRING, "a string that ends")
        return _ESCAPED.sub(rb"\1", text[1:-1]).decode("utf-8", "replace")

    def _alternatives(self) -> bytes:
        """Return the words of ``(SIDES | BOTTOM)``."""
        self._at += 1
        words: list[bytes] = []
        while (seen := self._peek()) != b")":
            if seen == b"|":
                self._at += 1
            else:
                words.append(self._take(_WORD, "a word or ')'"))
        self._at += 1
        return b" ".join(words)

    def _list(self) -> Value:
        self._at += 1
        seen = self._peek()
        if seen == b'"':
            return self._strings()
        start = self._at
        word = _WORD.match(self._text, self._at)
        if word is not None:
            self._at = word.end()
            is_node = word.group() in _STATEMENTS or word.group() == b"NULL" or self._peek() == b"{"
            self._at = start
            if is_node:
                return self._nodes()
        return self._plain()

    def _strings(self) -> tuple[str, ...]:
        found: list[str] = []
        while self._peek() != b"]":
            found.append(self._string())
        self._at += 1
        return tuple(found)

    def _nodes(self) -> list[Node]:
        found: list[Node] = []
        while self._peek() != b"]":
            node = self._statement()
            if node is not None:
                found.append(node)
        self._at += 1
        return found

    def _plain(self) -> bytes:
        """Return numbers or words up to the closing bracket, without comments."""
        opened = start = self._at
        parts: list[bytes] = []
        while True:
            match = _STOPS.search(self._text, self._at)
            if match is None or match.group() in b'{"':
                self._refuse("a list is not closed", opened)
            parts.append(self._text[start : match.start()])
            self._at = match.end()
            if match.group() == b"]":
                break
            start = self._at = self._end(_END_OF_LINE, search=True)
        return b" ".join(parts).replace(b",", b" ")
