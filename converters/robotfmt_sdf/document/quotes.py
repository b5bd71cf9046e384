"""Quotation marks behind numbers, which other programs pass over: ``<velocity>2.35"</velocity>``."""

from __future__ import annotations

import re

from robotfmt.diagnostics import Report
from robotfmt.model import Origin

from ..codes import STRAY_QUOTE

_QUOTED = re.compile(rb"""(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|(>\s*[-+.\d][-+.\deE]*)"(?=</)""")


def without_quotes(data: bytes, name: str, report: Report) -> bytes:
    """Return a document with a space in place of each quotation mark behind a single number; each is reported."""
    if b'"</' not in data:
        return data

    def change(found: re.Match[bytes]) -> bytes:
        if found[1] is None:
            return found[0]
        number = found[1].decode().removeprefix(">").strip()
        at = Origin(name, data.count(b"\n", 0, found.end()) + 1)
        report.add(STRAY_QUOTE, f"a quotation mark follows the number {number}; it is passed over", at)
        return found[1] + b" "

    return _QUOTED.sub(change, data)
