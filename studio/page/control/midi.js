// MIDI input: keys, controllers and wheels.
//
// | control                       | default action, without a mapping                                       |
// |-------------------------------|-------------------------------------------------------------------------|
// | any note                      | main gesture of the pad; velocity 100 plays the value of the preset     |
// | controller 1, then 16 to 19   | first five handles                                                      |
// | pitch wheel                   | pitch parameter, ± 2 semitones                                          |
// | channel pressure              | force or pressure parameter, from its present value upwards             |
//
// Channels are numbered from 1 to 16. A note-off is a note of value 0.

import { modelOf, valueOf } from '../sounds.js';
import { HeldGestures } from './held-gestures.js';

/** @typedef {import('../types.js').Model} Model */
/** @typedef {import('../types.js').Param} Param */
/** @typedef {import('../types.js').Sound} Sound */

const HANDLE_CONTROLLERS = [1, 16, 17, 18, 19];
/** Range of the pitch wheel to each side [semitones]. */
const BEND_RANGE = 2;
/** Lengths to which the frequency is inversely proportional: bubble radius, wire diameter, tube length. */
const LENGTHS = ['birth.radius', 'wire.diameter', 'cavity.length'];

/**
 * Parses a message; null for messages that are not supported.
 * @param {ArrayLike<number>} bytes
 * @returns {{ channel: number, control: string, value: number, part: number }|null} `value` in the MIDI range, `part` from 0 to 1
 */
export function parseMessage(bytes) {
  const [status, data1, data2] = [bytes[0], (bytes[1] ?? 0) & 127, (bytes[2] ?? 0) & 127];
  const channel = (status & 15) + 1;
  const of = (/** @type {string} */ control, /** @type {number} */ value) => ({ channel, control, value, part: value / 127 });
  switch (status >> 4) {
    case 0x8:
      return of(`note ${data1}`, 0);
    case 0x9:
      return of(`note ${data1}`, data2);
    case 0xa:
      return of(`poly-pressure ${data1}`, data2);
    case 0xb:
      return of(`cc ${data1}`, data2);
    case 0xd:
      return of('pressure', data1);
    case 0xe: {
      const wheel = data1 + 128 * data2 - 8192;
      // The range is −8192 to 8191: both ends give ±1.
      const value = wheel / (wheel > 0 ? 8191 : 8192);
      return { channel, control: 'bend', value, part: (value + 1) / 2 };
    }
    default:
      return null;
  }
}

/**
 * Parameter that sets the pitch, and whether the pitch falls when it grows.
 * @param {Model} model
 * @returns {{ param: Param, inverse: boolean }|null}
 */
export function pitchParam(model) {
  const first = (/** @type {(it: Param) => boolean} */ matches) => model.params.find((param) => !param.choices && param.scale !== 'integer' && matches(param));
  const direct = first((param) => param.id === 'pitch' && param.unit === '1') ?? first((param) => ['pitch', 'frequency', 'speed'].includes(param.id) && param.unit === 'Hz');
  if (direct) return { param: direct, inverse: false };
  const length = first((param) => LENGTHS.includes(param.path));
  return length ? { param: length, inverse: true } : null;
}

/** Parameter that sets the force or pressure. @param {Model} model */
export const pressureParam = (model) => model.params.find((param) => ['pressure', 'force'].includes(param.id) && ['N', 'Pa'].includes(param.unit) && !param.choices);

export class Midi extends EventTarget {
  /** 'off' · 'asking' · 'on' · 'none' (not supported) · 'refused' */
  state = 'off';
  why = '';
  /** @type {string[]} */
  inputs = [];
  #app;
  #mapper;
  #dispatcher;
  #gestures;
  #navigator;
  /** @type {MIDIAccess|null} */ #access = null;
  /**
   * Pitch value before the wheel moved; the wheel bends around it.
   * @type {{ sound: string, value: number }|null}
   */
  #unbent = null;
  /** @type {{ sound: string, value: number }|null} */ #unpressed = null;

