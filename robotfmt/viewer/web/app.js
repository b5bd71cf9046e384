// The page: its robots, what is selected in them, and what follows when something changes.
import { Editor } from "robotfmt/editor";
import { make } from "robotfmt/dom";
import { Findings } from "robotfmt/findings";
import { Header } from "robotfmt/header";
import { Joints } from "robotfmt/joints";
import { Links } from "robotfmt/links";
import { Measuring } from "robotfmt/measuring";
import { Pairs, colorOf } from "robotfmt/pairs";
import { Pointer } from "robotfmt/pointer";
import { Robot } from "robotfmt/robot";
import { SetupPanel } from "robotfmt/setup_panel";
import { Stage } from "robotfmt/stage";
import { geometryOf } from "robotfmt/surface";
import { Tabs } from "robotfmt/tabs";
import { unpackSurface } from "robotfmt/unpack";
import { RobotView } from "robotfmt/view";

/** @param {(key: number) => T} find @template T */
function once(find) {
  const found = new Map();
  return (key) => found.get(key) ?? (found.set(key, find(key)), found.get(key));
}

export class App {
  constructor(data, bytes) {
    this.data = data;
    this.server = data.server;
    const surfaceOf = once((mesh) => unpackSurface(bytes, data.meshes[mesh]));
    const shapes = {
      geometryOf: once((mesh) => geometryOf(surfaceOf(mesh))),
      boxOf: (mesh) => {
        const { low, size } = data.meshes[mesh];
        return [low, low.map((each, k) => each + size[k])];
      },
    };
    this.robots = data.robots.map((described) => new Robot(described, surfaceOf));
    this.viewOf = once((number) => new RobotView(this.robots[number], shapes));
    /** Which robots are on the stage. */
    this.shown = this.robots.map((_, i) => i).slice(0, 2);
    /** The robot that is edited: with a server the one that it saves, else the last one with spheres. */
    this.active = (data.server === null ? this.shown.findLast((i) => this.robots[i].hasSpheres) : 0) ?? 0;
    /** Its selected spheres, the last one last. @type {{frame: string, index: number}[]} */
    this.selected = [];
    /** The link that is pointed at, and the one that was clicked. @type {{robot: number, link: string} | null} */
    this.hovered = null;
    this.chosen = null;
    this.stage = new Stage();
    this.#build();
    for (const [number, robot] of this.robots.entries()) {
      robot.spheres.addEventListener("change", ({ detail }) => this.#edited(number, detail));
      robot.setup.addEventListener("change", () => this.#setUp(number));
    }
  }

  get robot() { return this.robots[this.active]; }
  get view() { return this.viewOf(this.active); }

  /** Whether pairs, limits, default positions and tool frames of the robot can be saved; and why not. */
  get canEdit() { return this.server !== null && this.active === 0; }
  get whyNot() { return this.server === null ? "As it was read; the page of 'robotfmt view' can change this." : "Only the first robot can be saved here."; }

  #build() {
    this.joints = new Joints(this);
    this.links = new Links(this);
    this.editor = new Editor(this);
    this.pairs = new Pairs(this);
    this.setup = new SetupPanel(this);
    this.findings = new Findings(this);
    this.header = new Header(this);
    this.measuring = new Measuring(this);
    this.pointer = new Pointer(this);
    const panels = [
      ["Links", this.links.element],
      ["Pairs", this.pairs.element],
      ["Setup", this.setup.element],
    ];
    const found = ["Findings", this.findings.element], side = make("aside", { class: "left" }), small = make("div", { class: "panel" });
    this.tabs = new Tabs([...(this.data.report ? [found, ...panels] : [...panels, found]), ["Joints", small]], () => this.#opened());
    this.element = make("div", { class: "app" },
      this.header.element,
      side,
      this.stage.element,
      make("aside", { class: "right" }, this.editor.element, this.tabs.element),
    );
    this.#fitTo(matchMedia("(max-width: 760px)"), side, small);
  }

  /** On a narrow screen the joints are behind a tab. */
  #fitTo(narrow, side, small) {
    const place = () => {
      (narrow.matches ? small : side).append(this.joints.element);
      this.tabs.offer("Joints", narrow.matches);
    };
    narrow.addEventListener("change", place);
    place();
  }

  start() {
    const poses = new Map(this.robots.flatMap((each) => each.described.pose));
    for (const robot of this.robots) {
      robot.motion.set(poses);
      robot.update();
    }
    for (const number of this.shown) this.viewOf(number).update();
    this.showRobots();
    this.stage.fit();
    this.stage.addEventListener("drawn", () => {
      performance.mark("first-frame");
      setTimeout(() => this.measuring.all(), 50);
    }, { once: true });
  }

  /** Puts the robots of `shown` on the stage. */
  showRobots() {
    if (!this.shown.includes(this.active)) this.active = this.shown[0];
    this.select([]);
    this.stage.show(this.shown.map((number, place) => ({ view: this.viewOf(number), head: this.header.caption(number, place) })));
    this.pointer.attach();
    for (const number of this.shown) this.#touch(number);
    this.joints.build();
    this.refresh();
  }

  refresh() {
    this.links.build();
    this.findings.build();
    this.tabs.count("Findings", this.shown.reduce((sum, each) => sum + this.robots[each].diagnostics.length, 0));
    this.editor.update();
    this.header.update();
    this.pairs.update();
    this.setup.build();
  }

  /** Joints of that name, of all robots on the stage, to a new value. */
  slide(joint, number, value) {
    this.#move((robot) => robot.motion.byName.has(joint) && robot.motion.slide(joint, number, value));
  }

  /** @param {Iterable<[string, number[]]>} values */
  pose(values) { this.#move((robot) => robot.motion.set(values)); }
  zero() { this.#move((robot) => robot.motion.zero()); }

  #move(change) {
    for (const number of this.shown) {
      const robot = this.robots[number];
      change(robot);
      robot.update();
      this.viewOf(number).update();
      this.#touch(number);
    }
    this.connect();
    this.joints.update();
    this.editor.place();
    this.stage.draw(true);
  }

  /** Which spheres overlap now. */
  #touch(number) {
    const found = this.robots[number].overlaps();
    this.robots[number].overlapping = found.pairs;
    this.viewOf(number).updateSpheres(found.touching);
    this.pairs?.update();
    this.tabs.count("Pairs", this.shown.reduce((sum, each) => sum + (this.robots[each].overlapping?.length ?? 0), 0));
  }

  #edited(number, { frame, isPreview }) {
    this.#touch(number);
    if (number === this.active) this.selected = this.selected.filter((each) => each.index < this.robots[number].spheres.of(each.frame).length);
    if (number === this.active) this.view.mark(this.selected);
    this.measuring.again(number, this.robots[number].linkOf(frame), isPreview);
    this.editor.update();
    this.header.update();
    this.stage.draw(isPreview);
  }

