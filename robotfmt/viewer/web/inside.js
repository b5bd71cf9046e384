// What counts as inside a surface; the same as `robotfmt/spheres/measuring/solid.py`, which says why.
import { Tree } from "robotfmt/tree";

const CELLS = 160, PROBE = 1.6, MARGIN = 6, COARSE = 2, DOUBT = 0.87, POINT = 1e-9, SPACING = 0.6, MISSED = 0.08;
const ROOM = 0, NEAR = 1, DOUBTFUL = 2; // for the probe in a cell

/** The solid of a surface. */
export class Solid {
  /** @param {Float64Array} corners  nine numbers for each triangle @param {Float64Array} closed  those of closed parts */
  constructor(corners, closed) {
    this.corners = corners;
    this.isOpen = closed.length < corners.length;
    this.tree = new Tree(corners);
    this.wound = closed.length === corners.length ? this.tree : closed.length > 0 ? new Tree(closed) : null;
    this.low = [0, 1, 2].map((k) => extreme(corners, k, Math.min, Infinity));
    this.high = [0, 1, 2].map((k) => extreme(corners, k, Math.max, -Infinity));
    const size = this.high.map((each, k) => each - this.low[k]);
    this.diagonal = Math.hypot(...size);
    this.pitch = Math.max(this.diagonal, POINT) / CELLS;
    this.origin = this.low.map((each) => each - MARGIN * this.pitch);
    this.shape = size.map((each) => Math.ceil(each / this.pitch) + 2 * MARGIN);
    this.near = this.#near();
    this.filled = unreached(this.near, this.shape);
  }

  /** Whether a point is inside. */
  inside(x, y, z) {
    const cell = this.#cell(x, y, z);
    if (this.filled[cell]) return true;
    return this.wound !== null && this.near[cell] === NEAR && Math.abs(this.wound.winding(x, y, z)) > 0.5;
  }

  /** Whether a point is inside, or surrounded by parts that are open. */
  surrounds(x, y, z) {
    return this.inside(x, y, z) || (this.isOpen && Math.abs(this.tree.winding(x, y, z)) > 0.5);
  }

  /** Whether a point is in a cell that the probe did not reach. */
  isFilled(x, y, z) {
    return this.filled[this.#cell(x, y, z)] === 1;
  }

  /** The cell of a point; -1 beyond the grid. */
  #cell(...point) {
    const [i, j, k] = point.map((each, axis) => Math.floor((each - this.origin[axis]) / this.pitch));
    const [nx, ny, nz] = this.shape;
    return i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz ? (i * ny + j) * nz + k : -1;
  }

  /** How far a point outside is from the inside. */
  height(x, y, z) {
    const pitch = COARSE * this.pitch;
    const point = [x, y, z];
    const { shape, steps } = this.coarse;
    const cell = point.map((each, axis) => Math.floor((each - this.origin[axis]) / pitch));
    const near = cell.map((each, axis) => Math.min(Math.max(each, 0), shape[axis] - 1));
    const isBeyond = cell.some((each, axis) => each !== near[axis]);
    const beyond = isBeyond ? Math.hypot(...point.map((each, axis) => each - (this.origin[axis] + (near[axis] + 0.5) * pitch))) : 0;
    const bound = steps[(near[0] * shape[1] + near[1]) * shape[2] + near[2]] * pitch + beyond + DOUBT * pitch;
    return this.tree.distance(x, y, z, bound);
  }

  /** For each coarse cell how many cells the nearest one inside is away. */
  get coarse() {
    if (this.found === undefined) throw new Error("the solid is not prepared");
    return this.found;
  }

  /** Works out what `height` asks for; `pause` lets others work in between. */
  async prepare(pause) {
    if (this.found !== undefined) return;
    const shape = this.shape.map((each) => Math.ceil(each / COARSE));
    const far = 1e10;
    const steps = new Float64Array(shape[0] * shape[1] * shape[2]);
    let at = 0;
    for (let i = 0; i < shape[0]; i++) {
      await pause();
      for (let j = 0; j < shape[1]; j++)
        for (let k = 0; k < shape[2]; k++) {
          const [x, y, z] = [i, j, k].map((each, axis) => this.origin[axis] + (each * COARSE + 0.5) * this.pitch);
          steps[at++] = this.isFilled(x, y, z) ? 0 : far;
        }
    }
    squaredDistances(steps, shape);
    this.found = { shape, steps: steps.map(Math.sqrt) };
  }

  /** The volume, in the box of the surface, of the cells that the probe did not reach. */
  get filledVolume() {
    const [x, y, z] = [0, 1, 2].map((axis) => this.#widths(axis));
    let found = 0;
    for (let i = 0, cell = 0; i < x.length; i++)
      for (let j = 0; j < y.length; j++)
        for (let k = 0; k < z.length; k++, cell++) if (this.filled[cell]) found += x[i] * y[j] * z[k];
    return found;
  }

  /** How wide cells are along an axis, as far as they are in the box. */
  #widths(axis) {
    const within = (i) => Math.min(Math.max(this.origin[axis] + i * this.pitch, this.low[axis]), this.high[axis]);
    return Float64Array.from({ length: this.shape[axis] }, (_, i) => within(i + 1) - within(i));
  }

