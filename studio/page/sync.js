// The engine follows the state: what differs between what it was told and what is, is told. Undo, links and reloads need
// nothing of their own.

import { modelOf, same } from './sounds.js';

/** @typedef {import('./types.js').Bench} Bench */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** Up to so many changed values are said one by one; more are one "become". */
const MAX_SINGLE_MESSAGES = 3;
/** Time in which a sound becomes another [s]. */
const GLIDE = 0.08;

/** @param {Omit<Bench, 'sounding'>} bench */
export function sync({ store, engine, notice }) {
  /** What the engine was told, sound by sound. @type {Map<string, Sound>} */
  const applied = new Map();
  /** Sounds the engine is busy with: what changes meanwhile is told in one go afterwards. @type {Map<string, Promise<void>>} */
  const busy = new Map();
  /** Sounds it could not take, so that it is not asked again and again. @type {Map<string, Sound>} */
  const rejected = new Map();
  /** @type {State['master']|null} */
  let master = null;
  /** @type {string|null|undefined} */
  let watched;
  let active = false;
  let scheduled = false;

  /** @param {unknown} error */
  const showError = (error) => notice.show(/** @type {Error} */ (error).message, 'problem');

  function updateAll() {
    if (!active) return;
    const state = store.get();
    const names = new Set(state.sounds.map((sound) => sound.name));
    for (const name of applied.keys()) if (!names.has(name)) update(name);
    for (const { name } of state.sounds) update(name);
    if (state.master !== master) {
      master = state.master;
      engine.execute({ do: 'master', ...master }).catch(showError);
    }
    updateWatched();
  }

  /** The views see the sound at hand, as soon as it is there. */
  function updateWatched() {
    const { selected } = store.get();
    if (selected === watched || (selected !== null && (!applied.has(selected) || busy.has(selected)))) return;
    watched = selected;
    engine.watch(selected).catch(() => (watched = undefined));
  }

  /** @param {string} name */
  function update(name) {
    if (busy.has(name)) return;
    const was = applied.get(name);
    const now = store.get().sounds.find((sound) => sound.name === name);
    if (now === was || (now && now === rejected.get(name))) return;
    if (now) applied.set(name, now);
    else applied.delete(name);
    if (watched === name && (!now || now.preset.model !== was?.preset.model)) watched = undefined;
    const work = apply(name, was, now)
      .catch((error) => {
        if (now && !was) {
          applied.delete(name);
          rejected.set(name, now);
        }
        // The engine would name every model there is; people need to know which sound is silent.
        if (now && !modelOf(engine.catalogue, now.preset.model)) notice.show(`“${name}” stays silent: this studio knows no “${now.preset.model}”. A newer one may.`, 'problem');
        else showError(error);
      })
      .then(() => {
        busy.delete(name);
        if (!active) return;
        update(name);
        updateWatched();
      });
    busy.set(name, work);
  }

  /** @param {string} name @param {Sound|undefined} was @param {Sound|undefined} now */
  async function apply(name, was, now) {
    if (!now) {
      await engine.remove(name);
      return;
    }
    const { preset, gain, pan, mute, solo, hears } = now;
    if (!was) {
      await engine.add(name, preset, { gain, pan });
      if (mute || solo) await engine.execute({ do: 'strip', name, gain, pan, mute, solo });
      if (hears) await engine.execute({ do: 'input', name, source: hears });
      return;
    }
    if (preset !== was.preset) {
      const few = differences(was.preset, preset);
      if (few === null || few.length > MAX_SINGLE_MESSAGES || engine.blends.has(preset)) await engine.retarget(name, preset, GLIDE);
      else await Promise.all(few.map(([path, value]) => engine.send(`/${name}/${path}`, [value])));
    }
    if (gain !== was.gain || pan !== was.pan || mute !== was.mute || solo !== was.solo) await engine.execute({ do: 'strip', name, gain, pan, mute, solo });
    if (hears !== was.hears) await engine.execute({ do: 'input', name, source: hears ?? 'all' });
  }

  store.on((state, before, how) => {
    if (how === 'follow') {
      // The engine did this itself: what it was told and what is are the same again.
      const old = new Map(before.sounds.map((sound) => [sound.name, sound]));
      for (const sound of state.sounds) if (applied.has(sound.name) && applied.get(sound.name) === old.get(sound.name)) applied.set(sound.name, sound);
    }
    if (!active || scheduled) return;
    scheduled = true;
    // Once per turn: two hundred changes in a row are one difference.
    queueMicrotask(() => {
      scheduled = false;
      updateAll();
    });
  });

  engine.addEventListener('state', (event) => {
    const { state, why } = /** @type {CustomEvent} */ (event).detail;
    if (state === 'failed') {
      reset();
      notice.show(why || 'The sound has stopped.', 'problem', { action: { label: 'Start again', run: () => ready().catch(showError) } });
    }
    if (state === 'idle') reset();
    if (state === 'suspended' && active && !document.hidden) {
      notice.show('The browser has put the sound to sleep.', 'info', { action: { label: 'Wake it', run: () => engine.start().catch(showError) } });
    }
    if (state === 'running' && !active) activate();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && active && engine.state === 'suspended') engine.start().catch(showError);
  });
  engine.addEventListener('report', (event) => notice.show(/** @type {CustomEvent} */ (event).detail.text));

  function reset() {
    active = false;
    applied.clear();
    rejected.clear();
    [master, watched] = [null, undefined];
  }

  function activate() {
    active = true;
    updateAll();
  }

  /** Starts the sound if it is silent, and waits until the engine has all that the state has. */
  async function ready() {
    if (!('AudioContext' in globalThis) || !('audioWorklet' in AudioContext.prototype)) {
      throw new Error('This browser lets no page compute sound (it has no AudioWorklet here). Current Firefox, Chromium and Safari do, for pages of this machine or over https.');
    }
    await engine.start();
    if (!active && engine.state === 'running') activate();
    await settled(store.get().selected);
  }

  /** Waits until the engine has a sound as the state has it. @param {string|null} name */
  async function settled(name) {
    if (name === null) return;
    // What was changed in this turn is told at its end.
    if (scheduled) await null;
    for (let work = busy.get(name); work; work = busy.get(name)) await work;
  }

  return {
    ready,
    here: settled,

    /**
     * Lets a sound be heard: its score, or its opening. Problems are told.
     * @param {string|null} name
     */
    async play(name) {
      if (!name) return;
      try {
        if (engine.state !== 'running') await ready();
        await settled(name);
        if (applied.has(name)) await engine.play(name);
      } catch (error) {
        showError(error);
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
  if (a.model !== b.model || a.name !== b.name || !same(a.score ?? null, b.score ?? null) || !same(modes(a), modes(b)) || a.seed !== b.seed) return null;
  const [from, to] = [a.values ?? {}, b.values ?? {}];
  /** @type {[string, number|string][]} */
  const all = [];
  for (const part of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, now] = [from[part] ?? {}, to[part] ?? {}];
    for (const id of new Set([...Object.keys(was), ...Object.keys(now)])) {
      const value = now[id];
      // A value that is gone is the model's own again: only "become" knows it.
      if (value === undefined) return null;
      if (same(was[id], value)) continue;
      if (typeof value !== 'number' && typeof value !== 'string') return null;
      all.push([`${part}/${id}`, value]);
    }
  }
  return all;
}

/** What was done to the modes of its bodies. @param {any} preset */
const modes = (preset) => preset.modes ?? null;
