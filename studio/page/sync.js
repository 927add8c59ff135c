// Keeps the engine in step with the state by sending the differences. Undo, links and reloads need no code of
// their own.

import { modelOf, equal } from './sounds.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** Maximum number of changed values sent as single messages; more are sent as one `retarget`. */
const MAX_SINGLE_MESSAGES = 3;
/** Glide time of `retarget` [s]. */
const GLIDE = 0.08;

/** @param {Omit<App, 'playback'>} app */
export function sync({ store, engine, notice }) {
  /** State of each sound in the engine. @type {Map<string, Sound>} */
  const applied = new Map();
  /**
   * Running updates by sound; later changes wait and are sent together.
   * @type {Map<string, Promise<void>>}
   */
  const busy = new Map();
  /** Sounds that the engine rejected; they are not sent again. @type {Map<string, Sound>} */
  const rejected = new Map();
  /** @type {State['master']|null} */
  let master = null;
  let masterBusy = false;
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
    updateMaster();
    updateWatched();
  }

  /** Sends gain, limiter, place and distance, one request at a time: a new place takes the engine some work. */
  function updateMaster() {
    const now = store.get().master;
    if (masterBusy || now === master) return;
    [master, masterBusy] = [now, true];
    engine.execute({ do: 'master', ...now }).catch(showError).then(() => {
      masterBusy = false;
      if (active) updateMaster();
    });
  }

  /** Traces the selected sound for the views, once the engine has it. */
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
        // The error of the engine lists all models; the user needs the name of the silent sound.
        if (now && !modelOf(engine.catalogue, now.preset.model)) notice.show(`“${name}” stays silent: this version has no model “${now.preset.model}”. Update the studio to play it.`, 'problem');
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
      if (few === null || few.length > MAX_SINGLE_MESSAGES) await engine.retarget(name, preset, GLIDE);
      else await Promise.all(few.map(([path, value]) => engine.send(`/${name}/${path}`, [value])));
    }
    if (gain !== was.gain || pan !== was.pan || mute !== was.mute || solo !== was.solo) await engine.execute({ do: 'strip', name, gain, pan, mute, solo });
    if (hears !== was.hears) await engine.execute({ do: 'input', name, source: hears ?? 'all' });
  }

  store.on((state, before, how) => {
    if (how === 'follow') {
      // The engine made this change itself: both sides are equal again.
      const old = new Map(before.sounds.map((sound) => [sound.name, sound]));
      for (const sound of state.sounds) if (applied.has(sound.name) && applied.get(sound.name) === old.get(sound.name)) applied.set(sound.name, sound);
    }
    if (!active || scheduled) return;
    scheduled = true;
    // Once per microtask, so that many changes in a row are sent as one difference.
    queueMicrotask(() => {
      scheduled = false;
      updateAll();
    });
  });

  engine.addEventListener('state', (event) => {
    const { state, why } = /** @type {CustomEvent} */ (event).detail;
    if (state === 'failed') {
      reset();
      notice.show(why || 'The audio has stopped.', 'problem', { action: { label: 'Start again', run: () => ready().catch(showError) } });
    }
    if (state === 'idle') reset();
    if (state === 'suspended' && active && !document.hidden) {
      notice.show('The browser has suspended the audio.', 'info', { action: { label: 'Resume', run: () => engine.start().catch(showError) } });
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

  /** Starts the audio if needed, and waits until the engine has the selected sound. */
  async function ready() {
    if (!('AudioContext' in globalThis) || !('audioWorklet' in AudioContext.prototype)) {
      throw new Error('This browser offers no AudioWorklet here. Use a current Firefox, Chromium or Safari, and open the page from this machine or over https.');
    }
    await engine.start();
    if (!active && engine.state === 'running') activate();
    await settled(store.get().selected);
  }

  /** Waits until a sound in the engine matches the state. @param {string|null} name */
  async function settled(name) {
    if (name === null) return;
    // Changes of this microtask are sent at its end.
    if (scheduled) await null;
    for (let work = busy.get(name); work; work = busy.get(name)) await work;
  }

  return {
    ready,
    settled,

    /**
     * Plays the score of a sound, or its default gesture. Errors are shown as notices.
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
 * Parameters in which two presets differ, as address parts and values; null if more than values differ.
 * @param {PresetDoc} a
 * @param {PresetDoc} b
 * @returns {[string, number|string][]|null}
 */
export function differences(a, b) {
  if (a.model !== b.model || a.name !== b.name || !equal(a.score ?? null, b.score ?? null) || !equal(modes(a), modes(b)) || !equal(a.loudness ?? null, b.loudness ?? null) || a.seed !== b.seed) return null;
  const [from, to] = [a.values ?? {}, b.values ?? {}];
  /** @type {[string, number|string][]} */
  const all = [];
  for (const part of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, now] = [from[part] ?? {}, to[part] ?? {}];
    for (const id of new Set([...Object.keys(was), ...Object.keys(now)])) {
      const value = now[id];
      // A removed value means the default of the model: only `retarget` can restore it.
      if (value === undefined) return null;
      if (equal(was[id], value)) continue;
      if (typeof value !== 'number' && typeof value !== 'string') return null;
      all.push([`${part}/${id}`, value]);
    }
  }
  return all;
}

/** Mode edits of a preset. @param {any} preset */
const modes = (preset) => preset.modes ?? null;