  /**
   * @param {import('../types.js').App} app
   * @param {import('./mapper.js').Mapper} mapper
   * @param {ReturnType<typeof import('./osc-dispatcher.js').oscDispatcher>} dispatcher
   * @param {any} [from]
   */
  constructor(app, mapper, dispatcher, from = navigator) {
    super();
    this.#app = app;
    this.#mapper = mapper;
    this.#dispatcher = dispatcher;
    this.#gestures = new HeldGestures(dispatcher);
    this.#navigator = from;
    if (typeof from.requestMIDIAccess !== 'function') this.state = 'none';
  }

  async start() {
    if (this.state === 'none' || this.state === 'asking' || this.state === 'on') return;
    this.#set('asking');
    try {
      this.#access = await this.#navigator.requestMIDIAccess({ sysex: false });
    } catch (error) {
      this.#set('refused', /** @type {Error} */ (error).message);
      return;
    }
    const access = /** @type {MIDIAccess} */ (this.#access);
    const updateInputs = () => {
      const inputs = [...access.inputs.values()];
      for (const input of inputs) input.onmidimessage = (event) => this.receive(event.data ?? []);
      this.inputs = inputs.filter((input) => input.state !== 'disconnected').map((input) => input.name ?? 'an instrument');
      this.#set('on');
    };
    access.onstatechange = updateInputs;
    updateInputs();
  }

  /** @param {string} state @param {string} [why] */
  #set(state, why = '') {
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event('change'));
  }

  /** Handles one message. @param {ArrayLike<number>} bytes */
  receive(bytes) {
    const received = parseMessage(bytes);
    if (!received) return;
    const { channel, control, part } = received;
    this.dispatchEvent(new CustomEvent('received', { detail: received }));
    if (this.#mapper.handleInput({ kind: 'midi', channel, control }, part, control.startsWith('note'))) return;
    const sound = this.#app.store.sound;
    const model = sound && modelOf(this.#app.engine.catalogue, sound.preset.model);
    if (sound && model) this.#applyDefault(sound, model, channel, control, received.value);
  }

  /**
   * Default action of a message without a mapping.
   * @param {Sound} sound
   * @param {Model} model
   * @param {number} channel
   * @param {string} control
   * @param {number} value
   */
  #applyDefault(sound, model, channel, control, value) {
    // osc-dispatcher.js shows the hint about the first click.
    const showError = (/** @type {Error} */ error) => {
      if (this.#app.engine.state === 'running') this.#app.notice.show(error.message, 'problem');
    };
    const send = (/** @type {string} */ rest, /** @type {number} */ value) =>
      this.#dispatcher.send(`/${sound.name}/${rest}`, [value]).catch(showError);
    const path = (/** @type {Param} */ param) => param.path.replace('.', '/');
    const [kind, number] = control.split(' ');
    if (kind === 'note') {
      const key = `${channel} ${control}`;
      (value > 0 ? this.#gestures.press(key, sound, model, value) : this.#gestures.release(key)).catch(showError);
    } else if (kind === 'cc') {
      const param = model.params.filter((param) => param.handle !== null)[HANDLE_CONTROLLERS.indexOf(Number(number))];
      if (param) send(`${path(param)}/handle`, (value / 127) * 100);
    } else if (kind === 'bend') {
      const pitch = pitchParam(model);
      if (!pitch) return;
      if (this.#unbent?.sound !== sound.name) this.#unbent = { sound: sound.name, value: Number(valueOf(sound.preset, pitch.param)) };
      const ratio = 2 ** ((value * BEND_RANGE) / 12);
      const bent = pitch.inverse ? this.#unbent.value / ratio : this.#unbent.value * ratio;
      send(path(pitch.param), Math.max(pitch.param.min, Math.min(pitch.param.max, bent)));
      if (value === 0) this.#unbent = null;
    } else if (kind === 'pressure') {
      const press = pressureParam(model);
      if (!press) return;
      if (this.#unpressed?.sound !== sound.name) this.#unpressed = { sound: sound.name, value: Number(valueOf(sound.preset, press)) };
      const least = this.#unpressed.value;
      send(path(press), least + (press.max - least) * (value / 127));
      if (value === 0) this.#unpressed = null;
    }
  }
}
