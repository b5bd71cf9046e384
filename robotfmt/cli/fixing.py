"""``robotfmt check --fix``: repair the documents of checks, or show what a repair would change."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path

from ..assets.files import holds, is_file, write_files
from ..documents.source import EXPANDED
from ..fixing import fixed, is_fixable
from ..hub.checking import Check, check
from ..model.record import replace
from ..settings import Settings
from .checking import Checked
from .console import counted, print_message
from .options import settings


class Fixes:
    """The repairs of the documents of some checks."""

    def __init__(self) -> None:
        self.before: dict[str, bytes] = {}
        """The changed documents as they are on disk, by name."""
        self.after: dict[str, bytes] = {}
        self.counts: Counter[str] = Counter()

    @property
    def words(self) -> str:
        """The number of findings and of documents."""
        return f"{counted(self.counts.total(), 'finding')} in {counted(len(self.after), 'file')}"

    def write(self) -> None:
        """Write the changed documents.

        Raises:
            OutputError: One cannot be written.
        """
        write_files([(Path(name), data) for name, data in self.after.items()])

    def diff(self) -> Iterator[str]:
        """Yield the lines of the differences, as of ``diff -u``."""
        for name, data in self.after.items():
            old, new = (_lines(each) for each in (self.before[name], data))
            for line in unified_diff(old, new, name, name):
                yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """Return the lines of a document, with their ends."""
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}.get(data[:2], "utf-8")
    return data.decode(wide, "replace").replace("\r\n", "\n").splitlines(keepends=True)


def fixes_of(found: Sequence[Checked], options: argparse.Namespace) -> Fixes:
    """Return the repairs of the findings of checks."""
    made = Fixes()
    for each in found:
        chosen = [it for it in each.check.report if is_fixable(it)]
        if chosen and all(map(_is_on_disk, each.check.texts, each.check.texts.values())):
            _fix(each, options, made)
    return made


def _is_on_disk(name: str, data: bytes) -> bool:
    """Return True if a document is a file as it was read: not an expanded one, nor one in an archive."""
    return not name.endswith(EXPANDED) and is_file(name) and holds(Path(name), data)


def _fix(one: Checked, options: argparse.Namespace, made: Fixes) -> None:
    names = list(one.check.texts)
    plain = replace(settings(options, one.configuration), target=None)

    def again(texts: Mapping[str, bytes]) -> Check:
        chosen: Settings = replace(plain, given=texts, assets=plain.assets.draft())
        found = check(*names, settings=chosen)
        # Documents that belong together on the command line belong together here.
        return found[0] if len(found) == 1 else Check(())

    now = {name: made.after.get(name, data) for name, data in one.check.texts.items()}
    first = again(now)
    if not first.texts:
        return
    done = fixed(first, list(one.check.report), again)
    for name in done.changed:
        made.before.setdefault(name, one.check.texts[name])
        made.after[name] = done.after[name]
    made.counts += done.counts


def show_diff(made: Fixes, options: argparse.Namespace) -> int:
    """Print what repairs would change; return 1 if there are any."""
    sys.stdout.writelines(made.diff())
    sys.stdout.flush()
    would = f"would fix {made.words}; nothing was written"
    print_message(would if made.after else "nothing to fix", options.quiet)
    return int(bool(made.after))
