// What the pictures are drawn from, gathered once for all of them: the sound of the last seconds in columns of time, the last touch, and the energy ledger.
//
// Waveform, spectrogram and energy share one clock (the audio clock) and one window. A column is SPAN / COLUMNS long; column k covers the time from k to k + 1 of those.

import { Fourier } from './fourier.js';

/** @typedef {import('../types.js').Engine} Engine */
/** @typedef {{ name: string, rate: number, outputs: { name: string, quantity: string, unit: string }[], rows: Float32Array[], ledger: Record<string, number>|null }} Trace */

/** How much of the past is seen [s]. */
export const SPAN = 4;
export const COLUMNS = 512;
export const ROWS = 160;
export const LOWEST = 20;
export const HIGHEST = 20000;
/** Levels of the spectrogram that are black and white [dB]. */
const FLOOR = -92;
const CEILING = -14;
/** What is softer is silence [1]. */
const SILENCE = 2e-5;
/** What is softer is called so [1]. */
export const QUIET = 1e-4;
/** Samples of the longest touch that is kept. */
const LONGEST = 2048;
/** A touch is over when nothing has touched for so long [s]. */
const GAP = 0.5e-3;
const LEDGERS = 512;

/** Names of a ledger's columns, in the order in which the engine sends them. */
export const BOOK = /** @type {const} */ (['moving', 'stored', 'heat', 'damped', 'work', 'control']);

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

export class Feed {
  /** @type {AudioContext|null} */ #context = null;
  /** @type {AnalyserNode|null} */ #wave = null;
  #samples = new Float32Array(16384);
  #fourier = new Fourier(4096);
  #column = -1;
  #lastSound = -COLUMNS;

  /** Lowest and highest sample of each column, a ring. */
  low = new Float32Array(COLUMNS);
  high = new Float32Array(COLUMNS);
  /** Levels 0 to 255 of each column, a ring: column × ROWS + row, low frequencies first. */
  levels = new Uint8Array(COLUMNS * ROWS);
  /** The column that is written next; all before it are there. */
  head = 0;
  /** Peak of the window [1], and the strongest frequency now [Hz]. */
  peak = 0;
  strongest = 0;
  /** Whether the columns moved in this frame. */
  moved = false;

  touch = emptyTouch();
  #open = emptyTouch();
  #still = 0;
  #before = [0, 0];
  /** Counts touches: another number, another touch. */
  touches = 0;
  /** What is measured of the watched sound. */
  has = { force: false, depth: false };

  /** The ledger over time, a ring: row × BOOK.length. */
  ledgers = new Float64Array(LEDGERS * BOOK.length);
  ledgerTimes = new Float64Array(LEDGERS);
  ledgerCount = 0;

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    engine.addEventListener('trace', (event) => this.#trace(/** @type {CustomEvent} */ (event).detail));
  }

  /** The audio clock [s]. */
  get now() {
    return this.#context?.currentTime ?? 0;
  }

  get sounding() {
    return this.engine.state === 'running';
  }

  /** Another sound is watched: what was measured of the one before is not its. */
  forget() {
    this.touch.count = 0;
    this.#open.count = 0;
    this.touches++;
    this.ledgerCount = 0;
    this.has = { force: false, depth: false };
  }

