"""``robotfmt new-format``: create the package of a new format, with working code and tests."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.add_argument("name", metavar="NAME", help="name of the format (lower case letters, digits, underscores)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder of the new package (default robotfmt-NAME)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code."""
    from ..scaffold import lay

    folder = options.out or Path(f"robotfmt-{options.name}")
    files = lay(options.name, folder)
    print(f"{folder}: {len(files)} files")
    print(f"  cd {folder} && python -m pytest    # the contract of all formats; needs pytest")
    print(f"  pip install --editable {folder}    # then 'robotfmt formats' lists it")
    return 0
