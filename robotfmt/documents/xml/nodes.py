"""The only module that uses lxml: bytes to a tree of nodes under limits, and nodes to bytes.

Entities of any kind, documents beyond the :class:`Limits`, and documents that are not well-formed are refused. Parsing
never recovers from errors. An undeclared prefix, which some COLLADA files have, is declared on the root and reported,
and the document is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from lxml import etree

from ...codes import (
    LIMIT,
    UNWRITABLE,
    XML_DOCTYPE,
    XML_ENCODING,
    XML_ENTITY,
    XML_NAMESPACE,
    XML_SYNTAX,
    XML_UNDECLARED_PREFIX,
)
from ...diagnostics import Report, quoted
from ...errors import InputError, LimitError, ModelError, UnsafeInput
from ...limits import Limits
from ...model import Origin
from ..tokens import written, written_all
from . import prolog
from .repair import check_size, mended

Node: TypeAlias = "etree._Element"
"""An element, comment or processing instruction of lxml."""

Content: TypeAlias = "str | float | tuple[float, ...] | list[float]"
"""The content of an attribute or a text of a new element."""
MATHML = "http://www.w3.org/1998/Math/MathML"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
_KNOWN_PREFIXES = {"math": MATHML, "mathml": MATHML, "xsi": XSI}
_UNDEFINED_PREFIX = re.compile(r"Namespace prefix (\S+) (?:on|for|of) ")
_UNDEFINED_NAMESPACE = 201  # XML_NS_ERR_UNDEFINED_NAMESPACE
_ABOUT_IDS = ("DTD_XMLID_VALUE", "DTD_ID_REDEFINED")
_BAD_NAMESPACE = 99  # XML_WAR_NS_URI
_DECLARATION = re.compile(rb"xmlns(?::[^\s=]+)?\s*=\s*([\"'])(.*?)\1", re.DOTALL)
_PLAIN_URI = re.compile(rb"(?:[A-Za-z][A-Za-z0-9+.-]*:)?[A-Za-z0-9._~/-]*(?:#[A-Za-z0-9._~/-]*)?")
"""A pattern for obvious URIs; libxml2 decides about any other text."""
_BAD_ENCODING = {9, 32, 81}  # invalid char, unsupported encoding, invalid encoding
# Each round declares the prefixes of one error of the parser, so a hostile document could ask for any number of rounds.
_MOST_PREFIXES = 16
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parse(data: bytes, name: str, limits: Limits, report: Report) -> Node:
    """Return the root of a document.

    Args:
        data: The whole document.
        name: Its name in messages.

    Raises:
        LimitError: The document is too large, too deep, or has too many elements or attributes.
        UnsafeInput: The document declares entities.
        InputError: The document is not well-formed.
    """
    check_size(data, name, limits)
    root, _ = _parse_declaring_prefixes(mended(data, name, report), name, report)
    _check_document_type(root, data, name, report)
    _check_attributes(root, name, limits)
    return root


def check_namespaces(data: bytes, name: str) -> None:
    """Refuse a well-formed document with a namespace that is not a URI; Python's parser accepts any text.

    Raises:
        InputError: The document has such a namespace.
    """
    found = {match.group(2) for match in _DECLARATION.finditer(data)}
    if all(_PLAIN_URI.fullmatch(each) for each in found):
        return
    try:
        etree.fromstring(data, _parser())  # the declaration may be a part of a comment
    except etree.XMLSyntaxError as error:
        if error.code == _BAD_NAMESPACE:
            line, column = error.position
            message = re.sub(r", line \d+, column \d+$", "", str(error.msg))
            raise InputError(XML_NAMESPACE, message, Origin(name, line), column=column) from error


def repaired(data: bytes, name: str, report: Report) -> bytes:
    """Return a document with its undeclared prefixes declared on the root; unchanged if there are none.

    Raises:
        InputError: The document has another error.
    """
    return _parse_declaring_prefixes(data, name, report)[1]


def innermost(data: bytes, depth: int) -> Node:
    """Return the element at a depth of a document without siblings."""
    node = _tree(data)
    for _ in range(depth):
        node = node[0]
    return node


def canonical(node: Node, home: str | None) -> str:
    """Return the canonical XML (exclusive C14N) of a subtree; the ``home`` namespace is left out."""
    text = _c14n(node)
    if home is None or home not in text:
        return text
    copy = _fragment(text)
    for element in copy.iter(f"{{{home}}}*"):
        element.tag = local_name(element)
    etree.cleanup_namespaces(copy)
    return _c14n(copy)


def subtree(text: str, home: str | None) -> Node:
    """Return the node of a canonical subtree; elements without a namespace are put into the ``home`` one."""
    node = _fragment(text)
    if home is not None:
        for element in node.iter("{}*"):
            element.tag = f"{{{home}}}{local_name(element)}"
    return node


def indent(node: Node, depth: int) -> None:
    """Put each element below a node on a line of its own, by two spaces for each level below the root.

    Args:
        node: The node, without text between its elements; it is changed.
        depth: The number of elements around it.
    """
    etree.indent(node, level=depth)


def make(
    tag: str,
    attributes: Mapping[str, Content | None] | None = None,
    *children: Node | None,
    text: Content | None = None,
) -> Node:
    """Return a new element; attributes and children that are None are omitted.

    Numbers are written so that they read back exactly, rows of numbers with spaces between them.

    Raises:
        ModelError: A text contains a character that XML 1.0 cannot represent (section 2.2).
    """
    uri = tag[1:].partition("}")[0] if tag.startswith("{") else None
    node = etree.Element(tag, nsmap={None: uri} if uri is not None else None)
    for name, value in (attributes or {}).items():
        if value is not None:
            node.set(name, writable(as_text(value), f"'{name}' of <{tag}>"))
    node.text = writable(as_text(text), f"<{tag}>") if text is not None else None
    node.extend(child for child in children if child is not None)
    return node


def as_text(content: Content) -> str:
    """Return the text of an attribute or a text: numbers in their shortest form, ``true`` and ``false``."""
    if isinstance(content, str):
        return content
    if isinstance(content, bool):
        return "true" if content else "false"
    return written(content) if isinstance(content, int | float) else written_all(content)


def writable(text: str, where: str) -> str:
    """Return a text, for an attribute or an element that messages name.

    Raises:
        ModelError: It contains a character that XML 1.0 cannot represent (section 2.2).
    """
    if text.isprintable():  # megabytes of numbers are: a search takes ten times as long
        return text
    found = _NOT_XML.search(text)
    if found is not None:
        message = f"{where}: {quoted(text)} contains a character that XML cannot store"
        raise ModelError(UNWRITABLE, message)
    return text


def make_comment(text: str) -> Node:
    """Return a comment; text that would end it early is escaped."""
    safe = re.sub(r"-(?=-)|-$", "- ", _NOT_XML.sub(" ", text))
    return etree.Comment(safe)


def make_instruction(text: str) -> Node:
    """Return a processing instruction from ``target data``."""
    target, _, data = text.partition(" ")
    return etree.ProcessingInstruction(target, data or None)


def put_in_namespace(root: Node, uri: str | None, prefixes: dict[str, str]) -> Node:
    """Return the tree with all elements without a namespace in the given one, and prefixes declared on the root."""
    nsmap: dict[str | None, str] = {prefix: name for prefix, name in prefixes.items()}  # noqa: C416
    if uri is not None:
        nsmap[None] = uri
    for element in root.iter("{}*") if uri is not None else ():
        element.tag = f"{{{uri}}}{local_name(element)}"
    new = etree.Element(root.tag, dict(root.attrib), nsmap=nsmap)
    new.text = root.text
    new.extend(list(root))
    return new


def serialize(prolog: list[Node], root: Node, epilog: list[Node]) -> bytes:
    """Return the document as UTF-8 with a declaration; comments before and after the root, each on its line."""
    lines = [etree.tostring(node, encoding="utf-8", with_tail=False) for node in (*prolog, root, *epilog)]
    return b"\n".join([b'<?xml version="1.0" encoding="utf-8"?>', *lines, b""])


def is_element(node: Node) -> bool:
    """Return True for an element, False for a comment or a processing instruction."""
    return isinstance(node.tag, str)


def local_name(node: Node) -> str:
    """Return the name of an element without its namespace."""
    return str(node.tag).rpartition("}")[2]


def namespace(node: Node) -> str | None:
    """Return the namespace of an element's name."""
    return etree.QName(node).namespace


