/**
 * The page's only way to the engine: questions at once (`ask`) or from a worker (`askLater`), and the sounding engine in the AudioWorklet (`tell` and its short forms).
 *
 * ```js
 * const engine = await Engine.load(new URL('./engine/', import.meta.url));
 * await engine.start();                                    // after a click: browsers want one
 * await engine.add('cup', engine.catalogue.models[0].presets[0]);
 * await engine.say('/cup/strike', [1.2]);
 * ```
 *
 * | event      | detail                                                                                     |
 * |------------|--------------------------------------------------------------------------------------------|
 * | `state`    | `{state, why}`: idle, starting, running, suspended, failed                                 |
 * | `meters`   | how loud everything is, about thirty times a second                                        |
 * | `trace`    | `{name, rate, outputs, rows, ledger}` of the sound that is watched                         |
 * | `report`   | `{text}`: what the engine has to say to people                                             |
 * | `changed`  | `{changed: [{name, path, value}]}`: what a `say` has changed, so that the state can follow  |
 * | `recorded` | `{channels: [left, right]}` in pieces while recording                                      |
 * | `ended`    | the recording has ended: no piece comes after it                                           |
 */
import { Glue, LONGEST, Trap } from './glue.js';

/** Most sounds at once. */
export const MOST_SOUNDS = 64;
/** How long a browser may take to go on [ms]. */
const PATIENCE = 1000;
/** Most factors that are remembered. */
const MOST_FACTORS = 500;
/** A factor of nothing has no logarithm. */
const SILENT = 1e-30;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {Record<string, any>} Json
 * @typedef {{ gain?: number, pan?: number, mute?: boolean, solo?: boolean }} StripDoc
 * @typedef {{ name: string, path: string, value: any }} Changed
 */

/**
 * A request as bytes.
 * @param {Json} request
 */
function encoded(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  if (bytes.length > LONGEST) {
    throw new Error(`This is too long: ${bytes.length} bytes, and ${LONGEST} is the most that is read.`);
  }
  return bytes;
}

/**
 * An answer from its bytes; throws what was wrong.
 * @param {Uint8Array} bytes
 * @returns {Json}
 */
function decoded(bytes) {
  const answer = JSON.parse(decoder.decode(bytes));
  if (answer && typeof answer.wrong === 'string') throw new Error(answer.wrong);
  return answer;
}

export class Engine extends EventTarget {
  /**
   * The module, fetched and compiled, with its catalogue; nothing sounds yet.
   * @param {string | URL} [base] where the files of this folder are
   */
  static async load(base = new URL('./', import.meta.url)) {
    const folder = new URL(base, globalThis.location?.href);
    const answer = await fetch(new URL('foley.wasm', folder));
    if (!answer.ok) throw new Error(`The engine cannot be fetched: ${answer.status} ${answer.statusText}`.trim());
    const bytes = await answer.arrayBuffer();
    const module = await WebAssembly.compile(bytes);
    return new Engine(folder, module, bytes);
  }

  /**
   * @param {URL} folder
   * @param {WebAssembly.Module} module
   * @param {ArrayBuffer} bytes
   */
  constructor(folder, module, bytes) {
    super();
    this.folder = folder;
    this.module = module;
    this.bytes = bytes;
    this.glue = new Glue(module);
    /** @type {any} */
    this.catalogue = this.ask({ do: 'catalogue' });
    /** @type {'idle' | 'starting' | 'running' | 'suspended' | 'failed'} */
    this.state = 'idle';
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, { resolve: (value: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.count = 0;
    /** @type {Map<string, Promise<number>>} */
    this.factors = new Map();
    /** What each sound was made of, as far as its loudness goes: model and name of its preset. @type {Map<string, string>} */
    this.made = new Map();
    /** How loud presets are that lie between others. @type {WeakMap<object, Promise<number>>} */
    this.blends = new WeakMap();
    /** Whether what is heard is recorded. */
    this.recording = false;
    /** @type {{ name: string, outputs: any[] } | null} */
    this.watched = null;
  }

  // Questions

  /**
   * A quick question, answered at once.
   * @param {Json} request
   * @returns {any}
   */
  ask(request) {
    const bytes = encoded(request);
    try {
      return decoded(this.glue.ask(bytes));
    } catch (why) {
      if (!(why instanceof Trap)) throw why;
      // The next question is asked of another instance.
      this.glue = new Glue(this.module);
      throw new Error(`The engine stumbled over this: ${decoder.decode(why.bytes) || why.message}`);
    }
  }

  /**
   * A question that takes long, answered by the worker.
   * @param {Json} request
   * @returns {Promise<any>}
   */
  async askLater(request) {
    const { answer } = await this.askWorker(request);
    return answer;
  }

  /**
   * @param {Json} request
   * @returns {Promise<{ answer: any, samples: Float32Array[] }>}
   */
  async askWorker(request) {
    const bytes = encoded(request);
    const worker = this.hire();
    const message = await this.wait((id) => worker.postMessage({ id, bytes }));
    return { answer: decoded(message.answer), samples: message.samples };
  }

  hire() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('questions.js', this.folder), { type: 'module' });
    worker.onmessage = (event) => {
      const { id, failed } = event.data;
      this.settle(id, event.data, failed === undefined ? null : new Error(`The engine stumbled over this: ${failed}`));
    };
    worker.onerror = (event) => this.report(`The worker of the engine failed: ${event.message}`);
    worker.postMessage({ module: this.module });
    this.worker = worker;
    return worker;
  }

