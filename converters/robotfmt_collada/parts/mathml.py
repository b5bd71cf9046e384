"""Conversion between MathML and the model's expressions.

MathML operands and results are in radians and the document's unit of length, those of the model in radians and
metres. A call of another formula of the document (``definitionURL``) is replaced by that formula.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import MATHML, Node, make
from robotfmt.model import (
    OPERATORS,
    Constant,
    Expression,
    Motion,
    Number,
    Operation,
    Piecewise,
    Variable,
)
from robotfmt.model.expression import CONSTANTS, FUNCTIONS, is_too_large, takes

from ..document.claims import claim
from .body import Body, Ids, JointDraft

_QUALIFIED = {"root": "degree", "log": "logbase"}
_QUALIFIERS = tuple(_QUALIFIED.values())
_ALIASES = {"arccosh": "arccosh", "mod": "rem"}
# Functions of a formula may call one another: each level of calls can double the size of the result.
_MOST_CALLS = 1000
_DEEPEST = 100


_CALLED = ("formula", "library_formulas", "technique_common")


class BadFormula(Exception):
    """The fault in a formula."""


@dataclass(slots=True)
class MathReader:
    """Converts MathML into expressions; the depth of a document bounds the recursion."""

    body: Body
    formula: Element
    """The element that relative references start from."""
    result_unit: float = 1.0
    """Metres per unit of the result."""
    names: Mapping[str, Expression] = field(default_factory=dict)
    """The meaning of the formula's parameters."""
    calls: list[Element] = field(default_factory=list)
    """The formulas called so far."""
    depth: int = 0
    """The current nesting depth of expressions and calls."""

    def equation(self, parent: Element) -> Expression:
        """Return the expression in an element with ``math``, in the model's units."""
        math = next((child for child in parent.children if child.local == "math"), None)
        inside = math.children if math is not None else parent.children
        if math is not None:
            math.take()
        if not inside:
            raise BadFormula("is empty")
        expression = self.expression(inside[0])
        if self.result_unit == 1:
            return expression
        return Operation("times", (Number(self.result_unit), expression))

    def expression(self, element: Element) -> Expression:
        """Return the expression of one MathML element."""
        if self.depth >= _DEEPEST:
            raise BadFormula("is nested too deeply, or refers to itself")
        self.depth += 1
        found = self._expression(element)
        self.depth -= 1
        return found

    def _expression(self, element: Element) -> Expression:
        element.take()
        match element.local:
            case "cn":
                return Number(self.number(element))
            case "ci" | "csymbol":
                return self._symbol(element)
            case "apply":
                return self._apply(element)
            case "piecewise":
                return self._piecewise(element)
            case name if name in CONSTANTS:
                return Constant(name)
        raise BadFormula(f"has <{element.local}>, which is not supported")

    def number(self, element: Element) -> float:
        """Return the number that an element contains.

        Raises:
            BadFormula: It contains no number.
        """
        element.attribute("type")
        values = element.text_number()
        if values is None:
            raise BadFormula("has an invalid number")
        return values

    def _symbol(self, element: Element) -> Expression:
        for name in ("encoding", "definitionURL", "type"):
            element.attribute(name)
        text = element.take_text()
        return self.names[text] if text in self.names else self.variable(text)

    def variable(self, reference: str) -> Expression:
        """Return the value of the axis that a reference names, in the document's units."""
        leader = self.body.axis(reference, self.formula)
        if leader is None:
            raise BadFormula(f"names '{reference}', which is not a joint")
        draft, number = leader
        variable = Variable(draft.joint.name, number)
        unit = unit_of(self.body, draft, number)
        return variable if unit == 1 else Operation("divide", (variable, Number(unit)))

    def _apply(self, element: Element) -> Expression:
        if not element.children:
            raise BadFormula("has an <apply> without an operator")
        head, *following = element.children
        operator = self._operator(head)
        if operator is None and not following:
            # A lone operand in <apply>, as Khronos' own examples have it.
            return self.expression(head)
        definition = self._definition(head) if operator is None else None
        if definition is not None:
            return self._called(definition, [self.expression(child) for child in following])
        head.take()
        if operator is None:
            raise BadFormula(f"applies '{head.text.strip() or head.local}', which is not an operator")
        qualifiers = [child for child in following if child.local in _QUALIFIERS]
        operands = [self.expression(child) for child in following if child.local not in _QUALIFIERS]
        for qualifier in qualifiers:
            operands.insert(0, self.expression(qualifier.take().children[0]))
        if not takes(operator, len(operands)):
            raise BadFormula(f"applies '{operator}' to {len(operands)} operands")
        return Operation(operator, tuple(operands))

    def _definition(self, head: Element) -> Element | None:
        """Return the formula that is called instead of an operator."""
        found = self.body.index.url(head.peek("definitionURL"), head, "formula")
        if found is None or found.tag != "formula":
            return None
        for name in ("encoding", "definitionURL", "type"):
            head.attribute(name)
        head.take_text()
        return found

    def _called(self, formula: Element, values: Sequence[Expression]) -> Expression:
        """Return the expression of a called formula, given its arguments in the order of its parameters."""
        name = formula.peek("id")
        parameters = [each for each in formula.children if each.tag == "newparam"]
        common = next((each for each in formula.children if each.tag == "technique_common"), None)
        if common is None or len(parameters) != len(values):
            raise BadFormula(f"calls '{name}' with {len(values)} arguments; expected {len(parameters)}")
        self.calls.append(formula)
        if len(self.calls) > _MOST_CALLS or any(is_too_large(each) for each in values):
            raise BadFormula(f"calls '{name}', which makes it too large")
        names = {each.attribute("sid") or "": value for each, value in zip(parameters, values, strict=True)}
        for element in (formula, formula.parent, common):
            if element is not None and element.tag in _CALLED:
                claim(element)
        inner = MathReader(self.body, formula, names=names, calls=self.calls, depth=self.depth)
        return inner.equation(common)

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
                raise BadFormula("has a <piece> that is not understood")
        return Piecewise(tuple(pieces), otherwise)


def unit_of(body: Body, draft: JointDraft, number: int) -> float:
    """Return the metres per unit of the document for a sliding axis; 1 for a turning one."""
    slides = number < len(draft.joint.axes) and draft.joint.axes[number].motion is Motion.SLIDE
    return body.index.unit(draft.constraints[number]) if slides else 1.0


# Writing


def write_math(expression: Expression, ids: Ids) -> Node:
    """Return the ``math`` of an expression."""
    return make(_tag("math"), None, _write(expression, ids))


def _tag(name: str) -> str:
    return f"{{{MATHML}}}{name}"


def _write(expression: Expression, ids: Ids) -> Node:
    """Return an expression in MathML."""
    match expression:
        case Number(value):
            return make(_tag("cn"), text=value)
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
                make(_tag("piece"), None, _write(value, ids), _write(condition, ids)) for value, condition in pieces
            ]
            last = make(_tag("otherwise"), None, _write(otherwise, ids)) if otherwise is not None else None
            return make(_tag("piecewise"), None, *inside, last)


def _head(operator: str) -> Node:
    if operator in FUNCTIONS:
        return make(_tag("csymbol"), {"encoding": "text/xml"}, text=operator)
    return make(_tag(operator))
