// One robot of the page: how it moves, its spheres, its figures, and which pairs of links collide.
import { Measure, counting } from "robotfmt/figures";
import { History } from "robotfmt/history";
import { Kinematics } from "robotfmt/kinematics";
import { IDENTITY, moved, times } from "robotfmt/matrix";
import { Setup, pairKey } from "robotfmt/setup";
import { Solid } from "robotfmt/inside";
import { Spheres, isHidden } from "robotfmt/spheres";
import { cornersOf } from "robotfmt/surface";
import { Tree } from "robotfmt/tree";
import { leavesOut, xrdfText } from "robotfmt/xrdf";

const ROUNDING = 1e-6;
/** Colours that everybody can tell apart (Okabe and Ito, 2008). */
const PALETTE = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#0072b2", "#d55e00", "#f0e442"];

export class Robot {
  #trees = new Map();
  #measures = new Map();

  /** @param {(mesh: number) => import("robotfmt/unpack").Surface} surfaceOf */
  constructor(described, surfaceOf) {
    this.described = described;
    this.caption = described.caption;
    this.document = described.document;
    this.diagnostics = described.diagnostics;
    this.groups = described.groups;
    this.surfaceOf = surfaceOf;
    /** The plane that the robot stands on, at a height of a link in metres. @type {{link: string, height: number} | null} */
    this.mount = described.mount;
    this.links = new Map(described.links.toReversed().map((each) => [each.name, each]));
    this.links = new Map([...this.links].reverse());
    this.motion = new Kinematics(described.motion);
    this.history = new History();
    this.spheres = new Spheres(described.spheres, this.history);
    this.setup = new Setup(described.setup, this.history);
    /** Whether an edited document lacks something that stood among the spheres. */
    this.leavesOut = described.document.reason === undefined && leavesOut(described.document, this.spheres);
    this.holders = new Map(described.spheres.holders.map((each) => [each.name, each]));
    /** What is added to radii against the robot itself, and against the world, by frame, in metres. */
    this.buffers = new Map(described.spheres.buffers);
    this.worldBuffers = new Map(described.spheres.worldBuffers);
    /** Whether spheres are shown and measured without buffers. */
    this.isBare = false;
    this.colors = new Map([...this.links.keys()].map((name, i) => [name, PALETTE[i % PALETTE.length]]));
    /** @type {Map<string, import("robotfmt/figures").Figures>} by link */
    this.figures = new Map();
    this.update();
  }

  /** The pairs of links that are not checked. */
  get ignored() { return this.setup.ignored; }

  /** The positions of joints without a default position in a document. @returns {Map<string, number>} */
  get rest() {
    const found = new Map(this.described.states).get("default") ?? [];
    return new Map(found.filter(([name]) => !this.setup.original.defaults.has(name)).map(([name, [value]]) => [name, value]));
  }

  /** The default pose as it is now. @returns {[string, number[]][]} */
  get defaultPose() {
    const found = new Map(this.described.states).get("default") ?? [];
    return [...found, ...[...this.setup.state.defaults].map(([name, value]) => [name, [value]])];
  }

  /** The slider of a joint goes as far as its limits, where they were changed. */
  limit(name) {
    const { lower, upper } = this.setup.state.limits.get(name), old = this.setup.joints.get(name).limits;
    const freedom = this.motion.byName.get(name)?.freedom[0];
    if (freedom === undefined || (lower === old.lower && upper === old.upper && !freedom.own)) return;
    freedom.own ??= freedom.range;
    freedom.range = [lower === old.lower ? freedom.own[0] : lower, upper === old.upper ? freedom.own[1] : upper];
  }

  /** Links are where the joints say. */
  update() { this.poses = this.motion.poses(); }

  /** Where a link or frame is; undefined where no root leads to it. */
  poseOf(frame) {
    const holder = this.holders.get(frame);
    const link = this.poses.get(holder?.link ?? frame);
    return link === undefined || !holder?.pose ? link : times(link, holder.pose);
  }

