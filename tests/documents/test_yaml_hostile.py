"""Hostile YAML is refused with the right exception, and fast."""

from __future__ import annotations

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import parse_document
from robotfmt.errors import InputError, LimitError, UnsafeInput
from robotfmt.limits import Limits


def _bomb(levels: int, width: int) -> str:
    """Nine lines that stand for a billion values."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * width)}]" for i in range(1, levels)]
    return "\n".join(lines)


def _many_bombs() -> str:
    """Many containers, each of which stands for almost as much as is allowed."""
    rows = "\n".join("- [" + ", ".join(["*b"] * 10) + "]" for _ in range(100))
    return f"a: &a [{', '.join(['x'] * 1000)}]\nb: &b [{', '.join(['*a'] * 50)}]\nc:\n{rows}\n"


def _deep_aliases() -> str:
    lines = ["a0: &a0 {x: 1}"] + [f"a{i}: &a{i} {{x: *a{i - 1}}}" for i in range(1, 100)]
    return "\n".join(lines)


HOSTILE: dict[str, tuple[bytes, type[InputError], str]] = {
    "200 kB of brackets": (b"[" * 200_000, LimitError, "limit.exceeded"),
    "brackets on many lines": (b"[\n" * 100_000, LimitError, "limit.exceeded"),
    "nested mappings": (b"{a: " * 5_000, LimitError, "limit.exceeded"),
    "nested blocks": ("".join(" " * i + "a:\n" for i in range(300)).encode(), LimitError, "limit.exceeded"),
    "alias bomb": (_bomb(9, 9).encode(), LimitError, "limit.exceeded"),
    "many smaller bombs": (_many_bombs().encode(), LimitError, "limit.exceeded"),
    "deep aliases": (_deep_aliases().encode(), LimitError, "limit.exceeded"),
    "alias to itself": (b"a: &a [*a]", InputError, "yaml.alias"),
    "alias to nothing": (b"a: *b", InputError, "yaml.alias"),
    "merge key": (b"a: &a {x: 1}\nb: {<<: *a}", InputError, "yaml.merge-key"),
    "merge bomb": (
        "\n".join(["a0: &a0 {x: 1}"] + [f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}" for i in range(1, 9)]).encode(),
        InputError,
        "yaml.merge-key",
    ),
    "python object": (b"a: !!python/object/apply:os.system [ls]", UnsafeInput, "yaml.tag"),
    "unknown tag": (b"a: !thing 1", UnsafeInput, "yaml.tag"),
    "binary tag": (b"a: !!binary aGVsbG8=", UnsafeInput, "yaml.tag"),
    "invalid UTF-8": (b"a: \xff\xfe\xfa", InputError, "yaml.encoding"),
    "overlong UTF-8": (b"a: \xc0\xaf", InputError, "yaml.encoding"),
    "half of UTF-16": (b"\xff\xfea\x00:", InputError, "yaml.encoding"),
    "control character": (b"a: \x00", InputError, "yaml.syntax"),
    "two documents": (b"a: 1\n---\nb: 2\n", InputError, "yaml.many-documents"),
    "huge line": (b"a: " + b"x" * 70_000, LimitError, "limit.exceeded"),
    "huge comment": (b"# " + b"x" * 2_000_000, LimitError, "limit.exceeded"),
    "huge scalar": (b"a: |\n" + b"  xxxxxxx\n" * 10_000, LimitError, "limit.exceeded"),
    "mapping as key": (b"{a: 1}: 2", InputError, "yaml.key"),
    "list as key": (b"? [a]\n: 2", InputError, "yaml.key"),
    "future version": (b"%YAML 3.0\n---\na: 1\n", InputError, "yaml.syntax"),
    "tab as indentation": (b"a:\n\tb: 1\n", InputError, "yaml.syntax"),
    "open quote": (b'a: "b', InputError, "yaml.syntax"),
    "bad escape": (b'a: "\\q"', InputError, "yaml.syntax"),
    "unfinished mapping": (b"a: {b: 1", InputError, "yaml.syntax"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_documents_are_refused(case: str) -> None:
    data, error, code = HOSTILE[case]
    with pytest.raises(error) as caught:
        parse_document(data, name="a.yaml", format="test", report=Report())
    assert caught.value.code.slug == code
    assert caught.value.diagnostic.file == "a.yaml"


def test_too_many_bytes_and_values() -> None:
    for limits, data in (
        (Limits(yaml_bytes=10), b"a: 1234567890"),
        (Limits(yaml_nodes=5), b"[1, 2, 3, 4, 5, 6]"),
        (Limits(yaml_depth=3), b"[[[[1]]]]"),
        (Limits(yaml_scalar=5), b"a: 123456"),
        (Limits(yaml_expanded_nodes=5), b"a: &a [1, 2, 3]\nb: [*a, *a]"),
    ):
        with pytest.raises(LimitError):
            parse_document(data, name="a", format="test", report=Report(), limits=limits)


def test_harmless_neighbours_of_the_hostile_are_read() -> None:
    for text in (
        "%YAML 1.1\n---\na: on\n",
        "a: !!str 1",
        "--- \na: 1\n...\n",
        "[" * 60 + "]" * 60,
        "'<<': 1",
    ):
        parse_document(text.encode(), name="a", format="test", report=Report())


def test_many_comments_are_all_kept() -> None:
    text = "".join(f"# {i}\nk{i}: {i}  # beside {i}\n" for i in range(5_000))
    layout = parse_document(text.encode(), name="a", format="test", report=Report()).layout()
    assert len(layout.items) == 10_000
