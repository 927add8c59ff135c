// The state of the page. It changes only through `change`, supports undo, and is saved in the browser's
// storage, so that closing the tab loses nothing.

import { produce, deepFreeze } from './draft.js';
import { validated } from './validate-state.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').Settings} Settings */
/** @typedef {import('./types.js').ChangeKind} ChangeKind */

export const MAX_SOUNDS = 64;
const STATE = 'foley.state';
const SETTINGS = 'foley.settings';
/** Changes with the same label within this time are merged into one undo step [ms]. */
const UNDO_MERGE_TIME = 700;
const MAX_UNDO = 200;
/** Delay between a change and the write to storage [ms]. */
const WRITE_DELAY = 400;

/** @type {State} */
export const EMPTY = deepFreeze({
  version: 1,
  sounds: [],
  selected: null,
  master: { gain: 1, limiter: true, place: 'free', distance: 1 },
  other: null,
  side: 'A',
  morph: { corners: [null, null, null, null], at: [0.5, 0.5] },
  mappings: [],
  own: [],
});

/** @type {Settings} */
const DEFAULT_SETTINGS = { theme: 'auto', views: {}, seen: {} };

export class Store {
  /** Places that a state may name. @type {import('./place.js').Places|null} */ places = null;
  /** @type {State} */ #state = EMPTY;
  /** @type {Settings} */ #settings = DEFAULT_SETTINGS;
  /** @type {State[]} */ #past = [];
  /** @type {State[]} */ #future = [];
  /** @type {Set<(state: State, before: State, how: ChangeKind) => void>} */ #listeners = new Set();
  /** @type {Set<(settings: Settings) => void>} */ #settingsListeners = new Set();
  #last = { label: '', at: -Infinity };
  /** Burst of external changes: whether it is still the last change, and the time of its last change [ms]. */
  #burst = { going: false, at: -Infinity };
  #timer = 0;
  #storageFullShown = false;
  #notice;
  #storage;

