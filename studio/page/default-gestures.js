// Default gestures for a velocity, used by keys, MIDI, motion and rhythms: the main gesture of the pad,
// scaled around the value that the preset plays.
//
//   u = u₀ · 2^((v − 100) / 25)
//
// | symbol | unit          | meaning                                                      |
// |--------|---------------|--------------------------------------------------------------|
// | u      | the gesture's | value, clamped to its range                                  |
// | u₀     | the gesture's | value in the preset, or the default of the model             |
// | v      | 1             | velocity as on a keyboard, 1 to 127; 100 gives u₀            |

import { mainGesture, isSwitch } from './pad-kinds.js';
import { valueOf } from './sounds.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** Velocity at which a gesture has the value of the preset. */
export const NEUTRAL_VELOCITY = 100;
const VELOCITY_PER_DOUBLING = 25;

/**
 * Value of a gesture in a preset: first use in the score, else the parameter with the same handle, else the
 * default.
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
 * Clamps a value to the range of a gesture, and rounds it for integer gestures.
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
  if (isSwitch(gesture)) return 1;
  return clampToRange(gesture, presetAmount(model, preset, gesture) * 2 ** ((velocity - NEUTRAL_VELOCITY) / VELOCITY_PER_DOUBLING));
}

/**
 * Gestures for one strike, in order: the power switch if the model has one, then the main gesture.
 * @param {Model} model
 * @param {PresetDoc} preset
 * @param {number} velocity 1 to 127
 * @returns {{ id: string, value: number }[]}
 */
export function defaultGestures(model, preset, velocity) {
  const { main, power } = mainGesture(model);
  return [power, main].filter((gesture) => gesture !== undefined).map((gesture) => ({ id: gesture.id, value: gestureValue(model, preset, gesture, velocity) }));
}
