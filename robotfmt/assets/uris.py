"""What the URI of a mesh or texture says, before anything is looked for.

``package://NAME/PATH`` and ``model://NAME/PATH`` mean a file of a package; ``file:///PATH`` and plain paths a file;
``SCHEME:/PATH``, such as ``openrave:/robots/arm.dae``, a file below folders that somebody gave to the scheme.
Spellings that other programs stumble over are understood all the same, and have a code each.
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
    """What a URI says."""

    path: str
    """With forward slashes; below the folder of the package or scheme where there is one, else absolute or relative
    to the document."""
    package: str | None = None
    scheme: str | None = None
    """Of a URI that means neither a file nor a package."""
    oddities: tuple[Code, ...] = ()
    """What is wrong with its spelling."""

    @property
    def name(self) -> str | None:
        """What the folder that the path starts at is known by."""
        return self.package or self.scheme

    @property
    def spellings(self) -> tuple[str, ...]:
        """The path as it stands, and then as it is where ``%20`` means a space."""
        return tuple(dict.fromkeys((self.path, unquote(self.path))))


def parse(uri: str) -> Reference:
    """Take a URI apart."""
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
    """Return a URI as it should have been written."""
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
    """Yield the URIs of all meshes and textures in files of their own, and where they are said."""
    for _, geometry, mesh in mesh_geometries(robot):
        yield from _file(mesh.uri, geometry.origin)
    for material in robot.material_by_name.values():
        if material.texture is not None:
            yield from _file(material.texture.uri, material.texture.origin)


def _file(uri: str | None, origin: Origin | None) -> Iterator[tuple[str, Origin | None]]:
    if uri is not None and not uri.startswith("#"):
        yield uri.partition("#")[0], origin
