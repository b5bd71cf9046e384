// Panels in one place, one of which is seen.
import { make } from "robotfmt/dom";

export class Tabs {
  /**
   * @param {[string, HTMLElement][]} panels
   * @param {() => void} opened is called when another one is seen
   */
  constructor(panels, opened) {
    this.panels = new Map(panels);
    this.heads = new Map(panels.map(([name]) => [name, this.#head(name)]));
    const row = make("div", { class: "tabs", role: "tablist" }, ...this.heads.values());
    this.element = make("section", { class: "panels" }, row, ...this.panels.values());
    this.open(panels[0][0]);
    this.opened = opened;
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
    this.opened?.();
  }

  /** Whether a tab can be opened; another one is if it was. */
  offer(name, isOffered) {
    this.heads.get(name).hidden = !isOffered;
    if (!isOffered && this.current === name) this.open([...this.heads].find(([, head]) => !head.hidden)[0]);
  }

  /** Shows how many things there are behind a tab. */
  count(name, number) { this.heads.get(name).lastChild.textContent = number > 0 ? ` ${number}` : ""; }
}
