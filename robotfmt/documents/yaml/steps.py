"""Steps of the path of a value, escaped as in a JSON pointer (RFC 6901, section 3)."""

from __future__ import annotations


def escape(key: str) -> str:
    """Return a key as a step of a path."""
    return key.replace("~", "~0").replace("/", "~1")


def unescape(step: str) -> str:
    """Return the key of a step."""
    return step.replace("~1", "/").replace("~0", "~")
