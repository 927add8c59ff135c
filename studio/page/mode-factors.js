// Edits of the modes of a body, as stored in a preset: factors relative to the original modes, only where
// they differ.
//
//   "modes": { "struck": [ { "mode": 3, "frequency": 1.02, "decay": 0.5, "gain": 0 } ] }
//
// Modes are numbered from 1, the lowest first. A gain of 0 mutes the mode.

import { clamp } from './dom.js';

/** @typedef {{ mode: number, frequency?: number, decay?: number, gain?: number }} Factors */
/** @typedef {'frequency'|'decay'|'gain'} ModeQuantity */

/** Allowed range of each factor. @type {Record<ModeQuantity, [number, number]>} */
export const RANGE = { frequency: [0.125, 8], decay: [0.01, 100], gain: [0, 100] };

/**
 * @param {Factors[]} all
 * @param {number} rank
 * @param {ModeQuantity} quantity
 */
export const factor = (all, rank, quantity) => all.find((edit) => edit.mode === rank)?.[quantity] ?? 1;

/**
 * Sets factors of a mode in a mutable preset. Factors of 1 are not stored.
 * @param {any} preset
 * @param {string} body
 * @param {number} rank
 * @param {Partial<Record<ModeQuantity, number>>} change
 */
export function putFactors(preset, body, rank, change) {
  const all = /** @type {Factors[]} */ (preset.modes?.[body] ?? []);
  const now = { ...(all.find((edit) => edit.mode === rank) ?? { mode: rank }) };
  for (const [quantity, value] of Object.entries(change)) {
    const [low, high] = RANGE[/** @type {ModeQuantity} */ (quantity)];
    const round = Number(clamp(value, low, high).toPrecision(6));
    if (Math.abs(round - 1) < 1e-6) delete now[/** @type {ModeQuantity} */ (quantity)];
    else now[/** @type {ModeQuantity} */ (quantity)] = round;
  }
  const others = all.filter((edit) => edit.mode !== rank);
  const edits = Object.keys(now).length > 1 ? [...others, now].sort((a, b) => a.mode - b.mode) : others;
  const modes = { ...(preset.modes ?? {}) };
  if (edits.length > 0) modes[body] = edits;
  else delete modes[body];
  if (Object.keys(modes).length > 0) preset.modes = modes;
  else delete preset.modes;
}
