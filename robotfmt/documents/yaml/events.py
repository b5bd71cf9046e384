"""The only module that uses ruamel.yaml: the events of its parser, found in less time than by the parser itself.

Other parts of ruamel are not used: its loaders hang on malicious input, and its C extension crashes on it. What is
replaced here gives the same events and the same errors; it does not look up again what cannot have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from ruamel.yaml import YAML, events
from ruamel.yaml.error import StringMark, YAMLError
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner
from ruamel.yaml.tokens import ScalarToken

Event: TypeAlias = Any
"""An event of ruamel's parser, whose attributes have no types."""

_WORD = re.compile(r"[\w.+/-]+(?=:[ \n])")
"""A plain scalar that ends as a key does: nothing that YAML gives a meaning, and no further line."""
_WORD_IN_FLOW = re.compile(r"[\w.+/-]+(?=:[ \n]|[,\]}])")


def events_of(source: str) -> Iterator[Event]:
    """Yield the events of the parser for a text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader, yaml.Scanner, yaml.Parser = _Text, _Scanner, _Parser
    found: Iterator[Event] = yaml.parse(source)
    return found


class _Text(Reader):
    """A reader of a text, all of which is there."""

    def forward(self, length: int = 1) -> None:
        passed = self.buffer[self.pointer : self.pointer + length]
        if len(passed) < length or "\n" in passed or "\r" in passed or "\ufeff" in passed:
            super().forward(length)
            return
        self.pointer += length
        self.index += length
        self.column += length

    def get_mark(self) -> StringMark:
        return StringMark(self.name, self.index, self.line, self.column, self.buffer, self.pointer)


class _Scanner(Scanner):
    """A scanner that looks once whether the next token is complete, not for each question about it."""

    reader: Any = None
    """A property in ruamel, read several times for each character."""

    def __init__(self, loader: Any) -> None:
        self.reader = loader.reader
        super().__init__(loader)

    def reset_scanner(self) -> None:
        self._complete = -1
        super().reset_scanner()

    def check_token(self, *choices: Any) -> bool:
        if self._complete != self.tokens_taken:
            self._complete_next()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))

    def peek_token(self) -> Any:
        self._complete_next()
        return self.tokens[0] if self.tokens else None

    def _complete_next(self) -> None:
        """Complete the next token; ``tokens_taken`` is its number."""
        while self.need_more_tokens():
            self.fetch_more_tokens()
        if self.tokens:
            self._complete = self.tokens_taken

    def need_more_tokens(self) -> bool:
        if self.tokens and not self.possible_simple_keys:
            return False
        return bool(super().need_more_tokens())

    def stale_possible_simple_keys(self) -> None:
        line, latest = self.reader.line, self.reader.index - 1024
        for key in self.possible_simple_keys.values():
            if key.line != line or key.index < latest:
                super().stale_possible_simple_keys()
                return

    def scan_plain(self) -> Any:
        pattern = _WORD_IN_FLOW if self.flow_context else _WORD
        found = pattern.match(self.reader.buffer, self.reader.pointer)
        if found is None:
            return super().scan_plain()
        self.allow_simple_key = False
        start = self.reader.get_mark()
        self.reader.forward(len(found[0]))
        return ScalarToken(found[0], True, start, self.reader.get_mark())


class _Parser(Parser):
    """A parser that holds its scanner."""

    scanner: Any = None
    """A property in ruamel, read several times for each token."""

    def __init__(self, loader: Any) -> None:
        self.scanner = loader.scanner
        super().__init__(loader)


__all__ = ["Event", "YAMLError", "events", "events_of"]
