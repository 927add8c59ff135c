// Mappings from input sources to OSC addresses, and learning them.
//
// Learning: the user names an address and moves a control. Once a control has moved by `MIN_MOVEMENT`, all
// inputs are observed for `LEARN_TIME`; the one with the largest movement is assigned.

import { modelOf } from '../sounds.js';
import { clampToRange } from '../default-gestures.js';
import { isLasting, tellsDuration } from '../pad-kinds.js';

/** @typedef {import('../types.js').Mapping} Mapping */
/** @typedef {Mapping['source']} Source */
/** @typedef {{ address: string, low: number, high: number, title: string }} LearnTarget */

/** Time of observation after the first movement [ms]. */
const LEARN_TIME = 500;
/** Movement that counts as intended [fraction of the range]. */
const MIN_MOVEMENT = 0.05;

/** Key of a source; equal sources have equal keys. @param {Source} source */
export const keyOf = (source) => [source.kind, source.channel ?? '', source.control ?? source.code ?? source.axis ?? ''].join(' ');

/** Name of a source for the user. @param {Source} source */
export function nameOf(source) {
  if (source.kind === 'midi') return `MIDI ${source.control}, channel ${source.channel}`;
  if (source.kind === 'key') return `key ${String(source.code).replace(/^Key|^Digit/, '')}`;
  return String(source.axis).replace('-', ' ');
}

export class Mapper extends EventTarget {
  #store;
  #engine;
  #dispatcher;
  #notice;
  /** @type {LearnTarget|null} */ #target = null;
  /** @type {Map<string, { source: Source, low: number, high: number }>} */ #candidates = new Map();
  #timer = 0;

  /**
   * @param {import('../types.js').App} app
   * @param {{ send(address: string, args: (number|string)[], wait?: number, held?: boolean): Promise<any> }} dispatcher
   */
  constructor({ store, engine, notice }, dispatcher) {
    super();
    this.#store = store;
    this.#engine = engine;
    this.#notice = notice;
    this.#dispatcher = dispatcher;
  }

  /** The address being learnt; null while not learning. */
  get target() {
    return this.#target;
  }

  /** @param {LearnTarget|null} target */
  learn(target) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#candidates.clear();
    this.#target = target;
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Handles a movement of an input.
   * @param {Source} source
   * @param {number} part position in its range, 0 to 1
   * @param {boolean} [fromRest] whether the input starts at rest, like a key
   * @returns {boolean} whether a mapping or learning used the input
   */
  handleInput(source, part, fromRest = false) {
    if (!Number.isFinite(part)) return false;
    if (this.#target) {
      this.#observe(source, part, fromRest);
      return true;
    }
    const key = keyOf(source);
    let handled = false;
    for (const mapping of this.#store.get().mappings) {
      if (keyOf(mapping.source) !== key) continue;
      handled = true;
      const args = this.#argsOf(mapping, part, fromRest);
      if (!args) continue;
      this.#dispatcher.send(mapping.address, args, 0, true).catch((error) => this.#notice.show(error.message, 'problem'));
    }
    return handled;
  }

  /**
   * Arguments of the message of a mapping; null if the input makes none. Values are within the range of their
   * gesture. Releasing a key ends a lasting gesture and makes no other.
   * @param {{ address: string, low: number, high: number }} mapping
   * @param {number} part position of the input in its range, 0 to 1
   * @param {boolean} fromRest whether the input starts at rest, like a key
   * @returns {number[]|null}
   */
  #argsOf({ address, low, high }, part, fromRest) {
    const [, name, id, more] = address.split('/');
    const sound = this.#store.get().sounds.find((sound) => sound.name === name);
    const model = sound && more === undefined ? modelOf(this.#engine.catalogue, sound.preset.model) : undefined;
    const gesture = model?.gestures.find((gesture) => gesture.id === id);
    const lasting = model !== undefined && gesture !== undefined && isLasting(model, gesture);
    if (fromRest && part === 0) return lasting ? [0] : null;
    if (fromRest && lasting && tellsDuration(gesture)) return [];
    const value = low + (high - low) * part;
    return [gesture ? clampToRange(gesture, value) : value];
  }

  /** @param {Source} source @param {number} part @param {boolean} fromRest */
  #observe(source, part, fromRest) {
    const key = keyOf(source);
    const candidate = this.#candidates.get(key) ?? { source, low: fromRest ? 0 : part, high: fromRest ? 0 : part };
    candidate.low = Math.min(candidate.low, part);
    candidate.high = Math.max(candidate.high, part);
    this.#candidates.set(key, candidate);
    if (candidate.high - candidate.low < MIN_MOVEMENT) return;
    this.#timer ||= Number(setTimeout(() => this.#assign(), LEARN_TIME));
  }

  #assign() {
    const target = this.#target;
    const [widest] = [...this.#candidates.values()].sort((a, b) => b.high - b.low - (a.high - a.low));
    if (!target || !widest) return;
    this.learn(null);
    this.#store.change(`learn ${target.title}`, (draft) => {
      const same = (/** @type {Mapping} */ mapping) => keyOf(mapping.source) === keyOf(widest.source) && mapping.address === target.address;
      draft.mappings = draft.mappings.filter((/** @type {Mapping} */ mapping) => !same(mapping));
      draft.mappings.push({ source: widest.source, address: target.address, low: target.low, high: target.high });
    });
    this.#notice.show(`${nameOf(widest.source)} now moves ${target.title}.`);
  }
}
