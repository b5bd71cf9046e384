"""Create the package of a new format, with working code and tests, to be adapted.

It is a copy of ``template`` with another name. Imports ``formats`` and below; ``cli`` calls it.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..assets.files import check_outputs, write_files
from ..codes import USAGE
from ..errors import UsageError
from ..formats import all_formats

_TEMPLATE = Path(__file__).parent / "template"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_OF_TEMPLATE = "chain"


def lay(name: str, folder: Path) -> tuple[Path, ...]:
    """Write the package of a new format, with its tests; return the files.

    Args:
        name: The name of the format: lower case letters, digits and underscores.
        folder: The folder of the package; existing files in it are not overwritten.

    Raises:
        UsageError: The name is invalid, or that of an installed format.
        OutputError: A file already exists, or cannot be written.
    """
    if not _NAME.fullmatch(name):
        message = f"'{name}' cannot be the name of a format; expected lower case letters, digits and underscores"
        raise UsageError(USAGE, message)
    if name in {each.name for each in all_formats()}:
        raise UsageError(USAGE, f"a format named '{name}' is already installed")
    files = {folder / path: text.encode() for path, text in package(name).items()}
    check_outputs(list(files), [], overwrite=False)
    write_files(list(files.items()))
    return tuple(files)


def package(name: str) -> dict[str, str]:
    """Return the texts of the package of a new format, by their paths."""
    sources = (path for path in sorted(_TEMPLATE.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    return {
        _named(path.relative_to(_TEMPLATE).as_posix(), name): _named(path.read_text(encoding="utf-8"), name)
        for path in sources
    }


def _named(text: str, name: str) -> str:
    for old, new in (
        (_OF_TEMPLATE, name),
        (_OF_TEMPLATE.upper(), name.upper()),
        (_OF_TEMPLATE.title(), name.title()),
    ):
        text = text.replace(old, new)
    return text
