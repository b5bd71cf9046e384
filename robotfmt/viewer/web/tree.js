// A tree of boxes over triangles: the nearest point, the first one along a ray, and the winding number.

const LEAF = 4;
/** So many radii away a node counts as one dipole; `robotfmt/spheres/measuring/winding.py` does the same. */
const FAR = 2.5;

/** A tree over the triangles of a surface, their corners in metres, nine numbers each. */
export class Tree {
  /** @param {Float64Array | Float32Array} corners */
  constructor(corners) {
    this.corners = corners;
    this.count = corners.length / 9;
    this.order = Uint32Array.from({ length: this.count }, (_, i) => i);
    const most = Math.max(1, 2 * this.count);
    this.boxes = new Float64Array(6 * most);
    this.right = new Int32Array(most); // of an inner node; the left child is the next node
    this.start = new Int32Array(most);
    this.size = new Int32Array(most); // of a leaf; 0 for an inner node
    this.nodes = 0;
    this.stack = new Int32Array(128);
    if (this.count > 0) this.#build();
  }

  #build() {
    const { corners, order } = this;
    const middles = new Float64Array(3 * this.count);
    for (let i = 0; i < this.count; i++)
      for (let k = 0; k < 3; k++)
        middles[3 * i + k] = corners[9 * i + k] + corners[9 * i + 3 + k] + corners[9 * i + 6 + k];
    const pending = [[0, this.count, -1]];
    while (pending.length > 0) {
      const [start, end, parent] = pending.pop();
      const node = this.nodes++;
      if (parent >= 0) this.right[parent] = node;
      this.#bound(node, start, end);
      this.start[node] = start;
      if (end - start <= LEAF) {
        this.size[node] = end - start;
        continue;
      }
      const middle = split(middles, order, start, end);
      pending.push([middle, end, node], [start, middle, -1]);
    }
  }

  #bound(node, start, end) {
    const { corners, order, boxes } = this;
    for (let k = 0; k < 3; k++) {
      let low = Infinity, high = -Infinity;
      for (let i = start; i < end; i++)
        for (let c = 9 * order[i] + k, last = c + 6; c <= last; c += 3) {
          if (corners[c] < low) low = corners[c];
          if (corners[c] > high) high = corners[c];
        }
      boxes[6 * node + k] = low;
      boxes[6 * node + 3 + k] = high;
    }
  }

  /** How far a point is from the nearest triangle; `within` where it is farther. */
  distance(x, y, z, within = Infinity) {
    const { boxes, right, size, start, order, stack, corners } = this;
    let best = within * within;
    let top = 0;
    if (this.count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (boxGap(boxes, 6 * node, x, y, z) >= best) continue;
      if (size[node] > 0) {
        for (let i = start[node], end = i + size[node]; i < end; i++)
          best = Math.min(best, triangleGap(corners, 9 * order[i], x, y, z));
        continue;
      }
      const a = node + 1, b = right[node];
      const isLeft = boxGap(boxes, 6 * a, x, y, z) <= boxGap(boxes, 6 * b, x, y, z);
      stack[top++] = isLeft ? b : a;
      stack[top++] = isLeft ? a : b;
    }
    return Math.sqrt(best);
  }

  /** The first triangle that a ray meets before `far`: how far away. @returns {number} Infinity where there is none */
  ray(origin, direction, far = Infinity) {
    const { boxes, right, size, start, order, stack, corners } = this;
    let best = far;
    let top = 0;
    if (this.count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (!meetsBox(boxes, 6 * node, origin, direction, best)) continue;
      if (size[node] === 0) {
        stack[top++] = right[node];
        stack[top++] = node + 1;
        continue;
      }
      for (let i = start[node], end = i + size[node]; i < end; i++)
        best = Math.min(best, rayTriangle(corners, 9 * order[i], origin, direction));
    }
    return best < far ? best : Infinity;
  }

  /** How often the surface winds around a point. */
  winding(x, y, z) {
    this.dipoles ??= this.#dipoles();
    const { right, size, start, order, stack, corners, dipoles } = this;
    let total = 0;
    let top = 0;
    if (this.count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const d = 7 * node;
      const ax = dipoles[d] - x, ay = dipoles[d + 1] - y, az = dipoles[d + 2] - z;
      const gap = Math.sqrt(ax * ax + ay * ay + az * az);
      if (gap > FAR * dipoles[d + 6]) {
        total += (dipoles[d + 3] * ax + dipoles[d + 4] * ay + dipoles[d + 5] * az) / (gap * gap * gap);
      } else if (size[node] > 0) {
        for (let i = start[node], end = i + size[node]; i < end; i++) total += solidAngle(corners, 9 * order[i], x, y, z);
      } else {
        stack[top++] = right[node];
        stack[top++] = node + 1;
      }
    }
    return total / (4 * Math.PI);
  }

  /** Of each node: its centre of area, the sum of its normals, and how far it reaches from there. */
  #dipoles() {
    const found = new Float64Array(7 * this.nodes);
    const areas = new Float64Array(this.nodes);
    for (let node = this.nodes - 1; node >= 0; node--) {
      const parts = this.size[node] > 0 ? this.#ofLeaf(node) : [node + 1, this.right[node]].map((each) => ofNode(found, areas, each));
      const area = parts.reduce((sum, each) => sum + each.area, 0);
      areas[node] = area;
      let reach = 0;
      for (let k = 0; k < 3; k++) {
        const low = this.boxes[6 * node + k], high = this.boxes[6 * node + 3 + k];
        const weighted = parts.reduce((sum, each) => sum + each.center[k] * each.area, 0);
        const center = area > 0 ? weighted / area : (low + high) / 2;
        found[7 * node + k] = center;
        found[7 * node + 3 + k] = parts.reduce((sum, each) => sum + each.normal[k], 0);
        reach += Math.max(high - center, center - low) ** 2;
      }
      found[7 * node + 6] = Math.sqrt(reach);
    }
    return found;
  }

  #ofLeaf(node) {
    return Array.from(this.order.subarray(this.start[node], this.start[node] + this.size[node]), (triangle) => {
      const c = this.corners.subarray(9 * triangle, 9 * triangle + 9);
      const normal = normalOf(c, 0).map((each) => each / 2);
      const center = [0, 1, 2].map((k) => (c[k] + c[3 + k] + c[6 + k]) / 3);
      return { area: Math.hypot(...normal), normal, center };
    });
  }
}

