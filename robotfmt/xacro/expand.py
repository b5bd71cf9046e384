"""Expand a document, and report the messages of xacro."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes
from ..assets.mesh_files import package_option
from ..assets.packages import package_of
from ..codes import xacro as xacro_codes
from ..diagnostics import Code, Report, did_you_mean, quoted
from ..documents.source import EXPANDED, XACRO, Source
from ..documents.xml.prolog import root_name
from ..errors import InputError, LimitError, RobotfmtError, UnsafeInput, UsageError
from ..model import Origin
from ..processes.parent import Died, Message, Program, TooSlow, ask
from . import Xacro

if TYPE_CHECKING:
    from ..assets.resolver import Assets
    from ..limits import Limits

_USED = re.compile(rb"<xacro:|\$[{(]")


def uses_xacro(source: Source) -> bool:
    """Return True if a document needs expansion: by its name, or by its content."""
    if source.name.lower().endswith(XACRO):
        return True
    return root_name(source.data) == "robot" and _USED.search(source.data) is not None


def expand(source: Source, xacro: Xacro, limits: Limits, assets: Assets, report: Report) -> Source:
    """Return the expansion of a document, under its name with a mark, because the line numbers differ.

    Raises:
        UsageError: The ``xacro`` package is not installed.
        UnsafeInput: The document requests something that is not allowed.
        LimitError: Expanding takes too much time or memory, or the expansion is too large.
        InputError: The document cannot be expanded.
    """
    if find_spec("xacro") is None:
        raise UsageError(xacro_codes.NOT_INSTALLED, "xacro is not installed", Origin(source.name))
    return Expanding(source.name, xacro, limits, assets).run(report)


class Expanding:
    """A document while it is expanded by the process."""

    def __init__(self, name: str, xacro: Xacro, limits: Limits, assets: Assets) -> None:
        self.name = name
        self.xacro, self.limits, self.assets = xacro, limits, assets
        self.tried: dict[str, tuple[Path, ...]] = {}
        """The searched places of packages."""

    def run(self, report: Report) -> Source:
        """Run xacro and return the expansion."""
        answer, body = self._answer()
        self._report(answer, report)
        if "kind" in answer:
            raise self._error(answer)
        return Source(self.name + EXPANDED, body)

    def _answer(self) -> tuple[Message, bytes]:
        """Return the answer of the other process, which expands the document within limits of time and size."""
        limits = self.limits
        request: Message = {
            "name": self.name,
            "folders": [str(each) for each in self._folders()],
            "arguments": dict(self.xacro.arguments),
            "environment": dict(self.xacro.environment),
            "seconds": limits.xacro_seconds,
            "memory": limits.xacro_memory,
            "bytes": limits.xacro_bytes,
        }
        try:
            return ask(_PROGRAM, request, limits.xacro_seconds, limits.xacro_bytes, self._reply)
        except TooSlow as error:
            raise self._too_slow() from error
        except Died as error:
            raise self._died(error.code) from error

    def _folders(self) -> Iterator[Path]:
        """Yield the folders that the document may read besides the packages that it finds: its own package, or else
        its folder.
        """
        folder = Path(self.name).absolute().parent
        yield package_of(folder) or folder
        yield from map(Path, (*self.assets.roots, *self.assets.packages.values()))

    def _reply(self, message: Message) -> Message | None:
        """Return the folder of a package that the process asks for."""
        return {"folder": self._find(str(message["find"]))} if "find" in message else None

    def _find(self, name: str) -> str | None:
        found = self.assets.package(name, self.name)
        self.tried[name] = tuple(dict.fromkeys(each.path for each in found.tried))
        return str(found.path) if found.path is not None else None

    # Messages

    def _report(self, answer: Message, report: Report) -> None:
        for each in answer.get("messages", ()):
            code = xacro_codes.MESSAGE if each.get("kind") == "message" else xacro_codes.WARNING
            report.add(code, _plain(each["message"]), Origin(str(each.get("file")), each.get("line")))
        at = Origin(self.name)
        for name in answer.get("unused", ()):
            declared = answer.get("declared", ())
            hint = did_you_mean(name, [each for each in declared if each not in self.xacro.arguments])
            report.add(xacro_codes.UNUSED, f"the document has no argument {quoted(name)}{hint}", at)
        for name in answer.get("defaulted", ()):
            if name in os.environ:
                message = f"$(optenv {name}): the variable is set but not passed on; the default is used"
                report.add(xacro_codes.DEFAULTED, message, at, help=f"Pass it: --xacro-env {name}")

    # Failures

    def _error(self, answer: Message) -> RobotfmtError:
        """Return the exception for a failure that the child reports, with help about the option that avoids it."""
        kind, name = str(answer["kind"]), str(answer.get("name", ""))
        code, message, help = _PLAIN.get(kind, xacro_codes.FAILED), _plain(answer.get("message")), None
        if kind == "unusable":
            return UsageError(xacro_codes.NOT_INSTALLED, f"xacro cannot be used: {message}", Origin(self.name))
        if kind == "memory":
            message = f"expanding takes more memory than xacro_memory allows: {self.limits.xacro_memory} bytes"
        elif kind == "output":
            message = f"the expansion is larger than xacro_bytes allows: {self.limits.xacro_bytes} bytes"
        elif kind == "missing-package":
            tried = ", ".join(map(str, self.tried.get(name, ()))) or "all folders above the document"
            message = f"the package {quoted(name)} was not found; tried {tried}"
            help = f"Name its folder: {package_option(name)}"
        elif kind == "missing-argument":
            message = f"the argument {quoted(name)} has no value"
            help = f"Give it one: {name}:=VALUE"
        elif kind == "missing-variable":
            message = f"the document reads the environment variable {quoted(name)}, which it was not given"
            help = f"If it may read the variable, add --xacro-env {name}"
        elif kind == "undefined":
            message += did_you_mean(name, map(str, answer.get("known", ())))
        message = "; ".join((message, *map(_plain, answer.get("callers", ()))))
        at = Origin(str(answer.get("file") or self.name), answer.get("line"))
        return _RAISED.get(kind, InputError)(code, message, at, column=answer.get("column"), help=help)

    def _too_slow(self) -> LimitError:
        message = f"expanding took longer than xacro_seconds allows: {self.limits.xacro_seconds} s"
        return LimitError(xacro_codes.TOO_SLOW, message, Origin(self.name))

    def _died(self, code: int | None) -> RobotfmtError:
        how = "gave an invalid answer" if code is None else f"ended with {code} and no answer"
        if code is not None and code < 0:
            how = f"was ended by signal {-code}, perhaps for lack of memory"
        return InputError(xacro_codes.FAILED, f"the process that expands the document {how}", Origin(self.name))


def _plain(text: object) -> str:
    """Return a text of another process as one line that is safe to print."""
    line = " ".join(str(text).split())
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)


_PLAIN: dict[str, Code] = {
    "refused": xacro_codes.REFUSED,
    "missing-package": xacro_codes.MISSING_PACKAGE,
    "missing-argument": xacro_codes.MISSING_ARGUMENT,
    "missing-variable": xacro_codes.MISSING_VARIABLE,
    "memory": xacro_codes.TOO_LARGE,
    "output": xacro_codes.TOO_LARGE,
    "endless": xacro_codes.ENDLESS,
    "xml": codes.XML_SYNTAX,
    "undefined": xacro_codes.UNDEFINED,
    "file": xacro_codes.MISSING_FILE,
}
_RAISED: dict[str, type[RobotfmtError]] = {
    "refused": UnsafeInput,
    "missing-variable": UnsafeInput,
    "memory": LimitError,
    "output": LimitError,
    "endless": LimitError,
}


# Messages of the process

_STRINGS = ("kind", "message", "name", "file", "find")
_LISTS = ("callers", "known", "unused", "declared", "defaulted", "read")


def _is_valid(message: Message) -> bool:
    """Return True if a message of the process has the expected form."""
    if not _has_place(message):
        return False
    messages = message.get("messages", [])
    return (
        all(isinstance(message.get(each, ""), str) for each in _STRINGS)
        and all(_is_strings(message.get(each, [])) for each in _LISTS)
        and isinstance(messages, list)
        and all(isinstance(each, dict) and _has_place(each) and "message" in each for each in messages)
    )


def _has_place(message: Message) -> bool:
    return all(isinstance(message.get(each), int | None) for each in ("line", "column"))


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


_PROGRAM = Program("robotfmt.xacro.child.main", ("xacro", "yaml"), _is_valid)
