// Extracts the last contact from the trace, from the sample before it begins to the sample after it ends.

/** @typedef {import('./feed.js').Trace} Trace */

/** Maximum length of a stored contact [samples]. */
const MAX_SAMPLES = 2048;
/** A contact ends after this time without force [s]. */
const GAP = 0.5e-3;

/**
 * @typedef {object} Touch samples of one contact
 * @property {number} count
 * @property {number} rate [Hz]
 * @property {Float64Array} force [N]
 * @property {Float64Array} depth compression [m]
 * @property {Float64Array} speed rate of compression [m/s]
 * @property {number} approachSpeed [m/s]; 0 if unknown
 * @property {number} begin time of the first contact, in samples from the first one
 * @property {boolean} deep whether the compression was measured
 */

/** @returns {Touch} */
function emptyTouch() {
  const row = () => new Float64Array(MAX_SAMPLES);
  return { count: 0, rate: 48000, force: row(), depth: row(), speed: row(), approachSpeed: 0, begin: 0, deep: false };
}

/**
 * Computes speeds from compressions. The distance before contact is measured as 0, so the approach speed and
 * the time of contact are extrapolated from the first steps inside.
 * @param {Touch} touch
 */
function computeSpeeds(touch) {
  const { count, rate, depth, speed } = touch;
  const step = (/** @type {number} */ at) => (depth[at] - depth[at - 1]) * rate;
  for (let at = 1; at < count - 1; at++) speed[at] = (step(at) + step(at + 1)) / 2;
  speed[0] = step(1);
  speed[count - 1] = step(count - 1);
  const strikes = touch.deep && touch.force[0] === 0 && count > 4 && depth[1] > 0 && step(2) > 0;
  touch.approachSpeed = strikes ? step(2) + Math.max(0, step(2) - step(3)) / 2 : 0;
  touch.begin = 0;
  if (!strikes) return;
  const inside = Math.min(1, (depth[1] * rate) / touch.approachSpeed);
  touch.begin = 1 - inside;
  speed[0] = touch.approachSpeed;
  speed[1] = touch.approachSpeed + ((step(2) - touch.approachSpeed) * inside) / (inside + 0.5);
  // The contact also ends between two samples: the last step inside gives the speed.
  let last = count - 1;
  while (last > 1 && depth[last] <= 0) last--;
  for (let at = last; at < count; at++) {
    speed[at] = step(last);
    depth[at] = Math.max(0, depth[at]);
  }
}

export class Contact {
  touch = emptyTouch();
  /** Number of contacts so far. */
  count = 0;
  #current = emptyTouch();
  #silentSamples = 0;
  /** Whether the current contact continues one that exceeded `MAX_SAMPLES`. */
  #continued = false;

  /** Clears everything when another sound is watched. */
  clear() {
    this.touch.count = 0;
    this.#current.count = 0;
    this.count++;
  }

  /** @param {Trace} trace */
  receive({ rows, outputs, rate }) {
    let pick = -1;
    let highest = -1;
    outputs.forEach((output, index) => {
      if (output.quantity !== 'force') return;
      let high = 0;
      for (const force of rows[index] ?? []) high = Math.max(high, Math.abs(force));
      if (high > highest) [pick, highest] = [index, high];
    });
    if (pick < 0) return;
    // The outputs of one contact are adjacent: the force, then the compression.
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
      const open = this.#current;
      if (force[at] !== 0 || open.count > 0) {
        if (open.count === 0) {
          open.rate = rate;
          open.deep = depth !== null;
          if (!this.#continued) this.#add(0, 0);
        }
        this.#add(force[at], x);
        this.#silentSamples = force[at] === 0 ? this.#silentSamples + 1 : 0;
        this.#continued = open.count >= MAX_SAMPLES;
        if (this.#silentSamples > still || this.#continued) this.#close();
      } else this.#continued = false;
    }
  }

  /**
   * @param {number} force
   * @param {number} depth
   */
  #add(force, depth) {
    const open = this.#current;
    const at = open.count++;
    open.force[at] = force;
    open.depth[at] = depth;
  }

  #close() {
    const open = this.#current;
    open.count -= Math.max(0, this.#silentSamples - 1);
    this.#silentSamples = 0;
    if (open.count > 2) {
      computeSpeeds(open);
      this.#current = this.touch;
      this.touch = open;
      this.count++;
    }
    this.#current.count = 0;
  }
}
