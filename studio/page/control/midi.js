// MIDI in the browser: keys, knobs and wheels that are plugged in.
//
// | control                       | moves, where no mapping says otherwise                                  |
// |-------------------------------|-------------------------------------------------------------------------|
// | any note                      | the gesture of the pad, velocity 100 as the preset does it               |
// | controller 1, then 16 to 19   | its first five handles                                                  |
// | the pitch wheel               | what is tuned, two semitones to each side                               |
// | pressure                      | what presses, from what it is upwards                                   |
//
// Channels are counted from 1 to 16. A key that is let go is a note of value 0.

import { modelOf, valueOf } from '../sounds.js';
import { defaultGestures } from '../touch.js';

/** @typedef {import('../types.js').Model} Model */
/** @typedef {import('../types.js').Param} Param */
/** @typedef {import('../types.js').Sound} Sound */

const HANDLES = [1, 16, 17, 18, 19];
/** How far the pitch wheel goes to each side [semitones]. */
const BEND = 2;
/** Lengths that sing as 1/length: a bubble, a wire, a tube of air. */
const LENGTHS = ['birth.radius', 'wire.diameter', 'cavity.length'];

/**
 * A message from its bytes; none if it is nothing that a sound could make something of.
 * @param {ArrayLike<number>} bytes
 * @returns {{ channel: number, control: string, value: number, part: number }|null} `value` in MIDI's own range, `part` from 0 to 1
 */
export function message(bytes) {
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
      // One more step down than up: both stops are stops.
      const value = wheel / (wheel > 0 ? 8191 : 8192);
      return { channel, control: 'bend', value, part: (value + 1) / 2 };
    }
    default:
      return null;
  }
}

/**
 * The parameter by which a sound is tuned, and whether less of it is higher.
 * @param {Model} model
 * @returns {{ param: Param, inverse: boolean }|null}
 */
export function pitchOf(model) {
  const first = (/** @type {(it: Param) => boolean} */ matches) => model.params.find((param) => !param.choices && param.scale !== 'integer' && matches(param));
  const more = first((param) => param.id === 'pitch' && param.unit === '1') ?? first((param) => ['pitch', 'frequency', 'speed'].includes(param.id) && param.unit === 'Hz');
  if (more) return { param: more, inverse: false };
  const less = first((param) => LENGTHS.includes(param.path));
  return less ? { param: less, inverse: true } : null;
}

/** The parameter that presses. @param {Model} model */
export const pressOf = (model) => model.params.find((param) => ['pressure', 'force'].includes(param.id) && ['N', 'Pa'].includes(param.unit) && !param.choices);

export class Midi extends EventTarget {
  /** 'off' · 'asking' · 'on' · 'none' (this browser has none) · 'refused' */
  state = 'off';
  why = '';
  /** @type {string[]} */
  inputs = [];
  #bench;
  #mapper;
  #outside;
  #navigator;
  /** @type {MIDIAccess|null} */ #access = null;
  /** What was tuned before the wheel moved: the wheel goes about that. @type {{ sound: string, value: number }|null} */ #rest = null;
  /** @type {{ sound: string, value: number }|null} */ #unpressed = null;

  /**
   * @param {import('../types.js').Bench} bench
   * @param {import('./mapper.js').Mapper} mapper
   * @param {ReturnType<typeof import('./outside.js').oscDispatcher>} outside
   * @param {any} [from]
   */
  constructor(bench, mapper, outside, from = navigator) {
    super();
    this.#bench = bench;
    this.#mapper = mapper;
    this.#outside = outside;
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
    const plug = () => {
      const inputs = [...access.inputs.values()];
      for (const input of inputs) input.onmidimessage = (event) => this.hear(event.data ?? []);
      this.inputs = inputs.filter((input) => input.state !== 'disconnected').map((input) => input.name ?? 'an instrument');
      this.#set('on');
    };
    access.onstatechange = plug;
    plug();
  }

  /** @param {string} state @param {string} [why] */
  #set(state, why = '') {
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event('change'));
  }

  /** Bytes of one message. @param {ArrayLike<number>} bytes */
  hear(bytes) {
    const received = message(bytes);
    if (!received) return;
    const { channel, control, part } = received;
    this.dispatchEvent(new CustomEvent('heard', { detail: received }));
    if (this.#mapper.hear({ kind: 'midi', channel, control }, part, control.startsWith('note'))) return;
    const sound = this.#bench.store.sound;
    const model = sound && modelOf(this.#bench.engine.catalogue, sound.preset.model);
    if (sound && model) this.#plain(sound, model, control, received.value);
  }

  /**
   * What a message means where nobody says.
   * @param {Sound} sound
   * @param {Model} model
   * @param {string} control
   * @param {number} value
   */
  #plain(sound, model, control, value) {
    const say = (/** @type {string} */ rest, /** @type {number} */ value) =>
      this.#outside.say(`/${sound.name}/${rest}`, [value]).catch((error) => {
        // Silence before the first click is told once, by outside.js.
        if (this.#bench.engine.state === 'running') this.#bench.notice.show(error.message, 'problem');
      });
    const path = (/** @type {Param} */ param) => param.path.replace('.', '/');
    const [kind, number] = control.split(' ');
    if (kind === 'note') {
      if (value > 0) for (const event of defaultGestures(model, sound.preset, value)) say(event.id, event.value);
    } else if (kind === 'cc') {
      const param = model.params.filter((param) => param.handle !== null)[HANDLES.indexOf(Number(number))];
      if (param) say(`${path(param)}/handle`, (value / 127) * 100);
    } else if (kind === 'bend') {
      const pitch = pitchOf(model);
      if (!pitch) return;
      if (this.#rest?.sound !== sound.name) this.#rest = { sound: sound.name, value: Number(valueOf(sound.preset, pitch.param)) };
      const ratio = 2 ** ((value * BEND) / 12);
      const bent = pitch.inverse ? this.#rest.value / ratio : this.#rest.value * ratio;
      say(path(pitch.param), Math.max(pitch.param.min, Math.min(pitch.param.max, bent)));
      if (value === 0) this.#rest = null;
    } else if (kind === 'pressure') {
      const press = pressOf(model);
      if (!press) return;
      if (this.#unpressed?.sound !== sound.name) this.#unpressed = { sound: sound.name, value: Number(valueOf(sound.preset, press)) };
      const least = this.#unpressed.value;
      say(path(press), least + (press.max - least) * (value / 127));
      if (value === 0) this.#unpressed = null;
    }
  }
}
