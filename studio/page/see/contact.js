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
 * @property {number} arrived approach speed [m/s]; 0 if it is not known
 * @property {number} begin when they met, in samples from the first
 * @property {boolean} deep whether depth was measured at all
 */

/** @returns {Touch} */
function emptyTouch() {
  const row = () => new Float64Array(LONGEST);
  return { count: 0, rate: 48000, force: row(), depth: row(), speed: row(), arrived: 0, begin: 0, deep: false };
}

/**
 * Speeds from depths. Nothing is known of the way before the touch (it is measured as 0), so the speed of arrival is drawn out from the first steps inside, and the moment of arrival from that.
 * @param {Touch} touch
 */
function measure(touch) {
  const { count, rate, depth, speed } = touch;
  const step = (/** @type {number} */ at) => (depth[at] - depth[at - 1]) * rate;
  for (let at = 1; at < count - 1; at++) speed[at] = (step(at) + step(at + 1)) / 2;
  speed[0] = step(1);
  speed[count - 1] = step(count - 1);
  const strikes = touch.deep && touch.force[0] === 0 && count > 4 && depth[1] > 0 && step(2) > 0;
  touch.arrived = strikes ? step(2) + Math.max(0, step(2) - step(3)) / 2 : 0;
  touch.begin = 0;
  if (!strikes) return;
  const inside = Math.min(1, (depth[1] * rate) / touch.arrived);
  touch.begin = 1 - inside;
  speed[0] = touch.arrived;
  speed[1] = touch.arrived + ((step(2) - touch.arrived) * inside) / (inside + 0.5);
  // They part between two samples as well: the last step inside says how fast.
  let last = count - 1;
  while (last > 1 && depth[last] <= 0) last--;
  for (let at = last; at < count; at++) {
    speed[at] = step(last);
    depth[at] = Math.max(0, depth[at]);
  }
}

export class Contact {
  touch = emptyTouch();
  /** Counts touches. */
  count = 0;
  #open = emptyTouch();
  #still = 0;
  /** A touch that was too long to be kept goes on in the next. */
  #goes = false;

  /** Another sound is watched. */
  forget() {
    this.touch.count = 0;
    this.#open.count = 0;
    this.count++;
  }

  /** @param {Trace} trace */
  hear({ rows, outputs, rate }) {
    let pick = -1;
    let highest = -1;
    outputs.forEach((output, index) => {
      if (output.quantity !== 'force') return;
      let high = 0;
      for (const force of rows[index] ?? []) high = Math.max(high, Math.abs(force));
      if (high > highest) [pick, highest] = [index, high];
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
          if (!this.#goes) this.#add(0, 0);
        }
        this.#add(force[at], x);
        this.#still = force[at] === 0 ? this.#still + 1 : 0;
        this.#goes = open.count >= LONGEST;
        if (this.#still > still || this.#goes) this.#close();
      } else this.#goes = false;
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
  }

  #close() {
    const open = this.#open;
    open.count -= Math.max(0, this.#still - 1);
    this.#still = 0;
    if (open.count > 2) {
      measure(open);
      this.#open = this.touch;
      this.touch = open;
      this.count++;
    }
    this.#open.count = 0;
  }
}
