"""Comments belong to the key below or beside them, and stay there when a document is written again."""

from __future__ import annotations

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import parse_document
from robotfmt.model import LayoutItem

SOURCE = """\
# licence
# of two lines

# about a
a: "x # y"  # beside a
b:  # beside b
  # above c
  c: [1, 2]  # beside c
  d: |
    # no comment
    text # neither
  # last of b
e:
  - f: 1  # beside the item
    g: it's # beside g
  # above the second
  - h: "say \\"#\\" # no"
k: [1,  # beside k
    2,  # beside 2
    3]
l: {m: n}
   # far right
# end
"""


def _items(text: str) -> tuple[LayoutItem, ...]:
    return parse_document(text.encode(), name="a", format="test", report=Report()).layout().items


def _shown(items: tuple[LayoutItem, ...]) -> list[object]:
    shown: list[object] = []
    for item in items:
        if item.kind == "key":
            shown.append({item.step: _shown(item.items)} if item.items else item.step)
        else:
            shown.append(f"{item.kind}:{item.step}")
    return shown


def test_every_comment_has_its_place() -> None:
    assert _shown(_items(SOURCE)) == [
        "comment: licence",
        "comment: of two lines",
        "blank:",
        "comment: about a",
        {"a": ["trailing: beside a"]},
        {
            "b": [
                "trailing: beside b",
                "comment: above c",
                {"c": ["trailing: beside c", "0", "1"]},
                "d",
                "comment: last of b",
            ]
        },
        {
            "e": [
                {"0": ["trailing: beside the item", "f", {"g": ["trailing: beside g"]}]},
                "comment: above the second",
                {"1": ["h"]},
            ]
        },
        {"k": ["trailing: beside k", "0", {"1": ["trailing: beside 2"]}, "2"]},
        {"l": ["m", "comment: far right"]},
        "comment: end",
    ]


def test_a_comment_without_a_value_is_not_lost() -> None:
    assert _shown(_items("a: [1\n  ]  # closes\nb: 2\n")) == [
        {"a": ["0", "comment: closes"]},
        "b",
    ]


def test_the_version_of_the_document_is_kept() -> None:
    document = parse_document(b"a: 1", name="a", format="test", report=Report())
    assert document.layout("2.0").version == "2.0"


def test_a_hash_in_a_word_is_no_comment() -> None:
    assert _shown(_items("a: b#c\nd#e: 'f # g'\n")) == ["a", "d#e"]
