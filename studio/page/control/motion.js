// Motion sensors of a phone: a shake strikes, a tilt moves a handle. Some systems ask for permission after a
// button press.

import { modelOf } from '../sounds.js';
import { defaultGestures } from '../default-gestures.js';

/** Acceleration that starts a shake; the next one needs a fall below half of it [m/s²]. */
const SHAKE_THRESHOLD = 12;
/** Acceleration of the hardest strike [m/s²]. */
const MAX_SHAKE = 40;
/** Time in which the peak of a shake is searched [ms]. */
const PEAK_TIME = 60;
/** Angle of the full range to each side [°]. */
const MAX_TILT = 60;

export class Motion extends EventTarget {
  /** 'off' · 'on' · 'none' · 'refused' */
  state = 'off';
  why = '';
  #app;
  #mapper;
  #dispatcher;
  #peak = 0;
  #since = 0;
  #ready = true;
  #moved = false;

  /**
   * @param {import('../types.js').App} app
   * @param {import('./mapper.js').Mapper} mapper
   * @param {ReturnType<typeof import('./osc-dispatcher.js').oscDispatcher>} dispatcher
   */
  constructor(app, mapper, dispatcher) {
    super();
    this.#app = app;
    this.#mapper = mapper;
    this.#dispatcher = dispatcher;
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
    addEventListener('devicemotion', this.#onMotion);
    addEventListener('deviceorientation', this.#onOrientation);
    this.#set('on');
    // Desktops fire no motion events; a hint is shown after 1.5 s.
    setTimeout(() => {
      if (!this.#moved && this.state === 'on') this.#set('on', 'no motion yet; desktops have no motion sensor');
    }, 1500);
  }

  stop() {
    removeEventListener('devicemotion', this.#onMotion);
    removeEventListener('deviceorientation', this.#onOrientation);
    this.#set('off');
  }

  /** @param {string} state @param {string} [why] */
  #set(state, why = '') {
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {DeviceMotionEvent} event */
  #onMotion = (event) => {
    const { x, y, z } = event.acceleration ?? {};
    const acceleration = Math.hypot(x ?? 0, y ?? 0, z ?? 0);
    if (acceleration > 0) this.#markMoved();
    const now = performance.now();
    if (this.#peak > 0) {
      this.#peak = Math.max(this.#peak, acceleration);
      if (now - this.#since > PEAK_TIME) {
        this.#strike(this.#peak);
        this.#peak = 0;
      }
    } else if (this.#ready && acceleration > SHAKE_THRESHOLD) {
      [this.#peak, this.#since, this.#ready] = [acceleration, now, false];
    } else if (acceleration < SHAKE_THRESHOLD / 2) this.#ready = true;
  };

  /** @param {number} acceleration [m/s²] */
  #strike(acceleration) {
    const part = Math.min(1, (acceleration - SHAKE_THRESHOLD) / (MAX_SHAKE - SHAKE_THRESHOLD));
    if (this.#mapper.handleInput({ kind: 'motion', axis: 'shake' }, part, true)) return;
    const { store, engine, notice } = this.#app;
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (!sound || !model) return;
    for (const { id, value } of defaultGestures(model, sound.preset, 40 + 87 * part)) {
      this.#dispatcher.send(`/${sound.name}/${id}`, [value]).catch((error) => {
        // osc-dispatcher.js shows the hint about the first click.
        if (engine.state === 'running') notice.show(error.message, 'problem');
      });
    }
  }

  /** @param {DeviceOrientationEvent} event */
  #onOrientation = (event) => {
    if (event.gamma === null || event.beta === null) return;
    this.#markMoved();
    const part = (/** @type {number} */ angle) => Math.max(0, Math.min(1, 0.5 + angle / (2 * MAX_TILT)));
    this.#mapper.handleInput({ kind: 'motion', axis: 'tilt-sideways' }, part(event.gamma));
    // A phone in reading position is tilted back by about 45°.
    this.#mapper.handleInput({ kind: 'motion', axis: 'tilt-forward' }, part(event.beta - 45));
  };

  #markMoved() {
    if (this.#moved) return;
    this.#moved = true;
    this.#set(this.state);
  }
}