def _c14n(node: Node) -> str:
    try:
        return etree.tostring(node, method="c14n", exclusive=True, with_comments=True).decode("utf-8")
    except etree.C14NError:
        # libxml2 refuses relative URIs as namespaces, which the recommendation does not mention; Python accepts them.
        from xml.etree import ElementTree

        text = etree.tostring(node, encoding="unicode", with_tail=False)
        return ElementTree.canonicalize(text, with_comments=True)


def _tree(data: bytes, parser: etree.XMLParser[Node] | None = None) -> Node:
    """Return the root of a document; an invalid or duplicate ``xml:id`` is accepted."""
    parser = parser or _parser()
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        if not len(parser.error_log) or any(each.type_name not in _ABOUT_IDS for each in parser.error_log):
            raise
    return etree.fromstring(data, _parser(recover=True))


def _parser(recover: bool = False) -> etree.XMLParser[Node]:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        recover=recover,
        # libxml2 stops at depth 256 and at texts of 10 MB; a mesh in a document is longer.
        huge_tree=True,
        remove_comments=False,
        remove_pis=False,
        strip_cdata=False,
    )


def _fragment(text: str) -> Node:
    return _tree(text.encode("utf-8"))


def _parse_declaring_prefixes(data: bytes, name: str, report: Report) -> tuple[Node, bytes]:
    """Parse a document; prefixes without a namespace are declared on the root, and reported."""
    for _ in range(_MOST_PREFIXES):
        parser = _parser()
        try:
            return _tree(data, parser), data
        except etree.XMLSyntaxError as error:
            prefixes = _undeclared_prefixes(parser)
            if not prefixes:
                raise _refusal(error, name) from error
            line = error.lineno
        except (ValueError, LookupError, MemoryError, OSError) as error:
            raise InputError(XML_SYNTAX, f"the document cannot be read: {error}", Origin(name)) from error
        for prefix in prefixes:
            message = f"the prefix '{prefix}:' is not declared; it was declared on the root element"
            report.add(XML_UNDECLARED_PREFIX, message, Origin(name, line))
        data = _declare(data, prefixes, name)
    raise InputError(XML_SYNTAX, "too many undeclared namespace prefixes", Origin(name))


