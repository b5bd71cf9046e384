// What there is to say about the robots; what is about a link or a joint leads there.
import { make } from "robotfmt/dom";

export class Findings {
  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "panel findings", onpointerleave: () => app.hover(null) });
  }

  build() {
    const { app } = this;
    const robots = app.shown.map((number) => [number, app.robots[number].diagnostics]).filter(([, each]) => each.length > 0);
    this.element.replaceChildren(...robots.flatMap(([number, each]) => [
      app.shown.length > 1 ? make("h2", {}, app.robots[number].caption) : null,
      make("ul", {}, ...each.map((it) => this.#item(number, it))),
    ]).filter((each) => each !== null));
    if (robots.length === 0) this.element.append(make("p", { class: "quiet" }, "There is nothing to say."));
  }

  #item(number, { severity, fate, code, message, place, help, kind, about }) {
    const link = this.#link(number, kind, about);
    const go = () => {
      if (kind === "joint") this.app.joints.scrollTo(about);
      if (link !== null) this.app.choose({ robot: number, link });
    };
    return make("li", {
      class: link === null ? severity : `${severity} leads`,
      tabIndex: link === null ? -1 : 0,
      onclick: go,
      onkeydown: ({ key }) => key === "Enter" && go(),
      onpointerenter: () => this.app.hover(link === null ? null : { robot: number, link }),
      title: [place, help].filter(Boolean).join("\n"),
    },
    make("span", { class: "kind" }, fate ?? severity), make("span", { class: "message" }, message),
    make("span", { class: "quiet" }, `${code}${place === "" ? "" : ` · ${place.split("/").at(-1)}`}`));
  }

  #link(number, kind, about) {
    const robot = this.app.robots[number];
    if (kind === "link") return about;
    const child = kind === "joint" ? robot.motion.byName.get(about)?.child : undefined;
    return child !== undefined && robot.links.has(child) ? child : null;
  }
}
