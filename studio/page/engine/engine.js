/**
 * Interface of the page to the engine: synchronous queries (`query`), queries in a worker (`queryAsync`), and
 * the running engine in the AudioWorklet (`execute` and its short forms).
 *
 * ```js
 * const engine = await Engine.load(new URL('./engine/', import.meta.url));
 * await engine.start();                                    // after a user gesture, as browsers require
 * await engine.add('cup', engine.catalogue.models[0].presets[0]);
 * await engine.send('/cup/strike', [1.2]);
 * ```
 *
 * | event      | detail                                                                          |
 * |------------|---------------------------------------------------------------------------------|
 * | `state`    | `{state, why}`: idle, starting, running, suspended, failed                      |
 * | `meters`   | levels of all sounds and of the master, about thirty times a second             |
 * | `trace`    | `{name, rate, outputs, rows, ledger}` of the watched sound                      |
 * | `report`   | `{text}`: message of the engine to the user                                     |
 * | `changes`  | `{changes: [{name, path, value}]}`: values changed by an OSC message            |
 * | `recorded` | `{channels: [left, right]}`: the next chunk of a recording                      |
 * | `ended`    | the recording has ended; no chunk follows                                       |
 */
import { Glue, MAX_REQUEST, Trap } from './glue.js';

/** Maximum number of sounds. */
export const MAX_SOUNDS = 64;
/** Time limit for resuming a suspended audio context [ms]. */
const RESUME_TIMEOUT = 1000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {Record<string, any>} Json
 * @typedef {{ gain?: number, pan?: number, mute?: boolean, solo?: boolean }} StripDoc
 * @typedef {{ name: string, path: string, value: any }} Change
 */

/**
 * Encodes a request.
 * @param {Json} request
 */
function encodeRequest(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  if (bytes.length > MAX_REQUEST) {
    throw new Error(`The request has ${bytes.length} bytes; at most ${MAX_REQUEST} bytes are allowed.`);
  }
  return bytes;
}

/**
 * Decodes an answer; throws its error.
 * @param {Uint8Array} bytes
 * @returns {Json}
 */
function decodeAnswer(bytes) {
  const answer = JSON.parse(decoder.decode(bytes));
  if (answer && typeof answer.error === 'string') throw new Error(answer.error);
  return answer;
}

export class Engine extends EventTarget {
  /**
   * Fetches and compiles the module and reads its catalogue. The audio starts later, with `start`.
   * @param {string | URL} [base] location of the files of this folder
   */
  static async load(base = new URL('./', import.meta.url)) {
    const folder = new URL(base, globalThis.location?.href);
    const answer = await fetch(new URL('foley.wasm', folder));
    if (!answer.ok) throw new Error(`The engine could not be loaded: ${answer.status} ${answer.statusText}`.trim());
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
    this.catalogue = this.query({ do: 'catalogue' });
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
    this.pending = new Map();
    this.lastId = 0;
    /**
     * Model and preset name of each sound; with another preset the outputs may change.
     * @type {Map<string, string>}
     */
    this.presetKeys = new Map();
    /** Whether a recording is running. */
    this.recording = false;
    /** @type {{ name: string, outputs: any[] } | null} */
    this.watched = null;
  }

  // Queries

  /**
   * Answers a quick query synchronously.
   * @param {Json} request
   * @returns {any}
   */
  query(request) {
    const bytes = encodeRequest(request);
    try {
      return decodeAnswer(this.glue.query(bytes));
    } catch (why) {
      if (!(why instanceof Trap)) throw why;
      // The instance is unusable after a trap; the next query uses a new one.
      this.glue = new Glue(this.module);
      throw new Error(`The engine failed on this request: ${decoder.decode(why.bytes) || why.message}`);
    }
  }

  /**
   * Answers a slow query in the worker.
   * @param {Json} request
   * @returns {Promise<any>}
   */
  async queryAsync(request) {
    const { answer } = await this.queryWorker(request);
    return answer;
  }

  /**
   * @param {Json} request
   * @returns {Promise<{ answer: any, samples: Float32Array[] }>}
   */
  async queryWorker(request) {
    const bytes = encodeRequest(request);
    const worker = this.getWorker();
    const message = await this.request((id) => worker.postMessage({ id, bytes }));
    return { answer: decodeAnswer(message.answer), samples: message.samples };
  }

