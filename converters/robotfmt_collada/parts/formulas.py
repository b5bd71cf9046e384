"""Formulas between joints: MathML in COLLADA, trees of expressions in the model.

COLLADA 1.5, chapters "formula" and "instance_formula", and OpenRAVE's technique, which adds partial derivatives. An
instanced formula, or one called by another, is written out where it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import (
    Coupling,
    Expression,
    FormulaCoupling,
    LinearCoupling,
    Number,
    Operation,
    Partial,
    Robot,
    Variable,
    linear,
)
from robotfmt.model.expression import affine, is_too_large
from robotfmt.model.record import replace

from ..codes import BAD_FORMULA
from ..document.claims import claim, claim_parameters
from ..document.values import children, first, technique
from .body import Body, Ids, JointDraft
from .mathml import BadFormula, MathReader, unit_of, write_math

_OPENRAVE = "OpenRAVE"
_INSTANCE = "instance_formula"


@dataclass(slots=True)
class _Use:
    """A use of a formula: the formula itself, or an instance of it."""

    formula: Element
    at: Element
    """The instance, or the formula itself: the base of relative references."""
    values: dict[str, Element] = field(default_factory=dict)
    """The values of the formula's parameters: elements with a number or an address."""


def read_formulas(body: Body, model: Element) -> None:
    """Read every formula of a kinematics model into the couplings of its joints."""
    common = model.child("technique_common")
    instances = children(common, _INSTANCE) if common is not None else []
    instanced = {body.index.url(each.peek("url"), each) for each in instances}
    for formula in children(common, "formula") if common is not None else []:
        if formula not in instanced:
            _read_formula(body, _Use(formula.take(), formula, _values(formula)))
    for instance in instances:
        definition = body.index.url(instance.peek("url"), instance, "formula")
        if definition is None:
            body.index.report_missing(instance, "formula")
        else:
            _read_formula(body, _Use(definition, instance, _values(definition) | _values(instance)))


def _values(parent: Element) -> dict[str, Element]:
    """Return the parameters that an element declares or sets."""
    return {
        each.peek("sid") or each.peek("ref") or "": each.children[0]
        for each in children(parent, "newparam", "setparam")
        if each.children
    }


def _read_formula(body: Body, use: _Use) -> None:
    """Give the axis that a formula drives its coupling; a formula that cannot be read stays in the ledger."""
    target = first(use.formula, "target")
    param = first(target, "param") if target is not None else None
    if target is None or param is None:
        use.at.report(BAD_FORMULA, "<formula> has no target")
        return
    name = param.peek("ref") or param.text.strip()
    value = use.values.get(name)
    driven = body.axis(value.text.strip() if value is not None else name, use.at)
    if driven is None or not driven[0].joint.axes:
        return
    draft, number = driven
    reader = MathReader(body, use.at, unit_of(body, draft, number))
    try:
        reader.names = _names(reader, use, without=name)
        coupling = _coupling(body, use, reader, draft)
    except BadFormula as error:
        use.at.report(BAD_FORMULA, f"the formula of '{draft.joint.name}' {error}")
        for element in (use.at, use.formula, *reader.calls):
            element.give_back()
        return
    _claim(use, target, param)
    draft.set_axis(number, replace(draft.joint.axes[number], coupling=coupling))


def _claim(use: _Use, target: Element, param: Element) -> None:
    for element in {use.formula, use.at}:
        claim(element)
        claim_parameters(element, "setparam")
    target.take()
    param.take().attribute("ref")
    param.take_text()


def _names(reader: MathReader, use: _Use, without: str) -> Mapping[str, Expression]:
    """Return the meaning of each parameter of a formula, except its target."""
    found: dict[str, Expression] = {}
    for name, value in use.values.items():
        if name == without:
            continue
        if value.tag in ("float", "int"):
            found[name] = Number(reader.number(value))
        elif value.tag in ("SIDREF", "param"):
            found[name] = reader.variable(value.text.strip())
    return found


