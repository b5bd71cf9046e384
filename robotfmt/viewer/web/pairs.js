// Pairs of links: those that collide as the robot stands now, and those that are not checked, with the reason.
import { fixed, make } from "robotfmt/dom";

const COLORS = new Map([
  ["Adjacent", "#56b4e9"], ["Never", "#009e73"], ["Always", "#e69f00"], ["Default", "#cc79a7"], ["User", "#0072b2"], ["Unchecked", "#999999"],
]);
const OTHER = "#f0e442";

/** The colour of a reason for not checking a pair. */
export const colorOf = (reason) => COLORS.get((reason ?? "").split(":")[0]) ?? OTHER;

export class Pairs {
  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "panel pairs", onpointerleave: () => app.hover(null) });
  }

  /** Anew, if it is seen. */
  update() {
    const { app } = this;
    if (app.tabs === undefined || app.tabs.current !== "Pairs") return;
    const at = app.chosen ?? app.hovered;
    this.element.replaceChildren(...app.shown.flatMap((number) => this.#robot(number, at)));
  }

  #robot(number, at) {
    const robot = this.app.robots[number];
    const isOpen = at !== null && robot.links.has(at.link);
    const touching = robot.overlapping ?? [];
    const ignored = isOpen ? robot.ignoredWith(at.link) : [];
    return [
      this.app.shown.length > 1 ? make("h2", {}, robot.caption) : null,
      make("h3", {}, touching.length > 0 ? "Overlap in this pose" : robot.hasSpheres ? "No pair that is checked overlaps in this pose." : "Without spheres nothing can overlap."),
      make("ul", { class: "overlaps" }, ...touching.map((each) => this.#item(number, each.a, each.b, `${fixed(1000 * each.depth, 1)} mm`, "#e8000b"))),
      make("h3", {}, isOpen ? `Not checked with ${at.link}: ${ignored.length}` : `${robot.ignored.size} pairs are not checked; choose a link to see its own.`),
      make("ul", { class: "ignored" }, ...ignored.map(({ a, b, reason }) => this.#item(number, a === at.link ? b : a, null, reason ?? "no reason given", colorOf(reason)))),
    ].filter((each) => each !== null);
  }

  #item(number, link, other, words, color) {
    return make("li", { onclick: () => this.app.choose({ robot: number, link }) },
      make("i", { class: "swatch", style: { background: color } }),
      make("span", { class: "name" }, other === null ? link : `${link} – ${other}`), make("span", { class: "quiet" }, words));
  }
}
