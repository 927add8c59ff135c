// One state that everything else follows. It changes by `change` only, can be undone step by step, and is kept in the
// browser's storage, so that closing the tab loses nothing.

import { produce, deepFreeze } from './draft.js';
import { validated } from './mend.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').Settings} Settings */
/** @typedef {import('./types.js').How} How */

export const MOST_SOUNDS = 64;
const STATE = 'foley.state';
const SETTINGS = 'foley.settings';
/** Changes of one label within this time are one step of undo [ms]. */
const ONE_STEP = 700;
const STEPS = 200;
/** Storage is written this long after a change [ms]. */
const REST = 400;

/** @type {State} */
export const EMPTY = deepFreeze({
  version: 1,
  sounds: [],
  selected: null,
  master: { gain: 1, limiter: true },
  other: null,
  side: 'A',
  morph: { corners: [null, null, null, null], at: [0.5, 0.5] },
  mappings: [],
  own: [],
});

/** @type {Settings} */
const PLAIN = { theme: 'auto', views: {}, seen: {} };

export class Store {
  /** @type {State} */ #state = EMPTY;
  /** @type {Settings} */ #settings = PLAIN;
  /** @type {State[]} */ #past = [];
  /** @type {State[]} */ #future = [];
  /** @type {Set<(state: State, before: State, how: How) => void>} */ #listeners = new Set();
  /** @type {Set<(settings: Settings) => void>} */ #settled = new Set();
  #last = { label: '', at: -Infinity };
  /** What comes from outside: whether anything else came since, and when the last came. */
  #burst = { going: false, at: -Infinity };
  #timer = 0;
  #told = false;
  #notice;
  #storage;

