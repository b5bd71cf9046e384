"""What SDF does not define, under a prefix: programs that refuse unknown elements skip those that have one.

``<robotfmt-undefined:gz_frame_id>imu</robotfmt-undefined:gz_frame_id>`` in a sensor is read as if it had no prefix.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.nodes import Node, is_element, local_name
from robotfmt.limits import Limits
from robotfmt.model import Origin

from .codes import UNDEFINED
from .elements import Kind, kinds
from .keys import KEYS
from .quotes import without_quotes
from .versions import NEWEST, is_newer, parsed

_SPACE = "urn:robotfmt:sdf:undefined"
_PREFIX = "robotfmt-undefined"
_DECLARED = re.compile(rf"""\sxmlns:([\w.-]+)\s*=\s*["']{_SPACE}["']""".encode())
_REFUSED = ("gearbox",)
"""The types of joints that Drake has none of; others become joints in a row."""


def document_of(data: bytes, name: str, report: Report, limits: Limits | None = None) -> Document:
    """Return a document, in which nothing is under the prefix.

    Raises:
        InputError: See :func:`robotfmt.documents.xml.document.parse_document`.
    """
    data = _unprefixed(data) if has_prefix(data) else data
    data = without_quotes(data, name, report)
    return parse_document(data, name=name, format="sdf", report=report, limits=limits, keys=KEYS)


def has_prefix(data: bytes) -> bool:
    """Return True if a document may have something under the prefix."""
    return _SPACE.encode() in data


def _unprefixed(data: bytes) -> bytes:
    declared = _DECLARED.search(data)
    if declared is None:
        return data
    prefix = re.escape(declared[1])
    names = re.compile(rb"(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|(</?|\s)" + prefix + rb":(?=[\w.-])")
    data = data[: declared.start()] + data[declared.end() :]
    return names.sub(lambda found: found[1] if found[1] is not None else found[0], data)


class Prefixing:
    """Puts under the prefix what a version of SDF does not define, for Drake, and reports it."""

    def __init__(self, context: Context) -> None:
        self._is_wanted = context.option("target") == "drake"
        # Libsdformat does not convert what 1.12 no longer has.
        is_new = is_newer(context.version, (1, 11))
        self._version = NEWEST if is_new else parsed(context.version) or NEWEST
        self._found: Counter[str] = Counter()

    def __call__(self, root: Node) -> Mapping[str, str]:
        """Change a document, and return the namespaces that it needs, by their prefixes."""
        self._found.clear()
        if self._is_wanted:
            pending = [(root, kinds()[0])]
            while pending:
                node, kind = pending.pop()
                self._attributes(node, kind)
                pending += self._elements(node, kind)
        return {_PREFIX: _SPACE} if self._found else {}

    def _attributes(self, node: Node, kind: Kind) -> None:
        for name, value in [(str(each), str(value)) for each, value in node.attrib.items()]:
            if _is_plain(name) and not kind.has(name, self._version):
                self._found[f"the attribute {name} in <{local_name(node)}>"] += 1
                del node.attrib[name]
                node.set(f"{{{_SPACE}}}{name}", value)

    def _elements(self, node: Node, kind: Kind) -> list[tuple[Node, Kind]]:
        """Rename elements of an element, and return those that are defined."""
        found: list[tuple[Node, Kind]] = []
        for child in filter(is_element, node):
            tag = str(child.tag)
            inner = kind.inner(tag, self._version)
            if inner is not None and not (tag == "joint" and child.get("type") in _REFUSED):
                found += [] if inner.is_free else [(child, inner)]
            elif _is_plain(tag) and tag != "include":
                self._found[f"<{tag}> in <{local_name(node)}>"] += 1
                child.tag = f"{{{_SPACE}}}{tag}"
        return found

    def report(self, report: Report, origin: Origin | None) -> None:
        """Report what is under the prefix."""
        for what, count in self._found.items():
            times = f" ({count} times)" if count > 1 else ""
            report.add(
                UNDEFINED,
                f"{what} is not defined by SDF; it is under a prefix that Drake skips{times}",
                origin,
            )


def _is_plain(name: str) -> bool:
    """Return True for a name without a namespace."""
    return not name.startswith("{")
