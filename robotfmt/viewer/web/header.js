// The line at the top: undo, save, colours; and what a robot on the stage is called.
import { button, make } from "robotfmt/dom";
import { ask } from "robotfmt/server";

const LEFT_OUT = "comments and unknown entries among the spheres are left out once they are edited";

export class Header {
  #timer = 0;

  constructor(app) {
    this.app = app;
    this.isSaving = false;
    const { data } = app;
    this.words = make("output", { class: "words" });
    this.undo = button("Undo", "(Ctrl+Z)", () => app.robot.history.undo());
    this.redo = button("Redo", "(Ctrl+Shift+Z)", () => app.robot.history.redo());
    this.fit = button("Fit view", "everything in sight (F)", () => app.stage.fit());
    this.save = app.server === null ? null : button(`Save to ${app.server.save}`, "write what was changed to its files, and the spheres to the XRDF", () => this.store(), { class: "main" });
    this.load = button("Download XRDF", "", () => this.download(), { class: app.server === null ? "main" : "" });
    this.theme = button("Dark", "dark or light", () => this.#turn());
    this.element = make("header", {},
      make("h1", {}, data.title), make("span", { class: "notes" }, data.notes.join(" ")), this.words,
      this.undo, this.redo, this.fit, this.save, this.load, this.theme,
    );
    this.#paint(matchMedia("(prefers-color-scheme: dark)").matches);
  }

  /** What is called how on the stage; of more robots than fit one can choose. */
  caption(number, place) {
    const { app } = this;
    const robot = app.robots[number];
    const bare = app.viewOf(number).bones === null ? null : make("p", { class: "quiet" }, "No geometry to show: lines lead from link to link.");
    if (app.robots.length <= 2) return make("div", { class: "caption" }, app.robots.length > 1 ? robot.caption : "", bare);
    const choose = make("select", {
      "aria-label": "robot",
      onchange: () => {
        app.shown[place] = Number(choose.value);
        app.showRobots();
        app.measuring.all();
      },
    }, ...app.robots.map((each, i) => make("option", { value: i, selected: i === number }, each.caption)));
    return make("div", { class: "caption" }, choose, bare);
  }

  update() {
    const { history, document } = this.app.robot;
    this.undo.disabled = !history.canUndo;
    this.redo.disabled = !history.canRedo;
    if (this.save !== null) this.save.disabled = this.isSaving || this.app.active !== 0;
    this.load.disabled = document.reason !== undefined;
    this.load.title = document.reason ?? `the XRDF of this robot with the spheres as they are now${this.app.robot.leavesOut ? `; ${LEFT_OUT}` : ""}`;
  }

  /** Says something for a while. */
  say(text, isError = false) {
    this.words.textContent = text;
    this.words.classList.toggle("error", isError);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.words.textContent = ""; }, isError ? 20000 : 6000);
  }

  download() {
    const { robot } = this.app;
    if (robot.leavesOut && robot.spheres.isChanged) this.say(`Downloaded; ${LEFT_OUT}.`);
    const link = make("a", { href: URL.createObjectURL(new Blob([robot.text], { type: "application/yaml" })), download: `${(robot.described.name ?? "robot").replace(/[^\w.-]/g, "_")}.xrdf` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async store() {
    const { app } = this;
    this.isSaving = true;
    this.update();
    try {
      const { robot } = app, { state } = robot.setup;
      const { saved, text } = await ask(app.server, "save", { robot: app.active, spheres: robot.allSpheres(), ...robot.setup.changes() });
      robot.setup.saved(state);
      this.say([saved === "" ? "Nothing has changed since it was saved." : `Saved ${saved}.`, ...text].join(" "));
    } catch (error) {
      this.say(error.message, true);
    }
    this.isSaving = false;
    this.update();
  }

  #turn() {
    this.#paint(document.documentElement.dataset.theme !== "dark");
    this.app.stage.draw();
  }

  #paint(isDark) {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    this.theme.textContent = isDark ? "Light" : "Dark";
  }
}
