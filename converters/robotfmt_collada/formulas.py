"""Formulas between joints: MathML in COLLADA, trees of expressions in the model.

COLLADA 1.5, chapter "formula", and OpenRAVE's technique, which adds partial derivatives. Operands and results are
radians and the document's lengths; the model's are radians and metres.
"""

from __future__ import annotations

from robotfmt.documents.element import Element
from robotfmt.documents.tokens import written
from robotfmt.documents.xml import MATHML, Node, make
from robotfmt.model import (
    OPERATORS,
    Constant,
    Coupling,
    Expression,
    FormulaCoupling,
    LinearCoupling,
    Motion,
    Number,
    Operation,
    Partial,
    Piecewise,
    Robot,
    Variable,
    linear,
)
from robotfmt.model.expression import CONSTANTS, FUNCTIONS, affine
from robotfmt.model.record import replace

from .body import Body, Ids, JointDraft
from .claims import claim
from .codes import BAD_FORMULA
from .extension import technique

_OPENRAVE = "OpenRAVE"
_QUALIFIED = {"root": "degree", "log": "logbase"}
_QUALIFIERS = tuple(_QUALIFIED.values())
_ALIASES = {"arccosh": "arccosh", "mod": "rem"}


class _BadFormula(Exception):
    """What is wrong with a formula."""


def read_formulas(body: Body, model: Element) -> None:
    """Read every formula of a kinematics model into the couplings of its joints."""
    common = model.child("technique_common")
    for formula in common.children_of("formula") if common is not None else []:
        _read_formula(body, formula)


def _read_formula(body: Body, formula: Element) -> None:
    target = formula.child("target")
    param = target.child("param") if target is not None else None
    if param is None:
        formula.report(BAD_FORMULA, "<formula> has no target")
        return
    driven = body.axis(param.text.strip(), formula)
    if driven is None or not driven[0].joint.axes:
        return
    draft, number = driven
    try:
        coupling = _coupling(body, formula, draft, number)
    except _BadFormula as error:
        formula.report(BAD_FORMULA, f"the formula of '{draft.joint.name}' {error}")
        formula.give_back()
        return
    claim(formula)
    param.take_text()
    draft.set_axis(number, replace(draft.joint.axes[number], coupling=coupling))


def _coupling(body: Body, formula: Element, draft: JointDraft, axis: int) -> FormulaCoupling:
    """OpenRAVE's technique counts before the common one, as OpenRAVE reads them."""
    reader = _Reader(body, formula, draft, axis)
    position: Expression | None = None
    partials: dict[str, list[Partial]] = {"first_partial": [], "second_partial": []}
    own = technique(formula, _OPENRAVE)
    for equation in own.children_of("equation") if own is not None else []:
        kind = equation.attribute("type") or "position"
        expression = reader.equation(equation)
        if kind == "position":
            position = expression
        elif kind in partials:
            leader = body.joint(equation.attribute("target"), equation, "target")
            if leader is not None:
                partials[kind].append(
                    Partial(origin=equation.origin, joint=leader.joint.name, expression=expression)
                )
    common = formula.child("technique_common")
    if common is not None:
        # The common technique says the same for others; it counts only where there is no other.
        said = reader.equation(common)
        if position is not None and not _same(position, said):
            formula.report(BAD_FORMULA, f"two techniques of the formula of '{draft.joint.name}' differ")
        position = position if position is not None else said
    if position is None:
        raise _BadFormula("says nothing")
    return FormulaCoupling(
        origin=formula.origin,
        expression=position,
        first_partials=tuple(partials["first_partial"]),
        second_partials=tuple(partials["second_partial"]),
    )


def _same(a: Expression, b: Expression) -> bool:
    """Whether two expressions say the same, as far as that can be told: one may be a sum, the other its result."""
    parts = affine(a)
    return a == b or (parts is not None and parts == affine(b))