  /**
   * @param {{ show(text: string, kind?: 'info'|'problem'): void }} notice
   * @param {Storage|null} storage none where the browser forbids it
   */
  constructor(notice, storage) {
    this.#notice = notice;
    this.#storage = storage;
    addEventListener('pagehide', () => this.#write());
  }

  get() {
    return this.#state;
  }

  /** The sound at hand. */
  get sound() {
    return this.#state.sounds.find((sound) => sound.name === this.#state.selected) ?? null;
  }

  /**
   * @param {string} label what is done, in words for people ("undo: hardness")
   * @param {(draft: State) => void} recipe
   */
  change(label, recipe) {
    this.#step(label, recipe, 'change');
  }

  /**
   * What came from outside (OSC, MIDI, a curve): the engine knows it already. It comes while people work, so it has one step
   * of undo for a whole burst, and takes from nobody what can be redone.
   * @param {(draft: State) => void} recipe
   */
  follow(recipe) {
    this.#step('', recipe, 'follow');
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#state);
    this.#go(before, 'undo');
  }

  redo() {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(this.#state);
    this.#go(next, 'redo');
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** @param {(state: State, before: State, how: How) => void} listener @returns {() => void} */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get settings() {
    return this.#settings;
  }

  /** @param {(draft: Settings) => void} recipe */
  settle(recipe) {
    this.#settings = produce(this.#settings, recipe);
    this.#keep(SETTINGS, this.#settings);
    this.#settled.forEach((listener) => listener(this.#settings));
  }

  /** @param {(settings: Settings) => void} listener @returns {() => void} */
  onSettings(listener) {
    this.#settled.add(listener);
    return () => this.#settled.delete(listener);
  }

  /**
   * Reads what was kept. What cannot be read is set aside, not thrown away.
   * @returns {boolean} whether there was anything
   */
  recall() {
    const settings = this.#read(SETTINGS);
    if (settings && typeof settings === 'object') {
      const { theme, views, seen } = settings;
      const record = (/** @type {any} */ value) => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});
      this.#settings = { theme: ['auto', 'dark', 'light'].includes(theme) ? theme : 'auto', views: record(views), seen: record(seen) };
    }
    const stored = this.#read(STATE);
    return stored !== null && this.load(stored);
  }

  /**
   * Takes a whole state (of the storage, of a link) as the beginning; undo does not go behind it.
   * @param {unknown} state
   * @returns {boolean} whether anything in it could be used
   */
  load(state) {
    const { state: good, losses } = validated(state, EMPTY, MOST_SOUNDS);
    losses.forEach((text) => this.#notice.show(text, 'problem'));
    if (!good) return false;
    this.#past = [];
    this.#future = [];
    this.#go(deepFreeze(good), 'load');
    return true;
  }

  /**
   * Takes a whole state from elsewhere (a link, a file) as one step that can be undone; own presets stay, new ones are added.
   * @param {string} label
   * @param {unknown} state
   * @returns {boolean} whether anything in it could be used
   */
  open(label, state) {
    const { state: good, losses } = validated(state, EMPTY, MOST_SOUNDS);
    losses.forEach((text) => this.#notice.show(text, 'problem'));
    if (!good) return false;
    this.change(label, (draft) => {
      const known = new Set(draft.own.map((/** @type {{ name: string }} */ saved) => saved.name));
      Object.assign(draft, good, { own: [...draft.own, ...good.own.filter((saved) => !known.has(saved.name))] });
    });
    return true;
  }

  /** @param {string} label @param {(draft: State) => void} recipe @param {How} how */
  #step(label, recipe, how) {
    let next = produce(this.#state, recipe);
    if (next === this.#state) return;
    if (next.sounds.length > MOST_SOUNDS) {
      this.#notice.show(`${MOST_SOUNDS} sounds at most: remove one to add another.`, 'problem');
      next = produce(next, (draft) => {
        draft.sounds.splice(MOST_SOUNDS);
        if (!draft.sounds.some((/** @type {Sound} */ sound) => sound.name === draft.selected)) draft.selected = this.#state.selected;
      });
      if (next.sounds.every((sound, i) => sound === this.#state.sounds[i])) return;
    }
    const now = performance.now();
    const same = how === 'follow' ? this.#goesOn(now) : label === this.#last.label && now - this.#last.at < ONE_STEP && this.#past.length > 0;
    if (how !== 'follow') {
      this.#last = { label, at: now };
      this.#burst.going = false;
      this.#future = [];
    }
    if (!same) this.#past.push(this.#state);
    if (this.#past.length > STEPS) this.#past.shift();
    this.#go(next, how, true);
  }

  /** Whether what comes from outside belongs to what came before: nothing came between, or hardly any time went by. @param {number} now [ms] */
  #goesOn(now) {
    const { going, at } = this.#burst;
    this.#burst = { going: true, at: now };
    return going || now - at < ONE_STEP;
  }

  /** @param {State} next @param {How} how @param {boolean} [going] whether the next change may belong to this one */
  #go(next, how, going = false) {
    const before = this.#state;
    this.#state = next;
    if (!going) {
      this.#last = { label: '', at: -Infinity };
      this.#burst.going = false;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), REST);
    for (const listener of this.#listeners) {
      // One view that stumbles must not keep the others, or the engine, from following.
      try {
        listener(this.#state, before, how);
      } catch (error) {
        console.error(error);
      }
    }
  }

  #write() {
    clearTimeout(this.#timer);
    if (this.#state !== EMPTY) this.#keep(STATE, this.#state);
  }

  /** @param {string} key @param {unknown} value */
  #keep(key, value) {
    try {
      this.#storage?.setItem(key, JSON.stringify(value));
      this.#told = false;
    } catch {
      if (!this.#told) this.#notice.show('The browser’s storage is full: your work lasts until this tab closes. Save it to a file, or delete own presets.', 'problem');
      this.#told = true;
    }
  }

  /** @param {string} key */
  #read(key) {
    const text = this.#storage?.getItem(key) ?? null;
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      this.#notice.show('What this browser had kept could not be read, so the studio starts afresh. The old text is set aside.', 'problem');
      try {
        this.#storage?.setItem(`${key}.unreadable`, text.slice(0, 200_000));
        this.#storage?.removeItem(key);
      } catch {
        // No room to set it aside: there is nothing more to be done.
      }
      return null;
    }
  }
}

/** The browser's storage, if it lets us. */
export function storage() {
  try {
    localStorage.getItem(STATE);
    return localStorage;
  } catch {
    return null;
  }
}
