// The stage: one canvas for all robots that are shown, side by side, seen by one camera.
import { Color, GridHelper, MOUSE, PerspectiveCamera, Vector3, WebGLRenderer, OrbitControls, TransformControls } from "three";
import { make } from "robotfmt/dom";

/** Pixels drawn for each of the page, along each side, at rest; and while something moves, from quick to slow machines. */
const SHARP = 2, MOVING = [2, 1, 0.5];
const QUICK = 20, SLOW = 55, REST = 300;

export class Stage extends EventTarget {
  #waiting = false;
  #pixels = 1;
  #level = 1;
  #pace = 33; // milliseconds between frames while something moves
  #last = 0;
  #rest = 0;

  constructor() {
    super();
    this.canvas = make("canvas");
    this.element = make("div", { class: "stage" }, this.canvas);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: false, powerPreference: "high-performance" });
    this.renderer.setScissorTest(true);
    this.camera = new PerspectiveCamera(35, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.target = new Vector3();
    this.panes = [];
    new ResizeObserver(() => this.#resize()).observe(this.element);
  }

  /** Robots side by side. @param {{view: import("robotfmt/view").RobotView, head: HTMLElement}[]} shown */
  show(shown) {
    for (const pane of this.panes) {
      pane.controls.dispose();
      pane.gizmo.dispose();
      pane.gizmo.getHelper().removeFromParent();
      pane.grid.removeFromParent();
      pane.element.remove();
    }
    this.panes = shown.map(({ view, head }) => this.#pane(view, head));
    this.#resize();
  }

  #pane(view, head) {
    const element = make("div", { class: "pane" }, head);
    this.element.append(element);
    const controls = new OrbitControls(this.camera, element);
    controls.target = this.target;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    controls.zoomToCursor = false;
    controls.addEventListener("change", () => this.draw(true));
    const gizmo = new TransformControls(this.camera, element);
    gizmo.size = 0.7;
    gizmo.addEventListener("change", () => this.draw(gizmo.dragging));
    gizmo.addEventListener("dragging-changed", ({ value }) => { controls.enabled = !value; });
    view.scene.add(gizmo.getHelper());
    const { low, high } = view.extent();
    const size = 2 ** Math.ceil(Math.log2(Math.max(...high.map((each, k) => each - low[k])) * 1.2));
    const grid = new GridHelper(size, 16, "#888888", "#888888");
    grid.material.transparent = true;
    grid.material.opacity = 0.22;
    grid.material.depthWrite = false;
    grid.rotation.x = Math.PI / 2;
    grid.position.z = Math.min(0, low[2]);
    grid.renderOrder = -1;
    view.scene.add(grid);
    return { view, element, controls, gizmo, grid };
  }

  /** Everything in sight, as `robotfmt render` shows it. */
  fit(azimuth = 40, elevation = 20) {
    const boxes = this.panes.map((each) => each.view.extent());
    const low = [0, 1, 2].map((k) => Math.min(...boxes.map((each) => each.low[k])));
    const high = [0, 1, 2].map((k) => Math.max(...boxes.map((each) => each.high[k])));
    this.target.set(...low.map((each, k) => (each + high[k]) / 2));
    const [a, e] = [azimuth, elevation].map((each) => (each * Math.PI) / 180);
    const toward = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const away = this.#distance(boxes.flatMap((each) => each.around), toward, [-Math.sin(a), Math.cos(a), 0]);
    this.camera.position.set(...toward).multiplyScalar(away).add(this.target);
    this.camera.near = away / 200;
    this.camera.far = away * 50;
    this.camera.updateProjectionMatrix();
    for (const pane of this.panes) pane.controls.update();
    this.draw();
  }

  /** How far from its target the camera must be to see all of some spheres, with a margin. */
  #distance(spheres, toward, right) {
    const up = [1, 2, 0].map((k) => toward[k] * right[(k + 1) % 3] - toward[(k + 1) % 3] * right[k]);
    const slope = 0.9 * Math.tan((this.camera.fov / 360) * Math.PI);
    const target = this.target.toArray();
    let found = 1e-3;
    for (const [x, y, z, radius] of spheres) {
      const away = [x, y, z].map((each, k) => each - target[k]);
      const along = (axis) => away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
      const wide = Math.max(Math.abs(along(up)) + radius, (Math.abs(along(right)) + radius) / this.camera.aspect);
      found = Math.max(found, wide / slope + along(toward));
    }
    return found;
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0 || this.panes.length === 0) return;
    this.renderer.setPixelRatio(this.#pixels);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / this.panes.length / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Draws soon, once for all that has changed; while something moves as sharply as the machine is quick. */
  draw(isMoving = false) {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST);
    if (isMoving) this.#sharpen(MOVING[this.#level]);
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame((now) => {
      this.#waiting = false;
      if (isMoving) this.#learn(now);
      this.drawNow();
    });
  }

  /** Sharp at rest; what was drawn sharply stays. */
  #settle() {
    if (this.#pixels === SHARP) return;
    this.#sharpen(SHARP);
    this.drawNow();
  }

  /** How quick the machine is. */
  #learn(now) {
    const gap = now - this.#last;
    this.#last = now;
    if (gap > 1000) return;
    this.#pace += 0.3 * (gap - this.#pace);
    const step = this.#pace > SLOW ? 1 : this.#pace < QUICK ? -1 : 0;
    const level = Math.min(Math.max(this.#level + step, 0), MOVING.length - 1);
    if (level !== this.#level) [this.#level, this.#pace] = [level, 33];
  }

  #sharpen(pixels) {
    if (pixels === this.#pixels) return;
    this.#pixels = pixels;
    this.renderer.setPixelRatio(pixels);
  }

  drawNow() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const background = new Color(getComputedStyle(this.element).backgroundColor);
    const wide = width / this.panes.length;
    for (const [i, { view }] of this.panes.entries()) {
      view.headlight.position.copy(this.camera.position);
      view.headlight.quaternion.copy(this.camera.quaternion);
      view.headlight.position.set(0, 0, 0);
      view.scene.background = background;
      this.renderer.setViewport(i * wide, 0, wide, height);
      this.renderer.setScissor(i * wide, 0, wide, height);
      this.renderer.render(view.scene, this.camera);
    }
    this.dispatchEvent(new Event("drawn"));
  }

  /** The ray under the pointer, in the world. @returns {{origin: number[], direction: number[]}} */
  ray(pane, event) {
    const { left, top, width, height } = pane.element.getBoundingClientRect();
    const at = new Vector3((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height, 0.5);
    this.camera.updateMatrixWorld();
    const direction = at.unproject(this.camera).sub(this.camera.position).normalize();
    return { origin: this.camera.position.toArray(), direction: direction.toArray() };
  }

  /** Where a point of the world is on the page, in pixels. */
  project(pane, point) {
    const { left, top, width, height } = pane.element.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const at = new Vector3(...point).project(this.camera);
    return [left + ((at.x + 1) / 2) * width, top + ((1 - at.y) / 2) * height];
  }
}