def _coupling(body: Body, use: _Use, reader: MathReader, draft: JointDraft) -> FormulaCoupling:
    """Return the coupling of a joint. OpenRAVE's technique takes precedence over the common one, as in OpenRAVE."""
    position: Expression | None = None
    partials: dict[str, list[Partial]] = {"first_partial": [], "second_partial": []}
    openrave = technique(use.formula)
    for equation in children(openrave, "equation") if openrave is not None else []:
        kind = equation.peek("type") or "position"
        if kind == "position":
            position = reader.equation(equation)
            equation.attribute("type")
        elif kind in partials:
            partials[kind] += _partial(body, equation, reader)
    common = use.formula.child("technique_common")
    if common is not None:
        # The common technique repeats the position for other readers; it is used only if there is no other technique.
        given = reader.equation(common)
        if position is not None and not _same(position, given):
            use.at.report(BAD_FORMULA, f"two techniques of the formula of joint '{draft.joint.name}' differ")
        position = position if position is not None else given
    if position is None:
        raise BadFormula("is empty")
    if is_too_large(position):
        raise BadFormula("is too large")
    return FormulaCoupling(
        origin=use.at.origin,
        expression=position,
        first_partials=tuple(partials["first_partial"]),
        second_partials=tuple(partials["second_partial"]),
    )


def _partial(body: Body, equation: Element, reader: MathReader) -> list[Partial]:
    """Return a derivative by an axis; one by an unknown axis stays in the ledger."""
    leader = body.axis(equation.peek("target"), equation)
    if leader is None:
        return []
    for name in ("type", "target"):
        equation.attribute(name)
    expression = reader.equation(equation)
    return [Partial(origin=equation.origin, joint=leader[0].joint.name, axis=leader[1], expression=expression)]


def _same(a: Expression, b: Expression) -> bool:
    """Return True if two expressions are equal, as far as can be decided: one may be a sum, the other its result."""
    parts = affine(a)
    return a == b or (parts is not None and parts == affine(b))


# Writing


def write_formulas(robot: Robot, ids: Ids) -> list[Node]:
    """Return a ``<formula>`` for each axis that follows other joints."""
    return [
        _write_formula(joint.name, number, axis.coupling, ids)
        for joint in (*robot.joints, *robot.loops)
        for number, axis in enumerate(joint.axes)
        if axis.coupling is not None
    ]


def _write_formula(joint: str, axis: int, coupling: Coupling, ids: Ids) -> Node:
    later = f".axis{axis}" if axis else ""
    return make(
        "formula",
        {"sid": f"{ids.joints[joint]}{later}.formula"},
        make("target", None, make("param", text=ids.joint(joint, axis))),
        make("technique_common", None, write_math(_common(coupling), ids)),
        make("technique", {"profile": _OPENRAVE}, *_equations(coupling, ids)),
    )


def _common(coupling: Coupling) -> Expression:
    """Return a linear formula in the only form that ROS's parser accepts: (a * x) + b, in this order."""
    straight = linear(coupling)
    if straight is None:
        assert isinstance(coupling, FormulaCoupling)
        return coupling.expression
    factor = 1.0 if straight.multiplier is None else straight.multiplier
    product = Operation("times", (Number(factor), Variable(straight.joint, straight.axis)))
    return Operation("plus", (product, Number(straight.offset or 0.0)))


def _equations(coupling: Coupling, ids: Ids) -> list[Node]:
    """Return the equations of a coupling for OpenRAVE: the position, and the given partial derivatives."""
    position = coupling.expression if isinstance(coupling, FormulaCoupling) else _common(coupling)
    nodes = [make("equation", {"type": "position"}, write_math(position, ids))]
    if isinstance(coupling, LinearCoupling):
        factor = Number(1.0 if coupling.multiplier is None else coupling.multiplier)
        target: dict[str, str | None] = {
            "type": "first_partial",
            "target": ids.joint(coupling.joint, coupling.axis),
        }
        return [*nodes, make("equation", target, write_math(factor, ids))]
    for kind, partials in (
        ("first_partial", coupling.first_partials),
        ("second_partial", coupling.second_partials),
    ):
        for each in partials:
            target = {"type": kind, "target": ids.joint(each.joint, each.axis)}
            nodes.append(make("equation", target, write_math(each.expression, ids)))
    return nodes
