"""Map path prefixes of another machine to local folders (``--map-path OLD=NEW``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from shlex import quote

from .files import is_file
from .uris import Reference, parse


def mapped(reference: Reference, folders: Mapping[str, Path]) -> Iterator[tuple[Path, Path]]:
    """Yield the folders that a reference's prefix maps to, with the path of the file in each.

    Args:
        folders: Folders by prefix: ``/opt/ros/share``, ``file:///opt/ros/share``, ``package://arm/meshes``.
    """
    for old, new in folders.items():
        start = parse(old)
        if (start.package, start.scheme) != (reference.package, reference.scheme):
            continue
        for spelling in reference.spellings:
            path = PurePosixPath(spelling)
            if path.is_relative_to(PurePosixPath(start.path)):
                folder = Path(new).absolute()
                yield folder, folder / path.relative_to(PurePosixPath(start.path))


def map_advice(reference: Reference, folders: Iterable[Path]) -> str | None:
    """Return the option to paste if the end of a path exists below one of some folders; the longest match is used."""
    parts = PurePosixPath(reference.path).parts
    for start in range(1 if reference.package is None else 0, len(parts)):
        for folder in folders:
            if is_file(folder.joinpath(*parts[start:])):
                old = PurePosixPath(*parts[:start]).as_posix()
                named = f"package://{reference.package}" + (f"/{old}" if start else "")
                return f"--map-path {quote(f'{old if reference.package is None else named}={folder}')}"
    return None
