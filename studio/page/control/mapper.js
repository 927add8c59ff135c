// From what moves to whom it is said: mappings that were learnt, and learning itself.
//
// Learning by doing: one names an address and moves something. What moves by more than a little of its range opens the ears for half a second; who has then moved most is taken.

import { modelOf } from '../sounds.js';
import { clampToRange } from '../touch.js';

/** @typedef {import('../types.js').Mapping} Mapping */
/** @typedef {Mapping['source']} Source */
/** @typedef {{ address: string, low: number, high: number, title: string }} Wish */

/** How long it listens after the first has moved [ms]. */
const LEARNING = 500;
/** Part of the range that a hand does not move by chance. */
const A_LITTLE = 0.05;

/** What a source is, as one text: two of the same text are the same. @param {Source} source */
export const keyOf = (source) => [source.kind, source.channel ?? '', source.control ?? source.code ?? source.axis ?? ''].join(' ');

/** How a source is called. @param {Source} source */
export function nameOf(source) {
  if (source.kind === 'midi') return `MIDI ${source.control}, channel ${source.channel}`;
  if (source.kind === 'key') return `key ${String(source.code).replace(/^Key|^Digit/, '')}`;
  return String(source.axis).replace('-', ' ');
}

export class Mapper extends EventTarget {
  #store;
  #engine;
  #outside;
  #notice;
  /** @type {Wish|null} */ #wish = null;
  /** @type {Map<string, { source: Source, low: number, high: number }>} */ #seen = new Map();
  #timer = 0;

  /**
   * @param {import('../types.js').Bench} bench
   * @param {{ say(address: string, args: (number|string)[], wait?: number): Promise<any> }} outside
   */
  constructor({ store, engine, notice }, outside) {
    super();
    this.#store = store;
    this.#engine = engine;
    this.#notice = notice;
    this.#outside = outside;
  }

  /** What is being learnt. */
  get wish() {
    return this.#wish;
  }

  /** @param {Wish|null} wish */
  learn(wish) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#seen.clear();
    this.#wish = wish;
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Something moved.
   * @param {Source} source
   * @param {number} part where it is in its range, 0 to 1
   * @param {boolean} [rests] whether it comes from rest, as a key does
   * @returns {boolean} whether a mapping made something of it
   */
  hear(source, part, rests = false) {
    if (!Number.isFinite(part)) return false;
    if (this.#wish) {
      this.#listen(source, part, rests);
      return true;
    }
    const key = keyOf(source);
    let taken = false;
    for (const mapping of this.#store.get().mappings) {
      if (keyOf(mapping.source) !== key) continue;
      taken = true;
      // A key that is let go is no gesture.
      if (rests && part === 0) continue;
      const value = this.#fitting(mapping.address, mapping.low + (mapping.high - mapping.low) * part);
      this.#outside.say(mapping.address, [value]).catch((error) => this.#notice.show(error.message, 'problem'));
    }
    return taken;
  }

  /** A knob stands between any two numbers; steps are counted. @param {string} address @param {number} value */
  #fitting(address, value) {
    const [, name, id, more] = address.split('/');
    const sound = this.#store.get().sounds.find((sound) => sound.name === name);
    const gesture = sound && more === undefined ? modelOf(this.#engine.catalogue, sound.preset.model)?.gestures.find((gesture) => gesture.id === id) : undefined;
    return gesture ? clampToRange(gesture, value) : value;
  }

  /** @param {Source} source @param {number} part @param {boolean} rests */
  #listen(source, part, rests) {
    const key = keyOf(source);
    const seen = this.#seen.get(key) ?? { source, low: rests ? 0 : part, high: rests ? 0 : part };
    seen.low = Math.min(seen.low, part);
    seen.high = Math.max(seen.high, part);
    this.#seen.set(key, seen);
    if (seen.high - seen.low < A_LITTLE) return;
    this.#timer ||= Number(setTimeout(() => this.#take(), LEARNING));
  }

  #take() {
    const wish = this.#wish;
    const [widest] = [...this.#seen.values()].sort((a, b) => b.high - b.low - (a.high - a.low));
    if (!wish || !widest) return;
    this.learn(null);
    this.#store.change(`learn ${wish.title}`, (draft) => {
      const same = (/** @type {Mapping} */ mapping) => keyOf(mapping.source) === keyOf(widest.source) && mapping.address === wish.address;
      draft.mappings = draft.mappings.filter((/** @type {Mapping} */ mapping) => !same(mapping));
      draft.mappings.push({ source: widest.source, address: wish.address, low: wish.low, high: wish.high });
    });
    this.#notice.show(`${nameOf(widest.source)} now moves ${wish.title}.`);
  }
}
