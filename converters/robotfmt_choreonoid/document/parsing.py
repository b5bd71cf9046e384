"""Parse YAML as Choreonoid does: by libyaml, with merge keys, and of repeated keys the last."""

from __future__ import annotations

from robotfmt.diagnostics import Report
from robotfmt.documents.yaml.document import Document, Mapping, Rules, Scalar, Value, parse_document
from robotfmt.limits import Limits

_RULES = Rules(merges=True, last=True)


def parse(data: bytes, name: str, report: Report, limits: Limits, anchors: dict[str, Value] | None = None) -> Document:
    """Return the document of a body, or of elements of one.

    Args:
        data: The bytes of the document.
        name: Its path.
        report: Gets the diagnostics.
        limits: Bounds its size.
        anchors: The values that its aliases may also refer to: those of the document that refers to it.

    Raises:
        InputError: The document is not YAML.
        LimitError: The document exceeds a limit.
    """
    return parse_document(
        data, name=name, format="choreonoid", report=report, limits=limits, rules=_RULES, anchors=anchors
    )


def in_degrees(root: Value) -> bool:
    """Return True if the angles of a body are in degrees."""
    unit = root.get("angle_unit") or root.get("angleUnit") if isinstance(root, Mapping) else None
    return not (isinstance(unit, Scalar) and unit.source == "radian")
