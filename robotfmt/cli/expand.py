"""``robotfmt expand``: expand a xacro document."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..assets.files import check_outputs, write_files
from ..diagnostics import Report
from ..hub.reading import expand
from .console import is_stream, show_report
from .needs import needing, option
from .options import add_configuration, add_folders, add_output, add_reading, settings

_EXAMPLES = """\
examples:
  robotfmt expand arm.urdf.xacro
  robotfmt expand arm.urdf.xacro prefix:=left_ use_gripper:=true -o arm.urdf
  robotfmt expand arm.urdf.xacro --package arm_description=../arm_description

Xacro documents are programs: this runs them, in a process with limits. Expand no document that you would not run.
Line numbers of 'arm.urdf.xacro (expanded)' in other messages refer to the printed document. Relative mesh paths
are relative to the folder of FILE; write the output there.

exit codes: 0 ok, 2 usage, 3 not expanded, 4 output cannot be written
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EXAMPLES
    parser.add_argument("file", metavar="FILE", help="xacro file, and its arguments as NAME:=VALUE")
    parser.add_argument("-o", "--output", metavar="FILE", help="output file (default: standard output)")
    overwrite = parser.add_argument("--overwrite", action="store_true", help="replace an existing file")
    needing(overwrite, option("--output"))
    group = parser.add_argument_group("reading")
    add_folders(group, meshes=False)
    add_reading(group, xacro=False)
    add_configuration(group)
    add_output(parser.add_argument_group("output"))
    parser.set_defaults(run=run, xacro=True)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    if options.output is not None and is_stream(options.output):
        options.output = None
    if options.output is not None:
        check_outputs([Path(options.output)], [options.file], options.overwrite)
    report = Report()
    data = expand(options.file, report=report, settings=settings(options))
    if options.json:
        record = {"text": data.decode(), "diagnostics": [each.record() for each in report]}
        print(json.dumps(record, indent=2))
    else:
        show_report(report, verbose=options.verbose, quiet=options.quiet)
    if options.output is not None:
        write_files([(Path(options.output), data)])
    elif not options.json:
        sys.stdout.write(data.decode())
    return 0
