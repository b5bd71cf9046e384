"""Findings that ``check --fix`` can repair: by their codes, and by what they are about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..codes import (
    AXIS_NOT_UNIT,
    MISSPELT,
    ROUNDED,
    URI_BACKSLASH,
    URI_COLON,
    URI_SLASHES,
    XML_COMMENT,
    XML_DECLARATION,
    XML_PADDING,
)
from ..diagnostics import Diagnostic, Severity
from ..documents.spelling import is_slip

_MEANT = re.compile(r"(?:did you mean |is not a key here; )((?:'[^']+'(?: or )?)+)")
_WRONG = re.compile(r"(?:element <([\w:.-]+)>|attribute '([\w:.-]+)')")
_QUOTED = re.compile(r"'([^']+)'")


def candidate(finding: Diagnostic) -> tuple[str, str, bool] | None:
    """Return the misspelt word of a finding, the only word one slip away, and True if it is an attribute."""
    listed, wrong = _MEANT.search(finding.message), _WRONG.search(finding.message)
    word = (wrong.group(1) or wrong.group(2)) if wrong is not None else finding.path.rpartition("/")[2]
    meant = [each for each in _QUOTED.findall(listed.group(1) if listed is not None else "") if is_slip(word, each)]
    return (word, meant[0], wrong is not None and wrong.group(2) is not None) if len(meant) == 1 else None


def _always(finding: Diagnostic) -> bool:
    return True


def _is_direction(finding: Diagnostic) -> bool:
    """Return True if an axis is a direction that was not normalised; a warning is about one that may mean more."""
    return finding.severity is Severity.NOTE


def _has_candidate(finding: Diagnostic) -> bool:
    return candidate(finding) is not None


BYTES = (XML_DECLARATION.slug, XML_PADDING.slug, XML_COMMENT.slug)
WORDS = (MISSPELT.slug, "mjcf.unknown-word", "xrdf.unknown-key")
URIS = (URI_BACKSLASH.slug, URI_SLASHES.slug, URI_COLON.slug)
AXES, INERTIAS = (AXIS_NOT_UNIT.slug,), (ROUNDED.slug,)
TURNS = ("urdf.rough-angle", "sdf.rough-angle", "mjcf.rough-angle")
_CAN: Mapping[str, Callable[[Diagnostic], bool]] = {
    **dict.fromkeys((*BYTES, *URIS, *INERTIAS, *TURNS), _always),
    **dict.fromkeys(WORDS, _has_candidate),
    **dict.fromkeys(AXES, _is_direction),
}


def is_fixable(finding: Diagnostic) -> bool:
    """Return True if ``check --fix`` can repair a finding."""
    return finding.code in _CAN and _CAN[finding.code](finding)