  /** Cells in which the probe has no room. */
  #near() {
    const { shape, pitch, origin } = this;
    const [nx, ny, nz] = shape;
    const near = new Uint8Array(nx * ny * nz);
    const wide = PROBE + MISSED;
    samples(this.corners, SPACING * pitch, (x, y, z) => {
      const u = (x - origin[0]) / pitch - 0.5, v = (y - origin[1]) / pitch - 0.5, w = (z - origin[2]) / pitch - 0.5;
      for (let i = Math.ceil(u - wide), iEnd = u + wide; i <= iEnd; i++)
        for (let j = Math.ceil(v - wide), jEnd = v + wide; j <= jEnd; j++) {
          const across = (i - u) ** 2 + (j - v) ** 2;
          const most = Math.sqrt(wide * wide - across), half = Math.sqrt(PROBE * PROBE - across); // NaN: none
          const row = (i * ny + j) * nz;
          for (let k = Math.ceil(w - most); k <= w + most; k++)
            if (Math.abs(k - w) <= half) near[row + k] = NEAR;
            else if (near[row + k] === ROOM) near[row + k] = DOUBTFUL;
        }
    });
    this.#decide(near);
    return near;
  }

  /** Whether the probe has room where distances to samples leave it open. */
  #decide(near) {
    const { shape: [, ny, nz], pitch, origin } = this;
    const reach = PROBE * pitch;
    for (let cell = near.indexOf(DOUBTFUL); cell >= 0; cell = near.indexOf(DOUBTFUL, cell + 1)) {
      const place = [Math.floor(cell / (ny * nz)), Math.floor(cell / nz) % ny, cell % nz];
      const [x, y, z] = place.map((each, axis) => origin[axis] + (each + 0.5) * pitch);
      near[cell] = this.tree.distance(x, y, z, 2 * reach) > reach ? ROOM : NEAR;
    }
  }
}

/** Cells farther than the probe from all that it can reach from the first cell, over faces of cells. */
function unreached(near, [nx, ny, nz]) {
  const reached = new Uint8Array(near.length);
  const stack = new Int32Array(near.length);
  let top = 0;
  const visit = (cell) => {
    if (near[cell] || reached[cell]) return;
    reached[cell] = 1;
    stack[top++] = cell;
  };
  visit(0);
  while (top > 0) {
    const cell = stack[--top];
    const k = cell % nz, j = Math.floor(cell / nz) % ny, i = Math.floor(cell / (ny * nz));
    if (i > 0) visit(cell - ny * nz);
    if (i < nx - 1) visit(cell + ny * nz);
    if (j > 0) visit(cell - nz);
    if (j < ny - 1) visit(cell + nz);
    if (k > 0) visit(cell - 1);
    if (k < nz - 1) visit(cell + 1);
  }
  const filled = new Uint8Array(near.length).fill(1);
  for (let i = 0, cell = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++, cell++) if (reached[cell]) clear(filled, i, j, k, nx, ny, nz);
  return filled;
}

/** Cells at most 1.616 cells away: those that share a face or an edge. */
function clear(filled, i, j, k, nx, ny, nz) {
  for (let a = Math.max(i - 1, 0); a <= Math.min(i + 1, nx - 1); a++)
    for (let b = Math.max(j - 1, 0); b <= Math.min(j + 1, ny - 1); b++) {
      const width = a !== i && b !== j ? 0 : 1;
      const row = (a * ny + b) * nz;
      for (let c = Math.max(k - width, 0); c <= Math.min(k + width, nz - 1); c++) filled[row + c] = 0;
    }
}

/** The corners of pieces with no edge longer than this: halves of halves of the triangles. */
function samples(corners, longest, take) {
  const limit = longest * longest;
  const gap = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  const pending = [];
  for (let at = 0; at < corners.length; at += 9) {
    pending.push([0, 3, 6].map((k) => [corners[at + k], corners[at + k + 1], corners[at + k + 2]]));
    for (const point of pending[0]) take(...point);
    while (pending.length > 0) {
      const [a, b, c] = pending.pop();
      const ab = gap(a, b), bc = gap(b, c), ca = gap(c, a);
      const most = Math.max(ab, bc, ca);
      if (most <= limit) continue;
      const [p, q, r] = most === ab ? [a, b, c] : most === bc ? [b, c, a] : [c, a, b];
      const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
      take(...middle);
      pending.push([p, middle, r], [middle, q, r]);
    }
  }
}

/** The squared distance of each cell to the nearest that is 0 (Felzenszwalb and Huttenlocher 2012). */
function squaredDistances(cells, [nx, ny, nz]) {
  const line = (start, step, count) => {
    const f = Float64Array.from({ length: count }, (_, i) => cells[start + i * step]);
    const places = new Int32Array(count), borders = new Float64Array(count + 1);
    let last = 0;
    borders[0] = -Infinity;
    borders[1] = Infinity;
    for (let q = 1; q < count; q++) {
      const cross = (p) => (f[q] + q * q - f[p] - p * p) / (2 * (q - p));
      while (cross(places[last]) <= borders[last]) last--;
      borders[last + 1] = cross(places[last]);
      places[++last] = q;
      borders[last + 1] = Infinity;
    }
    for (let q = 0, k = 0; q < count; q++) {
      while (borders[k + 1] < q) k++;
      cells[start + q * step] = (q - places[k]) ** 2 + f[places[k]];
    }
  };
  for (let i = 0; i < nx; i++) for (let j = 0; j < ny; j++) line((i * ny + j) * nz, 1, nz);
  for (let i = 0; i < nx; i++) for (let k = 0; k < nz; k++) line(i * ny * nz + k, nz, ny);
  for (let j = 0; j < ny; j++) for (let k = 0; k < nz; k++) line(j * nz + k, ny * nz, nx);
}

function extreme(corners, k, choose, start) {
  let found = start;
  for (let i = k; i < corners.length; i += 3) found = choose(found, corners[i]);
  return found;
}
