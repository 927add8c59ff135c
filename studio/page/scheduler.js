// Plays repeats, rhythms and curves. Events are sent to the engine a little ahead with a delay, so that late
// timers are inaudible.
//
// The meters of the audio thread drive the scheduler, also in hidden tabs; a slow timer serves as a fallback.

import { engineChangeWriter } from './engine-changes.js';
import { modelOf } from './sounds.js';
import { defaultGestures } from './default-gestures.js';

/** @typedef {import('./types.js').Sound} Sound */

/** Look-ahead [s]; longer in hidden tabs, where timers fire once per second. */
const AHEAD = 0.15;
const AHEAD_HIDDEN = 1.4;
/** Delay of the first event after the start [s]. */
const LEAD = 0.05;
/** Interval between two values of a curve [s]; the engine glides between them. */
const STEP = 0.02;
/** Minimum interval between two events [s]. */
const MIN_INTERVAL = 0.02;

/**
 * RMS level that counts as silence [1], and the silence after which a sound counts as finished [s]; steps and
 * drops have gaps.
 */
const SILENCE = 1e-3;
const REST_TIME = 0.4;

/** @typedef {{ start: number, index: number, next: number, soundsUntil: number }} Player `next`: time of the next event, `soundsUntil`: end of the sound that a curve modulates [s of the audio clock] */

export class Scheduler extends EventTarget {
  /** @type {Map<string, Player>} */ #players = new Map();
  #app;
  #writeChanges;
  #timer = 0;
  /**
   * Start of silence of each sound [s of the audio clock].
   * @type {Map<string, number>}
   */
  #silentSince = new Map();

