"""Planted faults: how many of them ``robotfmt check`` finds, and other checkers beside it, as a table.

    python tests/benchmarks/planted.py [--python PYTHON] [--one] [--format FORMAT ...] [--kind KIND ...] [--missed FILE]

``--python`` is the interpreter of an environment with other checkers: ``pip install simcheck urdf-validator
mjcf-doctor``. It needs no robotfmt. Those that are not installed have no column, and each only has the rows of the
formats that it reads. ``--one`` takes one robot for each kind of fault: simcheck takes up to half a minute for a robot.
The robots are in the test extra, and the table of faults is in ``planted/*.toml``.

A fault is found if the document with it has a warning or an error that the sound one does not have, and whose message
or subject names what was planted: the link, the joint, or the attribute. A line for each format: faults; how many were
found, and of these as errors, with which ``check`` ends with 1 or 3; how many have only a note; found by others, of
those that they read. Then follow the faults that were missed, with the other findings that came with them, and the
findings in the sound robots.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parent / each) for each in ("../support", "planted"))

from found import Compared, Finding, by_check, worst_naming
from others import by_other, installed
from rows import Documents, Fault, faults

Results = Mapping[str, list[Finding]]
"""By checker, what comes with a fault; without those that do not read its format."""
CHECK = "robotfmt"


@dataclass(frozen=True)
class Row:
    """A fault, and what was found."""

    fault: Fault
    found: Results

    def severity(self, checker: str) -> str:
        """The worst severity at which a checker names what was planted; empty if it does not."""
        worst = worst_naming(self.fault, self.found[checker])
        return worst.severity if worst is not None else ""

    def is_found(self, checker: str) -> bool:
        """Whether a checker has a warning or an error that names what was planted."""
        return self.severity(checker) in ("error", "warning")


def tried(rows: Iterable[Fault], checkers: Mapping[str, Compared], reads: Mapping[str, Sequence[str]]) -> Iterable[Row]:
    """Check each document with a fault by each checker that reads its format."""
    for fault in rows:
        mine = [name for name in checkers if name not in reads or fault.robot.format in reads[name]]
        yield Row(fault, {name: checkers[name].new(fault) for name in mine})
        print(".", end="", file=sys.stderr, flush=True)


# The table


def line(name: str, rows: Sequence[Row], checkers: Sequence[str]) -> str:
    """Return a line of the table: the rows of a format, or all."""
    counts = Counter(each.severity(CHECK) for each in rows)
    found = counts["error"] + counts["warning"]
    cells = [name, str(len(rows)), share(found, len(rows)), str(counts["error"]), str(counts["note"])]
    for checker in checkers[1:]:
        mine = [each for each in rows if checker in each.found]
        cells.append(share(sum(each.is_found(checker) for each in mine), len(mine)) if mine else "")
    return f"| {' | '.join(cells)} |"


def share(count: int, whole: int) -> str:
    """Return a count with its share: ``12 of 16, 75 %``."""
    return f"{count} of {whole}, {100 * count / whole:.0f} %"


def print_table(rows: Sequence[Row], checkers: Sequence[str]) -> None:
    """Print the recall by format, and in all."""
    heads = ["format", "faults", "found", "as errors", "only noted", *checkers[1:]]
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for form in sorted({each.fault.robot.format for each in rows}):
        print(line(form, [each for each in rows if each.fault.robot.format == form], checkers))
    print(line("all", rows, checkers))


def missed(rows: Sequence[Row]) -> list[str]:
    """Return a line for each fault that was missed."""
    lines = []
    for each in (row for row in rows if not row.is_found(CHECK)):
        others = [name for name in each.found if name != CHECK and each.is_found(name)]
        instead = [f"{it.code}: {it.text}"[:160] for it in each.found[CHECK] if it.severity != "note"]
        noted = " (only noted)" if each.severity(CHECK) == "note" else ""
        by = f"; found by {', '.join(others)}" if others else ""
        also = f"; instead {instead[0]}" if instead else ""
        lines.append(f"{each.fault.robot.format} | {each.fault.name} | {each.fault.about}{noted}{by}{also}")
    return lines


def alarms(rows: Sequence[Row], compared: Compared) -> list[str]:
    """Return the warnings and errors in the sound robots, by code."""
    counts: Counter[tuple[str, str]] = Counter()
    where: dict[tuple[str, str], set[str]] = {}
    for robot, needs in dict.fromkeys((each.fault.robot.name, each.fault.needs) for each in rows):
        fault = next(each.fault for each in rows if each.fault.robot.name == robot)
        for it in compared.clean(fault.robot, needs):
            key = it.severity, it.code
            if it.severity != "note":
                where.setdefault(key, set()).add(robot)
                counts[key] += 1
    return [f"{severity} {code}: {', '.join(sorted(where[severity, code]))}" for severity, code in sorted(counts)]


def chosen(options: argparse.Namespace, documents: Documents) -> list[Fault]:
    """Return the rows of the formats and kinds that are wanted, of robots that are installed."""
    forms, kinds = options.format, options.kind
    rows = [each for each in faults() if not forms or each.robot.format in forms]
    rows = [each for each in rows if (not kinds or each.kind in kinds) and documents.has(each.robot)]
    return list({each.kind: each for each in reversed(rows)}.values())[::-1] if options.one else rows


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", type=Path)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--format", action="append", default=[])
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--missed", type=Path)
    return parser.parse_args()


def main() -> None:
    """Print the table, what was missed, and the findings in the sound robots."""
    options = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        documents = Documents(folder / "written")
        checkers = {CHECK: Compared(documents, by_check(documents))}
        others = installed(options.python) if options.python else []
        for each in others:
            checkers[each.name] = Compared(documents, by_other(each, options.python, folder / each.name), needy=False)
        reads = {each.name: each.formats for each in others}
        rows = list(tried(chosen(options, documents), checkers, reads))
        print(file=sys.stderr)
        print_table(rows, list(checkers))
        print(f"\n{checkers[CHECK].seconds:.1f} CPU seconds of check\n\nMissed:", *missed(rows), sep="\n")
        print("\nIn the sound robots:", *alarms(rows, checkers[CHECK]), sep="\n")
        if options.missed:
            options.missed.write_text("\n".join(missed(rows)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
