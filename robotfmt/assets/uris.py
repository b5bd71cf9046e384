"""Parse the URI of a mesh or texture, without searching the file; and map path prefixes of another machine to local
folders (``--map-path OLD=NEW``).

``package://NAME/PATH`` and ``model://NAME/PATH`` mean a file of a package; ``file:///PATH`` and plain paths a file;
``SCHEME:/PATH``, such as ``openrave:/robots/arm.dae``, a file below folders given for the scheme. Misspellings that
other programs reject are accepted, and have a code each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from shlex import quote
from urllib.parse import unquote

from ..codes import URI_BACKSLASH, URI_COLON, URI_SLASHES
from ..diagnostics import Code
from ..model import Geometry, Mesh, Origin, Robot
from ..model.record import Record
from .files import is_file

_PACKAGE = re.compile(r"(package|model):(:?)(/*)([^/]+)(?:/+(.*))?", re.DOTALL)
_FILE = re.compile(r"file:(?://(?:localhost)?(?=/))?(/.*)", re.DOTALL)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?://[^/]*)?/*(.*)", re.DOTALL)  # one letter is a drive


class Reference(Record, kw_only=False):
    """A parsed URI."""

    path: str
    """The path with forward slashes; relative to the folder of the package or scheme if there is one, else absolute
    or relative to the document.
    """
    package: str | None = None
    scheme: str | None = None
    """The scheme of a URI that means neither a file nor a package."""
    oddities: tuple[Code, ...] = ()
    """The codes of the URI's misspellings."""

    @property
    def name(self) -> str | None:
        """The name of the folder that the path is relative to."""
        return self.package or self.scheme

    @property
    def spellings(self) -> tuple[str, ...]:
        """The path unchanged, and with ``%20`` replaced by a space."""
        return tuple(dict.fromkeys((self.path, unquote(self.path))))


def parse(uri: str) -> Reference:
    """Return the path of a URI, its package or scheme, and the oddities of its spelling."""
    plain = uri.replace("\\", "/")
    oddities: tuple[Code, ...] = (URI_BACKSLASH,) if plain != uri else ()
    package, file, scheme = _PACKAGE.fullmatch(plain), _FILE.fullmatch(plain), _SCHEME.fullmatch(plain)
    if package is not None:
        _, colon, slashes, name, rest = package.groups()
        oddities += (URI_COLON,) if colon else (URI_SLASHES,) if slashes != "//" else ()
        return Reference(rest or "", package=name, oddities=oddities)
    if file is not None:
        return Reference(file.group(1), oddities=oddities)
    if scheme is not None:
        return Reference(scheme.group(2), scheme=scheme.group(1), oddities=oddities)
    return Reference(plain, oddities=oddities)


def understood(uri: str) -> str:
    """Return a URI without the odd spellings that :func:`parse` accepts, such as backslashes or missing slashes."""
    reference = parse(uri)
    scheme = uri.partition(":")[0]
    if reference.scheme is not None:
        return f"{scheme}:/{reference.path}"
    return reference.path if reference.package is None else f"{scheme}://{reference.package}/{reference.path}"


def mesh_geometries(robot: Robot) -> Iterator[tuple[str, Geometry, Mesh]]:
    """Yield every geometry that is a mesh, with the name of its link."""
    for link in robot.links:
        for geometry in (*link.visuals, *link.collisions):
            if isinstance(geometry.shape, Mesh):
                yield link.name, geometry, geometry.shape


def files_of(robot: Robot) -> Iterator[tuple[str, Origin | None]]:
    """Yield the URIs of all external meshes and textures, with the places that refer to them."""
    for _, geometry, mesh in mesh_geometries(robot):
        yield from _file(mesh.uri, geometry.origin)
    for material in robot.material_by_name.values():
        for image in material.images.values():
            yield from _file(image.uri, image.origin)


def _file(uri: str | None, origin: Origin | None) -> Iterator[tuple[str, Origin | None]]:
    if uri is not None and not uri.startswith("#"):
        yield uri.partition("#")[0], origin


# Other machines


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
