// A phone in the hand: a shake strikes, a tilt moves a handle. Some systems ask for permission, and only after a press of a button.

import { modelOf } from '../sounds.js';
import { defaultGestures } from '../touch.js';

/** A shake begins above this, and the next only after it was below half of it [m/s²]. */
const SHAKE = 12;
/** A shake this strong is the hardest strike [m/s²]. */
const HARDEST = 40;
/** The peak of a shake is looked for this long [ms]. */
const PEAK = 60;
/** A tilt of this angle to either side is the whole range [°]. */
const TILT = 60;

export class Motion extends EventTarget {
  /** 'off' · 'on' · 'none' · 'refused' */
  state = 'off';
  why = '';
  #bench;
  #mapper;
  #outside;
  #rising = 0;
  #since = 0;
  #ready = true;
  #moved = false;

  /**
   * @param {import('../types.js').Bench} bench
   * @param {import('./mapper.js').Mapper} mapper
   * @param {ReturnType<typeof import('./outside.js').oscDispatcher>} outside
   */
  constructor(bench, mapper, outside) {
    super();
    this.#bench = bench;
    this.#mapper = mapper;
    this.#outside = outside;
    if (!('DeviceMotionEvent' in globalThis)) this.state = 'none';
  }

  async start() {
    if (this.state === 'none' || this.state === 'on') return;
    try {
      for (const kind of [globalThis.DeviceMotionEvent, globalThis.DeviceOrientationEvent]) {
        const ask = /** @type {any} */ (kind)?.requestPermission;
        if (typeof ask === 'function' && (await ask.call(kind)) !== 'granted') throw new Error('permission was not given');
      }
    } catch (error) {
      this.#set('refused', /** @type {Error} */ (error).message);
      return;
    }
    addEventListener('devicemotion', this.#shaken);
    addEventListener('deviceorientation', this.#tilted);
    this.#set('on');
    // A desktop has the events but nothing that moves: say so instead of waiting for ever.
    setTimeout(() => {
      if (!this.#moved && this.state === 'on') this.#set('on', 'nothing has moved yet; a desktop has no motion sensor');
    }, 1500);
  }

  stop() {
    removeEventListener('devicemotion', this.#shaken);
    removeEventListener('deviceorientation', this.#tilted);
    this.#set('off');
  }

  /** @param {string} state @param {string} [why] */
  #set(state, why = '') {
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {DeviceMotionEvent} event */
  #shaken = (event) => {
    const { x, y, z } = event.acceleration ?? {};
    const acceleration = Math.hypot(x ?? 0, y ?? 0, z ?? 0);
    if (acceleration > 0) this.#saw();
    const now = performance.now();
    if (this.#rising > 0) {
      this.#rising = Math.max(this.#rising, acceleration);
      if (now - this.#since > PEAK) {
        this.#strike(this.#rising);
        this.#rising = 0;
      }
    } else if (this.#ready && acceleration > SHAKE) {
      [this.#rising, this.#since, this.#ready] = [acceleration, now, false];
    } else if (acceleration < SHAKE / 2) this.#ready = true;
  };

  /** @param {number} acceleration [m/s²] */
  #strike(acceleration) {
    const part = Math.min(1, (acceleration - SHAKE) / (HARDEST - SHAKE));
    if (this.#mapper.hear({ kind: 'motion', axis: 'shake' }, part, true)) return;
    const { store, engine, notice } = this.#bench;
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (!sound || !model) return;
    for (const { id, value } of defaultGestures(model, sound.preset, 40 + 87 * part)) {
      this.#outside.say(`/${sound.name}/${id}`, [value]).catch((error) => {
        // Silence before the first click is told once, by outside.js.
        if (engine.state === 'running') notice.show(error.message, 'problem');
      });
    }
  }

  /** @param {DeviceOrientationEvent} event */
  #tilted = (event) => {
    if (event.gamma === null || event.beta === null) return;
    this.#saw();
    const part = (/** @type {number} */ angle) => Math.max(0, Math.min(1, 0.5 + angle / (2 * TILT)));
    this.#mapper.hear({ kind: 'motion', axis: 'tilt-sideways' }, part(event.gamma));
    // Held as one reads, a phone leans back by about 45°.
    this.#mapper.hear({ kind: 'motion', axis: 'tilt-forward' }, part(event.beta - 45));
  };

  #saw() {
    if (this.#moved) return;
    this.#moved = true;
    this.#set(this.state);
  }
}
