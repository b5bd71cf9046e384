"""Expand one document: the request is on standard input, the answer on standard output, a line of JSON each."""

from __future__ import annotations

import os
import sys
from types import CodeType, ModuleType
from typing import Any

from ...processes.child import Asker, limit
from . import failure, guard

_LENGTH, _MOST = 400, 200
_RESERVE = 8_000_000
"""The number of bytes that are freed when memory runs out, so that this can be reported."""


class Arguments(dict[str, str]):
    """The arguments of the document, with a record of those that were used."""

    def __init__(self, given: dict[str, str]) -> None:
        super().__init__(given)
        self.unused = set(given)

    def __contains__(self, name: object) -> bool:
        self.unused.discard(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        self.unused.discard(name)
        return super().__getitem__(name)

    def __missing__(self, name: str) -> str:
        raise failure.Missing("argument", name)


class Output:
    """The text of the expansion, under a limit."""

    def __init__(self, limit: int) -> None:
        self.parts: list[str] = []
        self._left = limit

    def write(self, text: str) -> None:
        """Append text."""
        self._left -= len(text)
        if self._left < 0:
            raise failure.TooLarge
        self.parts.append(text)


class Expander:
    """The xacro package, with replaced functions to find packages, read variables and print messages."""

    def __init__(self, asker: Asker, request: dict[str, Any]) -> None:
        self.asker = asker
        self.request = request
        self.folders = guard.Folders(request["folders"])
        self.messages: list[dict[str, object]] = []
        self.defaulted: set[str] = set()
        self._packages: dict[str, str] = {}
        self.xacro = self._prepared()
        self.evaluation: CodeType = self.xacro.eval_all.__code__  # which is not available later

    def _prepared(self) -> ModuleType:
        """Return the xacro package with its functions replaced; it looks them up in its modules at every call."""
        import xacro  # type: ignore[import-untyped]
        from xacro import substitution_args  # it imports yaml, which the document may not do later

        doors: dict[str, Any] = {"find": self.find, "env": self.variable, "optenv": self.optional_variable}
        for name, function in doors.items():
            setattr(substitution_args, f"_eval_{name}", function)
            substitution_args._eval_dict[name] = function
        for name in ("message", "warning", "error"):
            setattr(xacro, name, self._sayer(name))
        xacro.print_location = print_location
        xacro.parse = self.parse
        xacro._global_symbols = xacro.create_global_symbols()
        module: ModuleType = xacro
        return module

    def run(self) -> tuple[dict[str, object], bytes]:
        """Expand the document: return the messages, and the expansion."""
        guard.watch(self.folders, failure.__dict__)
        arguments = Arguments(self.request["arguments"])
        answer: dict[str, object] = {}
        body, reserve = b"", bytearray(_RESERVE)
        try:
            body = self._expanded(arguments)
        except Exception as error:
            del reserve
            stack = self.xacro.filestack or [self.request["name"]]
            answer = failure.describe(error, self.evaluation, str(stack[-1]))
        return answer | {
            "messages": self.messages,
            "unused": sorted(arguments.unused) if body else [],
            "declared": sorted(dict.keys(arguments)),
            "defaulted": sorted(self.defaulted),
            "read": sorted(set(self.xacro.all_includes)),
        }, body

    def _expanded(self, arguments: Arguments) -> bytes:
        document = self.xacro.process_file(self.request["name"], mappings=arguments)
        output = Output(self.request["bytes"])
        document.writexml(output, "", "  ", "\n")
        body = "".join(output.parts).encode("utf-8", "surrogatepass")
        if len(body) > self.request["bytes"]:
            raise failure.TooLarge
        return body

    # Replacements of what xacro opens, reads and runs

    def parse(self, given: object, filename: str | None = None) -> Any:
        """Replace the function of xacro that parses a file."""
        if given is not None or filename is None:
            return given
        try:
            return failure.parse(os.path.join(self.xacro.root_dir, filename))
        except OSError as error:
            # As xacro does, which leaves out an optional include where it finds this error.
            self.xacro.filestack.pop()
            raise self.xacro.XacroException(f"{error.strerror}: {filename}", exc=error) from error

    def find(self, name: str) -> str:
        """Return the folder of a package, which may be read from now on."""
        if name not in self._packages:
            self.asker.send({"find": name})
            folder = self.asker.listen()["folder"]
            if folder is None:
                raise failure.Missing("package", name)
            self.folders.add(folder)
            self._packages[name] = folder
        return self._packages[name]

    def variable(self, name: str) -> str:
        """Return an environment variable that the parent sent; the child cannot read others."""
        if name not in self.request["environment"]:
            raise failure.Missing("variable", name)
        return str(self.request["environment"][name])

    def optional_variable(self, name: str, default: str = "") -> str:
        """Return an environment variable, or a default."""
        if name not in self.request["environment"]:
            self.defaulted.add(name)
        return str(self.request["environment"].get(name, default))

    def _sayer(self, kind: str) -> Any:
        """Return a replacement for one of xacro's functions that print."""

        def collect(*words: object, **_options: object) -> None:
            text = " ".join(" ".join(map(str, words)).split())[:_LENGTH]
            place = failure.here(sys._getframe(), self.evaluation)
            file, line = place if place is not None else (self.request["name"], None)
            message = {"kind": kind, "message": text, "file": file, "line": line}
            if message not in self.messages and len(self.messages) < _MOST:
                self.messages.append(message)

        collect.__name__ = kind
        return collect


def print_location() -> None:
    """Replace xacro's function: places are reported with the message."""


def main() -> None:
    """Expand the requested document."""
    asker = Asker()
    request = asker.listen()
    limit(request["seconds"], request["memory"])
    try:
        expander = Expander(asker, request)
    except (ImportError, AttributeError) as error:
        asker.send({"kind": "unusable", "message": str(error)})
        return
    asker.send(*expander.run())
