// Panels in one place, one of which is seen.
import { make } from "robotfmt/dom";

export class Tabs {
  /** @param {[string, HTMLElement][]} panels */
  constructor(panels) {
    this.panels = new Map(panels);
    this.heads = new Map(panels.map(([name]) => [name, this.#head(name)]));
    const row = make("div", { class: "tabs", role: "tablist" }, ...this.heads.values());
    this.element = make("section", { class: "panels" }, row, ...this.panels.values());
    this.listeners = [];
    this.open(panels[0][0]);
  }

  #head(name) {
    const count = make("span", { class: "count" });
    return make("button", { type: "button", role: "tab", onclick: () => this.open(name) }, name, count);
  }

  open(name) {
    this.current = name;
    for (const [each, panel] of this.panels) {
      panel.hidden = each !== name;
      this.heads.get(each).setAttribute("aria-selected", String(each === name));
    }
    for (const each of this.listeners) each();
  }

  /** Shows how many things there are behind a tab. */
  count(name, number) { this.heads.get(name).lastChild.textContent = number > 0 ? ` ${number}` : ""; }
}
