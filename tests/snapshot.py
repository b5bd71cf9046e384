"""What robotfmt does with the fixtures, as files to compare before and after a change that should change nothing.

    python tests/snapshot.py FOLDER           writes them
    python tests/snapshot.py FOLDER --check   makes them again, and names those that differ

The codes with their texts, what each format carries, and for every fixture in every format the outputs and the report.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.formats import all_formats
from robotfmt.formats.catalogue import all_codes

CODES, FORMATS, REPORT = "codes.json", "formats.json", "report.txt"
ALLOWED = ("mjcf.massless", "mjcf.inertia")


def main() -> int:
    """Write the snapshot, or compare with it; return 1 if it differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="compare with the files in the folder")
    given = parser.parse_args()
    if not given.check:
        take(given.folder)
        return 0
    with tempfile.TemporaryDirectory() as made:
        take(Path(made))
        found = sorted(differences(given.folder, Path(made)))
    sys.stdout.write("\n".join(found or ["no difference"]) + "\n")
    return 1 if found else 0


def take(folder: Path) -> None:
    """Write all files of a snapshot."""
    folder.mkdir(parents=True, exist_ok=True)
    codes = {
        slug: [each.severity.value, str(each.fate), each.title, each.help, each.explanation]
        for slug, each in all_codes().items()
    }
    carried = {each.name: {it.value: word.value for it, word in each.carries.items()} for each in all_formats()}
    (folder / CODES).write_text(json.dumps(codes, indent=1, sort_keys=True))
    (folder / FORMATS).write_text(json.dumps(carried, indent=1, sort_keys=True))
    with tempfile.TemporaryDirectory() as made:  # outputs name meshes by where they are from there
        work = Path(made)
        shutil.copytree(FIXTURES, work / "fixtures", ignore=shutil.ignore_patterns(BROKEN.name))
        for source in sources(work / "fixtures"):
            for suffix in (each.suffixes[0] for each in all_formats() if each.writes):
                _convert(source, suffix, work)
        shutil.copytree(work / "outputs", folder, dirs_exist_ok=True)


def sources(fixtures: Path) -> Iterator[Path]:
    """Yield the documents in a folder."""
    read = {suffix for each in all_formats() if each.read is not None for suffix in each.suffixes}
    for path in sorted(fixtures.rglob("*")):
        if path.is_file() and any(path.name.endswith(each) for each in read):
            yield path


def _convert(source: Path, suffix: str, work: Path) -> None:
    """Convert a document, with a sidecar, into a folder of its own, and write the report beside the outputs."""
    name = str(source.relative_to(work / "fixtures")).replace("/", "-")
    made = work / "outputs" / name / (suffix.removeprefix(".") or "none")
    made.mkdir(parents=True)
    report = Report()
    try:
        robotfmt.convert(source, made / f"out{suffix}", report=report, keep=True, allow=ALLOWED)
    except RobotfmtError as error:
        report.diagnostics.append(error.diagnostic)
    (made / REPORT).write_text("\n".join(map(str, report)).replace(f"{work}/", ""))


def differences(one: Path, other: Path) -> Iterator[str]:
    """Yield the files that only one folder has, and those that differ."""
    names = [{str(path.relative_to(each)) for path in each.rglob("*") if path.is_file()} for each in (one, other)]
    yield from (f"gone: {each}" for each in names[0] - names[1])
    yield from (f"new: {each}" for each in names[1] - names[0])
    for each in names[0] & names[1]:
        if not filecmp.cmp(one / each, other / each, shallow=False):
            yield f"differs: {each}"


if __name__ == "__main__":
    raise SystemExit(main())
