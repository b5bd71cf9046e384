"""XML documents: what is refused, what is mended, where things stand, and what was not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from robotfmt.diagnostics import Report
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.errors import InputError, LimitError, UnsafeInput
from robotfmt.limits import Limits
from robotfmt.model import Extension, ExtensionKind
from robotfmt.model.record import replace

LAUGHS = b"""<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><r>&c;</r>"""


def parse(data: bytes, report: Report | None = None, limits: Limits | None = None) -> xml.Node:
    return xml.parse(data, "in.xml", limits or Limits(), report if report is not None else Report())


def document(text: str, report: Report | None = None) -> Document:
    return parse_document(
        text.encode(),
        name="in.xml",
        format="test",
        report=report if report is not None else Report(),
        keys={"": ("name",)},
    )


@pytest.mark.parametrize(
    "data",
    [
        LAUGHS,
        b'<!DOCTYPE r [<!ENTITY a "x">]><r b="&a;"/>',
        b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>',
        b'<!DOCTYPE r [<!ENTITY % p SYSTEM "http://localhost/p">%p;]><r/>',
    ],
)
def test_entities_are_refused(data: bytes) -> None:
    with pytest.raises(UnsafeInput) as caught:
        parse(data)
    assert caught.value.exit_code == 3
    assert caught.value.diagnostic.code == "xml.entity"


def test_no_file_is_read_by_an_entity(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the word")
    data = f'<!DOCTYPE r [<!ENTITY a SYSTEM "{secret.as_uri()}">]><r>&a;</r>'.encode()
    with pytest.raises(UnsafeInput) as caught:
        parse(data)
    assert "the word" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "limits"),
    [
        (b"<r>" + b"<a/>" * 201 + b"</r>", replace(Limits(), xml_elements=100)),
        (b"<r " + b" ".join(b'a%d="1"' % i for i in range(300)) + b"/>", Limits()),
        (b"<a>" * 300 + b"</a>" * 300, Limits()),
        (b"<r>" + b" " * 200 + b"</r>", replace(Limits(), xml_bytes=100)),
    ],
)
def test_limits_are_kept_and_named(data: bytes, limits: Limits) -> None:
    with pytest.raises(LimitError) as caught:
        parse(data, limits=limits)
    assert "--limit" in (caught.value.diagnostic.help or "")


def test_a_limit_can_be_raised() -> None:
    deep = b"<a>" * 300 + b"</a>" * 300
    assert parse(deep, limits=replace(Limits(), xml_depth=400)).tag == "a"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<r>",
        b"<r></q>",
        b"<r a='1' a='2'/>",
        b"<r>\x00</r>",
        b"<r>&#0;</r>",
        b"<r/><r/>",
        b"\xff\xfe\x00",
        b'<?xml version="1.0" encoding="utf-8"?><r>\xff</r>',
        b'<?xml version="1.0" encoding="klingon"?><r/>',
        b"no xml at all",
        b"<r>" + b"\x1b" + b"</r>",
    ],
)
def test_xml_that_is_not_well_formed_is_refused_with_its_place(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        parse(data)
    assert str(caught.value).startswith("in.xml")


def test_syntax_errors_name_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        parse(b"<r>\n  <a></b>\n</r>")
    assert (caught.value.diagnostic.line, caught.value.diagnostic.code) == (2, "xml.syntax")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    data = f'<?xml version="1.0" encoding="{declared}"?><r name="Größe"/>'.encode(encoding)
    assert parse(data).get("name") == "Größe"


def test_an_undeclared_prefix_is_declared_and_reported() -> None:
    report = Report()
    root = parse(b"<r><math:pi/><odd:thing odd:size='1'/></r>", report)
    assert root[0].tag == f"{{{xml.MATHML}}}pi"
    assert [each.code for each in report] == ["xml.undeclared-prefix"] * 2
    assert "math" in report.diagnostics[0].message


def test_a_declaration_in_the_wrong_place_is_mended_and_reported() -> None:
    report = Report()
    assert parse(b'<!-- made by X -->\n<?xml version="1.0"?>\n<r/>', report).tag == "r"
    assert [each.code for each in report] == ["xml.declaration"]


def test_a_doctype_is_never_read(tmp_path: Path) -> None:
    dtd = tmp_path / "r.dtd"
    dtd.write_text("<!ATTLIST r secret CDATA 'the word'>")
    for uri in ("http://localhost/r.dtd", dtd.as_uri()):
        report = Report()
        root = parse(f'<!DOCTYPE r SYSTEM "{uri}"><r/>'.encode(), report)
        assert (root.tag, dict(root.attrib)) == ("r", {})
        assert [each.code for each in report] == ["xml.doctype"]


def test_columns_are_those_of_the_source() -> None:
    report = Report()
    found = document('<r>\n  <ä name="x" size="1,5"/>\n</r>', report)
    element = found.root.children[0].take()
    assert element.number("size") is None
    reported = report.diagnostics[0]
    assert (reported.line, reported.column, reported.path) == (2, 15, "/r/ä[@name='x']/@size")


def test_a_comment_does_not_end_a_text() -> None:
    root = document("<r>1<!-- one --> 2</r>").root
    assert root.take().text_numbers() == (1.0, 2.0)


def test_paths_distinguish_equal_elements() -> None:
    root = document('<r><a/><a name="x"/><a/><a name="it\'s"/></r>').root
    assert [child.path for child in root.children] == [
        "/r/a",
        "/r/a[@name='x']",
        "/r/a[2]",
        '/r/a[@name="it\'s"]',
    ]


def test_the_ledger_holds_what_was_not_taken() -> None:
    report = Report()
    found = document('<r a="1" b="2"><known c="3"/><odd><deep/></odd>words</r>', report)
    found.root.take().attribute("a")
    found.root.child("known")
    left = found.leftovers()
    assert [(each.kind, each.place, each.name, each.content) for each in left] == [
        (ExtensionKind.ATTRIBUTE, "/r", "b", "2"),
        (ExtensionKind.TEXT, "/r", "", "words"),
        (ExtensionKind.ATTRIBUTE, "/r/known", "c", "3"),
        (ExtensionKind.ELEMENT, "/r", "odd", "<odd><deep></deep></odd>"),
    ]
    assert {each.code for each in report} == {"document.not-understood"}


def test_a_second_child_of_one_name_stays_in_the_ledger() -> None:
    found = document("<r><a/><a/></r>")
    found.root.take().child("a")
    assert [each.content for each in found.leftovers()] == ["<a></a>"]


@pytest.mark.parametrize("word", ["1_000", "٣", "infinity", "nan", "1e400", "0x10", "1,5", "", "1 2", "--1", "1d0"])
def test_text_that_is_no_number_is_reported_and_kept(word: str) -> None:
    report = Report()
    found = document(f'<r size="{word}"/>', report)
    assert found.root.take().number("size") is None
    assert report.diagnostics[0].code in ("number.bad", "number.not-finite")
    assert [each.content for each in found.leftovers()] == [word]


@pytest.mark.parametrize(("word", "value"), [(" 1.5\n", 1.5), ("+.5", 0.5), ("1e-3", 1e-3), ("-1.", -1.0)])
def test_numbers(word: str, value: float) -> None:
    assert document(f'<r size="{word}"/>').root.number("size") == value


def test_a_huge_document_needs_no_recursion() -> None:
    limits = replace(Limits(), xml_depth=2000)
    data = b"<a>" * 1500 + b"</a>" * 1500
    found = parse_document(data, name="x", format="t", report=Report(), limits=limits, keys={})
    assert sum(1 for _ in found.root.iter()) == 1500
    assert found.leftovers() == ()
    assert found.layout().items


def test_white_space_before_the_declaration_and_zeros_at_the_end_are_reported() -> None:
    report = Report()
    root = parse(b"\n <?xml version='1.0'?>\n<r>\n<a/></r>\n\0\0", report)
    assert [each.code for each in report] == ["xml.padding", "xml.declaration"]
    assert root[0].sourceline == 4


# Namespaces and ids that libxml2 would refuse


def left(text: str) -> tuple[Extension, ...]:
    """What is left of a document of which only the root was taken."""
    found = document(text)
    found.root.take()
    return found.leftovers()


@pytest.mark.parametrize("uri", ["drake", "../x", "", "//x", "?x", "#x"])
def test_a_relative_namespace_is_read(uri: str) -> None:
    declared = f' xmlns:d="{uri}"' if uri else ' xmlns="urn:x" xmlns:d="y"'
    (found,) = left(f"<r{declared}><d:a d:b='1'><c/></d:a></r>")
    assert found.name.endswith("}a")
    assert "<d:a xmlns:d=" in found.content


def test_the_canonical_form_is_the_same_as_that_of_an_absolute_namespace() -> None:
    text = '<r xmlns:d="URI" xmlns:o="urn:o"><d:a z="1" d:b="&quot;&#10;"><!-- c --><o:x/>t&amp;&#13;</d:a></r>'
    absolute, relative = (left(text.replace("URI", uri))[0].content for uri in ("urn:d", "d"))
    assert relative == absolute.replace("urn:d", "d")


@pytest.mark.parametrize(
    "uri", ["a b", "http://[", "%zz", "::", "http://a:xx/", "\u00e9", "urn:a&#9;b", "1http:", "  "]
)
def test_a_namespace_that_is_no_uri_is_refused(uri: str) -> None:
    with pytest.raises(InputError) as caught:
        document(f'<r>\n<a xmlns:d="{uri}"/></r>')
    assert caught.value.code.slug == "xml.namespace"
    assert caught.value.diagnostic.line == 2


def test_text_that_looks_like_a_namespace_declaration_is_ignored() -> None:
    document('<r><!-- <a xmlns:d="a b"/> --><![CDATA[ xmlns:d="a b"]]></r>')


@pytest.mark.parametrize("inside", ['<x xml:id="a b"/>', '<x xml:id="a"/><y xml:id="a"/>'])
def test_an_id_of_xml_may_be_anything(inside: str) -> None:
    found = left(f"<r>{inside}</r>")
    assert [each.content for each in found] == [
        text + f"></{text[1]}>" for text in inside.removesuffix("/>").split("/>")
    ]


def test_numbers_of_a_new_element_read_back_exactly() -> None:
    third = 1 / 3
    given: dict[str, xml.Content | None] = {
        "a": third,
        "b": (1.0, -0.0, 1e-9),
        "c": 2,
        "d": True,
        "e": None,
        "f": "x y",
        "g": [0.5, 2.0],
    }
    node = xml.make("n", given, text=(0.1, 1e300))
    assert dict(node.attrib) == {
        "a": repr(third),
        "b": "1 0 1e-09",
        "c": "2",
        "d": "true",
        "f": "x y",
        "g": "0.5 2",
    }
    assert node.text == "0.1 1e+300"
    assert xml.make("n", text=False).text == "false"
    assert xml.make("n", text=0).text == "0"
