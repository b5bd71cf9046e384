"""Folders of another machine, and where their files are on this one (``--map-path OLD=NEW``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from .files import is_file
from .uris import parse

REASON = "--map-path"


def remapped(uri: str, folders: Mapping[str, Path]) -> tuple[Path, tuple[str, ...]] | None:
    """Return the folder of this machine that a URI is mapped to, and the spellings of the path below it.

    Args:
        uri: Of a mesh or an image.
        folders: By what URIs begin with: a path such as ``/opt/ros/humble/share``, also of ``file://`` URIs, or a whole
            beginning such as ``package://arm_description``. The longest one that fits counts.
    """
    for old in sorted(folders, key=len, reverse=True):
        for whole in (uri.replace("\\", "/"), parse(uri).path if parse(uri).name is None else ""):
            rest = _below(whole, old)
            if rest is not None:
                return Path(folders[old]).absolute(), tuple(dict.fromkeys((rest, unquote(rest))))
    return None


def _below(whole: str, old: str) -> str | None:
    beginning = old.replace("\\", "/").rstrip("/") + "/"
    return whole[len(beginning) :].lstrip("/") if whole.startswith(beginning) else None


def proposal(uri: str, folders: Sequence[Path]) -> tuple[str, Path] | None:
    """Return the folder of another machine, and one of this machine that has the same file below it.

    Args:
        uri: Of a file by an absolute path.
        folders: Where to look, the best one first.
    """
    path = parse(uri).path
    if parse(uri).name is not None or not path.startswith("/"):
        return None
    parts = path.strip("/").split("/")
    for start in range(1, len(parts)):
        for folder in folders:
            if is_file(folder / "/".join(parts[start:])):
                return "/" + "/".join(parts[:start]), folder
    return None
