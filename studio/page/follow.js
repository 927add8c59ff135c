// The state follows the engine: values that were moved by what was said to it from elsewhere (a curve, MIDI, OSC) are written into the state, so that handles show them and undo knows them.

import { modelOf, putValue } from './sounds.js';

/** @typedef {{ name: string, path: string, value: number|string }} Changed */

/** They are written so often [ms]: a knob sends faster than anyone can see. */
const WRITE_INTERVAL = 40;

/** @param {Pick<import('./types.js').Bench, 'store'|'engine'>} bench */
export function engineChangeWriter({ store, engine }) {
  /** @type {Map<string, Changed>} */
  const pending = new Map();
  let timer = 0;

  function write() {
    timer = 0;
    const all = [...pending.values()];
    pending.clear();
    store.follow((draft) => {
      for (const { name, path, value } of all) {
        const sound = draft.sounds.find((sound) => sound.name === name);
        const param = sound && modelOf(engine.catalogue, sound.preset.model)?.params.find((param) => param.path === path);
        if (sound && param) putValue(sound.preset, param, value);
      }
    });
  }

  /** What an answer of the engine says that it changed. @param {{ changes?: Changed[] }|undefined} answer */
  return (answer) => {
    for (const change of answer?.changes ?? []) pending.set(`${change.name} ${change.path}`, change);
    if (pending.size > 0) timer ||= Number(setTimeout(write, WRITE_INTERVAL));
  };
}
