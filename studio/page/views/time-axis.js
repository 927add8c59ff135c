// Time axis of waveform, spectrogram and energy: the last seconds, with the present at the right.
//
// With reduced motion the views do not scroll: they are overwritten from left to right.

import { COLUMNS, WINDOW_SECONDS } from './feed.js';
import { drawTick } from './canvas.js';

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether views are overwritten in place instead of scrolling. */
export const overwrites = () => stillness.matches;

/**
 * Position of a column, as a fraction of the width.
 * @param {number} place index in the ring buffer
 * @param {number} head
 */
export function across(place, head) {
  if (overwrites()) return place / COLUMNS;
  return ((place - head + COLUMNS) % COLUMNS) / COLUMNS;
}

/** @param {import('./canvas.js').Frame} frame */
export function timeAxis(frame) {
  const { left, right } = frame.box;
  if (overwrites()) {
    for (let at = 0; at <= WINDOW_SECONDS; at++) drawTick(frame, left + ((right - left) * at) / WINDOW_SECONDS, `${at} s`);
    return;
  }
  for (let ago = WINDOW_SECONDS; ago >= 0; ago--) {
    drawTick(frame, right - ((right - left) * ago) / WINDOW_SECONDS, ago === 0 ? 'now' : `−${ago} s`);
  }
}
