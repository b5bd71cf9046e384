"""The vocabulary of a format names fields that exist, and the tables in its MAPPING.md are those of its words."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from vocabulary import made, pages

from robotfmt.words.vocabulary import Below, Known, Vocabulary, wordless

PAGES = list(pages())


def name(page: Path) -> str:
    return page.parent.name


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_table_of_words_is_that_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "| record | words of its fields | no words |" in text
    assert made(page) == text, "run python tests/support/vocabulary.py"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_words_are_for_fields_that_exist(page: Path) -> None:
    vocabulary: Vocabulary = importlib.import_module(f"{name(page)}.words").VOCABULARY
    wrong = [
        (kind.__name__, field)
        for kind, parts in vocabulary.items()
        for part in parts
        for field in part.words
        if field not in kind.compared_fields
    ]
    assert not wrong


def test_a_field_without_a_word_is_found() -> None:
    from robotfmt.model import Limits

    parts = (Below("limit", (Known({"lower": "@lower", "upper": "max"}),)),)
    assert parts[0].words == {"lower": "limit@lower", "upper": "limit/max"}
    assert wordless({Limits: parts}) == {Limits: ("velocity", "effort", "acceleration", "deceleration", "jerk")}
