// How much a gesture is where nobody says: about as much as the sound itself makes it. Keys, MIDI and rhythms all ask here.
//
//   u = u₀ · 2^((v − 100) / 25)
//
// | symbol | unit          | meaning                                                      |
// |--------|---------------|--------------------------------------------------------------|
// | u      | the gesture's | how much, within its range                                   |
// | u₀     | the gesture's | as the preset plays it, or else as the model does            |
// | v      | 1             | velocity as on a keyboard, 1 to 127; 100 is the preset's own |

import { valueOf } from './sounds.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** The velocity at which a gesture is as the sound itself makes it. */
export const OWN = 100;
const DOUBLING = 25;

/**
 * As much as the sound itself makes it: the first time in its score, else the parameter that says the same, else its table.
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {Gesture} gesture
 * @returns {number}
 */
export function own(model, preset, gesture) {
  const scored = (preset.score ?? []).filter((note) => Number(note[gesture.id]) > 0).sort((a, b) => a.at - b.at);
  if (scored.length > 0) return Number(scored[0][gesture.id]);
  const twin = model.params.find((it) => it.unit === gesture.unit && it.handle !== null && it.handle.name === gesture.handle?.name);
  const value = twin ? Number(valueOf(preset, twin)) : NaN;
  return value > 0 ? value : Number(gesture.default);
}

/**
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {Gesture} gesture
 * @param {number} velocity 1 to 127
 */
export function touched(model, preset, gesture, velocity) {
  if (gesture.choices) return gesture.default;
  const much = own(model, preset, gesture) * 2 ** ((velocity - OWN) / DOUBLING);
  return Math.max(Number(gesture.min), Math.min(Number(gesture.max), much));
}