  /** Listens to the engine's node, when there is one. */
  #tap() {
    const { context, node } = this.engine;
    if (!context || !node || context === this.#context) return;
    this.#context = context;
    this.#wave = new AnalyserNode(context, { fftSize: this.#samples.length, smoothingTimeConstant: 0 });
    node.connect(this.#wave);
    this.#column = Math.floor(context.currentTime * (COLUMNS / SPAN));
  }

  /** Takes in what has sounded since the last frame. */
  pull() {
    this.moved = false;
    this.#tap();
    const context = this.#context;
    const wave = this.#wave;
    if (!context || !wave) return;
    const time = context.currentTime;
    const column = Math.floor(time * (COLUMNS / SPAN));
    const fresh = column - this.#column;
    if (fresh <= 0) return;
    wave.getFloatTimeDomainData(this.#samples);
    const silent = this.#quiet(fresh, context.sampleRate);
    if (silent && column - this.#lastSound > COLUMNS) {
      // The whole window is silent: nothing moves without cause.
      this.#column = column;
      return;
    }
    if (!silent) this.#lastSound = column;
    const first = Math.max(this.#column, column - COLUMNS);
    for (let at = first; at < column; at++) this.#write(at, time, context.sampleRate, silent);
    this.#column = column;
    this.moved = true;
    this.#loudest();
  }

  /**
   * @param {number} fresh columns
   * @param {number} rate
   */
  #quiet(fresh, rate) {
    const count = Math.min(this.#samples.length, Math.ceil((fresh * SPAN * rate) / COLUMNS) + 256);
    for (let at = this.#samples.length - count; at < this.#samples.length; at++) {
      if (Math.abs(this.#samples[at]) > SILENCE) return false;
    }
    return true;
  }

  /**
   * @param {number} column
   * @param {number} time [s]
   * @param {number} rate [Hz]
   * @param {boolean} silent
   */
  #write(column, time, rate, silent) {
    const samples = this.#samples;
    const length = (SPAN / COLUMNS) * rate;
    const from = Math.round(samples.length - (time - (column * SPAN) / COLUMNS) * rate);
    let low = 0;
    let high = 0;
    for (let at = Math.max(0, from); at < from + length && at < samples.length; at++) {
      if (samples[at] < low) low = samples[at];
      if (samples[at] > high) high = samples[at];
    }
    this.low[this.head] = low;
    this.high[this.head] = high;
    const base = this.head * ROWS;
    if (silent) this.levels.fill(0, base, base + ROWS);
    else this.#spectrumInto(base, rate, Math.min(samples.length, Math.round(from + length)));
    this.head = (this.head + 1) % COLUMNS;
  }

  /**
   * Bins are even steps of frequency, rows are even steps of pitch: many bins for a high row, one between two for a low one.
   * @param {number} base
   * @param {number} rate
   * @param {number} end of the samples that are looked at
   */
  #spectrumInto(base, rate, end) {
    const bins = this.#fourier.look(this.#samples, end);
    const width = rate / (2 * bins.length);
    const step = (HIGHEST / LOWEST) ** (1 / ROWS);
    let frequency = LOWEST;
    let most = -Infinity;
    for (let row = 0; row < ROWS; row++) {
      const next = frequency * step;
      const from = frequency / width;
      const to = Math.min(next / width, bins.length - 1);
      let level = -Infinity;
      for (let bin = Math.ceil(from); bin < to; bin++) if (bins[bin] > level) level = bins[bin];
      if (level === -Infinity) {
        const below = Math.min(Math.floor(from), bins.length - 2);
        level = bins[below] + (bins[below + 1] - bins[below]) * (from - below);
      }
      if (level > most) {
        most = level;
        this.strongest = frequency * Math.sqrt(step);
      }
      const part = (level - FLOOR) / (CEILING - FLOOR);
      this.levels[base + row] = Math.max(0, Math.min(255, part * 255 || 0));
      frequency = next;
    }
  }

  #loudest() {
    let most = 0;
    for (let at = 0; at < COLUMNS; at++) most = Math.max(most, this.high[at], -this.low[at]);
    this.peak = most;
  }

  /** @param {Trace} trace */
  #trace(trace) {
    const { rows, outputs, rate, ledger } = trace;
    this.#book(ledger);
    let pick = -1;
    let most = -1;
    outputs.forEach((output, index) => {
      if (output.quantity !== 'force') return;
      let high = 0;
      for (const force of rows[index] ?? []) high = Math.max(high, Math.abs(force));
      if (high > most) [pick, most] = [index, high];
    });
    this.has.force = pick >= 0;
    if (pick < 0) return;
    // What is measured of one contact stands together: its force, then how deep it is.
    const after = outputs.findIndex((output, index) => index > pick && output.quantity === 'displacement');
    const depth = after >= 0 ? after : outputs.findIndex((output) => output.quantity === 'displacement');
    this.has.depth = depth >= 0;
    this.#contact(rows[pick], depth >= 0 ? rows[depth] : null, rate);
  }

  /**
   * @param {Float32Array} force
   * @param {Float32Array|null} depth
   * @param {number} rate
   */
  #contact(force, depth, rate) {
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
      this.touches++;
    }
    this.#open.count = 0;
  }

  /** @param {Trace['ledger']} ledger */
  #book(ledger) {
    if (!ledger) return;
    const row = this.ledgerCount % LEDGERS;
    BOOK.forEach((name, index) => {
      this.ledgers[row * BOOK.length + index] = ledger[name] ?? 0;
    });
    this.ledgerTimes[row] = this.now;
    this.ledgerCount++;
  }

  /** How many ledgers are kept. */
  get kept() {
    return Math.min(this.ledgerCount, LEDGERS);
  }

  /** Where the ledger stands that came so many before the last. @param {number} ago */
  ledgerRow(ago) {
    return (this.ledgerCount - 1 - ago + LEDGERS) % LEDGERS;
  }
}
