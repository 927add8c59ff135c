// Plays what is to happen in time: repeats, rhythms, curves. It looks a little ahead and says to the engine what happens in so many seconds, so that a late timer is never heard.
//
// It is woken by the meters that the audio thread sends, which come also when the tab is hidden, and by a slow timer should they not.

import { engineChangeWriter } from './follow.js';
import { modelOf } from './sounds.js';
import { defaultGestures } from './touch.js';

/** @typedef {import('./types.js').Sound} Sound */

/** How far it looks ahead [s]: a few frames while it is seen, more than a second while it is hidden, since timers then come once in a second. */
const AHEAD = 0.15;
const AHEAD_HIDDEN = 1.4;
/** A beginning is so much later than now, so that the first beat is not early [s]. */
const LEAD = 0.05;
/** A curve is said in steps of this [s]; the engine glides between them. */
const STEP = 0.02;
/** No faster than this, whatever is asked for [s]. */
const MIN_INTERVAL = 0.02;

/** Softer than this by the meters, which fall slowly, is silence [1]; silence of this length is the end of what was begun [s]: steps and drops come with gaps, too. */
const SILENCE = 1e-3;
const REST_TIME = 0.4;

/** @typedef {{ start: number, index: number, then: number, over: number }} Player `then` is when the next thing happens, `over` until when what a curve bends surely sounds [s of the audio clock] */

export class Scheduler extends EventTarget {
  /** @type {Map<string, Player>} */ #players = new Map();
  #bench;
  #follow;
  #timer = 0;
  /** Since when who cannot be heard, by the meters [s of the audio clock]. @type {Map<string, number>} */ #quiet = new Map();

  /** @param {import('./types.js').Bench} bench */
  constructor(bench) {
    super();
    this.#bench = bench;
    this.#follow = engineChangeWriter(bench);
    bench.engine.addEventListener('meters', (event) => {
      for (const { name, rms } of /** @type {CustomEvent} */ (event).detail.sounds ?? []) {
        if (rms > SILENCE) this.#quiet.delete(name);
        else if (!this.#quiet.has(name)) this.#quiet.set(name, this.#now);
      }
      this.#tick();
    });
    bench.store.on((state) => {
      for (const name of this.#players.keys()) if (!state.sounds.some((sound) => sound.name === name)) this.stop(name);
    });
  }

  /** @param {string} name */
  plays(name) {
    return this.#players.has(name);
  }

  /** The step of its rhythm that sounds now, or −1. @param {string} name */
  step(name) {
    const player = this.#players.get(name);
    const sound = this.#sound(name);
    if (!player || sound?.time.kind !== 'rhythm') return -1;
    const lasts = 15 / sound.time.tempo;
    const behind = Math.ceil((player.then - this.#now) / lasts);
    return player.index - behind < 0 ? -1 : (player.index - behind) % sound.time.steps.length;
  }

  /** How far its curve is, 0 to 1, or −1. @param {string} name */
  progress(name) {
    const player = this.#players.get(name);
    const sound = this.#sound(name);
    if (!player || sound?.time.kind !== 'curve') return -1;
    return Math.max(0, Math.min(1, (this.#now - player.start) / sound.time.seconds));
  }

  /** @param {string} name */
  start(name) {
    const start = this.#now + LEAD;
    this.#players.set(name, { start, index: 0, then: start, over: start });
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
    return this.#bench.engine.context?.currentTime ?? 0;
  }

  /** @param {string} name */
  #sound(name) {
    return this.#bench.store.get().sounds.find((sound) => sound.name === name);
  }

  #tick() {
    if (this.#bench.engine.state !== 'running') return;
    const now = this.#now;
    const horizon = now + (document.hidden ? AHEAD_HIDDEN : AHEAD);
    for (const [name, player] of this.#players) {
      const sound = this.#sound(name);
      if (!sound) {
        this.stop(name);
        continue;
      }
      // What was slept through is not caught up with: a burst of late beats is worse than none.
      if (player.then < now - 0.5 && sound.time.kind !== 'curve') player.then = now + LEAD;
      while (player.then < horizon && this.#players.has(name)) this.#next(sound, player, Math.max(0, player.then - now));
    }
  }

  /**
   * @param {Sound} sound
   * @param {Player} player
   * @param {number} wait [s]
   */
  #next(sound, player, wait) {
    const { engine } = this.#bench;
    const { name, time } = sound;
    const index = player.index++;
    if (time.kind === 'once') {
      this.#told(name, engine.play(name, wait));
      this.stop(name);
    } else if (time.kind === 'repeat') {
      if (time.times !== null && index >= time.times) return this.stop(name);
      this.#told(name, engine.play(name, wait));
      player.then += Math.max(MIN_INTERVAL, time.every);
    } else if (time.kind === 'rhythm') {
      const strength = time.steps[index % time.steps.length] ?? 0;
      if (strength > 0) this.#strike(sound, strength, wait);
      player.then += Math.max(MIN_INTERVAL, 15 / time.tempo);
    } else {
      this.#bend(sound, time, player, wait);
    }
  }

  /**
   * @param {Sound} sound
   * @param {number} strength 0 to 1
   * @param {number} wait [s]
   */
  #strike(sound, strength, wait) {
    const model = modelOf(this.#bench.engine.catalogue, sound.preset.model);
    if (!model) return;
    for (const { id, value } of defaultGestures(model, sound.preset, strength * 127)) this.#told(sound.name, this.#bench.engine.send(`/${sound.name}/${id}`, [value], wait));
  }

  /**
   * @param {Sound} sound
   * @param {import('./types.js').Time & { kind: 'curve' }} time
   * @param {Player} player
   * @param {number} wait [s]
   */
  #bend(sound, time, player, wait) {
    const { engine } = this.#bench;
    const at = player.then - player.start;
    if (player.then >= player.over && at < time.seconds) this.#sustain(sound, player, time.seconds - at, wait);
    const value = curveValue(time.points, Math.min(at, time.seconds));
    this.#told(sound.name, engine.send(`/${sound.name}/${time.path.replace('.', '/')}/handle`, [value], wait).then(this.#follow));
    player.then += STEP;
    if (at >= time.seconds) this.stop(sound.name);
  }

  /**
   * Lets a curve have something to bend until its end: what flows is told for how long, anything else begins again when it has come to rest.
   * @param {Sound} sound
   * @param {Player} player
   * @param {number} left of the curve [s]
   * @param {number} wait [s]
   */
  #sustain(sound, player, left, wait) {
    const { engine } = this.#bench;
    const flow = modelOf(engine.catalogue, sound.preset.model)?.gestures.find((gesture) => gesture.unit === 's');
    if (flow) {
      const lasts = Math.max(flow.min, Math.min(flow.max, left));
      this.#told(sound.name, engine.send(`/${sound.name}/${flow.id}`, [lasts], wait));
      player.over = player.then + lasts;
      return;
    }
    const quiet = this.#now - (this.#quiet.get(sound.name) ?? Infinity);
    if (player.then > player.start && quiet < REST_TIME) return;
    this.#told(sound.name, engine.play(sound.name, wait));
    this.#quiet.delete(sound.name);
    player.over = player.then + REST_TIME;
  }

  /** Who cannot go on stops, and says why; the others go on. @param {string} name @param {Promise<unknown>} work */
  #told(name, work) {
    work.catch((error) => {
      this.stop(name);
      this.#bench.notice.show(error.message, 'problem');
    });
  }
}

/**
 * The value of a curve at a time, straight between its points.
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
