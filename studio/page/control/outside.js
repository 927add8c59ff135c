// What comes from outside (MIDI, keys, motion, OSC) and is said by address: the engine does it at once, the state follows.
//
// Who is on the bench and how the strips stand is the state's business, so those addresses change the state, and the engine follows as it always does.

import { engineChangeWriter } from '../follow.js';
import { addSound, becomePreset } from '../sounds.js';

/** @typedef {import('../types.js').Bench} Bench */
/** @typedef {import('../types.js').State} State */
/** @typedef {(number|string)[]} Args */

/** @param {Bench} bench */
export function oscDispatcher({ store, engine, notice }) {
  const follow = engineChangeWriter({ store, engine });
  let asleep = false;

  /**
   * @param {string} address
   * @param {Args} args
   * @param {number} [wait] [s]
   * @returns {Promise<any>} what is answered
   */
  async function say(address, args, wait = 0) {
    const done = inState(address, args);
    if (done !== undefined) return done;
    if (engine.state !== 'running') {
      if (!asleep) notice.show('Something wants to play. Click the page once: browsers let sound begin only then.');
      asleep = true;
      throw new Error('the page is still silent: click it once');
    }
    asleep = false;
    const answer = await engine.send(address, args, wait);
    follow(answer);
    return answer?.answer ?? 'done';
  }

  /**
   * What the state does itself; undefined if it is the engine's.
   * @param {string} address
   * @param {Args} args
   */
  function inState(address, args) {
    const [, first, second, third] = address.split('/');
    if (first === 'foley') return whole(second, args);
    const sound = store.get().sounds.find((sound) => sound.name === first);
    if (!sound || args.length === 0) return undefined;
    const change = (/** @type {(draft: import('../types.js').Sound) => void} */ recipe) => {
      store.change(`from outside: ${address}`, (draft) => {
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
  function whole(word, args) {
    const state = store.get();
    if (word === 'list') return state.sounds.map((sound) => sound.name);
    if (word === 'gain' && args.length > 0) return master((settings) => (settings.gain = Math.max(0, Math.min(4, Number(args[0]) || 0))));
    if (word === 'limiter' && args.length > 0) return master((settings) => (settings.limiter = Number(args[0]) !== 0));
    if (word === 'select') return select(String(args[0]));
    if (word === 'remove') return remove(String(args[0]));
    if (word === 'add' || word === 'preset') return enter(word, args);
    return undefined;
  }

  /** @param {(master: State['master']) => void} recipe */
  function master(recipe) {
    store.change('from outside: the whole', (draft) => recipe(draft.master));
    return 'done';
  }

  /** @param {string} name */
  function known(name) {
    const names = store.get().sounds.map((sound) => sound.name);
    if (!names.includes(name)) throw new Error(`no sound is called “${name}”; there are ${names.join(', ') || 'none'}`);
  }

  /** @param {string} name */
  function select(name) {
    known(name);
    store.change('select', (draft) => {
      draft.selected = name;
    });
    return 'done';
  }

  /** @param {string} name */
  function remove(name) {
    known(name);
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
  function enter(word, args) {
    const [name, wanted] = [String(args[0] ?? ''), String(args[1] ?? args[0] ?? '')];
    const preset = findPreset(wanted);
    if (!preset) throw new Error(`no model and no preset is called “${wanted}”`);
    if (word === 'preset') {
      select(name);
      becomePreset(store, preset);
      return 'done';
    }
    const added = addSound(store, preset);
    if (!added) throw new Error('there are too many sounds; remove one first');
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

  return { say };
}
