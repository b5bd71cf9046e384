"""Plain English: words that a robotics engineer would not use become fewer, and never more."""

from __future__ import annotations

import ast
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
NAMES = {
    "said|says?|unsaid": "given, written, declared",
    "tells?|told": "report",
    "loose|loosely|hung|homeless": "free, unattached, attached, without place",
    "worn|dressed": "material, with materials",
    "stands?|standing": "is, represents",
    "nobody": "name the program",
}
"""Words in the names of files, classes and functions, and what to write in their place."""
IN_SOURCE = {
    "said|says?|unsaid": 1,
    "tells?|told": 0,
    "loose|loosely|hung|homeless": 0,
    "worn|dressed": 0,
    "stands?|standing": 2,
    "nobody": 0,
}
IN_TESTS = {
    "said|says?|unsaid": 0,
    "tells?|told": 0,
    "loose|loosely|hung|homeless": 0,
    "worn|dressed": 0,
    "stands?|standing": 0,
    "nobody": 0,
}
"""How often each is still there. Lower a number whenever you can; never raise one."""
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""A word of a name: ``read_pose``, ``WrittenPose``."""
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


@cache
def words_of_names(*folders: str) -> Counter[str]:
    """Count the words in the names of files, classes and functions."""
    found: Counter[str] = Counter()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        found.update(word.lower() for name in (path.stem, *names) for word in PART.findall(name))
    return found


@pytest.mark.parametrize("folders, allowed", [(("robotfmt", "converters"), IN_SOURCE), (("tests",), IN_TESTS)])
def test_words_in_names_become_fewer(folders: tuple[str, ...], allowed: dict[str, int]) -> None:
    counts = words_of_names(*folders)
    found = {each: sum(number for word, number in counts.items() if re.fullmatch(each, word)) for each in NAMES}
    more = [f"'{each}': {found[each]} names, {allowed[each]} allowed; write: {NAMES[each]}" for each in NAMES]
    assert found == allowed, "; ".join(
        line for each, line in zip(NAMES, more, strict=True) if found[each] != allowed[each]
    )


def test_names_are_taken_apart() -> None:
    assert PART.findall("read_pose") == ["read", "pose"]
    assert PART.findall("WrittenPose") == ["Written", "Pose"]


def test_sentences_are_found() -> None:
    assert "Count each pattern in each file." in list(prose(Path(__file__)))
    assert "# A comment too." in list(prose(Path(__file__)))  # A comment too.
    assert not any("ast.parse" in each for each in prose(ROOT / "docs" / "architecture.md"))
