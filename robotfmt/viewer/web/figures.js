// How well spheres represent a link: the same measures, on the same points, as `robotfmt/spheres/measuring/links.py`.
import { isHidden } from "robotfmt/spheres";
import { normalOf } from "robotfmt/tree";

const SMALLEST = 1e-6, COVERED = 1e-9;
export const SAMPLES = 20000;

/**
 * @typedef {object} Figures
 * @property {number} spheres  @property {number} area  @property {number} volume  in m^2 and m^3
 * @property {number} coverage  in per cent  @property {number} uncoveredDepth  in m
 * @property {number} protrusion  in m  @property {number} meanProtrusion  in m  @property {number} excessVolume  in m^3
 */

/** The spheres that count, as x, y, z and radius. */
export const counting = (spheres) =>
  spheres.filter((each) => !isHidden(each) && each.radius > SMALLEST).map((each) => [...each.center, each.radius]);

/** A point of a low-discrepancy sequence: `robotfmt/spheres/measuring/sequence.py`. */
function sequence(dimensions, seed) {
  let root = 2;
  for (let i = 0; i < 40; i++) root = (1 + root) ** (1 / (dimensions + 1));
  const steps = Array.from({ length: dimensions }, (_, i) => root ** -(i + 1));
  const start = seed % 2 ** 20;
  return (n, axis) => {
    const found = 0.5 + (n + 1 + start) * steps[axis];
    return found - Math.floor(found);
  };
}

/** Measures spheres against one link. */
export class Measure {
  /** @param {import("robotfmt/inside").Solid} solid @param {number} seed of the points */
  constructor(solid, seed, samples = SAMPLES) {
    this.solid = solid;
    this.seed = seed;
    this.samples = samples;
  }

  /** Works out what belongs to the link alone. */
  async prepare(pause) {
    if (this.volume !== undefined) return; // the last of them: what was cancelled in between begins anew
    const { solid } = this;
    await solid.prepare(pause);
    this.#onSurface();
    const count = 5 * this.samples;
    const at = sequence(3, this.seed);
    const { low } = solid, size = solid.high.map((each, k) => each - low[k]);
    let wound = 0; // inside, though not in a cell that the probe did not reach
    for (let n = 0; n < count; n++) {
      if (n % 500 === 0) await pause();
      const x = low[0] + at(n, 0) * size[0], y = low[1] + at(n, 1) * size[1], z = low[2] + at(n, 2) * size[2];
      if (!solid.isFilled(x, y, z) && solid.surrounds(x, y, z)) wound++;
    }
    this.volume = solid.filledVolume + (size[0] * size[1] * size[2] * wound) / count;
  }

