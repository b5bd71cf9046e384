"""Repairs of the text of documents, each for the findings of some codes."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from ..assets.uris import parse, understood
from ..codes import XML_COMMENT, XML_PADDING
from ..diagnostics import Diagnostic, Report, quoted
from ..documents.tokens import BadToken, real, reals
from ..documents.xml.element import Element
from ..documents.xml.repair import with_plain_comments
from ..documents.xml.text import Edit
from ..inertia.repair import principal
from ..model import Matrix3
from .marks import candidate
from .numbers import balanced, exact_turns, unit_axis
from .places import Place, edited, elements_at

# Bytes

_DECLARATION = re.compile(rb"[ \t]*(<\?xml[ \t\r\n][^>]*\?>)[ \t]*(?:\r?\n)?")
_OLD_VERSION = re.compile(rb"""(\bversion\s*=\s*["'])(?!1\.)[0-9]\.[0-9](?=["'])""")
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf|\s|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)


def with_plain_bytes(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document whose bytes need no repair: zero bytes, double hyphens in comments, its declaration."""
    codes = {each.code for each in findings}
    if b"\0" in data[:4]:
        return data  # UTF-16
    data = data.rstrip(b"\0") if XML_PADDING.slug in codes else data
    if XML_COMMENT.slug in codes:
        data = with_plain_comments(data, "", Report())
    return with_declaration_first(data)


def with_declaration_first(data: bytes) -> bytes:
    """Return a document whose XML declaration is at its start, and which has a byte order mark at most there."""
    if data.startswith(b"?xml "):
        data = b"<" + data
    mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    prolog = _PROLOG.match(data)
    head, rest = (prolog.group(), data[prolog.end() :]) if prolog is not None else (b"", data)
    head = head.replace(BOM_UTF8, b"")
    declaration = _DECLARATION.search(head)
    if declaration is None:
        return mark + head + rest
    right = _OLD_VERSION.sub(rb"\g<1>1.0", declaration.group(1))
    if not head[: declaration.start()].strip(b" \t\r\n"):  # only blanks are before it
        return mark + right + head[declaration.end(1) :] + rest
    end = b"\r\n" if b"\r\n" in head else b"\n"
    return mark + right + end + head[: declaration.start()] + head[declaration.end() :] + rest


# URIs


def with_plain_uris(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document whose URIs have forward slashes, and two of them before a package."""
    return edited(data, findings, _uris)


def _uris(place: Place, finding: Diagnostic) -> Iterator[Edit]:
    for element in place.document.root.iter():
        for name, value in element.attributes.items():
            if _is_meant(value, finding):
                yield from place.with_attribute(element, name, understood(value))
        text = element.text.strip()
        if not element.children and _is_meant(text, finding):
            yield from place.with_text(element, understood(text))


def _is_meant(uri: str, finding: Diagnostic) -> bool:
    return bool(uri) and f"URI {quoted(uri)} is" in finding.message and bool(parse(uri).oddities)


# Numbers


def with_unit_axes(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document whose axes have length 1, in the attributes and elements of URDF, SDF, MJCF and COLLADA."""
    return edited(data, findings, _axes)


def _axes(place: Place, finding: Diagnostic) -> Iterator[Edit]:
    for element in elements_at(place.document, finding):
        yield from _axis_of(place, element)
        for child in element.children:
            if child.local in ("axis", "axis2", "xyz"):
                yield from _axis_of(place, child)


def _axis_of(place: Place, element: Element) -> Iterator[Edit]:
    for name in ("xyz", "axis"):
        value = element.peek(name)
        if value is not None:
            yield from place.with_attribute(element, name, unit_axis(value))
    if element.local in ("axis", "xyz") and not element.children:
        yield from place.with_text(element, unit_axis(element.text))


_DIAGONAL = ("ixx", "iyy", "izz")
_TENSOR = (*_DIAGONAL, "ixy", "ixz", "iyz")


def with_balanced_inertias(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document whose moments of inertia fulfil the triangle inequality to the last bit."""
    return edited(data, findings, _inertias)


def _inertias(place: Place, finding: Diagnostic) -> Iterator[Edit]:
    for found in elements_at(place.document, finding):
        for element in found.iter():
            if element.local == "inertia":
                yield from _tensor(place, element)
            for name in ("diaginertia", "fullinertia"):
                yield from _row(place, element, name)


def _tensor(place: Place, element: Element) -> Iterator[Edit]:
    leaves = {name: element.find(name) for name in _TENSOR}
    texts = {name: element.peek(name) or _text_of(leaves[name]) for name in _TENSOR}
    made = _balanced([texts[name] or "0" for name in _TENSOR])
    for name, value in zip(_DIAGONAL, made or (), strict=False):
        leaf = leaves[name]
        if element.peek(name) is not None:
            yield from place.with_attribute(element, name, value)
        elif leaf is not None:
            yield from place.with_text(leaf, value)


def _text_of(element: Element | None) -> str | None:
    return element.text if element is not None else None


def _row(place: Place, element: Element, name: str) -> Iterator[Edit]:
    tokens = (element.peek(name) or "").split()
    if len(tokens) in (3, 6):
        made = _balanced([*tokens, "0", "0", "0"][:6])
        if made is not None:
            yield from place.with_attribute(element, name, " ".join([*made, *tokens[3:]]))


_TRIALS = 4
"""How often the moments are increased: numbers with few digits round once more."""


def _balanced(texts: Sequence[str]) -> list[str] | None:
    """Return the diagonal of an inertia whose six entries are given, the diagonal first; None if it is no inertia."""
    found: Sequence[str] = texts
    for _ in range(_TRIALS):
        try:
            xx, yy, zz, xy, xz, yz = map(real, found)
        except BadToken:
            return None
        rows: Matrix3 = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
        (a, b, c), _ = principal(rows)
        if a + b >= c:
            return [*found[:3]] if found is not texts else None
        found = [*(balanced(found[:3], c - a - b) or texts[:3]), *texts[3:]]
    return None


def with_exact_turns(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document whose rounded quarter turns have all digits: of joints (URDF), bodies (MJCF), poses (SDF)."""
    return edited(data, findings, _turns)


def _turns(place: Place, finding: Diagnostic) -> Iterator[Edit]:
    root = place.document.root
    for element in root.iter():
        parent = element.parent
        if element.tag == "origin" and parent is not None and parent.tag == "joint" and element.peek("rpy"):
            yield from place.with_attribute(element, "rpy", exact_turns(element.peek("rpy") or ""))
        elif root.tag == "sdf" and element.tag == "pose" and is_pose_in_radians(element):
            yield from place.with_text(element, exact_turns(element.text, 3))
        elif root.tag == "mujoco" and element.tag == "body" and element.peek("euler"):
            yield from place.with_attribute(element, "euler", exact_turns(element.peek("euler") or ""))


def is_pose_in_radians(pose: Element) -> bool:
    """Return True if a pose of SDF has three angles in radians."""
    if pose.peek("degrees") in ("true", "1") or pose.peek("rotation_format") not in (None, "euler_rpy"):
        return False
    try:
        return len(reals(pose.text, 6)) == 6
    except BadToken:
        return False


# Words


def with_right_words(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a document in which misspelt attributes, elements and keys have the names that they can only mean."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n\xff\xfe\0").startswith((b"<", b"?xml")):
        return with_right_keys(data, findings)
    return edited(data, findings, _words)


def _words(place: Place, finding: Diagnostic) -> Iterator[Edit]:
    found = candidate(finding)
    if found is None:
        return
    wrong, right, is_attribute = found
    for element in elements_at(place.document, finding):
        if is_attribute:
            yield from _renamed_attribute(place, element, wrong, right)
        elif element.tag == wrong:
            yield from _renamed_element(place, element, right)


def _renamed_attribute(place: Place, element: Element, wrong: str, right: str) -> Iterator[Edit]:
    data, start = place.document.data, place.document.marks.starts[element.index]
    if wrong in element.attributes and right not in element.attributes:
        match = re.compile(rb"\s" + re.escape(wrong.encode()) + rb"\s*=").search(data, start)
        if match is not None:
            yield Edit(match.start() + 1, match.start() + 1 + len(wrong.encode()), right.encode())


def _renamed_element(place: Place, element: Element, right: str) -> Iterator[Edit]:
    data, marks = place.document.data, place.document.marks
    begin, end, length = marks.starts[element.index], marks.ends[element.index], len(element.tag.encode())
    yield Edit(begin + 1, begin + 1 + length, right.encode())
    if data[end : end + 2] == b"</":
        yield Edit(end + 2, end + 2 + length, right.encode())


_ABOVE = 2
"""The number of lines above that of a value on which its key may be."""


def with_right_keys(data: bytes, findings: Sequence[Diagnostic]) -> bytes:
    """Return a YAML document in UTF-8 in which misspelt keys have the names that they can only mean."""
    lines = data.split(b"\n")
    for finding in findings:
        found = candidate(finding)
        if found is None or finding.line is None:
            continue
        pattern = re.compile(rb"""(^|[\s{,])(["']?)""" + re.escape(found[0].encode()) + rb"""(?=\2[ \t]*:)""")
        for place in range(finding.line - 1, max(finding.line - 2 - _ABOVE, -1), -1):
            if place < len(lines) and len(pattern.findall(lines[place])) == 1:
                lines[place] = pattern.sub(rb"\g<1>\g<2>" + found[1].encode(), lines[place])
                break
    return b"\n".join(lines)
