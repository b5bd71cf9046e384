"""``robotfmt view``: show a robot, or several side by side, in the browser, and edit its collision spheres there."""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from .. import codes, formats
from ..errors import UsageError
from .console import is_stream, print_message, show_report
from .options import add_common, settings

if TYPE_CHECKING:
    from ..viewer.server import Site
    from ..viewer.session import Session
_EXAMPLES = """\
examples:
  robotfmt view arm.urdf arm.xrdf                  Save changes both in place: comments and style stay
  robotfmt view arm.urdf                           Save makes arm.xrdf, unless there is one
  robotfmt view arm.urdf arm.xrdf -o tuned.xrdf --pose home
  robotfmt view old.dae --beside new.urdf new.xrdf

The page is served on this machine only, at the printed address, which contains a token. Ctrl-C stops the server.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="documents of one robot")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.xrdf",
        help="XRDF that Save writes (default: the XRDF among the documents); limits and pairs of other documents are "
        "saved there",
    )
    parser.add_argument(
        "--beside",
        nargs="+",
        action="append",
        default=[],
        metavar="FILE",
        help="documents of another robot, to show with the same camera",
    )
    parser.add_argument(
        "--port", type=_port, default=0, metavar="N", help="port of the local server (default: any free port)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address without opening a browser")
    parser.add_argument(
        "--pose",
        default="",
        metavar="POSE",
        help="joint positions as JOINT=VALUE,... (0.3, 15deg, 30mm), or the name of a state",
    )
    parser.add_argument("--set", metavar="NAME", help="name of the sphere set (default: the first one)")
    add_common(parser, lambda options: [formats.find("xrdf")])
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb until it is interrupted; return the exit code."""
    from ..viewer.page import make_page
    from ..viewer.server import Site
    from ..viewer.session import open_session

    if options.output is None and is_stream(options.files[0]):
        raise UsageError(codes.USAGE, "standard input has no file name for the spheres: add -o FILE")
    session = open_session(
        [options.files, *options.beside],
        make_page,
        settings(options),
        output=options.output,
        spheres=options.set,
        pose=options.pose,
    )
    try:
        site = Site(session, options.port)
    except OSError as error:
        message = f"the port {options.port} is not available: {error.strerror or error}"
        raise UsageError(codes.USAGE, message, help="Remove --port to use any free port.") from error
    with suppress(KeyboardInterrupt), site:  # Ctrl-C is the normal end of the viewer
        _report(options, session, site)
        _show(options, session, site)
    session.close()
    return 0


def _report(options: argparse.Namespace, session: Session, site: Site) -> None:
    """Print the address of the page."""
    if options.json:
        print(json.dumps({"url": site.url, "save": str(session.saving.path)}), flush=True)
        return
    show_report(session.report, verbose=options.verbose, quiet=options.quiet)
    print(site.url, flush=True)
    others = ", ".join(str(each.path) for each in session.saving.places[:-1])
    more = f" and, where limits or pairs are from it, {others}" if others else ""
    print_message(f"Save writes {session.saving.path}{more}; Ctrl-C stops the server", options.quiet)


def _show(options: argparse.Namespace, session: Session, site: Site) -> None:
    """Create the page while the browser starts, and serve it."""
    if not options.no_browser:
        import webbrowser

        webbrowser.open(site.url_for_once())
    session.page(site.known)
    site.serve_forever()


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port; write a number up to 65535")
    return int(text)
