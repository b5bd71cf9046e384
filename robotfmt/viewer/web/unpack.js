// The surfaces of the page: what `robotfmt/viewer/appearance.py` packs.

/**
 * @typedef {object} Surface  Triangles in metres.
 * @property {Float32Array} positions  x, y, z of each vertex
 * @property {Uint32Array} corners  three vertices for each triangle
 * @property {Uint8Array | null} colors  the index of each triangle's colour
 */

/** Return the surface in `bytes` at the places in `described`. @returns {Surface} */
export function unpackSurface(bytes, described) {
  const { vertices, triangles, low, size } = described;
  const positions = new Float32Array(3 * vertices);
  let at = described.at;
  for (let axis = 0; axis < 3; axis++, at += 2 * vertices) {
    const scale = size[axis] / 65535;
    for (let i = 0, step = 0; i < vertices; i++) {
      step = (step + bytes[at + i] + 256 * bytes[at + vertices + i]) & 0xffff;
      positions[3 * i + axis] = low[axis] + step * scale;
    }
  }
  const count = 3 * triangles;
  const corners = new Uint32Array(count);
  for (let i = 0, met = 0; i < count; i++) {
    const since = bytes[at + i] | (bytes[at + count + i] << 8) | (bytes[at + 2 * count + i] << 16);
    corners[i] = met - since;
    if (since === 0) met++;
  }
  at += 3 * count;
  return { positions, corners, colors: described.colored ? bytes.subarray(at, at + triangles) : null };
}
