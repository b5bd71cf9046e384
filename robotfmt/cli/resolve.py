"""``robotfmt resolve``: show where meshes and textures are searched, and where they are found."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..assets.locations import Tried
from ..assets.mesh_files import advice
from ..assets.resolver import Assets
from ..assets.uris import files_of
from ..diagnostics import Report
from ..errors import MeshError
from ..hub.reading import read
from ..settings import Settings
from .console import plain, print_message
from .options import add_common, settings

_FINDINGS = 1
_EXAMPLES = """\
examples:
  robotfmt resolve arm.urdf                                     all files of a robot
  robotfmt resolve package://arm_description/meshes/link1.stl   one URI
  robotfmt resolve meshes/link1.stl --in robots/arm.urdf        relative to that document

exit codes: 0 all found, 1 some not found, 2 usage, 3 unreadable input
"""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of searching a file."""

    uri: str
    document: str | None
    path: Path | None
    tried: tuple[Tried, ...] = ()
    refusal: str | None = None
    """The reason why the file was not searched at all."""
    help: str | None = None
    """The remedy, if the file was not found."""

    def record(self) -> dict[str, object]:
        """Return the result as a JSON object."""
        return {
            "uri": self.uri,
            "document": self.document,
            "path": str(self.path) if self.path is not None else None,
            "tried": [str(each.path) for each in self.tried],
            "refusal": self.refusal,
            "help": self.help,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("what", nargs="+", metavar="URI or FILE", help="URI of a mesh, or document of a robot")
    parser.add_argument("--in", dest="document", metavar="FILE", help="document that contains the URI")
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    chosen = settings(options)
    found = [each for what in options.what for each in _found(what, options.document, chosen)]
    if options.json:
        print(json.dumps([each.record() for each in found], indent=2))
    else:
        for each in found:
            print(plain("\n".join(_lines(each, options.verbose))))
    missing = sum(each.path is None for each in found)
    print_message(f"{len(found) - missing} found, {missing} not found", options.quiet or options.json)
    return _FINDINGS if missing else 0


def _found(what: str, document: str | None, chosen: Settings) -> Iterator[Found]:
    if document is not None or not Path(what).is_file():
        yield _looked_for(what, document, chosen.assets)
        return
    robot = read(what, report=Report(), settings=chosen)
    found = ((uri, origin.document if origin is not None else None) for uri, origin in files_of(robot))
    for uri, where in dict.fromkeys(found):
        yield _looked_for(uri, where, chosen.assets)


def _looked_for(uri: str, document: str | None, assets: Assets) -> Found:
    try:
        resolution = assets.resolve(uri, document)
    except MeshError as error:
        return Found(uri, document, None, refusal=error.diagnostic.message, help=error.diagnostic.help)
    help = advice(uri, resolution, document, assets) if resolution.path is None else None
    return Found(uri, document, resolution.path, resolution.tried, help=help)


def _lines(it: Found, verbose: bool) -> Iterator[str]:
    yield f"{it.uri}\n  -> {it.path if it.path is not None else it.refusal or 'not found'}"
    if it.path is None or verbose:
        yield from (f"  tried {each.path} ({each.why})" for each in it.tried)
    if it.help is not None:
        yield f"  help: {it.help}"
