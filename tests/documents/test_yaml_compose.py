"""Writing YAML: style, extensions at their places, order and comments of the source."""

from __future__ import annotations

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.compose import Item, Tree, Word, compose, unplaced
from robotfmt.documents.yaml.document import Mapping, iterate, parse_document
from robotfmt.model import Extension, ExtensionKind, Layout, LayoutItem, Robot


def _extension(place: str, name: str, content: str, **changes: object) -> Extension:
    kind = changes.get("kind", ExtensionKind.ENTRY)
    assert isinstance(kind, ExtensionKind)
    return Extension(format=str(changes.get("format", "test")), place=place, kind=kind, name=name, content=content)


def _written(tree: Tree, *extensions: Extension, like: str | None = None) -> str:
    layouts: tuple[Layout, ...] = ()
    if like is not None:
        layouts = (parse_document(like.encode(), name="a", format="test", report=Report()).layout(),)
    data, lost = compose(tree, Robot(extensions=extensions, layouts=layouts), format="test")
    assert lost == []
    return data.decode("ascii")


def test_yaml_is_written_in_one_style() -> None:
    tree: Tree = {
        "format": Word("xrdf"),
        "version": 1,
        "flag": True,
        "absent": None,
        "names": ["a", "on", 'say "x"'],
        "numbers": (0, 0.5, 1e-7),
        "holes": [1.0, None],
        "nothing": {},
        "none": [],
        "spheres": [{"center": [0, 0, 0], "radius": 0.1}, {"radius": 1}],
        "nested": [["a"], [{"b": 1}], []],
        "on": {"a b": {"caf\u00e9": "\u00e9"}},
    }
    assert _written(tree) == (
        "format: xrdf\n"
        "version: 1.0\n"
        "flag: true\n"
        "\n"
        'names: ["a", "on", "say \\"x\\""]\n'
        "\n"
        "numbers: [0.0, 0.5, 1.0e-07]\n"
        "\n"
        "holes: [1.0, null]\n"
        "\n"
        "nothing: {}\n"
        "\n"
        "none: []\n"
        "\n"
        "spheres:\n"
        "  - center: [0.0, 0.0, 0.0]\n"
        "    radius: 0.1\n"
        "  - radius: 1.0\n"
        "\n"
        "nested:\n"
        '  - ["a"]\n'
        "  - - b: 1.0\n"
        "  - []\n"
        "\n"
        '"on":\n'
        '  "a b":\n'
        '    "caf\\xe9": "\\xe9"\n'
    )


def test_a_long_list_has_a_line_for_each_item() -> None:
    written = _written({"names": [f"joint_{i}" for i in range(20)]})
    assert written.startswith('names:\n  - "joint_0"\n  - "joint_1"\n')


def test_a_very_long_key_is_still_yaml() -> None:
    key = "\u00e9" * 500
    text = _written({"a": {key: 1.0}, "b": [{key: {"c": 2.0}}]})
    document = parse_document(text.encode(), name="a", format="test", report=Report())
    mappings = [each for each in iterate(document.root) if isinstance(each, Mapping)]
    assert [entry.key for each in mappings for entry in each.entries] == ["a", "b", key, key, "c"]


def test_comments_of_the_writer() -> None:
    tree: Tree = {
        "a": Item({"b": Item(1, beside="assumed")}, before=("above a",)),
        "c": [Item("x", beside="Adjacent"), Item("y", before=("one\ntwo",))],
        "d": Item([1.0, 2.0], beside="both"),
        "e": [Item({"f": 1, "g": 2}, beside="an item")],
    }
    assert _written(tree) == (
        "# above a\n"
        "a:\n"
        "  b: 1.0  # assumed\n"
        "\n"
        "c:\n"
        '  - "x"  # Adjacent\n'
        "  # one\n"
        "  # two\n"
        '  - "y"\n'
        "\n"
        "d: [1.0, 2.0]  # both\n"
        "\n"
        "e:\n"
        "  - f: 1.0  # an item\n"
        "    g: 2.0\n"
    )


def test_optional_parts_are_left_out_while_they_are_empty() -> None:
    tree: Tree = {
        "a": Item({}, optional=True),
        "b": Item([], optional=True),
        "c": {"d": Item([None], optional=True)},
    }
    assert _written(tree) == "c: {}\n"
    assert _written(tree, _extension("/b", "0", "x"), _extension("/a", "k", "[1]")) == (
        "a:\n  k: [1]\n\nb: [x]\n\nc: {}\n"
    )


def test_extensions_go_back_to_their_places() -> None:
    tree: Tree = {"a": {"b/c": [{"d": 1}, {"d": 2}]}, "list": ["x", "y"], "limits": [1.0, None]}
    written = _written(
        tree,
        _extension("/", "top", '{"k": [1, "two", yes], "deep": {"er": ~}}'),
        _extension("/a", "number", "1e-3"),
        _extension("/a/b~1c/1", "note", '"text"'),
        _extension("/list", "1", '{"in": between}'),
        _extension("/list", "3", "last"),
        _extension("/limits", "1", "abc"),
        _extension("/new/deeper", "k", "v"),
    )
    assert written == (
        "a:\n  b/c:\n".replace("b/c", '"b/c"') + "    - d: 1.0\n"
        "    - d: 2.0\n"
        '      note: "text"\n'
        "  number: 1e-3\n"
        "\n"
        "list:\n"
        '  - "x"\n'
        "  - in: between\n"
        '  - "y"\n'
        "  - last\n"
        "\n"
        "limits: [1.0, abc]\n"
        "\n"
        "top:\n"
        '  k: [1, "two", yes]\n'
        "  deep:\n"
        "    er: ~\n"
        "\n"
        "new:\n"
        "  deeper:\n"
        "    k: v\n"
    )


