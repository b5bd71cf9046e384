"""Join the notes of changes into the page of a version.

    python docs/changes/join.py 0.2.0

A change that users notice has a note in ``docs/changes/next``: ``SUBJECT.KIND.md`` with one item of a list, whose
subject is in bold. Two branches with a note each do not conflict.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NEXT = HERE / "next"
KINDS = {"must-change": "What you must change", "added": "Added", "changed": "Changed", "fixed": "Fixed"}
"""The section of a page for each kind of note."""


def notes() -> list[Path]:
    """Return the notes of changes that no page has yet."""
    return sorted(path for path in NEXT.glob("*.md") if path.name != "README.md")


def kind(note: Path) -> str:
    """Return the kind of a note, by its name.

    Raises:
        ValueError: The name has none.
    """
    found = note.name.split(".")[-2]
    if found not in KINDS:
        raise ValueError(f"{note.name}: call it SUBJECT.KIND.md, with the kind {', '.join(KINDS)}")
    return found


def joined(page: str, new: list[Path]) -> str:
    """Return a page with notes at the beginning of their sections."""
    for note in new:
        heading = f"## {KINDS[kind(note)]}\n\n"
        if heading not in page:
            page = f"{page.rstrip()}\n\n{heading}"
        page = page.replace(heading, heading + note.read_text(encoding="utf-8").strip() + "\n", 1)
    return page


def main(version: str) -> None:
    """Move all notes into the page of a version."""
    page, found = HERE / f"{version}.md", notes()
    page.write_text(joined(page.read_text(encoding="utf-8"), found), encoding="utf-8")
    for note in found:
        note.unlink()


if __name__ == "__main__":
    main(sys.argv[1])