  getWorker() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('query-worker.js', this.folder), { type: 'module' });
    worker.onmessage = (event) => {
      const { id, failed } = event.data;
      this.settle(id, event.data, failed === undefined ? null : new Error(`The engine failed on this request: ${failed}`));
    };
    worker.onerror = (event) => this.report(`The worker of the engine failed: ${event.message}`);
    worker.postMessage({ module: this.module });
    this.worker = worker;
    return worker;
  }

  /**
   * Sends a message with a new id and waits for the answer with the same id.
   * @param {(id: number) => void} send
   * @returns {Promise<any>}
   */
  request(send) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      try {
        send(id);
      } catch (why) {
        this.pending.delete(id);
        reject(why);
      }
    });
  }

  /**
   * @param {number} id
   * @param {any} value
   * @param {Error | null} error
   */
  settle(id, value, error) {
    const pendingRequest = this.pending.get(id);
    this.pending.delete(id);
    if (error) pendingRequest?.reject(error);
    else pendingRequest?.resolve(value);
  }

  // Running engine

  /**
   * Starts the audio, or restarts it after a failure. Browsers require a user gesture. Repeated calls are
   * harmless.
   */
  start() {
    if (this.state === 'failed') this.clear();
    this.starting ??= this.openContext().catch((why) => {
      this.starting = null;
      this.setState('failed', why instanceof Error ? why.message : String(why));
      throw why;
    });
    return this.starting.then(() => this.resume());
  }

  async openContext() {
    this.setState('starting');
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.context = context;
    await context.audioWorklet.addModule(new URL('processor.js', this.folder));
    this.node = this.makeNode(context);
    this.node.connect(context.destination);
    context.onstatechange = () => this.updateState();
  }

  /**
   * Resumes a suspended context. A browser that waits for a user gesture does not answer; the state follows
   * later.
   */
  async resume() {
    const timeout = new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT));
    await Promise.race([this.context?.resume(), timeout]);
    this.updateState();
  }

  /** Copies the state of the context, unless the engine has failed. */
  updateState() {
    if (!this.context || this.state === 'failed') return;
    this.setState(this.context.state === 'running' ? 'running' : 'suspended');
  }

  /**
   * Creates the engine node in a context, also an offline one. `initial` requests are executed before the
   * first sample.
   * @param {BaseAudioContext} context
   * @param {Json[]} [initial]
   */
  makeNode(context, initial = []) {
    const make = (/** @type {any} */ module) =>
      new AudioWorkletNode(context, 'foley', {
        numberOfInputs: 0,
        numberOfOutputs: 1,
        outputChannelCount: [2],
        processorOptions: { module, instances: MAX_SOUNDS, initial: initial.map(encodeRequest) },
      });
    let node;
    try {
      node = make(this.module);
    } catch {
      // Some browsers cannot transfer compiled modules to a worklet.
      node = make(this.bytes);
    }
    node.port.onmessage = (event) => this.receive(event.data);
    node.onprocessorerror = () => this.fail('the audio processor stopped');
    return node;
  }

  /** @param {any} message */
  receive(message) {
    if (message.answer && message.id > 0) this.settle(message.id, message, null);
    else if (message.status) this.receiveStatus(message);
    else if (message.trace) this.receiveTrace(message.trace);
    else if (message.recorded) this.emit('recorded', { channels: message.recorded });
    else if (message.ended) this.emit('ended', {});
    else if (message.failed) this.fail(decoder.decode(message.panic) || message.failed);
  }

  /** @param {{ status: Uint8Array, load: number }} message */
  receiveStatus({ status, load }) {
    const meters = decodeAnswer(status);
    meters.load = load;
    this.emit('meters', meters);
    for (const text of meters.reports ?? []) this.report(text);
    if (meters.changes?.length) this.emit('changes', { changes: meters.changes });
  }

  /** @param {Uint8Array} bytes */
  receiveTrace(bytes) {
    if (!this.watched || !this.context) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [frames, count] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (count !== this.watched.outputs.length) return;
    const rows = Array.from({ length: count }, (_, row) => new Float32Array(bytes.buffer, bytes.byteOffset + 8 + 4 * row * frames, frames));
    const after = 8 + 4 * count * frames;
    const [moving, stored, heat, damped, radiated, work, control] = Array.from({ length: 7 }, (_, n) => view.getFloat64(after + 8 * n, true));
    const ledger = { moving, stored, heat, damped, radiated, work, control };
    this.emit('trace', { ...this.watched, rate: this.context.sampleRate, rows, ledger });
  }

  /**
   * Executes a request in the running engine.
   * @param {Json} request
   * @returns {Promise<any>}
   */
  async execute(request) {
    if (request.do === 'record') return this.record(request.on === true);
    if (request.do === 'watch') return this.watch(request.name ?? null);
    const execute = encodeRequest(request);
    const { node } = this;
    if (!node || this.state === 'failed') throw new Error('The engine is not running yet: click the page once.');
    const message = await this.request((id) => node.port.postMessage({ id, execute }));
    const answer = decodeAnswer(message.answer);
    if (answer.changes?.length) this.emit('changes', { changes: answer.changes });
    return answer;
  }

  /**
   * Sends an OSC message after `delay` seconds. A held gesture goes on until the same gesture has the value 0;
   * others last as long as in a rendering.
   * @param {string} address
   * @param {(number | string)[]} [args]
   * @param {number} [delay]
   * @param {boolean} [held]
   */
  async send(address, args = [], delay = 0, held = false) {
    const [name, presetName] = args;
    if ((address === '/foley/add' || address === '/foley/preset') && typeof name === 'string' && typeof presetName === 'string') {
      return this.addByName(address, name, presetName, args);
    }
    return this.execute({ do: 'send', address, args, delay, ...(held && { held }) });
  }

  /**
   * Adds a sound by the name of its preset or model. The page finds the preset, so that the audio thread
   * need not read the palette.
   * @param {string} address
   * @param {string} name
   * @param {string} presetName
   * @param {(number | string)[]} args
   */
  async addByName(address, name, presetName, args) {
    const preset = this.findPreset(presetName);
    if (!preset) return this.execute({ do: 'send', address, args });
    const [gain, pan] = [args[2] ?? 1, args[3] ?? 0].map(Number);
    if (address === '/foley/preset') await this.retarget(name, preset);
    else await this.add(name, preset, { gain, pan });
    const changes = [{ name, path: 'preset', value: preset }];
    this.emit('changes', { changes });
    return { answer: 'done', changes };
  }

  /**
   * Finds a preset by its name or slug, or the default preset of a model.
   * @param {string} name
   * @returns {any}
   */
  findPreset(name) {
    for (const model of this.catalogue.models) {
      const found = model.presets.find((/** @type {any} */ preset) => preset.slug === name || preset.name === name);
      if (found) return found;
      if (model.name === name) return this.defaultPreset(model.name);
    }
    return null;
  }

  /**
   * Preset of a model with default values.
   * @param {string} model
   */
  defaultPreset(model) {
    return this.query({ do: 'parse', text: JSON.stringify({ format: 1, model, name: model, seed: 1 }) }).preset;
  }

  /**
   * Adds a sound at the loudness that its preset stores; a sound of the same name is replaced.
   * @param {string} name
   * @param {any} preset
   * @param {StripDoc} [strip]
   */
  async add(name, preset, strip = {}) {
    this.presetKeys.set(name, presetKey(preset));
    const answer = await this.execute({ do: 'add', name, preset, ...strip });
    await this.watchAgain(name);
    return answer;
  }

  /**
   * Changes a sound to another preset over `glide` seconds. The preset stores its loudness; changed values
   * leave it alone, so that a harder strike is also louder.
   * @param {string} name
   * @param {any} preset
   * @param {number} [glide]
   */
  async retarget(name, preset, glide = 0.1) {
    const same = this.presetKeys.get(name) === presetKey(preset);
    this.presetKeys.set(name, presetKey(preset));
    const answer = await this.execute({ do: 'retarget', name, preset, glide });
    if (!same) await this.watchAgain(name);
    return answer;
  }

  /**
   * Restarts the trace of a watched sound, whose outputs may have changed.
   * @param {string} name
   */
  async watchAgain(name) {
    if (this.watched?.name === name) await this.watch(name);
  }

  /** @param {string} name */
  remove(name) {
    this.presetKeys.delete(name);
    return this.execute({ do: 'remove', name });
  }

  /**
   * Plays the score of the preset, or the default gesture of the model.
   * @param {string} name
   * @param {number} [delay]
   */
  play(name, delay = 0) {
    return this.execute({ do: 'play', name, delay });
  }

  /**
   * Traces the measurements of a sound; `null` stops tracing.
   * @param {string | null} name
   */
  async watch(name) {
    const execute = encodeRequest({ do: 'watch', name });
    const { node } = this;
    if (!node) throw new Error('The engine is not running yet: click the page once.');
    const message = await this.request((id) => node.port.postMessage({ id, execute }));
    const answer = decodeAnswer(message.answer);
    this.watched = name === null ? null : { name, outputs: answer.outputs };
    return answer;
  }

  /** @param {boolean} on */
  async record(on) {
    if (!this.node) throw new Error('The engine is not running yet: click the page once.');
    this.node.port.postMessage({ record: on });
    this.recording = on;
    return { answer: 'done' };
  }

  /**
   * Renders a preset in the worker.
   * @param {any} preset
   * @param {{ rate?: number, seconds?: number | null }} [how]
   */
  async renderOffline(preset, { rate = this.context?.sampleRate ?? 48000, seconds = null } = {}) {
    const { answer, samples } = await this.queryWorker({ do: 'render', preset, rate, seconds });
    return { rate: answer.rate, channels: samples };
  }

  // State and events

  /** @param {string} why */
  fail(why) {
    if (this.state === 'failed') return;
    for (const id of [...this.pending.keys()]) this.settle(id, null, new Error(`The engine stopped: ${why}`));
    this.setState('failed', `The engine stopped: ${why}`);
  }

  /** Discards a failed engine, so that `start` can create a new one. */
  clear() {
    this.node?.port.postMessage({ stop: true });
    this.node?.disconnect();
    void this.context?.close();
    [this.node, this.context, this.starting, this.watched] = [null, null, null, null];
    this.presetKeys.clear();
    this.recording = false;
    this.setState('idle');
  }

  /**
   * @param {Engine['state']} state
   * @param {string} [why]
   */
  setState(state, why = '') {
    if (this.state === state && !why) return;
    this.state = state;
    this.emit('state', { state, why });
  }

  /** @param {string} text */
  report(text) {
    this.emit('report', { text });
  }

  /**
   * @param {string} event
   * @param {any} detail
   */
  emit(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}

/** @param {any} preset */
function presetKey(preset) {
  return `${preset.model}/${preset.name}`;
}
