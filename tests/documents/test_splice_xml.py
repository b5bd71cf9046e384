"""XML documents that are edited in place: what comes and goes, and that all else is the same bytes."""

from __future__ import annotations

import codecs

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.document import parse_document
from robotfmt.documents.xml.splice import Unfit, revise
from robotfmt.limits import Limits

KEYS = {"p": ("n",), "g": ("n",)}


def tree(text: str) -> xml.Node:
    return xml.parse(text.encode(), "tree", Limits(), Report())


def revised(data: bytes, after: str, before: str | None = None) -> bytes:
    """A document that says something else; without white space unless there is more in it than its reader took."""
    document = parse_document(data, name="d.xml", format="x", report=Report(), keys=KEYS)
    if before is None:
        document.root.take_all()
        before = document.data.decode().rpartition("?>")[2]
    else:
        document.root.take()
        for element in document.root.children_of("p", "g"):
            element.take_all()
    return revise(Source("d.xml", data), document, tree(before), tree(after))


def check(text: str, after: str, expected: str, before: str | None = None) -> None:
    assert revised(text.encode(), after, before).decode() == expected


LINES = """\
<?xml version='1.0'?>
<!-- head -->
<r a = "1">
\t<p  n='one'   v='1' />  <!-- beside one -->
\t<!-- above two -->
\t<p n='two' v='2' />

\t<g n="all"><p n="in" v="3"/></g>
</r>
<!-- foot -->
"""


def reported(*lines: str, a: str | None = "1") -> str:
    head = f'<r a="{a}">' if a is not None else "<r>"
    return head + "".join(lines) + "</r>"


ONE, TWO = '<p n="one" v="1"/>', '<p n="two" v="2"/>'
GROUP = '<g n="all"><p n="in" v="3"/></g>'


def test_nothing_changes_nothing() -> None:
    check(LINES, reported(ONE, TWO, GROUP), LINES)


def test_an_attribute_is_changed_between_its_quotes() -> None:
    check(LINES, reported(ONE.replace("1", "7"), TWO, GROUP), LINES.replace("v='1'", "v='7'"))
    check(LINES, reported(ONE, TWO, GROUP, a="&lt;'2'&gt;"), LINES.replace('"1"', "\"&lt;'2'&gt;\""))
    check(LINES, reported(ONE.replace('"1"', '"it\'s"'), TWO, GROUP), LINES.replace("v='1'", "v='it&apos;s'"))


def test_attributes_come_and_go() -> None:
    check(LINES, reported(ONE, TWO, GROUP, a=None), LINES.replace(' a = "1"', ""))
    with_w = '<p n="two" v="2" w="x"/>'
    check(LINES, reported(ONE, with_w, GROUP), LINES.replace("v='2' />", "v='2' w=\"x\" />"))


def test_a_name_inside_of_a_value_is_no_attribute() -> None:
    text = '<r><p n="x" v="say w = 1" w="1"/></r>'
    check(text, '<r><p n="x" v="say w = 1" w="2"/></r>', text.replace('w="1"', 'w="2"'))


def test_an_element_goes_with_its_line_and_its_comments_stay() -> None:
    check(LINES, reported(ONE, GROUP), LINES.replace("\t<p n='two' v='2' />\n", ""))
    check(LINES, reported(TWO, GROUP), LINES.replace("<p  n='one'   v='1' />  ", ""))
    check(LINES, reported(ONE, TWO), LINES.replace('\t<g n="all"><p n="in" v="3"/></g>\n', ""))


def test_a_new_element_comes_behind_its_neighbour_and_looks_like_it() -> None:
    new = '<p n="new" v="0"/>'
    line = "\t<p  n='new'   v='0' />\n"
    check(LINES, reported(ONE, TWO, new, GROUP), LINES.replace("v='2' />\n", f"v='2' />\n{line}"))
    check(LINES, reported(ONE, new, TWO, GROUP), LINES.replace("beside one -->\n", f"beside one -->\n{line}"))
    check(LINES, reported(new, ONE, TWO, GROUP), LINES.replace("\t<p  n='one'", f"{line}\t<p  n='one'"))


def test_new_elements_take_the_place_of_those_that_go() -> None:
    new = '<p n="new" v="0"/>'
    check(LINES, reported(GROUP, new), LINES.replace("<p  n='one'   v='1' />  ", "").replace(
        "\t<p n='two' v='2' />\n", "\t<p  n='new'   v='0' />\n"
    ))  # fmt: skip


def test_elements_in_others_come_and_go() -> None:
    both = GROUP.replace("</g>", '<p n="more"/></g>')
    check(LINES, reported(ONE, TWO, both), LINES.replace("</g>", "<p  n='more' /></g>"))
    # A group that is left empty keeps its tags.
    check(LINES, reported(ONE, TWO, '<g n="all"/>'), LINES.replace('<p n="in" v="3"/>', ""))


