// What the pictures are drawn from, gathered once for all of them: the sound of the last seconds in columns of time, the last touch, and the energy ledger.
//
// Waveform, spectrogram and energy share one clock (the audio clock) and one window. A column is SPAN / COLUMNS long; column k covers the time from k to k + 1 of those.

import { Contact } from './contact.js';
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
export const MIN_AUDIBLE = 1e-4;
const LEDGERS = 512;

/** Names of a ledger's columns, in the order in which the engine sends them. */
export const BOOK = /** @type {const} */ (['moving', 'stored', 'heat', 'damped', 'work', 'control']);

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

  contact = new Contact();

  /** The ledger over time, a ring: row × BOOK.length. */
  ledgers = new Float64Array(LEDGERS * BOOK.length);
  ledgerTimes = new Float64Array(LEDGERS);
  ledgerCount = 0;

  /** The last touch that is over. */
  get touch() {
    return this.contact.touch;
  }

  /** Counts touches: another number, another touch. */
  get touches() {
    return this.contact.count;
  }

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
    this.contact.forget();
    this.ledgerCount = 0;
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
    let highest = -Infinity;
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
      if (level > highest) {
        highest = level;
        this.strongest = frequency * Math.sqrt(step);
      }
      const part = (level - FLOOR) / (CEILING - FLOOR);
      this.levels[base + row] = Math.max(0, Math.min(255, part * 255 || 0));
      frequency = next;
    }
  }

  #loudest() {
    let highest = 0;
    for (let at = 0; at < COLUMNS; at++) highest = Math.max(highest, this.high[at], -this.low[at]);
    this.peak = highest;
  }

  /** @param {Trace} trace */
  #trace(trace) {
    this.#book(trace.ledger);
    this.contact.hear(trace);
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
