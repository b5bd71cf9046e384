"""Check the files given on the command line, under their configurations."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..assets.files import is_folder
from ..codes.targets import FORMAT
from ..diagnostics import Diagnostic, Fate, Severity
from ..documents.source import EXPANDED
from ..hub.checking import Check, check
from ..model.record import replace
from .configuration import FAIL_ON, NEVER, Configuration, Configurations, existing
from .console import counted, print_message, progress
from .findings import FOR_PEOPLE
from .options import allowed, configurations, settings

if TYPE_CHECKING:
    from ..selfcollision.pairs import Collisions
    from .folders import Folders

OPTIONAL = {"mesh": "meshes", "collisions": "collisions", "load": "load"}
"""Prefixes of codes, with the options that enable them."""
_MARK = b"robotfmt:"
"""The beginning of comments for a check."""
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


class Checked:
    """The documents of one robot, and their configuration."""

    def __init__(self, check: Check, configuration: Configuration) -> None:
        self.check = check
        self.configuration = configuration

    def exit_code(self, fail_on: str | None) -> int:
        """Return 3 if a document cannot be read, 1 if the findings make the check fail, else 0."""
        wanted = fail_on or self.configuration.fail_on or Severity.ERROR.value
        severities = _ORDER[: FAIL_ON.index(wanted) + 1] if wanted != NEVER else ()
        found = any(it.severity in severities and not is_unrecognised(it) for it in self.check.report)
        return max(self.check.failure if self.check.failure > 1 else 0, int(found))


def checked(options: argparse.Namespace) -> list[Checked]:
    """Check the given documents, and those in given folders.

    Raises:
        UsageError: An option or the configuration is invalid.
    """
    chosen, found = configurations(options), []
    files, by_name = _documents(options, chosen)
    for configuration, paths in _by_configuration(files, chosen):
        done = _under(configuration, paths, options, by_name)
        found += [Checked(each, configuration) for each in done]
    if any(_MARK in data for each in found for data in each.check.texts.values()):
        from .ignores import apply_ignores  # which few documents need

        unsought = [name for name, option in OPTIONAL.items() if not getattr(options, option)]
        apply_ignores([each.check for each in found], unsought)
    if by_name:
        _report_once(each.check for each in found)
    return found


class Choice:
    """The findings that options select.

    Raises:
        UsageError: The options name a code that does not exist.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.only = existing(_split(options.only))
        self.ignored = existing(_split(options.ignore))
        self.tolerated = allowed(options.allow)

    def apply(self, found: Iterable[Checked]) -> None:
        """Remove findings that are ignored here or in a configuration, and turn allowed errors into warnings."""
        for each in found:
            wanted = _Wanted(each, self.only or frozenset(each.configuration.select), self.ignored)
            report = each.check.report
            report.diagnostics = [_softened(it, self.tolerated) for it in report if wanted.has(it)]