def test_elements_that_no_reader_took_stay() -> None:
    text = "<r>\n  <odd n='x'/>\n  <p n='a'/>\n  <odd/>\n</r>\n"
    check(text, '<r><p n="b"/></r>', text.replace("'a'", "'b'"), '<r><p n="a"/></r>')
    check(text, "<r/>", text.replace("  <p n='a'/>\n", ""), '<r><p n="a"/></r>')


def test_values_that_only_the_writer_gives_are_not_written_unless_they_change() -> None:
    text = "<r>\n  <p n='a'/>\n</r>\n"
    before = '<r><p n="a"/><p n="implied" v="1"/></r>'
    check(text, before.replace('"a"', '"b"'), text.replace("'a'", "'b'"), before)
    new = "<r>\n  <p n='a'/>\n  <p n='implied' v='2'/>\n</r>\n"
    check(text, before.replace('v="1"', 'v="2"'), new, before)


def test_elements_with_the_same_keys_keep_their_order() -> None:
    text = '<r><p n="x" v="1"/><p n="x" v="2"/><p n="x" v="3"/></r>'
    check(text, '<r><p n="x" v="1"/><p n="x" v="3"/></r>', '<r><p n="x" v="1"/><p n="x" v="3"/></r>')
    swapped = '<r><p n="x" v="3"/><p n="x" v="2"/><p n="x" v="1"/></r>'
    check(text, swapped, swapped)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<r/>", "<r>\n  <p n=\"a\"/>\n  <g n=\"b\">\n    <p n=\"c\"/>\n  </g>\n</r>"),
        ("<r></r>", "<r>\n  <p n=\"a\"/>\n  <g n=\"b\">\n    <p n=\"c\"/>\n  </g>\n</r>"),
        ("<r>\n</r>", "<r>\n  <p n=\"a\"/>\n  <g n=\"b\">\n    <p n=\"c\"/>\n  </g>\n</r>"),
        ("<r>\n  <!-- c -->\n</r>", "<r>\n  <!-- c -->\n  <p n=\"a\"/>\n  <g n=\"b\">\n    <p n=\"c\"/>\n  </g>\n</r>"),
    ],
    ids=["empty", "two tags", "a line", "a comment"],
)  # fmt: skip
def test_a_document_without_elements_gets_some(text: str, expected: str) -> None:
    check(text, '<r><p n="a"/><g n="b"><p n="c"/></g></r>', expected)


def test_all_on_one_line_stays_on_one_line() -> None:
    check('<r><p n="a"/><p n="b"/></r>', '<r><p n="b"/><p n="c"/></r>', '<r><p n="b"/><p n="c"/></r>')
    check('<r><p n="a"/> <p n="b"/></r>', '<r><p n="a"/></r>', '<r><p n="a"/></r>')


def test_stray_text_is_not_touched() -> None:
    text = "<r>\n  <p n='a'/>\n  -->\n  <p n='b'/>\n  <p n='c'/>\n  --></r>"
    document = parse_document(text.encode(), name="d", format="x", report=Report(), keys=KEYS)
    after = revised(text.encode(), "<r/>", '<r><p n="a"/><p n="b"/><p n="c"/></r>')
    again = parse_document(after, name="d", format="x", report=Report(), keys=KEYS)
    assert again.root.text.strip() == document.root.text.strip() == "-->\n  \n  -->"


LONG = "<r>\r\n    <p n='\u00e9'/>\r\n</r>\r\n"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_marks_encodings_and_line_ends_stay(mark: bytes, encoding: str) -> None:
    expected = LONG.replace("</r>", "    <p n='\u4e00'/>\r\n</r>")
    done = revised(mark + LONG.encode(encoding), "<r><p n='\u00e9'/><p n='\u4e00'/></r>")
    assert done == mark + expected.encode(encoding)


def test_a_character_that_the_encoding_lacks_becomes_a_reference() -> None:
    head = '<?xml version="1.0" encoding="iso-8859-1"?>'
    text = f"{head}<r><p n='\u00e9'/></r>"
    done = revised(text.encode("latin-1"), "<r><p n='\u00e9'/><p n='\u4e00'/></r>")
    assert done.decode("latin-1") == f"{head}<r><p n='\u00e9'/><p n='&#19968;'/></r>"


def test_another_text_takes_the_place_of_the_old_one() -> None:
    check("<r><p n='a'>\n  x </p></r>", "<r><p n='a'>y &lt; 2</p></r>", "<r><p n='a'>\n  y &lt; 2 </p></r>")
    check("<r><p n='a' /></r>", "<r><p n='a'>y</p></r>", "<r><p n='a'>y</p></r>")
    check("<r><p n='a'>x</p></r>", "<r><p n='a'>x</p><p n='b'>y</p></r>", "<r><p n='a'>x</p><p n='b'>y</p></r>")


def test_a_text_with_comments_or_elements_in_it_stays() -> None:
    for inner in ("x<!-- why -->", "x<g/>"):
        with pytest.raises(Unfit):
            revised(f"<r><p n='a'>{inner}</p></r>".encode(), f"<r><p n='a'>{inner.replace('x', 'y')}</p></r>")