  /** The link that a frame is on. */
  linkOf(frame) { return this.holders.get(frame)?.link ?? frame; }

  /** All spheres that are shown: of which frame, in which place of the set, or of a clone. */
  *shownSpheres() {
    for (const [frame, each] of this.spheres.frames)
      for (const [index, sphere] of each.entries()) if (!isHidden(sphere)) yield { frame, index, sphere, isClone: false };
    for (const [frame, each] of this.spheres.clones)
      for (const [index, sphere] of each.entries()) if (!isHidden(sphere)) yield { frame, index, sphere, isClone: true };
  }

  /** The radius that is shown and measured: with the buffer of the frame, unless bare ones are wanted. */
  radiusOf(frame, sphere) { return sphere.radius + (this.isBare ? 0 : (this.worldBuffers.get(frame) ?? 0)); }

  /** Whether there is any sphere to be measured. */
  get hasSpheres() { return !this.shownSpheres().next().done; }

  /** The spheres of a link in its own frame, of frames that are fixed to it too. */
  spheresOn(link, shown = this.shownSpheres()) {
    const found = [];
    for (const { frame, sphere } of shown) {
      const holder = this.holders.get(frame);
      const radius = this.radiusOf(frame, sphere);
      if (holder?.link !== link || !holder.own || radius <= 0) continue;
      found.push({ center: holder.pose ? moved(holder.pose, sphere.center) : sphere.center, radius });
    }
    return found;
  }

  /** All spheres as they are sent to a server. @returns {Record<string, number[][]>} */
  allSpheres() {
    const found = new Map();
    for (const { frame, sphere } of this.shownSpheres()) {
      if (!found.has(frame)) found.set(frame, []);
      found.get(frame).push([...sphere.center, sphere.radius]);
    }
    return Object.fromEntries(found);
  }

  get text() { return xrdfText(this.document, this.spheres); }

  /** Pairs of links whose spheres, with buffers, overlap as the robot stands now, and the spheres that do. */
  overlaps() {
    const bodies = new Map();
    for (const { frame, index, sphere, isClone } of this.shownSpheres()) {
      const pose = this.poseOf(frame), link = this.linkOf(frame);
      const radius = sphere.radius + (this.buffers.get(frame) ?? 0);
      if (pose === undefined || radius <= 0) continue;
      if (!bodies.has(link)) bodies.set(link, []);
      bodies.get(link).push({ key: sphereKey(frame, index, isClone), center: moved(pose, sphere.center), radius });
    }
    const pairs = [], touching = new Set(), names = [...bodies.keys()];
    for (let i = 0; i < names.length; i++)
      for (let j = i + 1; j < names.length; j++) {
        if (this.ignored.has(pairKey(names[i], names[j]))) continue;
        const depth = overlap(bodies.get(names[i]), bodies.get(names[j]), touching);
        if (depth > ROUNDING) pairs.push({ a: names[i], b: names[j], depth });
      }
    return { pairs, touching };
  }

  /** The ignored pairs that a link is in. */
  ignoredWith(link) { return [...this.ignored.values()].filter((each) => each.a === link || each.b === link); }

  /** What one meets first along a ray in the world. @returns {{link: string, far: number} | null} */
  hit(origin, direction, layers) {
    let found = null;
    for (const [name, link] of this.links) {
      const pose = this.poses.get(name);
      if (pose === undefined) continue;
      for (const geometry of link.geometries) {
        if (!layers.has(geometry.layer)) continue;
        const [from, along] = local(times(pose, geometry.pose), origin, direction);
        const far = this.#tree(geometry.mesh).ray(from, along, found?.far ?? Infinity);
        if (far < (found?.far ?? Infinity)) found = { link: name, far };
      }
    }
    return found;
  }

