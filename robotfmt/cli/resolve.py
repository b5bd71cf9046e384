"""``robotfmt resolve``: where meshes and textures are looked for, and where they are found."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..assets import Assets, package_name
from ..diagnostics import Report
from ..errors import MeshError
from ..model import Mesh, Origin, Robot
from ..reading import read
from ..settings import Settings
from .console import plain, say
from .options import add_common, settings

_FINDINGS = 1
_EXAMPLES = """\
examples:
  robotfmt resolve arm.urdf                                     every file that a robot refers to
  robotfmt resolve package://arm_description/meshes/link1.stl   one URI
  robotfmt resolve meshes/link1.stl --in robots/arm.urdf        as that document says it

exit codes: 0 all found, 1 some not found, 2 usage, 3 unreadable input
"""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of looking for a file."""

    uri: str
    document: str | None
    path: Path | None
    tried: tuple[Path, ...] = ()
    refusal: str | None = None
    """Why it was not even looked for."""

    def record(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "uri": self.uri,
            "document": self.document,
            "path": str(self.path) if self.path is not None else None,
            "tried": [str(each) for each in self.tried],
            "refusal": self.refusal,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("what", nargs="+", metavar="URI or FILE", help="a URI, or a document of a robot")
    parser.add_argument("--in", dest="document", metavar="FILE", help="the document that says the URI")
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; returns the exit code."""
    chosen = settings(options)
    found = [each for what in options.what for each in _found(what, options.document, chosen)]
    if options.json:
        print(json.dumps([each.record() for each in found], indent=2))
    else:
        for each in found:
            print(plain("\n".join(_lines(each, options.verbose))))
    missing = sum(each.path is None for each in found)
    say(f"{len(found) - missing} found, {missing} not found", options.quiet or options.json)
    return _FINDINGS if missing else 0


def _found(what: str, document: str | None, chosen: Settings) -> Iterator[Found]:
    if document is not None or not Path(what).is_file():
        yield _looked_for(what, document, chosen.assets)
        return
    robot = read(what, report=Report(), settings=chosen)
    for uri, origin in dict.fromkeys(_references(robot)):
        yield _looked_for(uri, origin, chosen.assets)


def _references(robot: Robot) -> Iterator[tuple[str, str | None]]:
    """The URIs of all meshes and textures in files of their own, with the documents that say them."""
    for link in robot.links:
        for geometry in (*link.visuals, *link.collisions):
            if isinstance(geometry.shape, Mesh):
                yield from _file(geometry.shape.uri, geometry.origin)
    for material in robot.material_by_name.values():
        if material.texture is not None:
            yield from _file(material.texture.uri, material.texture.origin)


def _file(uri: str | None, origin: Origin | None) -> Iterator[tuple[str, str | None]]:
    if uri is not None and not uri.startswith("#"):
        yield uri.partition("#")[0], origin.document if origin is not None else None


def _looked_for(uri: str, document: str | None, assets: Assets) -> Found:
    try:
        resolution = assets.resolve(uri, document)
    except MeshError as error:
        return Found(uri, document, None, refusal=error.diagnostic.message)
    return Found(uri, document, resolution.path, resolution.tried)


def _lines(it: Found, verbose: bool) -> Iterator[str]:
    yield f"{it.uri}\n  -> {it.path if it.path is not None else it.refusal or 'not found'}"
    if it.path is None or verbose:
        yield from (f"  tried {each}" for each in it.tried)
    package = package_name(it.uri)
    if package is not None and not it.tried:
        yield f"  there is no folder of the package '{package}' above the document, nor in ROS_PACKAGE_PATH and its kin"
    if it.path is None and package is not None:
        yield f"  help: --package {package}=FOLDER says where the package is"
