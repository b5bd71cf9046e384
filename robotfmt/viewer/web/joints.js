// What is shown, how opaque; and a slider for every degree of freedom of the joints.
import { button, make } from "robotfmt/dom";

const LAYERS = [["visual", "Visual"], ["collision", "Collision"], ["spheres", "Spheres"]];

export class Joints {
  constructor(app) {
    this.app = app;
    this.rows = [];
    this.element = make("div", { class: "joints" });
  }

  /** Anew for the robots on the stage. */
  build() {
    const { app } = this;
    const robots = app.shown.map((each) => app.robots[each]);
    const names = [...new Set(robots.flatMap((robot) => robot.motion.joints.filter((each) => each.freedom.length > 0).map((each) => each.name)))];
    this.rows = names.flatMap((name) => this.#rowsOf(name, robots.filter((each) => each.motion.byName.has(name))));
    this.element.replaceChildren(
      make("h2", {}, "Show"),
      ...LAYERS.map(([layer, title]) => this.#layer(layer, title)),
      ...(robots.some((each) => each.worldBuffers.size > 0) ? [this.#buffers(robots)] : []),
      ...(robots.some((each) => each.mount !== null) ? [this.#plane(robots)] : []),
      make("h2", {}, "Joints", this.#poses(robots)),
      make("div", { class: "sliders" }, ...this.rows.map((each) => each.element)),
      make("p", { class: "quiet", hidden: names.length > 0 }, "Nothing moves."),
    );
    this.update();
  }

  #layer(layer, title) {
    const view = this.app.viewOf(this.app.shown[0]);
    const shown = make("output", {}, `${Math.round(100 * view.opacity[layer])} %`);
    const slider = make("input", {
      type: "range", min: 0, max: 1, step: 0.05, value: view.opacity[layer], "aria-label": `opacity of ${title}`,
      oninput: () => {
        this.app.setOpacity(layer, Number(slider.value));
        shown.textContent = `${Math.round(100 * slider.value)} %`;
      },
    });
    return make("label", { class: "layer", data: { layer } }, make("span", {}, title), slider, shown);
  }

  #buffers(robots) {
    const box = make("input", { type: "checkbox", checked: robots.some((each) => !each.isBare), onchange: () => this.app.setBare(!box.checked) });
    const title = "show and measure spheres with the buffers that planners add to their radii";
    return make("label", { class: "switch buffers", title }, box, "Buffers");
  }

  #plane(robots) {
    const { link, height } = robots.find((each) => each.mount !== null).mount;
    const views = this.app.shown.map((each) => this.app.viewOf(each)).filter((each) => each.plane !== null);
    const box = make("input", {
      type: "checkbox", checked: views.some((each) => each.plane.visible), onchange: () => {
        for (const view of views) view.plane.visible = box.checked;
        this.app.stage.draw();
      },
    });
    const where = `z = ${Number((1000 * height).toFixed(1)) + 0} mm`;
    const title = `${where} of ${link}: spheres of links that do not move end at this plane`;
    return make("label", { class: "switch mount", title }, box, make("span", { class: "name" }, "Mounting plane"), make("span", { class: "quiet" }, where));
  }

  #poses(robots) {
    const states = new Map(robots.flatMap((each) => each.described.states));
    const own = [...states.keys()].filter((each) => each !== "default");
    const choose = make("select", {
      title: "a pose with a name", "aria-label": "named pose",
      onchange: () => {
        if (states.has(choose.value)) this.app.pose(states.get(choose.value));
        choose.selectedIndex = 0;
      },
    }, make("option", { value: "" }, "poses"), ...own.map((each) => make("option", { value: each }, each)));
    return make("span", { class: "poses" },
      button("Zero", "all joints to zero", () => this.app.zero()),
      button("Default", "all joints to their default positions", () => this.app.pose(robots.flatMap((each) => each.defaultPose))),
      own.length > 0 ? choose : null,
    );
  }

  #rowsOf(name, robots) {
    const [robot] = robots;
    return robot.motion.byName.get(name).freedom.map((freedom, number) => this.#row(name, number, freedom, robot));
  }

  #row(name, number, { name: axis, unit, range: [low, high] }, robot) {
    const follows = robot.motion.byName.get(name).follows;
    const isFollower = robot.motion.followers.has(name);
    const title = axis === "" ? name : `${name} ${axis}`;
    const common = { disabled: isFollower, "aria-label": title };
    const slide = (value) => Number.isFinite(value) && this.app.slide(name, number, value);
    const slider = make("input", { type: "range", min: low, max: high, step: "any", ...common, oninput: () => slide(Number(slider.value)) });
    const field = make("input", { type: "number", step: unit === "m" ? 0.001 : 0.01, ...common, onchange: () => slide(field.valueAsNumber) });
    const hint = isFollower ? `${title} follows ${follows.join(", ")}` : title;
    const head = make("div", { class: "head" }, make("span", { class: "name", title: hint }, title), field, make("span", { class: "unit" }, unit));
    const ends = make("div", { class: "ends" }, make("span", {}, short(low)), make("span", {}, isFollower ? `follows ${follows.join(", ")}` : ""), make("span", {}, short(high)));
    const element = make("div", { class: isFollower ? "joint follower" : "joint", data: { joint: name } }, head, slider, ends);
    const update = () => {
      const value = robot.motion.shown(name)[number] ?? 0;
      slider.value = value;
      if (document.activeElement !== field || !field.matches(":focus")) field.value = value.toFixed(unit === "m" ? 4 : 3);
    };
    return { element, update, name };
  }

  /** The values as they are now. */
  update() { for (const each of this.rows) each.update(); }

  /** Scrolls to a joint. */
  scrollTo(name) {
    const row = this.rows.find((each) => each.name === name)?.element;
    row?.scrollIntoView({ block: "nearest" });
    row?.classList.add("flash");
    setTimeout(() => row?.classList.remove("flash"), 900);
  }
}

const short = (value) => String(Number(value.toFixed(3)));
