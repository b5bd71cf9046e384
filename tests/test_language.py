"""Plain English: words that a robotics engineer would not use become fewer, and never more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORDS = {
    r"nobody|somebody": "name the program or the person, or use the passive",
    r"tells?|told": "a message reports, a document gives",
    r"says?|said|unsaid": "a document gives, contains, names or declares",
    r"any more|no more(?! than)": "no longer",
    r"there (?:is|are) not": "is missing, does not exist",
    r"(?<!-)beside": "next to, together with, in addition to",
    r"stands? (?:for|out|where|in|at)": "is, represents",
    r"what there is to": "name the thing",
    r"counts (?:as|for)": "is treated as, is used for",
}
"""Words by pattern, and what to write in their place."""
ALLOWED = {
    r"nobody|somebody": 0,
    r"tells?|told": 0,
    r"says?|said|unsaid": 1,
    r"any more|no more(?! than)": 0,
    r"there (?:is|are) not": 0,
    r"(?<!-)beside": 0,
    r"stands? (?:for|out|where|in|at)": 0,
    r"what there is to": 0,
    r"counts (?:as|for)": 0,
}
"""How often each is still there. Lower a number whenever you can; never raise one."""
CODE = re.compile(r"```.*?```|``[^`]*``|`[^`\n]*`", re.DOTALL)
COMMENT = re.compile(r"(?:^ *|  )(# .*)$", re.MULTILINE)


def prose(path: Path) -> Iterator[str]:
    """Yield the sentences of a file: of a program its docstrings and messages, without what is code in them."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield CODE.sub("", text)
        return
    program = text.replace("from __future__ import annotations", "")  # makes strings of types
    strings = constants(compile(program, str(path), "exec", dont_inherit=True))
    yield from (CODE.sub("", each) for each in (*strings, *COMMENT.findall(text)) if " " in each)


def constants(code: CodeType) -> Iterator[str]:
    """Yield the strings of a compiled program, those of its functions and classes too."""
    pending: list[object] = [code]
    while pending:
        match pending.pop():
            case str(text):
                yield text
            case CodeType(co_consts=inner):
                pending += inner
            case tuple(inner) | frozenset(inner):
                pending += inner


@cache
def found() -> dict[str, Counter[str]]:
    """Count each pattern in each file."""
    files = [path for folder in ("robotfmt", "converters", "docs") for path in (ROOT / folder).rglob("*.*")]
    files += [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    counts: dict[str, Counter[str]] = {each: Counter() for each in WORDS}
    for path in files:
        if path.suffix in (".py", ".md"):
            whole = "\n".join(prose(path))
            for each in WORDS:
                number = len(re.findall(rf"\b(?:{each})\b", whole, re.IGNORECASE))
                counts[each] += Counter({path.relative_to(ROOT).as_posix(): number} if number else {})
    return counts


@pytest.mark.parametrize("pattern", WORDS)
def test_words_become_fewer(pattern: str) -> None:
    counts = found()[pattern]
    most = ", ".join(f"{path} ({number})" for path, number in counts.most_common(5))
    advice = f"'{pattern}': {counts.total()} times, {ALLOWED[pattern]} allowed; write: {WORDS[pattern]}. {most}"
    assert counts.total() <= ALLOWED[pattern], advice
    assert counts.total() == ALLOWED[pattern], f"fewer than allowed: lower ALLOWED. {advice}"


def test_sentences_are_found() -> None:
    assert "Count each pattern in each file." in list(prose(Path(__file__)))
    assert "# A comment too." in list(prose(Path(__file__)))  # A comment too.
    assert not any("ast.parse" in each for each in prose(ROOT / "docs" / "architecture.md"))
