// Tool frames, default positions and limits of the robot that is edited.
import { button, make } from "robotfmt/dom";
import { LIMITS } from "robotfmt/setup";

const FIELD = 7; // digits

export class SetupPanel {
  #open = new Set();

  constructor(app) {
    this.app = app;
    this.element = make("div", { class: "panel setup" });
  }

  /** Anew for the robot that is edited. */
  build() {
    const { robot } = this.app;
    const joints = [...robot.setup.joints.values()];
    this.element.replaceChildren(
      ...(this.app.shown.length > 1 ? [make("h2", {}, robot.caption)] : []),
      ...(this.app.canEdit ? [] : [make("p", { class: "quiet" }, this.app.whyNot)]),
      make("h3", {}, "Tool frames"), ...this.#tools(robot),
      make("h3", {}, "Default pose"), this.#pose(robot),
      make("h3", {}, "Limits and default positions"),
      joints.length > 0 ? make("div", { class: "limits" }, ...joints.map((each) => this.#joint(robot, each))) : make("p", { class: "quiet" }, "Nothing moves."),
    );
  }

  #change(part) { this.app.robot.setup.change(part); }

  #tools(robot) {
    const { tools } = robot.setup.state;
    const rest = [...robot.holders.keys()].filter((each) => !tools.includes(each));
    const choose = make("select", {
      "aria-label": "add a tool frame", disabled: !this.app.canEdit,
      onchange: () => choose.value !== "" && this.#change({ tools: [...tools, choose.value] }),
    }, make("option", { value: "" }, "Add a frame ..."), ...rest.map((each) => make("option", { value: each }, each)));
    return [
      make("ol", { class: "tools" }, ...tools.map((name, i) => this.#tool(tools, name, i))),
      make("div", { class: "buttons" }, choose),
    ];
  }

  #tool(tools, name, i) {
    const others = tools.toSpliced(i, 1), off = { disabled: !this.app.canEdit };
    return make("li", {}, make("span", { class: "name", title: name }, name),
      i > 0 ? button("First", "the frame that planners move by default", () => this.#change({ tools: [name, ...others] }), off) : make("span", { class: "quiet" }, "end effector"),
      button("Remove", "no longer a tool frame", () => this.#change({ tools: others }), off));
  }

  #pose(robot) {
    const off = { disabled: !this.app.canEdit };
    return make("div", { class: "buttons" },
      button("Use this pose", "the current joint positions become the default positions", () => this.#takePose(robot), off),
      make("span", { class: "quiet" }, "the current joint positions"));
  }

  #takePose(robot) {
    const { setup, motion } = robot;
    const stands = [...setup.joints.values()].filter((each) => each.stands && motion.values.has(each.name));
    const now = stands.map(({ name }) => [name, Number(motion.values.get(name)[0].toFixed(6))]);
    const other = now.filter(([name, value]) => value !== (setup.state.defaults.get(name) ?? robot.rest.get(name) ?? 0));
    if (other.length > 0) setup.stand(other);
    this.app.header.say(other.length > 0 ? `${other.length} default positions changed.` : "This is the default pose already.");
  }

  #joint(robot, joint) {
    const { name, unit } = joint, limits = robot.setup.state.limits.get(name);
    const value = robot.setup.state.defaults.get(name);
    const range = limits.lower === null && limits.upper === null ? "no position limits" : `${short(limits.lower)} to ${short(limits.upper)} ${unit}`;
    const fields = LIMITS.map(([limit, per]) => this.#limit(robot, joint, limit, per === null ? (unit === "m" ? "N" : "N m") : unit + per));
    const stand = this.#field("default", unit, value ?? null, !joint.stands, (wanted) => robot.setup.stand([[name, wanted]]));
    const element = make("details", {
      data: { joint: name }, open: this.#open.has(name),
      ontoggle: () => (element.open ? this.#open.add(name) : this.#open.delete(name)),
    }, make("summary", {}, make("span", { class: "name", title: name }, name), make("span", { class: "quiet" }, range)),
    make("div", { class: "grid" }, ...fields, stand),
    ...(this.app.canEdit && joint.locked !== null ? [make("p", { class: "quiet" }, `Limits are from ${joint.locked}, which cannot be changed in place.`)] : []));
    return element;
  }

  #limit(robot, joint, limit, unit) {
    const limits = robot.setup.state.limits.get(joint.name), inXrdf = limit === "acceleration" || limit === "jerk";
    const isOff = joint.fixed.includes(limit) || (joint.locked !== null && !inXrdf);
    return this.#field(limit, unit, limits[limit], isOff, (value) => {
      const words = refused({ ...limits, [limit]: value }, limit);
      if (words !== null) throw new Error(`${joint.name}: ${words}`);
      robot.setup.limit(joint.name, limit, value);
    });
  }

  #field(name, unit, value, isOff, change) {
    const shown = value === null ? "" : String(Number(value.toPrecision(FIELD)));
    const input = make("input", {
      type: "number", step: "any", value: shown, disabled: isOff || !this.app.canEdit, "aria-label": `${name} in ${unit}`, placeholder: "none",
      onchange: () => {
        try {
          if (!Number.isFinite(input.valueAsNumber)) throw new Error(`${name}: expected a number`);
          change(input.valueAsNumber);
        } catch (error) {
          input.value = shown;
          this.app.header.say(error.message, true);
        }
      },
    });
    return make("label", { title: `${name} in ${unit}` }, make("span", {}, name, make("small", {}, ` ${unit}`)), input);
  }

  /** Opens a joint, and scrolls there. */
  scrollTo(name) {
    const found = [...this.element.querySelectorAll("details")].find((each) => each.dataset.joint === name);
    if (found !== undefined) found.open = true;
    found?.scrollIntoView({ block: "nearest" });
  }
}

/** Why limits cannot be so; null if they can. */
function refused({ lower, upper, ...others }, changed) {
  if (lower !== null && upper !== null && lower > upper) return `the lower limit ${lower} is above the upper limit ${upper}`;
  const isRate = changed === "acceleration" || changed === "jerk";
  const value = others[changed];
  return value !== undefined && (value < 0 || (isRate && value === 0)) ? `the ${changed} limit must be positive` : null;
}

const short = (value) => (value === null ? "none" : String(Number(value.toFixed(3))));