  /**
   * @param {{ show(text: string, kind?: 'info'|'problem'): void }} notice
   * @param {Storage|null} storage null where the browser forbids it
   */
  constructor(notice, storage) {
    this.#notice = notice;
    this.#storage = storage;
    addEventListener('pagehide', () => this.#write());
  }

  get() {
    return this.#state;
  }

  /** The selected sound. */
  get sound() {
    return this.#state.sounds.find((sound) => sound.name === this.#state.selected) ?? null;
  }

  /**
   * @param {string} label name of the undo step
   * @param {(draft: State) => void} recipe
   */
  change(label, recipe) {
    this.#step(label, recipe, 'change');
  }

  /**
   * Applies a change that the engine already has (OSC, MIDI, a curve). A burst of them is one undo step, and
   * the redo history stays.
   * @param {(draft: State) => void} recipe
   */
  applyExternal(recipe) {
    this.#step('', recipe, 'follow');
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#state);
    this.#commit(before, 'undo');
  }

  redo() {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(this.#state);
    this.#commit(next, 'redo');
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** @param {(state: State, before: State, how: ChangeKind) => void} listener @returns {() => void} */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get settings() {
    return this.#settings;
  }

  /** @param {(draft: Settings) => void} recipe */
  changeSettings(recipe) {
    this.#settings = produce(this.#settings, recipe);
    this.#persist(SETTINGS, this.#settings);
    this.#settingsListeners.forEach((listener) => listener(this.#settings));
  }

  /** @param {(settings: Settings) => void} listener @returns {() => void} */
  onSettings(listener) {
    this.#settingsListeners.add(listener);
    return () => this.#settingsListeners.delete(listener);
  }

  /**
   * Restores settings and state from storage. Unreadable data is moved to another key, not deleted.
   * @returns {boolean} whether a state was restored
   */
  restore() {
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
   * Replaces the state (from storage or a link) and clears the undo history.
   * @param {unknown} state
   * @returns {boolean} whether the state could be used
   */
  load(state) {
    const { state: valid, losses } = validated(state, EMPTY, MAX_SOUNDS, this.places);
    losses.forEach((text) => this.#notice.show(text, 'problem'));
    if (!valid) return false;
    this.#past = [];
    this.#future = [];
    this.#commit(deepFreeze(valid), 'load');
    return true;
  }

  /**
   * Replaces the state by a session (a link, a file) as one undo step. Own presets stay, new ones are added.
   * @param {string} label
   * @param {unknown} state
   * @returns {boolean} whether the session could be used
   */
  open(label, state) {
    const { state: valid, losses } = validated(state, EMPTY, MAX_SOUNDS, this.places);
    losses.forEach((text) => this.#notice.show(text, 'problem'));
    if (!valid) return false;
    this.change(label, (draft) => {
      const known = new Set(draft.own.map((/** @type {{ name: string }} */ saved) => saved.name));
      Object.assign(draft, valid, { own: [...draft.own, ...valid.own.filter((saved) => !known.has(saved.name))] });
    });
    return true;
  }

  /** @param {string} label @param {(draft: State) => void} recipe @param {ChangeKind} how */
  #step(label, recipe, how) {
    let next = produce(this.#state, recipe);
    if (next === this.#state) return;
    if (next.sounds.length > MAX_SOUNDS) {
      this.#notice.show(`The mixer holds ${MAX_SOUNDS} sounds at most: remove one to add another.`, 'problem');
      next = produce(next, (draft) => {
        draft.sounds.splice(MAX_SOUNDS);
        if (!draft.sounds.some((/** @type {Sound} */ sound) => sound.name === draft.selected)) draft.selected = this.#state.selected;
      });
      if (next.sounds.every((sound, i) => sound === this.#state.sounds[i])) return;
    }
    const now = performance.now();
    const same = how === 'follow' ? this.#continuesBurst(now) : label === this.#last.label && now - this.#last.at < UNDO_MERGE_TIME && this.#past.length > 0;
    if (how !== 'follow') {
      this.#last = { label, at: now };
      this.#burst.going = false;
      this.#future = [];
    }
    if (!same) this.#past.push(this.#state);
    if (this.#past.length > MAX_UNDO) this.#past.shift();
    this.#commit(next, how, true);
  }

  /**
   * Whether an external change continues the last burst: nothing came between, or little time has passed.
   * @param {number} now [ms]
   */
  #continuesBurst(now) {
    const { going, at } = this.#burst;
    this.#burst = { going: true, at: now };
    return going || now - at < UNDO_MERGE_TIME;
  }

  /**
   * @param {State} next
   * @param {ChangeKind} how
   * @param {boolean} [going] whether later changes may be merged into this one
   */
  #commit(next, how, going = false) {
    const before = this.#state;
    this.#state = next;
    if (!going) {
      this.#last = { label: '', at: -Infinity };
      this.#burst.going = false;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), WRITE_DELAY);
    for (const listener of this.#listeners) {
      // An exception in one listener must not stop the others.
      try {
        listener(this.#state, before, how);
      } catch (error) {
        console.error(error);
      }
    }
  }

  #write() {
    clearTimeout(this.#timer);
    if (this.#state !== EMPTY) this.#persist(STATE, this.#state);
  }

  /** @param {string} key @param {unknown} value */
  #persist(key, value) {
    try {
      this.#storage?.setItem(key, JSON.stringify(value));
      this.#storageFullShown = false;
    } catch {
      if (!this.#storageFullShown) this.#notice.show('The browser’s storage is full: your work is kept only until this tab closes. Save it to a file, or delete some of your own presets.', 'problem');
      this.#storageFullShown = true;
    }
  }

  /** @param {string} key */
  #read(key) {
    const text = this.#storage?.getItem(key) ?? null;
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      this.#notice.show('The saved state could not be read, so the studio starts with a new session. The old data is kept under another name.', 'problem');
      try {
        this.#storage?.setItem(`${key}.unreadable`, text.slice(0, 200_000));
        this.#storage?.removeItem(key);
      } catch {
        // The storage is full: the unreadable data stays where it is.
      }
      return null;
    }
  }
}

/** The browser's storage; null if the browser forbids it. */
export function storage() {
  try {
    localStorage.getItem(STATE);
    return localStorage;
  } catch {
    return null;
  }
}
