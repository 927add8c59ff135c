// Writes values that the engine changed by itself (curves, MIDI, OSC) into the state, so that handles and
// undo follow.

import { modelOf, writeValue } from './sounds.js';

/** @typedef {{ name: string, path: string, value: number|string }} Change */

/** Minimum time between two writes [ms]; controllers send faster than the display needs. */
const WRITE_INTERVAL = 40;

/** @param {Pick<import('./types.js').App, 'store'|'engine'>} app */
export function engineChangeWriter({ store, engine }) {
  /** @type {Map<string, Change>} */
  const pending = new Map();
  let timer = 0;

  function write() {
    timer = 0;
    const all = [...pending.values()];
    pending.clear();
    store.applyExternal((draft) => {
      for (const { name, path, value } of all) {
        const sound = draft.sounds.find((sound) => sound.name === name);
        const param = sound && modelOf(engine.catalogue, sound.preset.model)?.params.find((param) => param.path === path);
        if (sound && param) writeValue(sound.preset, param, value);
      }
    });
  }

  /**
   * Queues the changes listed in an answer of the engine.
   * @param {{ changes?: Change[] }|undefined} answer
   */
  return (answer) => {
    for (const change of answer?.changes ?? []) pending.set(`${change.name} ${change.path}`, change);
    if (pending.size > 0) timer ||= Number(setTimeout(write, WRITE_INTERVAL));
  };
}
