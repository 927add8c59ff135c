// Level meter: a bar for the RMS level, a line for the slowly falling peak, red at full scale.

import { el } from './dom.js';
import { meterPosition, MIN_DECIBELS, decibels, formatDecibels } from './level.js';

/** Factor of the peak line per update [1]: about 20 dB per second. */
const PEAK_DECAY = 0.93;
/** Minimum time between two updates of the text [ms]. */
const TEXT_INTERVAL = 250;

/** @param {string} label name of the source, for screen readers */
export function meter(label) {
  const bar = el('span', { class: 'meter-bar' });
  const line = el('span', { class: 'meter-line' });
  const text = el('span', { class: 'meter-text' }, '');
  const track = el('span', { class: 'meter-track', role: 'meter', 'aria-label': `level of ${label}`, 'aria-valuemin': MIN_DECIBELS, 'aria-valuemax': 0, 'aria-valuenow': MIN_DECIBELS, 'aria-valuetext': 'silent' }, bar, line);
  const root = el('span', { class: 'meter' }, track, text);
  let heldPeak = 0;
  let highest = 0;
  let renewed = 0;
  let shown = -1;

  /**
   * @param {number} peak [1]
   * @param {number} rms [1]
   */
  function show(peak, rms) {
    heldPeak = Math.max(peak, heldPeak * PEAK_DECAY);
    highest = Math.max(highest, peak);
    const place = meterPosition(heldPeak);
    // Silent meters are not redrawn, so that 64 of them cost nothing.
    if (place === 0 && shown === 0) return;
    shown = place;
    bar.style.setProperty('--level', meterPosition(rms).toFixed(3));
    line.style.setProperty('--level', place.toFixed(3));
    root.classList.toggle('over', heldPeak >= 1);
    const now = performance.now();
    if (place > 0 && now - renewed < TEXT_INTERVAL) return;
    renewed = now;
    const value = decibels(highest);
    highest = 0;
    text.textContent = value <= MIN_DECIBELS ? '' : formatDecibels(value);
    track.setAttribute('aria-valuenow', String(Math.round(Math.max(MIN_DECIBELS, Math.min(0, value)))));
    track.setAttribute('aria-valuetext', value <= MIN_DECIBELS ? 'silent' : formatDecibels(value));
  }
  return { root, show };
}
