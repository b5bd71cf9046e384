"""The meaning of values in a YAML document, independent of their notation."""

from __future__ import annotations

from typing import TypeAlias

from ... import tokens
from .. import scalars
from ..events import Kind
from ..lines import NULL, Node
from .marks import Part

_TRUTHS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})

Meaning: TypeAlias = "tuple[object, ...]"


def node_of(part: Part) -> Node:
    """Return a value of a document as a node to write."""
    part = part.target or part
    if part.kind is Kind.SCALAR:
        return Node(literal=_literal(part))
    if part.kind is Kind.LIST:
        return Node(items=[node_of(item) for item in part.items])
    return Node(entries={name: node_of(item) for name, item in zip(part.names, part.items, strict=True)})


def _literal(part: Part) -> str:
    if part.style is not None:
        return scalars.flow(part.text)
    if scalars.is_null(part.text):
        return NULL
    is_word = part.text not in _TRUTHS and _number(part.text) is None
    return scalars.flow(part.text) if is_word else part.text


def _number(text: str) -> float | None:
    try:
        return tokens.real(text)
    except tokens.BadToken:
        return None


def meaning(literal: str) -> Meaning:
    """Return the meaning of a scalar, independent of its notation: ``1`` equals ``1.0``, and a word equals itself in
    quotes.
    """
    if literal.startswith('"') or literal == NULL:
        return (literal,)
    if literal in _TRUTHS:
        return (literal.lower(),)
    number = _number(literal)
    return (scalars.flow(literal),) if number is None else ("number", number)
