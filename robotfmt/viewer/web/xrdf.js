// The XRDF of a robot with the spheres as they are now, written as robotfmt's writer writes it.
import { isHidden, isSameList } from "robotfmt/spheres";

/** The text of the document. @param {import("robotfmt/spheres").Spheres} spheres */
export function xrdfText(document, spheres) {
  return spheres.isChanged ? written(document, spheres, spheres.frames) : document.text;
}

/** Whether something else stands among the spheres, such as comments, which is not written again once they are edited. */
export function leavesOut(document, spheres) {
  const isEmpty = ![...spheres.original.values()].some((each) => each.length > 0);
  return !isEmpty && written(document, spheres, spheres.original) !== document.text;
}

function written(document, spheres, now) {
  const [keys, remarks] = [new Map(document.keys), new Map(document.remarks)];
  const before = (name) => spheres.original.get(name) ?? [];
  // What was proved of other spheres is not true of these.
  const beside = (name) => (remarks.has(name) && isSameList(now.get(name), before(name)) ? `  # ${remarks.get(name)}` : "");
  const lines = [...now]
    .map(([name, own]) => [name, filled(before(name), own)])
    .filter(([name, own]) => own.length > 0 || spheres.original.get(name)?.length === 0)
    .flatMap(([name, own]) => frame(keys.get(name) ?? name, beside(name), own));
  const head = lines.length > 0 ? "    spheres:" : "    spheres: {}";
  return `${document.head}${[head, ...lines].join("\n")}\n${document.tail}`;
}

/** Spheres that only keep a place stay where they were among the others. */
function filled(original, spheres) {
  const coming = spheres.filter((each) => !isHidden(each));
  const found = original.flatMap((each) => (isHidden(each) ? [each] : coming.splice(0, 1)));
  return [...found, ...coming];
}

function frame(key, beside, spheres) {
  if (spheres.length === 0) return [`      ${key}: []${beside}`];
  return [`      ${key}:${beside}`, ...spheres.flatMap(sphere)];
}

function sphere({ center, radius }) {
  const entries = [];
  if (center !== null) entries.push(`center: [${center.map(number).join(", ")}]`);
  if (radius !== null) entries.push(`radius: ${number(radius)}`);
  if (entries.length === 0) return ["        - {}"];
  return entries.map((each, i) => `${i === 0 ? "        - " : "          "}${each}`);
}

/** A number as Python writes it, with a point: 0.0, 1e-06 as 1.0e-06. */
export function number(value) {
  if (value === 0) return "0.0";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) {
    const text = String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [mantissa, exponent] = value.toExponential().split("e");
  const digits = exponent.slice(1).padStart(2, "0");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}e${exponent[0]}${digits}`;
}
