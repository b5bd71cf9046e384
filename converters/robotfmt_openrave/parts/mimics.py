"""Mimic joints: their equations, once all joints of a body are known."""

from __future__ import annotations

import re
from collections.abc import Collection

from robotfmt.documents.tokens import BadToken, reals
from robotfmt.documents.xml.element import Element
from robotfmt.model import Coupling, Expression, FormulaCoupling, LinearCoupling, Partial
from robotfmt.model.expression import variables
from robotfmt.model.renaming import renamed

from ..codes import EQUATION
from ..document.equations import BadEquation, parse
from .drafts import Equations

_PARTIALS = {"mimic_vel": "first_partials", "mimic_accel": "second_partials"}
_PARTIAL = re.compile(r"\s*(\S+)\s+(.+)", re.DOTALL)


def read_coupling(equations: Equations, joint: str, joints: Collection[str]) -> Coupling | None:
    """Return the coupling of a mimic joint; None, with a report, for one that cannot be read.

    Args:
        equations: The equations as written.
        joint: The name of the joint.
        joints: The names of all joints of the body.
    """
    element, prefix = equations.element, equations.prefix
    names = _Names(joints, prefix)
    try:
        old = _old(element, names)
        if old is not None:
            return old
        text = element.peek("mimic_pos") or ""
        position = names.formula(text)
        found = FormulaCoupling(origin=element.origin, expression=position, **_partials(element, names))
    except BadEquation as error:
        element.report(EQUATION, f"the equation of '{joint}' {error}", subject=f"joint/{joint}")
        return None
    for name in ("mimic_pos", *_PARTIALS):
        element.attribute(name)
    return found


class _Names:
    """Reads formulas whose joints may have got a prefix since."""

    def __init__(self, joints: Collection[str], prefix: str) -> None:
        self.prefix = prefix
        own = {each.removeprefix(prefix) for each in joints if each.startswith(prefix)}
        self.known = own or set(joints)

    def formula(self, text: str) -> Expression:
        formula = parse(text, self.known)
        if not variables(formula) and not text.strip():
            raise BadEquation("is empty")
        return renamed(formula, lambda _, name: self.prefix + name) if self.prefix else formula

    def joint(self, name: str) -> str:
        if name not in self.known:
            raise BadEquation(f"names '{name}', which is no joint")
        return self.prefix + name


def _old(element: Element, names: _Names) -> LinearCoupling | None:
    """Return the coupling of the old form ``mimic="joint factor offset"``."""
    words = (element.peek("mimic") or "").split()
    if not words or element.peek("mimic_pos") is not None:
        return None
    try:
        factor, offset = reals(" ".join(words[1:]), 2)
    except BadToken as error:
        raise BadEquation(f"is '{element.peek('mimic')}': {error}") from error
    element.attribute("mimic")
    return LinearCoupling(origin=element.origin, joint=names.joint(words[0]), multiplier=factor, offset=offset)


def _partials(element: Element, names: _Names) -> dict[str, tuple[Partial, ...]]:
    """Return the derivatives: ``|joint formula`` for each joint."""
    found: dict[str, tuple[Partial, ...]] = {}
    for attribute, field in _PARTIALS.items():
        rows = [each for each in (element.peek(attribute) or "").split("|") if each.strip()]
        found[field] = tuple(_partial(element, each, names) for each in rows)
    return found


def _partial(element: Element, text: str, names: _Names) -> Partial:
    match = _PARTIAL.fullmatch(text)
    if match is None:
        raise BadEquation(f"has the derivative '{text.strip()}' without a joint or a formula")
    joint, axis = match.group(1), 0
    if joint not in names.known:
        base, _, number = joint.rpartition("_")
        joint, axis = (base, int(number)) if number.isdigit() and len(number) < 3 else (joint, 0)
    return Partial(origin=element.origin, joint=names.joint(joint), axis=axis, expression=names.formula(match.group(2)))
