// Conversion between gains and decibels of full scale.

/** Lower end of meters and faders [dB]; below it is silence. */
export const MIN_DECIBELS = -60;

/** @param {number} gain */
export const decibels = (gain) => 20 * Math.log10(Math.max(gain, 1e-9));

/** @param {number} value [dB] */
export const gainOf = (value) => (value <= MIN_DECIBELS ? 0 : 10 ** (value / 20));

/** Formats a level. @param {number} value [dB] */
export function formatDecibels(value) {
  if (value <= MIN_DECIBELS) return '−∞ dB';
  const shown = Math.abs(value) < 0.05 ? '0' : Math.abs(value).toFixed(1);
  return `${value < -0.05 ? '−' : value > 0.05 ? '+' : ''}${shown} dB`;
}

/** Position of a level on a meter, 0 to 1. @param {number} gain */
export const meterPosition = (gain) => Math.max(0, Math.min(1, 1 - decibels(gain) / MIN_DECIBELS));
