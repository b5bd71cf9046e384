"""Equations of mimic joints, in the language of fparser with OpenRAVE's functions: texts to formulas and back.

``joint*2+0.1``, ``a := sin(joint); atan2(a, 2)``. Angles are radians. A name that is followed by ``_1`` means the
second axis of a joint. ``polyroots`` is not among the operators of the model, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from robotfmt.documents.tokens import written
from robotfmt.model import Constant, Expression, Number, Operation, Piecewise, Variable
from robotfmt.model.expression import is_too_large

_LONGEST, _DEEPEST = 20_000, 64
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_WORD = re.compile(r"[A-Za-z_]\w*")
_AXIS = re.compile(r"(.+)_(\d)")
_SIGNS = ("&&", "||", ":=", "<=", ">=", "!=", *"+-*/%^(),;<>=&|!")
_LEVELS = (("|", "||"), ("&", "&&"), ("=", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))
"""The signs between two operands, those that bind least first."""
_OPERATORS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divide",
    "%": "rem",
    "^": "power",
    "|": "or",
    "||": "or",
    "&": "and",
    "&&": "and",
    "=": "eq",
    "!=": "neq",
    "<": "lt",
    "<=": "leq",
    ">": "gt",
    ">=": "geq",
    "!": "not",
}
_FUNCTIONS = {
    **{f"a{name}{end}": f"arc{name}{end}" for name in ("sin", "cos", "tan") for end in ("", "h")},
    **{f"{name}{end}": f"{name}{end}" for name in ("sin", "cos", "tan") for end in ("", "h")},
    **{name: name for name in ("cot", "csc", "sec", "abs", "exp", "floor", "min", "max", "atan2")},
    **{name: name for name in ("SSSA", "SASA", "SASS")},
    "log": "ln",
    "log10": "log",
    "sqrt": "root",
    "ceil": "ceiling",
    "pow": "power",
}
_COUNTS = {"atan2": 2, "power": 2, "SSSA": 3, "SASA": 3, "SASS": 3}
_ROWS = ("min", "max")


class BadEquation(ValueError):
    """The fault of an equation: a text such as ``names the unknown joint 'x'``."""


def parse(text: str, joints: Collection[str]) -> Expression:
    """Return the formula of an equation.

    Args:
        text: The equation.
        joints: The names of the joints that it may follow.

    Raises:
        BadEquation: It has another syntax, unknown names or functions, or is too long or too deep.
    """
    if len(text) > _LONGEST:
        raise BadEquation(f"is longer than {_LONGEST} characters")
    found = _Parser(_tokens(text, joints), joints).whole()
    if is_too_large(found):
        raise BadEquation("is too large")
    return found


def _tokens(text: str, joints: Collection[str]) -> list[str]:
    names = sorted(joints, key=len, reverse=True)
    found: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        token = _token(text, place, names)
        if token is None:
            raise BadEquation(f"has an unexpected '{text[place : place + 10]}'")
        found.append(token)
        place += len(token)
    return found


def _token(text: str, place: int, names: list[str]) -> str | None:
    """Return the token at a place: the name of a joint first, which may have signs in it."""
    for each in names:
        end = place + len(each)
        if each and text.startswith(each, place) and not (text[end : end + 1].isalnum() or text[end : end + 1] == "_"):
            return each
    match = _NUMBER.match(text, place) or _WORD.match(text, place)
    if match is not None:
        return match.group()
    return next((sign for sign in _SIGNS if text.startswith(sign, place)), None)


class _Parser:
    def __init__(self, tokens: list[str], joints: Collection[str]) -> None:
        self.tokens, self.joints = tokens, joints
        self.place, self.depth = 0, 0
        self.locals: dict[str, Expression] = {}

    def whole(self) -> Expression:
        while len(self.tokens) > self.place + 1 and self.tokens[self.place + 1] == ":=":
            name = self.tokens[self.place]
            self.place += 2
            self.locals[name] = self.level(0)
            self.expect(";")
        found = self.level(0)
        if self.place < len(self.tokens):
            raise BadEquation(f"has an unexpected '{self.tokens[self.place]}'")
        return found

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def expect(self, sign: str) -> None:
        if self.peek() != sign:
            raise BadEquation(f"lacks a '{sign}'")
        self.place += 1

    def level(self, number: int) -> Expression:
        """Return the operands that signs of a level, or of one that binds more, join."""
        if number == len(_LEVELS):
            return self.signed()
        found = self.level(number + 1)
        while self.peek() in _LEVELS[number]:
            sign = self.peek()
            self.place += 1
            found = Operation(_OPERATORS[sign], (found, self.level(number + 1)))
        return found

    def signed(self) -> Expression:
        sign = self.peek()
        if sign not in ("-", "+", "!"):
            return self.raised()
        self.place += 1
        self.deeper()
        inner = self.signed()
        self.depth -= 1
        if sign == "+":
            return inner
        if sign == "-" and isinstance(inner, Number):
            return Number(-inner.value)
        return Operation("minus" if sign == "-" else "not", (inner,))

    def raised(self) -> Expression:
        base = self.operand()
        if self.peek() != "^":
            return base
        self.place += 1
        self.deeper()
        exponent = self.signed()
        self.depth -= 1
        return Operation("power", (base, exponent))

    def operand(self) -> Expression:
        """Read a number, a name, a call, or an expression in parentheses."""
        token = self.peek()
        if not token:
            raise BadEquation("ends early")
        self.place += 1
        if token == "(":
            self.deeper()
            inner = self.level(0)
            self.expect(")")
            self.depth -= 1
            return inner
        if _NUMBER.fullmatch(token):
            return Number(float(token))
        if self.peek() == "(" and token not in self.joints:
            return self.call(token)
        return self.name(token)

    def name(self, token: str) -> Expression:
        if token in self.joints:
            return Variable(token)
        if token in self.locals:
            return self.locals[token]
        numbered = _AXIS.fullmatch(token)
        if numbered is not None and numbered.group(1) in self.joints:
            return Variable(numbered.group(1), int(numbered.group(2)))
        if token == "pi":
            return Constant("pi")
        raise BadEquation(f"names '{token}', which is no joint")

    def call(self, name: str) -> Expression:
        """Read the arguments of a function whose name was read."""
        self.expect("(")
        self.deeper()
        arguments = [self.level(0)]
        while self.peek() == ",":
            self.place += 1
            arguments.append(self.level(0))
        self.expect(")")
        self.depth -= 1
        if name == "if" and len(arguments) == 3:
            return Piecewise(((arguments[1], arguments[0]),), arguments[2])
        operator = _FUNCTIONS.get(name)
        if operator is None:
            raise BadEquation(f"has the function '{name}', which formulas do not have")
        if operator not in _ROWS and len(arguments) != _COUNTS.get(operator, 1):
            raise BadEquation(f"gives '{name}' {len(arguments)} arguments")
        return Operation(operator, tuple(arguments))

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise BadEquation(f"is nested more than {_DEEPEST} deep")


# Writing

_SIGN_OF = {
    "plus": "+",
    "minus": "-",
    "times": "*",
    "divide": "/",
    "rem": "%",
    "power": "^",
    "or": "|",
    "and": "&",
    "eq": "=",
    "neq": "!=",
    "lt": "<",
    "leq": "<=",
    "gt": ">",
    "geq": ">=",
}
_NAME_OF = {operator: name for name, operator in _FUNCTIONS.items() if operator != "power"}


def text_of(expression: Expression, several: Callable[[str], bool] = lambda _: False) -> str:
    """Return the text of a formula, which reads back as the same formula.

    Args:
        several: True for the name of a joint with several axes.

    Raises:
        BadEquation: OpenRAVE has no word for one of its operators.
    """
    match expression:
        case Number(value):
            return written(value) if value >= 0 else f"({written(value)})"
        case Constant(name):
            return name if name == "pi" else "exp(1)"
        case Variable(joint, axis):
            return f"{joint}_{axis}" if axis or several(joint) else joint
        case Piecewise(pieces, otherwise):
            found = text_of(otherwise, several) if otherwise is not None else "0/0"
            for piece, condition in reversed(pieces):
                found = f"if({text_of(condition, several)},{text_of(piece, several)},{found})"
            return found
        case Operation(operator, arguments):
            texts = [text_of(each, several) for each in arguments]
            if _is_row(operator, arguments):
                texts[0] = texts[0][1:-1]
            return _operation(operator, texts)


def _is_row(operator: str, arguments: tuple[Expression, ...]) -> bool:
    """Return True if a sign binds like that of its first operand, so that many terms need one pair of brackets."""
    first = arguments[0]
    if not isinstance(first, Operation) or {len(arguments), len(first.arguments)} != {2}:
        return False
    signs = {_SIGN_OF.get(operator), _SIGN_OF.get(first.operator)}
    return any(signs <= set(level) for level in _LEVELS)


def _operation(operator: str, texts: list[str]) -> str:
    if operator in ("minus", "not") and len(texts) == 1:
        return f"({'-' if operator == 'minus' else '!'}{texts[0]})"
    # OpenRAVE's function parser has binary operators only; sums of several terms are nested from the left.
    if operator in ("plus", "times") and len(texts) > 2:
        return _operation(operator, [_operation(operator, texts[:-1]), texts[-1]])
    if operator in _SIGN_OF and len(texts) == 2:
        return f"({texts[0]}{_SIGN_OF[operator]}{texts[1]})"
    if operator in _NAME_OF and (operator in _ROWS or len(texts) == _COUNTS.get(operator, 1)):
        return f"{_NAME_OF[operator]}({','.join(texts)})"
    raise BadEquation(f"has '{operator}' with {len(texts)} arguments, for which OpenRAVE has no word")
