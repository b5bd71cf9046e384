"""Update a YAML document: changed parts are rewritten, and all other bytes stay."""

from __future__ import annotations

import codecs

from ....codes import REWRITTEN
from ....diagnostics import Report, quoted
from ....limits import Limits
from ....model import Origin
from ...source import Source
from ..lines import Node
from ..parsing import decode
from .text import splice

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def revise(source: Source, before: Node, after: Node, limits: Limits, report: Report) -> bytes:
    """Return the bytes of a parsed document with its new content.

    Args:
        before: The writer's tree of the old content.
        after: The writer's tree of the new content.
        limits: The limits on sizes.
        report: Reports the parts that could not be changed in place.

    Raises:
        Unfit: The document must be rewritten as a whole.
    """
    text = decode(source.data, source.name, limits)
    mark = next((each for each in _MARKS if source.data.startswith(each)), b"")
    found = splice(text, after, before)
    for path in found.rewritten:
        message = f"{quoted(path)} could not be updated in place; it was rewritten"
        report.add(REWRITTEN, message, Origin(source.name, path=path))
    return mark + found.text.encode(_MARKS.get(mark, "utf-8"))
