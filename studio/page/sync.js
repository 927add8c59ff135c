// The engine follows the state: what differs between what it was told and what is, is told. Undo, links and reloads need
// nothing of their own.

import { modelOf, same } from './sounds.js';

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
  /** What the engine was told, sound by sound. @type {Map<string, Sound>} */
  const told = new Map();
  /** Sounds the engine is busy with: what changes meanwhile is told in one go afterwards. @type {Map<string, Promise<void>>} */
  const busy = new Map();
  /** Sounds it could not take, so that it is not asked again and again. @type {Map<string, Sound>} */
  const refused = new Map();
  /** @type {State['master']|null} */
  let master = null;
  /** @type {string|null|undefined} */
  let watched;
  let awake = false;
  let waiting = false;

  /** @param {unknown} error */
  const tellPeople = (error) => notice.say(/** @type {Error} */ (error).message, 'problem');

  function all() {
    if (!awake) return;
    const state = store.get();
    const names = new Set(state.sounds.map((it) => it.name));
    for (const name of told.keys()) if (!names.has(name)) bring(name);
    for (const { name } of state.sounds) bring(name);
    if (state.master !== master) {
      master = state.master;
      engine.tell({ do: 'master', ...master }).catch(tellPeople);
    }
    look();
  }

  /** The views see the sound at hand, as soon as it is there. */
  function look() {
    const { selected } = store.get();
    if (selected === watched || (selected !== null && (!told.has(selected) || busy.has(selected)))) return;
    watched = selected;
    engine.watch(selected).catch(() => (watched = undefined));
  }

  /** @param {string} name */
  function bring(name) {
    if (busy.has(name)) return;
    const was = told.get(name);
    const is = store.get().sounds.find((it) => it.name === name);
    if (is === was || (is && is === refused.get(name))) return;
    if (is) told.set(name, is);
    else told.delete(name);
    if (watched === name && (!is || is.preset.model !== was?.preset.model)) watched = undefined;
    const work = step(name, was, is)
      .catch((error) => {
        if (is && !was) {
          told.delete(name);
          refused.set(name, is);
        }
        // The engine would name every model there is; people need to know which sound is silent.
        if (is && !modelOf(engine.catalogue, is.preset.model)) notice.say(`“${name}” stays silent: this studio knows no “${is.preset.model}”. A newer one may.`, 'problem');
        else tellPeople(error);
      })
      .then(() => {
        busy.delete(name);
        if (!awake) return;
        bring(name);
        look();
      });
    busy.set(name, work);
  }

  /** @param {string} name @param {Sound|undefined} was @param {Sound|undefined} is */
  async function step(name, was, is) {
    if (!is) {
      await engine.remove(name);
      return;
    }
    const { preset, gain, pan, mute, solo, hears } = is;
    if (!was) {
      await engine.add(name, preset, { gain, pan });
      if (mute || solo) await engine.tell({ do: 'strip', name, gain, pan, mute, solo });
      if (hears) await engine.tell({ do: 'hears', name, whom: hears });
      return;
    }
    if (preset !== was.preset) {
      const few = differences(was.preset, preset);
      if (few === null || few.length > FEW || engine.blends.has(preset)) await engine.become(name, preset, OVER);
      else await Promise.all(few.map(([path, value]) => engine.say(`/${name}/${path}`, [value])));
    }
    if (gain !== was.gain || pan !== was.pan || mute !== was.mute || solo !== was.solo) await engine.tell({ do: 'strip', name, gain, pan, mute, solo });
    if (hears !== was.hears) await engine.tell({ do: 'hears', name, whom: hears ?? 'all' });
  }

  store.on((state, before, how) => {
    if (how === 'follow') {
      // The engine did this itself: what it was told and what is are the same again.
      const old = new Map(before.sounds.map((it) => [it.name, it]));
      for (const sound of state.sounds) if (told.has(sound.name) && told.get(sound.name) === old.get(sound.name)) told.set(sound.name, sound);
    }
    if (!awake || waiting) return;
    waiting = true;
    // Once per turn: two hundred changes in a row are one difference.
    queueMicrotask(() => {
      waiting = false;
      all();
    });
  });

  engine.addEventListener('state', (event) => {
    const { state, why } = /** @type {CustomEvent} */ (event).detail;
    if (state === 'failed') {
      forget();
      notice.say(why || 'The sound has stopped.', 'problem', { action: { label: 'Start again', run: () => ready().catch(tellPeople) } });
    }
    if (state === 'idle') forget();
    if (state === 'suspended' && awake && !document.hidden) {
      notice.say('The browser has put the sound to sleep.', 'info', { action: { label: 'Wake it', run: () => engine.start().catch(tellPeople) } });
    }
    if (state === 'running' && !awake) wake();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && awake && engine.state === 'suspended') engine.start().catch(tellPeople);
  });
  engine.addEventListener('report', (event) => notice.say(/** @type {CustomEvent} */ (event).detail.text));

  function forget() {
    awake = false;
    told.clear();
    refused.clear();
    [master, watched] = [null, undefined];
  }

  function wake() {
    awake = true;
    all();
  }

  /** Starts the sound if it is silent, and waits until the engine has all that the state has. */
  async function ready() {
    if (!('AudioContext' in globalThis) || !('audioWorklet' in AudioContext.prototype)) {
      throw new Error('This browser lets no page compute sound (it has no AudioWorklet here). Current Firefox, Chromium and Safari do, for pages of this machine or over https.');
    }
    await engine.start();
    if (!awake && engine.state === 'running') wake();
    await here(store.get().selected);
  }

  /** Waits until the engine has a sound as the state has it. @param {string|null} name */
  async function here(name) {
    if (name === null) return;
    // What was changed in this turn is told at its end.
    if (waiting) await null;
    for (let work = busy.get(name); work; work = busy.get(name)) await work;
  }

  return {
    ready,
    here,

    /**
     * Lets a sound be heard: its score, or its opening. Problems are told.
     * @param {string|null} name
     */
    async play(name) {
      if (!name) return;
      try {
        if (engine.state !== 'running') await ready();
        await here(name);
        if (told.has(name)) await engine.play(name);
      } catch (error) {
        tellPeople(error);
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

/** What was done to the modes of its bodies. @param {any} preset */
const modes = (preset) => preset.modes ?? null;
