// What counts as inside a surface; the same as `robotfmt/spheres/measuring/solid.py`, which says why.
import { Tree } from "robotfmt/tree";

const CELLS = 160, PROBE = 1.6, MARGIN = 6, COARSE = 2, DOUBT = 0.87, POINT = 1e-9, SPACING = 1.2, MISSED = 0.15;
// within PROBE of the surface is within PROBE + MISSED of a sample: hypot(PROBE, SPACING / sqrt(3)) cells
const ROOM = 0, NEAR = 1, DOUBTFUL = 2; // for the probe in a cell
const PENDING = 128; // more than the 78 halvings, one in another, after which no edge is longer than SPACING

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
  #cell(x, y, z) {
    const { origin, pitch, shape } = this, nx = shape[0], ny = shape[1], nz = shape[2];
    const i = Math.floor((x - origin[0]) / pitch), j = Math.floor((y - origin[1]) / pitch);
    const k = Math.floor((z - origin[2]) / pitch);
    return i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz ? (i * ny + j) * nz + k : -1;
  }

  /** How far a point outside is from the inside. */
  height(x, y, z) {
    const { shape, steps } = this.coarse, nx = shape[0], ny = shape[1], nz = shape[2];
    const { origin } = this, pitch = COARSE * this.pitch;
    const i = Math.floor((x - origin[0]) / pitch), j = Math.floor((y - origin[1]) / pitch);
    const k = Math.floor((z - origin[2]) / pitch);
    const a = Math.min(Math.max(i, 0), nx - 1), b = Math.min(Math.max(j, 0), ny - 1);
    const c = Math.min(Math.max(k, 0), nz - 1);
    const dx = x - (origin[0] + (a + 0.5) * pitch), dy = y - (origin[1] + (b + 0.5) * pitch);
    const dz = z - (origin[2] + (c + 0.5) * pitch);
    const beyond = a !== i || b !== j || c !== k ? Math.hypot(dx, dy, dz) : 0;
    const bound = steps[(a * ny + b) * nz + c] * pitch + beyond + DOUBT * pitch;
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
    const shape = this.shape.map((each) => Math.ceil(each / COARSE)), [, ny, nz] = this.shape;
    const far = 1e10;
    const steps = new Float64Array(shape[0] * shape[1] * shape[2]);
    let at = 0;
    for (let i = 0; i < shape[0]; i++) {
      await pause();
      for (let j = 0; j < shape[1]; j++)
        for (let k = 0; k < shape[2]; k++) steps[at++] = this.filled[COARSE * ((i * ny + j) * nz + k)] ? 0 : far;
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
      const x = origin[0] + (Math.floor(cell / (ny * nz)) + 0.5) * pitch;
      const y = origin[1] + ((Math.floor(cell / nz) % ny) + 0.5) * pitch, z = origin[2] + ((cell % nz) + 0.5) * pitch;
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
  const filled = new Uint8Array(near.length);
  for (let i = 0, cell = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++, cell++)
        if (!reached[cell] && !touches(reached, i, j, k, nx, ny, nz)) filled[cell] = 1;
  return filled;
}

/** Whether a cell at most 1.616 cells away is reached: one that shares a face or an edge. */
function touches(reached, i, j, k, nx, ny, nz) {
  for (let a = Math.max(i - 1, 0); a <= i + 1 && a < nx; a++)
    for (let b = Math.max(j - 1, 0); b <= j + 1 && b < ny; b++) {
      const width = a !== i && b !== j ? 0 : 1;
      const row = (a * ny + b) * nz;
      for (let c = Math.max(k - width, 0); c <= k + width && c < nz; c++) if (reached[row + c]) return true;
    }
  return false;
}

/** The corners of pieces with no edge longer than this: halves of halves of the triangles. */
function samples(corners, longest, take) {
  const limit = longest * longest;
  const pending = new Float64Array(9 * PENDING); // without an array for each piece, of which there are many
  for (let at = 0; at < corners.length; at += 9) {
    for (let k = 0; k < 9; k++) pending[k] = corners[at + k];
    for (let k = 0; k < 9; k += 3) take(corners[at + k], corners[at + k + 1], corners[at + k + 2]);
    for (let top = 9; top > 0; ) {
      const piece = top - 9;
      const ab = gap(pending, piece, piece + 3), bc = gap(pending, piece + 3, piece + 6);
      const ca = gap(pending, piece + 6, piece);
      const most = Math.max(ab, bc, ca);
      const isWhole = most <= limit || top === pending.length;
      top = isWhole ? piece : halve(pending, piece, most === ab ? 0 : most === bc ? 3 : 6, take);
    }
  }
}

function gap(places, a, b) {
  const x = places[a] - places[b], y = places[a + 1] - places[b + 1], z = places[a + 2] - places[b + 2];
  return x * x + y * y + z * z;
}

/** Puts two halves in place of a piece, cut in the middle of the edge that begins at a corner; where they end. */
function halve(pending, piece, corner, take) {
  const p = piece + corner, q = piece + ((corner + 3) % 9), next = piece + 9;
  for (let k = 0; k < 9; k++) pending[next + k] = pending[piece + k];
  for (let k = 0; k < 3; k++) pending[q + k] = pending[next + p - piece + k] = (pending[p + k] + pending[q + k]) / 2;
  take(pending[q], pending[q + 1], pending[q + 2]);
  return next + 9;
}

/** The squared distance of each cell to the nearest that is 0 (Felzenszwalb and Huttenlocher 2012). */
function squaredDistances(cells, [nx, ny, nz]) {
  const most = Math.max(nx, ny, nz);
  const f = new Float64Array(most), places = new Int32Array(most), borders = new Float64Array(most + 1);
  const line = (start, step, count) => {
    for (let i = 0; i < count; i++) f[i] = cells[start + i * step];
    let last = 0;
    places[0] = 0;
    borders[0] = -Infinity;
    borders[1] = Infinity;
    for (let q = 1; q < count; q++) {
      let cross = crossing(f, q, places[last]);
      while (cross <= borders[last]) cross = crossing(f, q, places[--last]);
      borders[++last] = cross;
      places[last] = q;
      borders[last + 1] = Infinity;
    }
    for (let q = 0, k = 0; q < count; q++) {
      while (borders[k + 1] < q) k++;
      cells[start + q * step] = (q - places[k]) * (q - places[k]) + f[places[k]];
    }
  };
  for (let i = 0; i < nx; i++) for (let j = 0; j < ny; j++) line((i * ny + j) * nz, 1, nz);
  for (let i = 0; i < nx; i++) for (let k = 0; k < nz; k++) line(i * ny * nz + k, nz, ny);
  for (let j = 0; j < ny; j++) for (let k = 0; k < nz; k++) line(j * nz + k, ny * nz, nx);
}

/** Where the parabolas over two places meet. */
function crossing(f, q, p) { return (f[q] + q * q - f[p] - p * p) / (2 * (q - p)); }

function extreme(corners, k, choose, start) {
  let found = start;
  for (let i = k; i < corners.length; i += 3) found = choose(found, corners[i]);
  return found;
}
