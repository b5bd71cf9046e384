"""The types of the names that packages import on first use (``robotfmt.lazy``), for mypy, pyright and editors.

``python tests/support/stubs.py`` writes the ``__init__.pyi`` of each such package from its table of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120


def main() -> None:
    """Write all stubs."""
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


def stubs() -> Mapping[Path, str]:
    """Return the text of each stub."""
    found = {}
    for path in (ROOT / "robotfmt").rglob("__init__.py"):
        if re.search(r"^_EXPORTS = ", path.read_text(encoding="utf-8"), re.MULTILINE):
            package = import_module(".".join(path.parent.relative_to(ROOT).parts))
            found[path.with_suffix(".pyi")] = "\n".join([*lines(package._EXPORTS, getattr(package, "_ALSO", "")), ""])
    return found


def lines(names: Mapping[str, str], also: str) -> Iterator[str]:
    """Yield the lines of a stub, as ruff formats and sorts them, for arguments of ``robotfmt.lazy.export``."""
    attributes = [name for name in also.split() if name.startswith("_")]
    yield "# Written by tests/support/stubs.py from the table in __init__.py."
    yield ""
    yield from (f"from . import {name} as {name}" for name in also.split() if name not in attributes)
    for module, group in sorted(names.items()):
        ordered = sorted(group.split(), key=lambda name: (kind(name), name.lower()))
        yield from listed(f"from .{module} import ", ordered, "", "")
    yield ""
    yield from (f"{name}: str" for name in attributes)
    ordered = sorted(" ".join(names.values()).split(), key=lambda name: (kind(name), name))
    yield from listed("__all__ = ", [f'"{name}"' for name in ordered], "[", "]")


def kind(name: str) -> int:
    """Return the place of constants, of classes and of functions in the order of names."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2


def listed(start: str, names: Sequence[str], opened: str, closed: str) -> Iterator[str]:
    """Yield a line with all names, or if that is too long, a line for each in brackets."""
    line = start + opened + ", ".join(names) + closed
    if len(line) <= WIDTH:
        yield line
    else:
        yield start + (opened or "(")
        yield from (f"    {name}," for name in names)
        yield closed or ")"


if __name__ == "__main__":
    main()
