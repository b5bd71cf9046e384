// Pairs of links: those that collide as the robot stands now, and those that are not checked, with the reason.
import { button, fixed, make } from "robotfmt/dom";

const COLORS = new Map([
  ["Adjacent", "#56b4e9"], ["Never", "#009e73"], ["Always", "#e69f00"], ["Default", "#cc79a7"], ["User", "#0072b2"], ["Unchecked", "#999999"],
]);
const NO_REASON = "no reason given";
const OTHER = "#f0e442", MOST = 250;

/** The colour of a reason for not checking a pair. */
export const colorOf = (reason) => COLORS.get(kindOf(reason)) ?? OTHER;

/** A reason without its details. */
const kindOf = (reason) => (reason ?? NO_REASON).split(":")[0];

export class Pairs {
  constructor(app) {
    this.app = app;
    this.filter = make("input", { type: "search", placeholder: "link or reason", "aria-label": "pairs of a link or reason", oninput: () => this.#look() });
    this.element = make("div", { class: "panel pairs", onpointerleave: () => app.hover(null) });
  }

  #look() {
    this.update();
    this.app.connect();
    this.app.stage.draw();
  }

  /** Anew, if it is seen. */
  update() {
    const { app } = this;
    if (app.tabs === undefined || app.tabs.current !== "Pairs") return;
    const isTyping = document.activeElement === this.filter;
    this.element.replaceChildren(...app.shown.flatMap((number) => this.#robot(number, app.chosen)));
    if (isTyping) this.filter.focus();
  }

  #robot(number, at) {
    const { app } = this, robot = app.robots[number];
    const isOpen = at !== null && robot.links.has(at.link);
    const touching = robot.overlapping ?? [];
    const words = touching.length > 0 ? "Overlap in this pose" : robot.hasSpheres ? "No pair that is checked overlaps in this pose." : "Without spheres nothing can overlap.";
    const found = this.#found(robot, isOpen ? at.link : null);
    return [
      app.shown.length > 1 ? make("h2", {}, robot.caption) : null,
      make("h3", {}, words),
      make("ul", { class: "overlaps" }, ...touching.map((each) => this.#overlap(number, each))),
      make("h3", {}, isOpen ? `Not checked with ${at.link}: ${robot.ignoredWith(at.link).length}` : `Not checked: ${robot.ignored.size} ${robot.ignored.size === 1 ? "pair" : "pairs"}`),
      isOpen ? null : this.#reasons(robot),
      isOpen ? this.#more(number, at.link) : robot.ignored.size > 8 && number === app.shown[0] ? this.filter : null,
      make("ul", { class: "ignored" }, ...found.slice(0, MOST).map((each) => this.#ignored(number, each, isOpen ? at.link : null))),
      found.length > MOST ? make("p", { class: "quiet" }, `... and ${found.length - MOST} more; choose a link to see its own.`) : null,
    ].filter((each) => each !== null);
  }

  /** The pairs that are listed: those of a link, or those that fit what is looked for. */
  #found(robot, link) {
    const all = [...robot.setup.state.pairs.values()];
    if (link !== null) return all.filter((each) => each.a === link || each.b === link);
    const word = this.filter.value.toLowerCase();
    return all.filter(({ a, b, reason }) => [a, b, reason ?? NO_REASON].some((each) => each.toLowerCase().includes(word)));
  }

  /** How many pairs there are of each reason; one that is clicked lists only these. */
  #reasons(robot) {
    const counts = new Map();
    for (const { reason } of robot.ignored.values()) counts.set(kindOf(reason), (counts.get(kindOf(reason)) ?? 0) + 1);
    if (counts.size < 2) return null;
    const chips = [...counts].sort(([, a], [, b]) => b - a).map(([reason, number]) => make("button", {
      type: "button", title: `list the pairs of this reason: ${reason}`, "aria-pressed": String(this.filter.value === reason),
      onclick: () => {
        this.filter.value = this.filter.value === reason ? "" : reason;
        this.#look();
      },
    }, make("i", { class: "swatch", style: { background: colorOf(reason) } }), make("span", { class: "name" }, reason), make("span", { class: "count" }, ` ${number}`)));
    return make("div", { class: "buttons reasons" }, ...chips);
  }

  /** The pairs that lines are drawn for: those that are looked for, while none is chosen. */
  connected(robot) { return this.filter.value === "" ? [] : this.#found(robot, null).filter((each) => each.isOn); }

  #overlap(number, { a, b, depth }) {
    const { app } = this, robot = app.robots[number];
    const ignore = app.canEdit && number === app.active ? button("Ignore", "stop checking this pair", () => robot.setup.switch(a, b, true)) : null;
    return this.#item(number, a, `${a} – ${b}`, `${fixed(1000 * depth, 1)} mm`, "#e8000b", ignore, null);
  }

  /** A pair with its switch: on while it is not checked. */
  #ignored(number, { a, b, reason, locked, isOn }, link) {
    const { app } = this, robot = app.robots[number];
    const canEdit = app.canEdit && number === app.active && locked === null;
    const why = locked !== null && app.canEdit ? `from ${locked}, which cannot be changed in place` : isOn ? "not checked; switch off to check this pair again" : "checked again once it is saved";
    const box = make("input", { type: "checkbox", checked: isOn, disabled: !canEdit, title: why, "aria-label": `ignore ${a} and ${b}`, onchange: () => robot.setup.switch(a, b, box.checked) });
    const name = link === null ? `${a} – ${b}` : a === link ? b : a;
    return this.#item(number, a === link ? b : a, name, isOn ? (reason ?? NO_REASON) : `checked again (${reason ?? NO_REASON})`, colorOf(reason), null, box, isOn ? "" : "off");
  }

  #item(number, link, name, words, color, end, start, more = "") {
    return make("li", { class: more, onclick: ({ target }) => target.tagName !== "INPUT" && target.tagName !== "BUTTON" && this.app.choose({ robot: number, link }) },
      start, make("i", { class: "swatch", style: { background: color } }),
      make("span", { class: "name", title: name }, name), make("span", { class: "quiet" }, words), end);
  }

  /** Another pair of a link that shall not be checked. */
  #more(number, link) {
    const { app } = this, robot = app.robots[number];
    if (!app.canEdit || number !== app.active) return null;
    const known = new Set(robot.ignoredWith(link).flatMap(({ a, b }) => [a, b]));
    const others = [...robot.links.keys()].filter((each) => each !== link && !known.has(each));
    const choose = make("select", {
      "aria-label": "ignore another link", onchange: () => choose.value !== "" && robot.setup.switch(link, choose.value, true),
    }, make("option", { value: "" }, "Do not check with ..."), ...others.map((each) => make("option", { value: each }, each)));
    return make("div", { class: "buttons" }, choose, button("All pairs", "of the whole robot", () => app.choose(null)));
  }
}
