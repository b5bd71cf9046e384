"""The files that a mesh file cannot do without: materials of OBJ, images of COLLADA and of materials, parts of glTF."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias
from xml.sax.saxutils import unescape

from ..assets.locations import IMAGES
from ..assets.resolver import Assets
from ..errors import RobotfmtError

Missed: TypeAlias = Callable[[str, str], None]
"""Is told of a file that is not there: what refers to it, and how it is called there."""

_MOST = 200
"""No mesh refers to more files than this."""
_INIT_FROM = re.compile(rb"<init_from[^<>]*>\s*(?:<ref>)?\s*([^<]+?)\s*<")
_LIBRARY = re.compile(rb"(?m)^[ \t]*mtllib[ \t]+(.+?)[ \t]*\r?$")
_MAP = re.compile(
    rb"(?mi)^[ \t]*(?:map_\w+|bump|disp|decal|norm|refl)[ \t]+(?:-.*[ \t])?(\S[^\r\n]*?)[ \t]*\r?$"
)
"""The file of a texture is the last word; without options before it, all words."""
_URI = re.compile(rb'"uri"\s*:\s*"((?!data:)[^"]+)"')
_SIGNS = {".dae": _INIT_FROM, ".obj": _LIBRARY, ".mtl": _MAP, ".gltf": _URI}


def companions(path: Path, data: bytes, assets: Assets, missed: Missed) -> dict[str, bytes]:
    """Return the files that a mesh file refers to, and those that they refer to, by their paths from its folder.

    Only names relative to the file are followed, and only as far as a document in its place could refer to them.
    """
    found: dict[str, bytes] = {}
    pending = [(path, data)]
    while pending:
        owner, content = pending.pop()
        for name in _names(owner, content):
            try:
                where, loaded = assets.load(name, str(owner))
            except RobotfmtError:
                missed(owner.name, name)
                continue
            relative = Path(os.path.relpath(where, path.parent)).as_posix()
            if relative not in found and len(found) < _MOST:
                found[relative] = loaded
                pending.append((where, loaded))
    return found


def _names(path: Path, data: bytes) -> Iterator[str]:
    suffix = path.suffix.lower()
    if suffix not in _SIGNS:
        return
    for match in dict.fromkeys(_SIGNS[suffix].findall(data)):
        name = unescape(match.decode("utf-8", "replace"))
        # Of COLLADA's <init_from> some are ids, not files.
        if suffix != ".dae" or Path(name).suffix.lower() in IMAGES:
            yield name
