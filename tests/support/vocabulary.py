"""The tables of words in the MAPPING.md of each format, made from the vocabularies that read and write.

python tests/support/vocabulary.py    writes them
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from robotfmt.model.record import Record
from robotfmt.words.vocabulary import HasWords, Vocabulary

CONVERTERS = Path(__file__).resolve().parents[2] / "converters"
MADE = re.compile(r"(?<=<!-- made by: python tests/support/vocabulary.py -->\n).*?(?=\n\n|\n*\Z)", re.DOTALL)
HEAD = "| record | words of its fields | no words |\n|---|---|---|"


def pages() -> Iterator[Path]:
    """Yield the MAPPING.md of each format that has a vocabulary."""
    for words in sorted(CONVERTERS.glob("robotfmt_*/words.py")):
        if "VOCABULARY: Vocabulary" in words.read_text(encoding="utf-8"):
            yield words.with_name("MAPPING.md")


def made(page: Path) -> str:
    """Return a page with the present table of words."""
    vocabulary: Vocabulary = importlib.import_module(f"{page.parent.name}.words").VOCABULARY
    table = "\n".join((HEAD, *(row(record, parts) for record, parts in vocabulary.items())))
    return MADE.sub(lambda _: table, page.read_text(encoding="utf-8"), count=1)


def row(record: type[Record], parts: tuple[HasWords, ...]) -> str:
    """Return the row of a record: its fields in order, each with the path that has it."""
    words = {field: path for part in reversed(parts) for field, path in part.words.items()}
    known = (f"{name} `{words[name]}`" for name in record.compared_fields if name in words)
    missing = (name for name in record.compared_fields if name not in words)
    return f"| `{record.__name__}` | {', '.join(known)} | {', '.join(missing)} |"


if __name__ == "__main__":
    for path in pages():
        path.write_text(made(path), encoding="utf-8")
