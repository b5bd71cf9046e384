// Formulas of joints that follow others, as `robotfmt/viewer/motion.py` tells them: a number, or a list with an
// operator and what it is applied to. The operators mean what they mean in `robotfmt/formulas.py`.

/** The value of a formula. @param {(joint: string, axis: number) => number} valueOf of the joints that lead */
export function evaluate(formula, valueOf) {
  if (typeof formula === "number") return formula;
  const [operator, ...rest] = formula;
  if (operator === "variable") return valueOf(rest[0], rest[1]);
  if (operator === "piecewise") {
    const [pieces, otherwise] = rest;
    const piece = pieces.find(([, condition]) => evaluate(condition, valueOf) !== 0);
    if (piece !== undefined) return evaluate(piece[0], valueOf);
    return otherwise === null ? NaN : evaluate(otherwise, valueOf);
  }
  return Number(OPERATORS[operator](...rest.map((each) => evaluate(each, valueOf))));
}

const all = (apply) => (first, ...rest) => rest.reduce((result, each) => Number(apply(result, each)), first);
const holds = (value) => value !== 0;

function root(first, second) {
  if (second === undefined) return Math.sqrt(first);
  if (((first % 2) + 2) % 2 === 1) return Math.sign(second) * Math.abs(second) ** (1 / first);
  return second ** (1 / first);
}

function sssa(a, b, c) {
  const part = (a * a + b * b - c * c) / (2 * b);
  return Math.atan2(Math.sqrt(a * a - part * part), b - part);
}

const OPERATORS = {
  __proto__: null,
  plus: all((a, b) => a + b),
  minus: (a, b) => (b === undefined ? -a : a - b),
  times: all((a, b) => a * b),
  divide: (a, b) => a / b,
  power: (a, b) => a ** b,
  root,
  quotient: (a, b) => Math.trunc(a / b),
  rem: (a, b) => a % b,
  abs: Math.abs,
  exp: Math.exp,
  ln: Math.log,
  log: (a, b) => (b === undefined ? Math.log10(a) : Math.log(b) / Math.log(a)),
  floor: Math.floor,
  ceiling: Math.ceil,
  min: all(Math.min),
  max: all(Math.max),
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  sec: (a) => 1 / Math.cos(a),
  csc: (a) => 1 / Math.sin(a),
  cot: (a) => 1 / Math.tan(a),
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  sech: (a) => 1 / Math.cosh(a),
  csch: (a) => 1 / Math.sinh(a),
  coth: (a) => 1 / Math.tanh(a),
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  arcsec: (a) => Math.acos(1 / a),
  arccsc: (a) => Math.asin(1 / a),
  arccot: (a) => Math.PI / 2 - Math.atan(a),
  arcsinh: Math.asinh,
  arccosh: Math.acosh,
  arctanh: Math.atanh,
  arcsech: (a) => Math.acosh(1 / a),
  arccsch: (a) => Math.asinh(1 / a),
  arccoth: (a) => Math.atanh(1 / a),
  eq: all((a, b) => a === b),
  neq: (a, b) => a !== b,
  lt: all((a, b) => a < b),
  leq: all((a, b) => a <= b),
  gt: all((a, b) => a > b),
  geq: all((a, b) => a >= b),
  and: all((a, b) => holds(a) && holds(b)),
  or: all((a, b) => holds(a) || holds(b)),
  xor: all((a, b) => holds(a) !== holds(b)),
  not: (a) => !holds(a),
  atan2: Math.atan2,
  INRANGE: (value, low, high) => value >= low && value <= high,
  SSSA: sssa,
  SASA: (a, angle, b) => Math.atan2(a * Math.sin(angle), b - a * Math.cos(angle)),
  SASS: (a, angle, b) => Math.sqrt(a * a + b * b - 2 * a * b * Math.cos(angle)),
};