  /**
   * Sends something under a number and waits for what comes back under it.
   * @param {(id: number) => void} send
   * @returns {Promise<any>}
   */
  wait(send) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      try {
        send(id);
      } catch (why) {
        this.waiting.delete(id);
        reject(why);
      }
    });
  }

  /**
   * @param {number} id
   * @param {any} value
   * @param {Error | null} wrong
   */
  settle(id, value, wrong) {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    if (wrong) waiter?.reject(wrong);
    else waiter?.resolve(value);
  }

  // Sounding

  /** Begins to sound; browsers want a click or a key before it. Again does no harm, and makes anew what has failed. */
  start() {
    if (this.state === 'failed') this.clear();
    this.starting ??= this.begin().catch((why) => {
      this.starting = null;
      this.turn('failed', why instanceof Error ? why.message : String(why));
      throw why;
    });
    return this.starting.then(() => this.resume());
  }

  async begin() {
    this.turn('starting');
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.context = context;
    await context.audioWorklet.addModule(new URL('processor.js', this.folder));
    this.node = this.makeNode(context);
    this.node.connect(context.destination);
    context.onstatechange = () => this.follow();
  }

  /** Goes on after the browser has suspended it. Where it wants a click first it does not answer at all; the state follows when it does. */
  async resume() {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    await Promise.race([this.context?.resume(), patience]);
    this.follow();
  }

  /** The state is that of the context, unless something has failed. */
  follow() {
    if (!this.context || this.state === 'failed') return;
    this.turn(this.context.state === 'running' ? 'running' : 'suspended');
  }

  /**
   * A node of the engine in a context, also in one that renders offline. `first` is told before the first sample.
   * @param {BaseAudioContext} context
   * @param {Json[]} [first]
   */
  makeNode(context, first = []) {
    const make = (/** @type {any} */ module) =>
      new AudioWorkletNode(context, 'foley', {
        numberOfInputs: 0,
        numberOfOutputs: 1,
        outputChannelCount: [2],
        processorOptions: { module, instances: MOST_SOUNDS, first: first.map(encoded) },
      });
    let node;
    try {
      node = make(this.module);
    } catch {
      // Some browsers do not hand compiled modules over.
      node = make(this.bytes);
    }
    node.port.onmessage = (event) => this.hear(event.data);
    node.onprocessorerror = () => this.fail('the audio processor stopped');
    return node;
  }

  /** @param {any} message */
  hear(message) {
    if (message.answer && message.id > 0) this.settle(message.id, message, null);
    else if (message.look) this.looked(message);
    else if (message.trace) this.traced(message.trace);
    else if (message.recorded) this.tellPage('recorded', { channels: message.recorded });
    else if (message.ended) this.tellPage('ended', {});
    else if (message.failed) this.fail(decoder.decode(message.words) || message.failed);
  }

  /** @param {{ look: Uint8Array, load: number }} message */
  looked({ look, load }) {
    const meters = decoded(look);
    meters.load = load;
    this.tellPage('meters', meters);
    for (const text of meters.reports ?? []) this.report(text);
    if (meters.changed?.length) this.tellPage('changed', { changed: meters.changed });
  }

  /** @param {Uint8Array} bytes */
  traced(bytes) {
    if (!this.watched || !this.context) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [frames, count] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (count !== this.watched.outputs.length) return;
    const rows = Array.from({ length: count }, (_, row) => new Float32Array(bytes.buffer, bytes.byteOffset + 8 + 4 * row * frames, frames));
    const after = 8 + 4 * count * frames;
    const [moving, stored, heat, damped, work, control] = Array.from({ length: 6 }, (_, n) => view.getFloat64(after + 8 * n, true));
    const ledger = { moving, stored, heat, damped, work, control };
    this.tellPage('trace', { ...this.watched, rate: this.context.sampleRate, rows, ledger });
  }

  /**
   * Tells the sounding engine something.
   * @param {Json} request
   * @returns {Promise<any>}
   */
  async tell(request) {
    if (request.do === 'record') return this.record(request.on === true);
    if (request.do === 'watch') return this.watch(request.name ?? null);
    const tell = encoded(request);
    const { node } = this;
    if (!node || this.state === 'failed') throw new Error('The engine does not sound yet.');
    const message = await this.wait((id) => node.port.postMessage({ id, tell }));
    const answer = decoded(message.answer);
    if (answer.changed?.length) this.tellPage('changed', { changed: answer.changed });
    return answer;
  }

  /**
   * Says something to an address, as OSC does, in so many seconds.
   * @param {string} address
   * @param {(number | string)[]} [args]
   * @param {number} [inSeconds]
   */
  async say(address, args = [], inSeconds = 0) {
    const [name, what] = args;
    if ((address === '/foley/add' || address === '/foley/preset') && typeof name === 'string' && typeof what === 'string') {
      return this.bring(address, name, what, args);
    }
    return this.tell({ do: 'say', address, args, in: inSeconds });
  }

  /**
   * A sound by the name of its preset or model: its loudness is listened for in the worker, not where it sounds.
   * @param {string} address
   * @param {string} name
   * @param {string} what
   * @param {(number | string)[]} args
   */
  async bring(address, name, what, args) {
    const preset = this.named(what);
    if (!preset) return this.tell({ do: 'say', address, args });
    const [gain, pan] = [args[2] ?? 1, args[3] ?? 0].map(Number);
    if (address === '/foley/preset') await this.become(name, preset);
    else await this.add(name, preset, { gain, pan });
    const changed = [{ name, path: 'preset', value: preset }];
    this.tellPage('changed', { changed });
    return { answer: 'done', changed };
  }

  /**
   * The preset that a name, a slug or a model stands for.
   * @param {string} what
   * @returns {any}
   */
  named(what) {
    for (const model of this.catalogue.models) {
      const found = model.presets.find((/** @type {any} */ it) => it.slug === what || it.name === what);
      if (found) return found;
      if (model.name === what) return this.plain(model.name);
    }
    return null;
  }

  /**
   * A model as it is.
   * @param {string} model
   */
  plain(model) {
    return this.ask({ do: 'parse', text: JSON.stringify({ format: 1, model, name: model, seed: 1 }) }).preset;
  }

  /**
   * A sound begins; one of the same name makes room for it.
   * @param {string} name
   * @param {any} preset
   * @param {StripDoc} [strip]
   */
  async add(name, preset, strip = {}) {
    const factor = await this.factor(preset);
    this.made.set(name, kind(preset));
    const answer = await this.tell({ do: 'add', name, preset, factor, ...strip });
    await this.watchAgain(name);
    return answer;
  }

  /**
   * A sound becomes another in so many seconds. While it is the same preset, with other values, its loudness is kept: who strikes harder is louder.
   * @param {string} name
   * @param {any} preset
   * @param {number} [over]
   */
  async become(name, preset, over = 0.1) {
    if (this.made.get(name) === kind(preset) && !this.blends.has(preset)) return this.tell({ do: 'become', name, preset, over });
    const factor = await this.factor(preset);
    this.made.set(name, kind(preset));
    const answer = await this.tell({ do: 'become', name, preset, over, factor });
    await this.watchAgain(name);
    return answer;
  }

  /**
   * A sound that is watched may measure something else after it has become another.
   * @param {string} name
   */
  async watchAgain(name) {
    if (this.watched?.name === name) await this.watch(name);
  }

  /** @param {string} name */
  remove(name) {
    this.made.delete(name);
    return this.tell({ do: 'remove', name });
  }

  /**
   * What its preset does, or the opening of its model.
   * @param {string} name
   * @param {number} [inSeconds]
   */
  play(name, inSeconds = 0) {
    return this.tell({ do: 'play', name, in: inSeconds });
  }

  /**
   * Whose measurements are traced; nobody's without a name.
   * @param {string | null} name
   */
  async watch(name) {
    const tell = encoded({ do: 'watch', name });
    const { node } = this;
    if (!node) throw new Error('The engine does not sound yet.');
    const message = await this.wait((id) => node.port.postMessage({ id, tell }));
    const answer = decoded(message.answer);
    this.watched = name === null ? null : { name, outputs: answer.outputs };
    return answer;
  }

  /** @param {boolean} on */
  async record(on) {
    if (!this.node) throw new Error('The engine does not sound yet.');
    this.node.port.postMessage({ record: on });
    this.recording = on;
    return { answer: 'done' };
  }

  /**
   * From SI to full scale. Values that were changed do not matter where the preset is one of the catalogue's.
   * @param {any} preset
   * @returns {Promise<number>}
   */
  factor(preset) {
    const blended = this.blends.get(preset);
    if (blended) return blended;
    const model = this.catalogue.models.find((/** @type {any} */ it) => it.name === preset.model);
    const kept = model?.presets.find((/** @type {any} */ it) => it.name === preset.name) ?? preset;
    const rate = this.context?.sampleRate ?? 48000;
    const key = `${rate} ${JSON.stringify(kept)}`;
    const known = this.factors.get(key);
    if (known) return known;
    if (this.factors.size >= MOST_FACTORS) this.factors.clear();
    const factor = this.askLater({ do: 'loudness', preset: kept, rate }).then((answer) => answer.factor);
    this.factors.set(key, factor);
    factor.catch(() => this.factors.delete(key));
    return factor;
  }

  /**
   * A preset lies between others: so does its loudness, in decibels. To listen for it at every step of a morph would take too long.
   * @param {any} preset
   * @param {any[]} corners
   * @param {number[]} weights that add up to 1
   */
  blend(preset, corners, weights) {
    const factor = Promise.all(corners.map((it) => this.factor(it))).then((all) => Math.exp(all.reduce((sum, it, n) => sum + weights[n] * Math.log(Math.max(it, SILENT)), 0)));
    this.blends.set(preset, factor);
    factor.catch(() => this.blends.delete(preset));
  }

  /**
   * A preset as samples, from the worker.
   * @param {any} preset
   * @param {{ rate?: number, seconds?: number | null }} [how]
   */
  async renderOffline(preset, { rate = this.context?.sampleRate ?? 48000, seconds = null } = {}) {
    const { answer, samples } = await this.askWorker({ do: 'render', preset, rate, seconds });
    return { rate: answer.rate, channels: samples };
  }

  // What the page hears

  /** @param {string} why */
  fail(why) {
    if (this.state === 'failed') return;
    for (const id of [...this.waiting.keys()]) this.settle(id, null, new Error(`The engine stopped: ${why}`));
    this.turn('failed', `The engine stopped: ${why}`);
  }

  /** Forgets what has failed, so that it can be made anew. */
  clear() {
    this.node?.port.postMessage({ stop: true });
    this.node?.disconnect();
    void this.context?.close();
    [this.node, this.context, this.starting, this.watched] = [null, null, null, null];
    this.made.clear();
    this.recording = false;
    this.turn('idle');
  }

  /**
   * @param {Engine['state']} state
   * @param {string} [why]
   */
  turn(state, why = '') {
    if (this.state === state && !why) return;
    this.state = state;
    this.tellPage('state', { state, why });
  }

  /** @param {string} text */
  report(text) {
    this.tellPage('report', { text });
  }

  /**
   * @param {string} event
   * @param {any} detail
   */
  tellPage(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}

/** @param {any} preset */
function kind(preset) {
  return `${preset.model}/${preset.name}`;
}
