// The spheres of a robot while they are edited: every change can be undone.

/**
 * @typedef {object} Sphere  A sphere on a frame, in metres; it never changes, another one takes its place.
 * @property {[number, number, number] | null} center
 * @property {number | null} radius  one that is not positive only keeps a place
 */

const DECIMALS = 6;
const SPARE = 1e-9;

/** Whether a sphere only keeps a place. @param {Sphere} sphere */
export const isHidden = (sphere) => sphere.center === null || sphere.radius === null || sphere.radius <= 0;

/** The sphere with six digits, so that it contains this one; `robotfmt/spheres/arrays.py` rounds so too. What somebody typed
 * with no more digits stays. */
export function rounded(sphere) {
  const center = sphere.center.map(round);
  if (sphere.radius === round(sphere.radius) && center.every((each, i) => each === sphere.center[i])) return sphere;
  const away = Math.hypot(...center.map((each, i) => each - sphere.center[i]));
  const needed = sphere.radius + away + SPARE;
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

/** The spheres of the set that is edited, and the changes that were made. */
export class Spheres extends EventTarget {
  #open = null;

  /** @param {import("robotfmt/history").History} history */
  constructor(described, history) {
    super();
    this.history = history;
    this.set = described.set;
    /** @type {Map<string, Sphere[]>} by frame */
    this.frames = new Map(described.frames.map(([name, rows]) => [name, rows.map(sphere)]));
    /** Of other sets that belong to this one; they cannot be changed here. @type {Map<string, Sphere[]>} */
    this.clones = new Map();
    for (const [name, rows] of described.clones)
      this.clones.set(name, [...(this.clones.get(name) ?? []), ...rows.map(sphere)]);
    this.original = new Map(this.frames);
  }

  get isChanged() {
    const names = new Set([...this.frames.keys(), ...this.original.keys()]);
    return [...names].some((name) => !isSameList(this.of(name), this.original.get(name) ?? []));
  }

  /** The spheres on a frame. @returns {Sphere[]} */
  of(frame) { return this.frames.get(frame) ?? []; }

  /** Other spheres on a frame, in one step that can be undone. @param {Sphere[]} spheres */
  change(frame, spheres, { exact = false } = {}) {
    const before = this.#open?.frame === frame ? this.#open.before : this.of(frame);
    const kept = new Set([...before, ...(this.original.get(frame) ?? [])]);
    const after = spheres.map((each) => (kept.has(each) || exact || isHidden(each) ? each : rounded(each)));
    this.#open = null;
    if (isSameList(before, after)) return this.#put(frame, before);
    this.#step(new Map([[frame, before]]), new Map([[frame, after]]));
  }

  /** Other spheres on all frames, in one step; what only keeps a place stays. @param {Map<string, Sphere[]>} frames */
  changeAll(frames) {
    const names = [...new Set([...this.frames.keys(), ...frames.keys()])];
    const kept = (name) => this.of(name).filter(isHidden);
    this.#step(
      new Map(names.map((name) => [name, this.of(name)])),
      new Map(names.map((name) => [name, [...kept(name), ...(frames.get(name) ?? [])]])),
    );
  }

  #step(before, after) {
    const put = (frames) => [...frames].forEach(([frame, spheres]) => this.#put(frame, spheres));
    this.history.add({ undo: () => put(before), redo: () => put(after) });
    put(after);
  }

  /** Other spheres on a frame while something is dragged; `change` makes a step of all of it. @param {Sphere[]} spheres */
  preview(frame, spheres) {
    this.#open ??= { frame, before: this.of(frame) };
    this.#put(frame, spheres, true);
  }

  #put(frame, spheres, isPreview = false) {
    this.frames.set(frame, spheres);
    this.dispatchEvent(new CustomEvent("change", { detail: { frame, isPreview } }));
  }
}

function sphere([x, y, z, radius]) {
  return Object.freeze({ center: x === null ? null : [x, y, z], radius });
}

/** Whether two lists have the same spheres. @param {Sphere[]} a @param {Sphere[]} b */
export function isSameList(a, b) {
  return a.length === b.length && a.every((each, i) => each === b[i] || isSame(each, b[i]));
}

function isSame(a, b) {
  if (a.center === null || b.center === null) return a.center === b.center && a.radius === b.radius;
  return a.radius === b.radius && a.center.every((each, i) => each === b.center[i]);
}
