// The spheres of a robot as three.js draws them, and circles around those that are selected.
import {
  BufferAttribute, BufferGeometry, Color, IcosahedronGeometry, InstancedMesh, LessEqualDepth, LineBasicMaterial,
  LineSegments, Matrix4, MeshBasicMaterial, MeshLambertMaterial,
} from "three";
import { moved } from "robotfmt/matrix";
import { sphereKey } from "robotfmt/robot";

const TOUCHING = new Color("#e8000b"), WHITE = new Color("#ffffff");
const STROKE = new LineBasicMaterial({ color: "#d55e00", depthTest: false, transparent: true });
const ROUND = circle(48);

/** A dark, nearly opaque edge, so that each sphere stands out from whatever is behind it. */
function outline(shader) {
  const edge = `
    #include <opaque_fragment>
    float rim = smoothstep(0.72, 1.0, 1.0 - abs(dot(normalize(vViewPosition), normal)));
    gl_FragColor = vec4(gl_FragColor.rgb * (1.0 - 0.6 * rim), mix(gl_FragColor.a, max(gl_FragColor.a, 0.9), rim));`;
  shader.fragmentShader = shader.fragmentShader.replace("#include <opaque_fragment>", edge);
}

export class SpheresView {
  #meshes = null;
  #rings = [];
  #highlighted = null;

  /** @param {import("robotfmt/robot").Robot} robot @param {import("three").Scene} scene */
  constructor(robot, scene) {
    this.robot = robot;
    this.scene = scene;
    this.touching = new Set();
    this.selected = [];
  }

  /** Lights up the spheres of a link. @param {string | null} link */
  highlight(link) {
    this.#highlighted = link;
    this.#paint();
  }

  /** The spheres anew: where they are, how large, in which colours. @param {Set<string>} touching */
  update(opacity, touching = this.touching) {
    this.opacity = opacity;
    this.touching = touching;
    this.shown = [...this.robot.shownSpheres()].filter((each) => this.robot.poseOf(each.frame) !== undefined);
    this.#reserve(this.shown.length);
    const matrix = new Matrix4();
    for (const [i, { frame, sphere }] of this.shown.entries()) {
      const [x, y, z] = moved(this.robot.poseOf(frame), sphere.center), r = Math.max(this.robot.radiusOf(frame, sphere), 0);
      matrix.set(r, 0, 0, x, 0, r, 0, y, 0, 0, r, z, 0, 0, 0, 1);
      this.#meshes.color.setMatrixAt(i, matrix);
    }
    const { color, depth } = this.#meshes;
    color.instanceMatrix.needsUpdate = true;
    color.count = depth.count = this.shown.length;
    color.visible = opacity > 0 && this.shown.length > 0;
    depth.visible = color.visible;
    color.material.opacity = opacity;
    this.#paint();
    this.#placeRings();
  }

  /** Takes the spheres away. */
  dispose() {
    this.update(0);
    this.scene.remove(this.#meshes.color, this.#meshes.depth);
    this.#meshes.color.dispose();
    this.#meshes.depth.dispose();
  }

  /** Room for so many spheres: a body of depth first, so that of all spheres only the nearest is seen, once. */
  #reserve(count) {
    if (this.#meshes !== null && this.#meshes.room >= count) return;
    if (this.#meshes !== null) {
      this.scene.remove(this.#meshes.color, this.#meshes.depth);
      this.#meshes.color.dispose();
      this.#meshes.depth.dispose();
    }
    const room = Math.max(64, 2 * count);
    const shape = new IcosahedronGeometry(1, count < 400 ? 5 : count < 1500 ? 3 : 2);
    const paint = new MeshLambertMaterial({ transparent: true, depthWrite: false, depthFunc: LessEqualDepth });
    paint.onBeforeCompile = outline;
    const color = new InstancedMesh(shape, paint, room);
    const depth = new InstancedMesh(shape, new MeshBasicMaterial({ colorWrite: false }), room);
    color.setColorAt(0, TOUCHING); // which makes the colours
    depth.instanceMatrix = color.instanceMatrix;
    depth.material.transparent = true; // drawn after all that is opaque, with what is not
    [depth.renderOrder, color.renderOrder] = [2, 3];
    color.frustumCulled = depth.frustumCulled = false;
    this.scene.add(depth, color);
    this.#meshes = { color, depth, room };
  }

  #paint() {
    const { color } = this.#meshes;
    for (const [i, { frame, index, isClone }] of this.shown.entries()) {
      const link = this.robot.linkOf(frame);
      const own = new Color(this.robot.colors.get(link) ?? "#999999");
      if (link === this.#highlighted) own.lerp(WHITE, 0.35);
      color.setColorAt(i, this.touching.has(sphereKey(frame, index, isClone)) ? TOUCHING : own);
    }
    color.instanceColor.needsUpdate = true;
  }

  /** Circles around spheres. @param {{frame: string, index: number}[]} selected */
  mark(selected) {
    this.selected = selected;
    while (this.#rings.length < 3 * selected.length) {
      const ring = new LineSegments(ROUND, STROKE);
      ring.renderOrder = 10;
      ring.matrixAutoUpdate = false;
      this.scene.add(ring);
      this.#rings.push(ring);
    }
    this.#placeRings();
  }

  #placeRings() {
    for (const [i, ring] of this.#rings.entries()) {
      const chosen = this.selected?.[Math.floor(i / 3)];
      const sphere = chosen && this.robot.spheres.of(chosen.frame)[chosen.index];
      const pose = chosen && this.robot.poseOf(chosen.frame);
      ring.visible = Boolean(sphere && pose && this.opacity > 0);
      if (!ring.visible) continue;
      const [x, y, z] = moved(pose, sphere.center), r = Math.max(this.robot.radiusOf(chosen.frame, sphere), 0) * 1.002;
      const turn = [[r, 0, 0, 0, r, 0, 0, 0, r], [r, 0, 0, 0, 0, r, 0, r, 0], [0, 0, r, 0, r, 0, r, 0, 0]][i % 3];
      ring.matrix.set(turn[0], turn[1], turn[2], x, turn[3], turn[4], turn[5], y, turn[6], turn[7], turn[8], z, 0, 0, 0, 1);
    }
  }
}

/** A circle of radius 1 in the plane of x and y. */
function circle(count) {
  const found = new Float32Array(6 * count);
  for (let i = 0; i < count; i++)
    for (let end = 0; end < 2; end++) {
      const angle = (2 * Math.PI * (i + end)) / count;
      found.set([Math.cos(angle), Math.sin(angle), 0], 6 * i + 3 * end);
    }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(found, 3));
}