  /** Pairs, limits, default positions or tool frames are others now. */
  #setUp(number) {
    const robot = this.robots[number];
    for (const { name } of robot.setup.joints.values()) robot.limit(name);
    this.joints.build();
    this.setup.build();
    this.#touch(number);
    this.connect();
    this.header.update();
    this.stage.draw();
  }

  /** Selects spheres of the robot that is edited. @param {{frame: string, index: number}[]} spheres */
  select(spheres, robot = this.active) {
    const isOther = robot !== this.active;
    if (isOther) this.view.mark([]);
    this.active = robot;
    if (isOther) this.setup.build();
    this.selected = spheres;
    this.view.mark(spheres);
    this.#showEditor();
    if (spheres.length > 0) this.choose({ robot, link: this.robot.linkOf(spheres.at(-1).frame) });
    this.editor.update();
    this.header.update();
    this.stage.draw();
  }

  /** @param {{robot: number, link: string} | null} link */
  hover(link) {
    if (this.hovered?.robot === link?.robot && this.hovered?.link === link?.link) return;
    this.hovered = link;
    this.#point();
  }

  /** @param {{robot: number, link: string} | null} link */
  choose(link) {
    this.chosen = link;
    if (link !== null && link.robot !== this.active) this.select([], link.robot);
    this.#point();
    this.links.scrollTo(link);
    this.editor.update();
  }

  /** Lights up the link that is pointed at, or else the one that was clicked. */
  #point() {
    const at = this.hovered ?? this.chosen;
    for (const number of this.shown) {
      const isKnown = at !== null && this.robots[number].links.has(at.link);
      this.viewOf(number).highlight(isKnown ? at.link : null);
    }
    this.connect();
    this.links.mark(at, this.chosen);
    this.pairs.update();
    this.stage.draw();
  }

  /** The fields of spheres, where they are of use. */
  #showEditor() { this.editor.element.hidden = this.tabs.current !== "Links" && this.selected.length === 0; }

  /** Another panel is seen: pairs are worked out, and their lines drawn, only where they are. */
  #opened() {
    this.#showEditor();
    this.pairs.update();
    this.connect();
    this.stage.draw();
  }

  /** Lines to the links with which the link is not checked: of one that is pointed at, and among the pairs of any; or of
   * all pairs of a reason that is looked for. */
  connect() {
    const at = this.hovered ?? (this.tabs.current === "Pairs" ? this.chosen : null);
    for (const number of this.shown) {
      const robot = this.robots[number];
      const pairs = at !== null ? robot.ignoredWith(at.link) : this.tabs.current === "Pairs" ? this.pairs.connected(robot) : [];
      this.viewOf(number).connect(pairs.map(({ a, b, reason }) => ({ a, b, color: colorOf(reason) })));
    }
  }

  /** Shows and measures the spheres of all robots without buffers, or with them. */
  setBare(isBare) {
    for (const [number, robot] of this.robots.entries()) {
      robot.isBare = isBare;
      robot.figures.clear();
      this.viewOf(number).updateSpheres();
      this.links.update(number);
    }
    this.measuring.restart();
    this.stage.draw();
  }

  /** What the layers of all robots show. */
  setOpacity(layer, value) {
    for (const number of this.shown) {
      const view = this.viewOf(number);
      view.opacity[layer] = value;
      view.update();
      view.updateSpheres();
    }
    this.stage.draw();
  }
}
