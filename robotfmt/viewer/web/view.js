// One robot as three.js draws it: a scene with its links, its spheres, and lines over them.
import {
  BufferAttribute, BufferGeometry, Color, DirectionalLight, Group, HemisphereLight, LineBasicMaterial, LineSegments,
  Mesh, MeshBasicMaterial, MeshLambertMaterial, Scene, SRGBColorSpace,
} from "three";
import { SpheresView } from "robotfmt/sphere_view";
import { moved, times } from "robotfmt/matrix";

const HIGHLIGHT = new Color("#4a90d9");
/** What surfaces fade to under spheres, and how far: the colours of spheres identify the links. */
const PLANE = new Color("#4a90d9");
const PALE = new Color("#d6d8dc"), FADED = 0.65;

export class RobotView {
  #links = new Map();
  #layers = new Set();
  #materials = [];
  #highlighted = null;
  #hadSpheres = false;

  /**
   * @param {import("robotfmt/robot").Robot} robot
   * @param {{geometryOf: (mesh: number) => BufferGeometry, boxOf: (mesh: number) => number[][]}} shapes
   */
  constructor(robot, shapes) {
    this.robot = robot;
    this.shapes = shapes;
    this.scene = new Scene();
    this.hasVisuals = [...robot.links.values()].some((link) => link.geometries.some((each) => each.layer === "visual"));
    this.opacity = { visual: 1, collision: this.hasVisuals ? 0 : 1, spheres: 0.5 };
    for (const name of robot.links.keys()) this.#addLink(name);
    this.#addLights();
    this.lines = overlay(this.scene, 0.95);
    this.lines.material.color.set("#ffffff");
    this.lines.material.vertexColors = true;
    /** Lines from link to link, for a robot of which nothing else can be seen. */
    this.bones = [...robot.links.values()].some((link) => link.geometries.length > 0) ? null : overlay(this.scene, 0.9);
    this.sphereView = new SpheresView(robot, this.scene);
    this.plane = robot.mount === null ? null : this.#addPlane();
    /** Other spheres of the robot, to compare with; and whether the robot's own ones are seen. */
    this.otherView = null;
    this.showsOwn = this.showsOther = true;
    this.update();
    this.updateSpheres();
  }