  /** The sphere that one meets first along a ray in the world. */
  hitSphere(origin, direction) {
    let found = null;
    for (const each of this.shownSpheres()) {
      const pose = this.poseOf(each.frame);
      if (pose === undefined) continue;
      const center = moved(pose, each.sphere.center);
      const to = center.map((value, k) => value - origin[k]);
      const along = to.reduce((sum, value, k) => sum + value * direction[k], 0);
      const inside = Math.max(this.radiusOf(each.frame, each.sphere), 0) ** 2 - (to.reduce((sum, value) => sum + value * value, 0) - along * along);
      if (inside < 0) continue;
      const far = along - Math.sqrt(inside);
      if (far > 0 && far < (found?.far ?? Infinity)) found = { ...each, far };
    }
    return found;
  }

  #tree(mesh) {
    if (!this.#trees.has(mesh)) this.#trees.set(mesh, new Tree(cornersOf(this.surfaceOf(mesh), IDENTITY)));
    return this.#trees.get(mesh);
  }

  /** The links whose spheres can be measured. */
  get measured() { return [...this.links.values()].filter((each) => each.measured !== null).map((each) => each.name); }

  /** Measures the spheres of a link. @param {() => Promise<void> | undefined} pause  throws where it is not wanted any more */
  async measure(link, pause, options) {
    const { isBare } = this;
    const figures = await this.measureOf(link, this.spheresOn(link), pause, options);
    if (isBare === this.isBare) this.figures.set(link, figures);
    return figures;
  }

  /** The figures of any spheres in the frame of a link. */
  measureOf(link, spheres, pause, options) { return this.#measure(link).of(counting(spheres), pause, options); }

  #measure(name) {
    if (!this.#measures.has(name)) {
      const link = this.links.get(name);
      const parts = link.geometries
        .filter((each) => each.layer === link.measured)
        .map((each) => cornersOf(this.surfaceOf(each.mesh), each.pose));
      const { corners, closed } = repaired(concatenated(parts), link.repairs);
      this.#measures.set(name, new Measure(new Solid(corners, closed), link.seed));
    }
    return this.#measures.get(name);
  }
}

function concatenated(parts) {
  const found = new Float64Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/**
 * The corners of a surface without the triangles that are left out, others turned around, and those of closed parts.
 * @param {{left: number[], turned: number[], open: number[]}} repairs  where runs of triangles begin and end
 */
function repaired(corners, { left, turned, open }) {
  const [isLeft, isTurned, isOpen] = [left, turned, open].map((each) => flags(each, corners.length / 9));
  const found = [], closed = [];
  for (let i = 0; i < isLeft.length; i++) {
    if (isLeft[i]) continue;
    const own = corners.subarray(9 * i, 9 * i + 9);
    const triangle = isTurned[i] ? [...own.subarray(6, 9), ...own.subarray(3, 6), ...own.subarray(0, 3)] : own;
    found.push(...triangle);
    if (!isOpen[i]) closed.push(...triangle);
  }
  return { corners: Float64Array.from(found), closed: Float64Array.from(closed) };
}

function flags(runs, count) {
  const found = new Uint8Array(count);
  for (let i = 0; i < runs.length; i += 2) found.fill(1, runs[i], runs[i + 1]);
  return found;
}

export const sphereKey = (frame, index, isClone) => JSON.stringify([frame, index, isClone]);

/** How deep spheres of two bodies overlap at most; those that do are added to `touching`. */
function overlap(one, other, touching) {
  let deepest = 0;
  for (const a of one)
    for (const b of other) {
      const depth = a.radius + b.radius - Math.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1], a.center[2] - b.center[2]);
      if (depth <= ROUNDING) continue;
      touching.add(a.key).add(b.key);
      deepest = Math.max(deepest, depth);
    }
  return deepest;
}

/** A ray in the frame of a pose; distances along it stay. */
function local(pose, origin, direction) {
  const away = origin.map((each, k) => each - pose[4 * k + 3]);
  const turn = (v) => [0, 1, 2].map((k) => pose[k] * v[0] + pose[4 + k] * v[1] + pose[8 + k] * v[2]);
  return [turn(away), turn(direction)];
}