  /** @param {import('./types.js').App} app */
  constructor(app) {
    super();
    this.#app = app;
    this.#writeChanges = engineChangeWriter(app);
    app.engine.addEventListener('meters', (event) => {
      for (const { name, rms } of /** @type {CustomEvent} */ (event).detail.sounds ?? []) {
        if (rms > SILENCE) this.#silentSince.delete(name);
        else if (!this.#silentSince.has(name)) this.#silentSince.set(name, this.#now);
      }
      this.#tick();
    });
    app.store.on((state) => {
      for (const name of this.#players.keys()) if (!state.sounds.some((sound) => sound.name === name)) this.stop(name);
    });
  }

  /** @param {string} name */
  isPlaying(name) {
    return this.#players.has(name);
  }

  /** Current step of the rhythm of a sound, or −1. @param {string} name */
  step(name) {
    const player = this.#players.get(name);
    const sound = this.#sound(name);
    if (!player || sound?.time.kind !== 'rhythm') return -1;
    const lasts = 15 / sound.time.tempo;
    const behind = Math.ceil((player.next - this.#now) / lasts);
    return player.index - behind < 0 ? -1 : (player.index - behind) % sound.time.steps.length;
  }

  /** Position in the curve of a sound, 0 to 1, or −1. @param {string} name */
  progress(name) {
    const player = this.#players.get(name);
    const sound = this.#sound(name);
    if (!player || sound?.time.kind !== 'curve') return -1;
    return Math.max(0, Math.min(1, (this.#now - player.start) / sound.time.seconds));
  }

  /** @param {string} name */
  start(name) {
    const start = this.#now + LEAD;
    this.#players.set(name, { start, index: 0, next: start, soundsUntil: start });
    this.#timer ||= Number(setInterval(() => this.#tick(), 400));
    this.#tick();
    this.dispatchEvent(new CustomEvent('change', { detail: name }));
  }

  /** @param {string} name */
  stop(name) {
    if (!this.#players.delete(name)) return;
    if (this.#players.size === 0) {
      clearInterval(this.#timer);
      this.#timer = 0;
    }
    this.dispatchEvent(new CustomEvent('change', { detail: name }));
  }

  get #now() {
    return this.#app.engine.context?.currentTime ?? 0;
  }

  /** @param {string} name */
  #sound(name) {
    return this.#app.store.get().sounds.find((sound) => sound.name === name);
  }

  #tick() {
    if (this.#app.engine.state !== 'running') return;
    const now = this.#now;
    const horizon = now + (document.hidden ? AHEAD_HIDDEN : AHEAD);
    for (const [name, player] of this.#players) {
      const sound = this.#sound(name);
      if (!sound) {
        this.stop(name);
        continue;
      }
      // Missed events are skipped: a burst of late beats would be worse.
      if (player.next < now - 0.5 && sound.time.kind !== 'curve') player.next = now + LEAD;
      while (player.next < horizon && this.#players.has(name)) this.#next(sound, player, Math.max(0, player.next - now));
    }
  }

  /**
   * @param {Sound} sound
   * @param {Player} player
   * @param {number} wait [s]
   */
  #next(sound, player, wait) {
    const { engine } = this.#app;
    const { name, time } = sound;
    const index = player.index++;
    if (time.kind === 'once') {
      this.#handleErrors(name, engine.play(name, wait));
      this.stop(name);
    } else if (time.kind === 'repeat') {
      if (time.times !== null && index >= time.times) return this.stop(name);
      this.#handleErrors(name, engine.play(name, wait));
      player.next += Math.max(MIN_INTERVAL, time.every);
    } else if (time.kind === 'rhythm') {
      const strength = time.steps[index % time.steps.length] ?? 0;
      if (strength > 0) this.#strike(sound, strength, wait);
      player.next += Math.max(MIN_INTERVAL, 15 / time.tempo);
    } else {
      this.#followCurve(sound, time, player, wait);
    }
  }

  /**
   * @param {Sound} sound
   * @param {number} strength 0 to 1
   * @param {number} wait [s]
   */
  #strike(sound, strength, wait) {
    const model = modelOf(this.#app.engine.catalogue, sound.preset.model);
    if (!model) return;
    for (const { id, value } of defaultGestures(model, sound.preset, strength * 127)) this.#handleErrors(sound.name, this.#app.engine.send(`/${sound.name}/${id}`, [value], wait));
  }

  /**
   * @param {Sound} sound
   * @param {import('./types.js').Time & { kind: 'curve' }} time
   * @param {Player} player
   * @param {number} wait [s]
   */
  #followCurve(sound, time, player, wait) {
    const { engine } = this.#app;
    const at = player.next - player.start;
    if (player.next >= player.soundsUntil && at < time.seconds) this.#sustain(sound, player, time.seconds - at, wait);
    const value = curveValue(time.points, Math.min(at, time.seconds));
    this.#handleErrors(sound.name, engine.send(`/${sound.name}/${time.path.replace('.', '/')}/handle`, [value], wait).then(this.#writeChanges));
    player.next += STEP;
    if (at >= time.seconds) this.stop(sound.name);
  }

  /**
   * Keeps the sound alive until the end of a curve: sets the duration of a flow, or plays other sounds again
   * when silent.
   * @param {Sound} sound
   * @param {Player} player
   * @param {number} left rest of the curve [s]
   * @param {number} wait [s]
   */
  #sustain(sound, player, left, wait) {
    const { engine } = this.#app;
    const flow = modelOf(engine.catalogue, sound.preset.model)?.gestures.find((gesture) => gesture.unit === 's');
    if (flow) {
      const lasts = Math.max(flow.min, Math.min(flow.max, left));
      this.#handleErrors(sound.name, engine.send(`/${sound.name}/${flow.id}`, [lasts], wait));
      player.soundsUntil = player.next + lasts;
      return;
    }
    const quiet = this.#now - (this.#silentSince.get(sound.name) ?? Infinity);
    if (player.next > player.start && quiet < REST_TIME) return;
    this.#handleErrors(sound.name, engine.play(sound.name, wait));
    this.#silentSince.delete(sound.name);
    player.soundsUntil = player.next + REST_TIME;
  }

  /**
   * Stops a sound whose message fails and shows the error; the others continue.
   * @param {string} name
   * @param {Promise<unknown>} work
   */
  #handleErrors(name, work) {
    work.catch((error) => {
      this.stop(name);
      this.#app.notice.show(error.message, 'problem');
    });
  }
}

/**
 * Value of a curve at a time, interpolated linearly.
 * @param {[number, number][]} points
 * @param {number} time
 */
export function curveValue(points, time) {
  if (points.length === 0) return 0;
  const after = points.findIndex(([at]) => at >= time);
  if (after === 0) return points[0][1];
  if (after < 0) return points[points.length - 1][1];
  const [[from, low], [to, high]] = [points[after - 1], points[after]];
  return to === from ? high : low + ((high - low) * (time - from)) / (to - from);
}
