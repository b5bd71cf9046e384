"""Parse the URI of a mesh or texture, without searching the file.

``package://NAME/PATH`` and ``model://NAME/PATH`` mean a file of a package; ``file:///PATH`` and plain paths a file;
``SCHEME:/PATH``, such as ``openrave:/robots/arm.dae``, a file below folders given for the scheme. Misspellings that
other programs reject are accepted, and have a code each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from ..codes import URI_BACKSLASH, URI_COLON, URI_SLASHES
from ..diagnostics import Code
from ..model import Geometry, Mesh, Origin, Robot
from ..model.record import Record

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
    """Parse a URI."""
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
    """Return a URI in its correct spelling."""
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
