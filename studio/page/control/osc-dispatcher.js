// Applies OSC messages from MIDI, keys, motion and the network. The engine applies most of them; the state
// follows.
//
// Messages about the list of sounds and the mixer change the state instead, and the engine follows the state.

import { engineChangeWriter } from '../engine-changes.js';
import { distanceRange, placeNamed, setPlace } from '../place.js';
import { addSound, replacePreset } from '../sounds.js';

/** @typedef {import('../types.js').App} App */
/** @typedef {import('../types.js').State} State */
/** @typedef {(number|string)[]} Args */

/** @param {App} app */
export function oscDispatcher({ store, engine, notice }) {
  const writeChanges = engineChangeWriter({ store, engine });
  let hintShown = false;

  /**
   * @param {string} address
   * @param {Args} args
   * @param {number} [wait] delay [s]
   * @param {boolean} [held] whether a lasting gesture goes on until told
   * @returns {Promise<any>} the answer
   */
  async function send(address, args, wait = 0, held = false) {
    const done = applyToState(address, args);
    if (done !== undefined) return done;
    if (engine.state !== 'running') {
      if (!hintShown) notice.show('A control message was received, but the audio is not started. Click the page once: browsers require this before audio starts.');
      hintShown = true;
      throw new Error('the audio is not started: click the page once');
    }
    hintShown = false;
    const answer = await engine.send(address, args, wait, held);
    writeChanges(answer);
    return answer?.answer ?? 'done';
  }

  /**
   * Applies a message that changes the state; returns undefined if the engine must apply it.
   * @param {string} address
   * @param {Args} args
   */
  function applyToState(address, args) {
    const [, first, second, third] = address.split('/');
    if (first === 'foley') return applyToMaster(second, args);
    const sound = store.get().sounds.find((sound) => sound.name === first);
    if (!sound || args.length === 0) return undefined;
    const change = (/** @type {(draft: import('../types.js').Sound) => void} */ recipe) => {
      store.change(`message ${address}`, (draft) => {
        const found = draft.sounds.find((sound) => sound.name === first);
        if (found) recipe(found);
      });
      return 'done';
    };
    if (second === 'hears' && third === undefined) return change((draft) => (draft.hears = String(args[0])));
    if (second !== 'mixer') return undefined;
    const value = Number(args[0]);
    if (!Number.isFinite(value)) throw new Error(`${address} takes a number, not “${args[0]}”`);
    if (third === 'gain') return change((draft) => (draft.gain = Math.max(0, Math.min(4, value))));
    if (third === 'pan') return change((draft) => (draft.pan = Math.max(-1, Math.min(1, value))));
    if (third === 'mute') return change((draft) => (draft.mute = value !== 0));
    if (third === 'solo') return change((draft) => (draft.solo = value !== 0));
    return undefined;
  }

  /**
   * @param {string|undefined} word
   * @param {Args} args
   */
  function applyToMaster(word, args) {
    const state = store.get();
    if (word === 'list') return state.sounds.map((sound) => sound.name);
    if (word === 'gain' && args.length > 0) return changeMaster((settings) => (settings.gain = Math.max(0, Math.min(4, Number(args[0]) || 0))));
    if (word === 'limiter' && args.length > 0) return changeMaster((settings) => (settings.limiter = Number(args[0]) !== 0));
    if (word === 'place' && args.length > 0) return changePlace(args[0]);
    if (word === 'distance' && args.length > 0) return changeDistance(args[0]);
    if (word === 'select') return select(String(args[0]));
    if (word === 'remove') return remove(String(args[0]));
    if (word === 'add' || word === 'preset') return addOrReplace(word, args);
    return undefined;
  }

  /** @param {(master: State['master']) => void} recipe */
  function changeMaster(recipe) {
    store.change('message to the master', (draft) => recipe(draft.master));
    return 'done';
  }

  /** @param {number|string|undefined} wanted name of a place, or its number */
  function changePlace(wanted) {
    const { places } = engine.catalogue;
    const place = typeof wanted === 'number' ? places[Math.round(wanted)] : placeNamed(engine.catalogue, wanted);
    if (!place) throw new Error(`no place is named “${wanted}”; the places are: ${places.map(({ name }) => name).join(', ')}`);
    // A smaller place brings the sources nearer.
    return changeMaster((settings) => setPlace(engine.catalogue, settings, place.name, settings.distance));
  }

  /** @param {number|string|undefined} wanted [m] */
  function changeDistance(wanted) {
    const { place } = store.get().master;
    const { min, max } = distanceRange(engine.catalogue, place);
    const distance = Number(wanted);
    if (!(distance >= min && distance <= max)) throw new Error(`/foley/distance takes a number from ${min} to ${max} m in the place “${place}”, not “${wanted}”`);
    return changeMaster((settings) => (settings.distance = distance));
  }

  /** @param {string} name */
  function requireSound(name) {
    const names = store.get().sounds.map((sound) => sound.name);
    if (!names.includes(name)) throw new Error(`no sound is named “${name}”; the sounds are: ${names.join(', ') || 'none'}`);
  }

  /** @param {string} name */
  function select(name) {
    requireSound(name);
    store.change('select', (draft) => {
      draft.selected = name;
    });
    return 'done';
  }

  /** @param {string} name */
  function remove(name) {
    requireSound(name);
    store.change(`remove ${name}`, (draft) => {
      draft.sounds = draft.sounds.filter((sound) => sound.name !== name);
      if (draft.selected === name) draft.selected = draft.sounds[0]?.name ?? null;
    });
    return 'done';
  }

  /**
   * @param {'add'|'preset'} word
   * @param {Args} args name, model or preset, gain, pan
   */
  function addOrReplace(word, args) {
    const [name, wanted] = [String(args[0] ?? ''), String(args[1] ?? args[0] ?? '')];
    const preset = findPreset(wanted);
    if (!preset) throw new Error(`no model or preset is named “${wanted}”: “foley list presets” lists the names`);
    if (word === 'preset') {
      select(name);
      replacePreset(store, preset);
      return 'done';
    }
    const added = addSound(store, preset);
    if (!added) throw new Error('the maximum number of sounds is reached; remove one first');
    store.change(`add ${name}`, (draft) => {
      const sound = draft.sounds.find((sound) => sound.name === added);
      if (!sound) return;
      if (/^[a-z0-9-]{1,40}$/.test(name) && !draft.sounds.some((sound) => sound.name === name)) {
        sound.name = name;
        draft.selected = name;
      }
      if (args.length > 2) sound.gain = Math.max(0, Math.min(4, Number(args[2]) || 0));
      if (args.length > 3) sound.pan = Math.max(-1, Math.min(1, Number(args[3]) || 0));
    });
    return 'done';
  }

  /** @param {string} wanted */
  function findPreset(wanted) {
    for (const model of engine.catalogue.models) {
      const found = model.presets.find((preset) => preset.slug === wanted || preset.name === wanted);
      if (found) return found;
      if (model.name === wanted) return { model: model.name, name: model.title };
    }
    return store.get().own.find((saved) => saved.name === wanted)?.preset ?? null;
  }

  return { send };
}
