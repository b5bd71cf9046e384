// What was done to a robot, one step after the other, so that it can be undone.

export class History {
  #done = [];
  #undone = [];

  get canUndo() { return this.#done.length > 0; }
  get canRedo() { return this.#undone.length > 0; }

  /** Takes note of a step that is done. @param {{undo: () => void, redo: () => void}} step */
  add(step) {
    this.#done.push(step);
    this.#undone = [];
  }

  undo() { this.#move(this.#done, this.#undone, "undo"); }
  redo() { this.#move(this.#undone, this.#done, "redo"); }

  #move(from, to, way) {
    const step = from.pop();
    if (step === undefined) return;
    to.push(step);
    step[way]();
  }
}
