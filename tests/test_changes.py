"""The changelog, its notes and the decisions have the form that readers rely on."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import robotfmt

ROOT = Path(__file__).resolve().parent.parent
CHANGES = ROOT / "docs" / "changes"
JOIN = runpy.run_path(str(CHANGES / "join.py"))
notes, kind, joined = JOIN["notes"], JOIN["kind"], JOIN["joined"]


def test_the_changelog_has_a_page_for_each_version_and_is_short() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert robotfmt.__version__ in versions
    assert all(f"(docs/changes/{each}.md)" in text for each in versions)
    assert len(text) < 8000


@pytest.mark.parametrize("note", notes(), ids=lambda note: note.name)
def test_a_note_has_a_kind_and_names_its_subject(note: Path) -> None:
    assert kind(note)
    assert re.match(r"- \*\*[^*]+\*\*", note.read_text(encoding="utf-8"))


def test_a_note_without_a_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="call it SUBJECT"):
        kind(Path("pairs.md"))


def test_notes_come_first_in_their_section(tmp_path: Path) -> None:
    new, first = tmp_path / "pairs.fixed.md", tmp_path / "masks.added.md"
    new.write_text("- **Pairs.** Are once.\n")
    first.write_text("- **Masks.** Are new.\n")
    page = "# All changes of 1\n\n## Fixed\n\n- **Old.** Stays.\n"
    made = joined(page, [new, first])
    assert "## Fixed\n\n- **Pairs.** Are once.\n- **Old.** Stays.\n" in made
    assert made.endswith("## Added\n\n- **Masks.** Are new.\n")


def test_each_decision_is_dated() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    dated = re.findall(r"^## (.*)\n\n\*\d{4}-\d\d-\d\d, (?:in force|replaced by .+)\*$", text, re.MULTILINE)
    assert len(headings) > 15
    assert headings == dated
