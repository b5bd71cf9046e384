// Two sets of spheres of a robot: those before all links were fitted again, and those that it has now.
import { button, fixed, make } from "robotfmt/dom";
import { total } from "robotfmt/figures";
import { isHidden } from "robotfmt/spheres";

const NO_COLORS = new Map();

export class Comparison {
  #before = null;

  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "sets", hidden: true });
  }

  /** Compares the spheres of a robot with those that it had. @param {Map<string, import("robotfmt/spheres").Sphere[]>} frames */
  start(number, frames) {
    const robot = this.app.robots[number];
    const shown = [...frames].flatMap(([frame, each]) => each.flatMap((sphere, index) => (isHidden(sphere) ? [] : [{ frame, index, sphere, isClone: false }])));
    this.stop();
    if (shown.length === 0) return;
    this.#before = { number, frames, shown, figures: new Map() };
    // Where links are is as of the robot; what is seen of it is another set, of one colour.
    const other = Object.create(robot, { shownSpheres: { value: () => shown.values() }, colors: { value: NO_COLORS } });
    this.app.viewOf(number).compare(other);
    this.#build();
    this.#measure(this.#before);
  }

  stop() {
    if (this.#before === null) return;
    this.app.viewOf(this.#before.number).compare(null);
    this.#before = null;
    this.element.hidden = true;
    this.app.stage.draw();
  }

  /** Measures the spheres that the robot had, link by link. */
  async #measure(before) {
    const robot = this.app.robots[before.number];
    for (const link of robot.measured) {
      await this.app.measuring.idle; // it prepares links for measuring, one at a time
      await new Promise((resolve) => { setTimeout(resolve); });
      if (this.#before !== before) return;
      before.figures.set(link, await robot.measureOf(link, robot.spheresOn(link, before.shown), () => undefined, {}));
    }
    this.update();
  }

  #build() {
    const view = this.app.viewOf(this.#before.number);
    const switched = (name, label) => make("input", {
      type: "checkbox", checked: view[name], "aria-label": `show the spheres ${label}`,
      onchange: ({ target }) => {
        view[name] = target.checked;
        view.updateSpheres();
        this.app.stage.draw();
      },
    });
    this.cells = ["before", "now"].map(() => [0, 1, 2, 3].map(() => make("td", {})));
    const row = (i, name, label, swatch) => make("tr", { class: label }, make("th", { scope: "row" }, make("label", {}, switched(name, label), swatch, label)), ...this.cells[i]);
    const heads = [["spheres", ""], ["coverage", "%"], ["protrusion", "mm"], ["excess volume", "%"]].map(([name, unit]) => make("th", { scope: "col" }, name, make("small", {}, unit)));
    this.element.replaceChildren(
      make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "set"), ...heads)), make("tbody", {},
        row(0, "showsOther", "before", make("i", { class: "swatch", style: { background: "#999999" } })),
        row(1, "showsOwn", "now", make("i", { class: "swatch many" })))),
      make("div", { class: "buttons" },
        button("Use the former ones", "the spheres before (Undo returns to those now)", () => this.#takeBack()),
        button("Close", "stop comparing", () => this.stop())),
    );
    this.element.hidden = false;
    this.update();
  }

  #takeBack() {
    const { number, frames } = this.#before;
    this.stop();
    this.app.select([], number);
    this.app.robots[number].figures.clear();
    this.app.robots[number].spheres.changeAll(new Map([...frames].map(([name, each]) => [name, each.filter((it) => !isHidden(it))])));
    this.app.links.build();
  }

  /** The figures as far as they are known. */
  update() {
    if (this.#before === null) return;
    const { number, shown, figures } = this.#before, robot = this.app.robots[number];
    this.#fill(this.cells[0], shown.length, figures, robot.measured);
    this.#fill(this.cells[1], [...robot.shownSpheres()].length, robot.figures, robot.measured);
  }

  #fill(cells, count, figures, links) {
    const all = links.map((each) => figures.get(each));
    const sum = all.length > 0 && all.every(Boolean) ? total(all) : null;
    const waiting = links.length > 0 ? "..." : "-";
    const texts = sum === null ? [waiting, waiting, waiting] : [fixed(sum.coverage, 1), fixed(1000 * sum.protrusion, 1), fixed(sum.volume > 0 ? (100 * sum.excessVolume) / sum.volume : NaN, 1)];
    for (const [i, text] of [String(count), ...texts].entries()) cells[i].textContent = text;
  }
}
