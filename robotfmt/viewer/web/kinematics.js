// Where the links of a robot are; the same as `robotfmt/kinematics.py`.
import { evaluate } from "robotfmt/formulas";
import { IDENTITY, anglesOf, ofQuaternion, quaternionOf, shifted, times, turned } from "robotfmt/matrix";

/** The joints of a robot and their values, in radians and metres. */
export class Kinematics {
  constructor(described) {
    this.roots = described.roots;
    this.joints = described.joints;
    this.tree = described.joints.slice(0, described.tree);
    this.couplings = described.couplings;
    this.byName = new Map(described.joints.toReversed().map((each) => [each.name, each]));
    this.followers = new Set(described.couplings.map((each) => each.joint));
    /** @type {Map<string, number[]>} one number for each degree of freedom, quaternions as w, x, y, z */
    this.values = new Map();
    this.zero();
  }

  /** All joints to where they are without a value. */
  zero() {
    for (const joint of this.joints) this.values.set(joint.name, atZero(joint));
    this.#follow();
  }

  /** Some joints to new values; those that follow others are computed. @param {Iterable<[string, number[]]>} values */
  set(values) {
    for (const [name, numbers] of values) {
      const old = this.values.get(name);
      if (old !== undefined) this.values.set(name, old.map((each, i) => numbers[i] ?? each));
    }
    this.#follow();
  }

  /** What the sliders of a joint show: angles in place of a quaternion. @returns {number[]} */
  shown(name) {
    const values = this.values.get(name) ?? [];
    const joint = this.byName.get(name);
    const at = joint?.steps.findIndex(([kind]) => kind === "quaternion") ?? -1;
    return at < 0 ? values : [...values.slice(0, at), ...anglesOf(values.slice(at))];
  }

  /** A slider of a joint to a new value. */
  slide(name, number, value) {
    const shown = this.shown(name).with(number, value);
    const at = this.byName.get(name).steps.findIndex(([kind]) => kind === "quaternion");
    this.set([[name, at < 0 ? shown : [...shown.slice(0, at), ...quaternionOf(shown.slice(at))]]]);
  }

  #follow() {
    const valueOf = (joint, axis) => this.values.get(joint)?.[axis] ?? 0;
    for (const { joint, axis, formula } of this.couplings) {
      const values = this.values.get(joint);
      if (values !== undefined) this.values.set(joint, values.with(axis, evaluate(formula, valueOf)));
    }
  }

  /** The pose of every link that a root leads to, in the root. @returns {Map<string, import("robotfmt/matrix").Pose>} */
  poses() {
    const found = new Map(this.roots.map((name) => [name, IDENTITY]));
    for (const joint of this.tree) {
      const above = found.get(joint.parent);
      if (above === undefined) continue;
      let pose = times(above, times(joint.before, motion(joint, this.values.get(joint.name))));
      if (joint.after !== null) pose = times(pose, joint.after);
      found.set(joint.child, pose);
    }
    return found;
  }
}

function atZero(joint) {
  return joint.steps.flatMap(([kind]) => (kind === "quaternion" ? [1, 0, 0, 0] : [0]));
}

function motion(joint, values) {
  let pose = IDENTITY;
  let at = 0;
  for (const [kind, x, y, z, pitch] of joint.steps) {
    const value = values[at];
    if (kind === "slide") pose = times(pose, shifted([value * x, value * y, value * z]));
    else if (kind === "turn") pose = times(pose, turned([x, y, z], value, pitch * value));
    else pose = times(pose, ofQuaternion(values.slice(at, at + 4)));
    at += kind === "quaternion" ? 4 : 1;
  }
  return pose;
}