  #addLights() {
    const light = new DirectionalLight(0xffffff, 1.9);
    light.position.set(-0.6, 0.9, 1.4);
    this.headlight = new Group();
    this.headlight.add(light, light.target);
    const sky = new HemisphereLight(0xffffff, 0x9aa0a8, 1.5);
    sky.position.set(0, 0, 1);
    this.scene.add(this.headlight, sky);
  }

  /** The mounting plane, a little larger than the robot. */
  #addPlane() {
    const { low, high } = this.extent();
    const r = 0.4 * Math.max(...high.map((each, k) => each - low[k]));
    const [a, b, c, d] = [[-r, -r, 0], [r, -r, 0], [r, r, 0], [-r, r, 0]];
    const shape = through(a, b, c, a, c, d), border = through(a, b, b, c, c, d, d, a);
    const paint = new MeshBasicMaterial({ color: PLANE, transparent: true, opacity: 0.16, side: 2, depthWrite: false });
    const edge = new LineSegments(border, new LineBasicMaterial({ color: PLANE, transparent: true, opacity: 0.7 }));
    const plane = new Group();
    plane.add(new Mesh(shape, paint), edge);
    plane.matrixAutoUpdate = false;
    this.scene.add(plane);
    return plane;
  }

  #placePlane() {
    const pose = this.plane === null ? undefined : this.robot.poses.get(this.robot.mount.link);
    if (pose !== undefined) this.plane.matrix.set(...times(pose, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, this.robot.mount.height, 0, 0, 0, 1]));
  }

  #addLink(name) {
    const group = new Group();
    group.matrixAutoUpdate = false;
    this.scene.add(group);
    this.#links.set(name, group);
  }

  /** The surfaces of a layer, when they are wanted first. */
  #addLayer(layer) {
    if (this.#layers.has(layer)) return;
    this.#layers.add(layer);
    for (const [name, link] of this.robot.links)
      for (const each of link.geometries.filter((its) => its.layer === layer)) this.#links.get(name).add(this.#mesh(name, each));
  }

  #mesh(name, described) {
    const geometry = this.shapes.geometryOf(described.mesh);
    const own = described.colors.map((color) => this.#material(name, described.layer, color));
    const many = geometry.groups.length > 0;
    const mesh = new Mesh(geometry, many ? Array.from({ length: 256 }, (_, i) => own[i] ?? own.at(-1)) : own.at(-1));
    mesh.matrixAutoUpdate = false;
    mesh.matrix.set(...described.pose);
    mesh.userData.layer = described.layer;
    return mesh;
  }

  #material(link, layer, [red, green, blue, alpha]) {
    const color = layer === "collision" && this.hasVisuals
      ? new Color(this.robot.colors.get(link))
      : new Color().setRGB(red, green, blue, SRGBColorSpace);
    const material = new MeshLambertMaterial({ color: color.clone(), side: 2 });
    this.#materials.push({ material, link, layer, alpha, color });
    return material;
  }

  /** Links, spheres and marks where the joints say. */
  update() {
    for (const [name, group] of this.#links) {
      const pose = this.robot.poses.get(name);
      group.visible = pose !== undefined;
      if (pose !== undefined) group.matrix.set(...pose);
    }
    this.#placeBones();
    this.#placePlane();
    this.showOpacity();
  }

  #placeBones() {
    const { motion, poses } = this.robot;
    const at = (name) => (poses.has(name) ? moved(poses.get(name), [0, 0, 0]) : null);
    const ends = this.bones === null ? [] : motion.joints.map(({ parent, child }) => [at(parent), at(child)]);
    const places = ends.filter((each) => !each.includes(null)).flat(2);
    this.bones?.geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  }

  /** Every layer as opaque as it shall be. */
  showOpacity() {
    for (const layer of ["visual", "collision"]) if (this.opacity[layer] > 0) this.#addLayer(layer);
    const isCovered = this.opacity.spheres > 0 && this.robot.hasSpheres;
    for (const { material, layer, alpha, color } of this.#materials) {
      const opacity = this.opacity[layer] * alpha;
      const isClear = opacity < 1;
      if (material.transparent !== isClear) material.needsUpdate = true;
      material.transparent = isClear;
      material.opacity = opacity;
      material.depthWrite = !isClear;
      material.visible = opacity > 0;
      material.color.copy(color);
      if (layer === "visual" && isCovered) material.color.lerp(PALE, FADED);
    }
    for (const group of this.#links.values())
      for (const mesh of group.children) {
        mesh.visible = this.opacity[mesh.userData.layer] > 0;
        mesh.renderOrder = this.opacity[mesh.userData.layer] < 1 ? 1 : 0;
      }
  }

  /** Lights one link up. @param {string | null} link */
  highlight(link) {
    if (link === this.#highlighted) return;
    this.#highlighted = link;
    for (const each of this.#materials) {
      each.material.emissive.copy(HIGHLIGHT);
      each.material.emissiveIntensity = each.link === link ? 0.45 : 0;
    }
    this.sphereView.highlight(link);
  }

  /** The spheres anew: where they are, how large, in which colours. @param {Set<string>} touching */
  updateSpheres(touching) {
    this.sphereView.update(this.showsOwn ? this.opacity.spheres : 0, touching);
    this.otherView?.update(this.showsOther ? this.opacity.spheres : 0, new Set());
    if (this.robot.hasSpheres !== this.#hadSpheres) this.showOpacity();
    this.#hadSpheres = this.robot.hasSpheres;
  }

  /** Other spheres of the robot, all of one colour; null for none. @param {import("robotfmt/robot").Robot | null} other */
  compare(other) {
    this.otherView?.dispose();
    this.otherView = other === null ? null : new SpheresView(other, this.scene);
    this.showsOwn = this.showsOther = true;
    this.updateSpheres();
  }

  /** Circles around spheres. @param {{frame: string, index: number}[]} selected */
  mark(selected) { this.sphereView.mark(selected); }

  /** Lines between the middles of links. @param {{a: string, b: string, color: string}[]} pairs */
  connect(pairs) {
    const places = [], colors = [];
    for (const { a, b, color } of pairs) {
      const ends = [this.middleOf(a), this.middleOf(b)];
      if (ends.includes(null)) continue;
      const { r, g, b: blue } = new Color(color);
      for (const end of ends) {
        places.push(...end);
        colors.push(r, g, blue);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(colors), 3));
    this.lines.geometry.dispose();
    this.lines.geometry = geometry;
  }

  /** About where a link is. @returns {[number, number, number] | null} */
  middleOf(name) {
    const pose = this.robot.poses.get(name), link = this.robot.links.get(name);
    if (pose === undefined || link === undefined) return null;
    const [first] = link.geometries;
    if (first === undefined) return moved(pose, [0, 0, 0]);
    const [low, high] = this.shapes.boxOf(first.mesh);
    return moved(times(pose, first.pose), low.map((each, k) => (each + high[k]) / 2));
  }

  /** The box of all that is shown, as low and high corners, and spheres around what is; of nothing where the links are. */
  extent() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const around = [];
    const take = (point, r = 0) => {
      around.push([...point, r]);
      for (const [k, each] of point.entries()) {
        low[k] = Math.min(low[k], each - r);
        high[k] = Math.max(high[k], each + r);
      }
    };
    for (const [name, link] of this.robot.links) {
      const pose = this.robot.poses.get(name);
      if (pose === undefined) continue;
      for (const each of link.geometries.filter((its) => this.opacity[its.layer] > 0)) {
        const box = this.shapes.boxOf(each.mesh), whole = times(pose, each.pose);
        for (let corner = 0; corner < 8; corner++)
          take(moved(whole, [0, 1, 2].map((k) => box[(corner >> k) & 1][k])));
      }
    }
    for (const { frame, sphere } of this.robot.shownSpheres()) {
      const pose = this.robot.poseOf(frame);
      if (pose !== undefined) take(moved(pose, sphere.center), sphere.radius);
    }
    if (low[0] > high[0]) for (const pose of this.robot.poses.values()) take(moved(pose, [0, 0, 0]), 0.1);
    if (low[0] > high[0]) take([0, 0, 0], 0.5);
    return { low, high, around };
  }
}

/** The corners of triangles, or the ends of lines. */
const through = (...places) => new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(places.flat()), 3));

/** Lines that are drawn over everything. */
function overlay(scene, opacity) {
  const material = new LineBasicMaterial({ color: "#d55e00", depthTest: false, transparent: true, opacity });
  const lines = new LineSegments(new BufferGeometry(), material);
  lines.renderOrder = 9;
  lines.frustumCulled = false;
  scene.add(lines);
  return lines;
}