def _undeclared_prefixes(parser: etree.XMLParser[Node]) -> list[str]:
    """Return the undeclared prefixes, if they are the only errors of a document."""
    # The log of the error itself also holds what was wrong with earlier documents of the process.
    log = list(parser.error_log)
    if any(entry.type != _UNDEFINED_NAMESPACE for entry in log):
        return []
    matches = (_UNDEFINED_PREFIX.match(entry.message) for entry in log)
    return sorted({match.group(1) for match in matches if match is not None})


def _declare(data: bytes, prefixes: list[str], name: str) -> bytes:
    root = re.compile(rb"<[^\s/>]+").match(data, prolog.root_start(data))
    if root is None:
        raise InputError(XML_SYNTAX, "the document has no complete element", Origin(name))
    uris = {prefix: _KNOWN_PREFIXES.get(prefix, f"urn:undeclared:{prefix}") for prefix in prefixes}
    added = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in uris.items())
    return data[: root.end()] + added.encode() + data[root.end() :]


def _refusal(error: etree.XMLSyntaxError, name: str) -> InputError:
    code = XML_ENCODING if error.code in _BAD_ENCODING else XML_SYNTAX
    line, column = error.position
    message = re.sub(r", line \d+, column \d+( \(.*\))?$", "", str(error.msg))
    if "Excessive depth" in message or "xmlSAX2Characters: huge" in message:
        return LimitError(LIMIT, message, Origin(name, line), column=column)
    return InputError(code, message[:1].lower() + message[1:], Origin(name, line), column=column)


def _check_document_type(root: Node, data: bytes, name: str, report: Report) -> None:
    info = root.getroottree().docinfo
    if info.internalDTD is not None:
        entities = [str(entity.name) for entity in info.internalDTD.iterentities()]
        if entities:
            raise UnsafeInput(XML_ENTITY, f"the document declares the entity '{entities[0]}'", Origin(name))
    if next(root.iter(etree.Entity), None) is not None:
        raise UnsafeInput(XML_ENTITY, "the document uses an entity that it does not declare", Origin(name))
    if info.doctype:
        line = data[: max(data.find(b"<!DOCTYPE"), 0)].count(b"\n") + 1
        report.add(XML_DOCTYPE, f"the document type '{info.doctype[:60]}' is not read", Origin(name, line))


def _check_attributes(root: Node, name: str, limits: Limits) -> None:
    """Check depth and attribute counts; lxml computes ``len(attrib)`` in linear time, but lists attributes in
    quadratic time.
    """
    depth = 0
    for event, node in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > limits.xml_depth:
            message = f"elements are nested deeper than {limits.xml_depth} (xml_depth)"
            raise LimitError(LIMIT, message, Origin(name, _line(node)))
        if event == "start" and len(node.attrib) > limits.xml_attributes:
            message = f"an element has {len(node.attrib)} attributes; xml_attributes allows {limits.xml_attributes}"
            raise LimitError(LIMIT, message, Origin(name, _line(node)))


def _line(node: Node) -> int | None:
    return node.sourceline if isinstance(node.sourceline, int) else None
