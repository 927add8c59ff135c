// Levels as people read them: decibels below full scale, and a bar that shows them.

/** The lower end of every meter and fader [dB]. */
export const BOTTOM = -60;

/** @param {number} gain */
export const decibels = (gain) => 20 * Math.log10(Math.max(gain, 1e-9));

/** @param {number} value [dB] */
export const gainOf = (value) => (value <= BOTTOM ? 0 : 10 ** (value / 20));

/** How a level is written. @param {number} value [dB] */
export function written(value) {
  if (value <= BOTTOM) return '−∞ dB';
  const shown = Math.abs(value) < 0.05 ? '0' : Math.abs(value).toFixed(1);
  return `${value < -0.05 ? '−' : value > 0.05 ? '+' : ''}${shown} dB`;
}

/** How far along a meter a level is [1]. @param {number} gain */
export const along = (gain) => Math.max(0, Math.min(1, 1 - decibels(gain) / BOTTOM));
