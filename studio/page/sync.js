// The engine follows the state: what differs between what it was told and what is, is told. Undo, links and reloads need
// nothing of their own.

import { same } from './sounds.js';

/** @typedef {import('./types.js').Bench} Bench */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** Up to so many changed values are said one by one; more are one "become". */
const FEW = 3;
/** Time in which a sound becomes another [s]. */
const OVER = 0.08;

/** @param {Omit<Bench, 'sounding'>} bench */
export function sync({ store, engine, notice }) {
  /** @type {State|null} what the engine was told; none while it is silent */
  let told = null;
  let waiting = false;
  /** @type {Promise<unknown>} */
  let done = Promise.resolve();

  /** @param {Promise<unknown>} work */
  const watched = (work) => {
    done = Promise.all([done, work.catch((error) => notice.say(error.message, 'problem'))]);
  };

  /** @param {State} next */
  function tell(next) {
    const before = told;
    if (!before || before === next) return;
    told = next;
    if (next.sounds !== before.sounds) {
      const old = new Map(before.sounds.map((it) => [it.name, it]));
      const names = new Set(next.sounds.map((it) => it.name));
      for (const name of old.keys()) if (!names.has(name)) watched(engine.remove(name));
      for (const sound of next.sounds) follow(sound, old.get(sound.name));
    }
    if (next.master !== before.master) watched(engine.tell({ do: 'master', ...next.master }));
    if (next.selected !== before.selected || !before.sounds.some((it) => it.name === next.selected)) watched(engine.watch(next.selected));
  }

  /** @param {Sound} sound @param {Sound|undefined} before */
  function follow(sound, before) {
    if (sound === before) return;
    const { name, preset, gain, pan, mute, solo, hears } = sound;
    if (!before) {
      watched(engine.add(name, preset, { gain, pan }));
      if (mute || solo) watched(engine.tell({ do: 'strip', name, gain, pan, mute, solo }));
      if (hears) watched(engine.tell({ do: 'hears', name, whom: hears }));
      return;
    }
    if (preset !== before.preset) {
      const few = differences(before.preset, preset);
      if (few === null || few.length > FEW) watched(engine.become(name, preset, OVER));
      else few.forEach(([path, value]) => watched(engine.say(`/${name}/${path}`, [value])));
    }
    if (gain !== before.gain || pan !== before.pan || mute !== before.mute || solo !== before.solo) {
      watched(engine.tell({ do: 'strip', name, gain, pan, mute, solo }));
    }
    if (hears !== before.hears) watched(engine.tell({ do: 'hears', name, whom: hears ?? 'all' }));
  }

  store.on((state, before, how) => {
    if (!told) return;
    if (how === 'follow') {
      // The engine did this itself; what was still to be told goes first.
      tell(before);
      told = state;
      return;
    }
    if (waiting) return;
    waiting = true;
    // Once per turn: two hundred changes in a row are one difference.
    queueMicrotask(() => {
      waiting = false;
      tell(store.get());
    });
  });

  engine.addEventListener('state', (event) => {
    const { state, afresh } = /** @type {CustomEvent} */ (event).detail;
    if (state === 'failed') told = null;
    if (state === 'running' && (told === null || afresh)) begin();
  });

  function begin() {
    told = { ...store.get(), sounds: [], selected: null, master: { gain: 1, limiter: true } };
    tell(store.get());
  }

  return {
    /** Starts the sound if it is silent, and waits until the engine has all that the state has. */
    async ready() {
      await engine.start();
      if (told === null) begin();
      tell(store.get());
      await done;
    },

    /**
     * Lets a sound be heard: its score, or its opening. Problems are told.
     * @param {string|null} name
     */
    async play(name) {
      if (!name) return;
      try {
        await this.ready();
        await engine.play(name);
      } catch (error) {
        notice.say(/** @type {Error} */ (error).message, 'problem');
      }
    },
  };
}

/**
 * The values in which two presets of one model differ, as words of an address; none if more than values differ.
 * @param {PresetDoc} a
 * @param {PresetDoc} b
 * @returns {[string, number|string][]|null}
 */
export function differences(a, b) {
  if (a.model !== b.model || a.name !== b.name || !same(a.score ?? null, b.score ?? null) || a.seed !== b.seed) return null;
  const [from, to] = [a.values ?? {}, b.values ?? {}];
  /** @type {[string, number|string][]} */
  const all = [];
  for (const part of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[part] ?? {}, to[part] ?? {}];
    for (const id of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const value = is[id];
      // A value that is gone is the model's own again: only "become" knows it.
      if (value === undefined) return null;
      if (same(was[id], value)) continue;
      if (typeof value !== 'number' && typeof value !== 'string') return null;
      all.push([`${part}/${id}`, value]);
    }
  }
  return all;
}
