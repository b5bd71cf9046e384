// Surfaces as three.js draws them.
import { BufferAttribute, BufferGeometry } from "three";

const EDGE = Math.cos((40 * Math.PI) / 180);

/** The geometry of a surface, with a group for each colour. Normals are smooth but at edges. */
export function geometryOf({ positions, corners, colors }) {
  const { index, places, normals } = smoothed(positions, corners);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(colors === null ? index : byColor(index, colors, geometry), 1));
  return geometry;
}

/** The corners sorted by the colours of their triangles. */
function byColor(index, colors, geometry) {
  const counts = new Uint32Array(257);
  for (const each of colors) counts[each + 1]++;
  for (let color = 0; color < 256; color++) {
    if (counts[color + 1] > 0) geometry.addGroup(3 * counts[color], 3 * counts[color + 1], color);
    counts[color + 1] += counts[color];
  }
  const sorted = new Uint32Array(index.length);
  for (let i = 0; i < colors.length; i++) {
    const place = 3 * counts[colors[i]]++;
    for (let k = 0; k < 3; k++) sorted[place + k] = index[3 * i + k];
  }
  return sorted;
}

/** Vertices once for each way that the surface faces there. */
function smoothed(positions, corners) {
  const faces = faceNormals(positions, corners);
  const { first, next } = cornersByVertex(corners, positions.length / 3);
  const index = new Uint32Array(corners.length);
  const places = [], normals = [];
  const own = []; // the normals at one vertex, with their numbers
  for (let vertex = 0; vertex < first.length; vertex++) {
    own.length = 0;
    for (let corner = first[vertex]; corner >= 0; corner = next[corner]) {
      const normal = meanNormal(faces, Math.floor(corner / 3), first[vertex], next);
      let found = own.find((each) => each.x * normal.x + each.y * normal.y + each.z * normal.z > 0.9999);
      if (found === undefined) {
        found = { ...normal, number: places.length / 3 };
        own.push(found);
        places.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
        normals.push(normal.x, normal.y, normal.z);
      }
      index[corner] = found.number;
    }
  }
  return { index, places: new Float32Array(places), normals: new Float32Array(normals) };
}

/** The mean of the normals around a vertex that make no edge with one of them, by area. */
function meanNormal(faces, face, start, next) {
  const at = 4 * face;
  let x = 0, y = 0, z = 0;
  for (let corner = start, count = 0; corner >= 0 && count < 64; corner = next[corner], count++) {
    const other = 4 * Math.floor(corner / 3);
    const cosine = faces[at] * faces[other] + faces[at + 1] * faces[other + 1] + faces[at + 2] * faces[other + 2];
    if (cosine < EDGE) continue;
    const area = faces[other + 3];
    x += area * faces[other];
    y += area * faces[other + 1];
    z += area * faces[other + 2];
  }
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}

/** Of each triangle its unit normal and its area. */
function faceNormals(p, corners) {
  const found = new Float32Array((corners.length / 3) * 4);
  for (let i = 0, at = 0; i < corners.length; i += 3, at += 4) {
    const a = 3 * corners[i], b = 3 * corners[i + 1], c = 3 * corners[i + 2];
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    const scale = length > 0 ? 1 / length : 0;
    found[at] = x * scale;
    found[at + 1] = y * scale;
    found[at + 2] = z * scale;
    found[at + 3] = length;
  }
  return found;
}

function cornersByVertex(corners, vertices) {
  const first = new Int32Array(vertices).fill(-1), next = new Int32Array(corners.length);
  for (let i = corners.length - 1; i >= 0; i--) {
    next[i] = first[corners[i]];
    first[corners[i]] = i;
  }
  return { first, next };
}

/** The corners of a surface moved by a pose, nine numbers for each triangle. @param {import("robotfmt/matrix").Pose} pose */
export function cornersOf({ positions, corners }, pose) {
  const found = new Float64Array(3 * corners.length);
  for (let i = 0; i < corners.length; i++) {
    const x = positions[3 * corners[i]], y = positions[3 * corners[i] + 1], z = positions[3 * corners[i] + 2];
    for (let k = 0; k < 3; k++)
      found[3 * i + k] = pose[4 * k] * x + pose[4 * k + 1] * y + pose[4 * k + 2] * z + pose[4 * k + 3];
  }
  return found;
}