def test_a_placeholder_for_an_empty_value_is_replaced() -> None:
    tree: Tree = {"a": Item(Word("FIXED"), default=True), "b": {}, "c": []}
    extensions = (_extension("/", "a", "[x]"), _extension("/", "b", "5"), _extension("/", "c", "{d: 1}"))
    assert _written(tree, *extensions) == "a: [x]\nb: 5\n\nc:\n  d: 1\n".replace("b: 5", "\nb: 5")


def test_the_second_of_a_key_that_stood_twice_does_not_become_the_first() -> None:
    tree: Tree = {"a": Item({}, optional=True)}
    inner, second = _extension("/a", "x", "1"), _extension("/", "a", "{y: 2}")
    assert compose(tree, Robot(extensions=(second, inner)), format="test") == (b"a:\n  x: 1\n", [second])


def test_inserted_list_items_come_before_content_of_later_items() -> None:
    tree: Tree = {"list": [{"a": 1}]}
    deep, first = _extension("/list/1", "b", "2"), _extension("/list", "0", "{}")
    for order in ((deep, first), (first, deep)):
        assert _written(tree, *order) == "list:\n  - {}\n  - a: 1.0\n    b: 2\n"


@pytest.mark.parametrize(
    "extension",
    [
        _extension("/a", "b", "2"),
        _extension("/a/b", "c", "2"),
        _extension("/list", "5", "2"),
        _extension("/list", "x", "2"),
        _extension("/list/7", "x", "2"),
        _extension("/gone", "0", "2"),
        _extension("/gone/0", "x", "2"),
        _extension("/a", "new", "{broken"),
        _extension("/a", "new", "!evil 1"),
        _extension("/a", "new", "1\n---\n2"),
        _extension("/a", "new", "2", kind=ExtensionKind.TEXT),
    ],
)
def test_content_without_a_place_is_returned(extension: Extension) -> None:
    tree: Tree = {"a": {"b": 1}, "list": ["x"]}
    robot = Robot(extensions=(extension,))
    assert compose(tree, robot, format="test") == (b'a:\n  b: 1.0\n\nlist: ["x"]\n', [extension])
    assert unplaced(tree, robot, format="test") == [extension]


def test_extensions_of_other_formats_are_not_looked_at() -> None:
    assert _written({"a": 1}, _extension("/", "b", "2", format="urdf")) == "a: 1.0\n"


def test_a_duplicate_key_in_an_extension_is_written_twice() -> None:
    assert _written({"a": 1}, _extension("/", "b", '{"x": 1, "x": 2}')) == 'a: 1.0\nb: {"x": 1, "x": 2}\n'


def test_keys_keep_the_order_of_the_source_and_new_ones_follow_their_neighbour() -> None:
    tree: Tree = {"first": 1, "a": 1, "after_a": 1, "b": {"z": 1, "x": 1}, "c": 1}
    assert _written(tree, like="c: 1\nb: {x: 1, z: 1}\ngone: 2\na: 1\n") == (
        "first: 1.0\nc: 1.0\n\nb:\n  x: 1.0\n  z: 1.0\n\na: 1.0\nafter_a: 1.0\n"
    )


def test_comments_keep_their_places() -> None:
    source = (
        "# licence\n"
        "\n"
        "# about a\n"
        "a: 1.0  # beside a\n"
        "\n"
        "b:  # beside b\n"
        "  # above c\n"
        "  c: [1.0]  # beside c\n"
        "  # last of b\n"
        "\n"
        "list:\n"
        "  - x: 1.0  # beside the item\n"
        "    z: 2.0\n"
        "  # second\n"
        "  - x: 3.0\n"
        "\n"
        "names:\n"
        '  - "n"  # why\n'
        "\n"
        "# end\n"
    )
    tree: Tree = {
        "a": 1,
        "b": {"c": [1]},
        "list": [{"x": 1, "z": 2}, {"x": 3}],
        "names": ["n"],
    }
    assert _written(tree, like=source) == source


def test_comments_of_a_key_that_is_gone_stay_and_those_in_it_go() -> None:
    assert _written({"b": 1}, like="# about a\na: 1 # beside\nb: 2\n") == "# about a\nb: 1.0\n"


def test_a_comment_of_both_writer_and_source_is_written_once() -> None:
    tree: Tree = {"a": Item(1, beside="Adjacent")}
    assert _written(tree, like="a: 1 # Adjacent\n") == "a: 1.0  # Adjacent\n"
    assert _written(tree, like="a: 1 # mine\n") == "a: 1.0  # mine; Adjacent\n"
    assert _written(tree, like="a: 1 # mine; Adjacent\n") == "a: 1.0  # mine; Adjacent\n"


def test_comments_are_ascii_on_one_line() -> None:
    items = (LayoutItem(kind="comment", step=" a \u2014 \u2264 \n b"), LayoutItem(kind="key", step="a"))
    robot = Robot(layouts=(Layout(format="test", items=items),))
    assert compose({"a": 1}, robot, format="test")[0] == b"# a - \\u2264   b\na: 1.0\n"


def test_an_object_that_is_no_tree_is_refused() -> None:
    with pytest.raises(TypeError):
        compose({"a": object()}, Robot(), format="test")  # type: ignore[dict-item]
