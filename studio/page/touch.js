// What a touch is where nobody says: the gesture of the pad, about as much as the sound itself makes it. Keys, MIDI, a shaken phone and rhythms all ask here.
//
//   u = u₀ · 2^((v − 100) / 25)
//
// | symbol | unit          | meaning                                                      |
// |--------|---------------|--------------------------------------------------------------|
// | u      | the gesture's | how much, within its range                                   |
// | u₀     | the gesture's | as the preset plays it, or else as the model does            |
// | v      | 1             | velocity as on a keyboard, 1 to 127; 100 is the preset's own |

import { mainGesture, switches } from './pad-kinds.js';
import { valueOf } from './sounds.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** The velocity at which a gesture is as the sound itself makes it. */
export const NEUTRAL_VELOCITY = 100;
const VELOCITY_PER_DOUBLING = 25;

/**
 * As much as the sound itself makes it: the first time in its score, else the parameter that says the same, else its table.
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {Gesture} gesture
 * @returns {number}
 */
export function presetAmount(model, preset, gesture) {
  const scored = (preset.score ?? []).filter((note) => Number(note[gesture.id]) > 0).sort((a, b) => a.at - b.at);
  if (scored.length > 0) return Number(scored[0][gesture.id]);
  const twin = model.params.find((param) => param.unit === gesture.unit && param.handle !== null && param.handle.name === gesture.handle?.name);
  const value = twin ? Number(valueOf(preset, twin)) : NaN;
  return value > 0 ? value : Number(gesture.default);
}

/**
 * A number as a gesture takes it: within its range, and whole where it is counted.
 * @param {Gesture} gesture
 * @param {number} value
 */
export function clampToRange(gesture, value) {
  const clamped = Math.max(Number(gesture.min), Math.min(Number(gesture.max), value));
  return gesture.scale === 'integer' ? Math.round(clamped) : clamped;
}

/**
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {Gesture} gesture
 * @param {number} velocity 1 to 127
 */
function gestureValue(model, preset, gesture, velocity) {
  if (gesture.choices) return gesture.default;
  if (switches(gesture)) return 1;
  return clampToRange(gesture, presetAmount(model, preset, gesture) * 2 ** ((velocity - NEUTRAL_VELOCITY) / VELOCITY_PER_DOUBLING));
}

/**
 * What is to be said for one touch, in order: the gesture of the pad, and before it what must be on for it.
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {number} velocity 1 to 127
 * @returns {{ id: string, value: number }[]}
 */
export function defaultGestures(model, preset, velocity) {
  const { main, power } = mainGesture(model);
  return [power, main].filter((gesture) => gesture !== undefined).map((gesture) => ({ id: gesture.id, value: gestureValue(model, preset, gesture, velocity) }));
}
