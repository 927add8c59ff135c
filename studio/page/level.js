// Levels as people read them: decibels below full scale, and a bar that shows them.

/** The lower end of every meter and fader [dB]. */
export const MIN_DECIBELS = -60;

/** @param {number} gain */
export const decibels = (gain) => 20 * Math.log10(Math.max(gain, 1e-9));

/** @param {number} value [dB] */
export const gainOf = (value) => (value <= MIN_DECIBELS ? 0 : 10 ** (value / 20));

/** How a level is written. @param {number} value [dB] */
export function formatDecibels(value) {
  if (value <= MIN_DECIBELS) return '−∞ dB';
  const shown = Math.abs(value) < 0.05 ? '0' : Math.abs(value).toFixed(1);
  return `${value < -0.05 ? '−' : value > 0.05 ? '+' : ''}${shown} dB`;
}

/** How far along a meter a level is [1]. @param {number} gain */
export const meterPosition = (gain) => Math.max(0, Math.min(1, 1 - decibels(gain) / MIN_DECIBELS));