  #onSurface() {
    const { corners } = this.solid;
    const triangles = corners.length / 9;
    const heap = new Float64Array(triangles);
    let whole = 0;
    for (let i = 0; i < triangles; i++) heap[i] = whole += Math.hypot(...normalOf(corners, 9 * i));
    this.area = whole / 2;
    if (whole <= 0) for (let i = 0; i < triangles; i++) heap[i] = whole = i + 1;
    this.points = new Float64Array(3 * this.samples);
    const at = sequence(2, this.seed);
    for (let n = 0; n < this.samples; n++) {
      const triangle = 9 * above(heap, ((n + 0.5) / this.samples) * whole);
      const root = Math.sqrt(at(n, 0)), second = at(n, 1);
      const [a, b, c] = [1 - root, root * (1 - second), root * second];
      for (let k = 0; k < 3; k++)
        this.points[3 * n + k] = a * corners[triangle + k] + b * corners[triangle + 3 + k] + c * corners[triangle + 6 + k];
    }
  }

  /** The figures of spheres; quick ones are of fewer points, without volumes. @returns {Promise<Figures>} */
  async of(spheres, pause, { isQuick = false } = {}) {
    await this.prepare(pause);
    const { coverage, uncoveredDepth } = this.#cover(spheres);
    const count = Math.max(Math.floor((3 * this.samples) / 2 / (isQuick ? 8 : 1)), 1);
    const [protrusion, meanProtrusion] = await this.#protrusion(spheres, count, pause);
    const excessVolume = isQuick ? NaN : await this.#excess(spheres, 3 * this.samples, pause);
    const { area, volume } = this;
    return { spheres: spheres.length, area, volume, coverage, uncoveredDepth, protrusion, meanProtrusion, excessVolume };
  }

  #cover(spheres) {
    let covered = 0, deepest = 0;
    for (let n = 0; n < this.points.length; n += 3) {
      const gap = gapTo(spheres, this.points[n], this.points[n + 1], this.points[n + 2]);
      if (gap <= COVERED) covered++;
      if (gap > deepest) deepest = gap;
    }
    return { coverage: (100 * covered) / this.samples, uncoveredDepth: spheres.length > 0 ? deepest : this.solid.diagonal };
  }

  async #protrusion(spheres, count, pause) {
    const areas = spheres.map((each) => 4 * Math.PI * each[3] ** 2);
    const whole = areas.reduce((sum, each) => sum + each, 0);
    const margin = -1e-7 * this.solid.diagonal;
    let highest = 0, sum = 0, weights = 0;
    for (const [index, [x, y, z, radius]] of spheres.entries()) {
      const own = Math.max(Math.round((count * areas[index]) / whole), 60);
      const weight = areas[index] / own;
      const others = spheres.filter((each) => each !== spheres[index] && Math.hypot(each[0] - x, each[1] - y, each[2] - z) < each[3] + radius);
      for (let i = 0; i < own; i++) {
        if (i % 200 === 0) await pause();
        const height = 1 - (2 * (i + 0.5)) / own;
        const turn = (i + 0.5) * Math.PI * (3 - Math.sqrt(5));
        const ring = radius * Math.sqrt(1 - height * height);
        const px = x + ring * Math.cos(turn), py = y + ring * Math.sin(turn), pz = z + radius * height;
        if (gapTo(others, px, py, pz) < margin) continue;
        const rise = this.solid.inside(px, py, pz) ? 0 : this.solid.height(px, py, pz);
        highest = Math.max(highest, rise);
        sum += weight * rise;
        weights += weight;
      }
    }
    return [highest, weights > 0 ? sum / weights : 0];
  }

  async #excess(spheres, count, pause) {
    if (spheres.length === 0) return 0;
    const heap = new Float64Array(spheres.length);
    let whole = 0;
    spheres.forEach((each, i) => (heap[i] = whole += (4 / 3) * Math.PI * each[3] ** 3));
    const at = sequence(3, this.seed);
    let found = 0;
    for (let n = 0; n < count; n++) {
      if (n % 500 === 0) await pause();
      const sphere = spheres[above(heap, ((n + 0.5) / count) * whole)], radius = sphere[3];
      const height = 1 - 2 * at(n, 0), turn = 2 * Math.PI * at(n, 1);
      const away = radius * Math.cbrt(at(n, 2)), ring = away * Math.sqrt(1 - height * height);
      const px = sphere[0] + ring * Math.cos(turn), py = sphere[1] + ring * Math.sin(turn), pz = sphere[2] + away * height;
      if (!this.solid.surrounds(px, py, pz)) found += 1 / overlaps(spheres, px, py, pz);
    }
    return (found * whole) / count;
  }
}

/** The links together, as `total` does it. @param {Figures[]} all @returns {Figures} */
export function total(all) {
  const sum = (name) => all.reduce((found, each) => found + each[name], 0);
  const mean = (name, empty) => (sum("area") > 0 ? all.reduce((found, each) => found + each[name] * each.area, 0) / sum("area") : empty);
  const most = (name) => Math.max(0, ...all.map((each) => each[name]));
  return {
    spheres: sum("spheres"), area: sum("area"), volume: sum("volume"), excessVolume: sum("excessVolume"),
    coverage: mean("coverage", 100), uncoveredDepth: most("uncoveredDepth"),
    protrusion: most("protrusion"), meanProtrusion: mean("meanProtrusion", 0),
  };
}

/** How far a point is from the nearest sphere; less than 0 inside. */
function gapTo(spheres, x, y, z) {
  let best = Infinity;
  for (let i = 0; i < spheres.length; i++) {
    const sphere = spheres[i];
    const dx = x - sphere[0], dy = y - sphere[1], dz = z - sphere[2];
    const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) - sphere[3];
    if (gap < best) best = gap;
  }
  return best;
}

/** How many spheres a point is in; at least the one it was drawn from. */
function overlaps(spheres, x, y, z) {
  let found = 0;
  for (const sphere of spheres) if ((x - sphere[0]) ** 2 + (y - sphere[1]) ** 2 + (z - sphere[2]) ** 2 <= sphere[3] ** 2) found++;
  return Math.max(found, 1);
}

/** The first place whose number is greater. */
function above(heap, value) {
  let low = 0, high = heap.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (heap[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
