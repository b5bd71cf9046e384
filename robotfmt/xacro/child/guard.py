"""Restrictions of the process: an audit hook that refuses most of what Python can do.

The hook lists what is allowed, not what is forbidden: reading files of the document's folders and packages, and
evaluating expressions. It stops the known exploits of xacro's expressions, but it is not a sandbox.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

_READABLE = (".xacro", ".urdf", ".srdf", ".xml", ".yaml", ".yml")
"""The suffixes of files outside the folders that a symbolic link inside may lead to, as in a workspace that links its
files.
"""
_HARMLESS = frozenset({"compile", "exec", "sys._getframe", "marshal.loads", "builtins.id"})
_LISTING = frozenset({"os.listdir", "os.scandir", "glob.glob", "glob.glob/2"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Refused(Exception):
    """The document requested something that is not allowed."""


class Folders:
    """The folders whose files may be read."""

    def __init__(self, folders: list[str]) -> None:
        self._real: dict[str, str] = {}
        for each in folders:
            self.add(each)

    def add(self, folder: str) -> None:
        """Allow a folder, and all below it."""
        self._real[os.path.abspath(folder)] = os.path.realpath(folder)

    def hold(self, path: str) -> bool:
        """Return True if a file is in one of the folders, or is a document that a symbolic link in one leads to."""
        if not _below(os.path.abspath(path), self._real):
            return False
        real = os.path.realpath(path)
        return real.lower().endswith(_READABLE) or _below(real, self._real.values())


def _below(path: str, folders: Iterable[str]) -> bool:
    return any(path == each or path.startswith(os.path.join(each, "")) for each in folders)


def watch(folders: Folders, inspecting: dict[str, object]) -> None:
    """Refuse from now on everything that expanding a document does not need; this cannot be undone.

    Args:
        folders: The folders whose files may be read.
        inspecting: The namespace of the only module that may inspect frames of the interpreter.
    """
    python = Folders([os.path.dirname(os.__file__)])
    sys.addaudithook(_hook(folders, python, inspecting))


def _hook(
    folders: Folders, python: Folders, inspecting: dict[str, object]
) -> Callable[[str, tuple[object, ...]], None]:
    """Return the audit hook of Python that refuses everything except reading in the permitted folders."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event in _HARMLESS:
            return
        if event == "open":
            _check_open(arguments, folders, python)
        elif event in _LISTING:
            _check_path(arguments[0], folders, "list")
        elif event == "object.__getattr__":
            if sys._getframe(1).f_globals is not inspecting:
                raise Refused(f"'{arguments[1]}' of Python's internal objects is not allowed")
        elif event != "import" or not str(arguments[0]).startswith("encodings."):
            raise Refused(f"'{event}' is not allowed{_about(arguments)}")

    return hook


def _check_open(arguments: tuple[object, ...], folders: Folders, python: Folders) -> None:
    path, _, flags = arguments
    if isinstance(flags, int) and flags & _WRITING:
        raise Refused(f"'{path}' may not be written")
    if isinstance(path, str | bytes) and python.hold(os.fsdecode(path)):
        return  # an encoding that a document declares
    _check_path(path, folders, "read")


def _check_path(path: object, folders: Folders, verb: str) -> None:
    if not isinstance(path, str | bytes) or not folders.hold(os.fsdecode(path)):
        raise Refused(f"'{path!s}' is outside the folders that the document may {verb}")


def _about(arguments: tuple[object, ...]) -> str:
    return f" ({str(arguments[0])[:80]})" if arguments else ""
