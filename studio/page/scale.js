// Conversion between positions from 0 to 1 and parameter values, and number formats.

import { clamp } from './dom.js';

/** @typedef {Pick<import('./types.js').Param, 'min'|'max'|'scale'>} Range */

/** @param {Range} range */
const isLogarithmic = ({ min, max, scale }) => scale === 'logarithmic' && min > 0 && max > min;

/** Value at a position. @param {Range} range @param {number} place 0 to 1 */
export function valueAt(range, place) {
  const { min, max, scale } = range;
  const at = clamp(place, 0, 1);
  const value = isLogarithmic(range) ? min * (max / min) ** at : min + (max - min) * at;
  return scale === 'integer' ? Math.round(value) : clamp(value, min, max);
}

/** Position of a value, 0 to 1. @param {Range} range @param {number} value */
export function placeOf(range, value) {
  const { min, max } = range;
  const at = isLogarithmic(range) ? Math.log(Math.max(value, min) / min) / Math.log(max / min) : (value - min) / (max - min);
  return Number.isFinite(at) ? clamp(at, 0, 1) : 0;
}

const PREFIXES = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];

/**
 * Formats a number with SI prefix and three digits: 0.00093 s is "0.93 ms".
 * @param {number} value
 * @param {string} unit
 */
export function si(value, unit) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return `0 ${unit}`;
  const [by, prefix] = PREFIXES.find(([size]) => Math.abs(value) >= Number(size) * 0.9995) ?? [1e-12, 'p'];
  return `${figures(value / Number(by))} ${prefix}${unit}`;
}

/** Formats a number with three digits, without an exponent where possible. @param {number} value */
export const figures = (value) => String(Number(value.toPrecision(3)));
