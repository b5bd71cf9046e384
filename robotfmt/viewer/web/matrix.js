// Poses as arrays of 16 numbers, row by row.

/** @typedef {Float64Array | number[]} Pose */

export const IDENTITY = Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** @param {Pose} a @param {Pose} b @returns {Float64Array} */
export function times(a, b) {
  const found = new Float64Array(16);
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++)
      for (let k = 0; k < 4; k++) found[4 * i + j] += a[4 * i + k] * b[4 * k + j];
  return found;
}

/** The inverse of a pose that turns and moves, without scale. @param {Pose} a */
export function inverse(a) {
  const found = new Float64Array(16);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) found[4 * i + j] = a[4 * j + i];
    found[4 * i + 3] = -(a[i] * a[3] + a[4 + i] * a[7] + a[8 + i] * a[11]);
  }
  found[15] = 1;
  return found;
}

/** Where a point goes. @param {Pose} a @param {number[]} p @returns {[number, number, number]} */
export function moved(a, [x, y, z]) {
  return [
    a[0] * x + a[1] * y + a[2] * z + a[3],
    a[4] * x + a[5] * y + a[6] * z + a[7],
    a[8] * x + a[9] * y + a[10] * z + a[11],
  ];
}

/** A move along a vector. @returns {Float64Array} */
export function shifted([x, y, z]) {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1);
}

/** A turn about an axis of length 1 (Rodrigues' formula), with a move along it. @returns {Float64Array} */
export function turned([x, y, z], angle, along = 0) {
  const s = Math.sin(angle), c = 1 - Math.cos(angle);
  return Float64Array.of(
    1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y, along * x,
    c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x, along * y,
    c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y), along * z,
    0, 0, 0, 1,
  );
}

/** The turn of a quaternion w, x, y, z. @returns {Float64Array} */
export function ofQuaternion(numbers) {
  const length = Math.hypot(...numbers);
  const [w, x, y, z] = numbers.map((each) => each / length);
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0,
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0,
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0,
    0, 0, 0, 1,
  );
}

/** The quaternion of turns about x, then y, then z, all fixed. @returns {number[]} */
export function quaternionOf([roll, pitch, yaw]) {
  const [cr, cp, cy] = [roll, pitch, yaw].map((each) => Math.cos(each / 2));
  const [sr, sp, sy] = [roll, pitch, yaw].map((each) => Math.sin(each / 2));
  return [
    cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
  ];
}

/** Roll, pitch and yaw of a quaternion w, x, y, z. @returns {number[]} */
export function anglesOf(quaternion) {
  const m = ofQuaternion(quaternion);
  return [Math.atan2(m[9], m[10]), Math.asin(Math.max(-1, Math.min(1, -m[8]))), Math.atan2(m[4], m[0])];
}
