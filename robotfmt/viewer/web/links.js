// The table of links: how well their spheres represent them, as `robotfmt spheres measure` prints it.
import { fixed, make } from "robotfmt/dom";
import { total } from "robotfmt/figures";

const HEADS = [
  ["spheres", "", "how many there are"],
  ["coverage", "%", "the share of the surface that lies in a sphere"],
  ["uncovered", "mm", "how deep the rest of the surface lies at most"],
  ["protrusion", "mm", "how far the spheres protrude from the link at most"],
  ["mean", "mm", "how far the spheres protrude in the mean"],
  ["excess volume", "%", "the volume of the spheres outside the link, in per cent of its own"],
  ["solid", "", "what the figures are held against: the solid as read, a repaired one, or a surface only"],
];
const SOLIDS = ["as read", "repaired", "surface only"];
const SHORT = new Map([["as read", "read"], ["repaired", "repaired"], ["surface only", "surface"]]);

export class Links {
  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "panel links", onpointerleave: () => app.hover(null) });
    this.rows = new Map();
  }

  /** Anew for the robots on the stage. */
  build() {
    this.rows.clear();
    this.element.replaceChildren(...this.app.shown.map((each) => this.#table(each)));
    for (const number of this.app.shown) this.update(number);
  }

  #table(number) {
    const robot = this.app.robots[number];
    const heads = HEADS.map(([name, unit, title]) => make("th", { title, scope: "col" }, name, make("small", {}, unit)));
    const body = make("tbody", {}, ...[...robot.links.keys()].map((link) => this.#row(number, link)));
    const sum = this.#cells(number, "total", make("tr", { class: "total" }, make("th", { scope: "row" }, "total")), null);
    const caption = this.app.shown.length > 1 ? make("caption", {}, robot.caption) : null;
    return make("table", { data: { robot: number } }, caption, make("thead", {}, make("tr", {}, make("th", {}, "link"), ...heads)), body, make("tfoot", {}, sum));
  }

  #row(number, link) {
    const robot = this.app.robots[number];
    const swatch = make("i", { class: "swatch", style: { background: robot.colors.get(link) } });
    const row = make("tr", {
      tabIndex: 0,
      onpointerenter: () => this.app.hover({ robot: number, link }),
      onclick: () => this.app.choose({ robot: number, link }),
      onkeydown: ({ key }) => key === "Enter" && this.app.choose({ robot: number, link }),
    }, make("th", { scope: "row", title: link }, swatch, link));
    return this.#cells(number, JSON.stringify([link]), row, link);
  }

  #cells(number, key, row, link) {
    const cells = HEADS.map(() => make("td", {}));
    row.append(...cells);
    this.rows.set(`${number} ${key}`, { row, cells, link, number });
    return row;
  }

  /** The figures of a robot as far as they are known. */
  update(number) {
    this.app.editor?.comparison.update();
    const robot = this.app.robots[number];
    for (const link of robot.links.keys()) {
      const found = this.rows.get(`${number} ${JSON.stringify([link])}`);
      if (found !== undefined) this.#fill(found.cells, robot.figures.get(link), robot.spheresOn(link).length, robot.hasSpheres && robot.links.get(link).measured !== null, robot.links.get(link).solid);
    }
    const all = robot.measured.map((each) => robot.figures.get(each));
    const sum = this.rows.get(`${number} total`);
    const whole = all.every(Boolean) && all.length > 0 ? total(all) : undefined;
    if (sum !== undefined) this.#fill(sum.cells, whole, [...robot.shownSpheres()].length, robot.hasSpheres && all.length > 0, leastSolid(robot));
  }

  #fill(cells, figures, count, isMeasured, solid) {
    const over = figures && figures.volume > 0 ? (100 * figures.excessVolume) / figures.volume : NaN;
    const waiting = isMeasured ? "..." : "-";
    const texts = figures === undefined ? HEADS.slice(1).map(() => waiting) : [
      fixed(figures.coverage, 2), fixed(1000 * figures.uncoveredDepth, 2), fixed(1000 * figures.protrusion, 2),
      fixed(1000 * figures.meanProtrusion, 2), fixed(over, 1), SHORT.get(solid),
    ];
    for (const [i, text] of [String(figures?.spheres ?? count), ...texts].entries()) cells[i].textContent = text;
  }

  /** Which link is pointed at, and which was clicked. */
  mark(at, chosen) {
    for (const { row, link, number } of this.rows.values()) {
      row.classList.toggle("at", link !== null && at?.link === link);
      row.classList.toggle("chosen", link !== null && chosen?.link === link && chosen.robot === number);
    }
  }

  scrollTo(link) {
    if (link === null) return;
    this.rows.get(`${link.robot} ${JSON.stringify([link.link])}`)?.row.scrollIntoView({ block: "nearest" });
  }
}

/** The solid that is least one, of the links that are measured. */
function leastSolid(robot) {
  return SOLIDS[Math.max(0, ...robot.measured.map((each) => SOLIDS.indexOf(robot.links.get(each).solid)))];
}
