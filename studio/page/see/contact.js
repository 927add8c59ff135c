// The last touch, picked out of the stream of what is measured: from the sample before two things meet to the one after they part.

/** @typedef {import('./feed.js').Trace} Trace */

/** Samples of the longest touch that is kept. */
const LONGEST = 2048;
/** A touch is over when nothing has touched for so long [s]. */
const GAP = 0.5e-3;

/**
 * @typedef {object} Touch the last contact, in samples
 * @property {number} count
 * @property {number} rate [Hz]
 * @property {Float64Array} force [N]
 * @property {Float64Array} depth compression [m]
 * @property {Float64Array} speed its rate [m/s]
 * @property {number} arrived approach speed [m/s]
 * @property {boolean} deep whether depth was measured at all
 */

/** @returns {Touch} */
function emptyTouch() {
  const row = () => new Float64Array(LONGEST);
  return { count: 0, rate: 48000, force: row(), depth: row(), speed: row(), arrived: 0, deep: false };
}

export class Contact {
  touch = emptyTouch();
  /** Counts touches. */
  count = 0;
  #open = emptyTouch();
  #still = 0;
  #before = [0, 0];

  /** Another sound is watched. */
  forget() {
    this.touch.count = 0;
    this.#open.count = 0;
    this.count++;
  }

  /** @param {Trace} trace */
  hear({ rows, outputs, rate }) {
    let pick = -1;
    let most = -1;
    outputs.forEach((output, index) => {
      if (output.quantity !== 'force') return;
      let high = 0;
      for (const force of rows[index] ?? []) high = Math.max(high, Math.abs(force));
      if (high > most) [pick, most] = [index, high];
    });
    if (pick < 0) return;
    // What is measured of one contact stands together: its force, then how deep it is.
    const after = outputs.findIndex((output, index) => index > pick && output.quantity === 'displacement');
    const depth = after >= 0 ? after : outputs.findIndex((output) => output.quantity === 'displacement');
    this.#follow(rows[pick], depth >= 0 ? rows[depth] : null, rate);
  }

  /**
   * @param {Float32Array} force
   * @param {Float32Array|null} depth
   * @param {number} rate
   */
  #follow(force, depth, rate) {
    const still = Math.ceil(GAP * rate);
    for (let at = 0; at < force.length; at++) {
      const x = depth ? depth[at] : 0;
      const open = this.#open;
      if (force[at] !== 0 || open.count > 0) {
        if (open.count === 0) {
          open.rate = rate;
          open.deep = depth !== null;
          open.arrived = Math.max(0, (this.#before[1] - this.#before[0]) * rate);
          this.#add(0, this.#before[1]);
        }
        this.#add(force[at], x);
        this.#still = force[at] === 0 ? this.#still + 1 : 0;
        if (this.#still > still || open.count >= LONGEST) this.#close();
      }
      this.#before[0] = this.#before[1];
      this.#before[1] = x;
    }
  }

  /**
   * @param {number} force
   * @param {number} depth
   */
  #add(force, depth) {
    const open = this.#open;
    const at = open.count++;
    open.force[at] = force;
    open.depth[at] = depth;
    open.speed[at] = at === 0 ? open.arrived : (depth - open.depth[at - 1]) * open.rate;
  }

  #close() {
    const open = this.#open;
    open.count -= Math.max(0, this.#still - 1);
    this.#still = 0;
    if (open.count > 2) {
      // The rate in the middle of two samples belongs to the middle: where both neighbours are known it is taken from them.
      for (let at = 1; at < open.count - 1; at++) open.speed[at] = ((open.depth[at + 1] - open.depth[at - 1]) * open.rate) / 2;
      this.#open = this.touch;
      this.touch = open;
      this.count++;
    }
    this.#open.count = 0;
  }
}
