// Measures links one after the other while nothing else happens.

const SLICE = 14;

/** That a measurement is not wanted any more. */
class Cancelled extends Error {}

export class Measuring {
  #waiting = [];
  #running = null;

  constructor(app) {
    this.app = app;
    this.idle = Promise.resolve();
  }

  /** All links of the robots on the stage that have spheres and are not measured yet. */
  all() {
    for (const number of this.app.shown.filter((each) => this.app.robots[each].hasSpheres))
      for (const link of this.app.robots[number].measured)
        if (!this.app.robots[number].figures.has(link) && !this.#isAsked(number, link)) this.#waiting.push({ number, link, isQuick: false });
    this.#run();
  }

  /** All links anew: the measurement under way is discarded. */
  restart() {
    if (this.#running !== null) this.#running.isCancelled = true;
    this.all();
  }

  /** A link whose spheres have changed, before all others; quickly while they still change. */
  again(number, link, isQuick) {
    const robot = this.app.robots[number];
    if (!robot.measured.includes(link)) return this.app.links.update(number);
    this.#waiting = this.#waiting.filter((each) => each.number !== number || each.link !== link);
    this.#waiting.unshift({ number, link, isQuick });
    const running = this.#running;
    if (running !== null && !running.isCancelled) {
      running.isCancelled = true;
      if (running.number !== number || running.link !== link) this.#waiting.push(running.task);
    }
    this.all();
    return undefined;
  }

  #isAsked(number, link) {
    const isIt = (each) => each !== null && each.number === number && each.link === link;
    return this.#waiting.some(isIt) || (isIt(this.#running) && !this.#running.isCancelled);
  }

  #run() {
    if (this.#running !== null || this.#waiting.length === 0) return;
    this.idle = this.#work();
  }

  async #work() {
    while (this.#waiting.length > 0) {
      const task = this.#waiting.shift();
      this.#running = { ...task, task, isCancelled: false };
      try {
        await this.app.robots[task.number].measure(task.link, pauses(this.#running), { isQuick: task.isQuick });
        this.app.links.update(task.number);
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
      } finally {
        this.#running = null;
      }
    }
  }
}

/** A function that lets others work now and then. */
function pauses(running) {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        since = performance.now();
        if (running.isCancelled) reject(new Cancelled());
        else resolve();
      });
    });
  };
}