def _split(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated text."""
    return tuple(filter(None, map(str.strip, text.split(","))))


class _Wanted:
    """The selection of findings."""

    def __init__(self, found: Checked, only: frozenset[str], ignored: frozenset[str]) -> None:
        self._found, self._only, self._ignored = found, only, ignored
        self._in_files: dict[str | None, frozenset[str]] = {}

    def has(self, it: Diagnostic) -> bool:
        """Return True if a finding is selected; one that made a document unreadable always is."""
        if it in self._found.check.refused:
            return True
        slugs = {it.code, it.code.partition(".")[0]}
        return not slugs & self._ignored_in(it.file) and (not self._only or bool(slugs & self._only))

    def _ignored_in(self, file: str | None) -> frozenset[str]:
        if file not in self._in_files:
            path = Path((file or "").removesuffix(EXPANDED)).absolute()
            self._in_files[file] = self._ignored | self._found.configuration.ignored_in(path)
        return self._in_files[file]


def _documents(options: argparse.Namespace, chosen: Configurations) -> tuple[list[str], bool]:
    """Return the files to check, and whether some of them were found in folders, or count as found."""
    if not options.as_in_folder and not any(map(is_folder, map(Path, options.files))):
        return options.files, False
    from .folders import Folders

    def is_excluded(path: Path, is_folder: bool) -> bool:
        exclude = chosen.of(path).exclude
        return exclude is not None and bool(exclude.fit(path, is_folder=is_folder))

    files: list[str] = []
    folders = Folders(options.xacro, is_excluded)
    for each in options.files:
        before = len(folders.files)
        if is_folder(Path(each)):
            folders.search(each)
            is_empty = len(folders.files) == before
            print_message(f"warning: no robot documents found in '{each}'", options.quiet or not is_empty)
        elif options.as_in_folder:
            folders.add(each)
        else:
            files.append(each)
    _print_skipped(folders, options)
    unique: dict[str, str] = {}
    for each in (*files, *folders.files):
        unique.setdefault(os.path.realpath(each), each)
    return list(unique.values()), True


def _print_skipped(folders: Folders, options: argparse.Namespace) -> None:
    """Print how many files in folders are not checked, and why."""
    if folders.unexpanded:
        number = counted(folders.unexpanded, "xacro document")
        print_message(f"{number} not checked (--xacro expands them)", options.quiet)
    if folders.others:
        number = counted(folders.others, "other file")
        print_message(f"{number} skipped: meshes, XML and YAML", not options.verbose)


def _by_configuration(files: list[str], chosen: Configurations) -> list[tuple[Configuration, list[str]]]:
    """Return the configurations of some files, each with the files that it applies to."""
    groups: dict[int, tuple[Configuration, list[str]]] = {}
    for each in files:
        configuration = chosen.of(Path(each))
        groups.setdefault(id(configuration), (configuration, []))[1].append(each)
    return list(groups.values())


def _under(configuration: Configuration, files: list[str], options: argparse.Namespace, by_name: bool) -> list[Check]:
    """Check files for each of their target programs, and combine the findings."""
    runs: list[list[Check]] = []
    collisions = _collisions(options) if options.collisions else None
    named = _split(options.target or "")
    for target in named or configuration.targets or (None,):
        chosen = settings(options, configuration, target)
        done = check(*files, settings=chosen, meshes=options.meshes, collisions=collisions, by_name=by_name)
        if options.load and not runs:
            from .loading import load_checked  # which starts other programs

            for each in done:
                load_checked(each, chosen, each.report)
        runs.append(done)
        collisions = None  # what can touch does not depend on the program, so only the first run examines it
    if not named:
        _remove_unread_by_some(runs)
    return [_merged(each) for each in zip(*runs, strict=True)]


def _remove_unread_by_some(runs: list[list[Check]]) -> None:
    """Remove findings about formats that only some of the programs of a configuration do not read."""
    counts = Counter(it.file for run in runs for each in run for it in each.report.having(FORMAT.slug))
    for each in (each for run in runs for each in run):
        report = each.report
        report.diagnostics = [it for it in report if it.code != FORMAT.slug or counts[it.file] == len(runs)]


def _collisions(options: argparse.Namespace) -> Collisions:
    from ..selfcollision.pairs import Collisions

    is_for_people = not options.json and options.output_format in FOR_PEOPLE
    shown = progress("sampling poses", is_for_people and not options.quiet)
    return Collisions(samples=options.samples, seed=options.seed, progress=shown)


def _merged(runs: tuple[Check, ...]) -> Check:
    """Return the findings of several runs over the same documents, each once, with its worst severity."""
    first, found = runs[0], dict[Diagnostic, Severity]()
    if len(runs) == 1:
        return first
    for it in (it for run in runs for it in run.report):
        key = replace(it, severity=Severity.NOTE)
        found[key] = min(found.get(key, it.severity), it.severity, key=_ORDER.index)
    first.report.diagnostics = [replace(it, severity=severity) for it, severity in found.items()]
    return first


def _report_once(done: Iterable[Check]) -> None:
    """Remove from each report the findings of earlier ones: several documents may share one."""
    seen: set[Diagnostic] = set()
    for each in done:
        each.report.diagnostics = [it for it in each.report if it not in seen]
        seen.update(each.report)


def _softened(it: Diagnostic, tolerated: list[str]) -> Diagnostic:
    is_softened = it.code in tolerated and it.severity is Severity.ERROR
    return replace(it, severity=Severity.WARNING) if is_softened else it


def is_unrecognised(it: Diagnostic) -> bool:
    """Return True for unrecognised content, which is not a finding."""
    return it.fate is Fate.PASSED_THROUGH and it.severity is Severity.NOTE
