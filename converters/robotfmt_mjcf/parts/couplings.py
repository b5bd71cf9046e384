"""Equalities of joints: a joint is a polynomial of another one, or is held at a value."""

from __future__ import annotations

from robotfmt.model import Coupling, FormulaCoupling, LinearCoupling, Number, Variable, linear
from robotfmt.model.expression import polynomial, polynomial_of

_COUNT = 5
"""The number of coefficients of MuJoCo's ``polycoef``."""


def coupling_of(leader: str | None, numbers: tuple[float, ...]) -> Coupling:
    """Return what ``polycoef`` makes of a joint: a factor and an offset, a formula, or without a leader a constant."""
    constant, factor, *higher = (*numbers, *(0.0,) * (_COUNT - len(numbers)))
    if leader is None:
        return FormulaCoupling(expression=Number(constant))
    if any(higher):
        return FormulaCoupling(expression=polynomial_of(Variable(leader), (constant, factor, *higher)))
    return LinearCoupling(joint=leader, multiplier=factor, offset=constant if constant else None)


def polycoef(coupling: Coupling) -> tuple[str | None, tuple[float, ...]] | None:
    """Return the joint that another one follows and the coefficients; None for a coupling unknown to MuJoCo."""
    plain = linear(coupling)
    if plain is not None:
        factor = 1.0 if plain.multiplier is None else plain.multiplier
        return None if plain.axis else (plain.joint, (plain.offset or 0.0, factor, 0.0, 0.0, 0.0))
    found = polynomial(coupling.expression) if isinstance(coupling, FormulaCoupling) else None
    if found is None or len(found[1]) > _COUNT or (found[0] is not None and found[0].axis):
        return None
    leader = found[0].joint if found[0] is not None else None
    return leader, (*found[1], *(0.0,) * (_COUNT - len(found[1])))
