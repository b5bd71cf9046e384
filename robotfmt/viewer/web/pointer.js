// The pointer over the stage, and the keys.
import { inverse, moved } from "robotfmt/matrix";

const STILL = 4;

export class Pointer {
  #last = null; // where the pointer is: the pane and the event
  #isAdding = false;
  #waiting = false;

  constructor(app) {
    this.app = app;
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Listens to the panes that are on the stage now. */
  attach() {
    for (const [place, pane] of this.app.stage.panes.entries()) {
      const number = this.app.shown[place];
      let down = null;
      pane.element.addEventListener("pointermove", (event) => this.#move(pane, number, event));
      pane.element.addEventListener("pointerleave", () => {
        this.#last = null;
        this.app.hover(null);
      });
      pane.element.addEventListener("pointerdown", (event) => { down = pane.gizmo.axis === null ? event : null; });
      pane.element.addEventListener("pointerup", (event) => {
        const isClick = down !== null && event.button === 0 && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < STILL;
        if (isClick && !pane.gizmo.dragging) this.#click(pane, number, event);
      });
      pane.element.addEventListener("wheel", (event) => this.#wheel(event), { capture: true, passive: false });
    }
  }

  #wheel(event) {
    if (!event.altKey || this.app.editor.sphere === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.app.editor.turn(Math.sign(event.deltaY || event.deltaX));
  }

  #layers(number) {
    const { opacity } = this.app.viewOf(number);
    return new Set(["visual", "collision"].filter((each) => opacity[each] > 0));
  }

  #move(pane, number, event) {
    this.#last = { pane, number, event };
    if (this.#waiting || event.buttons !== 0) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      if (this.#last !== null) this.app.hover(this.#under(this.#last));
    });
  }

  /** The link under the pointer, by its spheres or its surface. */
  #under({ pane, number, event }) {
    const robot = this.app.robots[number];
    const { origin, direction } = this.app.stage.ray(pane, event);
    const surface = robot.hit(origin, direction, this.#layers(number));
    const sphere = this.app.viewOf(number).opacity.spheres > 0 ? robot.hitSphere(origin, direction) : null;
    const link = sphere !== null && sphere.far < (surface?.far ?? Infinity) ? robot.linkOf(sphere.frame) : surface?.link;
    return link === undefined ? null : { robot: number, link };
  }

  #click(pane, number, event) {
    const { app } = this;
    if (this.#isAdding) return this.#addAt({ pane, number, event });
    const { origin, direction } = app.stage.ray(pane, event);
    const sphere = app.viewOf(number).opacity.spheres > 0 ? app.robots[number].hitSphere(origin, direction) : null;
    if (sphere !== null && !sphere.isClone) return this.#pick(number, sphere, event.shiftKey || event.ctrlKey);
    if (!event.shiftKey) app.select([], number);
    return app.choose(this.#under({ pane, number, event }));
  }

  #pick(number, { frame, index }, isMore) {
    const { app } = this;
    const others = isMore && number === app.active ? app.selected : [];
    const rest = others.filter((each) => each.frame !== frame || each.index !== index);
    app.select(rest.length < others.length ? rest : [...others, { frame, index }], number);
  }

  /** The next click on a surface makes a sphere there. */
  add() {
    this.#isAdding = !this.#isAdding;
    this.app.stage.element.classList.toggle("adding", this.#isAdding);
    this.app.header.say(this.#isAdding ? "Click on the surface where the new sphere shall be. Escape: none." : "");
  }

  #addAt({ pane, number, event }) {
    const { app } = this;
    const { origin, direction } = app.stage.ray(pane, event);
    const hit = app.robots[number].hit(origin, direction, this.#layers(number));
    if (this.#isAdding) this.add();
    if (hit === null) return;
    if (number !== app.active) app.select([], number);
    const point = origin.map((each, k) => each + hit.far * direction[k]);
    app.editor.add(hit.link, moved(inverse(app.robot.poses.get(hit.link)), point));
  }

  #key(event) {
    const { app } = this;
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "number";
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      if (key !== "z" && key !== "y") return;
      if (isTyping && event.target.matches(":focus")) event.target.blur();
      event.preventDefault();
      if (isRedo) app.robot.history.redo();
      else app.robot.history.undo();
      return;
    }
    if (isTyping || event.altKey || event.target instanceof HTMLSelectElement) return;
    const actions = {
      __proto__: null,
      delete: () => app.editor.remove(),
      backspace: () => app.editor.remove(),
      a: () => (this.#last === null ? this.add() : this.#addAt(this.#last)),
      d: () => app.editor.duplicate(),
      m: () => app.editor.mirror(1),
      f: () => app.stage.fit(),
      escape: () => {
        if (this.#isAdding) this.add();
        app.select([]);
        app.choose(null);
      },
    };
    if (actions[key] === undefined) return;
    event.preventDefault();
    actions[key]();
  }
}
