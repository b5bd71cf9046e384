// The findings about the robots: similar ones in one line; what is about a link or a joint leads there.
import { make } from "robotfmt/dom";
import { prose } from "robotfmt/prose";

const FIRST = 40;

export class Findings {
  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "panel findings", onpointerleave: () => app.hover(null) });
  }

  build() {
    const { app } = this;
    const robots = app.shown.map((number) => [number, app.robots[number].groups]).filter(([, each]) => each.length > 0);
    this.element.replaceChildren(...robots.flatMap(([number, groups]) => [
      app.shown.length > 1 ? make("h2", {}, app.robots[number].caption) : null,
      make("p", { class: "quiet" }, counted(app.robots[number].diagnostics)),
      make("ul", {}, ...groups.map((group) => this.#group(number, group))),
    ]).filter((each) => each !== null));
    if (robots.length === 0) this.element.append(make("p", { class: "quiet" }, "Nothing was found."));
  }

  /** Diagnostics that are alike: the line for all of them, what to do, each of them, and what the code means. */
  #group(number, { message, members }) {
    const every = diagnosticsOf(this.app, number, members), [first] = every, isOne = every.length === 1;
    const { kind, go, ...leads } = isOne ? this.#lead(number, first) : { kind: "", go: null };
    return make("li", { class: `${first.severity}${kind}`, ...leads },
      make("span", { class: "kind" }, first.fate?.replaceAll("-", " ") ?? first.severity),
      make("div", {},
        make("p", { class: "message" }, message),
        first.help === undefined ? null : make("p", {}, make("span", { class: "quiet" }, "help: "), first.help),
        isOne && first.place !== "" ? make("p", { class: "quiet", title: first.place }, first.place.split("/").at(-1)) : null,
        isOne ? null : folded(`all ${every.length}`, () => this.#members(number, every)),
        this.#page(first.code)));
  }

  #members(number, every) {
    const rows = every.slice(0, FIRST * 25).map((each) => {
      const { kind, go, ...leads } = this.#lead(number, each);
      return make("li", { class: `member${kind}`, ...leads }, each.message, make("span", { class: "quiet" }, each.place === "" ? "" : ` ${each.place.split("/").at(-1)}`));
    });
    return make("ul", { class: "members" }, ...rows);
  }

  /** The page of a code, as the documentation has it. */
  #page(code) {
    const { title, text } = this.app.data.pages[code] ?? { title: "", text: "" };
    return folded(code, () => make("div", { class: "page" }, make("p", { class: "title" }, title), ...prose(text)));
  }

  /** Makes an element lead to the link or joint that a finding is about. */
  #lead(number, { kind, about }) {
    const link = this.#link(number, kind, about);
    if (link === null) return { kind: "", go: null };
    const go = (event) => {
      if (event.target.closest("details") !== event.currentTarget.closest("details")) return;
      if (kind === "joint") this.app.joints.scrollTo(about);
      this.app.choose({ robot: number, link });
    };
    return {
      kind: " leads", go, tabIndex: 0, onclick: go,
      onkeydown: (event) => event.key === "Enter" && event.target === event.currentTarget && go(event),
      onpointerenter: () => this.app.hover({ robot: number, link }),
    };
  }

  #link(number, kind, about) {
    const robot = this.app.robots[number];
    if (kind === "link") return about;
    const child = kind === "joint" ? robot.motion.byName.get(about)?.child : undefined;
    return child !== undefined && robot.links.has(child) ? child : null;
  }
}

const diagnosticsOf = (app, number, members) => members.map((each) => app.robots[number].diagnostics[each]);

/** Something that is made when it is opened first. */
function folded(title, content) {
  const element = make("details", {
    ontoggle: () => element.children.length === 1 && element.append(content()),
  }, make("summary", {}, title));
  return element;
}

/** How much there is of each kind: "2 lost, 14 assumed, 3 warnings". */
function counted(diagnostics) {
  const found = new Map();
  for (const { fate, severity } of diagnostics) {
    const word = fate?.replaceAll("-", " ") ?? `${severity}s`;
    found.set(word, (found.get(word) ?? 0) + 1);
  }
  return [...found].map(([word, number]) => `${number} ${number === 1 ? word.replace(/s$/, "") : word}`).join(", ");
}
