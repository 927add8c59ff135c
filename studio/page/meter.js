// A level meter: a bar for the root mean square, a line for the peak that falls slowly, red at full scale.

import { el } from './dom.js';
import { meterPosition, MIN_DECIBELS, decibels, formatDecibels } from './level.js';

/** The line of the peak falls by so much from one look to the next [1]: about 20 dB in a second. */
const FALL = 0.93;
/** Figures are renewed so often [ms]; a bar can be read faster than a number. */
const RENEWED = 250;

/** @param {string} label whose level it is */
export function meter(label) {
  const bar = el('span', { class: 'meter-bar' });
  const line = el('span', { class: 'meter-line' });
  const text = el('span', { class: 'meter-text' }, '');
  const track = el('span', { class: 'meter-track', role: 'meter', 'aria-label': `level of ${label}`, 'aria-valuemin': MIN_DECIBELS, 'aria-valuemax': 0, 'aria-valuenow': MIN_DECIBELS, 'aria-valuetext': 'silent' }, bar, line);
  const root = el('span', { class: 'meter' }, track, text);
  let held = 0;
  let highest = 0;
  let renewed = 0;
  let shown = -1;

  /**
   * @param {number} peak [1]
   * @param {number} rms [1]
   */
  function show(peak, rms) {
    held = Math.max(peak, held * FALL);
    highest = Math.max(highest, peak);
    const place = meterPosition(held);
    // Nothing is touched while nothing sounds: sixty-four meters at rest cost nothing.
    if (place === 0 && shown === 0) return;
    shown = place;
    bar.style.setProperty('--level', meterPosition(rms).toFixed(3));
    line.style.setProperty('--level', place.toFixed(3));
    root.classList.toggle('over', held >= 1);
    const now = performance.now();
    if (place > 0 && now - renewed < RENEWED) return;
    renewed = now;
    const value = decibels(highest);
    highest = 0;
    text.textContent = value <= MIN_DECIBELS ? '' : formatDecibels(value);
    track.setAttribute('aria-valuenow', String(Math.round(Math.max(MIN_DECIBELS, Math.min(0, value)))));
    track.setAttribute('aria-valuetext', value <= MIN_DECIBELS ? 'silent' : formatDecibels(value));
  }
  return { root, show };
}