function ofNode(dipoles, areas, node) {
  const at = 7 * node;
  return { area: areas[node], center: dipoles.subarray(at, at + 3), normal: dipoles.subarray(at + 3, at + 6) };
}

/** Sorts by the middle along the longest side, so that half of them are on each side. */
function split(middles, order, start, end) {
  let axis = 0, longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Infinity, high = -Infinity;
    for (let i = start; i < end; i++) {
      const value = middles[3 * order[i] + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > longest) [axis, longest] = [k, high - low];
  }
  order.subarray(start, end).sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis]);
  return (start + end) >> 1;
}

function boxGap(boxes, at, x, y, z) {
  const dx = Math.max(boxes[at] - x, x - boxes[at + 3], 0);
  const dy = Math.max(boxes[at + 1] - y, y - boxes[at + 4], 0);
  const dz = Math.max(boxes[at + 2] - z, z - boxes[at + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}

function meetsBox(boxes, at, origin, direction, far) {
  let near = 0;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / direction[k];
    let a = (boxes[at + k] - origin[k]) * inverse, b = (boxes[at + 3 + k] - origin[k]) * inverse;
    if (a > b) [a, b] = [b, a];
    if (a > near) near = a; // which is not so for a ray in the plane of a side
    if (b < far) far = b;
  }
  return near <= far;
}

/** The normal of a triangle, twice as long as its area is large. */
export function normalOf(c, at) {
  const ux = c[at + 3] - c[at], uy = c[at + 4] - c[at + 1], uz = c[at + 5] - c[at + 2];
  const vx = c[at + 6] - c[at], vy = c[at + 7] - c[at + 1], vz = c[at + 8] - c[at + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function rayTriangle(c, at, [ox, oy, oz], [dx, dy, dz]) {
  const ux = c[at + 3] - c[at], uy = c[at + 4] - c[at + 1], uz = c[at + 5] - c[at + 2];
  const vx = c[at + 6] - c[at], vy = c[at + 7] - c[at + 1], vz = c[at + 8] - c[at + 2];
  const px = dy * vz - dz * vy, py = dz * vx - dx * vz, pz = dx * vy - dy * vx;
  const scale = ux * px + uy * py + uz * pz;
  if (scale === 0) return Infinity;
  const tx = ox - c[at], ty = oy - c[at + 1], tz = oz - c[at + 2];
  const u = (tx * px + ty * py + tz * pz) / scale;
  if (u < 0 || u > 1) return Infinity;
  const qx = ty * uz - tz * uy, qy = tz * ux - tx * uz, qz = tx * uy - ty * ux;
  const v = (dx * qx + dy * qy + dz * qz) / scale;
  if (v < 0 || u + v > 1) return Infinity;
  const along = (vx * qx + vy * qy + vz * qz) / scale;
  return along > 0 ? along : Infinity;
}

/** The squared distance (Ericson, Real-Time Collision Detection, 5.1.5). */
function triangleGap(c, at, x, y, z) {
  const ux = c[at + 3] - c[at], uy = c[at + 4] - c[at + 1], uz = c[at + 5] - c[at + 2];
  const vx = c[at + 6] - c[at], vy = c[at + 7] - c[at + 1], vz = c[at + 8] - c[at + 2];
  const px = x - c[at], py = y - c[at + 1], pz = z - c[at + 2];
  const d1 = ux * px + uy * py + uz * pz, d2 = vx * px + vy * py + vz * pz;
  const uu = ux * ux + uy * uy + uz * uz, uv = ux * vx + uy * vy + uz * vz, vv = vx * vx + vy * vy + vz * vz;
  let s, t; // the nearest point is corner + s u + t v
  const d3 = d1 - uu, d4 = d2 - uv, d5 = d1 - uv, d6 = d2 - vv;
  const va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) [s, t] = [0, 0];
  else if (d3 >= 0 && d4 <= d3) [s, t] = [1, 0];
  else if (d6 >= 0 && d5 <= d6) [s, t] = [0, 1];
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) [s, t] = [d1 / (d1 - d3), 0];
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) [s, t] = [0, d2 / (d2 - d6)];
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    s = 1 - t;
  } else {
    const whole = 1 / (va + vb + vc);
    [s, t] = [vb * whole, vc * whole];
  }
  if (!(s >= 0) || !(t >= 0)) [s, t] = [0, 0]; // a triangle without an area
  const rx = px - s * ux - t * vx, ry = py - s * uy - t * vy, rz = pz - s * uz - t * vz;
  return rx * rx + ry * ry + rz * rz;
}

/** The solid angle of a triangle (Van Oosterom and Strackee 1983). */
function solidAngle(c, at, x, y, z) {
  const ax = c[at] - x, ay = c[at + 1] - y, az = c[at + 2] - z;
  const bx = c[at + 3] - x, by = c[at + 4] - y, bz = c[at + 5] - z;
  const cx = c[at + 6] - x, cy = c[at + 7] - y, cz = c[at + 8] - z;
  const la = Math.sqrt(ax * ax + ay * ay + az * az), lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const below = la * lb * lc + (ax * bx + ay * by + az * bz) * lc + (bx * cx + by * cy + bz * cz) * la
    + (cx * ax + cy * ay + cz * az) * lb;
  return 2 * Math.atan2(volume, below);
}
