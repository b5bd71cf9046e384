// What can be set of a robot besides spheres: pairs that are not checked, limits, default positions, tool frames.

/** The limits of a joint, with how their units end. */
export const LIMITS = [["lower", ""], ["upper", ""], ["velocity", "/s"], ["effort", null], ["acceleration", "/s²"], ["jerk", "/s³"]];
const REASON = 200;

export const pairKey = (a, b) => JSON.stringify(a < b ? [a, b] : [b, a]);

/** The setup of a robot, and the changes that were made. Its state is never changed: another one takes its place. */
export class Setup extends EventTarget {
  /** @param {import("robotfmt/history").History} history */
  constructor({ joints, tools, pairs }, history) {
    super();
    this.history = history;
    this.joints = new Map(joints.map((each) => [each.name, each]));
    this.original = this.state = {
      tools,
      limits: new Map(joints.map((each) => [each.name, each.limits])),
      defaults: new Map(joints.filter((each) => each.default !== null).map((each) => [each.name, each.default])),
      pairs: new Map(pairs.map(({ a, b, reason, locked }) => [pairKey(a, b), { a, b, reason, locked, isOn: true }])),
    };
    this.#count();
  }

  /** Pairs that are not checked now, those that are checked again left out. */
  #count() { this.ignored = new Map([...this.state.pairs].filter(([, each]) => each.isOn)); }

  /** Something is otherwise, in one step that can be undone. */
  change(part) {
    const before = this.state, after = { ...before, ...part };
    this.history.add({ undo: () => this.#put(before), redo: () => this.#put(after) });
    this.#put(after);
  }

  #put(state) {
    this.state = state;
    this.#count();
    this.dispatchEvent(new Event("change"));
  }

  /** A pair is checked, or no longer checked. */
  switch(a, b, isOn) {
    const key = pairKey(a, b), old = this.state.pairs.get(key) ?? { a, b, reason: "User", locked: null };
    const pairs = new Map(this.state.pairs).set(key, { ...old, isOn });
    if (!isOn && !this.original.pairs.has(key)) pairs.delete(key);
    this.change({ pairs });
  }

  /** A limit of a joint. */
  limit(joint, name, value) {
    this.change({ limits: new Map(this.state.limits).set(joint, { ...this.state.limits.get(joint), [name]: value }) });
  }

  /** Default positions of some joints. @param {Iterable<[string, number]>} positions */
  stand(positions) { this.change({ defaults: new Map([...this.state.defaults, ...positions]) }); }

  /** What differs from what was read or saved last, as the server takes it. */
  changes() {
    const { state, original } = this, found = {};
    if (state.pairs !== original.pairs) found.pairs = [...this.ignored].map(([key, each]) => this.#row(key, each));
    if (state.defaults !== original.defaults) found.defaults = Object.fromEntries(state.defaults);
    if (state.tools !== original.tools) found.tools = state.tools;
    if (state.limits !== original.limits) found.limits = Object.fromEntries(this.#limits());
    return found;
  }

  /** A pair with its reason, where the server does not know it. */
  #row(key, { a, b, reason }) {
    const isKnown = this.original.pairs.get(key)?.isOn === true;
    return [a, b, isKnown || reason === null ? null : reason.replace(/\s+/g, " ").slice(0, REASON)];
  }

  *#limits() {
    for (const [joint, limits] of this.state.limits) {
      const old = this.original.limits.get(joint);
      const own = Object.entries(limits).filter(([name, value]) => value !== null && value !== old[name]);
      if (own.length > 0) yield [joint, Object.fromEntries(own)];
    }
  }

  get isChanged() { return Object.keys(this.changes()).length > 0; }

  /** What was sent is in the documents now. @param {typeof this.state} state */
  saved(state) { this.original = state; }
}
