// The spheres of a robot while they are edited: every change can be undone.

/**
 * @typedef {object} Ball  A sphere on a frame, in metres; it never changes, another one takes its place.
 * @property {[number, number, number] | null} center
 * @property {number | null} radius  one that is not positive only keeps a place
 */

const DECIMALS = 6;
const SPARE = 1e-9;

/** Whether a ball only keeps a place. @param {Ball} ball */
export const isHidden = (ball) => ball.center === null || ball.radius === null || ball.radius <= 0;

/** The ball with six digits, so that it contains this one; `robotfmt/spheres/balls.py` rounds so too. What somebody typed
 * with no more digits stays. */
export function rounded(ball) {
  const center = ball.center.map(round);
  if (ball.radius === round(ball.radius) && center.every((each, i) => each === ball.center[i])) return ball;
  const away = Math.hypot(...center.map((each, i) => each - ball.center[i]));
  const needed = ball.radius + away + SPARE;
  let radius = round(needed);
  if (radius < needed) radius = round(radius + 10 ** -DECIMALS);
  return { center, radius };
}

/** To the nearest number of six digits; in the middle of two to the even one, as Python does. */
function round(value) {
  const text = Math.abs(value).toFixed(DECIMALS);
  const isTie = Number.isInteger(value * 128) && Math.abs(value).toFixed(DECIMALS + 1).endsWith("5");
  const even = isTie && Number(text.at(-1)) % 2 ? (Number(text) - 10 ** -DECIMALS).toFixed(DECIMALS) : text;
  return Number(even) * (value < 0 ? -1 : 1);
}

/** The balls of the set that is edited, and the changes that were made. */
export class Spheres extends EventTarget {
  #done = [];
  #undone = [];
  #open = null;

  constructor(told) {
    super();
    this.set = told.set;
    /** @type {Map<string, Ball[]>} by frame */
    this.frames = new Map(told.frames.map(([name, rows]) => [name, rows.map(ball)]));
    /** Of other sets that belong to this one; they cannot be changed here. @type {Map<string, Ball[]>} */
    this.clones = new Map();
    for (const [name, rows] of told.clones)
      this.clones.set(name, [...(this.clones.get(name) ?? []), ...rows.map(ball)]);
    this.original = new Map(this.frames);
  }

  get canUndo() { return this.#done.length > 0; }
  get canRedo() { return this.#undone.length > 0; }
  get isChanged() {
    const names = new Set([...this.frames.keys(), ...this.original.keys()]);
    return [...names].some((name) => !isSameList(this.of(name), this.original.get(name) ?? []));
  }

  /** The balls on a frame. @returns {Ball[]} */
  of(frame) { return this.frames.get(frame) ?? []; }

  /** Other balls on a frame, in one step that can be undone. @param {Ball[]} balls */
  change(frame, balls, { exact = false } = {}) {
    const before = this.#open?.frame === frame ? this.#open.before : this.of(frame);
    const kept = new Set([...before, ...(this.original.get(frame) ?? [])]);
    const after = balls.map((each) => (kept.has(each) || exact || isHidden(each) ? each : rounded(each)));
    this.#open = null;
    if (isSameList(before, after)) return this.#put(frame, before);
    this.#done.push({ frame, before, after });
    this.#undone = [];
    this.#put(frame, after);
  }

  /** Other balls on a frame while something is dragged; `change` makes a step of all of it. @param {Ball[]} balls */
  preview(frame, balls) {
    this.#open ??= { frame, before: this.of(frame) };
    this.#put(frame, balls, true);
  }

  undo() {
    const step = this.#done.pop();
    if (step === undefined) return;
    this.#undone.push(step);
    this.#put(step.frame, step.before);
  }

  redo() {
    const step = this.#undone.pop();
    if (step === undefined) return;
    this.#done.push(step);
    this.#put(step.frame, step.after);
  }

  #put(frame, balls, isPreview = false) {
    this.frames.set(frame, balls);
    this.dispatchEvent(new CustomEvent("change", { detail: { frame, isPreview } }));
  }
}

function ball([x, y, z, radius]) {
  return Object.freeze({ center: x === null ? null : [x, y, z], radius });
}

/** Whether two lists have the same balls. @param {Ball[]} a @param {Ball[]} b */
export function isSameList(a, b) {
  return a.length === b.length && a.every((each, i) => each === b[i] || isSame(each, b[i]));
}

function isSame(a, b) {
  if (a.center === null || b.center === null) return a.center === b.center && a.radius === b.radius;
  return a.radius === b.radius && a.center.every((each, i) => each === b.center[i]);
}
