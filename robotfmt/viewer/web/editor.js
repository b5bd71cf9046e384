// Changes spheres: the fields and buttons for those that are selected, and the handle with which one is moved.
import { Object3D } from "three";
import { ask } from "robotfmt/server";
import { Comparison } from "robotfmt/compare";
import { button, fixed, make } from "robotfmt/dom";
import { inverse, moved } from "robotfmt/matrix";

const AXES = ["x", "y", "z"];
const START = 0.05;

export class Editor {
  #handle = new Object3D();
  #gizmo = null;
  #wheel = 0;

  constructor(app) {
    this.app = app;
    this.title = make("h2", {}, "Spheres");
    this.hint = make("p", { class: "quiet" });
    this.fields = [...AXES, "radius"].map((name, i) => this.#field(name, i));
    this.slider = make("input", {
      type: "range", min: 0, max: 1, step: "any", "aria-label": "radius",
      oninput: () => this.#resize(fromSlider(Number(this.slider.value)), true),
      onchange: () => this.#resize(fromSlider(Number(this.slider.value)), false),
    });
    this.count = make("input", { type: "number", min: 1, max: 99, value: 1, class: "short", "aria-label": "how many between" });
    this.buttons = {
      add: button("Add", "click on the surface where a new sphere shall be (A: where the pointer is)", () => app.pointer.add()),
      copy: button("Duplicate", "the same again, a little aside (D)", () => this.duplicate()),
      remove: button("Delete", "(Delete)", () => this.remove()),
      mirrorX: button("X", "mirrored copies on the other side of the link's plane x = 0", () => this.mirror(0)),
      mirrorY: button("Y", "mirrored copies on the other side of the link's plane y = 0 (M)", () => this.mirror(1)),
      mirrorZ: button("Z", "mirrored copies on the other side of the link's plane z = 0", () => this.mirror(2)),
      between: button("Fill", "so many spheres between the two that are selected", () => this.interpolate(this.count.valueAsNumber)),
    };
    this.comparison = new Comparison(app);
    this.refits = app.server === null ? null : this.#refits();
    const { add, copy, remove, mirrorX, mirrorY, mirrorZ, between } = this.buttons;
    this.element = make("section", { class: "editor" },
      this.title, this.hint,
      make("div", { class: "fields" }, ...this.fields.map((each) => each.label), this.slider),
      make("div", { class: "buttons" },
        add, copy, remove, make("span", { class: "quiet" }, "mirror"), mirrorX, mirrorY, mirrorZ, make("span", { class: "gap" }), make("span", { class: "together" }, between, this.count)),
      this.refits,
    );
  }

  #field(name, i) {
    const input = make("input", { type: "number", step: name === "radius" ? 0.5 : 1, "aria-label": `${name} in millimetres`, onchange: () => this.#type(i, input.valueAsNumber / 1000) });
    return { input, label: make("label", {}, name === "radius" ? "r" : name, input) };
  }

  #refits() {
    const number = make("input", { type: "number", min: 1, max: 1000, placeholder: "auto", class: "short", "aria-label": "how many spheres" });
    const width = make("input", { type: "number", min: 0.1, step: 0.5, placeholder: "auto", class: "short", "aria-label": "tolerance in millimetres" });
    const start = button("Refit link", "fit new spheres to this link", () => this.refit(number.valueAsNumber || null, width.valueAsNumber / 1000 || null));
    this.buttons.refit = start;
    const link = make("div", { class: "buttons" }, start, number, make("span", { class: "quiet" }, "spheres, or tolerance"), width, make("span", { class: "quiet" }, "mm"));
    return make("div", {}, link, this.#fits(), this.comparison.element);
  }

  #fits() {
    const budget = make("input", { type: "number", min: 1, max: 10000, placeholder: "auto", class: "short", "aria-label": "budget of spheres" });
    this.buttons.fit = button("Fit all links", "fit new spheres to the whole robot", () => this.fit(budget.valueAsNumber || null));
    return make("div", { class: "buttons fits" }, this.buttons.fit, budget, make("span", { class: "quiet" }, "spheres in total"));
  }

  /** The sphere that the fields are of. */
  get sphere() {
    const last = this.app.selected.at(-1);
    return last === undefined ? null : this.app.robot.spheres.of(last.frame)[last.index] ?? null;
  }

  update() {
    const { app, sphere } = this;
    const last = app.selected.at(-1);
    const caption = app.shown.length > 1 ? ` of ${app.robot.caption}` : "";
    this.title.textContent = app.selected.length > 1 ? `${app.selected.length} spheres${caption}` : `Spheres${caption}`;
    this.hint.textContent = sphere === null ? "Click a sphere to change it; with Shift, several." : `on ${last.frame}, in mm${buffersOf(app.robot, last.frame)}`;
    for (const [i, { input }] of this.fields.entries()) {
      input.disabled = sphere === null;
      if (document.activeElement !== input) input.value = sphere === null ? "" : Number((1000 * (i < 3 ? sphere.center[i] : sphere.radius)).toFixed(3));
    }
    this.slider.disabled = sphere === null;
    if (sphere !== null) this.slider.value = toSlider(sphere.radius);
    for (const name of ["copy", "remove", "mirrorX", "mirrorY", "mirrorZ"]) this.buttons[name].disabled = sphere === null;
    const isPair = app.selected.length === 2 && app.selected[0].frame === last.frame;
    this.buttons.between.disabled = this.count.disabled = !isPair;
    if (this.buttons.refit) this.buttons.refit.disabled = app.chosen === null || this.isBusy === true;
    if (this.buttons.fit) this.buttons.fit.disabled = this.isBusy === true;
    this.place();
  }

  /** The handle at the sphere. */
  place() {
    const { app, sphere } = this;
    const pane = app.stage.panes[app.shown.indexOf(app.active)];
    const pose = sphere && app.robot.poseOf(app.selected.at(-1).frame);
    if (this.#gizmo !== pane?.gizmo) {
      this.#gizmo?.detach();
      this.#gizmo = pane?.gizmo ?? null;
      pane?.view.scene.add(this.#handle);
      pane?.gizmo.addEventListener("objectChange", () => this.#drag());
      pane?.gizmo.addEventListener("mouseUp", () => this.#drop());
    }
    if (!pose || this.#gizmo === null) return void this.#gizmo?.detach();
    if (this.#gizmo.dragging) return undefined;
    this.#handle.position.set(...moved(pose, sphere.center));
    this.#handle.updateMatrixWorld();
    return void this.#gizmo.attach(this.#handle);
  }

  #drag() {
    const { frame, index } = this.app.selected.at(-1) ?? {};
    if (frame === undefined || !this.#gizmo.dragging) return;
    const pose = this.app.robot.poseOf(frame);
    const center = moved(inverse(pose), this.#handle.position.toArray());
    this.#put(frame, index, { center, radius: this.sphere.radius }, true);
  }

  #drop() {
    const { frame } = this.app.selected.at(-1) ?? {};
    if (frame !== undefined) this.app.robot.spheres.change(frame, this.app.robot.spheres.of(frame));
    this.place();
  }

  #put(frame, index, sphere, isPreview) {
    const { spheres } = this.app.robot;
    const changed = spheres.of(frame).with(index, sphere);
    if (isPreview) spheres.preview(frame, changed);
    else spheres.change(frame, changed);
  }

  #type(i, value) {
    const { sphere } = this, last = this.app.selected.at(-1);
    if (sphere === null || !Number.isFinite(value) || (i === 3 && value <= 0)) return this.update();
    const center = i < 3 ? sphere.center.with(i, value) : sphere.center;
    return this.#put(last.frame, last.index, { center, radius: i === 3 ? value : sphere.radius }, false);
  }

  #resize(radius, isPreview) {
    const { sphere } = this, last = this.app.selected.at(-1);
    if (sphere !== null && radius > 0) this.#put(last.frame, last.index, { center: sphere.center, radius }, isPreview);
  }

  /** Larger or smaller by the wheel; it ends when the wheel rests. */
  turn(notches) {
    if (this.sphere === null) return;
    this.#resize(this.sphere.radius * 1.03 ** -notches, true);
    clearTimeout(this.#wheel);
    this.#wheel = setTimeout(() => this.sphere && this.#resize(this.sphere.radius, false), 250);
  }

  /** New spheres on a frame, which are selected then. @param {import("robotfmt/spheres").Sphere[]} added */
  append(frame, added) {
    const { spheres } = this.app.robot;
    const before = spheres.of(frame);
    spheres.change(frame, [...before, ...added]);
    this.app.select(added.map((_, i) => ({ frame, index: before.length + i })));
  }

  /** A new sphere on a link. @param {[number, number, number]} center  in its frame */
  add(link, center) {
    const { robot } = this.app;
    const others = robot.spheresOn(link);
    const size = others.length > 0 ? others.reduce((sum, each) => sum + each.radius, 0) / others.length : START;
    this.append(link, [{ center, radius: this.sphere?.radius ?? size }]);
  }

  #byFrame() {
    const found = new Map();
    for (const { frame, index } of this.app.selected) found.set(frame, [...(found.get(frame) ?? []), index]);
    return found;
  }

  #copies(change) {
    for (const [frame, indices] of this.#byFrame()) this.append(frame, indices.map((each) => change(this.app.robot.spheres.of(frame)[each])));
  }

  duplicate() { this.#copies(({ center: [x, y, z], radius }) => ({ center: [x + radius / 2, y, z], radius })); }
  mirror(axis) { this.#copies(({ center, radius }) => ({ center: center.with(axis, -center[axis]), radius })); }

  remove() {
    const { robot } = this.app, found = this.#byFrame();
    this.app.select([]);
    for (const [frame, indices] of found) robot.spheres.change(frame, robot.spheres.of(frame).filter((_, i) => !indices.includes(i)));
  }

  /** So many spheres between the two that are selected. */
  interpolate(count) {
    const [one, other] = this.app.selected;
    if (other === undefined || one.frame !== other.frame || !(count >= 1)) return;
    const [a, b] = [one, other].map((each) => this.app.robot.spheres.of(each.frame)[each.index]);
    const at = (t) => ({ center: a.center.map((each, k) => each + t * (b.center[k] - each)), radius: a.radius + t * (b.radius - a.radius) });
    this.append(one.frame, Array.from({ length: Math.floor(count) }, (_, i) => at((i + 1) / (Math.floor(count) + 1))));
  }

  async refit(count, tolerance) {
    const { app } = this, { robot: number, link } = app.chosen;
    await this.#ask(`Fitting ${link}`, "refit", { robot: number, link, count, tolerance }, ({ spheres }) => {
      app.select([], number);
      app.robots[number].spheres.change(link, spheres.map(toSphere), { exact: true });
      return `${link}: ${spheres.length} spheres`;
    });
  }

  /** New spheres for all links, at most so many. */
  async fit(budget) {
    const { app } = this, number = app.active;
    await this.#ask("Fitting all links", "fit", { robot: number, budget }, ({ spheres }) => {
      const found = new Map(Object.entries(spheres).map(([link, rows]) => [link, rows.map(toSphere)]));
      const before = new Map(app.robots[number].spheres.frames);
      app.select([], number);
      app.robots[number].figures.clear(); // those of other spheres
      app.robots[number].spheres.changeAll(found);
      this.comparison.start(number, before);
      app.links.build();
      return `${[...found.values()].flat().length} spheres on ${found.size} links`;
    });
  }

  /** Asks the server to fit spheres, and says how long it takes. */
  async #ask(words, what, question, done) {
    const { app } = this, start = performance.now();
    const tell = () => app.header.say(`${words} ... ${Math.round((performance.now() - start) / 1000)} s`);
    const timer = setInterval(tell, 1000);
    this.isBusy = true;
    this.update();
    tell();
    try {
      app.header.say(done(await ask(app.server, what, question)));
    } catch (error) {
      app.header.say(error.message, true);
    }
    clearInterval(timer);
    this.isBusy = false;
    this.update();
  }
}

const toSphere = ([x, y, z, radius]) => ({ center: [x, y, z], radius });

/** Radii from 1 mm to 1 m, evenly by their ratios. */
const toSlider = (radius) => (Math.log10(Math.max(radius, 1e-3)) + 3) / 3;
const fromSlider = (value) => 10 ** (3 * value - 3);

/** What planners add to the spheres of a frame. */
function buffersOf(robot, frame) {
  const world = robot.worldBuffers.get(frame) ?? 0, own = robot.buffers.get(frame) ?? 0;
  const words = [world !== 0 ? `${fixed(1000 * world, 1)} against the world` : "", own !== 0 ? `${fixed(1000 * own, 1)} against itself` : ""].filter(Boolean);
  return words.length > 0 ? `; buffer ${words.join(", ")}` : "";
}