class _Reader:
    """Turns MathML into expressions; the depth of a document bounds the recursion."""

    def __init__(self, body: Body, formula: Element, draft: JointDraft, axis: int) -> None:
        self.body = body
        self.formula = formula
        self.result_unit = self._unit(draft, axis)

    def equation(self, parent: Element) -> Expression:
        """The expression in an element that holds ``math``, in the model's units."""
        math = next((child for child in parent.children if child.local == "math"), None)
        inside = math.children if math is not None else parent.children
        if math is not None:
            math.take()
        if not inside:
            raise _BadFormula("is empty")
        expression = self.expression(inside[0])
        if self.result_unit == 1:
            return expression
        return Operation("times", (Number(self.result_unit), expression))

    def expression(self, element: Element) -> Expression:
        """The expression of one MathML element."""
        element.take()
        match element.local:
            case "cn":
                return Number(self._number(element))
            case "ci" | "csymbol":
                return self._symbol(element)
            case "apply":
                return self._apply(element)
            case "piecewise":
                return self._piecewise(element)
            case name if name in CONSTANTS:
                return Constant(name)
        raise _BadFormula(f"has <{element.local}>, which is not understood")

    def _number(self, element: Element) -> float:
        element.attribute("type")
        values = element.text_number()
        if values is None:
            raise _BadFormula("has a number that is none")
        return values

    def _symbol(self, element: Element) -> Expression:
        for name in ("encoding", "definitionURL", "type"):
            element.attribute(name)
        text = element.take_text()
        leader = self.body.axis(text, self.formula)
        if leader is None:
            raise _BadFormula(f"names '{text}', which is no joint")
        draft, number = leader
        variable = Variable(draft.joint.name, number)
        unit = self._unit(draft, number)
        return variable if unit == 1 else Operation("divide", (variable, Number(unit)))

    def _unit(self, draft: JointDraft, number: int) -> float:
        """Metres in one unit of the document, for the value of a sliding axis."""
        slides = number < len(draft.joint.axes) and draft.joint.axes[number].motion is Motion.SLIDE
        return self.body.index.unit(draft.constraints[number]) if slides else 1.0

    def _apply(self, element: Element) -> Expression:
        if not element.children:
            raise _BadFormula("applies nothing")
        head, *rest = element.children
        operator = self._operator(head)
        if operator is None and not rest:
            # A lone operand in <apply>, as Khronos' own examples have it.
            return self.expression(head)
        head.take()
        if operator is None:
            raise _BadFormula(f"applies '{head.text.strip() or head.local}', which is no operator")
        qualifiers = [child for child in rest if child.local in _QUALIFIERS]
        operands = [self.expression(child) for child in rest if child.local not in _QUALIFIERS]
        for qualifier in qualifiers:
            operands.insert(0, self.expression(qualifier.take().children[0]))
        return Operation(operator, tuple(operands))

    def _operator(self, head: Element) -> str | None:
        if head.local in ("csymbol", "ci") and head.text.strip() in OPERATORS:
            for name in ("encoding", "definitionURL", "type"):
                head.attribute(name)
            return head.take_text()
        name = _ALIASES.get(head.local, head.local)
        return name if name in OPERATORS else None

    def _piecewise(self, element: Element) -> Expression:
        pieces: list[tuple[Expression, Expression]] = []
        otherwise: Expression | None = None
        for child in element.children:
            child.take()
            if child.local == "piece" and len(child.children) == 2:
                pieces.append((self.expression(child.children[0]), self.expression(child.children[1])))
            elif child.local == "otherwise" and len(child.children) == 1:
                otherwise = self.expression(child.children[0])
            else:
                raise _BadFormula("has a piece that is not understood")
        return Piecewise(tuple(pieces), otherwise)


# Writing


def write_formulas(robot: Robot, ids: Ids) -> list[Node]:
    """The formulas of all joints that follow others."""
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
        make("technique_common", None, _math(_common(coupling), ids)),
        make("technique", {"profile": _OPENRAVE}, *_equations(coupling, ids)),
    )


def _common(coupling: Coupling) -> Expression:
    """What is linear in the only shape that ROS's parser takes: (a * x) + b, in this order."""
    straight = linear(coupling)
    if straight is None:
        assert isinstance(coupling, FormulaCoupling)
        return coupling.expression
    factor = 1.0 if straight.multiplier is None else straight.multiplier
    product = Operation("times", (Number(factor), Variable(straight.joint, straight.axis)))
    return Operation("plus", (product, Number(straight.offset or 0.0)))


def _equations(coupling: Coupling, ids: Ids) -> list[Node]:
    position = coupling.expression if isinstance(coupling, FormulaCoupling) else _common(coupling)
    nodes = [make("equation", {"type": "position"}, _math(position, ids))]
    if isinstance(coupling, LinearCoupling):
        factor = Number(1.0 if coupling.multiplier is None else coupling.multiplier)
        target: dict[str, str | None] = {
            "type": "first_partial",
            "target": ids.joint(coupling.joint, coupling.axis),
        }
        return [*nodes, make("equation", target, _math(factor, ids))]
    for kind, partials in (
        ("first_partial", coupling.first_partials),
        ("second_partial", coupling.second_partials),
    ):
        for each in partials:
            target = {"type": kind, "target": ids.joint(each.joint)}
            nodes.append(make("equation", target, _math(each.expression, ids)))
    return nodes


def _math(expression: Expression, ids: Ids) -> Node:
    return make(_tag("math"), None, _write(expression, ids))


def _tag(name: str) -> str:
    return f"{{{MATHML}}}{name}"


def _write(expression: Expression, ids: Ids) -> Node:
    match expression:
        case Number(value):
            return make(_tag("cn"), text=written(value))
        case Constant(name):
            return make(_tag(name))
        case Variable(joint, axis):
            return make(_tag("csymbol"), {"encoding": "COLLADA"}, text=ids.joint(joint, axis))
        case Operation(operator, arguments):
            operands = [_write(each, ids) for each in arguments]
            if operator in _QUALIFIED and len(operands) == 2:
                operands[0] = make(_tag(_QUALIFIED[operator]), None, operands[0])
            return make(_tag("apply"), None, _head(operator), *operands)
        case Piecewise(pieces, otherwise):
            inside = [
                make(_tag("piece"), None, _write(value, ids), _write(condition, ids))
                for value, condition in pieces
            ]
            last = make(_tag("otherwise"), None, _write(otherwise, ids)) if otherwise is not None else None
            return make(_tag("piecewise"), None, *inside, last)


def _head(operator: str) -> Node:
    if operator in FUNCTIONS:
        return make(_tag("csymbol"), {"encoding": "text/xml"}, text=operator)
    return make(_tag(operator))
