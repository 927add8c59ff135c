// Data of all views, collected once: waveform and spectrogram of the last seconds in time columns, the last
// contact, and the energy ledger.
//
// Waveform, spectrogram and energy share the audio clock and one window. A column is WINDOW_SECONDS / COLUMNS
// long.

import { Contact } from './contact.js';
import { Fourier } from './fourier.js';

/** @typedef {import('../types.js').Engine} Engine */
/** @typedef {{ name: string, rate: number, outputs: { name: string, quantity: string, unit: string }[], rows: Float32Array[], ledger: Record<string, number>|null }} Trace */

/** Length of the window [s]. */
export const WINDOW_SECONDS = 4;
export const COLUMNS = 512;
export const ROWS = 160;
export const LOWEST = 20;
export const HIGHEST = 20000;
/** Levels at the ends of the colour scale of the spectrogram [dB]. */
const FLOOR = -92;
const CEILING = -14;
/** Peak below which a block counts as silent [1]. */
const SILENCE = 2e-5;
/** Peak below which the views show "silence" [1]. */
export const MIN_AUDIBLE = 1e-4;
const LEDGERS = 512;

/** Columns of a ledger, in the order of the trace. */
export const LEDGER_COLUMNS = /** @type {const} */ (['moving', 'stored', 'heat', 'damped', 'radiated', 'work', 'control']);

export class Feed {
  /** @type {AudioContext|null} */ #context = null;
  /** @type {AnalyserNode|null} */ #wave = null;
  #samples = new Float32Array(16384);
  #fourier = new Fourier(4096);
  #column = -1;
  #lastSound = -COLUMNS;

  /** Minimum and maximum sample of each column, ring buffers. */
  low = new Float32Array(COLUMNS);
  high = new Float32Array(COLUMNS);
  /** Levels 0 to 255, a ring buffer: column × ROWS + row, low frequencies first. */
  levels = new Uint8Array(COLUMNS * ROWS);
  /** Next column to be written. */
  head = 0;
  /** Peak in the window [1], and the strongest frequency [Hz]. */
  peak = 0;
  strongest = 0;
  /** Whether columns were added in this frame. */
  moved = false;

  contact = new Contact();

  /** Ledgers over time, a ring buffer: row × LEDGER_COLUMNS.length. */
  ledgers = new Float64Array(LEDGERS * LEDGER_COLUMNS.length);
  ledgerTimes = new Float64Array(LEDGERS);
  ledgerCount = 0;

  /** The last finished contact. */
  get touch() {
    return this.contact.touch;
  }

  /** Number of finished contacts. */
  get touches() {
    return this.contact.count;
  }

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    engine.addEventListener('trace', (event) => this.#trace(/** @type {CustomEvent} */ (event).detail));
  }

  /** Time of the audio clock [s]. */
  get now() {
    return this.#context?.currentTime ?? 0;
  }

  get isRunning() {
    return this.engine.state === 'running';
  }

  /** Clears contact and ledgers when another sound is watched. */
  clear() {
    this.contact.clear();
    this.ledgerCount = 0;
  }

  /** Connects an analyser to the engine, once it runs. */
  #tap() {
    const { context, node } = this.engine;
    if (!context || !node || context === this.#context) return;
    this.#context = context;
    this.#wave = new AnalyserNode(context, { fftSize: this.#samples.length, smoothingTimeConstant: 0 });
    node.connect(this.#wave);
    this.#column = Math.floor(context.currentTime * (COLUMNS / WINDOW_SECONDS));
  }

  /** Adds the samples since the last frame. */
  update() {
    this.moved = false;
    this.#tap();
    const context = this.#context;
    const wave = this.#wave;
    if (!context || !wave) return;
    const time = context.currentTime;
    const column = Math.floor(time * (COLUMNS / WINDOW_SECONDS));
    const fresh = column - this.#column;
    if (fresh <= 0) return;
    wave.getFloatTimeDomainData(this.#samples);
    const silent = this.#isSilent(fresh, context.sampleRate);
    if (silent && column - this.#lastSound > COLUMNS) {
      // The whole window is silent: nothing to redraw.
      this.#column = column;
      return;
    }
    if (!silent) this.#lastSound = column;
    const first = Math.max(this.#column, column - COLUMNS);
    for (let at = first; at < column; at++) this.#write(at, time, context.sampleRate, silent);
    this.#column = column;
    this.moved = true;
    this.#updatePeak();
  }

  /**
   * @param {number} fresh number of new columns
   * @param {number} rate
   */
  #isSilent(fresh, rate) {
    const count = Math.min(this.#samples.length, Math.ceil((fresh * WINDOW_SECONDS * rate) / COLUMNS) + 256);
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
    const length = (WINDOW_SECONDS / COLUMNS) * rate;
    const from = Math.round(samples.length - (time - (column * WINDOW_SECONDS) / COLUMNS) * rate);
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
   * Maps bins with linear spacing to rows with logarithmic spacing: the maximum of several bins for high
   * rows, interpolation for low rows.
   * @param {number} base
   * @param {number} rate
   * @param {number} end end of the analysed samples
   */
  #spectrumInto(base, rate, end) {
    const bins = this.#fourier.levelsBefore(this.#samples, end);
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

  #updatePeak() {
    let highest = 0;
    for (let at = 0; at < COLUMNS; at++) highest = Math.max(highest, this.high[at], -this.low[at]);
    this.peak = highest;
  }

  /** @param {Trace} trace */
  #trace(trace) {
    this.#appendLedger(trace.ledger);
    this.contact.receive(trace);
  }

  /** @param {Trace['ledger']} ledger */
  #appendLedger(ledger) {
    if (!ledger) return;
    const row = this.ledgerCount % LEDGERS;
    LEDGER_COLUMNS.forEach((name, index) => {
      this.ledgers[row * LEDGER_COLUMNS.length + index] = ledger[name] ?? 0;
    });
    this.ledgerTimes[row] = this.now;
    this.ledgerCount++;
  }

  /** Number of stored ledgers. */
  get availableLedgers() {
    return Math.min(this.ledgerCount, LEDGERS);
  }

  /** Row of the ledger `ago` steps before the last. @param {number} ago */
  ledgerRow(ago) {
    return (this.ledgerCount - 1 - ago + LEDGERS) % LEDGERS;
  }
}
